// @module-tag large
/** What is read of large tables: of one account only its own rows, of all by an index, and no count without an end. */
import { sql } from "kysely";
import pg from "pg";
import { beforeAll, expect, it, vi } from "vitest";
import { cleanUp } from "@/server/clean-up";
import { indexOrders } from "@/server/orders";
import { productDatabase } from "../database";
import { created, type Merchant, personOf, testDb } from "../factories";
import type { Api } from "../http";
import { freshItem, must, orderOf, stocked, warehouse } from "../pick-pack/warehouse";
import { endpoint } from "../webhooks/work";

/** What each table's copies have of their own: a key, and their place in time. */
const OWN = {
  orders: { id: "o.id + n", tracking_number: "null::text", created_at: "o.created_at + n * interval '1 ms'" },
  order_items: { order_id: "o.order_id + n" },
  order_search: { order_id: "o.order_id + n" },
  pick_pack_orders: { order_id: "o.order_id + n", requested_at: "o.requested_at + n * interval '1 ms'" },
  events: { id: "o.id || n", created_at: "o.created_at + n * interval '1 ms'" },
  webhook_deliveries: { id: "o.id || n" },
  audit_log: { id: "nextval(pg_get_serial_sequence('audit_log', 'id'))", at: "o.at + n * interval '1 ms'" },
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
    if (!/^\s*(\/\*.*\*\/)?\s*(select|with|delete)\b/.test(text ?? "")) continue;
    const { rows } = await pool.query(`explain (analyze, costs off, timing off) ${text}`, values);
    plans.push(`${text}\n${rows.map((row) => row["QUERY PLAN"]).join("\n")}`);
  }
  return plans;
}

let large: Merchant;
let endpointId: string;
let staff: Api;

beforeAll(async () => {
  const [one, other] = await Promise.all([warehouse(), warehouse()]);
  large = one.shop;
  staff = one.staff;
  ({ id: endpointId } = await endpoint(large.testing, "https://shop.example/"));
  for (const place of [one, other]) {
    const item = freshItem();
    await stocked(place, item, "1");
    await created(place.shop.testing, orderOf([item]));
  }
  await indexOrders(await testDb());
  await copyRows(large.accountId, 1000, 10_000);
  const { pool } = await productDatabase();
  await pool.query("vacuum analyze orders, order_search, pick_pack_orders, events, audit_log");
  // Since then others have had more, which the planner does not know yet.
  await copyRows(other.shop.accountId, 1_000_000, 500);
});

it("no newer rows of others", async () => {
  const owner = await personOf("owner", large.accountId);
  const support = await personOf("support", null);
  for (const look of [
    () => large.testing.get("/orders"),
    () => large.testing.get("/pickpack/list"),
    () => owner.api.get("/events/sent"),
    () => support.api.get(`/audit?account_id=${large.accountId}`),
  ]) {
    const plans = await plansOf(async () => must(await look()));
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(leftOut(plan), plan).toBeLessThan(100);
  }
});

it("the rows of all accounts by the index of their time", async () => {
  const support = await personOf("support", null);
  const looks = {
    orders_over_all: () => support.api.get("/support/search?q=陳大文"),
    pick_pack_orders_over_all: () => staff.get("/pickpack/list"),
    audit_log_over_all: () => support.api.get("/audit"),
    events_over_all: async () => cleanUp(await testDb()),
  };
  for (const [index, look] of Object.entries(looks)) {
    const plans = await plansOf(look);
    expect(
      plans.some((plan) => plan.includes(` using ${index} `)),
      plans.join("\n\n"),
    ).toBe(true);
  }
});

it("at most 10,000 to count them; offsets beyond that work", async () => {
  for (const path of [
    "/pickpack/list?status=PICKPACK_PENDING_CONFIRM",
    `/webhooks/${endpointId}/deliveries?event=order.created`,
    "/events?events=order.created&since=2026-01-01T00:00:00Z",
  ]) {
    const { data, pagination } = must(await large.testing.get(`${path}&limit=1&offset=10000`)).body;
    expect(pagination, path).toMatchObject({ total: 10_000, total_is_at_least: true });
    expect(data, path).toHaveLength(1);
  }
});
