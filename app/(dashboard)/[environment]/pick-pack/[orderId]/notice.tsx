import { CircleX, ClockAlert, type LucideIcon, OctagonX, PackageOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import type { OrderRecord } from "@/lib/contracts/order";
import type { PickPackSnapshot } from "./snapshot";

function Banner({
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

/** What must be known first: it was rejected or cancelled, it is asked to be cancelled, it is to be repacked. */
export function Notice({ pickPack, order }: { pickPack: PickPackSnapshot; order: OrderRecord }) {
  const t = useTranslations("pickPack");
  const { status, reject_type: type, reject_reason: reason } = pickPack;
  if (status === "PICKPACK_REJECTED")
    return (
      <Banner
        tint="bg-bad-tint text-bad"
        icon={OctagonX}
        title={t("notice.rejected", { reason: t(`rejectTypes.${type || "OTHERS"}`) })}
      >
        {reason ? <p className="whitespace-pre-line">{reason}</p> : null}
        <p>{t("notice.rejectedMeans")}</p>
      </Banner>
    );
  if (status === "PICKPACK_CANCELLED")
    return (
      <Banner tint="bg-hover text-text" icon={CircleX} title={t("notice.cancelled")}>
        {order.cancel_remarks ? <p className="whitespace-pre-line text-muted">{order.cancel_remarks}</p> : null}
      </Banner>
    );
  if (order.cancel_status === "REQUESTED")
    return (
      <Banner tint="bg-warn-tint text-warn" icon={ClockAlert} title={t("cancelAsked")}>
        <p>{t("notice.askedMeans")}</p>
      </Banner>
    );
  if (pickPack.is_require_repack === "Y" && status === "PICKPACK_CONFIRMED")
    return <Banner tint="bg-info-tint text-info" icon={PackageOpen} title={t("notice.toRepack")} />;
  return null;
}
