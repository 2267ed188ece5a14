"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type FieldValues, type Resolver, useForm, useWatch } from "react-hook-form";
import { AddressFields } from "@/components/address-fields";
import { usePlace } from "@/components/environment";
import { FormChecks, WarningStore } from "@/components/form-checks";
import type { Collector } from "@/components/pickup-window";
import { Section } from "@/components/ui/section";
import type { DataOf } from "@/lib/contracts/contract";
import type { Judge } from "@/lib/contracts/form-resolver";
import type { listProviders } from "@/lib/contracts/rate";
import { DECIMAL, decimal } from "@/lib/decimal";
import type { Problem } from "@/lib/errors";
import { fieldName } from "@/lib/form-paths";
import { lazyQueryFor } from "@/lib/lazy-contract";
import { emptyOrder, emptySender, orderOfDraft, type ShipType } from "@/lib/order-form-values";
import { orderWarnings } from "@/lib/order-warnings";
import { type IsPossiblePhone, loadPossiblePhone } from "@/lib/possible-phone";
import { ErrorSummary } from "./error-summary";
import { STEPS, type Step, stepOf } from "./field-words";
import { LIST_PROVIDERS, loadJudge } from "./operations";
import { ParcelFields } from "./parcels-section";
import { PriceBar } from "./price-bar";
import { RecipientFields } from "./recipient-section";
import { rememberedSender } from "./remembered-sender";
import { ReviewFields } from "./review-section";
import { ServiceFields } from "./service-section";
import { Stepper } from "./stepper";
import { useDraft } from "./use-draft";
import { useAgreedPrice, useQuotes } from "./use-quotes";
import { type OrderForm as Form, useSnapshot, type Values } from "./use-snapshot";
import { useSubmit } from "./use-submit";

type Provider = DataOf<typeof listProviders>[number];

// Each part changes with its own fields; a price that comes in need not draw hundreds of items again.
const Sender = memo(({ shipType }: { shipType: ShipType }) => <AddressFields shape={shipType} side="sender" />);
const Recipient = memo(RecipientFields);
const Parcels = memo(ParcelFields);

const RULES = [
  "skuWithBarcode",
  "pickPackItem",
  "codAmount",
  "recipientInHongKong",
  "pickupDateRequired",
  "pickupWindow",
  "decimal",
  "mobile",
  "prefixPlus",
  "prefixDigits",
] as const;

/** Words of rules that name things as the form does, not as the API. */
function useRuleWords(): (problem: Problem) => string | undefined {
  const t = useTranslations("orderForm.rules");
  return useCallback(
    ({ key, params }: Problem) => {
      const own = RULES.find((rule) => rule === key);
      return own && t(own, params as { minutes: number });
    },
    [t],
  );
}

/** What the carriers' calendar says of the chosen collection. */
function collectionProblems(body: Values, collector: Collector | null): Problem[] {
  const date = (body.pickup_arrange as { pickup_date?: unknown } | undefined)?.pickup_date;
  if (!collector || typeof date !== "string") return [];
  const params = { provider: collector.name };
  if (!collector.services.supports_pickup_arrange)
    return [{ path: ["pickup_arrange", "pickup_date"], key: "pickupArrangeNotSupported", params }];
  return collector.services.pickup_closed_dates.includes(date)
    ? [{ path: ["pickup_arrange", "pickup_date"], key: "pickupClosed", params }]
    : [];
}

function heaviestOf(values: Values): string | null {
  const parcels = (values.shipment_detail as { parcel_list?: { act_weight?: unknown }[] } | undefined)?.parcel_list;
  const weights = (parcels ?? [])
    .map(({ act_weight }) => String(act_weight ?? ""))
    .filter((text) => DECIMAL.test(text));
  return weights.sort((a, b) => decimal(b).cmp(a))[0] ?? null;
}

/** Warnings follow the snapshot; the check of telephone numbers joins once it is loaded. */
function useWarnings(values: Values): WarningStore {
  const t = useTranslations("orderForm.warnings");
  const [store] = useState(() => new WarningStore());
  const [isPossible, setIsPossible] = useState<IsPossiblePhone>();
  const hasPhone = ["sender", "recipient"].some((side) => (values[side] as { mobile?: string } | undefined)?.mobile);
  useEffect(() => {
    if (!hasPhone) return;
    void loadPossiblePhone().then(
      (check) => setIsPossible(() => check),
      () => undefined,
    );
  }, [hasPhone]);
  useEffect(() => {
    store.replace(
      orderWarnings(values, isPossible).map(({ path, key, params }) => [
        fieldName(path),
        t(key, params as { weight: string }),
      ]),
    );
  }, [store, values, isPossible, t]);
  return store;
}

/** Fills in the sender of the last order, where neither a draft nor the merchant has. */
function useSenderFromLast(form: Form, shipType: ShipType, isDraft: boolean, onFilled: () => void): boolean {
  const { where, account } = usePlace();
  const [isFilled, setIsFilled] = useState(false);
  const filled = useRef(onFilled);
  useEffect(() => {
    if (isDraft) return;
    const sender = rememberedSender(where, account.id, shipType);
    if (!sender || JSON.stringify(form.getValues("sender")) !== JSON.stringify(emptySender(shipType))) return;
    form.setValue("sender", { ...emptySender(shipType), ...sender });
    filled.current();
    setIsFilled(true);
  }, [form, shipType, isDraft, where, account.id]);
  return isFilled;
}

/** The parts of the form in which nothing is missing or wrong. */
function useCompleteSteps(values: Values, judge: () => Judge): ReadonlySet<Step> {
  const [complete, setComplete] = useState<ReadonlySet<Step>>(new Set());
  useEffect(() => {
    let isLatest = true;
    void loadJudge().then(({ judgeOrder }) => {
      if (!isLatest) return;
      const open = new Set(judgeOrder(values, judge()).problems.map(({ path }) => stepOf(fieldName(path))));
      // There is nothing that must be filled in to review; it is complete when all else is.
      setComplete(new Set(STEPS.filter((step) => (step === "review" ? open.size === 0 : !open.has(step)))));
    });
    return () => {
      isLatest = false;
    };
  }, [values, judge]);
  return complete;
}

function useJudge(pickPack: boolean, providers: readonly Provider[]) {
  const language = useLocale();
  const latest = useRef({ pickPack, providers });
  useEffect(() => {
    latest.current = { pickPack, providers };
  });
  return useMemo(
    () => (): Judge => ({
      pickPack: latest.current.pickPack,
      more: (body) =>
        collectionProblems(body, collectorOf(latest.current.providers, String(body.shipping_provider ?? ""), language)),
    }),
    [language],
  );
}

function collectorOf(providers: readonly Provider[], code: string, language: string): Collector | null {
  const provider = providers.find((each) => each.code === code);
  return provider
    ? { name: language === "en" ? provider.name_en : provider.name_zh, services: provider.services }
    : null;
}

/** The order form: one page in parts, a price that stays in view, work saved as it is done. */
export function OrderForm({
  shipType,
  draft: opened,
}: {
  shipType: ShipType;
  draft: { id: string; body: Record<string, unknown> } | null;
}) {
  const t = useTranslations("orderForm");
  const language = useLocale();
  const { where, account } = usePlace();
  const { data: providers = [] } = useQuery({
    ...lazyQueryFor(LIST_PROVIDERS, { ship_type: shipType }, where),
    staleTime: 300_000,
  });

  const words = useRuleWords();
  const judge = useJudge(account.pickPack, providers);
  const resolver = useMemo<Resolver<FieldValues>>(
    () => async (values, context, options) => {
      const { orderResolver } = await loadJudge();
      return orderResolver({ judge, language, words })(values, context, options);
    },
    [judge, language, words],
  );
  const form = useForm({
    defaultValues: opened ? orderOfDraft(shipType, opened.body) : emptyOrder(shipType),
    resolver,
    // Fields are judged by FormChecks.
    mode: "onSubmit",
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });

  const values = useSnapshot(form, 400);
  const provider: unknown = useWatch({ control: form.control, name: "shipping_provider" });
  const quotes = useQuotes(values);
  const agreed = useAgreedPrice(quotes, typeof provider === "string" ? provider : "");
  const draft = useDraft(form, opened?.id ?? null);
  const submit = useSubmit({ form, shipType, quotes, agreed, draft });
  const warnings = useWarnings(values);
  const isSenderFilled = useSenderFromLast(form, shipType, opened !== null, draft.rebase);

  const complete = useCompleteSteps(values, judge);
  const heaviest = useMemo(() => heaviestOf(values), [values]);
  const names = useMemo(
    () => Object.fromEntries(providers.map((each) => [each.code, language === "en" ? each.name_en : each.name_zh])),
    [providers, language],
  );
  const pointProvider = providers.find((each) => each.services.supports_pickup_point)?.code ?? null;

  function accept() {
    agreed.accept();
    form.clearErrors("shipping_provider");
  }

  const about = shipType === "intl" ? t("about.parcelsIntl") : t("about.parcelsLocal");
  const section = "scroll-mt-32 lg:scroll-mt-22 [&>div:last-child]:pt-2";
  return (
    <FormChecks form={form} warnings={warnings}>
      <form
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-col gap-4 [&_:is(input,textarea,button)]:scroll-mt-28 [&_:is(input,textarea,button)]:scroll-mb-32"
      >
        <Stepper complete={complete} />
        <ErrorSummary attempts={submit.attempts} failure={submit.failure} />
        <Section
          id="sender"
          className={section}
          title={t("steps.sender")}
          description={isSenderFilled ? t("address.remembered") : t("about.sender")}
        >
          <Sender shipType={shipType} />
        </Section>
        <Section id="recipient" className={section} title={t("steps.recipient")} description={t("about.recipient")}>
          <Recipient shipType={shipType} pointProvider={pointProvider} heaviest={heaviest} />
        </Section>
        <Section id="parcels" className={section} title={t("steps.parcels")} description={about}>
          <Parcels shipType={shipType} pickPack={account.pickPack} />
        </Section>
        <Section id="service" className={section} title={t("steps.service")} description={t("about.service")}>
          <ServiceFields
            shipType={shipType}
            quotes={quotes}
            agreed={agreed}
            onAccept={accept}
            providerNames={names}
            collector={collectorOf(providers, typeof provider === "string" ? provider : "", language)}
          />
        </Section>
        <Section id="review" className={section} title={t("steps.review")} description={t("about.review")}>
          <ReviewFields values={values} quotes={quotes} agreed={agreed} />
        </Section>
        <PriceBar quotes={quotes} agreed={agreed} onAccept={accept} draft={draft.state} submit={submit} />
      </form>
    </FormChecks>
  );
}
