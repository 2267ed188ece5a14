"use client";

import { useTranslations } from "next-intl";
import { useOpenOrder } from "@/components/orders/open-order";
import { SearchField } from "@/components/search-field";
import type { TypedSearch } from "@/components/use-typed-search";

/**
 * The search of the list: searches for what is typed, and opens the order of a complete number that is scanned or
 * entered.
 */
export function SearchBox(props: Omit<TypedSearch, "open"> & { className: string }) {
  const t = useTranslations("orderList.search");
  const open = useOpenOrder();

  return <SearchField {...props} label={t("label")} placeholder={t("placeholder")} open={open} />;
}
