import { CircleX, ClockAlert, type LucideIcon, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import type { CANCEL_REASONS, OrderRecord } from "@/lib/contracts/order";

const LOOKS = {
  warn: { tint: "bg-warn-tint text-warn", icon: ClockAlert },
  bad: { tint: "bg-bad-tint text-bad", icon: TriangleAlert },
  neutral: { tint: "bg-hover text-text", icon: CircleX },
} as const;

/** A box over an order's page: what must be known first. */
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

/** What somebody who opens the order must know first: it is not bought yet, it is stuck, it is cancelled. */
export function Notice({ order }: { order: OrderRecord }) {
  const t = useTranslations("orderPage.notice");
  const reasons = useTranslations("orderActions.reasons");
  const tracking = useTranslations("orderPage.tracking");
  const { order_status: status, cancel_reason, cancel_remarks } = order;
  if (status === "PENDING_CONFIRM") return <Banner {...LOOKS.warn} title={t("pending")} />;
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
  if (status !== "EXCEPTION" && status !== "FAILED_DELIVERY") return null;
  const [last] = order.tracking.checkpoint_list;
  const sub = order.tracking.sub_status;
  const known = sub && tracking.has(`sub.${sub}` as "sub.lost") ? tracking(`sub.${sub}` as "sub.lost") : sub;
  const said = last?.description;
  return (
    <Banner {...LOOKS.bad} title={t(status === "EXCEPTION" ? "exception" : "failed")}>
      {known || said ? (
        <p>{[said?.startsWith(known ?? " ") ? null : known, said].filter(Boolean).join(" · ")}</p>
      ) : null}
      {last ? <p className="text-xs">{t.rich("since", { time: () => <DateTime value={last.time} /> })}</p> : null}
    </Banner>
  );
}
