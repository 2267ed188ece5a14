/** Rules for new orders (contract §40). */

import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bulkWork } from "@/server/http/bulk/bulk-work";
import { runJobs } from "@/server/jobs";
import { productDatabase } from "@/test/database";
import { created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import type { Api } from "@/test/http";
import { checked, fileOf, lineOf, rowsOf, started, withDefaults } from "@/test/imports/files";
import { must } from "@/test/pick-pack/warehouse";

let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
  await withDefaults(shop);
});
beforeEach(async () => {
  await sql`delete from shipping_rules`.execute(await testDb());
  await sql`update accounts set rules_testing = 0, rules_production = 0`.execute(await testDb());
});

const condition = (field: string, operator: string, value: string | string[]) => ({ field, operator, value });
const rule = (name: string, conditions: object[], set: object, more: object = {}) => ({
  name,
  conditions,
  set,
  ...more,
});
const add = async (body: object, by: Api = shop.testing) => must(await by.post("/rules", body)).body.data;
const names = async (by: Api = shop.testing) =>
  must(await by.get("/rules")).body.data.map(({ name }: { name: string }) => name);
/** The id of an order that is created. */
const made = async (body: unknown, by: Api = shop.testing) => (await created(by, body)).order_id;
const record = async (id: string, by: Api = shop.testing) =>
  must(await by.get(`/order/detail?order_id=${id}`)).body.data;

describe("rules", () => {
  it("are kept in their order, moved, switched off and deleted", async () => {
    const heavy = await add(rule("Heavy", [condition("weight_kg", "at_least", "10")], { tag: "heavy" }));
    expect(heavy).toMatchObject({ position: 1, enabled: true, revision: 1, set: { tag: "heavy" } });
    await add(rule("All", [], { tag: "all" }));
    await add(rule("First", [], { hold: "Look at it" }, { position: 1 }));
    expect(await names()).toEqual(["First", "Heavy", "All"]);
    const moved = must(await shop.testing.call("PATCH", `/rules/${heavy.rule_id}`, { body: { position: 3 } })).body
      .data;
    expect(moved).toMatchObject({ position: 3, revision: 1 });
    expect(await names()).toEqual(["First", "All", "Heavy"]);
    const off = must(
      await shop.testing.call("PATCH", `/rules/${heavy.rule_id}`, { body: { enabled: false, revision: 1 } }),
    ).body.data;
    expect(off).toMatchObject({ enabled: false, revision: 2, name: "Heavy" });
    must(await shop.testing.call("DELETE", `/rules/${heavy.rule_id}`));
    expect(await names()).toEqual(["First", "All"]);
    expect((await shop.testing.call("DELETE", `/rules/${heavy.rule_id}`)).status).toBe(404);
    expect((await shop.testing.call("PATCH", `/rules/${heavy.rule_id}`, { body: { name: "x" } })).status).toBe(404);
  });

  it.each([
    { shipping_provider: "LOCAL_DOOR" },
    { choose: "fastest" },
    { parcel: { length: "20", width: "15", height: "10" } },
    { options: { tax_party: "sender" } },
    { tag: "x" },
    { hold: "Look at it" },
  ])("may set only one thing: %j", async (set) => {
    expect(await add(rule("One", [], set))).toMatchObject({ set });
  });

  it.each([
    [{ conditions: [condition("weight_kg", "contains", "1")] }, ["conditions[].operator"]],
    [{ conditions: [condition("weight_kg", "at_least", "heavy")] }, ["conditions[].value"]],
    [{ conditions: [condition("cod", "at_least", "Y")] }, ["conditions[].value"]],
    [{ conditions: [condition("country", "is", "Atlantis")] }, ["conditions[].value"]],
    [{ conditions: [condition("district", "is", "Soho")] }, ["conditions[].value"]],
    [{ conditions: [condition("source", "is", "fax")] }, ["conditions[].value"]],
    [{ conditions: [condition("country", "is", ["US", "JP"])] }, ["conditions[].value"]],
    [{ conditions: [condition("colour", "is", "red")] }, ["conditions[].field"]],
    [{ set: {} }, ["set"]],
    [{ set: { shipping_provider: "LOCAL_DOOR", choose: "cheapest" } }, ["set.choose"]],
    [{ set: { shipping_provider: "PIGEON" } }, ["set.shipping_provider"]],
    [{ set: { tag: "x".repeat(33) } }, ["set.tag"]],
    [{ name: "" }, ["name"]],
  ])("are refused where they say nothing: %j", async (change, fields) => {
    const answer = await shop.testing.post("/rules", { ...rule("Bad", [], { tag: "x" }), ...change });
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
    expect(await names()).toEqual([]);
  });
});

describe("an order of the API", () => {
  it("has blank options and measures filled in, and tags; its service and whether it is bought are its own", async () => {
    await add(
      rule("Box", [condition("item", "contains", "tea")], {
        ...{ parcel: { length: "20", width: "15", height: "10" }, options: { delivery_proof: "E" } },
        ...{ tag: "fragile", hold: "Look at it", shipping_provider: "LOCAL_POINT" },
      }),
    );
    await add(rule("Later", [], { parcel: { length: "9", width: "9", height: "9" }, tag: "all" }));
    const order = localOrder();
    const [parcel = {}] = order.shipment_detail.parcel_list as Record<string, unknown>[];
    Object.assign(parcel, { length: undefined, width: undefined, height: undefined });
    Object.assign((parcel.parcel_items as object[])[0] ?? {}, { name: "Tea set" });
    const id = await made({ ...order, delivery_proof: undefined, confirm_shipment: "Y" });
    const stored = await record(id);
    expect(stored).toMatchObject({
      ...{ order_status: "READY_TO_SHIP", shipping_provider: order.shipping_provider, delivery_proof: "E" },
      ...{ tags: ["fragile", "all"], holds: [] },
      shipment_detail: { parcel_list: [{ length: "20", width: "15", height: "10" }] },
      rules: [
        { name: "Box", set: { parcel: { length: "20" }, options: { delivery_proof: "E" }, tag: "fragile" } },
        { name: "Later", set: { tag: "all" } },
      ],
    });
    expect(Object.keys(stored.rules[0].set).sort()).toEqual(["options", "parcel", "tag"]);
    // What it says itself stays, and so does what the rules would make wrong.
    const own = await made({ ...order, delivery_proof: "N" });
    expect(await record(own)).toMatchObject({ delivery_proof: "N" });
  });
});

describe("an order from a file", () => {
  it("has what it leaves blank from the rules before the defaults, and is held with a reason", async () => {
    await add(rule("Islands", [condition("district", "is", "Sha Tin")], { choose: "cheapest", tag: "NT" }));
    await add(rule("Dear", [condition("value", "at_least", "1000")], { hold: "Worth more than HK$1,000" }));
    await add(rule("Named", [condition("reference", "is", "R-3")], { shipping_provider: "LOCAL_POINT" }));
    const file = fileOf([
      lineOf("R-1", { recipient_address: "新界沙田正街 18 號" }),
      lineOf("R-2", { item_value: "1200" }),
      lineOf("R-3", { shipping_provider: "LOCAL_DOOR" }),
    ]);
    const read = await checked(shop.testing, file);
    expect(read).toMatchObject({ status: "READY", orders: 3 });
    await started(shop.testing, read.import_id, { confirm_shipment: "Y" });
    const ids = (await rowsOf(shop.testing, read.import_id)).map(({ order_id }) => order_id ?? "");
    const orders = await Promise.all(ids.map((id) => record(id)));
    expect(orders[0]).toMatchObject({ order_status: "READY_TO_SHIP", tags: ["NT"], rules: [{ name: "Islands" }] });
    expect(orders[1]).toMatchObject({
      ...{ order_status: "PENDING_CONFIRM", holds: ["Worth more than HK$1,000"], shipping_provider: "LOCAL_DOOR" },
    });
    expect(orders[2]).toMatchObject({ shipping_provider: "LOCAL_DOOR", rules: [] });
  });
});

describe("an import that rules hold up", () => {
  it("says which orders are only saved, why, and what they would have cost", async () => {
    const dear = await add(rule("Dear", [condition("value", "at_least", "1000")], { hold: "Worth a look" }));
    const file = fileOf([
      lineOf("H-1", {}),
      lineOf("H-2", { item_value: "1200" }),
      lineOf("H-3", { item_value: "1500" }),
    ]);
    const owner = (await personOf("owner", shop.accountId)).api;
    const { import_id } = await checked(shop.testing, file);
    const rows = await rowsOf(shop.testing, import_id);
    expect(rows.map(({ hold }) => hold)).toEqual([null, "Worth a look", "Worth a look"]);
    const { held } = must(await owner.get(`/imports/${import_id}/summary`)).body.data;
    expect(held).toEqual([{ reason: "Worth a look", orders: 2, price: (2 * Number(rows[1]?.price)).toFixed(2) }]);
    // Nobody has agreed to buy what was shown as held.
    must(await shop.testing.call("PATCH", `/rules/${dear.rule_id}`, { body: { enabled: false } }));
    expect(await started(shop.testing, import_id, { confirm_shipment: "Y" })).toMatchObject({ done: 1, failed: 2 });
    const after = await rowsOf(shop.testing, import_id);
    expect(after.map(({ state }) => state)).toEqual(["done", "failed", "failed"]);
  });
});

describe("tags of orders", () => {
  it("are added and taken off in any state, at most ten, and announced once", async () => {
    const id = await made(localOrder());
    const tag = (body: object) => shop.testing.post("/order/tags", { order_id: id, ...body });
    expect(must(await tag({ add: ["vip", "gift"] })).body.data).toEqual({ order_id: id, tags: ["vip", "gift"] });
    const before = await record(id);
    expect(must(await tag({ add: ["vip"], remove: ["none"] })).body.data.tags).toEqual(["vip", "gift"]);
    expect((await record(id)).update_time).toBe(before.update_time);
    must(await shop.testing.post("/order/cancel", { order_id: id, reason: "DUPLICATE" }));
    expect(must(await tag({ add: ["late"], remove: ["vip", "late"] })).body.data.tags).toEqual(["gift", "late"]);
    const many = Array.from({ length: 9 }, (_, at) => `t${at}`);
    const refused = await tag({ add: many });
    expect([refused.status, refused.entries.map(({ field }) => field)]).toEqual([400, ["add"]]);
    expect((await tag({})).entries.map(({ field }) => field)).toEqual(["add"]);
    expect((await tag({ add: ["x".repeat(33)] })).status).toBe(400);
    expect((await record(id)).tags).toEqual(["gift", "late"]);
    const other = await merchant();
    for (const by of [other.testing, shop.production])
      expect((await by.post("/order/tags", { order_id: id, add: ["x"] })).status).toBe(404);
    const events = must(await shop.testing.get("/events?events=order.updated&limit=100")).body.data;
    expect(events.filter((event: object) => JSON.stringify(event).includes(id))).toHaveLength(2);
  });

  it("of two people at once are both there", async () => {
    const id = await made(localOrder());
    await Promise.all(
      ["a", "b", "c"].map((name) => shop.testing.post("/order/tags", { order_id: id, add: [name] }).then(must)),
    );
    expect([...(await record(id)).tags].sort()).toEqual(["a", "b", "c"]);
  });

  it("find their orders, alone and with other filters, in lists, counts and exports", async () => {
    const other = await merchant();
    const [one, two, three] = [
      await made(localOrder(), other.testing),
      await made({ ...localOrder(), reference: "TAGGED-2026" }, other.testing),
      await made(localOrder(), other.testing),
    ];
    for (const [id, name] of [
      [one, "vip"],
      [two, "vip"],
      [three, "VIP"],
    ] as const)
      must(await other.testing.post("/order/tags", { order_id: id, add: [name, "all"] }));
    const found = async (query: string) => {
      const { data, meta } = must(await other.testing.get(`/orders?${query}`)).body;
      return [meta?.total ?? data.length, ...data.map(({ order_id }: { order_id: string }) => order_id)];
    };
    expect((await found("tag=vip")).slice(1)).toEqual([two, one]);
    expect((await found("tag=vip&reference=TAGGED-2026")).slice(1)).toEqual([two]);
    expect((await found("tag=all&q=TAGGED-2026")).slice(1)).toEqual([two]);
    expect((await found("tag=none")).slice(1)).toEqual([]);
    must(await other.testing.post("/order/tags", { order_id: one, remove: ["vip"] }));
    expect((await found("tag=vip")).slice(1)).toEqual([two]);
    const owner = (await personOf("owner", other.accountId)).api;
    expect(must(await owner.get("/orders/tags")).body.data).toEqual({ tags: ["VIP", "all", "vip"] });
    expect((await shop.testing.get("/orders?tag=vip")).body.data).toEqual([]);
  });

  it("are changed of many at once", async () => {
    const ids = [await made(localOrder()), await made(localOrder())];
    const owner = (await personOf("owner", shop.accountId)).api;
    const { bulk_id } = must(await owner.post("/bulk", { operation: "tagOrder", ids, input: { add: ["bulk"] } })).body
      .data;
    await runJobs((await productDatabase()).db, bulkWork, new AbortController().signal);
    expect(must(await owner.get(`/bulk/${bulk_id}`)).body.data).toMatchObject({ state: "DONE", done: 2 });
    for (const id of ids) expect((await record(id)).tags).toEqual(["bulk"]);
  });
});

describe("trying rules out", () => {
  it("says what would have been others, and changes nothing", async () => {
    const other = await merchant();
    const first = await made(localOrder(), other.testing);
    const second = await made(intlOrder(), other.testing);
    const tried = must(
      await other.testing.post("/rules/try", {
        rules: [
          rule("Abroad", [condition("country", "is_not", "HK")], { tag: "abroad" }),
          rule("Nobody", [condition("weight_kg", "at_least", "9999")], { tag: "x" }),
        ],
      }),
    ).body.data;
    expect(tried).toMatchObject({
      ...{ orders: 2, matched: 1, changed: 1 },
      rules: [
        { index: 0, rule_id: null, name: "Abroad", matched: 1, changed: 1 },
        { index: 1, matched: 0, changed: 0 },
      ],
      results: [{ order_id: second, rules: [0], changes: [{ field: "tags", from: null, to: "abroad" }] }],
    });
    expect(await record(first, other.testing)).toMatchObject({ tags: [] });
    expect(await names(other.testing)).toEqual([]);
  });
});

describe("whose rules are", () => {
  it("the account's in one environment; owners change them, members and support see them", async () => {
    const mine = await add(rule("Mine", [], { tag: "mine" }));
    const other = await merchant();
    expect(await names(other.testing)).toEqual([]);
    expect(await names(shop.production)).toEqual([]);
    for (const by of [other.testing, shop.production])
      expect((await by.call("PATCH", `/rules/${mine.rule_id}`, { body: { name: "x" } })).status).toBe(404);
    const member = (await personOf("member", shop.accountId)).api;
    expect(await names(member)).toEqual(["Mine"]);
    expect((await member.post("/rules", rule("x", [], { tag: "x" }))).status).toBe(403);
    expect(await record(await made(localOrder(), other.testing), other.testing)).toMatchObject({ tags: [] });
  });
});
