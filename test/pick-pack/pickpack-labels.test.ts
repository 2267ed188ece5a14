import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { clientOf, created, intlOrder, type Merchant } from "../factories";
import type { Api } from "../http";
import { freshItem, type Item, must, orderIn, orderOf, packAll, scanLabels, stocked, warehouse } from "./warehouse";

let place: { shop: Merchant; staff: Api };
let shop: Merchant;
let staff: Api;

beforeAll(async () => {
  place = await warehouse();
  ({ shop, staff } = place);
});

type Order = { order_id: string; tracking_number: string };
const ready = ({ order_id }: Order, body: object = {}) => staff.post("/pickpack/ready", { order_id, ...body });
const label = ({ order_id }: Order, code: string, scan_id: string = randomUUID()) =>
  staff.post("/pickpack/label", { order_id, scan_id, code });
const parcelsOf = async ({ order_id }: Order): Promise<{ tracking_number: string; is_label_scanned: boolean }[]> =>
  must(await staff.get(`/pickpack/bench/${order_id}`)).body.data.parcel_list;
const scanned = async (order: Order) => (await parcelsOf(order)).map(({ is_label_scanned }) => is_label_scanned);
const numbersOf = async (order: Order) => (await parcelsOf(order)).map(({ tracking_number }) => tracking_number);

/** A confirmed order of two parcels, of two pieces each. */
async function twoParcels(
  bodyOf = (parcels: Item[][]): object => orderOf(...parcels),
): Promise<{ order: Order; items: Item[] }> {
  const items = [freshItem("2"), freshItem("2")];
  for (const item of items) await stocked(place, item, "9");
  const order = (await created(shop.testing, bodyOf(items.map((item) => [item])))) as unknown as Order;
  must(await staff.post("/pickpack/confirm", { order_id: order.order_id }));
  return { order, items };
}

/** The same for another country: the total value is on each label. */
function abroad(parcels: Item[][]): object {
  const body = intlOrder();
  const detail = body.shipment_detail as { parcel_list: object[] };
  const parcel_list = parcels.map((items) => ({
    ...detail.parcel_list[0],
    declaration_list: items.map((item) => ({ description: "Goods", single_price: "10", ...item })),
  }));
  return { ...body, shipment_detail: { ...detail, parcel_list } };
}

describe("an order of several parcels", () => {
  it("must have its labels scanned again once it is opened at the bench, where they belong on closed parcels", async () => {
    const { order } = await twoParcels();
    for (const number of await numbersOf(order)) must(await label(order, number));
    expect(await scanned(order)).toEqual([true, true]);
    must(await staff.post("/pickpack/start", { order_id: order.order_id }));
    expect(await scanned(order)).toEqual([false, false]);
    await packAll(staff, order);
    expect((await ready(order)).entries[0]?.code).toBe("400480");
  });

  it("is ready only when the label of each was scanned, with or without the bench", async () => {
    const { order } = await twoParcels();
    const refusal = (parcels: string) => [
      { field: "order_id", code: "400480", message: `The labels of these parcels are not scanned yet: ${parcels}.` },
    ];
    expect((await ready(order)).entries).toMatchObject(refusal("1, 2"));
    await packAll(staff, order);
    expect((await ready(order)).entries).toMatchObject(refusal("1, 2"));
    const [, second = ""] = await numbersOf(order);
    expect(must(await label(order, second.toLowerCase())).body.data).toMatchObject({ result: "COUNTED", parcel: 2 });
    expect((await ready(order)).entries).toMatchObject(refusal("1"));
    expect(await scanned(order)).toEqual([false, true]);
    must(await label(order, order.tracking_number));
    expect(must(await ready(order)).body.data.order.status).toBe("PICKPACK_READY_TO_SHIPMENT");
  });

  it("is packed without the bench only by scans of its labels; what was opened there is closed there first", async () => {
    const { order } = await twoParcels();
    const numbers = await numbersOf(order);
    for (const number of numbers) must(await label(order, number));
    const bench = must(await staff.get(`/pickpack/bench/${order.order_id}`)).body.data;
    expect([bench.packing_start_time, bench.packed_by]).toEqual([null, null]);
    must(await ready(order));

    const opened = await twoParcels();
    must(await staff.post("/pickpack/start", { order_id: opened.order.order_id }));
    for (const number of await numbersOf(opened.order))
      expect((await label(opened.order, number)).entries).toMatchObject([
        { field: "code", scan_result: "PARCEL_OPEN" },
      ]);
  });

  it("takes only a label of its own closed parcels, and the same scan once", async () => {
    const { order, items } = await twoParcels();
    const other = await twoParcels();
    await packAll(staff, other.order);
    const [first = "", second = ""] = await numbersOf(order);
    for (const item of [items[0]?.sku, items[0]?.bar_code_eid])
      must(await staff.post("/pickpack/scan", { order_id: order.order_id, scan_id: randomUUID(), code: item }));
    for (const code of [other.order.tracking_number, "ST00000000000", items[0]?.sku ?? ""])
      expect((await label(order, code)).entries).toMatchObject([{ field: "code", scan_result: "WRONG_LABEL" }]);
    expect((await label(order, second)).entries).toMatchObject([{ field: "code", scan_result: "PARCEL_OPEN" }]);
    expect(await scanned(order)).toEqual([false, false]);
    expect(must(await label(order, first, "same")).body.data).toMatchObject({ result: "COUNTED", parcel: 1 });
    expect(must(await label(order, first, "same")).body.data).toMatchObject({ result: "REPEATED", parcel: 1 });
    expect(await scanned(order)).toEqual([true, false]);
    // The label scan was not counted into a parcel.
    const { scan_list } = (await staff.get(`/pickpack/bench/${order.order_id}`)).body.data;
    expect(scan_list.map(({ kind }: { kind: string }) => kind)).toEqual(["SCAN", "SCAN"]);
  });

  it.each([
    ["its parcel is reopened", (order_id: string) => staff.post("/pickpack/reopen", { order_id, parcel: "1" })],
    [
      "a piece is taken out of it",
      async (order_id: string) => {
        const { scan_list } = (await staff.get(`/pickpack/bench/${order_id}`)).body.data;
        const { scan_id } = scan_list.find(({ parcel }: { parcel: number }) => parcel === 1);
        return staff.post("/pickpack/undo", { order_id, scan_id });
      },
    ],
  ])("needs a label scanned again after %s, and only that one", async (_name, work) => {
    const { order } = await twoParcels();
    await packAll(staff, order);
    await scanLabels(staff, order);
    must(await work(order.order_id));
    expect(await scanned(order)).toEqual([false, true]);
  });

  it("needs labels scanned again if they now say something else, and no others", async () => {
    for (const [bodyOf, after] of [
      [abroad, [false, false]],
      [undefined, [true, false]],
    ] as const) {
      const { order, items } = await twoParcels(bodyOf);
      await packAll(staff, order);
      await scanLabels(staff, order);
      const { scan_list } = (await staff.get(`/pickpack/bench/${order.order_id}`)).body.data;
      const { scan_id } = scan_list.find(({ parcel }: { parcel: number }) => parcel === 2);
      const { order_id } = order;
      must(await staff.post("/pickpack/undo", { order_id, scan_id }));
      const note = { parcel: "2", position: "1", reason: "DAMAGED", scan_id: randomUUID() };
      must(await staff.post("/pickpack/short", { order_id, ...note }));
      expect(await scanned(order)).toEqual(after);
      expect(items).toHaveLength(2);
    }
  });

  it("needs all of them scanned again when it is packed again", async () => {
    const { order } = await twoParcels();
    await packAll(staff, order);
    await scanLabels(staff, order);
    must(await ready(order));
    must(await staff.post("/pickpack/reopen", { order_id: order.order_id }));
    expect(await scanned(order)).toEqual([false, false]);
    expect((await ready(order)).entries).toMatchObject([{ code: "400480" }]);
  });

  it("can be collected by a carrier without these scans", async () => {
    const { order } = await twoParcels();
    const carrier = await clientOf("carrier", null);
    const scan = { event: "order.picked_up", occurred_at: new Date().toISOString() };
    must(await carrier.post("/tracking/events", { ...scan, tracking_number: order.tracking_number }));
    const { body } = await staff.get(`/pickpack/detail/${order.order_id}`);
    expect(body.data.order.status).toBe("PICKPACK_READY_TO_SHIPMENT");
  });
});

it("an order of one parcel needs no scan of its label, and takes one", async () => {
  const order = await orderIn(place, "PICKPACK_CONFIRMED");
  await packAll(staff, order);
  must(await label(order, order.tracking_number));
  const bare = await orderIn(place, "PICKPACK_CONFIRMED");
  for (const each of [order, bare]) must(await ready(each));
});
