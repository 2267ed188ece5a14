import { BatteryCharging } from "lucide-react";
import { useTranslations } from "next-intl";
import { ItemTable } from "@/components/orders/item-table";
import { Repacked } from "@/components/orders/repacked";
import { Badge } from "@/components/ui/badge";
import { Facts, Section } from "@/components/ui/section";
import type { OrderRecord } from "@/lib/contracts/order";
import { decimal, plain } from "@/lib/decimal";
import type { PickPackSnapshot } from "./snapshot";

type Parcel = PickPackSnapshot["parcels"][number];
type OrderParcel = OrderRecord["shipment_detail"]["parcel_list"][number];
type Item = Parcel["declaration_list"][number];

/** The declared weight of the goods; null if an item has none. */
function goodsWeight(items: readonly Item[]): string | null {
  if (items.length === 0 || items.some(({ custom_single_weight: weight }) => Number(weight) <= 0)) return null;
  return plain(
    items.reduce((sum, item) => sum.plus(decimal(item.custom_single_weight).times(item.custom_qty)), decimal(0)),
  );
}

/** What the warehouse packs, or packed: each parcel with its measures, marks and items. */
export function Parcels({
  pickPack: { parcels, status, is_require_repack },
  order,
  countries,
}: {
  pickPack: PickPackSnapshot;
  order: OrderRecord;
  countries: Readonly<Record<string, string>>;
}) {
  const t = useTranslations("pickPack.parcels");
  const isRepacked = is_require_repack === "Y" && status === "PICKPACK_READY_TO_SHIPMENT";
  return (
    <Section title={t("title")} description={isRepacked ? t("repacked") : t("asDeclared")} flush>
      {parcels.map((parcel, index) => (
        <ParcelPart
          key={parcel.tracking_number}
          parcel={parcel}
          record={order.shipment_detail.parcel_list[index]}
          number={index + 1}
          count={parcels.length}
          isRepacked={isRepacked}
          countries={countries}
        />
      ))}
    </Section>
  );
}

function ParcelPart({
  parcel,
  record,
  number,
  count,
  isRepacked,
  countries,
}: {
  parcel: Parcel;
  /** The same parcel in the order. */
  record: OrderParcel | undefined;
  number: number;
  count: number;
  isRepacked: boolean;
  countries: Readonly<Record<string, string>>;
}) {
  const t = useTranslations("pickPack.parcels");
  const { length, width, height, act_weight, declaration_list: items } = parcel;
  const hasSize = [length, width, height].every((side) => Number(side) > 0);
  const goods = goodsWeight(items);
  const batteryOf = (item: Item) =>
    t(`batteries.${`${item.battery_type}-${item.battery_location}` as "chargeable-inside"}`);
  const marks = parcel.battery_label_types.split(",").filter(Boolean);
  return (
    <div className="border-line not-first:border-t">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 pb-1">
        <h3 className="font-semibold">{t("parcel", { number, count })}</h3>
        {marks.map((mark) => (
          <Badge key={mark} tone="neutral" icon={<BatteryCharging aria-hidden="true" />}>
            {t("mark", { mark: mark.replace("_", " ") })}
          </Badge>
        ))}
        <span className="font-mono text-xs sm:ml-auto">{parcel.tracking_number}</span>
      </div>
      <Facts
        className="px-4 pb-2"
        items={[
          {
            name: t(isRepacked ? "packedWeight" : "declaredWeight"),
            value: <span className="tabular-nums">{t("weight", { weight: act_weight })}</span>,
          },
          ...(hasSize
            ? [
                {
                  name: t(isRepacked ? "packedSize" : "declaredSize"),
                  value: <span className="tabular-nums">{t("size", { length, width, height })}</span>,
                },
              ]
            : []),
          ...(goods
            ? [
                {
                  name: t("goodsWeight"),
                  value: <span className="tabular-nums">{t("weight", { weight: goods })}</span>,
                },
              ]
            : []),
        ]}
      />
      {record ? <Repacked parcel={record} /> : null}
      <ItemTable
        number={number}
        items={items.map((item) => ({
          name: item.custom_declare_fulldesc,
          note: item.custom_with_battery === "Y" ? t("battery", { kind: batteryOf(item) }) : null,
          codes: [item.sku, item.bar_code_eid],
          hscode: item.custom_hscode,
          origin: countries[item.custom_origin] ?? item.custom_origin,
          qty: item.custom_qty,
          unitValue: item.custom_single_price,
          currency: item.currency,
        }))}
        isForCustoms={items.some((item) => item.custom_hscode || item.custom_origin)}
        withCodes
      />
    </div>
  );
}
