import { useTranslations } from "next-intl";
import type { OrderRecord } from "@/lib/contracts/order";

type Parcel = OrderRecord["shipment_detail"]["parcel_list"][number];

/** What the merchant declared for a parcel, next to what the warehouse packed; nothing if it was not repacked. */
export function Repacked({ parcel: { declared, ...packed } }: { parcel: Parcel }) {
  const t = useTranslations("pickPack.parcels");
  if (!declared) return null;
  const measures = ({ length, width, height, act_weight }: Record<keyof typeof declared, string | null>) =>
    length && width && height
      ? t("measures", { length, width, height, weight: act_weight ?? "" })
      : t("weight", { weight: act_weight ?? "" });
  return (
    <p className="px-4 pb-2 tabular-nums">
      {t("declaredPacked", { declared: measures(declared), packed: measures(packed) })}
    </p>
  );
}
