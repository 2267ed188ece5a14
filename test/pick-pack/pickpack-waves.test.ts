// @module-tag engine
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { resetDatabase } from "../database";
import { clientOf, created, type Merchant, personOf, testDb } from "../factories";
import type { Answer, Api } from "../http";
import { freshItem, type Item, must, naming, orderOf, packAll, scanLabels, stocked, warehouse } from "./warehouse";

type Place = { shop: Merchant; staff: Api };
let one: Place;
let two: Place;
let staff: Api;
let cap: Item;
let torch: Item;
let rope: Item;

beforeAll(async () => {
  await resetDatabase();
  [one, two] = [await warehouse(), await warehouse()];
  ({ staff } = one);
  [cap, torch, rope] = [freshItem("1"), freshItem("1"), freshItem("1")];
  await stocked(one, cap, "100", { warehouse_location: "B-02" });
  await stocked(one, torch, "100", { warehouse_location: "A-10" });
  await stocked(two, rope, "100");
});

const confirmed = async ({ shop }: Place, parcels: Item[][], provider = "LOCAL_DOOR") => {
  const { order_id } = await created(shop.testing, { ...orderOf(...parcels), shipping_provider: provider });
  must(await staff.post("/pickpack/confirm", { order_id }));
  return order_id;
};
const wave = (body: object = {}, options = {}) => staff.post("/pickpack/waves", body, options);
const idsOf = ({ order_list }: { order_list: { order_id: string }[] }) => order_list.map(({ order_id }) => order_id);

describe("waves", () => {
  it("put confirmed orders of all accounts together, with a pick list by place", async () => {
    const first = await confirmed(one, [[{ ...cap, qty: "2" }, torch], [cap]]);
    const second = await confirmed(two, [[{ ...rope, qty: "3" }]]);
    const third = await confirmed(one, [[torch]]);
    const { data } = must(await wave()).body;
    expect(data).toMatchObject({ customer_eid: null, shipping_provider: null, order_count: 3, open_count: 3 });
    expect(idsOf(data)).toEqual([first, second, third]);
    expect(data.pick_list).toEqual([
      {
        warehouse_location: "A-10",
        customer_eid: one.shop.accountId,
        customer_name: "Test Merchant",
        sku: torch.sku,
        bar_code_eid: torch.bar_code_eid,
        description: `Goods ${torch.sku}`,
        qty: "2",
        picked_by: null,
        picked_time: null,
        shelf_short: null,
        order_list: [
          { order_id: first, parcel: 1, qty: "1" },
          { order_id: third, parcel: 1, qty: "1" },
        ],
      },
      {
        warehouse_location: "B-02",
        customer_eid: one.shop.accountId,
        customer_name: "Test Merchant",
        sku: cap.sku,
        bar_code_eid: cap.bar_code_eid,
        description: `Goods ${cap.sku}`,
        qty: "3",
        picked_by: null,
        picked_time: null,
        shelf_short: null,
        order_list: [
          { order_id: first, parcel: 1, qty: "2" },
          { order_id: first, parcel: 2, qty: "1" },
        ],
      },
      {
        warehouse_location: null,
        customer_eid: two.shop.accountId,
        customer_name: "Test Merchant",
        sku: rope.sku,
        bar_code_eid: rope.bar_code_eid,
        description: `Goods ${rope.sku}`,
        qty: "3",
        picked_by: null,
        picked_time: null,
        shelf_short: null,
        order_list: [{ order_id: second, parcel: 1, qty: "3" }],
      },
    ]);
    const listed = must(await staff.get(`/pickpack/list?wave_id=${data.wave_id}&sort=request_datetime`)).body.data;
    expect(idsOf({ order_list: listed })).toEqual([first, second, third]);

    await packAll(staff, { order_id: first });
    await scanLabels(staff, { order_id: first });
    must(await staff.post("/pickpack/ready", { order_id: first }));
    must(await one.shop.testing.post("/order/cancel", { order_id: third, reason: "OTHER" }));
    const later = must(await staff.get(`/pickpack/waves/${data.wave_id}`)).body.data;
    expect(later).toMatchObject({ order_count: 3, open_count: 2 });
    expect(later.pick_list.map(({ sku }: Item) => sku)).toEqual([torch.sku, rope.sku]);
    expect(later.order_list.map((row: { is_cancel_requested: string }) => row.is_cancel_requested)).toEqual([
      "N",
      "N",
      "Y",
    ]);
    expect((await wave()).entries).toMatchObject([{ field: "shipping_provider" }]);
  });

  it("take the orders of a provider, until a cut-off, of an account; none that is being packed or to be cancelled", async () => {
    const point = await confirmed(one, [[cap]], "LOCAL_SAMEDAY");
    const late = await confirmed(one, [[cap]]);
    const packed = await confirmed(one, [[cap]]);
    const asked = await confirmed(one, [[cap]]);
    const other = await confirmed(two, [[rope]]);
    must(await staff.post("/pickpack/start", { order_id: packed }));
    must(await one.shop.testing.post("/order/cancel", { order_id: asked, reason: "OTHER" }));
    await sql`update pick_pack_orders set requested_at = '2026-11-20T10:00:00Z' where order_id in (${point}, ${other})`.execute(
      await testDb(),
    );
    const early = must(await wave({ cut_off: "2026-11-20T18:00:00+08:00", shipping_provider: "LOCAL_SAMEDAY" })).body
      .data;
    expect(idsOf(early)).toEqual([point]);
    expect(early).toMatchObject({ shipping_provider: "LOCAL_SAMEDAY", cut_off: "2026-11-20T18:00:00.000+08:00" });
    const own = must(await wave({}, naming(two.shop))).body.data;
    expect([own.customer_eid, idsOf(own)]).toEqual([two.shop.accountId, [other]]);
    expect(idsOf(must(await wave()).body.data)).toEqual([late]);
    expect((await wave({ cut_off: "tomorrow" })).entries).toMatchObject([{ field: "cut_off" }]);
  });

  it("share the orders when two are made at once", async () => {
    const ids = [];
    for (let n = 0; n < 6; n++) ids.push(await confirmed(one, [[cap]]));
    const answers = await Promise.all([wave(), wave(), wave()]);
    const taken = answers.filter(({ status }) => status === 200).flatMap(({ body }) => idsOf(body.data));
    expect(taken.sort()).toEqual(ids.sort());
  });

  it("are made once for an Idempotency-Key, which a refused request does not use up", async () => {
    const headers = { "idempotency-key": `wave-${cap.sku}` };
    expect((await wave({}, { headers })).status).toBe(400);
    const first = await confirmed(one, [[cap]]);
    const [made, ...others] = (await Promise.all([1, 2, 3].map(() => wave({}, { headers })))).sort(
      (a, b) => a.status - b.status,
    );
    const { wave_id, order_list } = must(made as Answer).body.data;
    expect(idsOf({ order_list })).toEqual([first]);
    const second = await confirmed(one, [[cap]]);
    for (const again of [...others, await wave({}, { headers }), await wave({ cut_off: "tomorrow" }, { headers })])
      expect([again.status, again.body.error.code, again.body.error.id]).toEqual([500, "500998", wave_id]);
    // Each account has its own keys.
    const named = naming(one.shop).headers;
    expect(idsOf(must(await wave({}, { headers: { ...headers, ...named } })).body.data)).toEqual([second]);
  });

  it("have a number of their environment and day, also when several are made at once", async () => {
    const before = must(await staff.get("/pickpack/waves?limit=1")).body.data[0].wave_number;
    await confirmed(one, [[cap]]);
    const other = await confirmed(two, [[rope]], "LOCAL_SAMEDAY");
    const services = ["LOCAL_DOOR", "LOCAL_SAMEDAY"];
    const made = await Promise.all(services.map((shipping_provider) => wave({ shipping_provider })));
    const numbers = made.map((answer) => must(answer).body.data.wave_number).sort();
    const [, day, last] = /^W-(\d{8})-(\d{2,})$/.exec(before) ?? [];
    expect(day).toBe(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll("-", ""));
    expect(numbers).toEqual([1, 2].map((n) => `W-${day}-${String(Number(last) + n).padStart(2, "0")}`));

    // Bench and queue show it to staff; to merchants it would count the waves of all merchants.
    const bench = must(await staff.get(`/pickpack/bench/${other}`)).body.data;
    expect(numbers).toContain(bench.wave_number);
    const rowOf = async (client: Api, options = {}) =>
      must(await client.get(`/pickpack/list?wave_id=${bench.wave_id}`, options)).body.data[0].wave_number;
    expect(await rowOf(staff)).toBe(bench.wave_number);
    expect(await rowOf(two.shop.testing)).toBe(null);
  });

  it("are audited in every account whose orders they take", async () => {
    await confirmed(one, [[cap]]);
    await confirmed(two, [[rope]]);
    const { wave_id } = must(await wave()).body.data;
    const { rows } = await sql<{ account_id: string }>`
      select account_id from audit_log where operation = 'createWave' and object_id = ${wave_id} order by account_id`.execute(
      await testDb(),
    );
    expect(rows.map(({ account_id }) => account_id)).toEqual([one.shop.accountId, two.shop.accountId]);
  });

  it("send the picker to the goods that were reserved, whatever their sku is called since", async () => {
    const item = freshItem("1");
    const id = await stocked(one, item, "5", { warehouse_location: "Q-01" });
    const order_id = await confirmed(one, [[item]]);
    must(
      await one.shop.testing.call("PATCH", `/products/${id}`, {
        body: { sku: `${item.sku}-old`, clear: ["bar_code_eid"] },
      }),
    );
    await stocked(one, item, "5", { warehouse_location: "Z-99" });
    const bench = must(await staff.get(`/pickpack/bench/${order_id}`)).body.data;
    expect(bench.parcel_list[0].item_list[0].warehouse_location).toBe("Q-01");
    expect(must(await wave()).body.data.pick_list).toMatchObject([{ sku: item.sku, warehouse_location: "Q-01" }]);
  });

  it("are listed, the newest first, and are the warehouse's and support's", async () => {
    const all = must(await staff.get("/pickpack/waves?limit=2")).body;
    expect(all.pagination.total).toBeGreaterThan(2);
    expect(all.data[0].create_time >= all.data[1].create_time).toBe(true);
    const own = must(await staff.get("/pickpack/waves", naming(two.shop))).body.data;
    expect(own.map(({ customer_eid }: { customer_eid: string }) => customer_eid)).toEqual([two.shop.accountId]);
    const id = own[0].wave_id;
    for (const client of [one.shop.testing, (await personOf("owner", one.shop.accountId)).api]) {
      expect((await client.get("/pickpack/waves")).status).toBe(403);
      expect((await client.get(`/pickpack/waves/${id}`)).status).toBe(403);
      expect((await client.post("/pickpack/waves", {})).status).toBe(403);
    }
    expect((await staff.get(`/pickpack/waves/${id}`, naming(one.shop))).status).toBe(404);
    expect((await staff.get("/pickpack/waves/none")).status).toBe(404);
    expect((await (await clientOf("warehouse", null, "production")).get(`/pickpack/waves/${id}`)).status).toBe(404);
  });

  it("keep what is picked, with who and when, for every device", async () => {
    const first = await confirmed(one, [[cap, torch]]);
    const other = await confirmed(two, [[rope]]);
    const { wave_id } = must(await wave()).body.data;
    const line = ({ shop }: Place, { sku }: Item) => ({ customer_eid: shop.accountId, sku });
    const tick = (is_picked: string, lines: object[], client = staff, options = {}) =>
      client.post(`/pickpack/waves/${wave_id}/picked`, { is_picked, pick_list: lines }, options);
    const picked = async (client = staff) =>
      must(await client.get(`/pickpack/waves/${wave_id}`)).body.data.pick_list.map(
        ({ sku, picked_by, picked_time }: Record<string, string>) => [sku, picked_by, picked_time !== null],
      );
    const person = await personOf("warehouse", null);
    must(await tick("Y", [line(one, torch), line(two, rope)], person.api));
    const [, name] = (await picked())[0] ?? [];
    expect(name).toEqual(expect.stringMatching(/./));
    // Another caller's tick of the same line changes nothing.
    must(await tick("Y", [line(one, torch)]));
    expect(await picked()).toEqual([
      [torch.sku, name, true],
      [cap.sku, null, false],
      [rope.sku, name, true],
    ]);
    must(await tick("N", [line(one, torch), line(one, cap)]));
    expect((await picked()).map(([, , is]: unknown[]) => is)).toEqual([false, false, true]);

    const wrong = await tick("Y", [line(one, torch), line(two, torch), line(one, { ...cap, sku: "NONE" })]);
    expect(wrong.entries.map(({ pointer }) => pointer)).toEqual(["/pick_list/1/sku", "/pick_list/2/sku"]);
    expect((await picked()).map(([, , is]: unknown[]) => is)).toEqual([false, false, true]);
    const none = { is_picked: "maybe", pick_list: [] };
    const path = `/pickpack/waves/${wave_id}/picked`;
    expect((await staff.post(path, none)).entries.map(({ field }) => field)).toEqual(["is_picked", "pick_list"]);
    expect((await one.shop.testing.post(path, none)).status).toBe(403);
    expect(
      (
        await (
          await clientOf("warehouse", null, "production")
        ).post(path, { is_picked: "Y", pick_list: [line(one, torch)] })
      ).status,
    ).toBe(404);
    expect((await tick("Y", [line(one, torch)], staff, naming(one.shop))).status).toBe(404);
    for (const order_id of [first, other]) must(await staff.post("/pickpack/cancel", { order_id }));
  });
});
