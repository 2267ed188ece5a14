"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { TextLink } from "@/components/ui/link-button";
import { useTask } from "@/components/use-operation";
import { type CallResult, call } from "@/lib/api-client";
import type { RuleInput } from "@/lib/contracts/shipping-rule";
import { formatNumber } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";

type Result = CallResult<"tryRules">;
type Change = Result["results"][number]["changes"][number];

/** Trying rules out on the last orders: those of the account, or the ones given. */
export function useTry() {
  const { where } = useWorkspace();
  const { run, isBusy } = useTask({ reading: true });
  const [result, setResult] = useState<Result | null>(null);
  return {
    result,
    isBusy,
    run: (rules?: RuleInput[]) => run(async () => setResult(await call("tryRules", rules ? { rules } : {}, where))),
  };
}

/** What would have been others of the last orders; `index`: only by this rule. */
export function Tried({
  result,
  providers,
  index,
}: {
  result: Result;
  providers: readonly ListProvider[];
  index?: number;
}) {
  const t = useTranslations("rules.try");
  const { orders } = result;
  const own = index === undefined ? undefined : result.rules[index];
  const { matched, changed } = own ?? result;
  const shown = result.results.filter(({ rules }) => index === undefined || rules.includes(index));
  return (
    <div className="flex flex-col gap-3">
      <p role="status">
        {orders === 0
          ? t("noOrders")
          : t("found", {
              orders: formatNumber(orders),
              n: matched,
              matched: formatNumber(matched),
              changed: formatNumber(changed),
            })}
      </p>
      {index === undefined && result.rules.length > 1 && matched > 0 ? <ByRule rules={result.rules} /> : null}
      {shown.length > 0 ? <Orders results={shown} providers={providers} changed={changed} /> : null}
    </div>
  );
}

function ByRule({ rules }: { rules: Result["rules"] }) {
  const t = useTranslations("rules.try");
  return (
    <ul className="flex flex-col gap-1">
      {rules.map(({ index, name, matched, changed }) => (
        <li key={index} className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <span className="text-muted tabular-nums">
            {t("ofRule", { n: matched, matched: formatNumber(matched), changed: formatNumber(changed) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Orders({
  results,
  providers,
  changed,
}: {
  results: Result["results"];
  providers: readonly ListProvider[];
  changed: number;
}) {
  const t = useTranslations("rules.try");
  const { href } = useWorkspace();
  return (
    <>
      <ul
        aria-label={t("orders")}
        className="max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {results.map(({ order_id, reference, recipient_name, changes }) => (
          <li key={order_id} className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-2">
            <span className="min-w-0 basis-48">
              <TextLink href={href(`/orders/${order_id}`)} target="_blank">
                {reference ?? order_id}
              </TextLink>
              <bdi className="block truncate text-xs text-muted">{recipient_name}</bdi>
            </span>
            <ul className="min-w-0 flex-1 basis-64">
              {changes.map((change) => (
                <li key={change.field} className="wrap-anywhere">
                  <ChangeWords change={change} providers={providers} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {results.length < changed ? (
        <p className="text-xs text-muted">{t("newest", { count: formatNumber(results.length) })}</p>
      ) : null}
    </>
  );
}

const WORDS = ["delivery_proof", "tax_party", "recipient_signature"] as const;
const PROOFS = ["E", "W", "N"] as const;
const PARTIES = ["sender", "recipient"] as const;
const SIGNATURES = ["N", "O", "A"] as const;

function ChangeWords({
  change: { field, from, to },
  providers,
}: {
  change: Change;
  providers: readonly ListProvider[];
}) {
  const t = useTranslations("rules.try");
  const tForm = useTranslations("orderForm");
  const language = useLocale();
  const named = (value: string | null): string => {
    if (value === null) return t("nothing");
    if (field === "shipping_provider") return providers.find(({ code }) => code === value)?.name ?? value;
    if (field === "parcel") return `${value} cm`;
    const proof = PROOFS.find((each) => field === WORDS[0] && each === value);
    const party = PARTIES.find((each) => field === WORDS[1] && each === value);
    const signature = SIGNATURES.find((each) => field === WORDS[2] && each === value);
    if (proof) return tForm(`proofs.${proof}`);
    if (party) return tForm(`taxParties.${party}`);
    if (signature) return tForm(`signatures.${signature}`);
    return field === "tags" && language !== "en" ? value.replaceAll(", ", "、") : value;
  };
  const label = t(`fields.${field as "tags"}`);
  if (field === "hold") return t("held", { reason: to });
  return t("change", { field: label, from: named(from), to: named(to) });
}
