"use client";

import { useTranslations } from "next-intl";
import { Money } from "@/components/ui/money";
import type { CallResult } from "@/lib/api-client";
import type { Import } from "@/lib/contracts/import";
import { decimal } from "@/lib/decimal";
import { formatAmount, formatNumber } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";
import { useImportWords } from "./import-facts";

/** What is bought if an import is confirmed now: orders that rules hold up are only saved. */
export function boughtOf(
  { ready, total_price }: Import,
  summary: CallResult<"readImportSummary"> | undefined,
): { orders: number; price: string } {
  const held = summary?.held ?? [];
  return {
    orders: held.reduce((left, { orders }) => left - orders, ready),
    price: held.reduce((left, { price }) => left.minus(price), decimal(total_price)).toFixed(2),
  };
}

/** What the orders without errors cost, by service. */
export function Costs({
  imported: { status, ready, total_price },
  summary,
  providers,
}: {
  imported: Import;
  summary: CallResult<"readImportSummary"> | undefined;
  providers: readonly ListProvider[];
}) {
  const t = useTranslations("imports");
  const { count } = useImportWords();
  const nameOf = (code: string) =>
    providers.find((provider) => provider.code === code)?.shortName ?? (code || t("otherService"));
  const { services = [], held = [] } = summary ?? {};
  const isOpen = status === "WRONG" || status === "READY";
  // What was made, once it is over.
  const orders = isOpen ? ready : services.reduce((sum, each) => sum + each.orders, 0);
  const total = isOpen ? total_price : services.reduce((sum, { price }) => sum.plus(price), decimal("0")).toFixed(2);
  if (orders === 0) return <p className="text-muted">{t("free")}</p>;
  return (
    <dl className="flex flex-col gap-1.5 tabular-nums">
      {services.map(({ shipping_provider, orders, price }) => (
        <div key={shipping_provider} className="flex justify-between gap-3">
          <dt className="min-w-0 text-muted">
            {nameOf(shipping_provider)}, {formatNumber(orders)}
          </dt>
          <dd>{formatAmount(price, "HKD")}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-3 border-t border-line pt-2 font-semibold">
        <dt>{t("total", count(orders))}</dt>
        <dd>
          <Money amount={total} />
        </dd>
      </div>
      {held.map(({ reason, orders, price }) => (
        <div key={reason} className="rounded-md bg-warn-tint px-3 py-2">
          <dt className="text-warn wrap-anywhere">{t("held", { ...count(orders), reason })}</dt>
          <dd>{formatAmount(price, "HKD")}</dd>
        </div>
      ))}
    </dl>
  );
}
