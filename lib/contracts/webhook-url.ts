import type { Verdict } from "@/lib/i18n/validation";
import { lengthOf } from "./common";

const MAX_LENGTH = 2048;

/**
 * What a receiver's address must be, whatever it resolves to (contract §15.2): https, no credentials, no fragment, an
 * internet host. The server decides which addresses may be connected to.
 */
export function judgeWebhookUrl(value: string): Verdict {
  const length = lengthOf(value);
  if (length > MAX_LENGTH) return ["tooLong", { max: MAX_LENGTH, length }];
  // URL would trim spaces and drop line ends silently.
  if (/[\s\p{Cc}\p{Surrogate}]/u.test(value) || !URL.canParse(value)) return "url";
  const parsed = new URL(value);
  if (parsed.protocol !== "https:") return "url";
  if (parsed.username !== "" || parsed.password !== "") return "urlCredentials";
  // Port 0 cannot be connected to.
  if (parsed.port === "0") return "url";
  if (parsed.hash !== "" || value.endsWith("#")) return "urlFragment";
  return undefined;
}
