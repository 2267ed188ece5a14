import { randomUUID } from "node:crypto";
import { CompiledQuery, type Insertable } from "kysely";
import { listOf, namesOf, recordOf } from "@/server/db/columns";
import type { Scope } from "@/server/db/scoped";
import { requestLogTables } from "@/server/db/tables/request-log";
import type { Db } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import type { Masked } from "./mask";
import { makePartitions } from "./partitions";

const { request_log: TABLE } = requestLogTables;
const COLUMNS = namesOf(TABLE);

/** A call as it is stored. */
export type LogRow = Omit<Insertable<Tables["request_log"]>, "at" | "request" | "answer"> & {
  at: Date;
  request?: Masked | null;
  answer?: Masked | null;
};
/** A time in which calls of a scope may be missing; `calls` null: it is not known how many. */
export type Gap = { scope: Scope; since: Date; until: Date; calls: number | null };

const INSERT = `
  with no_wait as materialized (
    select set_config('synchronous_commit', case when $2 then current_setting('synchronous_commit') else 'off' end, true))
  insert into request_log (${listOf(COLUMNS)})
  select ${listOf(COLUMNS, "r")}
  from no_wait, json_to_recordset($1::json) r (${recordOf(TABLE, COLUMNS)})`;

function rowOf({ scope, since, until, calls }: Gap): LogRow {
  return {
    account_id: scope.accountId,
    environment: scope.environment,
    at: until,
    request_id: `gap_${randomUUID().replaceAll("-", "")}`,
    ...{ method: "", path: "", operation: "", status: 0, ms: 0, codes: [], fields: [], objects: [] },
    gap_since: since,
    gap_calls: calls,
  };
}

/** PostgreSQL cannot read these in JSON. */
const UNREADABLE = /\\u(?:0000|d[89a-f]\w\w)/i;

const written = (body: Masked | null | undefined) => (typeof body === "object" && body ? JSON.stringify(body) : body);

/**
 * The rows as JSON. A body is a part of it, of which PostgreSQL stores the text as it is here, so that it is written
 * once; where something in it could not be read, bodies are texts.
 */
function jsonOf(rows: readonly LogRow[]): string {
  const json = JSON.stringify(rows);
  if (!UNREADABLE.test(json)) return json;
  return JSON.stringify(rows.map((row) => ({ ...row, request: written(row.request), answer: written(row.answer) })));
}

const NO_PARTITION = "23514";

/**
 * Writes calls and gaps in one statement. `isQuick`: without waiting for the disk, where PostgreSQL writes to it within
 * a second by itself; the embedded database would not before the next statement that waits.
 */
export async function insertRows(
  db: Db,
  calls: readonly LogRow[],
  gaps: readonly Gap[],
  { isQuick = false } = {},
): Promise<void> {
  const rows = [...calls, ...gaps.map(rowOf)];
  if (rows.length === 0) return;
  const json = jsonOf(rows);
  const insert = () => db.executeQuery(CompiledQuery.raw(INSERT, [json, !isQuick]));
  try {
    await insert();
  } catch (error) {
    if ((error as { code?: unknown }).code !== NO_PARTITION) throw error;
    await makePartitions(
      db,
      rows.map(({ at }) => at),
    );
    await insert();
  }
}
