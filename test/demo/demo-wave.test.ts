import { expect, it } from "vitest";
import { systemClock } from "@/server/clock";
import { type AccountContext, NO_RULES } from "@/server/context";
import { beginDemoWave } from "@/server/demo/warehouse";
import { created, personOf, testDb } from "../factories";
import { freshItem, must, orderOf, stocked, warehouse } from "../pick-pack/warehouse";

it("packs short an order that lists a product twice, and begins a wave with another", async () => {
  const place = await warehouse();
  const { shop, staff } = place;
  const item = freshItem("2");
  await stocked(place, item, "50");
  const orders: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { order_id } = await created(shop.testing, orderOf([item, item]));
    must(await staff.post("/pickpack/confirm", { order_id }));
    orders.push(order_id);
  }
  const account = {
    id: shop.accountId,
    name: "Shop",
    pickPack: true,
    defaultLocalProvider: null,
    remarksToPacker: false,
    rules: NO_RULES,
  };
  const { id } = await personOf("warehouse", null);
  const context = {
    requestId: "demonstration",
    environment: "testing",
    actor: { kind: "client", id: "demonstration", accountId: null, role: "carrier" },
    account,
    language: "en",
    now: systemClock,
    idempotencyKey: null,
    catalogueVersion: "0",
    db: await testDb(),
  } as unknown as AccountContext;
  await beginDemoWave(context, { id, name: "Ho", email: "ho@sampan.example" });
  const [wave] = must(await staff.get("/pickpack/waves")).body.data;
  expect(wave).toMatchObject({
    wave_number: expect.stringMatching(/^W-\d{8}-\d{2}$/),
    created_by: expect.stringMatching(/^[^:]+$/),
  });
  const read = async (order_id: string) => (await shop.testing.get(`/pickpack/detail/${order_id}`)).body.data.order;
  const [begun, short, waiting] = await Promise.all(orders.map(read));
  expect([begun.status, short.status, waiting.status]).toEqual([
    "PICKPACK_CONFIRMED",
    "PICKPACK_READY_TO_SHIPMENT",
    "PICKPACK_CONFIRMED",
  ]);
  expect(short).toMatchObject({ short: "Y", short_list: [{ sku: item.sku, reason: "DAMAGED" }] });
});
