"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useAttended } from "@/components/use-attended";
import { queryFor } from "@/lib/api-client";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { isStaff } from "@/lib/roles";
import { useWorkspace } from "../environment";
import { cn } from "../ui/cn";
import { isTroubled } from "../webhooks/endpoint-state";

const REFRESH_MS = 60_000;

/**
 * Shows that an endpoint fails or was disabled for failing. Only for merchants: each call of staff is written to the
 * audit log.
 */
export function WebhookDot({ className, wordless = false }: { className?: string; wordless?: boolean }) {
  const t = useTranslations("shell");
  const { where, person } = useWorkspace();
  const isAttended = useAttended();
  const list = queryFor("listWebhooks", ALL_ROWS, where);
  const { data } = useQuery({
    ...list,
    // Below the list's key, so that what changes the list changes the dot. Not the key itself: the navigation is taken
    // over before the page, whose list would then be in the browser's hands while React compares it with the server's.
    queryKey: [...list.queryKey, "dot"],
    enabled: !isStaff(person.role),
    refetchInterval: isAttended ? REFRESH_MS : false,
  });
  const count = data?.data.filter(isTroubled).length ?? 0;
  if (count === 0) return null;
  return (
    <span
      className={cn("inline-flex items-center", className)}
      {...(wordless ? { "aria-hidden": true } : { title: t("webhookDot", { count }) })}
    >
      <span aria-hidden="true" className="size-2 rounded-full bg-bad" />
      {wordless ? null : <span className="sr-only">{t("webhookDot", { count })}</span>}
    </span>
  );
}
