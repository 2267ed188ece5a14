/** Owns what a person sees of an import as a whole: what is wrong by kind, and what its orders cost (contract §39.5). */
import { sql } from "kysely";
import type { InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/import";
import { money } from "@/lib/decimal";
import { notFound } from "@/lib/errors";
import type { FileKind } from "@/lib/file-kinds";
import { readCell } from "@/lib/tables/csv-cells";
import { type AccountContext, scopeOf } from "@/server/context";
import { type Scope, within } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import { headersOf } from "./columns";
import { linesOf, messageOf } from "./imports";
import { cellsNow } from "./judge";
import { kindOf } from "./kinds";
import { findImport, readRows, type StoredRow } from "./store";

/** Of a value that is wrong, enough to tell it from others. */
const SHOWN_VALUE = 100;

type Wrong = Pick<StoredRow, "n" | "cells" | "edits" | "problems">;
type Summary = contracts.ImportSummary;

/** What is wrong: by kind, and by rows that have the same value for the same reason. */
function faultsOf(rows: readonly Wrong[], ctx: AccountContext): Pick<Summary, "faults" | "kinds"> {
  const faults = new Map<string, Summary["faults"][number]>();
  const kinds = new Map<string, Summary["kinds"][number]>();
  for (const row of rows) {
    const cells = cellsNow(row);
    for (const problem of row.problems ?? []) {
      const { column, key, params, message } = problem;
      // What a message says of a value makes no other kind.
      const reason = JSON.stringify([column, key ?? message]);
      const kind = kinds.get(reason);
      if (!kind) kinds.set(reason, { column, message: messageOf(problem, ctx.language), count: 1, rows: [row.n] });
      else {
        kind.count++;
        if (kind.rows.length < contracts.NAMED_ROWS) kind.rows.push(row.n);
      }
      const value = cells[column] ?? "";
      const same = JSON.stringify([reason, params, value]);
      const fault = faults.get(same);
      if (fault) fault.rows.push(row.n);
      else if (faults.size < contracts.MAX_FAULTS) {
        const shown = [...value.slice(0, 2 * SHOWN_VALUE)].slice(0, SHOWN_VALUE).join("");
        faults.set(same, { column, message: messageOf(problem, ctx.language), value: shown, rows: [row.n] });
      }
    }
  }
  return { faults: [...faults.values()], kinds: [...kinds.values()] };
}

/** Cells to look at again, by column and why. */
async function doubtsOf(db: Db, scope: Scope, id: string, kind: FileKind): Promise<Summary["doubts"]> {
  const { doubts } = kindOf(kind);
  if (!doubts) return [];
  const found = new Map<string, Summary["doubts"][number]>();
  for (const row of await readRows(db, scope, id)) {
    if (row.state === "done" || row.state === "failed") continue;
    for (const [column, doubt] of Object.entries(doubts(cellsNow(row)))) {
      if (!doubt) continue;
      const before = found.get(`${column} ${doubt}`) ?? { column, doubt, count: 0, rows: [] };
      const rows = before.rows.length < contracts.NAMED_ROWS ? [...before.rows, row.n] : before.rows;
      found.set(`${column} ${doubt}`, { ...before, count: before.count + 1, rows });
    }
  }
  return [...found.values()];
}

const SAMPLES = 3;
/** Lines among which samples are looked for. */
const LOOKED_AT = 50;

/**
 * The columns of an import's file, with some of what is in them (contract §39.5).
 * @throws ApiError NOT_FOUND, also once its orders are made
 */
export async function readImportColumns(
  ctx: AccountContext,
  { import_id: id, has_headers: asked }: InputOf<typeof contracts.readImportColumns>,
): Promise<contracts.ImportColumns> {
  const found = await findImport(ctx.db, scopeOf(ctx), id);
  if (!found) throw notFound();
  const lines = await linesOf(ctx, id);
  const has_headers = asked === undefined ? found.has_headers : asked === "Y";
  const first = lines.slice(has_headers ? 1 : 0, LOOKED_AT);
  const samplesOf = (at: number) => {
    const cells = first.map((cells) => readCell((cells[at] ?? "").trim())).filter((cell) => cell !== "");
    return [...new Set(cells)].slice(0, SAMPLES).map((cell) => [...cell].slice(0, SHOWN_VALUE).join(""));
  };
  const columns = headersOf(lines, has_headers).map((header, at) => ({
    header,
    column: found.mapping[at]?.[1] ?? null,
    samples: samplesOf(at),
  }));
  return { has_headers, columns };
}

/** What is wrong with an import by kind, what its orders cost, and what was filled in. @throws ApiError NOT_FOUND */
export async function readImportSummary(
  ctx: AccountContext,
  { import_id: id }: InputOf<typeof contracts.readImportSummary>,
): Promise<contracts.ImportSummary> {
  const scope = scopeOf(ctx);
  const found = await findImport(ctx.db, scope, id);
  if (!found) throw notFound();
  const own = sql`${within(scope)} and import_id = ${id}`;
  const { rows: wrong } = await sql<Wrong>`
    select n, cells, edits, problems from import_rows where ${own} and problems is not null order by n`.execute(ctx.db);
  // Once it is started, what it has made.
  const isStarted = found.confirm_shipment !== null;
  const { rows: services } = await sql<{ service: string; orders: number; price: string }>`
    select coalesce(service, '') as service, count(*)::int as orders, sum(price) as price from import_rows
    where ${own} and price is not null and (object_id is not null or not ${sql.lit(isStarted)})
    group by 1 order by orders desc, service`.execute(ctx.db);
  const { rows: held } = await sql<{ reason: string; orders: number; price: string }>`
    select hold as reason, count(*)::int as orders, sum(price) as price from import_rows
    where ${own} and hold is not null and price is not null and (object_id is not null or not ${sql.lit(isStarted)})
    group by 1 order by orders desc, reason`.execute(ctx.db);
  const isBlank = (column: string) => sql`coalesce(edits ->> ${column}, cells ->> ${column}, '') = ''`;
  const { rows: filled } = await sql<contracts.ImportSummary["filled"]>`
    select count(*) filter (where price is not null)::int as sender,
      count(*) filter (where price is not null and ${isBlank("shipping_provider")})::int as shipping_provider,
      count(*) filter (where price is not null and ${isBlank("recipient_mobile_prefix")})::int as mobile_prefix,
      count(*) filter (where price is not null and ${isBlank("weight_kg")})::int as weight,
      count(*) filter (where problems is null and not (${isBlank("item_sku")}) and ${isBlank("item_value")})::int as item
    from import_rows where ${own}`.execute(ctx.db);
  const { rows: states } = await sql<contracts.ImportSummary["states"]>`
    select count(*) filter (where state = 'good')::int as good, count(*) filter (where state = 'fixed')::int as fixed,
      count(*) filter (where state = 'wrong')::int as wrong, count(*) filter (where state = 'done')::int as done,
      count(*) filter (where state = 'failed')::int as failed
    from import_rows where ${own}`.execute(ctx.db);
  const { rows: made } = await sql<{ object_id: string }>`
    select object_id from import_rows
    where ${own} and n = first_n and object_id is not null and ${found.kind === "orders"} order by n`.execute(ctx.db);
  return {
    ...faultsOf(wrong, ctx),
    services: services.map(({ service, orders, price }) => ({
      shipping_provider: service,
      orders,
      price: money(price),
    })),
    held: held.map(({ reason, orders, price }) => ({ reason, orders, price: money(price) })),
    filled: filled[0] as contracts.ImportSummary["filled"],
    states: states[0] as contracts.ImportSummary["states"],
    order_ids: made.map(({ object_id }) => object_id),
    doubts: await doubtsOf(ctx.db, scope, id, found.kind),
  };
}
