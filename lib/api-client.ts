import type { z } from "zod";
import type { ContractOf } from "@/lib/contracts";
import type { Contract, DataOf } from "@/lib/contracts/contract";
import { API_BASE, type Environment } from "@/lib/environment";
import type { ErrorBody, ErrorEntry } from "@/lib/errors";
import type { Language } from "@/lib/i18n/validation";
import type { Pagination } from "@/lib/lists/pagination";
import { type OperationId, operationOf } from "@/lib/operations";
import { CSV, XLSX } from "@/lib/tables/file-types";

type Given<T> = T extends z.ZodType ? z.input<T> : unknown;

/** What callers pass to an operation. */
export type GivenTo<C> =
  C extends Contract<infer P, infer Q, infer B, z.ZodType> ? Given<P> & Given<Q> & Given<B> : never;
/** What callers get back from it. */
export type ResultOf<C extends Contract> = true extends C["list"]
  ? { data: DataOf<C>[]; pagination: Pagination }
  : DataOf<C>;

/**
 * What a caller passes to an operation: parameters, query and body as one object; fields with a default may be left
 * out.
 */
export type CallInput<Id extends OperationId> = GivenTo<ContractOf<Id>>;

/** What a caller gets: `data` of the envelope; for lists the rows with their pagination. */
export type CallResult<Id extends OperationId> = ResultOf<ContractOf<Id>>;

/** Whose data a call is about. Only staff name an account; a merchant's session knows its own. */
export type Where = { environment: Environment; accountId?: string | null | undefined };

export type CallOptions = Where & {
  /** The same key makes at most one object, however often it is sent (contract §14.1). */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Sent even if the page is left meanwhile; browsers do so for small bodies only. */
  keepalive?: boolean;
  /** The language of the answer's words; the page's own unless given. */
  language?: Language;
};

/**
 * An operation that failed: the server refused it (`answer`), or no answer came (`network`: it may or may not have been
 * done).
 */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly kind: "answer" | "network";
  /** 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly code_reason: string;
  /** One for each failing field; empty unless the status is 400. */
  readonly entries: readonly ErrorEntry[];
  readonly requestId: string | null;
  /** Seconds to wait before the next try, where the server said so. */
  readonly retryAfter: number | null;
  /** Other fields of the error, such as the `order_id` that an idempotency key made. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    failure: { status: number; message: string; cause?: unknown } & Partial<
      Pick<ApiFailure, "kind" | "code" | "code_reason" | "entries" | "requestId" | "retryAfter" | "extra">
    >,
  ) {
    super(failure.message, { cause: failure.cause });
    this.kind = failure.kind ?? "answer";
    this.status = failure.status;
    this.code = failure.code ?? "";
    this.code_reason = failure.code_reason ?? "";
    this.entries = failure.entries ?? [];
    this.requestId = failure.requestId ?? null;
    this.retryAfter = failure.retryAfter ?? null;
    this.extra = failure.extra ?? {};
  }
}

/** `ERRORS.SECOND_FACTOR_REQUIRED`: the page goes where it is shown, and then comes back. */
const FACTOR_REQUIRED = "403030";

/** `ERRORS.REASON_REQUIRED`: the page asks support again why they look at the account. */
const REASON_REQUIRED = "403040";

/** `ERRORS.idempotency_key_exists`, without the messages of the whole table. */
const KEY_USED = "500998";

/**
 * The id of what an earlier try of a call made when that try's answer was lost: the error for a used Idempotency-Key
 * names it (contract §14.2). Null when the call failed for another reason.
 */
export function madeBefore(error: unknown): string | null {
  if (!(error instanceof ApiFailure) || error.code !== KEY_USED) return null;
  const { order_id, bulk_id, import_id, export_id, id: other } = error.extra;
  const id = order_id ?? bulk_id ?? import_id ?? export_id ?? other;
  return typeof id === "string" ? id : null;
}

/** Browsers refuse to keep more alive, of all requests of a page together. */
const MOST_KEPT_ALIVE = 60 * 1024;

type Listener = () => void;
const listeners = { ended: new Set<Listener>(), renewed: new Set<Listener>(), visitEnded: new Set<Listener>() };
let isHeld = false;

function listen(kind: keyof typeof listeners, listener: Listener): () => void {
  listeners[kind].add(listener);
  return () => {
    listeners[kind].delete(listener);
  };
}

function tell(kind: keyof typeof listeners): void {
  for (const listener of listeners[kind]) listener();
}

/**
 * Calls the listener whenever an operation answers that the session has ended. Returns the function that
 * unsubscribes.
 */
export const onSessionEnded = (listener: Listener) => listen("ended", listener);

/** Calls the listener whenever an operation asks why support look at the account. Returns the function that unsubscribes. */
export const onVisitEnded = (listener: Listener) => listen("visitEnded", listener);

/** Calls the listener when the person of the page is signed in again. Returns the function that unsubscribes. */
export const onSessionRenewed = (listener: Listener) => listen("renewed", listener);

/**
 * Another person than that of the page is signed in: until `renewSession`, every call fails as if without a
 * session.
 */
export function holdCalls(): void {
  isHeld = true;
}

/** The person of the page is signed in again: calls work, and the listeners are called. */
export function renewSession(): void {
  isHeld = false;
  tell("renewed");
}

function pageLanguage(): Language {
  return typeof document !== "undefined" && document.documentElement.lang.startsWith("zh") ? "zh-Hant" : "en";
}

type Fields = Record<string, unknown>;

/** Workbooks are archives. */
const isZip = ([one, two]: Uint8Array) => one === 0x50 && two === 0x4b;

/**
 * The request of an operation: parameters go into the path, the rest into the query of a read or the JSON body of a
 * write; a file is sent as it is. Empty query fields count as not given.
 */
export function requestOf(id: OperationId, input: Fields, { environment, accountId }: Where): [string, RequestInit] {
  const { method, path: route, base } = operationOf(id);
  const rest = { ...input };
  const path = route.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value ?? ""));
  });
  const headers: Record<string, string> = {};
  if (accountId) headers["x-account-id"] = accountId;
  const init: RequestInit = { method, headers, credentials: "same-origin", cache: "no-store" };
  const search = new URLSearchParams();
  if (method === "GET") {
    for (const [name, value] of Object.entries(rest))
      if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  } else if (rest.content instanceof Uint8Array) {
    // A file is the body itself, and what is said of it is in the address.
    const { content, ...said } = rest as { content: Uint8Array<ArrayBuffer> };
    for (const [name, value] of Object.entries(said)) if (value) search.set(name, String(value));
    headers["content-type"] = isZip(content) ? XLSX : CSV;
    init.body = content;
  } else if (method !== "DELETE" || Object.keys(rest).length > 0) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(rest);
  }
  return [`${base === "none" ? "" : API_BASE[environment]}${path}${search.size > 0 ? `?${search}` : ""}`, init];
}

/** Reads an unsuccessful answer as a failure. A 401 also calls the listeners of `onSessionEnded`. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const requestId = response.headers.get("x-request-id");
  const wait = Number(response.headers.get("retry-after"));
  let error: Partial<ErrorBody> = {};
  try {
    error = ((await response.json()) as { error?: Partial<ErrorBody> }).error ?? {};
  } catch {
    // A proxy on the way may answer HTML; the status says enough.
  }
  const { code, code_reason, message, error_trace, retry_after, ...extra } = error;
  if (response.status === 401) tell("ended");
  if (code === REASON_REQUIRED) tell("visitEnded");
  if (code === FACTOR_REQUIRED) {
    const { pathname, search } = window.location;
    window.location.assign(`/second-factor?next=${encodeURIComponent(pathname + search)}`);
  }
  return new ApiFailure({
    status: response.status,
    code: code ?? "",
    code_reason: code_reason ?? "",
    message: message ?? `HTTP ${response.status}`,
    entries: error_trace ?? [],
    requestId,
    retryAfter: retry_after ?? (wait > 0 ? wait : null),
    extra,
  });
}

/**
 * Calls an operation of the API as the person signed in. Throws `ApiFailure`; a call that was aborted throws what the
 * browser threw.
 */
export async function call<Id extends OperationId>(
  id: Id,
  input: CallInput<Id>,
  { idempotencyKey, signal, keepalive = false, language = pageLanguage(), ...where }: CallOptions,
): Promise<CallResult<Id>> {
  if (isHeld) {
    tell("ended");
    throw new ApiFailure({ status: 401, code_reason: "UNAUTHORIZED", message: "Somebody else is signed in." });
  }
  const [address, init] = requestOf(id, (input ?? {}) as Fields, where);
  const headers: Record<string, string> = { accept: "application/json", "x-sampan-language": language };
  if (idempotencyKey) headers["idempotency-key"] = idempotencyKey;
  init.headers = { ...init.headers, ...headers };
  if (signal) init.signal = signal;
  if (keepalive && typeof init.body === "string" && new Blob([init.body]).size < MOST_KEPT_ALIVE) init.keepalive = true;
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(address, init);
    if (response.ok) answer = await response.json();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiFailure({ kind: "network", status: 0, message: "The server could not be reached.", cause });
  }
  if (!response.ok) throw await failureOf(response);
  const whole = answer as { data: unknown; pagination?: Pagination };
  return (whole.pagination ? whole : whole.data) as CallResult<Id>;
}

/** The common start of an operation's query keys, to invalidate all its answers at once. */
export function keyOf(id: OperationId, { environment, accountId }: Where) {
  return [id, environment, accountId ?? null] as const;
}

/** The options of react-query for an operation that reads: key, type and rows cannot drift apart. */
export function queryFor<Id extends OperationId>(id: Id, input: CallInput<Id>, where: Where) {
  return {
    queryKey: [...keyOf(id, where), input] as const,
    queryFn: ({ signal }: { signal?: AbortSignal }): Promise<CallResult<Id>> => call(id, input, { ...where, signal }),
  };
}
