import { describe, expect, it } from "vitest";
import { clientOf, merchant } from "../factories";
import {
  carrier,
  change,
  confirmed,
  detail,
  eventsOf,
  oneShort,
  place,
  productOf,
  ready,
  reopen,
  shop,
  staff,
  stockOf,
  withWarehouse,
} from "./pickpack-short";
import { freshItem, ledgerGaps, must, naming, packAll, stocked } from "./warehouse";

withWarehouse();

describe("units that were packed short", () => {
  it.each([
    ["OUT_OF_STOCK", [7, 0, 1, 0]],
    ["MISSING", [7, 0, 1, 0]],
    ["DAMAGED", [7, 0, 0, 1]],
    ["OTHERS", [8, 0, 0, 0]],
  ] as const)("for the reason %s are kept where nobody sells them, or released", async (reason, after) => {
    const { order, id } = await oneShort(reason);
    must(await ready(order));
    expect(await stockOf(id)).toEqual(after);
    expect((await productOf(id)).available).toBe(String(after[0]));
    const { body } = await staff.get(`/products/${id}/movements`, naming(shop));
    const kinds = body.data.map(({ kind }: { kind: string }) => kind);
    const own = { OUT_OF_STOCK: "MISSING", MISSING: "MISSING", DAMAGED: "DAMAGED", OTHERS: "RELEASED" }[reason];
    expect(kinds).toEqual(["TAKEN", own, "RESERVED", "RECEIVED"]);
  });

  it.each(["cancel", "reject"] as const)("are not for sale again when the order is stopped: %s", async (name) => {
    const { order, id } = await oneShort("MISSING");
    must(await staff.post(`/pickpack/${name}`, { order_id: order.order_id, reject_type: "OUT_OF_STOCK" }));
    expect(await stockOf(id)).toEqual([9, 0, 1, 0]);
    expect(await detail(order)).toMatchObject({ short: "N", short_list: [] });
  });

  it("stay missing when an order that was ready is cancelled; what was packed comes back", async () => {
    const { order, id } = await oneShort("DAMAGED");
    must(await ready(order));
    must(await staff.post("/pickpack/cancel", { order_id: order.order_id }));
    expect(await stockOf(id)).toEqual([9, 0, 0, 1]);
  });

  it("are settled by a count, written off or restored, each with its row of the ledger", async () => {
    const { order, id } = await oneShort("MISSING");
    must(await ready(order));
    expect((await change(id, { kind: "COUNTED", qty: "8" })).body.data).toMatchObject({ on_hand: "8", missing: "0" });
    expect((await change(id, { kind: "COUNTED", qty: "8" })).body.data).toMatchObject({ on_hand: "8", available: "8" });

    const { order: other, id: glass } = await oneShort("DAMAGED");
    must(await ready(other));
    const { entries } = await change(glass, { kind: "WRITTEN_OFF", qty: "2" });
    expect(entries.map(({ field }) => field)).toEqual(["qty"]);
    expect((await change(glass, { kind: "RESTORED", qty: "1" })).body.data).toMatchObject({
      on_hand: "8",
      damaged: "0",
    });
    const { order: third, id: cup } = await oneShort("DAMAGED");
    must(await ready(third));
    expect((await change(cup, { kind: "WRITTEN_OFF", qty: "1" })).body.data).toMatchObject({
      on_hand: "7",
      damaged: "0",
    });
    const { body } = await staff.get(`/products/${cup}/movements?limit=1`, naming(shop));
    expect(body.data[0]).toMatchObject({
      kind: "WRITTEN_OFF",
      on_hand_change: "0",
      damaged_change: "-1",
      damaged: "0",
    });
  });

  it("are counted to at least what is reserved, and from 0 on", async () => {
    const { id } = await confirmed([freshItem("3")]).then(({ ids }) => ({ id: ids[0] as string }));
    expect((await change(id, { kind: "COUNTED", qty: "2" })).entries).toMatchObject([{ field: "qty" }]);
    expect((await change(id, { kind: "COUNTED", qty: "3" })).body.data).toMatchObject({ on_hand: "3", available: "0" });
    const empty = await stocked(place, freshItem(), "4");
    expect((await change(empty, { kind: "COUNTED", qty: "0" })).body.data.on_hand).toBe("0");
    for (const [kind, qty] of [
      ["COUNTED", "-1"],
      ["RESTORED", "0"],
      ["WRITTEN_OFF", "-1"],
      ["RECEIVED", "0"],
      ["ADJUSTED", "0"],
      ["COUNTED", "x"],
    ])
      expect((await change(empty, { kind, qty, reason: "r" })).entries.map(({ field }) => field)).toEqual(["qty"]);
  });

  it("keep their product from being deleted, and are part of the export", async () => {
    const item = freshItem();
    const { order, ids } = await confirmed([item, freshItem()]);
    await packAll(staff, order, { [item.sku]: { units: 1, reason: "DAMAGED" } });
    must(await ready(order));
    const id = ids[0] as string;
    must(await change(id, { kind: "COUNTED", qty: "0" }));
    expect((await shop.testing.call("DELETE", `/products/${id}`)).status).toBe(400);
    const { content } = (await shop.testing.get("/products/export")).body.data;
    const [head = "", ...rows] = Buffer.from(content, "base64").toString().trim().split(/\r?\n/);
    const at = (name: string) => head.split(",").indexOf(name);
    const row = rows.find((line) => line.includes(item.sku))?.split(",") ?? [];
    expect([row[at("missing")], row[at("damaged")]]).toEqual(["0", "1"]);
  });
});

describe("an order that is ready is packed again", () => {
  it("loses its pickup, has its stock reserved again, keeps its scans, and is announced again", async () => {
    const { order, id } = await oneShort("MISSING");
    must(await ready(order));
    expect(await stockOf(id)).toEqual([7, 0, 1, 0]);
    const { status, scan_list, is_complete } = must(await reopen(order)).body.data;
    expect([status, scan_list.length, is_complete]).toEqual(["PICKPACK_CONFIRMED", 4, true]);
    expect(await stockOf(id)).toEqual([10, 3, 0, 0]);
    expect(await detail(order)).toMatchObject({ pickup_detail: [], short: "Y" });
    must(await ready(order));
    expect(await stockOf(id)).toEqual([7, 0, 1, 0]);
    const announced = (await eventsOf(order))
      .map(({ event }) => event)
      .filter((event) => event.startsWith("pickpack."));
    expect(announced.slice(1)).toEqual(["pickpack.ready", "pickpack.short", "pickpack.ready", "pickpack.short"]);
    // The bottle is found after all.
    must(await reopen(order));
    const note = (await staff.get(`/pickpack/bench/${order.order_id}`)).body.data.scan_list.find(
      ({ kind }: { kind: string }) => kind === "SHORT",
    );
    must(await staff.post("/pickpack/undo", { order_id: order.order_id, scan_id: note.scan_id }));
    const { sku } = (await productOf(id)) as { sku: string };
    must(await staff.post("/pickpack/scan", { order_id: order.order_id, scan_id: "found", code: sku }));
    must(await ready(order, {}));
    expect(await stockOf(id)).toEqual([7, 0, 0, 0]);
  });

  it("undoes damaged units, and takes what a count has settled from what is available", async () => {
    const { order, id } = await oneShort("DAMAGED");
    must(await ready(order));
    must(await reopen(order));
    expect(await stockOf(id)).toEqual([10, 3, 0, 0]);

    const { order: other, id: bottle } = await oneShort("MISSING");
    must(await ready(other));
    must(await change(bottle, { kind: "COUNTED", qty: "7" }));
    must(await reopen(other));
    expect(await stockOf(bottle)).toEqual([9, 3, 0, 0]);
  });

  it("is refused with 400481 when the stock is gone, and changes nothing", async () => {
    const { order, id } = await oneShort("MISSING");
    must(await ready(order));
    must(await change(id, { kind: "COUNTED", qty: "0" }));
    const refused = await reopen(order);
    expect(refused.entries).toMatchObject([{ field: "order_id", code: "400481", requested: "3", available: "2" }]);
    expect(await stockOf(id)).toEqual([0, 0, 0, 0]);
    expect((await detail(order)).status).toBe("PICKPACK_READY_TO_SHIPMENT");
  });

  it("is refused once a courier has it, and in any other state", async () => {
    const { order } = await oneShort();
    expect((await reopen(order)).entries).toMatchObject([{ code: "400480" }]);
    must(await ready(order));
    const scan = {
      tracking_number: order.tracking_number,
      event: "order.picked_up",
      occurred_at: new Date().toISOString(),
    };
    must(await carrier.post("/tracking/events", scan));
    expect((await reopen(order)).entries).toMatchObject([{ code: "400480" }]);
    expect((await shop.testing.post("/pickpack/reopen", { order_id: order.order_id })).status).toBe(403);
    const other = await clientOf("warehouse", (await merchant({ pickPack: true })).accountId);
    expect((await other.post("/pickpack/reopen", { order_id: order.order_id })).status).toBe(404);
  });

  it("leaves a ledger whose sums are the stock", async () => {
    expect(await ledgerGaps()).toEqual([]);
  });
});
