"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { FileChoice } from "@/components/forms/file-choice";
import { type FileLines, MAX_ROWS } from "@/components/forms/read-file";
import { lazyPart } from "@/components/ui/lazy-part";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { Where } from "@/lib/api-client";
import { formatNumber } from "@/lib/format";
import {
  type ColumnMap,
  guessColumns,
  missingColumns,
  PRODUCT_COLUMNS,
  readProductTable,
} from "@/lib/tables/product-csv";
import { ColumnChoice } from "./column-choice";

// The rules of products load with the first file.
const ImportPreview = lazy(() => lazyPart(() => import("./import-preview")));

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

const TEMPLATE = {
  name: "products-template.csv",
  columns: PRODUCT_COLUMNS,
  lines: [PRODUCT_COLUMNS.map((column) => EXAMPLE[column])],
};

/** Imports a file of products: its contents are checked and corrected before anything is sent. */
export function ProductImport() {
  const t = useTranslations("products.import");
  const { where } = useWorkspace();
  const [read, setRead] = useState<{ name: string; lines: FileLines; map: ColumnMap; isAsked: boolean } | null>(null);

  if (!read)
    return (
      <FileChoice
        template={TEMPLATE}
        templateAbout={t("templateAbout")}
        onLines={(name, lines) => {
          const map = columnsOf(lines, where);
          setRead({ name, lines, map, isAsked: missingColumns(map.columns).length > 0 });
          return null;
        }}
      >
        <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
          <li>{t("rules.columns")}</li>
          <li>{t("rules.sku")}</li>
          <li>{t("rules.stock")}</li>
          <li>{t("rules.size", { max: formatNumber(MAX_ROWS) })}</li>
        </ul>
      </FileChoice>
    );
  const { name, lines, map } = read;
  const onOther = () => setRead(null);
  if (read.isAsked)
    return (
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
    );
  return (
    <Suspense fallback={<SkeletonRows />}>
      <ImportPreview
        name={name}
        table={readProductTable(lines, map)}
        onColumns={() => setRead({ ...read, isAsked: true })}
        onOther={onOther}
      />
    </Suspense>
  );
}

const MOST_KEPT = 20;

type Kept = { headers: string; map: ColumnMap };

// Kept on this device for each account: the files of one merchant are alike, those of two may differ.
function storeOf({ environment, accountId }: Where): string {
  return `sampan-product-columns:${environment}:${accountId ?? ""}`;
}

/** How a file is recognised: by its first line, or by its number of columns if that line is not a header. */
function signature([first = []]: FileLines, hasHeaders: boolean): string {
  return JSON.stringify(hasHeaders ? first.map((header) => header.trim()) : first.length);
}

function isMap(value: unknown): value is ColumnMap {
  const { hasHeaders, columns } = (value ?? {}) as Partial<ColumnMap>;
  const isColumn = (column: unknown) => column === null || (PRODUCT_COLUMNS as readonly unknown[]).includes(column);
  return typeof hasHeaders === "boolean" && Array.isArray(columns) && columns.every(isColumn);
}

function keptRows(where: Where): Kept[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storeOf(where)) ?? "[]");
    return Array.isArray(read) ? read.filter((each) => typeof each?.headers === "string" && isMap(each.map)) : [];
  } catch {
    // Storage may be forbidden, or hold what another program wrote.
    return [];
  }
}

/** What the columns of a file hold: as chosen for the last file like it, else guessed from its headers. */
function columnsOf(lines: FileLines, where: Where): ColumnMap {
  const like = (hasHeaders: boolean) =>
    keptRows(where).find(
      ({ headers, map }) => map.hasHeaders === hasHeaders && headers === signature(lines, hasHeaders),
    );
  const guessed = guessColumns(lines);
  return (like(true) ?? (guessed.hasHeaders ? undefined : like(false)))?.map ?? guessed;
}

/** Remembers the person's choice for a file's columns. */
function rememberColumns(lines: FileLines, map: ColumnMap, where: Where): void {
  const headers = signature(lines, map.hasHeaders);
  const others = keptRows(where).filter((each) => each.headers !== headers);
  try {
    localStorage.setItem(storeOf(where), JSON.stringify([{ headers, map }, ...others].slice(0, MOST_KEPT)));
  } catch {
    // Storage may be forbidden or full; the columns are then chosen again.
  }
}
