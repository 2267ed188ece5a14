"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { TextLink } from "@/components/ui/link-button";
import { queryFor } from "@/lib/api-client";
import { pageHref, supportHref } from "@/lib/pages/page-href";

/** For staff: whose orders these are, and the choice of another merchant. Merchants never load it. */
export default function MerchantFilter() {
  const t = useTranslations("support");
  const { account, environment } = useWorkspace();
  // Null until the choice is opened, so that no merchants are looked up before.
  const [typed, setTyped] = useState<string | null>(null);
  const accounts = useQuery({
    ...queryFor("listAccounts", { ...(typed?.trim() ? { q: typed.trim() } : {}) }, { environment }),
    enabled: typed !== null,
    placeholderData: keepPreviousData,
  });
  const options = (accounts.data?.data ?? []).map(({ account_id, name }) => ({
    value: account_id,
    label: name,
    description: account_id,
  }));
  if (!typed?.trim() && !options.some(({ value }) => value === account.id))
    options.unshift({ value: account.id, label: account.name, description: account.id });

  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2">
      <Field label={t("merchant")} className="w-full sm:w-80">
        <Combobox
          value={account.id}
          options={options}
          onSearch={setTyped}
          loading={accounts.isFetching}
          searchPlaceholder={t("searchPlaceholder")}
          // A full page load: the frame around the list, with its banner, must belong to the same merchant.
          onValueChange={(id) => window.location.assign(pageHref("/orders", environment, id))}
        />
      </Field>
      <TextLink href={supportHref("/accounts", environment)} className="mb-2">
        {t("allMerchants")}
      </TextLink>
    </div>
  );
}
