"use client";

import { FileDown, FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, lazy, Suspense, useState } from "react";
import { usePlace } from "@/components/environment";
import { saveCsv } from "@/components/save-file";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { lazyPart } from "@/components/ui/lazy-part";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { writeCsv } from "@/lib/csv-cells";
import { formatNumber } from "@/lib/format";
import { type ColumnMap, missingColumns, PRODUCT_COLUMNS, readProductTable } from "@/lib/product-csv";
import { type FileLines, type FileProblem, MAX_ROWS, readLines } from "./read-file";
import { columnsOf, rememberColumns } from "./remembered-columns";

// The rules of products come with the first file, and what asks for its columns where they are not known.
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

/** Takes a file of products: what it holds is looked at and mended before anything is sent. */
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
        <FileBox isBusy={isReading} onFile={(file) => void take(file)} />
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

function FileBox({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const t = useTranslations("products.import");
  const [isOver, setIsOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) onFile(file);
  }

  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cn(
        "flex min-h-40 cursor-pointer flex-col items-center justify-center gap-2 rounded-lg border border-dashed border-control px-4 py-6 text-center",
        "focus-within:outline-2 focus-within:outline-accent hover:bg-hover",
        isOver && "border-accent bg-accent-tint",
      )}
    >
      <FileUp aria-hidden="true" className="size-6 text-muted" />
      <span className="font-semibold">{t(isBusy ? "reading" : "choose")}</span>
      <span className="text-muted">{t("drop")}</span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        disabled={isBusy}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file, mended, may be chosen again.
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
