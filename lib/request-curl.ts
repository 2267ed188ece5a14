import { curlCommand, shellQuoted } from "./curl";
import { API_BASE } from "./environment";
import { isObject } from "./loose";
import { HIDDEN, PERSONAL } from "./masked-fields";

/** Of a masked text in a field: a sample of the same shape, valid wherever the original was. */
function sampleOf(masked: string, field: string): string {
  if (masked.startsWith("xxxxx://")) return "https://shop.example.com/sample";
  // With a prefix, only real numbers pass.
  if (field === "phone" && /^(\+|00)/.test(masked)) return "+852 9123 4567";
  const caret = masked.lastIndexOf("^");
  const code = caret < 0 ? "" : masked.slice(caret);
  return (
    masked
      .slice(0, masked.length - code.length)
      // Telephone numbers have no zero in front.
      .replace(/0+/g, (digits) => "9123456789".repeat(Math.ceil(digits.length / 10)).slice(0, digits.length))
      .replace(/x+/g, (letters) => "sample".repeat(Math.ceil(letters.length / 6)).slice(0, letters.length)) + code
  );
}

/** Secrets without which a call is another one: that of a receiver, to choose. */
const CHOSEN: Readonly<Record<string, unknown>> = { auth_header: { name: "X-API-Key", value: "sample" } };

/** Fields of the past: a price that was guaranteed, a day on which to collect. */
const SPENT = new Set(["quote_id", "pickup_arrange"]);

function withSamples(value: unknown, field = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => withSamples(each, field));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, own]) => (own !== HIDDEN || name in CHOSEN) && !SPENT.has(name))
        .map(([name, own]) => [name, own === HIDDEN ? CHOSEN[name] : withSamples(own, name)]),
    );
  return typeof value === "string" && PERSONAL.has(field) ? sampleOf(value, field) : value;
}

type Logged = { method: string; path: string; query: string | null; request: string | null };

/**
 * A logged call as a command against the testing base of `origin`, which runs once `TOKEN` is set: what is masked
 * becomes a sample. Null if its body was too long to be kept, or is a file.
 */
export function requestCurl({ method, path, query, request }: Logged, origin: string): string | null {
  let body: string | undefined;
  if (request !== null) {
    if (request.includes(`"content":"${HIDDEN}"`)) return null;
    try {
      body = JSON.stringify(withSamples(JSON.parse(request)));
    } catch {
      return null;
    }
  }
  const address = path.replace(/^(\/testing)?\/v1/, "");
  return curlCommand({
    method: method === (body === undefined ? "GET" : "POST") ? undefined : method,
    url: `${origin}${API_BASE.testing}${address}${query ? `?${query}` : ""}`,
    headers: [
      '"Authorization: Bearer $TOKEN"',
      ...(body === undefined ? [] : [shellQuoted("Content-Type: application/json")]),
    ],
    body,
  });
}
