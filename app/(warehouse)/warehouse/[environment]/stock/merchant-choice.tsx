"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { TextLink } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useWarehouse } from "@/components/warehouse/workspace";
import { queryFor } from "@/lib/api-client";
import type { AccountRow } from "@/lib/contracts/account";
import { ALL_ROWS } from "@/lib/lists/pagination";

/** Whose stock: merchants with pick-and-pack first, found by name or number. */
export function MerchantChoice({ chosen }: { chosen: { id: string; name: string } | null }) {
  const t = useTranslations("products.staff");
  const { where, href } = useWarehouse();
  const router = useRouter();
  // Null until the choice is opened: once a merchant is chosen, no others are looked up before that.
  const [typed, setTyped] = useState<string | null>(chosen ? null : "");
  const q = typed?.trim();
  const accounts = useQuery({
    ...queryFor("listAccounts", q ? { ...ALL_ROWS, q } : ALL_ROWS, where),
    enabled: typed !== null,
    placeholderData: keepPreviousData,
  });
  const found = (accounts.data?.data ?? []).toSorted((a, b) => Number(b.pick_pack) - Number(a.pick_pack));
  const to = (id: string) => `${href("/stock")}?account=${id}`;
  const options = found.map(({ account_id, name, pick_pack }) => ({
    value: account_id,
    label: name,
    description: pick_pack ? account_id : t("without", { id: account_id }),
  }));
  if (chosen && !q && !options.some(({ value }) => value === chosen.id))
    options.unshift({ value: chosen.id, label: chosen.name, description: chosen.id });

  const choice = (
    <Field label={t("merchant")} className="w-full sm:w-80">
      <Combobox
        value={chosen?.id}
        options={options}
        onSearch={setTyped}
        loading={accounts.isFetching}
        searchPlaceholder={t("searchMerchant")}
        onValueChange={(id) => router.push(to(id))}
      />
    </Field>
  );
  if (chosen) return <div className="mb-4">{choice}</div>;
  return (
    <div className="flex flex-col gap-4">
      {choice}
      <Section flush title={t("merchants")}>
        {accounts.isPending ? (
          <SkeletonRows rows={3} />
        ) : accounts.data ? (
          <Merchants rows={found.filter(({ pick_pack }) => pick_pack)} to={to} />
        ) : (
          <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
        )}
      </Section>
    </div>
  );
}

function Merchants({ rows, to }: { rows: readonly AccountRow[]; to: (id: string) => string }) {
  const t = useTranslations("products.staff");
  if (rows.length === 0) return <p className="px-4 py-6 text-center text-muted">{t("noMerchants")}</p>;
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ account_id, name }) => (
        <li key={account_id} className="relative flex min-h-11 items-center justify-between gap-4 px-4 hover:bg-hover">
          <TextLink href={to(account_id)} className="before:absolute before:inset-0">
            {name}
          </TextLink>
          <span className="font-mono text-xs text-muted">{account_id}</span>
        </li>
      ))}
    </ul>
  );
}
