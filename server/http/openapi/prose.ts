import { API_BASE } from "@/lib/environment";
import { ENTRY_ERRORS, ERRORS, MAX_ENTRIES } from "@/lib/errors";

/** The groups of operations, in the order of the reference. */
export const TAGS: Record<string, string> = {
  Access: "Tokens, and this document.",
  Rates: "Which services take a parcel, what they cost, and where it can be collected.",
  Orders: "Create, read, change, confirm and cancel orders.",
  Documents: "Labels, customs papers and packing slips.",
  Tracking: "Where a parcel is; scans for carriers; a simulator on testing.",
  "Pick and pack": "Orders that our warehouse picks and packs.",
  Products: "What our warehouse keeps for you, and how many.",
  Webhooks: "Endpoints of yours that are told what happens to your orders.",
  Events: "What your endpoints receive.",
};

/** Operations as the reference lists them within their groups. */
export const READING_ORDER: readonly string[] = [
  "createToken",
  "createOAuthToken",
  "readOpenApi",
  "getRates",
  "listProviders",
  "listPickupPoints",
  "createOrder",
  "createOverviewOrder",
  "confirmOrder",
  "listOrders",
  "exportOrders",
  "readOrderByPath",
  "readOrder",
  "updateOrder",
  "cancelOrder",
  "readTracking",
  "readTrackingByNumber",
  "simulateScan",
  "recordScan",
  "readPickPackByPath",
  "readPickPack",
  "listPickPack",
  "confirmPickPack",
  "readyPickPack",
  "rejectPickPack",
  "cancelPickPack",
];

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

/** The opening of the document; `origin` is where the service is reached. */
export function introduction(origin: string): string {
  return `Sampan ships parcels inside Hong Kong and from Hong Kong to the world. Create an order, get its price and tracking
number, print its label, and be told by webhook what happens to it.

## Environments

${table(
  ["environment", "base address"],
  [
    ["testing", `\`${origin}${API_BASE.testing}\``],
    ["production", `\`${origin}${API_BASE.production}\``],
  ],
)}

Paths below are written from the base. Credentials, tokens, orders, webhooks, retry keys and rate limits belong to one account and
one environment; a token of one environment is refused on the other. Testing orders cost nothing and are never shipped:
\`POST /simulate/tracking\` moves them as a carrier would.

## Access

Support issues a client id and a client secret for each environment. Exchange them for an access token with
\`POST /auth/token\`, or, with a stock OAuth 2.0 client, \`POST /oauth/token\` (RFC 6749, client credentials; the client in the
form or by HTTP Basic). Send the token with every other call as \`Authorization: Bearer …\`. It lives for \`expires_in\` seconds;
there are no refresh tokens: ask for a new one. The account needs a monthly payment plan, else every operation but
the token's answers 403010.

## Requests and answers

Bodies are JSON objects in UTF-8, at most 1 MiB. Money and measures are strings that hold a decimal, such as \`"2.50"\`; a number in their
place is refused. An optional field that is absent, \`null\` or \`""\` is not given. Fields that we do not know are ignored, and
answers may gain fields: ignore those that you do not know.

Every success is a 200 with \`{"data": …}\`. Every answer carries \`X-Request-Id\`: keep it for support.

## Lists

Lists take \`limit\` (1 to 100, 20 when left out) and \`offset\` (0 when left out), and answer
\`{"data": […], "pagination": {"total", "page", "per_page", "total_pages"}}\`.

## Retrying safely

Operations that create something take an \`Idempotency-Key\` header: 1 to 255 visible ASCII characters, a UUID for example. A key belongs to account,
environment and operation for 30 days. When a connection breaks, send the same request with the same key: either it creates now, or it answers
500 with code 500998 and the \`order_id\` (of what is not an order, the \`id\`) that the key made before. A refused request (4xx)
does not use the key up.

## Rate limits

Unless support has set others, a client may send 100 requests a minute and 1000 an hour. \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` (Unix seconds)
describe the window that is nearer to its end. Beyond it: 429 with \`Retry-After\` and \`retry_after\` in seconds. The token operations
are not counted there; they take 60 a minute for each client id, a failure counting five.

## Errors

Every error is \`{"error": {"code", "code_reason", "message"}}\`. A 400 adds \`error_trace\`: all failing fields at once (at most
${MAX_ENTRIES}), in document order, each with \`field\` (list elements as \`[]\`), \`pointer\` (RFC 6901, to the very element) and \`message\`, and where
the rule has one, a \`code\` and \`code_reason\` of its own.

${errorTable()}

Codes of entries in \`error_trace\`:

${entryTable()}`;
}

/** How deliveries work; it stands on each event of the document. */
export const DELIVERY = `Answer 200 within 5 seconds, then do the work. Any other status, a redirect, or no answer within 15 seconds is a failure and is tried
again after 1 minute, 5 minutes, 15 minutes, 1 hour and 6 hours; then, unless it has answered
200 to another delivery meanwhile, the endpoint is disabled and the account's owner gets an e-mail. The same event
may come more than once, with the same \`X-Event-Id\`: remember the ids you have handled. Events may arrive out of order. What carries
\`X-Event-Test: true\` is an example that somebody sent by hand: check it as any other, and change no order by it.

**Check the signature.** \`X-Signature\` is \`t=<Unix seconds>,v1=<hex>\`. Compute the HMAC-SHA256 of \`<t>.<raw body>\`, keyed with the
whole secret including \`whsec_\`, over the body's bytes exactly as received; compare in constant time, and refuse a \`t\` more than 10 minutes away. While a rolled
secret overlaps there are two \`v1\`: accept either. The headers of Standard Webhooks come too, for libraries that know them.`;
