import type { Environment } from "@/lib/environment";
import type { Language } from "@/lib/i18n/languages";
import { ownersOf } from "@/server/accounts";
import type { Db } from "@/server/context";
import { queueMail } from "@/server/mail";

type Disabled = {
  account_id: string;
  environment: Environment;
  url: string;
  page: string;
  /** What the last attempt came to: a status, or why none came. */
  result: string;
};

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
      "Nothing is lost: waiting deliveries and those of new events are held for 30 days. Mend the receiver, enable the endpoint on its page, and choose there to send what was held or missed.",
    ],
    link: "Open the endpoint",
  },
  "zh-Hant": {
    environment: { testing: "[測試] ", production: "" },
    subject: "{environment}Webhook 端點已停用：{host}",
    paragraphs: [
      "傳送至 {url} 的通知多次重試後仍然失敗，而自首次嘗試以來，該端點一直未有回應狀態 200。系統已停用此端點，不再向其傳送通知。",
      "最後一次傳送的結果：{result}",
      "資料並無遺失：等候中及新事件的通知會保留 30 日。修復接收程式後，請在端點頁面重新啟用，並選擇補發保留或錯過的通知。",
    ],
    link: "開啟端點頁面",
  },
};

/** Tells the account's owners that an endpoint was disabled, in the transaction that disables it (decisions §8.7). */
export async function mailOfDisabling(db: Db, { account_id, environment, url, page, result }: Disabled): Promise<void> {
  for (const { email, language } of await ownersOf(db, account_id)) {
    const words = WORDS[language];
    const fill = (text: string) =>
      text
        .replace("{environment}", () => words.environment[environment])
        .replace("{host}", () => new URL(url).host)
        .replace("{url}", () => url)
        .replace("{result}", () => result);
    await queueMail(db, {
      accountId: account_id,
      recipient: email,
      language,
      subject: fill(words.subject),
      paragraphs: words.paragraphs.map(fill),
      link: { label: words.link, url: page },
    });
  }
}
