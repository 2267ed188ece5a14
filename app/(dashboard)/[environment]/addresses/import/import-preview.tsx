"use client";

// Loaded late: the grid of a file, once one is chosen.

import { CircleAlert, FileDown } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { saveCsv } from "@/components/save-file";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { useReadAgain } from "@/components/use-operation";
import { type CallInput, call } from "@/lib/api-client";
import { createAddress, MAX_ADDRESS_IMPORT } from "@/lib/contracts/address";
import { formatNumber } from "@/lib/format";
import { judgeContract } from "@/lib/forms/judge-body";
import type { Language } from "@/lib/i18n/languages";
import type { AddressTable } from "@/lib/tables/address-csv";
import { addressOfCells } from "@/lib/tables/address-of-cells";
import { writeCsv } from "@/lib/tables/csv-cells";

type Row = AddressTable["rows"][number] & { errors: { field: string; message: string }[] };
type Result = { created: number; updated: number; unchanged: number };

const SHOWN = 200;

function judgeRows({ rows }: AddressTable, language: Language): Row[] {
  return rows.map((row) => ({
    ...row,
    errors: judgeContract(createAddress, addressOfCells(row.cells), language),
  }));
}

const ownField = (field: string) => field.replace(/^party\.?/, "") || "name";

/** The rows of a file: what is wrong in each, and a button that sends the others. */
export default function ImportPreview({
  name,
  table,
  onOther,
}: {
  name: string;
  table: AddressTable;
  /** Returns to choose another file. */
  onOther: () => void;
}) {
  const t = useTranslations("addresses.import");
  const language = useLocale();
  const { where, href } = useWorkspace();
  const readAgain = useReadAgain();
  const showFailure = useFailureToast();
  const rows = useMemo(() => judgeRows(table, language), [table, language]);
  const wrong = rows.filter(({ errors }) => errors.length > 0);
  const good = rows.filter(({ errors }) => errors.length === 0);
  const [sent, setSent] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<Result>({ created: 0, updated: 0, unchanged: 0 });
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);

  // Each batch is written whole or not at all; what is sent again after a failure changes nothing twice.
  async function send() {
    setIsBusy(true);
    try {
      const sums = { ...result };
      for (let from = sent; from < good.length; from += MAX_ADDRESS_IMPORT) {
        const batch = good.slice(from, from + MAX_ADDRESS_IMPORT).map(({ cells }) => addressOfCells(cells));
        const answer = await call(
          "importAddresses",
          { address_list: batch } as unknown as CallInput<"importAddresses">,
          where,
        );
        for (const figure of ["created", "updated", "unchanged"] as const) sums[figure] += answer[figure];
        setResult({ ...sums });
        setSent(Math.min(from + MAX_ADDRESS_IMPORT, good.length));
      }
    } catch (error) {
      showFailure(error);
    } finally {
      setIsBusy(false);
      void readAgain("importAddresses");
      head.current?.focus();
    }
  }

  function saveWrong() {
    const lines = wrong.map(({ cells, errors }) => [
      ...table.columns.map((column) => cells[column] ?? ""),
      errors.map(({ field, message }) => `${ownField(field)}: ${message}`).join("; "),
    ]);
    saveCsv(writeCsv([...table.columns, "error"], lines), `wrong-of-${name.replace(/\.\w+$/, "")}.csv`);
  }

  const isDone = sent === good.length;
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={head} tabIndex={-1} className="text-base font-semibold break-words outline-none">
        {t("read", { file: name, count: rows.length })}
      </h2>
      {table.ignored.length > 0 ? (
        <p className="text-muted">{t("ignored", { columns: table.ignored.join(" · ") })}</p>
      ) : null}
      <p role="status">{sent > 0 ? t("done", result) : ""}</p>
      <div className="flex flex-wrap items-center gap-2">
        {good.length > 0 && isDone ? (
          <LinkButton href={href("/addresses")} variant="primary">
            {t("toList")}
          </LinkButton>
        ) : (
          <Button variant="primary" disabled={isDone} loading={isBusy} onClick={() => void send()}>
            {t("send", { count: good.length - sent })}
          </Button>
        )}
        {wrong.length > 0 ? (
          <Button onClick={saveWrong}>
            <FileDown aria-hidden="true" />
            {t("saveWrong", { count: wrong.length })}
          </Button>
        ) : null}
        <Button variant="ghost" disabled={isBusy} onClick={onOther}>
          {t("other")}
        </Button>
      </div>
      {wrong.length > 0 ? (
        <Section flush title={t("wrong", { count: wrong.length })} description={t("wrongAbout")}>
          <Table label={t("wrong", { count: wrong.length })}>
            <THead>
              <TR>
                <TH align="end">{t("line")}</TH>
                <TH>{t("row")}</TH>
                <TH>{t("error")}</TH>
              </TR>
            </THead>
            <TBody>
              {wrong.slice(0, SHOWN).map(({ line, cells, errors }) => (
                <TR key={line} className="align-top">
                  <TD align="end" className="text-muted">
                    {formatNumber(String(line))}
                  </TD>
                  <TD className="max-w-64 truncate">{cells.name ?? cells.mobile ?? cells.address}</TD>
                  <TD>
                    {errors.map(({ field, message }) => (
                      <span key={field} className="flex items-start gap-1">
                        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
                        <span>
                          <span className="font-mono text-xs">{ownField(field)}</span> {message}
                        </span>
                      </span>
                    ))}
                  </TD>
                </TR>
              ))}
            </TBody>
          </Table>
        </Section>
      ) : null}
    </div>
  );
}
