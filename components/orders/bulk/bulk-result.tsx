"use client";

import { useTranslations } from "next-intl";
import { newQuote } from "@/components/orders/new-quote";
import { useFailureMessage } from "@/components/ui/error-state";
import { ApiFailure } from "@/lib/api-client";
import type { OrderRow } from "@/lib/contracts/order";
import { formatMoney, formatNumber } from "@/lib/format";
import { type BulkItem, BulkLeftOut, BulkList } from "./bulk-list";
import type { BulkAction, Results } from "./bulk-orders";

// Naming the part of an order makes a refusal clearer: "Must be today or later" needs to say what.
const PARTS = ["sender", "recipient", "shipment_detail", "pickup_arrange"] as const;
const MOST_REASONS = 3;

/** Why the action failed for an order, in the reader's words. */
export function useBulkReason(): (error: unknown, order: OrderRow | undefined) => string {
  const t = useTranslations("orderBulk.reasons");
  const failureMessage = useFailureMessage();
  return (error, order) => {
    const quote = newQuote(error);
    if (quote && order) return t("price", { from: formatMoney(order.quote_price), to: formatMoney(quote.price) });
    const entries = error instanceof ApiFailure ? error.entries : [];
    if (entries.some(({ code_reason }) => code_reason === "ORDER_NOT_CONFIRMABLE")) return t("notConfirmable");
    if (entries.some(({ code_reason }) => code_reason === "ORDER_NOT_CANCELLABLE")) return t("notCancellable");
    if (entries.length === 0) return failureMessage(error).title;
    const reasons = entries.map(({ field, message }) => {
      const part = PARTS.find((name) => field.startsWith(name));
      return part ? t(`parts.${part}`, { message }) : message;
    });
    return [...new Set(reasons)].slice(0, MOST_REASONS).join(" ");
  };
}

/** The result of each order of a run. */
export function BulkResult({
  action,
  results,
  requested,
  orders,
}: {
  action: BulkAction;
  results: Results;
  /** Of how many the warehouse is asked. */
  requested: number;
  orders: ReadonlyMap<string, OrderRow>;
}) {
  const t = useTranslations("orderBulk");
  const reasonOf = useBulkReason();
  const recipientOf = (id: string) => orders.get(id)?.recipient_name;
  const failed: BulkItem[] = [];
  const untried: BulkItem[] = [];
  for (const [id, result] of results) {
    const item = { id, recipient: recipientOf(id) };
    if (result.kind === "FAILED") failed.push({ ...item, reason: reasonOf(result.error, orders.get(id)) });
    if (result.kind === "UNTRIED") untried.push(item);
  }
  const counted = ({ length }: readonly unknown[]) => ({ count: formatNumber(length), n: length });
  return (
    <div className="flex flex-col gap-3">
      {requested > 0 ? <p>{t("requested", { count: formatNumber(requested), n: requested })}</p> : null}
      {failed.length > 0 ? (
        <BulkList tone="warn" title={t(`${action}.failed`, counted(failed))} items={failed} />
      ) : null}
      {untried.length > 0 ? <BulkList title={t("untried", counted(untried))} items={untried} /> : null}
      <BulkLeftOut ids={results.keys()} results={results} recipientOf={recipientOf} />
    </div>
  );
}
