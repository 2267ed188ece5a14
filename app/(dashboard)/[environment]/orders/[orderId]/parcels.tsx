"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, useId, useState } from "react";
import { Repacked } from "@/components/orders/repacked";
import { cn } from "@/components/ui/cn";
import { Money } from "@/components/ui/money";
import { Section } from "@/components/ui/section";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { OrderRecord } from "@/lib/contracts/order";
import { decimal, money, plain } from "@/lib/decimal";
import { type Item, itemFacts, itemsOf } from "./items";

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
  const { length, width, height, act_weight, insurance_fee } = parcel;
  const items = itemsOf(parcel, currency);
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
      <Table label={t("items", { number })}>
        <THead>
          <TR>
            <TH>{t("item")}</TH>
            {isDeclared ? <TH className="max-sm:hidden">{t("hs")}</TH> : null}
            {isDeclared ? <TH className="max-sm:hidden">{t("origin")}</TH> : null}
            <TH align="end" className="max-sm:hidden">
              {t("quantity")}
            </TH>
            <TH align="end" className="max-sm:hidden">
              {t("unitValue")}
            </TH>
            <TH align="end">{t("value")}</TH>
          </TR>
        </THead>
        <TBody>
          {items.map((item, index) => (
            <ItemRows
              // biome-ignore lint/suspicious/noArrayIndexKey: items are known by their place
              key={index}
              item={item}
              isDeclared={isDeclared}
              origin={countryOf(item.origin)}
            />
          ))}
        </TBody>
      </Table>
    </div>
  );
}

/** An item; everything else that was given about it is folded below, across the whole table. */
function ItemRows({ item, isDeclared, origin }: { item: Item; isDeclared: boolean; origin: string | null }) {
  const t = useTranslations("orderPage.parcels");
  const form = useTranslations("orderForm");
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const facts = itemFacts(item, form);
  return (
    <>
      <TR className="hover:bg-transparent">
        <TD className="min-w-32 wrap-anywhere">
          {facts.length > 0 ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setIsOpen(!isOpen)}
              className="flex items-start gap-1 rounded-xs text-left hover:underline"
            >
              <ChevronRight
                aria-hidden="true"
                className={cn("mt-0.5 -ml-1 size-4 shrink-0 text-muted transition-transform", isOpen && "rotate-90")}
              />
              <span className="min-w-0">{item.name}</span>
            </button>
          ) : (
            item.name
          )}
          {/* Where there is no room for separate columns. */}
          <span className="block text-xs text-muted sm:hidden">
            {item.qty} × <Money amount={item.unitValue} currency={item.currency} />
            {item.hscode ? ` · HS ${item.hscode}` : null}
            {origin ? ` · ${origin}` : null}
          </span>
        </TD>
        {isDeclared ? <TD className="tabular-nums max-sm:hidden">{item.hscode ?? "–"}</TD> : null}
        {isDeclared ? <TD className="max-sm:hidden">{origin ?? "–"}</TD> : null}
        <TD align="end" className="max-sm:hidden">
          {item.qty}
          {item.unit ? <span className="text-muted"> {form(`units.${item.unit}` as "units.PCS")}</span> : null}
        </TD>
        <TD align="end" className="max-sm:hidden">
          <Money amount={item.unitValue} currency={item.currency} />
        </TD>
        <TD align="end">
          <Money amount={money(decimal(item.unitValue).times(item.qty))} currency={item.currency} />
        </TD>
      </TR>
      {isOpen ? (
        <TR id={id} className="hover:bg-transparent">
          <TD colSpan={isDeclared ? 6 : 4} className="bg-background py-3">
            <dl
              aria-label={t("more", { item: item.name })}
              className="grid grid-cols-2 gap-x-6 gap-y-2 text-xs sm:grid-cols-3"
            >
              {facts.map(({ name, value }) => (
                <div key={name} className="min-w-0">
                  <dt className="text-muted">{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </TD>
        </TR>
      ) : null}
    </>
  );
}
