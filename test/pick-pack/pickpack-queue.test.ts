import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { resetDatabase } from "../database";
import { changeAuditLog, clientOf, created, type Merchant, merchant, personOf, testDb } from "../factories";
import { type Api, api } from "../http";
import { freshItem, must, naming, orderIn, orderOf, stocked, warehouse } from "./warehouse";

type Place = { shop: Merchant; staff: Api };
type Order = { order_id: string; tracking_number: string };
let place: Place;
let other: Place;
let shop: Merchant;
let staff: Api;

beforeAll(async () => {
  await resetDatabase();
  [place, other] = [await warehouse(), await warehouse()];
  ({ shop, staff } = place);
});

const ask = ({ order_id }: Order, client = shop.testing) =>
  client.post("/order/cancel", { order_id, reason: "DUPLICATE", remarks: "Ordered twice" });
const aged = async ({ order_id }: Order, minutes: number) =>
  sql`update pick_pack_orders set requested_at = now() - make_interval(mins => ${minutes}) where order_id = ${order_id}`.execute(
    await testDb(),
  );
const auditOf = async (id: string) =>
  (await testDb())
    .selectFrom("audit_log")
    .select(["operation", "account_id", "object_id"])
    .where("actor", "=", `person:${id}`)
    .orderBy("id")
    .execute();

describe("GET /pickpack/queue", () => {
  const read = async (client: Api = staff, query = "", options = {}) =>
    must(await client.get(`/pickpack/queue${query}`, options)).body.data.provider_list;
  const at = (minutesAgo: number) => `?until=${new Date(Date.now() - minutesAgo * 60_000).toISOString()}`;

  it("counts what waits by service, the one with the oldest work first", async () => {
    const pending = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const confirmed = await orderIn(place, "PICKPACK_CONFIRMED");
    const begun = await orderIn(place, "PICKPACK_CONFIRMED");
    const asked = await orderIn(place, "PICKPACK_CONFIRMED");
    const packed = await orderIn(place, "PICKPACK_READY_TO_SHIPMENT");
    const collected = await orderIn(place, "PICKPACK_READY_TO_SHIPMENT");
    for (const done of ["PICKPACK_READY_TO_SHIPMENT", "PICKPACK_CANCELLED", "PICKPACK_REJECTED"] as const)
      await orderIn(place, done);
    must(await staff.post("/pickpack/start", { order_id: begun.order_id }));
    for (const order of [asked, packed, collected]) must(await ask(order));
    must(await shop.testing.post("/simulate/tracking", { order_id: collected.order_id, event: "order.picked_up" }));
    const item = freshItem();
    await stocked(other, item, "5");
    const sameDay = await created(other.shop.testing, { ...orderOf([item]), shipping_provider: "LOCAL_SAMEDAY" });
    const waved = await orderIn(other, "PICKPACK_CONFIRMED");
    must(await staff.post("/pickpack/waves", {}, naming(other.shop)));
    await aged(pending, 30);
    await aged(confirmed, 45);
    await aged(sameDay, 95);
    await aged(waved, 20);

    const door = {
      shipping_provider: "LOCAL_DOOR",
      courier_company: "Sampan Local Door-to-Door",
      pending: 1,
      confirmed: 4,
      unwaved: 1,
      unwaved_single: 0,
      cancel_requested: 2,
      oldest_minutes: 45,
    };
    const fast = {
      shipping_provider: "LOCAL_SAMEDAY",
      courier_company: "Sampan Local Same Day",
      pending: 1,
      confirmed: 0,
      unwaved: 0,
      unwaved_single: 0,
      cancel_requested: 0,
      oldest_minutes: 95,
    };
    expect(await read()).toEqual([fast, door]);
    expect(await read(staff, "", naming(other.shop))).toEqual([
      fast,
      { ...door, pending: 0, confirmed: 1, unwaved: 0, unwaved_single: 0, cancel_requested: 0, oldest_minutes: 20 },
    ]);
    expect(await read(await clientOf("warehouse", shop.accountId))).toEqual([{ ...door, confirmed: 3 }]);
    expect(await read(staff, at(40))).toEqual([
      fast,
      { ...door, pending: 0, confirmed: 1, cancel_requested: 0, oldest_minutes: 45 },
    ]);
    expect(await read(staff, at(200))).toEqual([]);
    expect(await read(await clientOf("warehouse", null, "production"))).toEqual([]);
    const chinese = await read(staff, "", { headers: { "x-sampan-language": "zh-Hant" } });
    expect(chinese[0].courier_company).toMatch(/\p{Script=Han}/u);
  });

  it("has no age where only an answer to a request waits", async () => {
    const alone = await warehouse();
    must(await ask(await orderIn(alone, "PICKPACK_READY_TO_SHIPMENT"), alone.shop.testing));
    expect(await read(staff, "", naming(alone.shop))).toMatchObject([
      { pending: 0, confirmed: 0, unwaved: 0, unwaved_single: 0, cancel_requested: 1, oldest_minutes: null },
    ]);
  });

  it("counts what a search finds", async () => {
    const found = await warehouse();
    const order = await orderIn(found, "PICKPACK_CONFIRMED");
    await orderIn(found, "PICKPACK_CONFIRMED");
    const of = async (q: string, options: object) =>
      (await read(staff, `?q=${encodeURIComponent(q)}`, options)).map((lane: { confirmed: number }) => lane.confirmed);
    for (const options of [naming(found.shop), {}]) {
      expect(await of(order.tracking_number, options)).toEqual([1]);
      expect(await of("nothing of the kind", options)).toEqual([]);
    }
  });

  it("is for staff, and refuses an invalid time", async () => {
    expect((await api("testing").get("/pickpack/queue")).status).toBe(401);
    expect((await shop.testing.get("/pickpack/queue")).status).toBe(403);
    expect((await (await clientOf("carrier", null)).get("/pickpack/queue")).status).toBe(403);
    expect(must(await (await personOf("support", null)).api.get("/pickpack/queue")).status).toBe(200);
    const answer = await staff.get("/pickpack/queue?until=tomorrow");
    expect([answer.status, answer.entries[0]?.field]).toEqual([400, "until"]);
  });
});

describe("GET /pickpack/list until a cut-off", () => {
  it("has the orders that came in up to it", async () => {
    const alone = await warehouse();
    const early = await orderIn(alone, "PICKPACK_PENDING_CONFIRM");
    await orderIn(alone, "PICKPACK_PENDING_CONFIRM");
    await aged(early, 60);
    const until = new Date(Date.now() - 30 * 60_000).toISOString();
    const { body } = must(await alone.shop.testing.get(`/pickpack/list?until=${until}`));
    expect(body.data.map(({ order_id }: Order) => order_id)).toEqual([early.order_id]);
    expect(body.pagination.total).toBe(1);
    expect((await alone.shop.testing.get("/pickpack/list?until=12:00")).entries).toMatchObject([{ field: "until" }]);
  });
});

describe("GET /pickpack/find", () => {
  const find = (code: string, client: Api = staff, options = {}) =>
    client.get(`/pickpack/find?code=${encodeURIComponent(code)}`, options);

  it("finds an order by the tracking number of any of its parcels, in capitals or not, and by its id", async () => {
    const item = freshItem("1");
    const order = await created(shop.testing, orderOf([item], [item]));
    const record = must(await shop.testing.get(`/order/detail/${order.order_id}`)).body.data;
    const second = record.shipment_detail.parcel_list[1].tracking_number;
    const found = {
      order_id: order.order_id,
      customer_eid: shop.accountId,
      customer_name: "Test Merchant",
      status: "PICKPACK_PENDING_CONFIRM",
    };
    expect(must(await find(order.tracking_number)).body.data).toEqual({ ...found, parcel: 1 });
    expect(must(await find(second.toLowerCase())).body.data).toEqual({ ...found, parcel: 2 });
    expect(must(await find(order.order_id)).body.data).toEqual({ ...found, parcel: null });
    for (const code of [order.order_id, second])
      expect((await find(code, staff, naming(shop))).body.data).toMatchObject(found);
  });

  it("finds no part of a number, no order that the warehouse does not pack, and nothing of another's", async () => {
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const plain = await created((await merchant()).testing);
    const bound = await clientOf("warehouse", other.shop.accountId);
    const production = await clientOf("warehouse", null, "production");
    const answers = [
      await find(order.tracking_number.slice(0, -1)),
      await find(`${order.tracking_number}%`),
      await find("*BENCH-UNDO"),
      await find("999999999999999"),
      await find("0'; --"),
      await find(plain.order_id),
      await find(plain.tracking_number),
    ];
    for (const code of [order.order_id, order.tracking_number])
      answers.push(await find(code, staff, naming(other.shop)), await find(code, bound), await find(code, production));
    for (const answer of answers) expect([answer.status, answer.body.error.code]).toEqual([404, "404000"]);
  });

  it("asks for the account where two have the id; the tracking number names one", async () => {
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const twin = await created(other.shop.testing, orderOf([freshItem()]));
    await (await testDb()).transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update pick_pack_orders set order_id = ${order.order_id} where order_id = ${twin.order_id}`.execute(tx);
    });
    const answer = await find(order.order_id);
    expect([answer.status, answer.entries[0]?.field]).toEqual([400, "X-Account-Id"]);
    expect((await find(order.order_id, staff, naming(shop))).body.data.customer_eid).toBe(shop.accountId);
    expect((await find(order.tracking_number)).body.data.customer_eid).toBe(shop.accountId);
  });

  it("is a look into the account that is found, and audited, once in ten minutes", async () => {
    const order = await orderIn(other, "PICKPACK_PENDING_CONFIRM");
    const person = await personOf("warehouse", null);
    must(await find(order.tracking_number, person.api));
    must(await find(order.order_id, person.api));
    await find("ST00000000000", person.api);
    const look = { operation: "findPickPack", account_id: other.shop.accountId, object_id: order.order_id };
    expect(await auditOf(person.id)).toEqual([look]);
    await changeAuditLog(
      sql`update audit_log set at = at - interval '11 minutes' where actor = ${`person:${person.id}`}`,
    );
    must(await find(order.order_id, person.api));
    expect(await auditOf(person.id)).toEqual([look, look]);
  });

  it("is for staff, and needs a code", async () => {
    expect((await find("1", api("testing"))).status).toBe(401);
    expect((await find("1", shop.testing)).status).toBe(403);
    for (const code of ["", "x".repeat(101)]) {
      const answer = await find(code);
      expect([answer.status, answer.entries[0]?.field]).toEqual([400, "code"]);
    }
  });
});

describe("POST /pickpack/decline-cancel", () => {
  const remarks = "The parcel is packed\nand the courier is on the way";
  const decline = ({ order_id }: Order, body: object = { remarks }, client: Api = staff, options = {}) =>
    client.post("/pickpack/decline-cancel", { order_id, ...body }, options);
  const record = async ({ order_id }: Order) => must(await shop.testing.get(`/order/detail/${order_id}`)).body.data;
  const bench = async ({ order_id }: Order) => must(await staff.get(`/pickpack/bench/${order_id}`)).body.data;

  it.each(["PICKPACK_CONFIRMED", "PICKPACK_READY_TO_SHIPMENT"] as const)(
    "lets the order go on, and the merchant reads why: %s",
    async (status) => {
      const order = await orderIn(place, status);
      must(await ask(order));
      expect(await bench(order)).toMatchObject({ warning: "CANCEL_REQUESTED", cancel_remarks: "Ordered twice" });
      const before = await record(order);
      expect(before).toMatchObject({ cancel_declined_time: null, cancel_declined_remarks: null });
      const answer = must(await decline(order));
      expect(answer.body.data.order).toMatchObject({ order_id: order.order_id, status });
      const after = await record(order);
      expect(after).toMatchObject({
        order_status: "READY_TO_SHIP",
        cancel_status: null,
        cancel_reason: null,
        cancel_remarks: null,
        cancel_declined_time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+08:00$/),
        cancel_declined_remarks: remarks,
        available_actions: before.available_actions,
      });
      expect(Date.parse(after.update_time)).toBeGreaterThanOrEqual(Date.parse(before.update_time));
      expect(await bench(order)).toMatchObject({ warning: null, cancel_remarks: null, status });
    },
  );

  it("can be asked again, which takes the answer away; agreeing keeps the last reason", async () => {
    const order = await orderIn(place, "PICKPACK_CONFIRMED");
    must(await ask(order));
    must(await decline(order));
    const again = { order_id: order.order_id, reason: "WRONG_INFO", remarks: "Wrong flat" };
    expect(must(await shop.testing.post("/order/cancel", again)).body.data.cancel_status).toBe("REQUESTED");
    expect(await record(order)).toMatchObject({
      cancel_status: "REQUESTED",
      cancel_reason: "WRONG_INFO",
      cancel_declined_time: null,
      cancel_declined_remarks: null,
    });
    must(await staff.post("/pickpack/cancel", { order_id: order.order_id }));
    expect(await record(order)).toMatchObject({ order_status: "CANCELLED", cancel_remarks: "Wrong flat" });
  });

  it("is refused when no request is open: none was made, it was answered, or the parcel has left", async () => {
    const calm = await orderIn(place, "PICKPACK_CONFIRMED");
    const answered = await orderIn(place, "PICKPACK_CONFIRMED");
    must(await ask(answered));
    must(await decline(answered));
    const agreed = await orderIn(place, "PICKPACK_CONFIRMED");
    must(await ask(agreed));
    must(await staff.post("/pickpack/cancel", { order_id: agreed.order_id }));
    const left = await orderIn(place, "PICKPACK_READY_TO_SHIPMENT");
    must(await ask(left));
    must(await shop.testing.post("/simulate/tracking", { order_id: left.order_id, event: "order.picked_up" }));
    expect(await bench(left)).toMatchObject({ warning: null, cancel_remarks: null });
    for (const order of [calm, answered, agreed, left]) {
      const before = await record(order);
      const answer = await decline(order);
      expect([answer.status, answer.entries.map(({ code, field }) => [code, field])]).toEqual([
        400,
        [["400480", "order_id"]],
      ]);
      expect(await record(order)).toEqual(before);
    }
  });

  it("lets packing and scanning continue while the request waits", async () => {
    const item = freshItem("1");
    await stocked(place, item, "1");
    const order = await created(shop.testing, orderOf([item]));
    must(await staff.post("/pickpack/confirm", { order_id: order.order_id }));
    must(await ask(order as Order));
    const started = must(await staff.post("/pickpack/start", { order_id: order.order_id })).body.data;
    expect(started.warning).toBe("CANCEL_REQUESTED");
    const scanned = { order_id: order.order_id, scan_id: "one", code: item.sku };
    expect(must(await staff.post("/pickpack/scan", scanned)).body.data).toMatchObject({
      result: "COUNTED",
      has_closed_parcel: true,
      warning: "CANCEL_REQUESTED",
    });
  });

  it("needs remarks", async () => {
    const order = await orderIn(place, "PICKPACK_CONFIRMED");
    must(await ask(order));
    for (const body of [{}, { remarks: " " }, { remarks: "x".repeat(501) }]) {
      const answer = await decline(order, body);
      expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["remarks"]]);
    }
  });

  it("is for staff on an order that they may see, and audited", async () => {
    const order = await orderIn(place, "PICKPACK_CONFIRMED");
    must(await ask(order));
    expect((await decline(order, { remarks }, api("testing"))).status).toBe(401);
    expect((await decline(order, { remarks }, shop.testing)).status).toBe(403);
    expect((await decline(order, { remarks }, staff, naming(other.shop))).status).toBe(404);
    expect((await decline(order, { remarks }, await clientOf("warehouse", null, "production"))).status).toBe(404);
    const person = await personOf("warehouse", null);
    must(await decline(order, { remarks }, person.api));
    expect(await auditOf(person.id)).toEqual([
      { operation: "declineCancel", account_id: shop.accountId, object_id: order.order_id },
    ]);
  });
});
