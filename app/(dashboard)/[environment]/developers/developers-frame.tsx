"use client";

import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWorkspace } from "@/components/environment";
import { leaveBy } from "@/components/forms/leave-by";
import { TabLinks } from "@/components/ui/tab-links";

/** The tabs in their order; each is the page `developers/ID`, and its name the word `developers.tabs.ID`. */
const TABS = ["clients", "requests", "events"] as const;

/** The tabs of the pages for developers, and below them the page of the tab. */
export function DevelopersFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("developers.tabs");
  const { href, environment, isStaff } = useWorkspace();
  const router = useRouter();
  const pathname = usePathname();
  // Of these pages, support sees only the clients.
  if (isStaff) return children;
  return (
    <>
      <TabLinks
        label={t("label")}
        current={TABS.find((tab) => pathname === `/${environment}/developers/${tab}`)}
        className="mb-4 px-0"
        tabs={TABS.map((tab) => {
          const to = href(`/developers/${tab}`);
          return { id: tab, label: t(tab), href: to, onPress: () => leaveBy(() => router.push(to)) };
        })}
      />
      {children}
    </>
  );
}
