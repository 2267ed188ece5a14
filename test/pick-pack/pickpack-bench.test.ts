import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { clientOf, created, type Merchant, merchant, personOf, testDb } from "../factories";
import { type Api, api } from "../http";
import {
  freshItem,
  type Item,
  ledgerGaps,
  must,
  naming,
  orderIn,
  orderOf,
  scanLabels,
  stocked,
  stockOf,
  warehouse,
} from "./warehouse";

let place: { shop: Merchant; staff: Api };
let shop: Merchant;
let staff: Api;

beforeAll(async () => {
  place = await warehouse();
  ({ shop, staff } = place);
});

type Order = { order_id: string; products: Record<string, string> };

const post = (path: string, { order_id }: { order_id: string }, body: object = {}, client: Api = staff) =>
  client.post(path, { order_id, ...body });
const bench = async ({ order_id }: { order_id: string }) =>
  must(await staff.get(`/pickpack/bench/${order_id}`)).body.data;
const scan = (order: { order_id: string }, code: string, change: object = {}) =>
  post("/pickpack/scan", order, { scan_id: randomUUID(), code, ...change });
const shelf = (item: Item) => ({ warehouse_location: `A-${item.sku}` });
/** A confirmed order with 20 of each product in stock. */
const packable = async (...parcels: Item[][]): Promise<Order> => {
  const products: Record<string, string> = {};
  for (const item of parcels.flat()) products[item.sku] ??= await stocked(place, item, "20", shelf(item));
  const { order_id } = await created(shop.testing, orderOf(...parcels));
  must(await post("/pickpack/confirm", { order_id }));
  return { order_id, products };
};
/** `[scanned, short]` of each item, a list a parcel. */
const counts = ({ parcel_list }: Awaited<ReturnType<typeof bench>>) =>
  parcel_list.map(({ item_list }: { item_list: { scanned: string; short: string }[] }) =>
    item_list.map(({ scanned, short }) => [scanned, short]),
  );

describe("the packing bench", () => {
  it("shows what goes into which parcel, and from where", async () => {
    const [a, b] = [freshItem("2"), freshItem("1")];
    const order = await packable([a], [b]);
    const read = await bench(order);
    expect(read).toMatchObject({
      order_id: order.order_id,
      customer_eid: shop.accountId,
      customer_name: "Test Merchant",
      status: "PICKPACK_CONFIRMED",
      order_status: "READY_TO_SHIP",
      warning: null,
      packing_start_time: null,
      packed_by: null,
      is_complete: false,
      scan_list: [],
    });
    expect(read.parcel_list).toMatchObject([
      {
        parcel: 1,
        is_closed: false,
        item_list: [{ position: 1, ...a, ...shelf(a), scanned: "0", short: "0" }],
      },
      { parcel: 2, is_closed: false, item_list: [{ position: 1, ...b, ...shelf(b), scanned: "0", short: "0" }] },
    ]);
  });

  it("counts scans by barcode, else by sku; the last unit closes its parcel, and a reload goes on", async () => {
    const [a, b] = [freshItem("2"), freshItem("1")];
    const order = await packable([a, b], [a]);
    const person = await personOf("warehouse", null);
    await sql`update people set name = 'Ho Siu Ming' where id = ${person.id}`.execute(await testDb());
    const started = must(await post("/pickpack/start", order, {}, person.api)).body.data;
    expect(started).toMatchObject({ packed_by: "Ho Siu Ming", packing_start_time: expect.any(String) });
    const first = must(await scan(order, a.bar_code_eid)).body.data;
    expect(first).toMatchObject({ result: "COUNTED", parcel: 1, position: 1, has_closed_parcel: false });
    must(await scan(order, a.sku));
    const closing = must(await scan(order, b.sku)).body.data;
    expect(closing).toMatchObject({ parcel: 1, position: 2, has_closed_parcel: true, is_complete: false });
    expect(must(await scan(order, a.bar_code_eid)).body.data).toMatchObject({ parcel: 2, has_closed_parcel: false });
    const read = await bench(order);
    expect(counts(read)).toEqual([
      [
        ["2", "0"],
        ["1", "0"],
      ],
      [["1", "0"]],
    ]);
    expect(read.parcel_list.map(({ is_closed }: { is_closed: boolean }) => is_closed)).toEqual([true, false]);
    expect(read.scan_list).toHaveLength(4);
    expect(read.packed_by).toBe("Ho Siu Ming");
    expect(read.scan_list[0].by).toMatch(/^ci_/);
    expect(must(await scan(order, a.sku)).body.data).toMatchObject({ has_closed_parcel: true, is_complete: true });
  });

  it("prefers a barcode to a sku that reads the same", async () => {
    const [a, b] = [freshItem(), freshItem()];
    const order = await packable([a, { ...b, bar_code_eid: a.sku }]);
    expect(must(await scan(order, a.sku)).body.data).toMatchObject({ position: 2 });
  });

  it.each([
    ["4006381333931", "]E04006381333931", "as a scanner names the symbology"],
    ["4006381333948", "]C1010400638133394810LOT7", "as a carton's GS1-128 says it"],
    ["4006381333955", "(01)04006381333955", "as a person reads it aloud"],
    ["012345678905", "0012345678905", "as EAN-13 has a UPC"],
    ["0036000291452", "36000291452", null],
    ["0012345678905", "012345678905", "as UPC has it, without EAN-13's zero"],
    ["Bag-Blue", "bAG-bLUE", "as Caps Lock turns it"],
  ])("knows %s in %s: %s", async (barcode, typed, why) => {
    const order = await packable([freshItem()], [{ ...freshItem(), bar_code_eid: barcode }]);
    const answer = await scan(order, typed);
    if (why) expect(must(answer).body.data).toMatchObject({ result: "COUNTED", parcel: 2, position: 1 });
    else expect(answer.entries[0]?.scan_result).toBe("WRONG_ITEM");
  });

  it("prefers an exact match to one that only reads alike, and never guesses between two", async () => {
    const [a, b] = [freshItem(), freshItem()];
    const order = await packable([
      { ...a, bar_code_eid: "box-s" },
      { ...b, bar_code_eid: "BOX-S" },
    ]);
    expect((await scan(order, "Box-S")).entries[0]?.scan_result).toBe("WRONG_ITEM");
    expect(must(await scan(order, "BOX-S")).body.data).toMatchObject({ position: 2 });
  });

  it("puts a unit into the parcel that is named", async () => {
    const a = freshItem("1");
    const order = await packable([a], [a]);
    expect(must(await scan(order, a.sku, { parcel: "2" })).body.data).toMatchObject({ parcel: 2 });
    expect(must(await scan(order, a.sku)).body.data).toMatchObject({ parcel: 1, is_complete: true });
  });

  it("refuses a wrong item, a wrong parcel and one too many, and records nothing", async () => {
    const [a, b] = [freshItem("1"), freshItem("1")];
    const order = await packable([a], [b]);
    must(await scan(order, a.sku));
    const before = await bench(order);
    const refusals = [
      [await scan(order, "4006381333931"), "WRONG_ITEM", "4006381333931"],
      [await scan(order, b.sku, { parcel: "1" }), "WRONG_PARCEL", "parcel 2"],
      [await scan(order, b.sku, { parcel: "9" }), "WRONG_PARCEL", "parcel 2"],
      [await scan(order, a.sku), "TOO_MANY", a.sku],
      [await scan(order, a.bar_code_eid, { parcel: "1" }), "TOO_MANY", a.bar_code_eid],
    ] as const;
    for (const [answer, result, words] of refusals) {
      expect([answer.status, answer.entries[0]?.field, answer.entries[0]?.scan_result]).toEqual([400, "code", result]);
      expect(answer.entries[0]?.message).toContain(words);
    }
    expect(await bench(order)).toEqual(before);
  });

  it("counts a scan once however often it is sent, also after it was taken back", async () => {
    const a = freshItem("3");
    const order = await packable([a]);
    const scan_id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => scan(order, a.sku, { scan_id })));
    expect(answers.map(({ body }) => body.data.result).sort()).toEqual(["COUNTED", "REPEATED", "REPEATED", "REPEATED"]);
    expect(counts(await bench(order))).toEqual([[["1", "0"]]]);
    must(await post("/pickpack/undo", order, { scan_id }));
    expect(must(await scan(order, a.sku, { scan_id })).body.data).toMatchObject({ result: "REPEATED" });
    expect(must(await post("/pickpack/undo", order, { scan_id })).body.data.scan_list).toEqual([]);
    expect(counts(await bench(order))).toEqual([[["0", "0"]]]);
  });

  it("lets no two hands count one unit twice", async () => {
    const a = freshItem("3");
    const order = await packable([a]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => scan(order, a.sku)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(counts(await bench(order))).toEqual([[["3", "0"]]]);
  });

  it("takes scans back, and whole parcels", async () => {
    const [a, b] = [freshItem("2"), freshItem("1")];
    const order = await packable([a], [b]);
    for (const code of [a.sku, a.sku, b.sku]) must(await scan(order, code));
    const [last] = (await bench(order)).scan_list;
    expect(
      must(await post("/pickpack/undo", order, { scan_id: last.scan_id })).body.data.parcel_list[1].is_closed,
    ).toBe(false);
    const reopened = must(await post("/pickpack/reopen", order, { parcel: "1" })).body.data;
    expect(counts(reopened)).toEqual([[["0", "0"]], [["0", "0"]]]);
    expect(must(await post("/pickpack/reopen", order, { parcel: "1" })).body.data).toEqual(reopened);
    expect((await post("/pickpack/undo", order, { scan_id: "none" })).status).toBe(404);
    expect((await post("/pickpack/reopen", order, { parcel: "3" })).entries).toMatchObject([{ field: "parcel" }]);
  });

  it("notes missing units with a reason, once, and takes the note back", async () => {
    const a = freshItem("3");
    const order = await packable([a]);
    must(await scan(order, a.sku));
    const note = { scan_id: randomUUID(), parcel: "1", position: "1", reason: "OUT_OF_STOCK" };
    const noted = must(await post("/pickpack/short", order, note)).body.data;
    expect(counts(noted)).toEqual([[["1", "2"]]]);
    expect(noted).toMatchObject({
      is_complete: true,
      scan_list: [{ kind: "SHORT", qty: "2", reason: "OUT_OF_STOCK" }, {}],
    });
    expect(must(await post("/pickpack/short", order, note)).body.data).toEqual(noted);
    expect((await scan(order, a.sku)).entries).toMatchObject([{ scan_result: "TOO_MANY" }]);
    must(await post("/pickpack/undo", order, { scan_id: note.scan_id }));
    const damaged = { ...note, scan_id: randomUUID(), qty: "1", reason: "OTHERS", remarks: "Damaged" };
    expect(counts(must(await post("/pickpack/short", order, damaged)).body.data)).toEqual([[["1", "1"]]]);
  });

  it.each([
    [{ reason: undefined }, "reason"],
    [{ reason: "LOST" }, "reason"],
    [{ reason: "OTHERS" }, "remarks"],
    [{ qty: "4" }, "qty"],
    [{ qty: "0" }, "qty"],
    [{ parcel: "2" }, "position"],
    [{ position: "2" }, "position"],
    [{ scan_id: undefined }, "scan_id"],
  ])("refuses a note of missing units that is wrong: %j", async (change, field) => {
    const order = await packable([freshItem("3")]);
    const note = { scan_id: randomUUID(), parcel: "1", position: "1", reason: "OUT_OF_STOCK", ...change };
    const answer = await post("/pickpack/short", order, note);
    expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, [field]]);
  });
});

describe("POST /pickpack/ready after the bench", () => {
  it("waits until every parcel is closed and none is empty", async () => {
    const [a, b] = [freshItem("1"), freshItem("1")];
    const order = await packable([a], [b]);
    must(await post("/pickpack/start", order));
    const refused = async (parcel: string) =>
      expect((await post("/pickpack/ready", order)).entries).toMatchObject([
        { code: "400480", message: expect.stringContaining(`Parcel ${parcel} `) },
      ]);
    await refused("1");
    must(await scan(order, a.sku));
    await refused("2");
    const note = { scan_id: randomUUID(), parcel: "2", position: "1", reason: "OUT_OF_STOCK" };
    must(await post("/pickpack/short", order, note));
    await refused("2");
    must(await post("/pickpack/undo", order, { scan_id: note.scan_id }));
    must(await scan(order, b.sku));
    await scanLabels(staff, order);
    must(await post("/pickpack/ready", order));
  });

  it("takes what was packed, and what was missing is not for sale again", async () => {
    const [a, b] = [freshItem("3"), freshItem("2")];
    const order = await packable([a, b], [a]);
    for (const code of [a.sku, a.sku, b.sku, b.sku, a.sku, a.sku, a.sku]) must(await scan(order, code));
    expect((await bench(order)).is_complete).toBe(false);
    must(
      await post("/pickpack/short", order, {
        scan_id: randomUUID(),
        parcel: "2",
        position: "1",
        reason: "OUT_OF_STOCK",
      }),
    );
    await scanLabels(staff, order);
    must(await post("/pickpack/ready", order, { confirm_short: "Y" }));
    expect(await stockOf(shop.testing, order.products[a.sku] ?? "")).toEqual(["14", "0"]);
    expect(await stockOf(shop.testing, order.products[b.sku] ?? "")).toEqual(["18", "0"]);
    expect(await ledgerGaps()).toEqual([]);
    must(await post("/pickpack/cancel", order));
    expect(await stockOf(shop.testing, order.products[a.sku] ?? "")).toEqual(["19", "0"]);
  });
});

describe("who packs what", () => {
  const BODIES = {
    "/pickpack/start": {},
    "/pickpack/scan": { scan_id: "s1", code: "x" },
    "/pickpack/undo": { scan_id: "s1" },
    "/pickpack/reopen": { parcel: "1" },
    "/pickpack/short": { scan_id: "s1", parcel: "1", position: "1", reason: "OUT_OF_STOCK" },
    "/pickpack/label": { scan_id: "s1", code: "x" },
  };

  it.each(Object.entries(BODIES))("is the warehouse's matter: %s", async (path, body) => {
    const order = await packable([freshItem("2")]);
    const member = (await personOf("member", shop.accountId)).api;
    for (const client of [shop.testing, member, await clientOf("carrier", null)])
      expect((await post(path, order, body, client)).status).toBe(403);
    expect((await post(path, order, body, api("testing"))).status).toBe(401);
    const other = await merchant({ pickPack: true });
    expect((await post(path, order, body, await clientOf("warehouse", other.accountId))).status).toBe(404);
    expect((await post(path, order, body, await clientOf("warehouse", null, "production"))).status).toBe(404);
    const named = await staff.post(path, { order_id: order.order_id, ...body }, naming(other));
    expect(named.status).toBe(404);
    expect((await bench(order)).packing_start_time).toBeNull();
  });

  it.each([
    "PICKPACK_PENDING_CONFIRM",
    "PICKPACK_READY_TO_SHIPMENT",
    "PICKPACK_CANCELLED",
    "PICKPACK_REJECTED",
  ] as const)("is possible for a confirmed order, and not for one that is %s", async (status) => {
    const order = await orderIn(place, status);
    for (const [path, body] of Object.entries(BODIES))
      expect((await post(path, order, body)).entries, path).toMatchObject([
        { field: "order_id", code: "400480", message: expect.stringContaining(status) },
      ]);
  });

  it("warns when the order is to be cancelled, or was", async () => {
    const a = freshItem("2");
    const order = await packable([a]);
    must(await shop.testing.post("/order/cancel", { order_id: order.order_id, reason: "OTHER" }));
    expect(must(await scan(order, a.sku)).body.data.warning).toBe("CANCEL_REQUESTED");
    must(await post("/pickpack/cancel", order));
    expect((await bench(order)).warning).toBe("CANCELLED");
    const rejected = await orderIn(place, "PICKPACK_REJECTED");
    expect((await bench(rejected)).warning).toBe("REJECTED");
  });

  it("keeps what was scanned of an order to itself", async () => {
    const a = freshItem("1");
    const [one, two] = [await packable([a]), await created(shop.testing, orderOf([a]))];
    must(await post("/pickpack/confirm", two));
    must(await scan(one, a.sku, { scan_id: "same" }));
    expect(must(await scan(two, a.sku, { scan_id: "same" })).body.data.result).toBe("COUNTED");
    const { rows } = await sql<{ n: string }>`select count(*) as n from pick_pack_scans where scan_id = 'same'`.execute(
      await testDb(),
    );
    expect(rows[0]?.n).toBe("2");
    must(await post("/pickpack/undo", one, { scan_id: "same" }));
    expect([counts(await bench(one)), counts(await bench(two))]).toEqual([[[["0", "0"]]], [[["1", "0"]]]]);
    must(await scan(one, a.sku));
    must(await post("/pickpack/reopen", one, { parcel: "1" }));
    expect([counts(await bench(one)), counts(await bench(two))]).toEqual([[[["0", "0"]]], [[["1", "0"]]]]);
  });
});
