import { decimal, money } from "@/lib/decimal";
import type { Environment } from "@/lib/environment";
import type { Language } from "@/lib/i18n/languages";
import { notify } from "@/server/accounts";
import type { Tx } from "@/server/db/transaction";

/** HKD; below zero: in the merchant's favour. */
export type Adjusted = { orderId: string; amount: string; reason?: string | null | undefined };

/** How many orders a mail names. */
const NAMED_ORDERS = 20;

type Words = {
  subject: (amount: string, isCharge: boolean, orderId: string) => string;
  text: (amount: string, isCharge: boolean, orderId: string) => string;
  subjectOfAll: (invoice: string, orders: number) => string;
  textOfAll: (charged: string, credited: string) => string;
  each: (amount: string, isCharge: boolean, orderId: string) => string;
  more: (orders: number) => string;
  reason: string;
  link: string;
  linkOfAll: string;
};

const WORDS: Record<Language, Words> = {
  en: {
    subject: (amount, isCharge, orderId) => `${isCharge ? "Charged" : "Credited"} HK$${amount} for order ${orderId}`,
    text: (amount, isCharge, orderId) =>
      `The price of order ${orderId} was changed after it was agreed: HK$${amount} ${isCharge ? "more" : "less"}. It is on this month's statement.`,
    subjectOfAll: (invoice, orders) =>
      `The prices of ${orders} orders were changed by the carrier’s invoice ${invoice}`,
    textOfAll: (charged, credited) =>
      `They were changed after they were agreed: HK$${charged} charged, HK$${credited} credited. It is on this month's statement.`,
    each: (amount, isCharge, orderId) => `Order ${orderId}: HK$${amount} ${isCharge ? "more" : "less"}`,
    more: (orders) => `and ${orders} more`,
    reason: "Reason:",
    link: "Open the order",
    linkOfAll: "Open the statements",
  },
  "zh-Hant": {
    subject: (amount, isCharge, orderId) => `訂單 ${orderId}${isCharge ? "加收" : "退回"} HK$${amount}`,
    text: (amount, isCharge, orderId) =>
      `訂單 ${orderId} 的運費在確認後有更改：${isCharge ? "加收" : "退回"} HK$${amount}，已列入本月的月結單。`,
    subjectOfAll: (invoice, orders) => `${orders} 張訂單的運費按物流商帳單 ${invoice} 更改`,
    textOfAll: (charged, credited) =>
      `以下訂單的運費在確認後有更改：合共加收 HK$${charged}，退回 HK$${credited}，已列入本月的月結單。`,
    each: (amount, isCharge, orderId) => `訂單 ${orderId}：${isCharge ? "加收" : "退回"} HK$${amount}`,
    more: (orders) => `另有 ${orders} 項`,
    reason: "原因：",
    link: "打開訂單",
    linkOfAll: "打開月結單",
  },
};

const parted = ({ amount, orderId }: Adjusted) =>
  [money(decimal(amount).abs()), decimal(amount).gt(0), orderId] as const;

/** Tells a merchant that the price of an order was changed after it was agreed. */
export function notifyOfOne(tx: Tx, accountId: string, environment: Environment, adjusted: Adjusted): Promise<void> {
  return notify(tx, {
    accountId,
    environment,
    kind: "order_adjusted",
    words: (language) => {
      const words = WORDS[language];
      return {
        subject: words.subject(...parted(adjusted)),
        paragraphs: [
          words.text(...parted(adjusted)),
          ...(adjusted.reason ? [`${words.reason} ${adjusted.reason}`] : []),
        ],
        link: { label: words.link, path: `/${environment}/orders/${adjusted.orderId}` },
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
    words: (language) => {
      const words = WORDS[language];
      const named = all.slice(0, NAMED_ORDERS).map((each) => words.each(...parted(each)));
      return {
        subject: words.subjectOfAll(invoice, new Set(all.map(({ orderId }) => orderId)).size),
        paragraphs: [
          words.textOfAll(
            sum((amount) => decimal(amount).gt(0)),
            sum((amount) => decimal(amount).lt(0)),
          ),
          ...named,
          ...(all.length > named.length ? [words.more(all.length - named.length)] : []),
        ],
        link: { label: words.linkOfAll, path: "/production/settings/statements" },
      };
    },
  });
}
