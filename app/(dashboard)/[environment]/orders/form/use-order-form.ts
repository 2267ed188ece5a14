import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type FieldValues, type Resolver, useWatch } from "react-hook-form";
import { useWorkspace } from "@/components/environment";
import { useContractForm } from "@/components/forms/contract-form";
import { WarningStore } from "@/components/forms/form-checks";
import type { Collector } from "@/components/order-form/pickup-window";
import { useSnapshot, type Values } from "@/components/orders/use-snapshot";
import type { isPossiblePhone } from "@/lib/addresses/phone-number";
import { queryFor } from "@/lib/api-client";
import type { DataOf } from "@/lib/contracts/contract";
import type { Judge } from "@/lib/contracts/form-resolver";
import type { listProviders } from "@/lib/contracts/rate";
import type { RateQuestion } from "@/lib/contracts/rate-request";
import { DECIMAL, decimal } from "@/lib/decimal";
import type { Problem } from "@/lib/errors";
import { fieldName } from "@/lib/forms/form-paths";
import { loadPart } from "@/lib/load-part";
import type { ShipType } from "@/lib/orders/form-values";
import { orderWarnings } from "@/lib/orders/warnings";
import { STEPS, type Step, stepOf } from "./form-steps";
import { loadJudge } from "./operations";
import type { SuspendedService } from "./service-choice";
import { type Agreed, useAgreedPrice, useQuotes } from "./use-quotes";

type Provider = DataOf<typeof listProviders>[number];

const NO_STEPS: ReadonlySet<Step> = new Set();

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
  "insuranceValue",
] as const;

/** The wording of rules that names things as the form does, not as the API. */
function useRuleMessage(): (problem: Problem) => string | undefined {
  const t = useTranslations("orderForm.rules");
  return useCallback(
    ({ key, params }: Problem) => {
      const own = RULES.find((rule) => rule === key);
      return own && t(own, params as { minutes: number });
    },
    [t],
  );
}

/** The problems of the chosen collection by the carriers' calendar. */
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

/** Warnings follow the snapshot; those about telephone numbers appear once their check is loaded. */
function useWarnings(values: Values, isUntouched: boolean): WarningStore {
  const t = useTranslations("orderForm.warnings");
  const [store] = useState(() => new WarningStore());
  const [isPossible, setIsPossible] = useState<typeof isPossiblePhone>();
  const hasPhone = ["sender", "recipient"].some((side) => (values[side] as { mobile?: string } | undefined)?.mobile);
  useEffect(() => {
    // A default sender's number was checked when it was saved.
    if (!hasPhone || isUntouched) return;
    void import("@/lib/addresses/phone-number").then(
      (numbers) => setIsPossible(() => numbers.isPossiblePhone),
      () => undefined,
    );
  }, [hasPhone, isUntouched]);
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

/** The names of the fields in which something is missing or wrong. */
async function openFields(values: Values, judge: Judge): Promise<string[]> {
  const { judgeOrder } = await loadJudge();
  return [...new Set(judgeOrder(values, judge).problems.map(({ path }) => fieldName(path)))];
}

type Open = { fields: readonly string[]; complete: ReadonlySet<Step> };

/**
 * The fields in which something is missing or wrong, and the parts of the form in which nothing is; a service must also
 * have a price that is accepted. Null: not known yet.
 */
function useOpen(values: Values, isUntouched: boolean, judge: () => Judge, hasPrice: boolean): Open | null {
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => {
    if (isUntouched) return;
    let isLatest = true;
    void openFields(values, judge()).then((fields) => {
      if (!isLatest) return;
      const steps = new Set(fields.map(stepOf));
      if (!hasPrice) steps.add("service");
      // Nothing has to be filled in to review; it is complete when everything else is.
      const complete = new Set(STEPS.filter((step) => (step === "review" ? steps.size === 0 : !steps.has(step))));
      setOpen({ fields, complete });
    });
    return () => {
      isLatest = false;
    };
  }, [values, isUntouched, judge, hasPrice]);
  return open;
}

function useJudge(pickPack: boolean, providers: readonly Provider[], saved: unknown) {
  const language = useLocale();
  const latest = useRef({ pickPack, providers, saved });
  useEffect(() => {
    latest.current = { pickPack, providers, saved };
  });
  return useMemo(
    () => (): Judge => ({
      pickPack: latest.current.pickPack,
      saved: latest.current.saved,
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

function suspendedOf(providers: readonly Provider[], language: string): SuspendedService[] {
  const isEnglish = language === "en";
  return providers.flatMap(({ code, name_en, name_zh, suspended, suspension }) =>
    suspended && suspension
      ? [
          {
            code,
            name: isEnglish ? name_en : name_zh,
            notice: isEnglish ? suspension.notice_en : suspension.notice_zh,
            until: suspension.until,
          },
        ]
      : [],
  );
}

/**
 * What the forms of a new and a saved order share: values, rules, warnings and live prices. `untouched`: nothing is
 * filled in yet, and this is what the order needs for a price.
 */
export function useOrderForm({
  shipType,
  initial,
  untouched,
  hasProducts,
  agreed: agreedBefore = null,
  isSaved = false,
}: {
  shipType: ShipType;
  initial: Values;
  untouched: RateQuestion | null;
  /** Whether items can be filled from a list of products. */
  hasProducts: boolean;
  /** The price that was accepted before the form was opened. */
  agreed?: Agreed | null;
  /** Whether this is a saved order that is changed. */
  isSaved?: boolean;
}) {
  const language = useLocale();
  const { where, account } = useWorkspace();
  const { data: providers = [] } = useQuery({
    ...queryFor("listProviders", { ship_type: shipType }, where),
    staleTime: 300_000,
  });
  const messageOf = useRuleMessage();
  const judge = useJudge(account.pickPack, providers, isSaved ? initial.shipment_detail : undefined);
  const resolver = useMemo<Resolver<FieldValues>>(
    () => async (values, context, options) => {
      const { orderResolver } = await loadPart(loadJudge);
      return orderResolver({ judge, language, messageOf })(values, context, options);
    },
    [judge, language, messageOf],
  );
  const contract = useContractForm({ initial, judge: { resolver } });
  const { form } = contract;

  const values = useSnapshot(form, 400);
  const [first] = useState(values);
  // Rules and prices (60 kB) are loaded once there is something to judge.
  const isUntouched = values === first && untouched !== null;
  const chosen: unknown = useWatch({ control: form.control, name: "shipping_provider" });
  const provider = typeof chosen === "string" ? chosen : "";
  const saved = isSaved && typeof initial.shipping_provider === "string" ? initial.shipping_provider : null;
  const quotes = useQuotes(values, isUntouched ? untouched : null, saved);
  const agreed = useAgreedPrice(quotes, provider, agreedBefore);
  const warnings = useWarnings(values, isUntouched);
  const hasPrice = quotes.missing.length === 0 && !quotes.error && agreed.rate !== null && agreed.rise === null;
  const open = useOpen(values, isUntouched, judge, hasPrice);
  const heaviest = useMemo(() => heaviestOf(values), [values]);
  const names = useMemo(
    () => Object.fromEntries(providers.map((each) => [each.code, language === "en" ? each.name_en : each.name_zh])),
    [providers, language],
  );
  const suspended = useMemo(() => suspendedOf(providers, language), [providers, language]);
  return {
    shipType,
    contract,
    form,
    values,
    quotes,
    agreed,
    warnings,
    complete: open?.complete ?? NO_STEPS,
    /** The fields in which something is missing or wrong, as of the last pause; null: not known yet. */
    open: open?.fields ?? null,
    hasPrice,
    /** The same, of what is filled in now. */
    openNow: () => openFields(form.getValues(), judge()),
    heaviest,
    providerNames: names,
    suspended,
    /** The calendar of the chosen service's courier. */
    collector: collectorOf(providers, provider, language),
    /** The service that delivers to pickup points. */
    pointProvider: providers.find((each) => each.services.supports_pickup_point)?.code ?? null,
    pickPack: account.pickPack,
    hasProducts,
  };
}
export type OrderFormState = ReturnType<typeof useOrderForm>;
