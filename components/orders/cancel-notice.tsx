import { ClockAlert, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { DateTime } from "@/components/ui/date-time";
import type { OrderRecord } from "@/lib/contracts/order";
import { Banner } from "./banner";

/** The state of a request for cancellation: it waits for the warehouse, or the warehouse declined. */
export function CancelNotice({ order }: { order: OrderRecord }) {
  const t = useTranslations("pickPack.notice");
  const { cancel_status: status, cancel_declined_time: time, cancel_declined_remarks: remarks } = order;
  if (status === "REQUESTED")
    return (
      <Banner tint="bg-warn-tint text-warn" icon={ClockAlert} title={t("asked")}>
        <p>{t("askedMeans")}</p>
      </Banner>
    );
  if (status === "CANCELLED" || order.order_status === "DELIVERED" || !time) return null;
  return (
    <Banner
      tint="bg-warn-tint text-warn"
      icon={Undo2}
      title={remarks ? t("declined", { remarks }) : t("declinedPlain")}
    >
      <DateTime value={time} className="text-xs" />
    </Banner>
  );
}
