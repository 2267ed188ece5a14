"use client";

import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { fetchFile } from "@/components/documents/pdf-file";
import { useWorkspace } from "@/components/environment";
import { saveCsv, saveFile } from "@/components/save-file";
import { Button } from "@/components/ui/button";
import { useFailureMessage } from "@/components/ui/error-state";
import { FileBox } from "@/components/ui/file-box";
import { Section } from "@/components/ui/section";
import { Table, TBody, TD, TR } from "@/components/ui/table";
import { useOperation, useTask } from "@/components/use-operation";
import { madeBefore } from "@/lib/api-client";
import type { FileKind } from "@/lib/file-kinds";
import { formatNumber } from "@/lib/format";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { ADDRESS_COLUMNS, type AddressColumn } from "@/lib/tables/address-csv";
import { writeCsv } from "@/lib/tables/csv-cells";
import { CSV, XLSX } from "@/lib/tables/file-types";
import { ORDER_COLUMNS } from "@/lib/tables/order-csv";
import { PRODUCT_COLUMNS, type ProductColumn } from "@/lib/tables/product-csv";

// Those of the contract, which would bring its schemas.
const MAX_FILE_ROWS = 5000;
const MAX_FILE_MIB = 20;
const MIB = 1024 * 1024;

const TEMPLATES = (["local", "intl"] as const).flatMap((ship_type) =>
  (["xlsx", "csv"] as const).map((format) => ({ ship_type, format })),
);

/** Asks for a file and sends it; says why one was not taken. `onTaken` gets the import's id. */
export function ImportChoice({ kind, onTaken }: { kind: FileKind; onTaken: (id: string) => void }) {
  const t = useTranslations("imports");
  const create = useOperation("createImport");
  const failureMessage = useFailureMessage();
  const [refused, setRefused] = useState<{ name: string; why: string } | null>(null);
  const [isSending, setIsSending] = useState(false);
  /** One key for all attempts with the same file. */
  const keys = useRef(new Map<string, string>());

  async function send(file: File): Promise<string | null> {
    if (file.size > MAX_FILE_MIB * MIB) return t("tooLarge", { mib: MAX_FILE_MIB });
    const content = await file.arrayBuffer().catch(() => null);
    if (!content) return t("unreadable");
    const mark = `${file.name} ${file.size} ${file.lastModified}`;
    const idempotencyKey = keys.current.get(mark) ?? newIdempotencyKey();
    keys.current.set(mark, idempotencyKey);
    const input = { kind, name: file.name.slice(0, 200), content: new Uint8Array(content) };
    try {
      onTaken((await create.send(input, { idempotencyKey, isReadLater: true })).import_id);
    } catch (error) {
      const id = madeBefore(error);
      if (id === null) {
        const { detail, title, todo } = failureMessage(error);
        return detail ?? `${title} ${todo}`;
      }
      onTaken(id);
    }
    return null;
  }

  async function take(file: File) {
    setIsSending(true);
    setRefused(null);
    const why = await send(file);
    // What was taken leads to its own page.
    if (why === null) return;
    setIsSending(false);
    setRefused({ name: file.name, why });
  }

  return (
    <Section>
      <div className="flex flex-col gap-4">
        {refused ? (
          <div role="alert" className="rounded-md bg-bad-tint px-3 py-2">
            <p className="font-semibold break-words text-bad">{t("notTaken", { file: refused.name })}</p>
            <p>{refused.why}</p>
          </div>
        ) : null}
        <FileBox
          title={isSending ? t("sending") : t(`of.${kind}.choose`)}
          hint={t("drop", { rows: formatNumber(MAX_FILE_ROWS), mib: MAX_FILE_MIB })}
          accept={`.csv,.tsv,.txt,.xlsx,${CSV},${XLSX}`}
          isBusy={isSending}
          onFile={(file) => void take(file)}
        />
        <div className="flex flex-col gap-2">
          <h2 className="font-semibold">{t("templates.title")}</h2>
          <p className="max-w-prose text-muted">{t(`of.${kind}.template`)}</p>
          <div className="flex flex-wrap gap-2">{kind === "orders" ? <OrderTemplates /> : <Example of={kind} />}</div>
        </div>
        {kind === "orders" ? (
          <OrderColumns />
        ) : (
          <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
            {RULES.map((rule) => (
              <li key={rule}>{t(`of.${kind}.rules.${rule}`)}</li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

const RULES = ["columns", "same", "left"] as const;

function OrderTemplates() {
  const t = useTranslations("imports.templates");
  const { where } = useWorkspace();
  const { run, isBusy } = useTask({ reading: true });
  return TEMPLATES.map(({ ship_type, format }) => (
    <Button
      key={`${ship_type} ${format}`}
      size="sm"
      disabled={isBusy}
      onClick={() =>
        run(async () => {
          const type = format === "xlsx" ? XLSX : CSV;
          saveFile(await fetchFile("readImportTemplate", { ship_type, format }, where, type));
        })
      }
    >
      <FileDown aria-hidden="true" />
      {t("save", { kind: t(ship_type), format: format === "xlsx" ? "Excel" : "CSV" })}
    </Button>
  ));
}

const EXAMPLES: Record<"products" | "addresses", { columns: readonly string[]; line: Record<string, string> }> = {
  products: {
    columns: PRODUCT_COLUMNS,
    line: {
      ...{ sku: "CAP-TRAIL", bar_code_eid: "4897654300015", name: "Trail running cap" },
      ...{ length: "28", width: "20", height: "12", weight: "0.1", hscode: "650500", origin: "VN" },
      ...{ unit: "PCS", unit_value: "199.00", currency: "HKD", low_stock_mark: "20" },
    } satisfies Partial<Record<ProductColumn, string>>,
  },
  addresses: {
    columns: ADDRESS_COLUMNS,
    line: {
      ...{ kind: "recipient", label: "VIP", name: "陳大文", mobile_prefix: "852", mobile: "91234567" },
      address: "九龍旺角彌敦道 700 號 5 樓 A 室",
    } satisfies Partial<Record<AddressColumn, string>>,
  },
};

/** Saves a file with every column and one line. */
function Example({ of: kind }: { of: keyof typeof EXAMPLES }) {
  const t = useTranslations("imports.templates");
  const { columns, line } = EXAMPLES[kind];
  const save = () => saveCsv(writeCsv(columns, [columns.map((column) => line[column] ?? "")]), `${kind}-template.csv`);
  return (
    <Button size="sm" onClick={save}>
      <FileDown aria-hidden="true" />
      {t("save", { kind: t(kind), format: "CSV" })}
    </Button>
  );
}

/** What each column of a file of orders holds. */
function OrderColumns() {
  const t = useTranslations("imports");
  return (
    <details>
      <summary className="cursor-pointer font-semibold">{t("columnsOf")}</summary>
      <Table label={t("columnsOf")} className="mt-2">
        <TBody>
          {ORDER_COLUMNS.map((column) => (
            <TR key={column}>
              <TD className="font-mono text-xs">{column}</TD>
              <TD className="font-semibold">{t(`cells.${column}`)}</TD>
              <TD className="text-muted">{t(`holds.${column}`)}</TD>
            </TR>
          ))}
        </TBody>
      </Table>
    </details>
  );
}
