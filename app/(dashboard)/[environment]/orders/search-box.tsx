"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { SearchField } from "@/components/search-field";
import type { TypedSearch } from "@/components/use-typed-search";
import { callLazily } from "@/lib/lazy-contract";
import { LIST_ORDERS } from "./operations";

// A tracking number or an order id in full, as a scanner types them.
const WHOLE_NUMBER = /^([a-z]{2}\d{11}|\d{15})$/i;

/** The search of the list: what is typed is looked for, a whole number that is scanned or entered opens its order. */
export function SearchBox(props: Omit<TypedSearch, "open"> & { className: string }) {
  const t = useTranslations("orderList.search");
  const { where, href } = usePlace();
  const router = useRouter();

  async function openOnly(number: string): Promise<boolean> {
    const { data, pagination } = await callLazily(LIST_ORDERS, { q: number, limit: "2" }, where);
    const [only] = data;
    if (!only || pagination.total !== 1) return false;
    router.push(href(`/orders/${only.order_id}`));
    return true;
  }

  return (
    <SearchField
      {...props}
      label={t("label")}
      placeholder={t("placeholder")}
      open={(text) => (WHOLE_NUMBER.test(text) ? openOnly(text) : null)}
    />
  );
}
