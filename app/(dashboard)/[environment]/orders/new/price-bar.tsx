"use client";

import { CircleAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useFormState } from "react-hook-form";
import { focusField, listErrors } from "@/components/form-checks";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Money } from "@/components/ui/money";
import { formatDateTime, formatMoney } from "@/lib/format";
import { useDays } from "./service-choice";
import type { DraftState } from "./use-draft";
import type { AgreedPrice, Quotes } from "./use-quotes";
import type { Submit } from "./use-submit";

function DraftNote({ state }: { state: DraftState }) {
  const t = useTranslations("orderForm.draft");
  const language = useLocale();
  return (
    <p role="status" className={cn("shrink-0 text-right text-xs text-muted", state.kind === "failed" && "text-warn")}>
      {state.kind === "saved" ? t("saved", { time: formatDateTime(state.at, language).slice(-5) }) : null}
      {state.kind === "saving" ? t("saving") : null}
      {state.kind === "failed" ? t("failed") : null}
    </p>
  );
}

function Price({ quotes, agreed }: { quotes: Quotes; agreed: AgreedPrice }) {
  const t = useTranslations("orderForm.price");
  const days = useDays();
  const { rate } = agreed;
  const cheapest = quotes.missing.length === 0 ? quotes.quote?.rate_list[0] : undefined;
  if (!rate || quotes.missing.length > 0)
    return (
      <div>
        <p className="text-base font-semibold tabular-nums">
          {cheapest ? t("from", { price: formatMoney(cheapest.quote_price) }) : t("noneYet")}
        </p>
        <p className="text-xs text-muted">{rate ? rate.provider_name : t("noService")}</p>
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
      <p className="truncate text-xs text-muted">
        {rate.provider_name} · {days(rate)}
      </p>
    </div>
  );
}

/** Always in view: the price, whether the work is saved, and the two ways to go on. */
export function PriceBar({
  quotes,
  agreed,
  onAccept,
  draft,
  submit,
}: {
  quotes: Quotes;
  agreed: AgreedPrice;
  onAccept: () => void;
  draft: DraftState;
  submit: Submit;
}) {
  const t = useTranslations("orderForm");
  const { errors } = useFormState();
  const wrong = submit.attempts > 0 ? listErrors(errors) : [];
  const isBusy = submit.running !== null;
  return (
    <section
      aria-label={t("price.label")}
      className="sticky bottom-0 z-20 -mx-4 -mb-4 border-t border-line bg-surface px-4 py-2 sm:-mx-6 sm:-mb-6 sm:px-6 lg:-mx-8 lg:-mb-8 lg:px-8"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-4 gap-y-1" aria-live="polite">
          <Price quotes={quotes} agreed={agreed} />
          {agreed.rise ? (
            <Button size="sm" onClick={onAccept}>
              {t("price.accept", { price: formatMoney(agreed.rise) })}
            </Button>
          ) : null}
        </div>
        <DraftNote state={draft} />
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
        <div className="flex w-full gap-2 sm:w-auto">
          <Button
            className="flex-1"
            disabled={isBusy}
            loading={submit.running === "N"}
            onClick={() => void submit.submit("N")}
          >
            {t("actions.save")}
          </Button>
          <Button
            variant="primary"
            className="flex-1"
            disabled={isBusy}
            loading={submit.running === "Y"}
            onClick={() => void submit.submit("Y")}
          >
            {t("actions.confirm")}
          </Button>
        </div>
      </div>
    </section>
  );
}
