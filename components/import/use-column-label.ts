"use client";

import { useTranslations } from "next-intl";
import type { FileKind } from "@/lib/contracts/import";
import type { OrderColumn } from "@/lib/tables/order-csv";
import type { ProductColumn } from "@/lib/tables/product-csv";
import { KINDS } from "./kinds";

/** The words for columns of a kind; what is wrong with a thing as a whole is with none. */
export function useColumnLabel(kind: FileKind): (column: string) => string {
  const tKind = useTranslations(`imports.of.${kind}`);
  const t = useTranslations("imports.cells");
  const tProducts = useTranslations("products.cells");
  return (column) => {
    if (!KINDS[kind].columns.includes(column)) return tKind("whole");
    return kind === "orders" ? t(column as OrderColumn) : tProducts(column as ProductColumn);
  };
}
