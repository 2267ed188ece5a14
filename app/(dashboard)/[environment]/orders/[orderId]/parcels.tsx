"use client";

import { useTranslations } from "next-intl";
import { Fragment } from "react";
import type { FieldLabel } from "@/components/forms/form-fields";
import { ItemTable, type TableItem } from "@/components/orders/item-table";
import { Repacked } from "@/components/orders/repacked";
import { Money } from "@/components/ui/money";
import { Section } from "@/components/ui/section";
import type { OrderRecord } from "@/lib/contracts/order";
import { decimal, plain } from "@/lib/decimal";

type Parcel = OrderRecord["shipment_detail"]["parcel_list"][number];

/** What is sent: each parcel with its measures, its number and its items. */
export function Parcels({
  order,
  countryOf,
}: {
  order: OrderRecord;
  countryOf: (code: string | null) => string | null;
}) {
  const t = useTranslations("orderPage.parcels");
  const parcels = order.shipment_detail.parcel_list;
  const weight = plain(parcels.reduce((sum, { act_weight }) => sum.plus(act_weight ?? "0"), decimal(0)));
  const currency = order.ship_type === "intl" ? (order.shipment_detail.currency ?? "HKD") : "HKD";
  return (
    <Section title={t("title")} description={t("total", { parcels: parcels.length, weight })} flush>
      {parcels.map((parcel, index) => (
        <ParcelPart
          // biome-ignore lint/suspicious/noArrayIndexKey: parcels are known by their place
          key={index}
          parcel={parcel}
          number={index + 1}
          count={parcels.length}
          currency={currency}
          countryOf={countryOf}
        />
      ))}
    </Section>
  );
}

function ParcelPart({
  parcel,
  number,
  count,
  currency,
  countryOf,
}: {
  parcel: Parcel;
  number: number;
  count: number;
  currency: string;
  countryOf: (code: string | null) => string | null;
}) {
  const t = useTranslations("orderPage.parcels");
  const tForm = useTranslations("orderForm");
  const { length, width, height, act_weight, insurance_fee } = parcel;
  const isDeclared = "declaration_list" in parcel;
  const remarks = isDeclared ? parcel.item_remarks : null;
  const hasSize = [length, width, height].every((side) => side && side !== "0");
  const facts = [
    t("weight", { weight: act_weight ?? "0" }),
    hasSize ? t("size", { length: length ?? "", width: width ?? "", height: height ?? "" }) : null,
    insurance_fee && decimal(insurance_fee).gt(0)
      ? t.rich("insured", { value: () => <Money key="value" amount={insurance_fee} currency={currency} /> })
      : null,
  ].filter((fact) => fact !== null);

  return (
    <div className="border-line not-first:border-t">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 pt-3 pb-1">
        <h3 className="font-semibold">{count > 1 ? t("parcelOf", { number, count }) : t("parcel", { number })}</h3>
        <p className="text-muted">
          {facts.map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
            <Fragment key={index}>
              {index > 0 ? " · " : null}
              {fact}
            </Fragment>
          ))}
        </p>
        {parcel.tracking_number && count > 1 ? (
          <span className="ml-auto font-mono text-xs">{parcel.tracking_number}</span>
        ) : null}
      </div>
      <Repacked parcel={parcel} />
      {remarks ? <p className="px-4 pb-1 whitespace-pre-line text-muted">{remarks}</p> : null}
      <ItemTable
        number={number}
        items={itemsOf(parcel, currency, tForm).map((item) => ({ ...item, origin: countryOf(item.origin) }))}
        isForCustoms={isDeclared}
      />
    </div>
  );
}

type Form = ReturnType<typeof useTranslations<"orderForm">>;

/** The items of a parcel in one shape, declared for customs or not; their origins are codes. */
function itemsOf(parcel: Parcel, currency: string, form: Form): TableItem[] {
  if ("declaration_list" in parcel)
    return parcel.declaration_list.map((item) => ({
      name: item.description ?? "",
      qty: item.qty ?? "0",
      unit: item.unit && item.unit !== "PCS" ? form(`units.${item.unit}` as "units.PCS") : null,
      unitValue: item.single_price ?? "0",
      currency,
      hscode: item.hscode,
      origin: item.origin,
      facts: factsOf(item, form),
    }));
  return parcel.parcel_items.map((item) => ({
    name: item.name ?? "",
    qty: item.qty ?? "0",
    unitValue: item.single_value ?? "0",
    currency: item.currency ?? "HKD",
    hscode: null,
    origin: null,
    facts: factsOf(item, form),
  }));
}

// The row itself shows these.
const IN_ROW = ["description", "name", "qty", "unit", "single_price", "single_value", "currency", "hscode", "origin"];
const MEASURES: Record<string, string> = {
  single_weight: "kg",
  item_length: "cm",
  item_width: "cm",
  item_height: "cm",
};

/** Everything else that was given about an item, including the compliance fields, with the form's labels. */
function factsOf(item: Record<string, unknown>, form: Form): { name: string; value: string }[] {
  return Object.entries(item).flatMap(([field, value]) => {
    if (IN_ROW.includes(field) || value === null || value === "") return [];
    if (field === "battery") {
      const { type, location } = value as { type: string; location: string };
      const kind = `batteries.${type}-${location}` as "batteries.none";
      return [{ name: form("fields.battery"), value: form(kind) }];
    }
    const name = form(`fields.${field as FieldLabel}`);
    if (field === "is_cpsc_registered") return [{ name, value: form(value === "Y" ? "yesNo.Y" : "yesNo.N") }];
    const measure = MEASURES[field];
    return [{ name, value: measure ? `${value} ${measure}` : String(value) }];
  });
}
