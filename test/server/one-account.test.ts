/** Lists of one account read its own rows alone, also if it has nearly all rows of a table. */
import { sql } from "kysely";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { productDatabase } from "../database";
import { created, personOf, testDb } from "../factories";
import { freshItem, must, orderOf, stocked, warehouse } from "../pick-pack/warehouse";

/** What each table's copies have of their own: a key, and their place in time. */
const OWN = {
  orders: { id: "o.id + n", tracking_number: "null::text", created_at: "o.created_at + n * interval '1 ms'" },
  order_items: { order_id: "o.order_id + n" },
  pick_pack_orders: { order_id: "o.order_id + n", requested_at: "o.requested_at + n * interval '1 ms'" },
  events: { id: "o.id || n", created_at: "o.created_at + n * interval '1 ms'" },
  audit_log: { id: "n", at: "o.at + n * interval '1 ms'" },
} as const;

/** Copies the rows that an account has, each `count` times, as its newest ones. */
async function copyRows(accountId: string, from: number, count: number): Promise<void> {
  await (await testDb()).transaction().execute(async (tx) => {
    // Without triggers, with which so many would take long.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const [table, own] of Object.entries(OWN))
      await sql`insert into ${sql.table(table)} overriding system value select copied.* from
        (select * from ${sql.table(table)} where account_id = ${accountId} limit 1) o,
        generate_series(${from}::int, ${from + count}::int) n, jsonb_populate_record(null::${sql.table(table)}, to_jsonb(o) || jsonb_build_object(${sql.raw(
          Object.entries(own)
            .map(([column, value]) => `'${column}', ${value}`)
            .join(", "),
        )})) copied`.execute(tx);
  });
}

/** How many rows a plan's reads by an index leave out. */
function leftOut(plan: string): number {
  let isByIndex = false;
  let most = 0;
  for (const line of plan.split("\n")) {
    if (line.includes("->")) isByIndex = line.includes(" using ");
    const removed = /Rows Removed by Filter: (\d+)/.exec(line)?.[1];
    if (isByIndex && removed) most = Math.max(most, Number(removed));
  }
  return most;
}

/** How the database answers each statement of `work`, asked once more. */
async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const sent = query.mock.calls.map(([config]) => config as unknown as { text?: string; values?: unknown[] });
  query.mockRestore();
  const { pool } = await productDatabase();
  const plans = [];
  for (const { text, values } of sent) {
    if (!/^\s*(\/\*.*\*\/)?\s*(select|with)\b/.test(text ?? "")) continue;
    const { rows } = await pool.query(`explain (analyze, costs off, timing off) ${text}`, values);
    plans.push(`${text}\n${rows.map((row) => row["QUERY PLAN"]).join("\n")}`);
  }
  return plans;
}

it("reads no newer rows of others", async () => {
  const [large, small] = await Promise.all([warehouse(), warehouse()]);
  for (const place of [large, small]) {
    const item = freshItem();
    await stocked(place, item, "1");
    await created(place.shop.testing, orderOf([item]));
  }
  await copyRows(large.shop.accountId, 1000, 6000);
  const { pool } = await productDatabase();
  await pool.query("vacuum analyze orders, pick_pack_orders, events, audit_log");
  // Since then others have had more, which the planner does not know yet.
  await copyRows(small.shop.accountId, 1_000_000, 500);

  const owner = await personOf("owner", large.shop.accountId);
  const support = await personOf("support", null);
  for (const look of [
    () => large.shop.testing.get("/orders"),
    () => large.shop.testing.get("/pickpack/list"),
    () => owner.api.get("/events/sent"),
    () => support.api.get(`/audit?account_id=${large.shop.accountId}`),
  ]) {
    const plans = await plansOf(async () => must(await look()));
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(leftOut(plan), plan).toBeLessThan(100);
  }
});
