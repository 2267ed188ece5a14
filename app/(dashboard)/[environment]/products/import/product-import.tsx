"use client";

import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { usePlace } from "@/components/environment";
import { type FileLines, type FileProblem, MAX_ROWS, readLines } from "@/components/read-file";
import { saveCsv } from "@/components/save-file";
import { Button } from "@/components/ui/button";
import { FileBox } from "@/components/ui/file-box";
import { lazyPart } from "@/components/ui/lazy-part";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { writeCsv } from "@/lib/csv-cells";
import { formatNumber } from "@/lib/format";
import { type ColumnMap, missingColumns, PRODUCT_COLUMNS, readProductTable } from "@/lib/product-csv";
import { columnsOf, rememberColumns } from "./remembered-columns";

// The rules of products load with the first file, and so does the question about its columns, if it is needed.
const ImportPreview = lazy(() => lazyPart(() => import("./import-preview")));
const ColumnChoice = lazy(() => lazyPart(() => import("./column-choice")));

const EXAMPLE: Record<(typeof PRODUCT_COLUMNS)[number], string> = {
  sku: "CAP-TRAIL",
  bar_code_eid: "4897654300015",
  name: "Trail running cap",
  length: "28",
  width: "20",
  height: "12",
  weight: "0.1",
  hscode: "650500",
  origin: "VN",
  battery_type: "",
  battery_location: "",
  unit: "PCS",
  unit_value: "199.00",
  currency: "HKD",
  warehouse_location: "",
  low_stock_mark: "20",
};

type Read =
  | { name: string; lines: FileLines; map: ColumnMap; isAsked: boolean }
  | { name: string; problem: FileProblem };

/** Imports a file of products: its contents are checked and corrected before anything is sent. */
export function ProductImport() {
  const t = useTranslations("products.import");
  const { where } = usePlace();
  const [read, setRead] = useState<Read | null>(null);
  const [isReading, setIsReading] = useState(false);

  async function take(file: File) {
    setIsReading(true);
    const found = await readLines(file).catch((): FileProblem => ({ key: "unreadable" }));
    if ("key" in found) setRead({ name: file.name, problem: found });
    else {
      const map = columnsOf(found, where);
      setRead({ name: file.name, lines: found, map, isAsked: missingColumns(map.columns).length > 0 });
    }
    setIsReading(false);
  }

  if (read && "lines" in read) {
    const { name, lines, map, isAsked } = read;
    const onOther = () => setRead(null);
    return (
      <Suspense fallback={<SkeletonRows />}>
        {isAsked ? (
          <ColumnChoice
            name={name}
            lines={lines}
            given={map}
            onChosen={(chosen) => {
              rememberColumns(lines, chosen, where);
              setRead({ ...read, map: chosen, isAsked: false });
            }}
            onOther={onOther}
          />
        ) : (
          <ImportPreview
            name={name}
            table={readProductTable(lines, map)}
            onColumns={() => setRead({ ...read, isAsked: true })}
            onOther={onOther}
          />
        )}
      </Suspense>
    );
  }
  return (
    <Section>
      <div className="flex flex-col gap-4">
        {read ? (
          <div role="alert" className="rounded-md bg-bad-tint px-3 py-2">
            <p className="font-semibold break-words text-bad">{t("notRead", { file: read.name })}</p>
            <ProblemWords problem={read.problem} />
          </div>
        ) : null}
        <FileBox
          title={t(isReading ? "reading" : "choose")}
          hint={t("drop")}
          accept=".csv,.tsv,.txt,text/csv"
          isBusy={isReading}
          onFile={(file) => void take(file)}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            onClick={() =>
              saveCsv(
                writeCsv([PRODUCT_COLUMNS, PRODUCT_COLUMNS.map((column) => EXAMPLE[column])]),
                "products-template.csv",
              )
            }
          >
            <FileDown aria-hidden="true" />
            {t("template")}
          </Button>
          <p className="min-w-0 flex-1 basis-80 text-muted">{t("templateAbout")}</p>
        </div>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
          <li>{t("rules.columns")}</li>
          <li>{t("rules.sku")}</li>
          <li>{t("rules.stock")}</li>
          <li>{t("rules.size", { max: formatNumber(MAX_ROWS) })}</li>
        </ul>
      </div>
    </Section>
  );
}

function ProblemWords({ problem }: { problem: FileProblem }) {
  const t = useTranslations("products.import.problems");
  if (problem.key === "tooMany")
    return <p>{t("tooMany", { rows: formatNumber(problem.rows), max: formatNumber(MAX_ROWS) })}</p>;
  return <p>{t(problem.key)}</p>;
}
