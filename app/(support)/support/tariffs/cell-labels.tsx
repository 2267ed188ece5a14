"use client";

import { useTranslations } from "next-intl";
import type { SheetRow } from "@/lib/tariff-sheets";
import type { ServiceNames } from "./sheet-labels";

type Key = Parameters<ReturnType<typeof useTranslations<"tariffs">>>[0];

/** The labels of columns and of cells that hold codes. */
export function useCellLabels(services: ServiceNames) {
  const t = useTranslations("tariffs");
  const known = (key: string, code: string) => (t.has(key as Key) ? t(key as Key) : code);
  return {
    column: (name: string) => t(`cells.${name}` as Key),
    choice: (code: string) => known(`choices.${code}`, code),
    fee: (code: string) => known(`fees.${code}`, code),
    cell: (row: SheetRow, name: string): string => {
      const value = row[name] ?? "";
      if (name === "provider") return services[value] ?? value;
      if (name === "code") return known(`fees.${value}`, value);
      return name === "ship_type" || name === "kind" ? known(`choices.${value}`, value) : value;
    },
  };
}
