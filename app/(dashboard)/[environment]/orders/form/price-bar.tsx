"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormState } from "react-hook-form";
import { focusField, listErrors } from "@/components/forms/form-checks";
import { useArrival } from "@/components/orders/rate-labels";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Money } from "@/components/ui/money";
import { formatMoney } from "@/lib/format";
import { useFieldLabel } from "./form-steps";
import type { AgreedPrice, Quotes } from "./use-quotes";
import type { Sending } from "./use-sending";

function Price({ quotes, agreed }: { quotes: Quotes; agreed: AgreedPrice }) {
  const t = useTranslations("orderForm.price");
  const arrival = useArrival();
  const { rate } = agreed;
  const cheapest = quotes.missing.length === 0 ? quotes.quote?.rate_list[0] : undefined;
  if (!rate || quotes.missing.length > 0)
    return (
      <div>
        <p className="text-base font-semibold tabular-nums">
          {cheapest ? t("from", { price: formatMoney(cheapest.quote_price) }) : t("noneYet")}
        </p>
        <p className={cn("text-xs", agreed.isGone ? "text-bad" : "text-muted")}>
          {agreed.isGone ? t("serviceGone") : rate ? rate.provider_name : t("noService")}
        </p>
      </div>
    );
  return (
    <div className={cn("min-w-0", !quotes.isCurrent && "opacity-60")}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        {agreed.rise && agreed.price ? (
          <span className="text-base font-semibold text-warn tabular-nums">
            {t("oldToNew", { from: formatMoney(agreed.price), to: formatMoney(agreed.rise) })}
          </span>
        ) : (
          <Money amount={rate.quote_price} className="text-base font-semibold" />
        )}
        {agreed.was && !agreed.rise ? (
          <span className="text-xs text-muted tabular-nums">{t("was", { price: formatMoney(agreed.was) })}</span>
        ) : null}
      </p>
      <p className="truncate text-xs text-muted xl:hidden">
        {rate.provider_name} · {arrival(rate)}
      </p>
    </div>
  );
}

/** The labels of the two buttons, and what to say when it is not known whether they worked. */
export type PriceBarLabels = {
  save: string;
  /** `price`: the accepted one; null: there is none. */
  confirm: (price: string | null) => string;
  network: string;
};

const MOST_NAMED = 6;

/** What is still to be filled in; each name leads to its field. */
function Missing({
  names,
  onField,
  className,
}: {
  names: readonly string[];
  onField: (name: string) => void;
  className: string;
}) {
  const t = useTranslations("orderForm.missing");
  const fieldLabel = useFieldLabel();
  if (names.length === 0) return null;
  return (
    <div className={className}>
      <p className="text-xs text-muted">{t("title")}</p>
      <ul className="mt-1 flex flex-wrap items-baseline gap-x-4">
        {names.slice(0, MOST_NAMED).map((name) => (
          <li key={name}>
            <button
              type="button"
              className="min-h-6 rounded-xs text-left text-accent underline-offset-4 hover:underline"
              onClick={() => onField(name)}
            >
              {fieldLabel(name)}
            </button>
          </li>
        ))}
        {names.length > MOST_NAMED ? (
          <li className="text-xs text-muted">{t("more", { count: names.length - MOST_NAMED })}</li>
        ) : null}
      </ul>
    </div>
  );
}

/** The id of the button that orders, to which Ctrl+Enter leads. */
export const CONFIRM_BUTTON = "confirm-order";

/** Always visible: the price, whether the work is saved, and the two buttons that submit. */
export function PriceBar({
  quotes,
  agreed,
  open,
  onField,
  onAccept,
  note,
  labels,
  sending,
}: {
  quotes: Quotes;
  agreed: AgreedPrice;
  /** The names of the fields in which something is missing or wrong. */
  open: readonly string[];
  onField: (name: string) => void;
  onAccept: () => void;
  note: ReactNode;
  labels: PriceBarLabels;
  sending: Sending;
}) {
  const t = useTranslations("orderForm");
  const { errors } = useFormState();
  const wrong = sending.attempts > 0 ? listErrors(errors) : [];
  const isBusy = sending.running !== null;
  const price = agreed.rate && agreed.rise === null && quotes.missing.length === 0 ? agreed.price : null;
  return (
    <section
      aria-label={t("price.label")}
      className={cn(
        "group sticky bottom-0 z-20 -mx-4 -mb-4 border-t border-line bg-surface px-4 py-2 sm:-mx-6 sm:-mb-6 sm:px-6 lg:-mx-8 lg:-mb-8 lg:px-8",
        // In the rail it comes first: what is below may be longer than the screen.
        "xl:static xl:order-first xl:m-0 xl:rounded-lg xl:border xl:p-4",
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 xl:flex-col xl:flex-nowrap xl:items-stretch xl:gap-y-4 xl:[&>*]:basis-auto">
        <div className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-4 gap-y-1" aria-live="polite">
          <Price quotes={quotes} agreed={agreed} />
          {agreed.rise ? (
            <Button size="sm" onClick={onAccept}>
              {t("price.accept", { price: formatMoney(agreed.rise) })}
            </Button>
          ) : null}
        </div>
        <Missing names={open} onField={onField} className="hidden xl:block" />
        {note}
        {wrong.length > 0 ? (
          <Button
            size="sm"
            variant="ghost"
            className="text-bad"
            onClick={() => wrong.some(({ name }) => focusField(name))}
          >
            <CircleAlert aria-hidden="true" />
            {t("actions.toSummary", { count: wrong.length })}
          </Button>
        ) : null}
        <div className="flex w-full gap-2 sm:w-auto xl:w-full xl:flex-col-reverse xl:[&>*]:flex-none">
          <Button
            className="flex-1"
            disabled={isBusy}
            loading={sending.running === "N"}
            onClick={() => void sending.submit("N")}
          >
            {labels.save}
          </Button>
          <Button
            id={CONFIRM_BUTTON}
            variant="primary"
            className="flex-1"
            disabled={isBusy}
            loading={sending.running === "Y"}
            onClick={() => void sending.submit("Y")}
          >
            {labels.confirm(price && formatMoney(price))}
          </Button>
        </div>
      </div>
    </section>
  );
}
