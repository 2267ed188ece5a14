import type { Attempt } from "@/lib/contracts/webhook-delivery";
import type { Environment } from "@/lib/environment";
import type { Language } from "@/lib/i18n/languages";
import { exactResult } from "@/lib/webhooks/webhook-answer";
import { notify } from "@/server/accounts";
import type { Db } from "@/server/db/transaction";

type Disabled = {
  account_id: string;
  environment: Environment;
  url: string;
  /** Of the endpoint, from the root. */
  path: string;
} & Pick<Attempt, "status_code" | "error_detail" | "response_head">;

const WORDS: Record<
  Language,
  { environment: Record<Environment, string>; subject: string; paragraphs: string[]; link: string }
> = {
  en: {
    environment: { testing: "[TEST] ", production: "" },
    subject: "{environment}A webhook endpoint was disabled: {host}",
    paragraphs: [
      "Deliveries to {url} failed until their retries were used up, and the endpoint has not answered with status 200 since the first of them. It is disabled, so that nothing more is sent to it.",
      "The last attempt: {result}",
      "Nothing is lost: waiting deliveries and those of new events are held for 30 days. Fix the receiver, enable the endpoint on its page, and choose there to send what was held or missed.",
    ],
    link: "Open the endpoint",
  },
  "zh-Hant": {
    environment: { testing: "[測試] ", production: "" },
    subject: "{environment}Webhook 端點已停用：{host}",
    paragraphs: [
      "傳送至 {url} 的通知多次重試後仍然失敗，而自首次嘗試以來，該端點一直未有回應狀態 200。系統已停用此端點，不再向其傳送通知。",
      "最後一次傳送的結果：{result}",
      "資料並無遺失：等候中及新事件的通知會暫存 30 日。修復接收程式後，請在端點頁面重新啟用，並選擇補發暫存或錯過的通知。",
    ],
    link: "開啟端點頁面",
  },
};

/**
 * Notifies the account's people that an endpoint was disabled, in the transaction that disables it (contract §15.7).
 */
export async function mailOfDisabling(
  db: Db,
  { account_id, environment, url, path, ...attempt }: Disabled,
): Promise<void> {
  await notify(db, {
    accountId: account_id,
    environment,
    kind: "endpoint_disabled",
    words: (language) => {
      const words = WORDS[language];
      const status = attempt.status_code === null ? null : `HTTP ${attempt.status_code}`;
      const result = [status, exactResult(attempt, language)].filter(Boolean).join(" · ");
      const fill = (text: string) =>
        text
          .replace("{environment}", () => words.environment[environment])
          .replace("{host}", () => new URL(url).host)
          .replace("{url}", () => url)
          .replace("{result}", () => result);
      return {
        subject: fill(words.subject),
        paragraphs: words.paragraphs.map(fill),
        link: { label: words.link, path },
      };
    },
  });
}
