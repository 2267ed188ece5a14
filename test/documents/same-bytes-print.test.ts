/** The same order gives the same bytes: in any process, time zone, language and year (contract §13.12). */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { loadOrders } from "@/server/orders";
import { created, intlOrder, localOrder, merchant, testDb } from "../factories";
import { programOf } from "../programs";
import { digestsOf } from "./draw-elsewhere";

describe("the documents of the same orders", () => {
  it("are the same bytes in another process, time zone, language and year", async () => {
    const shop = await merchant();
    const pickup_date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const recipient = { ...localOrder().recipient, name: "陳大文 محمد ไทย 한국 楼 😀" };
    const abroad = intlOrder();
    const [parcel] = abroad.shipment_detail.parcel_list;
    Object.assign(parcel?.declaration_list[0] ?? {}, { battery: { type: "chargeable", location: "outside" } });
    const made = [
      await created(shop.testing, localOrder({ recipient, pickup_arrange: { pickup_date } })),
      await created(shop.testing, abroad),
    ];
    const ids = made.map(({ order_id }) => order_id);
    const orders = await loadOrders(await testDb(), { accountId: shop.accountId, environment: "testing" }, ids);
    const given = { orders, appUrl: "https://ship.sampan-goods.example", providerName: "Sampan 速遞" };
    const here = await digestsOf(given);
    expect(here).toHaveLength(1 + 3 + 4);
    const args = [await programOf("test/documents/draw-elsewhere.ts"), "America/New_York", "Pacific/Kiritimati"];
    const language = { LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8" };
    const running = promisify(execFile)(process.execPath, args, { env: { ...process.env, ...language } });
    running.child.stdin?.end(JSON.stringify(given));
    const elsewhere = JSON.parse((await running).stdout);
    expect(elsewhere).toEqual([here, here]);
  });
});
