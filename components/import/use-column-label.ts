"use client";

import { useTranslations } from "next-intl";
import type { FileKind } from "@/lib/file-kinds";
import type { AddressColumn } from "@/lib/tables/address-csv";
import type { OrderColumn } from "@/lib/tables/order-csv";
import type { ProductColumn } from "@/lib/tables/product-csv";
import { KINDS } from "./kinds";

/** The words for columns of a kind; what is wrong with a thing as a whole is with none. */
export function useColumnLabel(kind: FileKind): (column: string) => string {
  const tKind = useTranslations(`imports.of.${kind}`);
  const t = useTranslations("imports.cells");
  const tProducts = useTranslations("products.cells");
  const tAddresses = useTranslations("addresses.cells");
  return (column) => {
    if (!KINDS[kind].columns.includes(column)) return tKind("whole");
    if (kind === "products") return tProducts(column as ProductColumn);
    return kind === "addresses" ? tAddresses(column as AddressColumn) : t(column as OrderColumn);
  };
}
