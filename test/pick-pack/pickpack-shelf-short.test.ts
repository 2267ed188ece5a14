import { beforeAll, describe, expect, it } from "vitest";
import { resetDatabase } from "../database";
import { created, type Merchant, personOf } from "../factories";
import type { Api } from "../http";
import { freshItem, type Item, must, orderOf, stocked, warehouse } from "./warehouse";

let shop: Merchant;
let staff: Api;
let cap: Item;
let torch: Item;

beforeAll(async () => {
  await resetDatabase();
  ({ shop, staff } = await warehouse());
  [cap, torch] = [freshItem("1"), freshItem("1")];
  await stocked({ shop, staff }, cap, "100", { warehouse_location: "A-01" });
  await stocked({ shop, staff }, torch, "100", { warehouse_location: "A-02" });
});

const confirmed = async (items: Item[]) => {
  const { order_id } = await created(shop.testing, orderOf(items));
  must(await staff.post("/pickpack/confirm", { order_id }));
  return order_id;
};
const line = ({ sku }: Item, short?: string) => ({
  customer_eid: shop.accountId,
  sku,
  ...(short === undefined ? {} : { short }),
});

describe("units that are not at their place", () => {
  it("are said with the tick, with the person and the time, and shown in the pick list and to the packers", async () => {
    const first = await confirmed([{ ...cap, qty: "2" }, torch]);
    const second = await confirmed([cap]);
    const { wave_id } = must(await staff.post("/pickpack/waves", {})).body.data;
    const person = await personOf("warehouse", null);
    const pick = (
      lines: object[],
      { is_picked = "Y", client = person.api }: { is_picked?: string; client?: Api } = {},
    ) => client.post(`/pickpack/waves/${wave_id}/picked`, { is_picked, pick_list: lines });
    const shown = async () =>
      must(await staff.get(`/pickpack/waves/${wave_id}`)).body.data.pick_list.map(
        ({ picked_by, shelf_short }: { picked_by: string | null; shelf_short: object | null }) => [
          picked_by === null,
          shelf_short,
        ],
      );
    const atBench = async (order_id: string) =>
      must(await staff.get(`/pickpack/bench/${order_id}`)).body.data.parcel_list[0].item_list.map(
        ({ shelf_short }: { shelf_short: object | null }) => shelf_short,
      );
    expect(await shown()).toEqual([
      [true, null],
      [true, null],
    ]);

    must(await pick([line(cap, "2"), line(torch)]));
    const note = {
      short: "2",
      qty: "3",
      by: expect.stringMatching(/^[^:]+$/),
      time: expect.stringMatching(/\+08:00$/),
    };
    expect(await shown()).toEqual([
      [false, note],
      [false, null],
    ]);
    expect(await atBench(first)).toEqual([note, null]);
    expect(await atBench(second)).toEqual([note]);

    // An ordinary tick, or the same note, by another caller changes nothing; another number does.
    const [[, before]] = await shown();
    must(await pick([line(cap)], { client: staff }));
    must(await pick([line(cap, "2")], { client: staff }));
    expect((await shown())[0][1]).toEqual(before);
    must(await pick([line(cap, "1"), line(cap, "3")], { client: staff }));
    expect((await shown())[0][1]).toMatchObject({ short: "3", qty: "3" });
    must(await pick([line(cap, "0")]));
    expect(await shown()).toEqual([
      [false, null],
      [false, null],
    ]);
    expect(await atBench(second)).toEqual([null]);

    must(await pick([line(cap, "1")]));
    must(await pick([line(cap)], { is_picked: "N" }));
    expect((await shown())[0]).toEqual([true, null]);

    const wrong = await pick([line(cap, "4"), line(torch, "-1")]);
    expect(wrong.entries.map(({ pointer }) => pointer)).toEqual(["/pick_list/1/short"]);
    expect((await pick([line(torch), line(cap, "4")])).entries.map(({ pointer }) => pointer)).toEqual([
      "/pick_list/1/short",
    ]);
    expect((await shown())[0]).toEqual([true, null]);

    // The bench's rules are its own: a note of a picker changes no order.
    must(await pick([line(cap, "3")]));
    const order = must(await shop.testing.get(`/pickpack/detail/${first}`)).body.data.order;
    expect(order).toMatchObject({ short: "N", short_list: [] });
  });
});
