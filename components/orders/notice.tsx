import { CircleX, Clock, type LucideIcon, TriangleAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import type { OrderRecord } from "@/lib/contracts/order";
import type { CANCEL_REASONS } from "@/lib/order-choices";

const LOOKS = {
  waiting: { tint: "bg-hover text-text", icon: Clock },
  bad: { tint: "bg-bad-tint text-bad", icon: TriangleAlert },
  neutral: { tint: "bg-hover text-text", icon: CircleX },
} as const;

/** A box at the top of an order's page: what the reader must know first. */
export function Banner({
  tint,
  icon: Icon,
  title,
  children,
}: {
  tint: string;
  icon: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={cn("mb-4 flex items-start gap-2 rounded-md px-4 py-3", tint)}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}

/** What a reader of the order must know first: it is not bought yet, or cancelled. */
export function Notice({ order }: { order: OrderRecord }) {
  const t = useTranslations("orderPage.notice");
  const reasons = useTranslations("orderActions.reasons");
  const { order_status: status, cancel_reason, cancel_remarks, suspension, provider_name } = order;
  const language = useLocale();
  if (status === "PENDING_CONFIRM" && suspension)
    return (
      <Banner {...LOOKS.bad} title={t("suspended", { service: provider_name })}>
        <p>{language === "en" ? suspension.notice_en : suspension.notice_zh}</p>
        {suspension.until ? (
          <p className="text-xs">
            {t.rich("suspendedUntil", { time: () => <DateTime value={suspension.until ?? ""} /> })}
          </p>
        ) : null}
      </Banner>
    );
  if (status === "PENDING_CONFIRM") return <Banner {...LOOKS.waiting} title={t("pending")} />;
  if (status === "CANCELLED")
    return (
      <Banner
        {...LOOKS.neutral}
        title={
          cancel_reason && reasons.has(cancel_reason as (typeof CANCEL_REASONS)[number])
            ? t("cancelled", { reason: reasons(cancel_reason as (typeof CANCEL_REASONS)[number]) })
            : t("cancelledPlain")
        }
      >
        {cancel_remarks ? <p className="whitespace-pre-line text-muted">{cancel_remarks}</p> : null}
      </Banner>
    );
  return null;
}
