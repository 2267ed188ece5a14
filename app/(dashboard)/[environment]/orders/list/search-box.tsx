"use client";

import { useTranslations } from "next-intl";
import { SearchField } from "@/components/lists/search-field";
import type { TypedSearch } from "@/components/lists/use-typed-search";
import { useOpenOrder } from "@/components/orders/open-order";

/**
 * The search of the list: searches for what is typed, and opens the order of a complete number that is scanned or
 * entered.
 */
export function SearchBox(props: Omit<TypedSearch, "open"> & { className: string }) {
  const t = useTranslations("orderList.search");
  const open = useOpenOrder();

  return <SearchField {...props} label={t("label")} placeholder={t("placeholder")} open={open} />;
}
