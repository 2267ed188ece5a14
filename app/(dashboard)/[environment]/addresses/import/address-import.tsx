"use client";

import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { MAX_ROWS, readLines } from "@/components/read-file";
import { saveCsv } from "@/components/save-file";
import { Button } from "@/components/ui/button";
import { FileBox } from "@/components/ui/file-box";
import { lazyPart } from "@/components/ui/lazy-part";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { ADDRESS_COLUMNS, type AddressTable, readAddressTable } from "@/lib/address-csv";
import { writeCsv } from "@/lib/csv-cells";
import { formatNumber } from "@/lib/format";

// The rules of addresses load with the first file.
const ImportPreview = lazy(() => lazyPart(() => import("./import-preview")));

const EXAMPLE: Partial<Record<(typeof ADDRESS_COLUMNS)[number], string>> = {
  kind: "recipient",
  label: "VIP",
  name: "陳大文",
  mobile_prefix: "852",
  mobile: "91234567",
  address: "九龍旺角彌敦道 700 號 5 樓 A 室",
};

type Problem = "workbook" | "tooLarge" | "unreadable" | "empty" | "tooMany" | "noColumns";
type Read = { name: string } & ({ table: AddressTable } | { problem: Problem });

async function read(file: File): Promise<Read> {
  const found = await readLines(file).catch(() => ({ key: "unreadable" as const }));
  if ("key" in found) return { name: file.name, problem: found.key };
  const table = readAddressTable(found);
  return { name: file.name, ...(table ? { table } : { problem: "noColumns" }) };
}

/** Imports a file of addresses: its contents are checked before anything is sent. */
export function AddressImport() {
  const t = useTranslations("addresses.import");
  const [file, setFile] = useState<Read | null>(null);
  const [isReading, setIsReading] = useState(false);

  async function take(given: File) {
    setIsReading(true);
    setFile(await read(given));
    setIsReading(false);
  }

  if (file && "table" in file)
    return (
      <Suspense fallback={<SkeletonRows />}>
        <ImportPreview name={file.name} table={file.table} onOther={() => setFile(null)} />
      </Suspense>
    );
  return (
    <Section>
      <div className="flex flex-col gap-4">
        {file ? (
          <div role="alert" className="rounded-md bg-bad-tint px-3 py-2">
            <p className="font-semibold break-words text-bad">{t("notRead", { file: file.name })}</p>
            <p>{t(`problems.${file.problem}`, { max: formatNumber(MAX_ROWS) })}</p>
          </div>
        ) : null}
        <FileBox
          title={t(isReading ? "reading" : "choose")}
          hint={t("drop")}
          accept=".csv,.tsv,.txt,text/csv"
          isBusy={isReading}
          onFile={(given) => void take(given)}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            onClick={() =>
              saveCsv(
                writeCsv([ADDRESS_COLUMNS, ADDRESS_COLUMNS.map((column) => EXAMPLE[column] ?? "")]),
                "addresses-template.csv",
              )
            }
          >
            <FileDown aria-hidden="true" />
            {t("template")}
          </Button>
          <p className="min-w-0 flex-1 basis-80 text-muted">{t("templateAbout")}</p>
        </div>
      </div>
    </Section>
  );
}
