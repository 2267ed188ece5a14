// @module-tag engine
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { resetDatabase } from "../database";
import { clientOf, created, type Merchant, personOf, testDb } from "../factories";
import type { Api } from "../http";
import { freshItem, type Item, must, naming, orderOf, packAll, stocked, warehouse } from "./warehouse";

type Place = { shop: Merchant; staff: Api };
let one: Place;
let two: Place;
let staff: Api;
let cap: Item;
let rope: Item;

beforeAll(async () => {
  await resetDatabase();
  [one, two] = [await warehouse(), await warehouse()];
  ({ staff } = one);
  [cap, rope] = [freshItem("1"), freshItem("1")];
  await stocked(one, cap, "100");
  await stocked(two, rope, "100");
});

const confirmed = async ({ shop }: Place, items: Item[]) => {
  const { order_id } = await created(shop.testing, orderOf(items));
  must(await staff.post("/pickpack/confirm", { order_id }));
  return order_id;
};
const make = async (body: object = {}, options = {}) =>
  must(await staff.post("/pickpack/waves", body, options)).body.data;
const patch = (id: string, body: object, client = staff) => client.call("PATCH", `/pickpack/waves/${id}`, { body });
const end = (id: string, how: "close" | "cancel", client = staff, options = {}) =>
  client.post(`/pickpack/waves/${id}/${how}`, {}, options);
const idsOf = ({ order_list }: { order_list: { order_id: string }[] }) => order_list.map(({ order_id }) => order_id);

describe("a wave is made", () => {
  it.each(["999999999", "9223372036854775807", "99999999999999999999"])(
    "of no merchant that does not exist: %s",
    async (customer_eid) => {
      const answer = await staff.post("/pickpack/waves", { customer_eid });
      expect([answer.status, answer.body.error?.error_trace?.[0]?.field]).toEqual([400, expect.any(String)]);
      expect((await staff.get(`/pickpack/queue?customer_eid=${customer_eid}`)).status).toBeLessThan(500);
      expect((await staff.get(`/pickpack/waves?customer_eid=${customer_eid}`)).status).toBeLessThan(500);
      const chosen = { order_list: [{ customer_eid, order_id: customer_eid }] };
      expect((await staff.post("/pickpack/waves", chosen)).status).toBe(400);
      expect((await staff.post("/pickpack/waves", { assigned_to: customer_eid })).status).toBe(400);
    },
  );

  it("by a named person or program: an API client by what it is called, else by its id", async () => {
    const named = await clientOf("warehouse", null, "testing", "Wave planner");
    for (const [client, name] of [
      [named, "Wave planner"],
      [staff, expect.stringMatching(/^ci_/)],
    ] as const) {
      const order_id = await confirmed(one, [cap]);
      const made = must(await client.post("/pickpack/waves", {})).body.data;
      expect(made.created_by).toEqual(name);
      const [listed] = must(await staff.get("/pickpack/waves?limit=1")).body.data;
      expect([listed.wave_id, listed.created_by]).toEqual([made.wave_id, name]);
      must(await client.post("/pickpack/start", { order_id }));
      const line = { customer_eid: one.shop.accountId, sku: cap.sku, short: "1" };
      const path = `/pickpack/waves/${made.wave_id}/picked`;
      const [picked] = must(await client.post(path, { is_picked: "Y", pick_list: [line] })).body.data.pick_list;
      expect([picked.picked_by, picked.shelf_short.by]).toEqual([name, name]);
      expect(must(await staff.get(`/pickpack/bench/${order_id}`)).body.data.packed_by).toEqual(name);
      must(await staff.post("/pickpack/cancel", { order_id }));
    }
  });

  it("of orders of one unit, of a merchant, or of those that are chosen", async () => {
    const single = await confirmed(one, [cap]);
    const double = await confirmed(one, [{ ...cap, qty: "2" }]);
    const other = await confirmed(two, [rope]);
    const [lane] = must(await staff.get("/pickpack/queue")).body.data.provider_list;
    expect([lane.unwaved, lane.unwaved_single]).toEqual([3, 2]);
    const own = must(await staff.get(`/pickpack/queue?customer_eid=${one.shop.accountId}`)).body.data.provider_list;
    expect([own[0].unwaved, own[0].unwaved_single]).toEqual([2, 1]);

    const { accountId } = one.shop;
    const singles = await make({ is_single_items: "Y", customer_eid: accountId, name: "Singles" });
    expect(singles).toMatchObject({ name: "Singles", is_single_items: "Y", customer_eid: accountId });
    expect(idsOf(singles)).toEqual([single]);
    const chosen = [
      { customer_eid: two.shop.accountId, order_id: other },
      { customer_eid: accountId, order_id: double },
    ];
    const taken = [
      { customer_eid: accountId, order_id: single },
      { customer_eid: two.shop.accountId, order_id: double },
    ];
    const refused = await staff.post("/pickpack/waves", { order_list: [...chosen, ...taken] });
    expect(refused.entries.map(({ pointer }) => pointer)).toEqual(["/order_list/2/order_id", "/order_list/3/order_id"]);
    // A refused wave takes no order and no number.
    const wave = await make({ order_list: chosen });
    expect(idsOf(wave).sort()).toEqual([double, other].sort());
    expect(Number(wave.wave_number.slice(-2))).toBe(Number(singles.wave_number.slice(-2)) + 1);
    // Staff who name a merchant reach no other's orders.
    const late = await confirmed(two, [rope]);
    const reach = { order_list: [{ customer_eid: two.shop.accountId, order_id: late }] };
    expect((await staff.post("/pickpack/waves", reach, naming(one.shop))).status).toBe(400);
    must(await staff.post("/pickpack/cancel", { order_id: late }));
  });
});

describe("a wave", () => {
  it("has a name and a person of the warehouse, which both can be taken away", async () => {
    await confirmed(one, [cap]);
    const { wave_id } = await make();
    const { id } = await personOf("warehouse", null);
    const { id: support } = await personOf("support", null);
    const people = must(await (await personOf("warehouse", null)).api.get("/pickpack/packers")).body.data.person_list;
    const ids = people.map(({ person_id }: { person_id: string }) => person_id);
    expect([ids.includes(id), ids.includes(support)]).toEqual([true, false]);
    const changed = must(await patch(wave_id, { name: "Morning", assigned_to: id })).body.data;
    expect(changed).toMatchObject({ name: "Morning", assigned_to: { person_id: id, name: expect.any(String) } });
    must(await patch(wave_id, { clear: ["assigned_to"] }));
    const [listed] = must(await staff.get("/pickpack/waves?limit=1")).body.data;
    expect(listed).toMatchObject({ wave_id, name: "Morning", assigned_to: null });
    expect((await patch(wave_id, { assigned_to: support })).entries).toMatchObject([{ field: "assigned_to" }]);
    expect((await patch(wave_id, { assigned_to: "0" })).entries).toMatchObject([{ field: "assigned_to" }]);
    must(await end(wave_id, "cancel"));
  });

  it("that is closed lets go what is not packed; cancelled it may be only while nothing is packed", async () => {
    const [packed, left] = [await confirmed(one, [cap]), await confirmed(one, [cap])];
    const { wave_id } = await make();
    await packAll(staff, { order_id: packed });
    must(await staff.post("/pickpack/ready", { order_id: packed }));
    expect((await end(wave_id, "cancel")).entries).toMatchObject([
      { field: "wave_id", code_reason: "PICKPACK_TRANSITION_INVALID" },
    ]);
    const closed = must(await end(wave_id, "close")).body.data;
    expect(closed).toMatchObject({ status: "CLOSED", order_count: 1, open_count: 0 });
    must(await end(wave_id, "close"));
    expect((await end(wave_id, "cancel")).status).toBe(400);

    const again = await make();
    expect(idsOf(again)).toContain(left);
    expect(must(await end(again.wave_id, "cancel")).body.data).toMatchObject({ status: "CANCELLED", order_list: [] });
    must(await end(again.wave_id, "cancel"));
    expect((await end(again.wave_id, "close")).status).toBe(400);
    expect(idsOf(await make())).toEqual(idsOf(again));
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from audit_log where operation = 'closeWave' and account_id = ${one.shop.accountId}`.execute(
      await testDb(),
    );
    expect(Number(rows[0]?.n)).toBeGreaterThan(0);
  });

  it("is found by state and merchant, and is closed when nothing of it is left to pack", async () => {
    const order = await confirmed(two, [rope]);
    const { wave_id } = await make();
    const list = async (query: string) =>
      must(await staff.get(`/pickpack/waves?${query}`)).body.data.map((row: { wave_id: string }) => row.wave_id);
    const ofTwo = `customer_eid=${two.shop.accountId}`;
    expect((await list(`status=OPEN&${ofTwo}`))[0]).toBe(wave_id);
    expect(await list(`status=OPEN&customer_eid=${one.shop.accountId}`)).not.toContain(wave_id);
    must(await staff.post("/pickpack/cancel", { order_id: order }));
    expect(await list(`status=OPEN&${ofTwo}`)).not.toContain(wave_id);
    expect((await list(`status=CLOSED&${ofTwo}`))[0]).toBe(wave_id);
    expect((await list("status=CANCELLED")).length).toBe(2);
    expect((await staff.get("/pickpack/waves?status=DONE")).status).toBe(400);
  });

  it("is the warehouse's and support's, within reach", async () => {
    await confirmed(one, [cap]);
    const { wave_id } = await make({}, naming(one.shop));
    const away = [await clientOf("warehouse", null, "production"), await clientOf("warehouse", two.shop.accountId)];
    for (const [client, status] of [
      [one.shop.testing, 403],
      [(await personOf("owner", one.shop.accountId)).api, 403],
      ...away.map((each) => [each, 404] as const),
    ] as const) {
      expect((await patch(wave_id, { name: "Mine" }, client)).status).toBe(status);
      expect((await end(wave_id, "close", client)).status).toBe(status);
      expect((await end(wave_id, "cancel", client)).status).toBe(status);
    }
    expect((await (await personOf("owner", one.shop.accountId)).api.get("/pickpack/packers")).status).toBe(403);
    expect(must(await staff.get(`/pickpack/waves/${wave_id}`)).body.data).toMatchObject({ name: null, status: "OPEN" });
  });
});
