import type { Environment } from "@/lib/environment";
import type { Language } from "@/lib/i18n/languages";
import { notify } from "@/server/accounts";
import type { Scope } from "@/server/db/scoped";
import type { Tx } from "@/server/db/transaction";

const WORDS: Record<
  Language,
  { environment: Record<Environment, string>; message: string; question: string; answer: string; link: string }
> = {
  en: {
    environment: { testing: "[TEST] ", production: "" },
    message: "{environment}Sampan support wrote about order {order}",
    question: "{environment}Sampan support asks about order {order}",
    answer: "Please answer on the order's page, not by replying to this mail.",
    link: "Open the order",
  },
  "zh-Hant": {
    environment: { testing: "[測試] ", production: "" },
    message: "{environment}舢舨客服就訂單 {order} 傳來訊息",
    question: "{environment}舢舨客服就訂單 {order} 向你查詢",
    answer: "請在訂單頁面回覆，請勿直接回覆此電郵。",
    link: "查看訂單",
  },
};

/** Notifies the account's people of what support wrote to them, in the transaction that writes it (contract §24.3). */
export async function notifyOfMessage(
  tx: Tx,
  { accountId, environment }: Scope,
  orderId: string,
  kind: "message" | "question",
  text: string,
): Promise<void> {
  await notify(tx, {
    accountId,
    environment,
    kind: "order_message",
    words: (language) => {
      const words = WORDS[language];
      return {
        subject: words[kind].replace("{environment}", words.environment[environment]).replace("{order}", orderId),
        paragraphs: [text, words.answer],
        link: { label: words.link, path: `/${environment}/orders/${orderId}#thread` },
      };
    },
  });
}
