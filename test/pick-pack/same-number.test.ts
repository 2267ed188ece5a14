/** Order ids are unique only within an account and environment: rows elsewhere with the same number are never found. */
import { beforeAll, expect, it } from "vitest";
import { productDatabase } from "../database";
import { clientOf } from "../factories";
import { TWIN_ENVIRONMENT } from "../twins";
import { freshItem, must, naming, orderIn, orderOf, warehouse } from "./warehouse";

let place: Awaited<ReturnType<typeof warehouse>>;
beforeAll(async () => {
  place = await warehouse();
});

/** Deletes an order's own rows, so that only its twins remain (`twins.ts`). */
async function leaveTwins(table: "pick_pack_orders" | "pick_pack_scans", orderId: string): Promise<void> {
  const { pool } = await productDatabase();
  const own = `account_id = ${place.shop.accountId} and environment = 'testing' and order_id = ${orderId}`;
  await pool.query(
    `set session_replication_role = replica; delete from ${table} where ${own}; set session_replication_role = origin`,
  );
}

it("a pick-and-pack order elsewhere with the same number is not read as this one's", async () => {
  const { order_id } = await orderIn(place, "PICKPACK_CONFIRMED");
  await leaveTwins("pick_pack_orders", order_id);
  const { shop, staff } = place;
  const post = (path: string, body: object = {}) =>
    staff.post(`/pickpack/${path}`, { order_id, ...body }, naming(shop));
  for (const answer of [
    await shop.testing.get(`/pickpack/detail/${order_id}`),
    await staff.get(`/pickpack/bench/${order_id}`, naming(shop)),
    await post("confirm"),
    await post("start"),
    await post("ready"),
    await post("reject", { reject_type: "OTHERS", reject_reason: "x" }),
    await post("cancel"),
    await post("reopen"),
  ])
    expect([answer.status, answer.body.error?.code]).toEqual([404, "404000"]);
});

it("a scan elsewhere with the same number is not read as this one's", async () => {
  const item = freshItem("2");
  const { order_id } = await orderIn(place, "PICKPACK_CONFIRMED", item);
  const scan = () =>
    place.staff.post("/pickpack/scan", { order_id, scan_id: "theirs", code: item.sku }, naming(place.shop));
  must(await scan());
  await leaveTwins("pick_pack_scans", order_id);
  const unknown = { order_id, scan_id: "theirs" };
  expect((await place.staff.post("/pickpack/undo", unknown, naming(place.shop))).status).toBe(404);
});

it("an order is not found by a tracking number of another environment", async () => {
  const made = await place.shop.testing.post("/order/create", orderOf([freshItem()], [freshItem()]));
  const { order_id, tracking_number } = must(made).body.data;
  must(await place.shop.testing.get(`/tracking/${tracking_number}`));
  const { pool } = await productDatabase();
  const { rows } = await pool.query<{ number: string }>(
    `select tracking_number as number from order_parcels
     where account_id = $1 and environment = $2 and order_id = $3 order by position`,
    [place.shop.accountId, TWIN_ENVIRONMENT, order_id],
  );
  expect(rows).toHaveLength(2);
  const carrier = await clientOf("carrier", null);
  for (const { number } of rows) {
    expect((await place.shop.testing.get(`/tracking/${number}`)).status).toBe(404);
    const scan = { tracking_number: number, event: "order.picked_up", occurred_at: new Date().toISOString() };
    expect((await carrier.post("/tracking/events", scan)).status).toBe(404);
  }
});
