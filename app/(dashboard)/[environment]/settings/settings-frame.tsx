"use client";

import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWorkspace } from "@/components/environment";
import { leaveBy } from "@/components/forms/leave-by";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tab-links";

/** The tabs in their order; each is the page `settings/ID`, and its name the word `settings.tabs.ID`. */
const TABS = ["people", "defaults", "boxes", "rules", "statements", "notifications", "activity", "security"] as const;

/** Title and tabs of the settings, and below them the page of the tab. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("settings");
  const { href, environment, isStaff } = useWorkspace();
  const router = useRouter();
  const pathname = usePathname();
  // Of the settings, support sees only people and statements.
  if (isStaff) return children;
  return (
    <>
      <PageHeader title={t("title")} />
      <TabLinks
        label={t("tabs.label")}
        current={TABS.find((tab) => pathname === `/${environment}/settings/${tab}`)}
        className="mb-4 px-0"
        tabs={TABS.map((tab) => {
          const to = href(`/settings/${tab}`);
          return { id: tab, label: t(`tabs.${tab}`), href: to, onPress: () => leaveBy(() => router.push(to)) };
        })}
      />
      {children}
    </>
  );
}
