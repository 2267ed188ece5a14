import { z } from "zod";
import type { Contract } from "@/lib/contracts/contract";
import { ApiError, ENTRY_ERRORS, type EntryErrorName, type ErrorName, type Problem } from "@/lib/errors";
import { diskNearlyFull } from "../full-disk";
import { EXAMPLE_ENDPOINT_ID } from "./answers";
import type { Json, Schemas } from "./schemas";

const errorEntry = z
  .looseObject({
    field: z.string().meta({ description: "The failing field; elements of a list are written as `[]`" }),
    message: z.string(),
    pointer: z.string().meta({ description: "RFC 6901 pointer to the exact value" }),
    code: z.string().optional().meta({ description: "The code of this entry, from the table of entry codes" }),
    code_reason: z.string().optional(),
    quote_id: z.string().optional().meta({ description: "On 400471 of POST /order/confirm: holds the new price" }),
    quote_price: z.string().optional().meta({ description: "The new price, HKD" }),
    expires_at: z.string().optional().meta({ description: "When the quote expires", format: "date-time" }),
  })
  .meta({ id: "ErrorEntry" });

const errorBody = z
  .looseObject({
    code: z.string().meta({ description: "See the table of errors" }),
    code_reason: z.string(),
    message: z.string(),
    disk: z.literal("nearly_full").optional().meta({ description: "On 503: why nothing new is saved" }),
    error_trace: z.array(errorEntry).optional().meta({ description: "On 400 and 409: every failing field" }),
    retry_after: z.int().optional().meta({ description: "On 429: seconds to wait" }),
    order_id: z.string().optional().meta({ description: "On 500998: the order that the key created" }),
    batch_id: z.string().optional().meta({ description: "On 500998 of a batch: what the key began" }),
    id: z.string().optional().meta({ description: "On 500998: the webhook endpoint or delivery that the key created" }),
    field: z.string().optional().meta({ description: "On POST /orders: the first failing field" }),
  })
  .meta({ id: "ErrorBody" });

const errorEnvelope = z.object({ error: errorBody }).meta({ id: "Error" });

const oauthError = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .meta({ id: "OAuthError", description: "RFC 6749 §5.2" });

const text = (description: string, example: string): Json => ({ description, schema: { type: "string" }, example });
const count = (description: string, example: number): Json => ({ description, schema: { type: "integer" }, example });

/** Headers that answers carry. */
export const HEADERS: Record<string, Json> = {
  "X-Request-Id": text("Identifies this request; quote it to support", "req_5b1f0c2d8e9a4f6db0c3e7a1d2f4b6c8"),
  "X-RateLimit-Limit": count("Limit of the window with fewer requests left", 100),
  "X-RateLimit-Remaining": count("Requests left in that window", 99),
  "X-RateLimit-Reset": count("When that window starts again, Unix seconds", 1795142460),
  "Retry-After": count("Seconds to wait", 60),
  "WWW-Authenticate": text("The required scheme", "Bearer"),
  Allow: text("The methods that the address supports", "GET, HEAD, OPTIONS"),
};

const headerRefs = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const RATE_HEADERS = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

/** Headers of every answer to a kind of operation; only known callers see the limits (contract §10.1). */
export function headersOf(contract: Contract): Json {
  return headerRefs("X-Request-Id", ...(contract.who === "anyone" ? [] : RATE_HEADERS));
}

const WEIGHT: Problem = {
  path: ["shipment_detail", "parcel_list", 0, "act_weight"],
  key: "minimum",
  params: { min: "0.01" },
};
const BARCODE: Problem = {
  path: ["shipment_detail", "parcel_list", 0, "declaration_list", 2, "sku"],
  key: "pickPackItem",
  reason: "PICKPACK_ITEM_SKU_BARCODE_REQUIRED",
};
const NOT_JSON: Problem = { path: ["json_parse"], key: "notJson", params: { line: 12, column: 5 } };

/** Examples are named after the errors' reasons; if two errors share a reason, they get other names. */
type Kind = { description: string; errors: [string, ApiError][]; headers?: string[] };
const plain = (...names: ErrorName[]): [string, ApiError][] => names.map((name) => [name, new ApiError(name)]);

const KINDS: Record<string, Kind> = {
  BadRequest: {
    description: "The request is not valid; `error_trace` names every failing field.",
    errors: [["BAD_REQUEST", new ApiError("BAD_REQUEST", { problems: [WEIGHT, BARCODE] })]],
  },
  Unauthorized: {
    description: "The token is missing, invalid, expired, revoked or belongs to the other environment.",
    errors: plain("UNAUTHORIZED"),
    headers: ["WWW-Authenticate"],
  },
  InvalidClient: {
    description: "The client is unknown or its secret is wrong; both get the same answer.",
    errors: plain("INVALID_CLIENT"),
    headers: ["WWW-Authenticate"],
  },
  Forbidden: {
    description: "The caller's role does not allow it, or the account may not use the service.",
    errors: plain("FORBIDDEN", "PAYMENT_PLAN_REQUIRED", "ACCOUNT_SUSPENDED"),
  },
  NotFound: { description: "It does not exist, or belongs to another account.", errors: plain("NOT_FOUND") },
  Conflict: {
    description: "Another caller has changed the same fields since the `revision` that was sent; nothing was changed.",
    errors: [
      [
        "CHANGED_MEANWHILE",
        new ApiError("CHANGED_MEANWHILE", { problems: [{ path: ["label"], key: "changedMeanwhile" }] }),
      ],
    ],
  },
  MethodNotAllowed: {
    description: "The address exists but does not support the method.",
    errors: plain("METHOD_NOT_ALLOWED"),
    headers: ["Allow"],
  },
  PayloadTooLarge: {
    description: "The body is larger than the operation takes: 1 MiB, for `POST /orders/batch` 8 MiB.",
    errors: plain("PAYLOAD_TOO_LARGE"),
  },
  RateLimitExceeded: {
    description: "Too many requests: wait, then try again.",
    errors: [["RATE_LIMIT_EXCEEDED", new ApiError("RATE_LIMIT_EXCEEDED", { extra: { retry_after: 60 } })]],
    headers: ["Retry-After"],
  },
  ServerError: {
    description:
      "A failure of the service. Nothing was saved, and it is safe to try again, unless the message says what stays done.",
    errors: plain("API_ERROR"),
  },
  ServerErrorOrUsedKey: {
    description: "The Idempotency-Key was already used (500998), or a failure of the service (500999).",
    errors: [
      ["idempotency_key_exists", new ApiError("idempotency_key_exists", { extra: { order_id: "217123456789012" } })],
      [
        "idempotency_key_exists_webhook",
        new ApiError("idempotency_key_exists", { extra: { id: EXAMPLE_ENDPOINT_ID } }),
      ],
      ...plain("API_ERROR"),
    ],
  },
  ServiceUnavailable: {
    description:
      "The database cannot be reached, or its disk is nearly full (then `disk` is `nearly_full`, and reading, cancelling and deleting still work). Nothing was saved, unless the message says what stays done; try again after `Retry-After` seconds.",
    errors: [...plain("SERVICE_UNAVAILABLE"), ["disk_nearly_full", diskNearlyFull()]],
    headers: ["Retry-After"],
  },
};

const LIMITED = "WithLimits";
/** Errors before the caller or the operation is known. */
const NEVER_LIMITED = ["Unauthorized", "InvalidClient", "MethodNotAllowed"];

/** The errors of all operations as components, with the exact bodies that the server sends. */
export function responseComponents(schemas: Schemas): Record<string, Json> {
  const schema = schemas.of(errorEnvelope, "output");
  const made = Object.entries(KINDS).map(([name, { description, errors, headers = [] }]): [string, Json] => {
    const examples: Json = Object.fromEntries(
      errors.map(([reason, error]) => [reason, { summary: error.message, value: { error: error.body() } }]),
    );
    if (name === "BadRequest")
      examples.json_parse = {
        summary: "The body is not JSON.",
        value: { error: new ApiError("BAD_REQUEST", { problems: [NOT_JSON] }).body() },
      };
    return [
      name,
      {
        description,
        headers: headerRefs("X-Request-Id", ...headers),
        content: { "application/json": { schema, examples } },
      },
    ];
  });
  // The same for known callers, whose answers include their limits (contract §10.1).
  const limited = made
    .filter(([name]) => !NEVER_LIMITED.includes(name))
    .map(([name, response]): [string, Json] => [
      `${name}${LIMITED}`,
      { ...response, headers: { ...(response.headers as Json), ...headerRefs(...RATE_HEADERS) } },
    ]);
  const oauth = {
    description: "An error in the form of RFC 6749 §5.2.",
    headers: headerRefs("X-Request-Id"),
    content: {
      "application/json": {
        schema: schemas.of(oauthError, "output"),
        example: { error: "invalid_client", error_description: "The client id or the client secret is wrong." },
      },
    },
  };
  return { ...Object.fromEntries([...made, ...limited]), OAuthError: oauth };
}

/** The errors that an operation can answer. A 405 belongs to the address, not to one of its operations. */
export function errorResponsesOf(contract: Contract, form: "envelope" | "oauth"): Json {
  const known = contract.who !== "anyone";
  const takesInput = known || contract.params || contract.query || contract.body;
  const invalidClient = contract.errors?.includes("INVALID_CLIENT") || form === "oauth";
  const kinds: [number, string | false | undefined][] = [
    [400, takesInput && "BadRequest"],
    [401, known ? "Unauthorized" : invalidClient && "InvalidClient"],
    [403, known && "Forbidden"],
    [404, contract.errors?.includes("NOT_FOUND") && "NotFound"],
    [409, contract.errors?.includes("CHANGED_MEANWHILE") && "Conflict"],
    [413, contract.body && "PayloadTooLarge"],
    [429, (known || invalidClient) && "RateLimitExceeded"],
    [500, contract.creates ? "ServerErrorOrUsedKey" : "ServerError"],
    [503, "ServiceUnavailable"],
  ];
  const componentOf = (kind: string) => {
    if (form === "oauth") return "OAuthError";
    return known && !NEVER_LIMITED.includes(kind) ? kind + LIMITED : kind;
  };
  return Object.fromEntries(
    kinds.flatMap(([status, kind]) =>
      kind ? [[status, { $ref: `#/components/responses/${componentOf(kind)}` }]] : [],
    ),
  );
}

/** An operation's own entry codes as a Markdown table; empty if it has none. */
export function entryCodesOf(contract: Contract): string {
  const own = (contract.errors ?? []).filter((name): name is EntryErrorName => name in ENTRY_ERRORS);
  if (!own.length) return "";
  const rows = own.map((name) => `| \`${ENTRY_ERRORS[name].code}\` | \`${name}\` | ${ENTRY_ERRORS[name].when} |`);
  return `Entries of a 400 specific to this operation:\n\n| code | code_reason | when |\n|---|---|---|\n${rows.join("\n")}`;
}
