import type { Contract } from "@/lib/contracts/contract";
import type { Environment } from "@/lib/environment";
import type { ApiError } from "@/lib/errors";
import { isObject } from "@/lib/loose";
import { isStaff } from "@/lib/roles";
import { type Access, MASKED } from "@/server/accounts";
import type { Db } from "@/server/db/transaction";
import { log } from "@/server/log";
import { type Held, hold } from "./buffer";
import { Hidden, isId, maskedBody, maskedPath, maskedQuery } from "./mask";
import { insertRows } from "./store";

/** A call that was answered. */
export type Answered = {
  contract: Contract;
  access: Pick<Access, "actor" | "account">;
  environment: Environment;
  requestId: string;
  method: string;
  url: URL;
  /** The body of the request and of the answer; absent: none, or a file. */
  sent?: unknown;
  answered?: unknown;
  status: number;
  ms: number;
  error: ApiError | undefined;
};

/** What a row weighs without its bodies. */
const ROW_WEIGHT = 500;

/**
 * Whether the call is the merchant's own: made by a program for its account, or one of its people's that failed. Calls
 * of staff are in the audit log (contract §19.1).
 */
function isLogged({ access: { actor, account }, status }: Answered): boolean {
  if (!account || actor.accountId !== account.id || isStaff(actor.role)) return false;
  return actor.kind === "client" || status >= 400;
}

/** Logs a call, masked, beside its answer. Never fails. */
export function noteCall(call: Answered): void {
  try {
    if (!isLogged(call)) return;
    const at = new Date();
    hold({ account_id: call.access.account?.id ?? "", environment: call.environment, at }, () => rowOf(call, at));
  } catch (error) {
    log().error({ err: error, requestId: call.requestId }, "a call could not be logged");
  }
}

function rowOf(call: Answered, at: Date): Held {
  const { contract, access, environment, url, error } = call;
  const path = clean(maskedPath(contract, environment, url.pathname));
  const hidden = new Hidden();
  const query = maskedQuery(contract, url.searchParams, hidden);
  const request = call.sent === undefined ? null : maskedBody(contract, "body", call.sent, hidden);
  const part = error ? "refusal" : "answer";
  const answer = call.answered === undefined ? null : maskedBody(contract, part, call.answered, hidden);
  const row = {
    account_id: access.account?.id ?? "",
    environment,
    at,
    request_id: call.requestId,
    client_id: access.actor.kind === "client" ? access.actor.id : null,
    person_id: access.actor.kind === "person" ? access.actor.id : null,
    method: call.method,
    path,
    query: query.length ? clean(new URLSearchParams(query).toString().slice(0, 1000)) : null,
    operation: contract.id,
    status: call.status,
    ms: call.ms,
    ...errorsOf(error),
    objects: objectsIn(call.requestId, path, query, request?.copy, contract.list ? null : answer?.copy),
    request: request?.body ?? null,
    answer: answer?.body ?? null,
  };
  return { row, weight: ROW_WEIGHT + (request?.weight ?? 0) + (answer?.weight ?? 0) };
}

/** Logs calls of earlier days: those of the demonstration. */
export async function recordPastCalls(db: Db, calls: readonly (Answered & { at: Date })[]): Promise<void> {
  const rows = calls.map((call) => rowOf(call, call.at).row);
  await insertRows(db, rows, []);
}

/** PostgreSQL has no text with NUL or half of a character, and one such row would fail its whole batch. */
function clean<T extends string | null>(text: T): T | string {
  return text === null ? text : text.replace(/[\p{Cc}\p{Cs}]/gu, "");
}

const MOST_ERRORS = 20;

/** Each code with its field, once. */
function errorsOf(error: ApiError | undefined): { codes: string[]; fields: string[] } {
  if (!error) return { codes: [], fields: [] };
  const { code, error_trace: entries = [{ code, field: "" }] } = error.body();
  const pairs = new Map(entries.map((entry) => [`${entry.code ?? code} ${entry.field}`, entry]));
  const kept = [...pairs.values()].slice(0, MOST_ERRORS);
  return { codes: kept.map((entry) => entry.code ?? code), fields: kept.map(({ field }) => clean(field)) };
}

/** The fields whose values name something of the account. */
const NAMING = new Set([
  ...["id", "order_id", "order_ids", "order_list", "tracking_number", "reference", "product_id", "webhook_id"],
  ...["delivery_id", "event_id", "wave_id", "draft_id"],
]);
/** Merged prints name the most orders: 100. */
const MOST_OBJECTS = 120;
const MOST_REFERENCE = 64;

/**
 * What the call names, in lower case: its id, and ids in its masked path, query, request and answer, of which a list's
 * rows are left out.
 */
function objectsIn(requestId: string, path: string, query: [string, string][], ...bodies: unknown[]): string[] {
  const found = new Set([requestId]);
  const collect = (value: unknown, name: string): void => {
    if (found.size >= MOST_OBJECTS) return;
    if (typeof value === "string") {
      const isReference = name === "reference" && value.length > 0 && value.length <= MOST_REFERENCE;
      if (NAMING.has(name) && (isId(value) || (isReference && value !== MASKED))) found.add(clean(value.toLowerCase()));
    } else if (Array.isArray(value)) for (const each of value) collect(each, name);
    else if (isObject(value)) for (const field in value) collect(value[field], field);
  };
  for (const step of path.split("/")) collect(step, "id");
  for (const [name, value] of query) for (const each of value.split(",")) collect(each, name);
  for (const body of bodies) collect(body, "");
  return [...found];
}
