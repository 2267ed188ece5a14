"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { FileChoice } from "@/components/forms/file-choice";
import { lazyPart } from "@/components/ui/lazy-part";
import { SkeletonRows } from "@/components/ui/skeleton";
import { ADDRESS_COLUMNS, type AddressTable, readAddressTable } from "@/lib/tables/address-csv";

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

const TEMPLATE = {
  name: "addresses-template.csv",
  columns: ADDRESS_COLUMNS,
  lines: [ADDRESS_COLUMNS.map((column) => EXAMPLE[column] ?? "")],
};

/** Imports a file of addresses: its contents are checked before anything is sent. */
export function AddressImport() {
  const t = useTranslations("addresses.import");
  const [read, setRead] = useState<{ name: string; table: AddressTable } | null>(null);

  if (!read)
    return (
      <FileChoice
        template={TEMPLATE}
        templateAbout={t("templateAbout")}
        onLines={(name, lines) => {
          const table = readAddressTable(lines);
          if (table) setRead({ name, table });
          return table ? null : t("noColumns");
        }}
      />
    );
  return (
    <Suspense fallback={<SkeletonRows />}>
      <ImportPreview name={read.name} table={read.table} onOther={() => setRead(null)} />
    </Suspense>
  );
}
