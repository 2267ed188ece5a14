import type { Attempt } from "@/lib/contracts/webhook-delivery";
import type { Language } from "@/lib/i18n/languages";

const LONGEST_LINE = 120;

/**
 * The first line of a receiver's answer, which often says why it refused; null for none, and for a page of HTML, whose
 * first line says nothing. At most 120 characters.
 */
export function firstLineOf(answer: string | null): string | null {
  const line = answer
    ?.split(/[\r\n]+/)
    .map((each) => each.trim())
    .find(Boolean);
  if (!line || line.startsWith("<")) return null;
  const letters = [...line];
  return letters.length > LONGEST_LINE ? `${letters.slice(0, LONGEST_LINE - 1).join("")}…` : line;
}

// What the server says of an attempt that got no answer, and the same in Chinese; `*` stands for a part that varies.
const CAUSES: readonly (readonly [english: string, chinese: string])[] = [
  ["The name was not resolved within * s.", "未能在 * 秒內解析網域。"],
  ["The name does not exist.", "網域不存在。"],
  ["The name has no address.", "網域沒有位址。"],
  ["The name could not be resolved (*).", "未能解析網域（*）。"],
  ["The host leads to an address that is not public.", "主機指向非公開的位址。"],
  ["The host is not one of the public internet.", "主機不屬於公開的互聯網。"],
  ["The address is not an https address.", "網址並非 https。"],
  ["No connection within the time of the network.", "網絡未能及時建立連接。"],
  ["No connection within * s.", "未能在 * 秒內建立連接。"],
  ["The TLS handshake did not end within * s.", "TLS 交握未能在 * 秒內完成。"],
  ["The connection was refused.", "連接被拒絕。"],
  ["The host could not be reached.", "未能連接主機。"],
  ["The connection failed (*).", "連接失敗（*）。"],
  ["The TLS handshake failed (*).", "TLS 交握失敗（*）。"],
  ["The certificate has expired.", "憑證已過期。"],
  ["The certificate is not valid yet.", "憑證尚未生效。"],
  ["The certificate is self-signed.", "憑證屬自行簽署。"],
  ["The certificate's authority is not known.", "不認識簽發憑證的機構。"],
  [
    "The certificate's authority is not known, or its chain is not sent whole.",
    "不認識簽發憑證的機構，或未有傳送完整的憑證鏈。",
  ],
  ["The certificate is for another host.", "憑證屬於另一主機。"],
  ["The port does not speak TLS.", "此連接埠並非使用 TLS。"],
  ["The connection was closed during the TLS handshake.", "TLS 交握期間連接被關閉。"],
  ["The receiver ended the TLS connection (*).", "接收程式結束了 TLS 連接（*）。"],
  ["Too many interim answers came before the final one.", "最終回應之前的臨時回應過多。"],
  ["The connection was closed before an answer.", "回應之前連接已關閉。"],
  ["The answer's headers are larger than * KiB.", "回應的標頭超過 * KiB。"],
  ["The answer is not HTTP/1.1*", "回應並非 HTTP/1.1*"],
  ["The answer is not one to a request like this.", "回應與請求不符。"],
  ["No answer within * s.", "* 秒內沒有回應。"],
  ["The sending process stopped meanwhile.", "傳送程序中途停止。"],
  ["The request could not be sent.", "未能送出請求。"],
  ["The sending process ended meanwhile.", "傳送程序中途結束。"],
  [
    "The endpoint's secret cannot be read: APP_SECRET was changed. Roll the secret.",
    "無法讀取端點的密鑰：APP_SECRET 已更改。請更換密鑰。",
  ],
];

/** Said of an attempt whose first request met a connection that was found closed, after its cause if it failed. */
export const RESENT =
  "An open connection was found closed, and the request was sent again on a new one: it may have arrived twice.";
const RESENT_CHINESE = "原有連接已中斷，請求已於新連接再次傳送：可能收到兩次。";

const PATTERNS = CAUSES.map(
  ([english, chinese]) =>
    [new RegExp(`^${english.replace(/[.()/+?^$[\]\\]/g, "\\$&").replace("*", "(.+?)")}$`), chinese] as const,
);

/** Why an attempt got no answer, in the reader's language; a cause that is not known here stays as the server said it. */
export function causeIn(language: Language, cause: string): string {
  if (language === "en") return cause;
  if (cause.endsWith(RESENT)) return causeIn(language, cause.slice(0, -RESENT.length).trim()) + RESENT_CHINESE;
  for (const [pattern, chinese] of PATTERNS) {
    const found = pattern.exec(cause);
    if (found) return chinese.replace("*", () => found[1] ?? "");
  }
  return cause;
}

/**
 * What came of a failed attempt beyond its status or kind, as exactly as it is known: the first line of the answer, or
 * the cause. Null when nothing more is known.
 */
export function exactResult(
  { status_code, error_detail, response_head }: Pick<Attempt, "status_code" | "error_detail" | "response_head">,
  language: Language,
): string | null {
  if (status_code === 200) return null;
  if (status_code !== null) return firstLineOf(response_head);
  return error_detail && causeIn(language, error_detail);
}
