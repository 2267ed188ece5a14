import type { ShortLine } from "@/lib/contracts/event";
import { decimal, money } from "@/lib/decimal";
import type { Environment } from "@/lib/environment";
import type { Language } from "@/lib/i18n/languages";
import type { ShortReason } from "@/lib/warehouse/pickpack-status";
import { notify } from "@/server/accounts";
import type { Scope } from "@/server/db/scoped";
import type { Tx } from "@/server/db/transaction";
import type { OrderRow } from "@/server/orders";

/** The COD amount that a courier collects instead of the original one, HKD. */
export type LoweredCod = { before: string; now: string };

type Words = {
  environment: Record<Environment, string>;
  reasons: Record<ShortReason, string>;
  subject: string;
  opening: string;
  line: (line: { item: string; packed: string; ordered: string; reason: string }) => string;
  others: (count: number) => string;
  means: string;
  cod: (now: string, before: string) => string;
  noCod: (before: string) => string;
  sameCod: (now: string) => string;
  link: string;
};

const WORDS: Record<Language, Words> = {
  en: {
    environment: { testing: "[TEST] ", production: "" },
    reasons: { OUT_OF_STOCK: "out of stock", MISSING: "not found", DAMAGED: "damaged", OTHERS: "other reason" },
    subject: "{environment}Order {order} was packed short",
    opening: "The warehouse sends order {order} to {recipient} with fewer units than were ordered:",
    line: ({ item, packed, ordered, reason }) => `• ${item}: ${packed} of ${ordered} packed (${reason})`,
    others: (count) => `… and ${count} more ${count === 1 ? "line" : "lines"}.`,
    means:
      "The commercial invoice, the packing slip and all declared values and weights hold what is in the parcels. Price and insurance stay as they are. Please tell your customer.",
    cod: (now, before) => `The courier collects HK$${now} instead of HK$${before}.`,
    noCod: (before) => `The courier collects nothing instead of HK$${before}.`,
    sameCod: (now) => `The courier collects HK$${now}, as you asked: it was not lowered.`,
    link: "Open the order",
  },
  "zh-Hant": {
    environment: { testing: "[測試] ", production: "" },
    reasons: { OUT_OF_STOCK: "缺貨", MISSING: "找不到", DAMAGED: "損壞", OTHERS: "其他原因" },
    subject: "{environment}訂單 {order} 未能足數包裝",
    opening: "倉庫寄出訂單 {order}（收件人：{recipient}），件數少於訂購數量：",
    line: ({ item, packed, ordered, reason }) => `• ${item}：訂購 ${ordered} 件，已包裝 ${packed} 件（${reason}）`,
    others: (count) => `……另有 ${count} 項。`,
    means: "商業發票、裝箱單及所有申報價值與重量均按包裹實際內容列出；運費及保險維持不變。請通知你的客戶。",
    cod: (now, before) => `派遞員將代收 HK$${now}，原為 HK$${before}。`,
    noCod: (before) => `派遞員將不會代收任何款項，原為 HK$${before}。`,
    sameCod: (now) => `派遞員仍按你的要求代收 HK$${now}，金額並無下調。`,
    link: "查看訂單",
  },
};

/** Most lines that the mail names. */
const MOST_LINES = 20;

function codWords(words: Words, cod: LoweredCod | null, asked: string | null): string[] {
  if (cod)
    return [decimal(cod.now).gt(0) ? words.cod(money(cod.now), money(cod.before)) : words.noCod(money(cod.before))];
  return asked === null ? [] : [words.sameCod(money(asked))];
}

/**
 * Notifies the account's people of what is missing from an order, in the transaction that sends the order (contract §7.6).
 */
export async function mailOfShort(
  tx: Tx,
  { accountId, environment }: Scope,
  order: Pick<OrderRow, "id" | "recipient_name" | "cod_amount">,
  lines: readonly ShortLine[],
  cod: LoweredCod | null,
): Promise<void> {
  await notify(tx, {
    accountId,
    environment,
    kind: "order_short",
    words: (language) => {
      const words = WORDS[language];
      const fill = (text: string) =>
        text
          .replace("{environment}", () => words.environment[environment])
          .replace("{order}", () => order.id)
          .replace("{recipient}", () => order.recipient_name);
      const named = lines.slice(0, MOST_LINES).map(({ sku, name, packed, ordered, reason, note }) =>
        words.line({
          item: [sku, name].filter(Boolean).join(" "),
          packed,
          ordered,
          reason: [words.reasons[reason], note].filter(Boolean).join(": "),
        }),
      );
      return {
        subject: fill(words.subject),
        paragraphs: [
          fill(words.opening),
          ...named,
          ...(lines.length > MOST_LINES ? [words.others(lines.length - MOST_LINES)] : []),
          fill(words.means),
          ...codWords(words, cod, order.cod_amount),
        ],
        link: { label: words.link, path: `/${environment}/orders/${order.id}` },
      };
    },
  });
}
