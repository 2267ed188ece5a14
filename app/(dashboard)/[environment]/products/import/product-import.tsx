"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { usePlace } from "@/components/environment";
import { FileChoice } from "@/components/forms/file-choice";
import { type FileLines, MAX_ROWS } from "@/components/forms/read-file";
import { lazyPart } from "@/components/ui/lazy-part";
import { SkeletonRows } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/format";
import { type ColumnMap, missingColumns, PRODUCT_COLUMNS, readProductTable } from "@/lib/tables/product-csv";
import { ColumnChoice } from "./column-choice";
import { columnsOf, rememberColumns } from "./remembered-columns";

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
  const { where } = usePlace();
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
