import { decimal, money } from "@/lib/decimal";
import type { Environment } from "@/lib/environment";
import { mailTranslator } from "@/lib/i18n/mails";
import { notify } from "@/server/accounts";
import type { Tx } from "@/server/db/transaction";

/** HKD; below zero: in the merchant's favour. */
export type Adjusted = { orderId: string; amount: string; reason?: string | null | undefined };

/** How many orders a mail names. */
const NAMED_ORDERS = 20;

const valuesOf = ({ amount, orderId }: Adjusted) => ({
  order: orderId,
  amount: money(decimal(amount).abs()),
  effect: decimal(amount).gt(0) ? "CHARGE" : "CREDIT",
});

/** Tells a merchant that the price of an order was changed after it was agreed. */
export function notifyOfOne(tx: Tx, accountId: string, environment: Environment, adjusted: Adjusted): Promise<void> {
  return notify(tx, {
    accountId,
    environment,
    kind: "order_adjusted",
    path: `/${environment}/orders/${adjusted.orderId}`,
    text: (language) => {
      const t = mailTranslator(language, "orderAdjusted");
      const { reason } = adjusted;
      return {
        subject: t("subject", valuesOf(adjusted)),
        paragraphs: [t("text", valuesOf(adjusted)), ...(reason ? [t("reason", { reason })] : [])],
        label: t("link"),
      };
    },
  });
}

/** Tells a merchant of all that an invoice has changed, in one notice. */
export function notifyOfInvoice(tx: Tx, accountId: string, invoice: string, all: readonly Adjusted[]): Promise<void> {
  const [only] = all;
  if (only && all.length === 1) return notifyOfOne(tx, accountId, "production", only);
  const sum = (isWanted: (amount: string) => boolean) =>
    money(
      all
        .filter(({ amount }) => isWanted(amount))
        .reduce((total, { amount }) => total.plus(amount), decimal(0))
        .abs(),
    );
  return notify(tx, {
    accountId,
    environment: "production",
    kind: "order_adjusted",
    path: "/production/settings/statements",
    text: (language) => {
      const t = mailTranslator(language, "ordersAdjusted");
      const named = all.slice(0, NAMED_ORDERS).map((each) => t("each", valuesOf(each)));
      const [charged, credited] = [sum((amount) => decimal(amount).gt(0)), sum((amount) => decimal(amount).lt(0))];
      return {
        subject: t("subject", { invoice, orders: new Set(all.map(({ orderId }) => orderId)).size }),
        paragraphs: [
          t("text", { charged, credited }),
          ...named,
          ...(all.length > named.length ? [t("more", { count: all.length - named.length })] : []),
        ],
        label: t("link"),
      };
    },
  });
}
