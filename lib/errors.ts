import { type Language, type MessageKey, type MessageParams, validationMessage } from "@/lib/i18n/validation";

/** One row for each error of the API (contract §11.7): runtime, documentation and tests read it. */
export const ERRORS = {
  BAD_REQUEST: { status: 400, code: "400000", message: "The request is not valid. See error_trace." },
  UNAUTHORIZED: {
    status: 401,
    code: "401000",
    message: "The access token is missing, invalid, expired or of the other environment.",
  },
  INVALID_CLIENT: { status: 401, code: "401020", message: "The client id or the client secret is wrong." },
  FORBIDDEN: { status: 403, code: "403000", message: "Your role does not allow this." },
  PAYMENT_PLAN_REQUIRED: {
    status: 403,
    code: "403010",
    message: "The account has no monthly payment plan. Ask support to enable one.",
  },
  ACCOUNT_SUSPENDED: { status: 403, code: "403020", message: "The account is suspended. Ask support." },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    code: "403030",
    message: "Show your second factor at /second-factor first.",
  },
  REASON_REQUIRED: {
    status: 403,
    code: "403040",
    message: "Say why you look at this merchant's production data, by POST /support/visit. It holds for an hour.",
  },
  ACT_REQUIRED: {
    status: 403,
    code: "403050",
    message: "Press “Act” before you change this merchant's production data.",
  },
  NOT_FOUND: { status: 404, code: "404000", message: "There is nothing at this address, or it is not yours." },
  METHOD_NOT_ALLOWED: {
    status: 405,
    code: "405000",
    message: "This address does not take that method. See the Allow header.",
  },
  CHANGED_MEANWHILE: {
    status: 409,
    code: "409020",
    message: "It has been changed since it was read. See error_trace.",
  },
  CASE_CLAIMED: { status: 409, code: "409010", message: "Another person has claimed it." },
  PAYLOAD_TOO_LARGE: { status: 413, code: "413000", message: "The body is larger than 1 MiB." },
  RATE_LIMIT_EXCEEDED: { status: 429, code: "rate_limit_exceeded", message: "Too many requests. Wait and try again." },
  idempotency_key_exists: {
    status: 500,
    code: "500998",
    message: "This Idempotency-Key was used within the last 30 days.",
  },
  API_ERROR: { status: 500, code: "500999", message: "Something went wrong on our side. Nothing was saved." },
  SERVICE_UNAVAILABLE: { status: 503, code: "503000", message: "The database cannot be reached. Try again shortly." },
} as const satisfies Record<string, { status: number; code: string; message: string }>;

/** Codes of validation entries (contract §11.7); their HTTP status is always 400. */
export const ENTRY_ERRORS = {
  SENDER_MOBILE_INVALID: { code: "400421", when: "local order: the sender's mobile is missing or not valid" },
  PICKPACK_ITEM_SKU_BARCODE_REQUIRED: {
    code: "400438",
    when: "pick-and-pack account: the item lacks sku or bar_code_eid",
  },
  ORDER_NOT_CANCELLABLE: { code: "400450", when: "the order is picked up or later" },
  FIELD_LOCKED_AFTER_CONFIRM: {
    code: "400451",
    when: "a confirmed order takes changes of client_remarks, reference and pickup_arrange only",
  },
  ORDER_NOT_CONFIRMABLE: { code: "400452", when: "the order is not waiting for confirmation" },
  TRACKING_EVENT_INVALID: {
    code: "400460",
    when: "unknown event, or a simulated move that the order's state does not allow",
  },
  SERVICE_NOT_AVAILABLE: {
    code: "400470",
    when: "unknown provider, or it is suspended, or does not serve this route, weight or size",
  },
  QUOTE_EXPIRED: { code: "400471", when: "the quote is stale, or the price has changed" },
  PICKUP_POINT_UNAVAILABLE: {
    code: "400472",
    when: "the delivery code is unknown, closed, or not of this provider",
  },
  PICKPACK_TRANSITION_INVALID: { code: "400480", when: "no such move from this pick-and-pack state" },
  OUT_OF_STOCK: { code: "400481", when: "the stock does not cover the pick-and-pack order" },
} as const satisfies Record<string, { code: string; when: string }>;

export type ErrorName = keyof typeof ERRORS;
export type EntryErrorName = keyof typeof ENTRY_ERRORS;

/** The place of a value in the request, from the root. */
export type Path = readonly (string | number)[];

/**
 * A rule that the request breaks, before it is turned into a validation entry. `key` and `params` name its message in
 * {@link VALIDATION_MESSAGES}, so that forms show them in the reader's language.
 */
export type Problem = {
  path: Path;
  key: MessageKey;
  params?: MessageParams;
  reason?: EntryErrorName;
  extra?: Record<string, unknown>;
};

/** A validation entry of `error_trace` (contract §11.6). */
export type ErrorEntry = {
  field: string;
  message: string;
  pointer: string;
  code?: string;
  code_reason?: string;
} & Record<string, unknown>;

export type ErrorBody = {
  code: string;
  code_reason: string;
  message: string;
  error_trace?: ErrorEntry[];
  retry_after?: number;
} & Record<string, unknown>;

/** `["shipment_detail","parcel_list",0,"act_weight"]` → `shipment_detail.parcel_list[].act_weight`. */
function fieldOf(path: Path): string {
  let field = "";
  for (const step of path) {
    if (typeof step === "number") field += "[]";
    else field += field ? `.${step}` : step;
  }
  return field;
}

/** The RFC 6901 pointer of a path. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Makes the validation entry of a problem. */
export function entryOf(problem: Problem, language: Language = "en"): ErrorEntry {
  return {
    field: fieldOf(problem.path),
    message: validationMessage(problem.key, problem.params, language),
    pointer: pointerOf(problem.path),
    ...(problem.reason ? { code: ENTRY_ERRORS[problem.reason].code, code_reason: problem.reason } : {}),
    ...problem.extra,
  };
}

/** The largest number of validation entries in one answer (contract §11.6). */
export const MAX_ENTRIES = 100;

const API_ERROR = Symbol.for("sampan.ApiError");

/** An error that the caller sees, as a row of {@link ERRORS}. Anything else that is thrown becomes a 500999. */
export class ApiError extends Error {
  readonly [API_ERROR] = true;

  /**
   * Recognised by a mark: route handlers and the server are separate bundles of one process, and each has its own
   * class.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && API_ERROR in value;
  }

  readonly problems: readonly Problem[] | undefined;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    readonly reason: ErrorName,
    options: {
      problems?: readonly Problem[];
      message?: string;
      extra?: Record<string, unknown>;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(options.message ?? ERRORS[reason].message);
    this.name = "ApiError";
    this.problems = options.problems?.slice(0, MAX_ENTRIES);
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return ERRORS[this.reason].status;
  }

  /** The object under the envelope's `error` key (contract §11.7); `language` is the reader's. */
  body(language: Language = "en"): ErrorBody {
    return {
      code: ERRORS[this.reason].code,
      code_reason: this.reason,
      message: this.message,
      ...(this.problems ? { error_trace: this.problems.map((problem) => entryOf(problem, language)) } : {}),
      ...this.extra,
    };
  }
}

/** A 400 with the given problems. */
export function invalid(...problems: Problem[]): ApiError {
  return new ApiError("BAD_REQUEST", { problems });
}

/** A 404: also for another account's object, whose existence is never revealed. */
export function notFound(): ApiError {
  return new ApiError("NOT_FOUND");
}
