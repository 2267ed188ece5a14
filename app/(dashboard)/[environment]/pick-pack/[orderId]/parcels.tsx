import { BatteryCharging } from "lucide-react";
import { useTranslations } from "next-intl";
import { Repacked } from "@/components/orders/repacked";
import { Badge } from "@/components/ui/badge";
import { Money } from "@/components/ui/money";
import { Facts, Section } from "@/components/ui/section";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
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
  const isForCustoms = items.some((item) => item.custom_hscode || item.custom_origin);
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
      <Table label={t("items", { number })}>
        <THead>
          <TR>
            <TH>{t("item")}</TH>
            <TH className="max-sm:hidden">{t("codes")}</TH>
            {isForCustoms ? <TH className="max-xl:hidden">{t("hs")}</TH> : null}
            {isForCustoms ? <TH className="max-xl:hidden">{t("origin")}</TH> : null}
            <TH align="end">{t("quantity")}</TH>
            <TH align="end" className="max-sm:hidden">
              {t("unitValue")}
            </TH>
          </TR>
        </THead>
        <TBody>
          {items.map((item, index) => (
            <ItemRow
              // biome-ignore lint/suspicious/noArrayIndexKey: items are known by their place
              key={index}
              item={item}
              isForCustoms={isForCustoms}
              origin={countries[item.custom_origin] ?? item.custom_origin}
            />
          ))}
        </TBody>
      </Table>
    </div>
  );
}

function ItemRow({ item, origin, isForCustoms }: { item: Item; origin: string; isForCustoms: boolean }) {
  const t = useTranslations("pickPack.parcels");
  const battery = `${item.battery_type}-${item.battery_location}` as "chargeable-inside";
  return (
    <TR className="hover:bg-transparent">
      <TD>
        {item.custom_declare_fulldesc}
        {item.custom_with_battery === "Y" ? (
          <span className="block text-xs text-muted">{t("battery", { kind: t(`batteries.${battery}`) })}</span>
        ) : null}
        {/* Where there is no room for separate columns. */}
        <span className="block text-xs break-all text-muted sm:hidden">
          {[item.sku, item.bar_code_eid].filter(Boolean).join(" · ")}
        </span>
      </TD>
      <TD className="font-mono text-xs max-sm:hidden">
        {item.sku || "–"}
        <span className="block text-muted">{item.bar_code_eid}</span>
      </TD>
      {isForCustoms ? <TD className="tabular-nums max-xl:hidden">{item.custom_hscode || "–"}</TD> : null}
      {isForCustoms ? <TD className="max-xl:hidden">{origin || "–"}</TD> : null}
      <TD align="end">{item.custom_qty}</TD>
      <TD align="end" className="max-sm:hidden">
        <Money amount={item.custom_single_price} currency={item.currency} />
      </TD>
    </TR>
  );
}
