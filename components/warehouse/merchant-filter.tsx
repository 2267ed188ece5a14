"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { queryFor } from "@/lib/api-client";
import { useWarehouse } from "./workspace";

const ANY = "any";
// The most merchants shown at once; typing finds the others.
const MOST = "100";

/** Filters a list by merchant, found by name or number. */
export function MerchantFilter({
  chosen,
  onChange,
}: {
  chosen: string | undefined;
  onChange: (accountId: string | null) => void;
}) {
  const t = useTranslations("warehouse.merchant");
  const { where } = useWarehouse();
  // Null until the choice is opened.
  const [typed, setTyped] = useState<string | null>(null);
  const q = (typed ?? chosen)?.trim();
  const accounts = useQuery({
    ...queryFor("listAccounts", { limit: MOST, ...(q ? { q } : {}) }, where),
    enabled: typed !== null || chosen !== undefined,
    placeholderData: keepPreviousData,
  });
  const found = accounts.data?.data.filter(({ pick_pack }) => pick_pack) ?? [];
  return (
    <Field
      label={t("label")}
      className="w-48 max-sm:min-w-0 max-sm:flex-1 [&_label]:text-xs [&_label]:font-normal [&_label]:text-muted"
    >
      <Combobox
        value={chosen ?? ANY}
        options={[
          // Not among what a search finds.
          ...(typed?.trim() ? [] : [{ value: ANY, label: t("any") }]),
          ...found.map(({ account_id, name }) => ({ value: account_id, label: name, description: account_id })),
        ]}
        onSearch={setTyped}
        loading={accounts.isFetching}
        searchPlaceholder={t("search")}
        onValueChange={(value) => onChange(value === ANY ? null : value)}
      />
    </Field>
  );
}
