import { API_BASE } from "@/lib/environment";
import { ENTRY_ERRORS, ERRORS, MAX_ENTRIES } from "@/lib/errors";

/** The groups of operations, in the order of the reference. */
export const TAGS: Record<string, string> = {
  Access: "Tokens, and this document.",
  Rates: "Which services accept a parcel, what they cost, and where it can be collected.",
  Orders: "Create, read, change, confirm and cancel orders.",
  Defaults: "What new orders begin with.",
  Rules: "What is filled in, added or held in new orders by itself, and how to try it out.",
  Boxes: "What parcels are packed in: sides and empty weight under a name.",
  Imports: "Orders from files: read, checked, corrected row by row, and made in the background.",
  Addresses: "Senders and recipients that you have saved.",
  Documents: "Labels, customs papers and packing slips.",
  Tracking: "Where a parcel is; scans by carriers; a simulator in testing.",
  "Pick and pack": "Orders that our warehouse picks and packs.",
  Products: "The products that our warehouse stores for you, and their stock.",
  Items: "Your goods, as declared to customs, and the codes of the tariff.",
  Webhooks: "Your endpoints, which are notified of what happens to your orders.",
  Events: "The events that your endpoints receive.",
};

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function errorTable(): string {
  return table(
    ["HTTP", "code", "code_reason", "message"],
    Object.entries(ERRORS).map(([reason, { status, code, message }]) => [
      String(status),
      `\`${code}\``,
      `\`${reason}\``,
      message,
    ]),
  );
}

function entryTable(): string {
  return table(
    ["code", "code_reason", "when"],
    Object.entries(ENTRY_ERRORS).map(([reason, { code, when }]) => [`\`${code}\``, `\`${reason}\``, when]),
  );
}

/** The introduction of the document; `origin` is the address of the service. */
export function introduction(origin: string): string {
  return `Sampan ships parcels within Hong Kong and from Hong Kong to the world. Create an order, get its price and tracking
number, print its label, and get webhooks about what happens to it.

## Environments

${table(
  ["environment", "base address"],
  [
    ["testing", `\`${origin}${API_BASE.testing}\``],
    ["production", `\`${origin}${API_BASE.production}\``],
  ],
)}

Paths below are relative to the base address. Credentials, tokens, orders, webhooks, retry keys and rate limits belong to one account and
one environment; a token of one environment is refused in the other. Testing orders cost nothing and are never shipped:
\`POST /simulate/tracking\` moves them as a carrier would.

## Access

Support issues a client id and a client secret for each environment. Exchange them for an access token with
\`POST /auth/token\`, or, with a standard OAuth 2.0 client, \`POST /oauth/token\` (RFC 6749, client credentials; the client in the
form or by HTTP Basic). Send the token with every other call as \`Authorization: Bearer …\`. It is valid for \`expires_in\` seconds;
there are no refresh tokens: ask for a new one. The account needs a monthly payment plan; without one, every operation except
the token operations answers 403010.

## Requests and answers

Bodies are JSON objects in UTF-8, at most 1 MiB (\`POST /orders/batch\`: 8 MiB). Money and measures are strings with a decimal, such as \`"2.50"\`; a number
is refused. An optional field that is absent, \`null\` or \`""\` counts as not given. Unknown fields are ignored, and
answers may gain fields: ignore those that you do not know.

Every success is a 200 with \`{"data": …}\`. Every answer has an \`X-Request-Id\`: quote it to support.

## Lists

Lists take \`limit\` (1 to 100, by default 20) and \`offset\` (by default 0), and answer
\`{"data": […], "pagination": {"total", "page", "per_page", "total_pages"}}\`.

## Retrying safely

Operations that create something take an \`Idempotency-Key\` header: 1 to 255 visible ASCII characters, a UUID for example. A key belongs to an account,
an environment and an operation for 30 days. When a connection breaks, send the same request with the same key: either it creates now, or it answers
500 with code 500998 and the \`order_id\` (or the \`id\`, if it is not an order) that the key created before. A refused request (4xx)
does not use up the key.

Many orders go in one call by \`POST /orders/batch\`. There, the same body with the same key answers the same results again, 200, and
does what the first call did not come to; 500998 with \`batch_id\` means that the key was used with another body.

## Rate limits

Unless support has set other limits, a client may send 100 requests a minute and 1000 an hour. \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` (Unix seconds)
describe the window with fewer requests left. Beyond the limit: 429 with \`Retry-After\` and \`retry_after\` in seconds. The token operations
are not counted there; they allow 60 requests a minute for each client id, and a failure counts as five. Requests with wrong secrets never cause a right one to be refused.

## Errors

Every error is \`{"error": {"code", "code_reason", "message"}}\`. A 400 adds \`error_trace\`: all failing fields at once (at most
${MAX_ENTRIES}), in document order, each with \`field\` (list elements as \`[]\`), \`pointer\` (RFC 6901, to the exact element) and \`message\`, and, if
the rule has them, its own \`code\` and \`code_reason\`.

${errorTable()}

Codes of entries in \`error_trace\`:

${entryTable()}`;
}

/** How deliveries work; shown on each event of the document. */
export const DELIVERY = `Answer 200 within 5 seconds, then do the work. Any other status, a redirect, or no answer within 15 seconds is a failure and is retried
after 1 minute, 5 minutes, 15 minutes, 1 hour and 6 hours; then, unless the endpoint has answered
200 to another delivery in the meantime, it is disabled and the account's owner gets an e-mail. The same event
may arrive more than once, with the same \`X-Event-Id\`: remember the ids you have handled. Events may arrive out of order. A delivery with
\`X-Event-Test: true\` is an example that somebody sent by hand: verify it like any other, but do not change orders because of it.

**Check the signature.** \`X-Signature\` is \`t=<Unix seconds>,v1=<hex>\`. Compute the HMAC-SHA256 of \`<t>.<raw body>\`, keyed with the
whole secret, with its \`whsec_\` if it begins so, over the body's bytes exactly as received; compare in constant time, and refuse a \`t\` more than 10 minutes away from now. While a rolled
secret overlaps there are two \`v1\`: accept either. The Standard Webhooks headers are sent too, for libraries that use them, if the secret is \`whsec_\` and the base64 of 24 to 64 bytes, as those made here are.`;
