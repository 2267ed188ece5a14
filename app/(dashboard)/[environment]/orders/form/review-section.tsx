"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useCountryName } from "@/components/forms/country-names";
import { type Rate, useArrival, useDays, usePriceLines } from "@/components/orders/rate-labels";
import type { Values } from "@/components/orders/use-snapshot";
import { cn } from "@/components/ui/cn";
import { Money } from "@/components/ui/money";
import { Facts } from "@/components/ui/section";
import { shownPhone } from "@/lib/addresses/phone";
import { formatDate, formatMoney } from "@/lib/format";
import { type Loose, object, text } from "@/lib/loose";
import { splitDeliveryCode } from "@/lib/orders/choices";
import { parcelsOf, weightOf } from "@/lib/orders/form-parcels";
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
      <p className="text-muted">{shownPhone(party)}</p>
    </>
  );
}

function usePickupLabel(arrange: Loose): string {
  const t = useTranslations("orderForm.review");
  const language = useLocale();
  const date = text(arrange.pickup_date);
  if (!date) return t("noPickup");
  const hours = [text(arrange.pickup_start_time), text(arrange.pickup_end_time)].filter(Boolean).join("–");
  return `${formatDate(date, language, { weekday: true })} ${hours}`;
}

function Service({ rate }: { rate: Rate }) {
  const days = useDays();
  const arrival = useArrival();
  return (
    <>
      <p className="font-semibold">{rate.provider_name}</p>
      <p>
        {arrival(rate)} <span className="text-muted">({days(rate)})</span>
      </p>
    </>
  );
}

/** What the price is made of; its sum is below, where the rail does not repeat it. */
function PriceLines({ rate }: { rate: Rate }) {
  const lines = usePriceLines();
  return (
    <>
      <ul className="text-muted tabular-nums">
        {lines(rate).map(({ name, amount }) => (
          <li key={name} className="flex justify-between gap-4">
            {name} <span>{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
      <p className="text-right xl:hidden">
        <Money amount={rate.quote_price} className="text-base font-semibold" />
      </p>
    </>
  );
}

/** What can still be changed once it is bought. */
export function Afterwards({ className }: { className: string }) {
  const t = useTranslations("orderForm.review");
  return (
    <p className={cn("max-w-prose text-xs text-muted", className)}>
      {t("fixed")} {t("later")}
    </p>
  );
}

/** Everything that will be bought. */
export function ReviewFields({ values, quotes, agreed }: { values: Values; quotes: Quotes; agreed: AgreedPrice }) {
  const t = useTranslations("orderForm");
  const detail = object(values.shipment_detail);
  const pickup = usePickupLabel(object(values.pickup_arrange));
  const missing = <span className="text-muted">{t("review.missing")}</span>;
  // The last price may be for an earlier state of the order: show none while the order lacks what a price needs.
  const rate = quotes.missing.length === 0 ? agreed.rate : null;

  const facts: { name: ReactNode; value: ReactNode }[] = [
    { name: t("review.to"), value: <Person party={object(values.recipient)} /> },
    {
      name: t("review.parcels"),
      value: (
        <>
          <p>{t("parcel.totals", { parcels: parcelsOf(detail).length, weight: weightOf(detail) })}</p>
          <p className="text-muted">
            {rate
              ? t("service.chargeable", {
                  weight: rate.chargeable_weight,
                  basis: t(`service.basis.${rate.weight_basis}`),
                })
              : null}
          </p>
        </>
      ),
    },
    { name: t("review.service"), value: rate ? <Service rate={rate} /> : missing },
  ];
  if (values.ship_type === "local") facts.push({ name: t("review.collection"), value: pickup });
  if (values.cod === "Y")
    facts.push({
      name: t("review.cod"),
      value: text(values.cod_amount) ? formatMoney(text(values.cod_amount)) : missing,
    });
  if (rate) facts.push({ name: t("review.price"), value: <PriceLines rate={rate} /> });

  return (
    <div className="flex flex-col gap-3">
      <Facts items={facts} className="gap-y-3 xl:grid-cols-1 xl:gap-y-0 xl:[&_dd]:pb-2 xl:[&_dt]:text-xs" />
      <Afterwards className="xl:hidden" />
    </div>
  );
}
