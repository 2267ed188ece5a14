import type { z } from "zod";
import type { Contract, DataOf } from "@/lib/contracts/contract";
import { API_BASE, type Environment } from "@/lib/environment";
import type { ErrorBody, ErrorEntry } from "@/lib/errors";
import type { Language } from "@/lib/i18n/validation";
import type { Pagination } from "@/lib/pagination";

type Given<T> = T extends z.ZodType ? z.input<T> : unknown;

/** What a caller gives an operation: parameters, query and body as one object; fields with a default may be left out. */
export type CallInput<C> =
  C extends Contract<infer P, infer Q, infer B, z.ZodType> ? Given<P> & Given<Q> & Given<B> : never;

/** What a caller gets: `data` of the envelope; for lists the rows with their pagination. */
export type CallResult<C extends Contract> = true extends C["list"]
  ? { data: DataOf<C>[]; pagination: Pagination }
  : DataOf<C>;

/** Whose data a call is about. Only staff name an account; a merchant's session knows its own. */
export type Where = { environment: Environment; accountId?: string | null | undefined };

export type CallOptions = Where & {
  /** The same key makes at most one object, however often it is sent (decisions §5). */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The language of the answer's words; the page's own unless given. */
  language?: Language;
};

/** An operation that failed: refused by the server (`answer`), or never answered (`network`: nobody knows whether it was done). */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly kind: "answer" | "network";
  /** 0 where there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly code_reason: string;
  /** One for each failing field; empty unless the status is 400. */
  readonly entries: readonly ErrorEntry[];
  readonly requestId: string | null;
  /** Seconds to wait before the next try, where the server said so. */
  readonly retryAfter: number | null;
  /** What else the answer says, such as the `order_id` that an idempotency key made. */
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

type Listener = () => void;
const listeners = { ended: new Set<Listener>(), renewed: new Set<Listener>() };
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

/** Calls the listener whenever an operation answers that nobody is signed in any more. Returns the way back. */
export const onSessionEnded = (listener: Listener) => listen("ended", listener);

/** Calls the listener when the person of the page is signed in again. Returns the way back. */
export const onSessionRenewed = (listener: Listener) => listen("renewed", listener);

/** Somebody else is signed in than the page was made for: until that is over, every call fails as without a session. */
export function holdCalls(): void {
  isHeld = true;
}

/** The person of the page is signed in again: whoever waits for that is told. */
export function renewSession(): void {
  isHeld = false;
  tell("renewed");
}

function pageLanguage(): Language {
  return typeof document !== "undefined" && document.documentElement.lang.startsWith("zh") ? "zh-Hant" : "en";
}

type Fields = Record<string, unknown>;
type Parts = { path: string; search: URLSearchParams; body: Fields };

/** Puts every field of the input where the contract says it belongs. Blank query fields count as not given. */
export function partsOf(contract: Contract, input: Fields): Parts {
  const rest = { ...input };
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value ?? ""));
  });
  const search = new URLSearchParams();
  for (const name of Object.keys(contract.query?.shape ?? {})) {
    const value = rest[name];
    delete rest[name];
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  return { path, search, body: rest };
}

/** What an answer that is no success says. Whoever waits to hear that the session ended is told. */
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
export async function call<C extends Contract>(
  contract: C,
  input: CallInput<C>,
  { environment, accountId, idempotencyKey, signal, language = pageLanguage() }: CallOptions,
): Promise<CallResult<C>> {
  if (isHeld) {
    tell("ended");
    throw new ApiFailure({ status: 401, code_reason: "UNAUTHORIZED", message: "Somebody else is signed in." });
  }
  const { path, search, body } = partsOf(contract, (input ?? {}) as Fields);
  const headers: Record<string, string> = { accept: "application/json", "x-sampan-language": language };
  if (accountId) headers["x-account-id"] = accountId;
  if (idempotencyKey) headers["idempotency-key"] = idempotencyKey;
  const init: RequestInit = { method: contract.method, headers, credentials: "same-origin", cache: "no-store" };
  if (signal) init.signal = signal;
  if (contract.body) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  const query = search.size > 0 ? `?${search}` : "";
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`${API_BASE[environment]}${path}${query}`, init);
    if (response.ok) answer = await response.json();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiFailure({ kind: "network", status: 0, message: "The server could not be reached.", cause });
  }
  if (!response.ok) throw await failureOf(response);
  if (contract.bare || contract.list) return answer as CallResult<C>;
  return (answer as { data: CallResult<C> }).data;
}

/** The beginning of every query key of a contract, to invalidate all its answers at once. */
export function keyOf(contract: Contract, { environment, accountId }: Where) {
  return [contract.id, environment, accountId ?? null] as const;
}

/** The options of react-query for an operation that reads: key, type and rows cannot drift apart. */
export function queryFor<C extends Contract>(contract: C, input: CallInput<C>, where: Where) {
  return {
    queryKey: [...keyOf(contract, where), input] as const,
    queryFn: ({ signal }: { signal?: AbortSignal }): Promise<CallResult<C>> =>
      call(contract, input, { ...where, signal }),
  };
}
