"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { useArrival, useDays, usePriceParts } from "@/components/orders/rate-labels";
import { RateMarks } from "@/components/orders/rate-marks";
import { Badge } from "@/components/ui/badge";
import { LinkButton } from "@/components/ui/link-button";
import { ListTable } from "@/components/ui/list-table";
import { Money } from "@/components/ui/money";
import { queryFor } from "@/lib/api-client";
import type { DataOf } from "@/lib/contracts/contract";
import type { getRates } from "@/lib/contracts/rate";
import { decimal } from "@/lib/decimal";
import { formatDateTime } from "@/lib/format";
import { type Desk, deskQuery } from "@/lib/orders/price-desk";

type Quote = DataOf<typeof getRates>;

/** The services with their prices, the cheapest first, and why others do not take it. */
export function RateTable({ quote, desk, isBusy }: { quote: Quote; desk: Desk; isBusy: boolean }) {
  const t = useTranslations("priceDesk");
  const tService = useTranslations("orderForm.service");
  const language = useLocale();
  const { href, may, where } = useWorkspace();
  const { data: providers = [] } = useQuery(queryFor("listProviders", { ship_type: desk.ship_type }, where));
  const nameOf = (code: string) => {
    const provider = providers.find((each) => each.code === code);
    return provider ? (language === "en" ? provider.name_en : provider.name_zh) : code;
  };
  const days = useDays();
  const arrival = useArrival();
  const parts = usePriceParts();
  const rates = [...quote.rate_list].sort((a, b) => decimal(a.quote_price).cmp(b.quote_price));
  // What goes to a point undercuts no delivery to the door.
  const toDoor = rates.filter(({ supports_pickup_point }) => !supports_pickup_point);
  return (
    <>
      {rates.length > 0 ? (
        <ListTable
          label={t("prices")}
          rows={rates}
          keyOf={(rate) => rate.shipping_provider}
          opens="nothing"
          isBusy={isBusy}
          least={36}
          rowClass="row:h-13 card:grid card:grid-cols-[1fr_auto] card:gap-x-3 card:p-3"
          columns={[
            {
              key: "service",
              head: t("service"),
              cell: (rate) => (
                <>
                  <span className="flex flex-wrap items-center gap-x-2">
                    <span className="font-semibold">{rate.provider_name}</span>
                    {rate.supports_pickup_point ? (
                      <Badge>{tService("onlyToPoint")}</Badge>
                    ) : (
                      <RateMarks rate={rate} rates={toDoor} />
                    )}
                  </span>
                  <span className="block text-xs text-muted tabular-nums">
                    {tService("chargeable", {
                      weight: rate.chargeable_weight,
                      basis: tService(`basis.${rate.weight_basis}`),
                    })}
                    {" · "}
                    {parts(rate)}
                  </span>
                </>
              ),
            },
            {
              key: "days",
              head: t("days"),
              width: 10,
              cell: (rate) => (
                <>
                  {arrival(rate)}
                  <span className="block text-xs text-muted">{days(rate)}</span>
                </>
              ),
            },
            {
              key: "price",
              head: t("price"),
              width: 7,
              align: "end",
              cell: (rate) => <Money amount={rate.quote_price} className="text-base font-semibold" />,
            },
            ...(may("createOrder")
              ? [
                  {
                    key: "order",
                    head: t("order"),
                    isHeadHidden: true,
                    width: 8,
                    align: "end" as const,
                    cell: (rate: Quote["rate_list"][number]) => (
                      <LinkButton
                        size="sm"
                        prefetch={false}
                        aria-label={t("orderBy", { service: rate.provider_name })}
                        href={href(`/orders/new?${deskQuery(desk)}&provider=${rate.shipping_provider}`)}
                      >
                        {t("order")}
                      </LinkButton>
                    ),
                  },
                ]
              : []),
          ]}
        />
      ) : (
        <p className="px-4 py-6">{t("none")}</p>
      )}
      <div className="flex flex-col gap-2 px-4 py-3 text-xs text-muted">
        <p role="status">
          {isBusy
            ? tService("loading")
            : tService("heldUntil", { time: formatDateTime(quote.expires_at, language).slice(-5) })}
        </p>
        {quote.unavailable_list.length > 0 ? (
          <div>
            <h3 className="font-semibold">{tService("notOffered")}</h3>
            <ul className="mt-1 flex flex-col gap-1">
              {quote.unavailable_list.map(({ shipping_provider: code, message }) => (
                <li key={code}>
                  {message.includes(code) ? message.replace(code, nameOf(code)) : `${nameOf(code)}: ${message}`}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </>
  );
}
