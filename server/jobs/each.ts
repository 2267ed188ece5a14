import { ApiError } from "@/lib/errors";
import { isConnectionError } from "@/server/db/database";
import { type Tx, withSavepoint } from "@/server/db/transaction";
import { env } from "@/server/env";
import { log } from "@/server/log";
import type { KeptRow } from "./store";
import { stored } from "./stored-error";

/** A set ends after this time: the embedded database has one connection, on which other requests wait for their turn. */
const SET_MS = { embedded: 20, postgresql: 200 } as const;

/** Whether the database failed, and not what it was given: values (class 22) and rows (class 23) that it refuses. */
export function isOfDatabase(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isConnectionError(error) || (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && !/^2[23]/.test(code));
}

/**
 * An error that says something about the thing it was done to. @throws what says something about the database: then the
 * whole set is tried again
 */
function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isOfDatabase(error)) throw error;
  log().error({ err: error }, "one of many failed");
  return new ApiError("API_ERROR");
}

type Doing = {
  /** The position of the first of `ids`. */
  from: number;
  /** Does it to one; its answer is kept. @throws ApiError */
  act: (id: string) => Promise<Record<string, unknown>>;
  onRefused?: (id: string, refusal: ApiError) => Promise<void>;
};

/**
 * Does something to things one after the other within the transaction of a set, until its time is over: at least to the
 * first. What fails undoes nothing but itself. Returns what became of those that it came to.
 */
export async function doEach(tx: Tx, ids: readonly string[], { from, act, onRefused }: Doing): Promise<KeptRow[]> {
  const rows: KeptRow[] = [];
  const ends = performance.now() + SET_MS[env().databaseUrl ? "postgresql" : "embedded"];
  for (const [at, id] of ids.entries()) {
    if (at > 0 && performance.now() > ends) break;
    const kept = { position: from + at, object_id: id };
    try {
      rows.push({ ...kept, outcome: "DONE", answer: await withSavepoint(tx, () => act(id)), error: null });
    } catch (error) {
      const refusal = refusalOf(error);
      await onRefused?.(id, refusal);
      rows.push({ ...kept, outcome: "FAILED", answer: null, error: stored(refusal) });
    }
  }
  return rows;
}
