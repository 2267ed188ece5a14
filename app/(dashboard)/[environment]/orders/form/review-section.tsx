"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useCountryName } from "@/components/country-names";
import { AreaField } from "@/components/form-fields";
import { useDays } from "@/components/orders/rate-words";
import type { Values } from "@/components/orders/use-snapshot";
import { Money } from "@/components/ui/money";
import { Facts } from "@/components/ui/section";
import { DECIMAL, decimal } from "@/lib/decimal";
import { formatDate, formatMoney } from "@/lib/format";
import { type Loose, object, text } from "@/lib/loose";
import { splitDeliveryCode } from "@/lib/order-choices";
import { ReferenceField } from "./reference-field";
import type { AgreedPrice, Quotes } from "./use-quotes";

function Person({ party }: { party: Loose }) {
  const t = useTranslations("orderForm.review");
  const { address, deliveryCode } = splitDeliveryCode(text(party.address));
  const country = useCountryName(text(party.country));
  const place = [
    address,
    ...["address_line_2", "address_line_3", "city", "state", "post_code"].map((line) => text(party[line])),
    country,
    deliveryCode,
  ].filter(Boolean);
  const name = [text(party.name), text(party.company_name)].filter(Boolean).join(", ");
  if (!name && !address) return <span className="text-muted">{t("missing")}</span>;
  return (
    <>
      {name ? <p className="font-semibold">{name}</p> : null}
      <p>{place.join(", ")}</p>
      <p className="text-muted">
        {text(party.mobile) ? `+${text(party.mobile_prefix).replace("+", "")} ${text(party.mobile)}` : ""}
      </p>
    </>
  );
}

function usePickupWords(arrange: Loose): string {
  const t = useTranslations("orderForm.review");
  const language = useLocale();
  const date = text(arrange.pickup_date);
  if (!date) return t("noPickup");
  const hours = [text(arrange.pickup_start_time), text(arrange.pickup_end_time)].filter(Boolean).join("–");
  return `${formatDate(date, language, { weekday: true })} ${hours}`;
}

/** The remarks, then everything that will be bought, and what can still be changed afterwards. */
export function ReviewFields({
  values,
  quotes,
  agreed,
  orderId,
}: {
  values: Values;
  quotes: Quotes;
  agreed: AgreedPrice;
  orderId: string | undefined;
}) {
  const t = useTranslations("orderForm");
  const days = useDays();
  const detail = object(values.shipment_detail);
  const parcels = Array.isArray(detail.parcel_list) ? detail.parcel_list.map(object) : [];
  const weight = parcels.reduce(
    (sum, { act_weight }) => (DECIMAL.test(text(act_weight)) ? sum.plus(text(act_weight)) : sum),
    decimal(0),
  );
  const pickup = usePickupWords(object(values.pickup_arrange));
  const missing = <span className="text-muted">{t("review.missing")}</span>;
  // The last price may be for an earlier state of the order: show none while the order lacks what a price needs.
  const rate = quotes.missing.length === 0 ? agreed.rate : null;

  const facts: { name: ReactNode; value: ReactNode }[] = [
    { name: t("review.from"), value: <Person party={object(values.sender)} /> },
    { name: t("review.to"), value: <Person party={object(values.recipient)} /> },
    {
      name: t("review.parcels"),
      value: (
        <>
          <p>{t("parcel.totals", { parcels: parcels.length, weight: weight.toString() })}</p>
          <p className="text-muted">{text(detail.consignment_declaration)}</p>
        </>
      ),
    },
    { name: t("review.service"), value: rate ? `${rate.provider_name} · ${days(rate)}` : missing },
  ];
  if (values.ship_type === "local") facts.push({ name: t("review.collection"), value: pickup });
  if (values.cod === "Y")
    facts.push({
      name: t("review.cod"),
      value: text(values.cod_amount) ? formatMoney(text(values.cod_amount)) : missing,
    });
  facts.push({
    name: t("review.price"),
    value: rate ? <Money amount={rate.quote_price} className="text-base font-semibold" /> : missing,
  });

  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AreaField
          name="shipment_detail.consignment_remarks"
          label="consignment_remarks"
          limit={200}
          hint={t("hints.printed")}
        />
        <AreaField name="client_remarks" limit={500} hint={t("hints.internal")} />
        <ReferenceField value={text(values.reference)} orderId={orderId} />
      </div>
      <Facts items={facts} className="gap-y-3" />
      <p className="max-w-prose text-muted">
        {t("review.fixed")} {t("review.later")}
      </p>
    </div>
  );
}
