import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { resetDatabase } from "../database";
import { clientOf, created, type Merchant, merchant, personOf, testDb } from "../factories";
import { type Api, api } from "../http";
import { freshItem, must, naming, orderIn, orderOf, stocked, warehouse } from "./warehouse";

let place: { shop: Merchant; staff: Api };
let other: { shop: Merchant; staff: Api };
let shop: Merchant;
let staff: Api;
const orders: Record<string, { order_id: string; tracking_number: string }> = {};

beforeAll(async () => {
  await resetDatabase();
  place = await warehouse();
  other = await warehouse();
  ({ shop, staff } = place);
  for (const status of ["PENDING_CONFIRM", "CONFIRMED", "READY_TO_SHIPMENT", "CANCELLED", "REJECTED"] as const)
    orders[status] = await orderIn(place, `PICKPACK_${status}`);
  orders.other = await orderIn(other, "PICKPACK_PENDING_CONFIRM");
});

const list = async (client: Api, query = "", options = {}) => {
  const { body } = must(await client.get(`/pickpack/list?${query}`, options));
  return { ids: body.data.map(({ order_id }: { order_id: string }) => order_id), ...body };
};
const idOf = (name: string) => orders[name]?.order_id;

describe("GET /pickpack/list", () => {
  it("has rows with their age", async () => {
    const item = freshItem("3");
    await stocked(place, item, "9");
    const order = await created(shop.testing, orderOf([item, { ...item, qty: "2" }], [item]));
    await sql`update pick_pack_orders set requested_at = now() - interval '95 minutes' where order_id = ${order.order_id}`.execute(
      await testDb(),
    );
    const { data } = await list(shop.testing, `q=${order.order_id}`);
    expect(data).toEqual([
      {
        order_id: order.order_id,
        customer_eid: shop.accountId,
        customer_name: "Test Merchant",
        status: "PICKPACK_PENDING_CONFIRM",
        order_status: "READY_TO_SHIP",
        is_cancel_requested: "N",
        is_require_repack: "N",
        short: "N",
        reject_type: "",
        tracking_number: order.tracking_number,
        shipping_provider: "LOCAL_DOOR",
        courier_company: "Sampan Local Door-to-Door",
        recipient_name: expect.any(String),
        parcel_count: 2,
        unit_count: "8",
        wave_id: null,
        wave_number: null,
        pickup_date: null,
        age_minutes: 95,
        request_datetime: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
        update_datetime: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      },
    ]);
    must(await staff.post("/pickpack/cancel", { order_id: order.order_id }));
  });

  it("filters by status, one or more, by provider and by search", async () => {
    expect((await list(shop.testing, "status=PICKPACK_CONFIRMED")).ids).toEqual([idOf("CONFIRMED")]);
    const two = await list(shop.testing, "status=PICKPACK_REJECTED,PICKPACK_READY_TO_SHIPMENT&sort=request_datetime");
    expect(two.ids).toEqual([idOf("READY_TO_SHIPMENT"), idOf("REJECTED")]);
    expect((await list(shop.testing, "shipping_provider=LOCAL_POINT")).ids).toEqual([]);
    expect((await list(shop.testing, "status=PICKPACK_CONFIRMED&shipping_provider=LOCAL_DOOR")).ids).toHaveLength(1);
    const { tracking_number } = orders.CONFIRMED ?? {};
    expect((await list(shop.testing, `q=${tracking_number}`)).ids).toEqual([idOf("CONFIRMED")]);
    expect((await list(staff, `q=${tracking_number?.slice(3, 11)}`)).ids).toEqual([idOf("CONFIRMED")]);
    expect((await list(shop.testing, "q=%25")).ids).toEqual([]);
  });

  it("pages with exact totals, the newest first unless asked otherwise", async () => {
    const all = await list(shop.testing);
    expect(all.pagination).toMatchObject({ total: 6, page: 1, per_page: 20, total_pages: 1 });
    const back = await list(shop.testing, "sort=request_datetime");
    expect(back.ids).toEqual([...all.ids].reverse());
    const page = await list(shop.testing, "limit=2&offset=2");
    expect(page.ids).toEqual(all.ids.slice(2, 4));
    expect(page.pagination).toEqual({ total: 6, page: 2, per_page: 2, total_pages: 3 });
    expect((await list(shop.testing, "offset=99")).pagination.total).toBe(6);
  });

  it.each(["status=PICKED", "status=PICKPACK_CONFIRMED,", "limit=0", "offset=-1", "sort=age"])(
    "refuses %s",
    async (query) => {
      const answer = await shop.testing.get(`/pickpack/list?${query}`);
      expect([answer.status, answer.entries[0]?.field]).toEqual([400, query.split("=")[0]]);
    },
  );

  it("is the merchant's own; staff who name no account see the queue of all, and are audited in each", async () => {
    const status = "status=PICKPACK_PENDING_CONFIRM&sort=request_datetime";
    expect((await list(shop.testing, status)).ids).toEqual([idOf("PENDING_CONFIRM")]);
    expect((await list(other.shop.testing, status)).ids).toEqual([idOf("other")]);
    expect((await list(shop.testing, status, naming(other.shop))).ids).toEqual([idOf("PENDING_CONFIRM")]);
    const person = await personOf("warehouse", null);
    expect((await list(person.api, status)).ids).toEqual([idOf("PENDING_CONFIRM"), idOf("other")]);
    expect((await list(person.api, status, naming(other.shop))).ids).toEqual([idOf("other")]);
    expect((await list(await clientOf("warehouse", other.shop.accountId), status)).ids).toEqual([idOf("other")]);
    expect((await list(shop.production, status)).ids).toEqual([]);
    expect((await list(await clientOf("warehouse", null, "production"))).ids).toEqual([]);
    const audited = await (await testDb())
      .selectFrom("audit_log")
      .select(["operation", "account_id"])
      .where("actor", "=", `person:${person.id}`)
      .orderBy("id")
      .execute();
    expect(audited).toEqual(
      // The second look into the other account is covered by the first one's audit entry, minutes before.
      [shop, other.shop].map(({ accountId }) => ({ operation: "listPickPack", account_id: accountId })),
    );
  });

  it("needs a token and a role", async () => {
    expect((await api("testing").get("/pickpack/list")).status).toBe(401);
    expect((await (await clientOf("carrier", null)).get("/pickpack/list")).status).toBe(403);
    expect((await list((await merchant()).testing)).ids).toEqual([]);
  });

  it("marks orders whose cancellation is asked for", async () => {
    const order_id = idOf("CONFIRMED");
    must(await shop.testing.post("/order/cancel", { order_id, reason: "OTHER" }));
    const { data } = await list(shop.testing, `q=${order_id}`);
    expect(data).toMatchObject([{ is_cancel_requested: "Y", status: "PICKPACK_CONFIRMED" }]);
    const asked = await list(shop.testing, "is_cancel_requested=Y");
    expect([asked.ids, asked.pagination.total]).toEqual([[order_id], 1]);
    expect((await list(shop.testing, "is_cancel_requested=N")).pagination.total).toBe(5);
  });
});

describe("GET /pickpack/counts", () => {
  it("counts by status: a merchant's own, or the warehouse's whole queue", async () => {
    const owner = (await personOf("owner", shop.accountId)).api;
    const person = (await personOf("warehouse", null)).api;
    const own = must(await owner.get("/pickpack/counts")).body.data;
    expect(own).toEqual({
      total: 6,
      total_is_at_least: false,
      by_status: {
        PICKPACK_PENDING_CONFIRM: 1,
        PICKPACK_CONFIRMED: 1,
        PICKPACK_READY_TO_SHIPMENT: 1,
        PICKPACK_CANCELLED: 2,
        PICKPACK_REJECTED: 1,
      },
      collected: 0,
      cancel_requested: 1,
    });
    expect(must(await person.get("/pickpack/counts", naming(shop))).body.data).toEqual(own);
    expect(must(await person.get("/pickpack/counts")).body.data).toMatchObject({ total: 7, cancel_requested: 1 });
    expect((await api("testing").get("/pickpack/counts")).status).toBe(401);
  });

  it("counts what the filters of the list leave, in each state", async () => {
    const person = (await personOf("warehouse", null)).api;
    const count = async (query: string) => must(await person.get(`/pickpack/counts?${query}`)).body.data;
    for (const query of [
      `customer_eid=${other.shop.accountId}`,
      `q=${orders.CONFIRMED?.order_id}`,
      "shipping_provider=LOCAL_DOOR",
      "shipping_provider=LOCAL_POINT",
      "wave_id=wv_none",
      `until=${encodeURIComponent(new Date(Date.now() - 60_000).toISOString())}`,
    ]) {
      const { total, by_status, cancel_requested } = await count(query);
      const listed = async (more = "") => (await list(person, `${query}&limit=1${more}`)).pagination.total;
      expect([total, cancel_requested], query).toEqual([await listed(), await listed("&is_cancel_requested=Y")]);
      for (const [status, n] of Object.entries(by_status))
        expect(n, `${query} ${status}`).toBe(await listed(`&status=${status}`));
    }
    expect(await count(`customer_eid=${other.shop.accountId}`)).toMatchObject({ total: 1, cancel_requested: 0 });
    const wrong = await person.get("/pickpack/counts?customer_eid=x&until=tomorrow");
    expect([wrong.status, wrong.entries.map(({ field }) => field)]).toEqual([400, ["customer_eid", "until"]]);
  });

  it("is a look of staff into the account that it names, and audited", async () => {
    const person = await personOf("warehouse", null);
    const audited = async () =>
      (await testDb())
        .selectFrom("audit_log")
        .select(["operation", "account_id"])
        .where("actor", "=", `person:${person.id}`)
        .execute();
    must(await person.api.get("/pickpack/counts"));
    expect(await audited()).toEqual([]);
    must(await person.api.get(`/pickpack/counts?customer_eid=${other.shop.accountId}`));
    expect(await audited()).toEqual([{ operation: "countPickPack", account_id: other.shop.accountId }]);
    must(await person.api.get("/pickpack/queue"));
    must(await person.api.get(`/pickpack/queue?customer_eid=${other.shop.accountId}`));
    expect((await audited()).slice(1)).toEqual([{ operation: "readQueue", account_id: other.shop.accountId }]);
  });

  it("stops at 1,000 of what a search finds, and says so", async () => {
    const place = await warehouse();
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const person = await personOf("warehouse", null);
    const copy = async (from: number, to: number) =>
      (await testDb()).transaction().execute(async (tx) => {
        // Without triggers, with which copies would take long.
        await sql`set local session_replication_role = replica`.execute(tx);
        for (const [table, key] of Object.entries({
          orders: "id",
          order_search: "order_id",
          pick_pack_orders: "order_id",
        }))
          await sql`insert into ${sql.table(table)} select copied.* from ${sql.table(table)} o,
            generate_series(${from}::int, ${to}::int) n, jsonb_populate_record(
              o, jsonb_build_object(${key}::text, o.${sql.ref(key)} + n, 'tracking_number', null)) copied
            where o.account_id = ${place.shop.accountId} and o.${sql.ref(key)} = ${order.order_id}`.execute(tx);
        // What a running database does by itself soon after so many rows.
        await sql`analyze orders, order_search, pick_pack_orders`.execute(tx);
      });
    const counts = async (query: string) =>
      must(await person.api.get(`/pickpack/counts?${query}`, naming(place.shop))).body.data;
    await copy(1, 999);
    expect(await counts(`q=${order.order_id}`)).toMatchObject({ total: 1000, total_is_at_least: false });
    await copy(1000, 1000);
    expect(await counts(`q=${order.order_id}`)).toMatchObject({ total: 1000, total_is_at_least: true });
    expect(await counts("")).toMatchObject({ total: 1001, total_is_at_least: false });
  });
});
