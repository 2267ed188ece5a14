"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { TextLink } from "@/components/ui/link-button";
import { lazily } from "@/lib/lazily";
import { lazyContract, lazyQueryFor } from "@/lib/lazy-contract";
import { pageHref } from "@/lib/page-href";

const LIST_ACCOUNTS = lazyContract("listAccounts", () => lazily(() => import("@/lib/contracts/account")));

/** For staff: whose orders these are, and the way to another merchant's. Merchants never load it. */
export default function MerchantFilter() {
  const t = useTranslations("support");
  const { account, environment } = usePlace();
  // Null until the choice is opened: nobody is looked up before.
  const [typed, setTyped] = useState<string | null>(null);
  const accounts = useQuery({
    ...lazyQueryFor(LIST_ACCOUNTS, { ...(typed?.trim() ? { q: typed.trim() } : {}) }, { environment }),
    enabled: typed !== null,
    placeholderData: keepPreviousData,
  });
  const options = (accounts.data?.data ?? []).map(({ account_id, name, suspended, payment_plan }) => ({
    value: account_id,
    label: name,
    description: account_id,
    disabled: suspended || !payment_plan,
  }));
  if (!options.some(({ value }) => value === account.id))
    options.unshift({ value: account.id, label: account.name, description: account.id, disabled: false });

  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2">
      <Field label={t("merchant")} className="w-full sm:w-80">
        <Combobox
          value={account.id}
          options={options}
          onSearch={setTyped}
          loading={accounts.isFetching}
          searchPlaceholder={t("searchPlaceholder")}
          // A whole new page: the frame around the list, its banner too, must belong to the same merchant.
          onValueChange={(id) => window.location.assign(pageHref("/orders", environment, id))}
        />
      </Field>
      <TextLink href="/support" className="mb-2">
        {t("allMerchants")}
      </TextLink>
    </div>
  );
}
