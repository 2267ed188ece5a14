"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { DateTime } from "@/components/ui/date-time";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { queryFor } from "@/lib/api-client";
import { ActivitySentence } from "../activity-words";

/** What happened last in the account. */
export function Lately() {
  const t = useTranslations("settings.activity");
  const { href, where } = usePlace();
  const rows = useQuery(queryFor("listActivity", { limit: "5", offset: "0" }, where)).data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Section
      title={t("lately")}
      actions={
        <LinkButton href={href("/settings/activity")} variant="ghost" size="sm">
          {t("title")}
        </LinkButton>
      }
      flush
    >
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id} className="flex items-start justify-between gap-4 px-4 py-2.5">
            <ActivitySentence row={row} />
            <DateTime value={row.at} className="shrink-0 text-xs text-muted" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
