"use client";

import { CirclePause, TriangleAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { fieldId, focusField } from "@/components/forms/form-checks";
import { useFormField } from "@/components/forms/form-fields";
import { type Rate, useArrival, useDays, usePriceParts } from "@/components/orders/rate-labels";
import { RateMarks } from "@/components/orders/rate-marks";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { FieldGroup } from "@/components/ui/field";
import { Money } from "@/components/ui/money";
import { RadioGroup } from "@/components/ui/radio-group";
import { LoadingRegion, Skeleton } from "@/components/ui/skeleton";
import { formatDateTime, formatMoney } from "@/lib/format";
import { fieldName } from "@/lib/forms/form-paths";
import { splitDeliveryCode } from "@/lib/orders/choices";
import { useFieldLabel } from "./form-steps";
import type { AgreedPrice, Quotes } from "./use-quotes";

function RateDetails({ rate }: { rate: Rate }) {
  const t = useTranslations("orderForm.service");
  const parts = usePriceParts();
  return (
    <>
      <p className="tabular-nums">
        {t("chargeable", { weight: rate.chargeable_weight, basis: t(`basis.${rate.weight_basis}`) })} · {parts(rate)}
      </p>
      {rate.supports_pickup_point ? <Destination /> : null}
    </>
  );
}

/** When it arrives, and what it costs. */
function RateOffer({ rate }: { rate: Rate }) {
  const days = useDays();
  const arrival = useArrival();
  return (
    <div className="flex gap-x-3 text-left sm:gap-x-6">
      <div className="min-w-0 text-xs sm:w-36">
        <p>{arrival(rate)}</p>
        <p className="text-muted">{days(rate)}</p>
      </div>
      <Money amount={rate.quote_price} className="shrink-0 text-right text-base font-semibold sm:w-24" />
    </div>
  );
}

/** Where a service of pickup points brings the order. */
function Destination() {
  const t = useTranslations("orderForm.service");
  const address: unknown = useWatch({ name: "recipient.address" });
  if (typeof address !== "string" || address.trim() === "") return null;
  const { deliveryCode } = splitDeliveryCode(address);
  return deliveryCode ? <p className="font-semibold text-text">{t("toPoint", { code: deliveryCode })}</p> : null;
}

function Missing({ names }: { names: readonly string[] }) {
  const t = useTranslations("orderForm.service");
  const fieldLabel = useFieldLabel();
  return (
    <div className="rounded-md border border-dashed border-control px-4 py-3">
      <p className="text-muted">{t("waiting")}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {names.map((name) => (
          <li key={name}>
            <a
              href={`#${fieldId(name)}`}
              className="font-semibold text-accent underline-offset-4 hover:underline"
              onClick={(event) => {
                if (focusField(name)) event.preventDefault();
              }}
            >
              {fieldLabel(name)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A price that has risen since the service was chosen: old and new, to accept. */
function PriceRise({ agreed, onAccept }: { agreed: AgreedPrice; onAccept: () => void }) {
  const t = useTranslations("orderForm.price");
  if (agreed.rise === null || agreed.price === null) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-warn-tint px-3 py-2 text-warn"
    >
      <p className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
        {t("changed")}:{" "}
        <span className="tabular-nums">
          {t("oldToNew", { from: formatMoney(agreed.price), to: formatMoney(agreed.rise) })}
        </span>
      </p>
      <Button size="sm" onClick={onAccept}>
        {t("accept", { price: formatMoney(agreed.rise) })}
      </Button>
    </div>
  );
}

export type ServiceChoiceProps = {
  quotes: Quotes;
  agreed: AgreedPrice;
  onAccept: () => void;
  /** The names of providers by code, for those without a price. */
  providerNames: Readonly<Record<string, string>>;
  /** Services that are suspended now, with their notices. */
  suspended: readonly SuspendedService[];
};

/** A service that cannot be chosen for a time; `until` null: not known yet. */
export type SuspendedService = { code: string; name: string; notice: string; until: string | null };

function SuspendedDetails({ notice, until }: SuspendedService) {
  const t = useTranslations("orderForm.service");
  const language = useLocale();
  return (
    <>
      <p className="flex items-center gap-1 font-semibold text-warn">
        <CirclePause aria-hidden="true" className="size-3.5 shrink-0" />
        {until ? t("suspendedUntil", { time: formatDateTime(until, language) }) : t("suspended")}
      </p>
      <p className="break-words">{notice}</p>
    </>
  );
}

/** Every service with its price and the parts of it; those that do not take the order, with the reason. */
export function ServiceChoice({ quotes, agreed, onAccept, providerNames, suspended }: ServiceChoiceProps) {
  const t = useTranslations("orderForm.service");
  const field = useFormField("shipping_provider");
  const { quote, isCurrent, isFetching, missing } = quotes;
  const unavailable = (quote?.unavailable_list ?? []).map(({ shipping_provider: code, message }) => {
    const name = providerNames[code] ?? code;
    return { code, name, reason: message.replace(code, name) };
  });
  const reason = unavailable.find(({ code }) => code === field.value)?.reason;
  // Suspended services are in the list itself, dimmed.
  const others = unavailable.filter(({ code }) => suspended.every((each) => each.code !== code));
  const gone = reason ? t("gone", { reason }) : t("unquoted");

  let body: ReactNode;
  if (!quotes.isRead) body = <div className="h-17 rounded-md border border-dashed border-control" />;
  else if (missing.length > 0) body = <Missing names={missing.map(fieldName)} />;
  else if (quotes.error) body = <ErrorState error={quotes.error} onRetry={quotes.renew} className="py-6" />;
  else if (!quote) body = <Waiting />;
  else if (quote.rate_list.length === 0 && suspended.length === 0) body = <p>{t("none")}</p>;
  else
    body = (
      <RadioGroup
        look="cards"
        value={field.value}
        onValueChange={(code) => {
          const rate = quote.rate_list.find((each) => each.shipping_provider === code);
          if (rate) agreed.choose(rate);
          field.change(code);
        }}
        className={cn("transition-opacity", !isCurrent && "opacity-60")}
        options={[
          ...quote.rate_list.map((rate) => ({
            value: rate.shipping_provider,
            label: rate.provider_name,
            description: <RateDetails rate={rate} />,
            mark: <RateMarks rate={rate} rates={quote.rate_list} />,
            aside: <RateOffer rate={rate} />,
          })),
          ...suspended.map((service) => ({
            value: service.code,
            label: service.name,
            description: <SuspendedDetails {...service} />,
            disabled: true,
          })),
        ]}
      />
    );

  return (
    <FieldGroup
      id={fieldId("shipping_provider")}
      label={t("choose")}
      required
      error={field.error ?? (agreed.isGone ? gone : undefined)}
    >
      <PriceRise agreed={agreed} onAccept={onAccept} />
      {body}
      <p role="status" className="min-h-4 text-xs text-muted">
        {isFetching && quote ? t("loading") : null}
        {isCurrent && !isFetching && quote ? <HeldUntil at={quote.expires_at} /> : null}
      </p>
      {missing.length === 0 && quote && others.length > 0 ? (
        <div className="text-muted">
          <h3 className="text-xs font-semibold">{t("notOffered")}</h3>
          <ul className="mt-1 flex flex-col gap-1">
            {others.map(({ code, name, reason }) => (
              <li key={code}>{reason.includes(name) ? reason : `${name}: ${reason}`}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </FieldGroup>
  );
}

function HeldUntil({ at }: { at: string }) {
  const t = useTranslations("orderForm.service");
  return <>{t("heldUntil", { time: formatDateTime(at, "en").slice(-5) })}</>;
}

function Waiting() {
  return (
    <LoadingRegion className="flex flex-col gap-2">
      {[0, 1, 2].map((index) => (
        <div key={index} className="flex h-20 items-start justify-between rounded-md border border-line px-3 py-3">
          <div className="flex flex-col gap-2">
            <Skeleton className="w-48" />
            <Skeleton className="w-64" />
          </div>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </LoadingRegion>
  );
}
