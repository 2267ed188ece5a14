// The twins detect statements that forget the account or the environment, and nothing else.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { productDatabase } from "../database";
import { created, localOrder, type Merchant, merchant, testDb } from "../factories";
import { TWIN_ACCOUNT, TWIN_ENVIRONMENT, TWINS, twinFaults, WITHOUT_TWINS } from "../twins";

let shop: Merchant;
let order: string;
beforeEach(async () => {
  shop = await merchant();
  order = (await created(shop.testing, localOrder())).order_id;
});
afterEach(async () => {
  await (await productDatabase()).pool.query("delete from twin_faults");
});

/** Runs a statement as the product would, and returns what it reached. */
async function reached(statement: string): Promise<string> {
  const { pool } = await productDatabase();
  await pool.query(statement);
  const faults = await twinFaults(pool);
  await pool.query("delete from twin_faults");
  return faults;
}

it("is spread for every table whose rows belong to an account", async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name as place from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id' order by 1`.execute(await testDb());
  const known = [...Object.keys(TWINS), ...Object.keys(WITHOUT_TWINS)].sort();
  expect(rows.map(({ place }) => place)).toEqual(known);
});

it("reports a statement that forgets the account, or the environment, by table, change and words", async () => {
  const set = (value: string, where: string) =>
    `update orders set client_remarks = '${value}' where ${where} and id = ${order}`;
  const own = `account_id = ${shop.accountId} and environment = 'testing'`;
  expect(await reached(set("mine", own))).toBe("");
  for (const [value, where] of Object.entries({
    all: "environment = 'testing'",
    both: `account_id = ${shop.accountId}`,
  })) {
    const faults = await reached(set(value, where));
    expect(faults).toMatch(new RegExp(`^UPDATE of another .* row of orders: .*"${value}"`));
    expect(faults).toContain(set(value, where));
  }
  expect(await reached(`delete from order_items where order_id = ${order}`)).toContain("DELETE of another");
  const copied = `insert into order_drafts (account_id, environment, id, body)
    select account_id, environment, 'dr_' || environment || account_id, '{}' from orders where id = ${order}`;
  expect(await reached(copied)).toContain("INSERT of another");
});

it("follows its row, and is seen only by the product", async () => {
  const change = await shop.testing.post("/order/update", { order_id: order, client_remarks: "second" });
  expect(change.status).toBe(200);
  const look = sql`select account_id, environment, client_remarks from orders where id = ${order} order by 1, 2`;
  expect((await look.execute((await productDatabase()).db)).rows).toEqual([
    { account_id: TWIN_ACCOUNT, environment: "testing", client_remarks: "second" },
    { account_id: shop.accountId, environment: TWIN_ENVIRONMENT, client_remarks: "second" },
    { account_id: shop.accountId, environment: "testing", client_remarks: "second" },
  ]);
  expect((await look.execute(await testDb())).rows).toHaveLength(1);
  expect(await twinFaults((await productDatabase()).pool)).toBe("");
});
