"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useSupport } from "@/components/support/place";
import { TabLinks } from "@/components/ui/tab-links";
import { ACCOUNT_STATES, type AccountState } from "@/lib/contracts/account";

/** The accounts of one state, or all, with what is searched for. */
export function StateTabs({ current, q }: { current: AccountState | undefined; q: string }) {
  const t = useTranslations("support");
  const { href } = useSupport();
  const router = useRouter();
  const tabs = [undefined, ...ACCOUNT_STATES].map((state) => {
    const query = new URLSearchParams({ ...(q && { q }), ...(state && { state }) });
    const to = href(`/accounts?${query}`);
    const label = state ? t(`states.${state}`) : t("all");
    return { id: state ?? "ALL", label, href: to, onPress: () => router.push(to) };
  });
  return <TabLinks label={t("state")} current={current ?? "ALL"} tabs={tabs} />;
}
