/** Prints of labels that changed between drawing and printing (contract §5.4). */
import { beforeAll, expect, it } from "vitest";
import { resetDatabase } from "../database";
import { created, type Merchant, personOf } from "../factories";
import type { Api } from "../http";
import { freshItem, must, orderOf, packAll, scanLabels, stocked, warehouse } from "../pick-pack/warehouse";

const PDF = { headers: { accept: "application/pdf" } };
const MEASURES = { width: "20", height: "15", act_weight: "2.3" };

let place: { shop: Merchant; staff: Api };
let owner: Api;

beforeAll(async () => {
  await resetDatabase();
  place = await warehouse();
  owner = (await personOf("owner", place.shop.accountId)).api;
});

/** An order of two parcels that is packed, but not measured again yet. */
async function packed(): Promise<string> {
  const items = [freshItem(), freshItem()];
  for (const item of items) await stocked(place, item, "5");
  const { order_id } = await created(place.shop.testing, orderOf(...items.map((item) => [item])));
  must(await place.staff.post("/pickpack/confirm", { order_id }));
  await packAll(place.staff, { order_id });
  await scanLabels(place.staff, { order_id });
  return order_id;
}
const remade = async (order_id: string) =>
  must(
    await place.staff.post("/pickpack/ready", {
      order_id,
      parcel_list: ["40", "41"].map((length) => ({ length, ...MEASURES })),
    }),
  );
const looked = async (order_id: string) => {
  const drawn_at = (await owner.get(`/order/label/${order_id}`, PDF)).headers.get("x-drawn-at");
  expect(drawn_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  return { drawn_at };
};
const print = async (order_id: string, more: object) =>
  must(await owner.post("/order/prints", { order_ids: [order_id], document: "label", ...more }));
const isPrinted = async (order_id: string) => {
  const { data } = must(await place.shop.testing.get("/orders?limit=100&printed=Y")).body;
  return data.some((row: { order_id: string }) => row.order_id === order_id);
};

it("count for the label that was drawn: one that is made again later is not printed", async () => {
  const order_id = await packed();
  const old = await looked(order_id);
  await remade(order_id);
  await print(order_id, old);
  expect(await isPrinted(order_id)).toBe(false);
  await print(order_id, { document: "all_documents", ...old });
  expect(await isPrinted(order_id)).toBe(false);
  const log = must(await owner.get(`/order/prints/${order_id}`)).body.data;
  expect([log.print_count, log.document_list[0].last_print.printed_by.kind]).toEqual([2, "person"]);

  await print(order_id, await looked(order_id));
  expect(await isPrinted(order_id)).toBe(true);
});

it("count so parcel by parcel, too", async () => {
  const order_id = await packed();
  const old = await looked(order_id);
  await remade(order_id);
  await print(order_id, { parcel: "1", ...old });
  const current = await looked(order_id);
  await print(order_id, { parcel: "2", ...current });
  expect(await isPrinted(order_id)).toBe(false);
  await print(order_id, { parcel: "1", ...current });
  expect(await isPrinted(order_id)).toBe(true);
});

it("have the time in every file with labels that people fetch, and in none of API clients", async () => {
  const order_id = await packed();
  const files = (client: Api) =>
    Promise.all([
      client.get(`/order/label/${order_id}`, PDF),
      client.get(`/order/documents/${order_id}`, PDF),
      client.post("/order/labels", { order_ids: [order_id] }, PDF),
    ]);
  const has = async (client: Api) => (await files(client)).map(({ headers }) => headers.has("x-drawn-at"));
  expect(await has(owner)).toEqual([true, true, true]);
  expect(await has(place.shop.testing)).toEqual([false, false, false]);
  const wrong = await owner.post("/order/prints", { order_ids: [order_id], document: "label", drawn_at: "today" });
  expect(wrong.entries.map(({ field }) => field)).toEqual(["drawn_at"]);
});
