"use client";

import {
  CircleX,
  Clock,
  type LucideIcon,
  MessageCircleQuestion,
  PackageSearch,
  Scale,
  TriangleAlert,
  Undo2,
  Webhook,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import type { CaseKind } from "@/lib/cases";
import type { CaseRow } from "@/lib/contracts/case";
import { SUB_STATUSES } from "@/lib/orders/status";

export const CASE_LOOK: Record<CaseKind, { icon: LucideIcon; tone: string }> = {
  EXCEPTION: { icon: TriangleAlert, tone: "text-bad" },
  DELIVERY_FAILED: { icon: Undo2, tone: "text-bad" },
  ENDPOINT_DISABLED: { icon: Webhook, tone: "text-bad" },
  CANCELLATION_ASKED: { icon: CircleX, tone: "text-warn" },
  PICK_PACK_WAITING: { icon: PackageSearch, tone: "text-warn" },
  DISPUTE: { icon: Scale, tone: "text-warn" },
  QUESTION: { icon: MessageCircleQuestion, tone: "text-info" },
  LATE: { icon: Clock, tone: "text-warn" },
};

/** What a case is called: its kind, and what the carrier said. */
export function useCaseTitle() {
  const t = useTranslations("support.queue.kinds");
  const tSubStatus = useTranslations("subStatus");
  return ({ kind, sub_status }: Pick<CaseRow, "kind" | "sub_status">): string => {
    const isReported = kind === "EXCEPTION" || kind === "DELIVERY_FAILED";
    const known = isReported && SUB_STATUSES.find((each) => each === sub_status);
    return known ? t("with", { kind: t(kind), detail: tSubStatus(known) }) : t(kind);
  };
}

/** A time in minutes as people say it: 35 min, 2 h 10 min, 18 h, 3 days. */
export function useDuration() {
  const t = useTranslations("support.queue.age");
  return (minutes: number): string => {
    if (minutes < 60) return t("minutes", { count: minutes });
    if (minutes >= 600 && minutes < 48 * 60) return t("wholeHours", { hours: Math.floor(minutes / 60) });
    if (minutes < 600) return t("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
    return t("days", { count: Math.floor(minutes / 1440) });
  };
}

/** How old a case is, and how old it may become. */
export function AgeOfTarget({ row, className }: { row: CaseRow; className?: string }) {
  const t = useTranslations("support.queue.age");
  const duration = useDuration();
  const isOver = row.age_minutes > row.target_hours * 60;
  return (
    <span className={cn("shrink-0 text-xs whitespace-nowrap tabular-nums text-muted", className)}>
      {t.rich("of", {
        target: row.target_hours,
        age: () => (
          <span className={cn("font-semibold", isOver ? "text-bad" : "text-text")}>{duration(row.age_minutes)}</span>
        ),
      })}
    </span>
  );
}
