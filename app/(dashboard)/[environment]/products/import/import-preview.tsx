"use client";

// Loaded late: the grid of a file, once one is chosen.

import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { saveCsv } from "@/components/save-file";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { RequestId, useFailureMessage } from "@/components/ui/error-state";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { useReadAgain } from "@/components/use-operation";
import type { CallInput } from "@/lib/api-client";
import { call } from "@/lib/api-client";
import { MAX_IMPORT } from "@/lib/contracts/product";
import { formatNumber } from "@/lib/format";
import { writeCsv } from "@/lib/tables/csv-cells";
import { PRODUCT_COLUMNS, type ProductTable } from "@/lib/tables/product-csv";
import { PreviewTable } from "./preview-table";
import { type Sent, sendRows } from "./send-rows";
import { type ImportRow, isWrong, useRows } from "./use-rows";

type Result = Pick<Sent<ImportRow>, "created" | "updated" | "unchanged" | "failure"> & { refused: number };

/** The rows of a file: wrong cells are corrected here, good rows are sent, and refused ones stay. */
export default function ImportPreview({
  name,
  table,
  onColumns,
  onOther,
}: {
  name: string;
  table: ProductTable;
  /** Returns to say what the columns hold. */
  onColumns: () => void;
  /** Returns to choose another file. */
  onOther: () => void;
}) {
  const t = useTranslations("products.import");
  const { where, href, account } = useWorkspace();
  const readAgain = useReadAgain();
  const { rows, edit, settle } = useRows(table);
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const head = useRef<HTMLDivElement>(null);
  const good = rows.filter((row) => !isWrong(row));
  const columns = PRODUCT_COLUMNS.filter(
    (column) => table.columns.includes(column) || rows.some(({ errors }) => errors[column]),
  );

  useEffect(() => head.current?.focus(), []);
  useEffect(() => {
    if (result) head.current?.focus();
  }, [result]);

  async function send() {
    if (progress) return;
    setResult(null);
    setProgress({ done: 0, of: good.length });
    const sent = await sendRows(
      good,
      MAX_IMPORT,
      (product_list) => call("importProducts", { product_list } as CallInput<"importProducts">, where),
      (done) => setProgress({ done, of: good.length }),
    );
    settle(sent);
    setProgress(null);
    const { created, updated, unchanged, failure, refused } = sent;
    setResult({ created, updated, unchanged, failure, refused: refused.size });
    await readAgain("importProducts");
  }

  function saveRest() {
    const lines = rows.map(({ cells, errors }) => [
      ...columns.map((column) => cells[column] ?? ""),
      Object.entries(errors)
        .map(([column, message]) => `${column}: ${message}`)
        .join("; "),
    ]);
    saveCsv(writeCsv([...columns, "error"], lines), `rest-of-${name.replace(/\.\w+$/, "")}.csv`);
  }

  return (
    <div className="flex flex-col gap-4">
      <div ref={head} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        {result ? <Outcome result={result} left={rows.length} /> : null}
        <h2 className="text-base font-semibold break-words">{t("read", { file: name, count: table.rows.length })}</h2>
      </div>
      <Headers table={table} />
      {rows.length === 0 ? (
        <Section flush>
          <EmptyState
            title={t("allIn")}
            actions={
              <>
                <Button onClick={onOther}>{t("other")}</Button>
                <LinkButton href={href(account.pickPack ? "/products" : "/items")} variant="primary">
                  {t("toList")}
                </LinkButton>
              </>
            }
          />
        </Section>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <Button
              variant="primary"
              disabled={good.length === 0}
              loading={progress !== null}
              onClick={() => void send()}
            >
              {t("send", { count: good.length })}
            </Button>
            <Button onClick={saveRest} disabled={progress !== null}>
              <FileDown aria-hidden="true" />
              {t("saveRest", { count: rows.length })}
            </Button>
            <Button variant="ghost" onClick={onColumns} disabled={progress !== null}>
              {t("map.change")}
            </Button>
            <Button variant="ghost" onClick={onOther} disabled={progress !== null}>
              {t("other")}
            </Button>
            <p role="status" className="text-muted">
              {progress
                ? t("progress", { done: formatNumber(progress.done), of: formatNumber(progress.of) })
                : good.length < rows.length
                  ? t("wrongStay", { count: rows.length - good.length })
                  : ""}
            </p>
          </div>
          <PreviewTable
            // Sent rows are gone and refused ones are new: start again at the first page.
            key={`${rows.length} ${result?.refused ?? 0}`}
            rows={rows}
            columns={columns}
            isBusy={progress !== null}
            onEdit={edit}
          />
        </>
      )}
    </div>
  );
}

/** The result of the last import. */
function Outcome({ result, left }: { result: Result; left: number }) {
  const t = useTranslations("products.import");
  const message = useFailureMessage()(result.failure);
  return (
    <div role="status" className="flex flex-col gap-1 rounded-md border border-line bg-surface px-4 py-3">
      <p className="font-semibold text-ok">
        {t("done", { created: result.created, updated: result.updated, unchanged: result.unchanged })}
      </p>
      {result.refused > 0 ? <p className="text-bad">{t("refused", { count: result.refused })}</p> : null}
      {result.failure ? (
        <>
          <p className="font-semibold text-bad">{message.detail ?? message.title}</p>
          <p>{t("stopped", { count: left })}</p>
          {message.requestId ? <RequestId id={message.requestId} /> : null}
        </>
      ) : null}
    </div>
  );
}

/** Which columns of the file were taken, and which were not. */
function Headers({ table }: { table: ProductTable }) {
  const t = useTranslations("products");
  return (
    <ul className="flex flex-col gap-1 text-muted">
      <li>{t("import.columns", { columns: table.columns.map((column) => t(`cells.${column}`)).join(", ") })}</li>
      {table.stock.length > 0 ? <li>{t("import.stock", { headers: table.stock.join(", ") })}</li> : null}
      {table.ignored.length > 0 ? (
        <li className="break-words text-warn">{t("import.ignored", { headers: table.ignored.join(", ") })}</li>
      ) : null}
    </ul>
  );
}
