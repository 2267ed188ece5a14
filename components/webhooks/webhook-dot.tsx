"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useAttended } from "@/components/use-attended";
import { MERCHANT, type Role } from "@/lib/contracts/contract";
import { usePlace } from "../environment";
import { cn } from "../ui/cn";
import { endpointListQuery } from "./endpoint-list-query";
import { isTroubled } from "./endpoint-state";

const REFRESH_MS = 60_000;

/** Tells that an endpoint fails or was disabled for it. For merchants: each call of staff stands in the audit log. */
export function WebhookDot({ className, wordless = false }: { className?: string; wordless?: boolean }) {
  const t = useTranslations("shell");
  const { where, person } = usePlace();
  const isAttended = useAttended();
  const { data } = useQuery({
    ...endpointListQuery(where),
    enabled: (MERCHANT as readonly Role[]).includes(person.role),
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
