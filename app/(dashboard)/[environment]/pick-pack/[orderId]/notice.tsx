import { CircleX, OctagonX, PackageOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/orders/banner";
import { CancelNotice } from "@/components/orders/cancel-notice";
import type { OrderRecord } from "@/lib/contracts/order";
import { ShortNotice } from "./short-notice";
import type { PickPackSnapshot } from "./snapshot";

/**
 * What the reader must know first: it was rejected or cancelled, a cancellation was requested, it is to be repacked.
 */
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
  const isToRepack = pickPack.is_require_repack === "Y" && status === "PICKPACK_CONFIRMED";
  return (
    <>
      <CancelNotice order={order} />
      <ShortNotice pickPack={pickPack} />
      {isToRepack ? <Banner tint="bg-info-tint text-info" icon={PackageOpen} title={t("notice.toRepack")} /> : null}
    </>
  );
}
