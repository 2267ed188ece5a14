import type { Environment } from "@/lib/environment";
import type { Language } from "@/lib/i18n/languages";

/** The calls of a client, or the attempts to an endpoint, of the last ten minutes. */
export type Subject = {
  kind: "client" | "endpoint";
  id: string;
  account_id: string;
  environment: Environment;
  /** What the client is called, or the endpoint's address. */
  name: string;
  calls: number;
  errors: number;
};

type Words = { subject: string; paragraphs: readonly string[]; link: string };

const WORDS: Record<Language, Record<Subject["kind"], Words>> = {
  en: {
    client: {
      subject: "{environment}Many API calls fail: {name}",
      paragraphs: [
        "Of the {calls} calls that the API client {name} made within ten minutes, {errors} failed.",
        "The request log shows each of them with its error codes and fields. You will be told again only after few calls have failed for an hour.",
      ],
      link: "Open the errors",
    },
    endpoint: {
      subject: "{environment}Many webhook deliveries fail: {name}",
      paragraphs: [
        "Of the {calls} attempts to deliver to {name} within ten minutes, {errors} failed.",
        "Failed deliveries are tried again for some hours. You will be told again only after few attempts have failed for an hour.",
      ],
      link: "Open the deliveries",
    },
  },
  "zh-Hant": {
    client: {
      subject: "{environment}大量 API 請求失敗：{name}",
      paragraphs: [
        "API 用戶端 {name} 於十分鐘內發出 {calls} 個請求，其中 {errors} 個失敗。",
        "請求記錄列出每個請求的錯誤代碼及欄位。失敗率回落並維持一小時後，如再次升高才會另行通知。",
      ],
      link: "查看錯誤",
    },
    endpoint: {
      subject: "{environment}大量 Webhook 傳送失敗：{name}",
      paragraphs: [
        "系統於十分鐘內向 {name} 嘗試傳送 {calls} 次，其中 {errors} 次失敗。",
        "失敗的通知會在數小時內再次嘗試傳送。失敗率回落並維持一小時後，如再次升高才會另行通知。",
      ],
      link: "查看傳送記錄",
    },
  },
};

const ENVIRONMENT: Record<Language, string> = { en: "[TEST] ", "zh-Hant": "[測試] " };

/** The words of the notice, with a link to what failed. */
export function alertWords(language: Language, { kind, id, environment, name, calls, errors }: Subject) {
  const { subject, paragraphs, link } = WORDS[language][kind];
  const shown = kind === "endpoint" ? new URL(name).host : name;
  const fill = (text: string) =>
    text
      .replace("{environment}", () => (environment === "testing" ? ENVIRONMENT[language] : ""))
      .replace("{calls}", String(calls))
      .replace("{errors}", String(errors))
      .replace("{name}", () => shown);
  const path =
    kind === "client"
      ? `/${environment}/developers/requests?tab=errors&client_id=${id}`
      : `/${environment}/webhooks/${id}?tab=deliveries&status=failed`;
  return { subject: fill(subject), paragraphs: paragraphs.map(fill), link: { label: link, path } };
}
