"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { SearchField } from "@/components/search-field";
import { useSupport } from "@/components/support/place";
import type { AccountState } from "@/lib/contracts/account";

/** The search of merchants, which keeps the state that is shown. */
export function AccountSearch({ value, state }: { value: string; state: AccountState | undefined }) {
  const t = useTranslations("support");
  const { href } = useSupport();
  const router = useRouter();
  const [isPending, start] = useTransition();
  const search = (q: string) => {
    const query = new URLSearchParams({ ...(q && { q }), ...(state && { state }) });
    start(() => router.replace(href(`/accounts?${query}`), { scroll: false }));
  };
  return (
    <SearchField
      value={value}
      isPending={isPending}
      onSearch={search}
      label={t("searchLabel")}
      placeholder={t("searchExample")}
      className="w-full sm:w-112"
    />
  );
}
