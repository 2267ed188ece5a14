import { CircleX, Clock, Hand, TriangleAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Banner } from "@/components/orders/banner";
import { DateTime } from "@/components/ui/date-time";
import type { OrderRecord } from "@/lib/contracts/order";
import type { CANCEL_REASONS } from "@/lib/orders/choices";

const LOOKS = {
  waiting: { tint: "bg-hover text-text", icon: Clock },
  held: { tint: "bg-warn-tint text-warn", icon: Hand },
  bad: { tint: "bg-bad-tint text-bad", icon: TriangleAlert },
  neutral: { tint: "bg-hover text-text", icon: CircleX },
} as const;

/** What a reader of the order must know first: it is not bought yet, or cancelled. */
export function Notice({ order }: { order: OrderRecord }) {
  const t = useTranslations("orderPage.notice");
  const tReasons = useTranslations("orderActions.reasons");
  const { order_status: status, cancel_reason, cancel_remarks, suspension, provider_name, holds } = order;
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
  if (status === "PENDING_CONFIRM" && holds.length > 0)
    return (
      <Banner {...LOOKS.held} title={t("held")}>
        {holds.map((reason) => (
          <p key={reason} className="wrap-anywhere">
            {reason}
          </p>
        ))}
      </Banner>
    );
  if (status === "PENDING_CONFIRM") return <Banner {...LOOKS.waiting} title={t("pending")} />;
  if (status === "CANCELLED")
    return (
      <Banner
        {...LOOKS.neutral}
        title={
          cancel_reason && tReasons.has(cancel_reason as (typeof CANCEL_REASONS)[number])
            ? t("cancelled", { reason: tReasons(cancel_reason as (typeof CANCEL_REASONS)[number]) })
            : t("cancelledPlain")
        }
      >
        {cancel_remarks ? <p className="whitespace-pre-line text-muted">{cancel_remarks}</p> : null}
      </Banner>
    );
  return null;
}
