/** The papers of the warehouse as a printer prints them: text read in order, barcodes scanned. */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Environment } from "@/lib/environment";
import { BENCH_COMMANDS } from "@/lib/warehouse/bench-commands";
import { created, type Merchant, testDb } from "../factories";
import type { Api } from "../http";
import { freshItem, must, naming, orderOf, packAll, scanLabels, stocked, warehouse } from "../pick-pack/warehouse";
import { checkPdf, missingPrograms, scan, scanMono, textOf, wordsOf, wordsOutside } from "./printed";

const missing = missingPrograms();
const isCi = Boolean(process.env.CI);
if (missing.length && isCi) {
  it("has the programs that print and scan", () => {
    expect(missing).toEqual([]);
  });
} else if (missing.length) {
  console.warn(`The tests of the warehouse's printed papers are left out: ${missing.join(", ")} not installed.`);
}

describe.skipIf(missing.length > 0)("the warehouse's papers", () => {
  const places = {} as Record<Environment, { shop: Merchant; staff: Api }>;
  beforeAll(async () => {
    for (const environment of ["testing", "production"] as const) places[environment] = await warehouse(environment);
  });

  const pdfOf = async (staff: Api, path: string) =>
    new Uint8Array(Buffer.from(must(await staff.get(path)).body.data.content, "base64"));

  /** A wave of one merchant's orders, whose goods have the given places and names. */
  async function waved(environment: Environment, count: number, goods: { place?: string; name?: string }[]) {
    const { shop, staff } = places[environment];
    const items = goods.map(() => freshItem("2"));
    for (const [index, item] of items.entries())
      await stocked(places[environment], item, "999", { warehouse_location: goods[index]?.place }, environment);
    const orders = [];
    for (let n = 0; n < count; n++) {
      const body = orderOf(items, [items[0] as (typeof items)[0]]);
      const { parcel_list } = body.shipment_detail as { parcel_list: { parcel_items: { name: string }[] }[] };
      parcel_list[0]?.parcel_items.forEach((item, index) => {
        item.name = goods[index]?.name ?? item.name;
      });
      const order = await created(shop[environment], body);
      must(await staff.post("/pickpack/confirm", { order_id: order.order_id }));
      orders.push(order);
    }
    const { wave_id, wave_number } = must(await staff.post("/pickpack/waves", {}, naming(shop))).body.data;
    return { orders, items, staff, wave_number, path: `/pickpack/waves/${wave_id}/document` };
  }

  it.each(["testing", "production"] as const)(
    "list what to pick by place, then each order: %s",
    async (environment) => {
      const { orders, items, staff, wave_number, path } = await waved(environment, 3, [
        { place: "B-02" },
        { place: "A-10", name: "行山頭燈" },
      ]);
      const short_line = { customer_eid: places[environment].shop.accountId, sku: items[1]?.sku, short: "2" };
      must(await staff.post(path.replace("document", "picked"), { is_picked: "Y", pick_list: [short_line] }));
      const pdf = await pdfOf(staff, path);
      checkPdf(pdf);
      const text = textOf(pdf);
      const short = orders[0]?.order_id.slice(-3);
      const parts = [
        ...(environment === "testing" ? ["TEST 測試"] : []),
        "PICK LIST",
        wave_number,
        "A-10",
        "行山頭燈",
        "Short: 4 of 6 found",
        "B-02",
        `Goods ${items[0]?.sku}`,
        "Orders of the wave",
        ...orders.map(({ order_id }) => order_id),
        "Page 1 of 1",
      ];
      const found = parts.map((part) => text.indexOf(part));
      expect(found).not.toContain(-1);
      expect(text.includes("TEST")).toBe(environment === "testing");
      for (const item of items) expect(text).toContain(item.sku);
      for (const item of items) expect(text).toContain(item.bar_code_eid);
      // Two units in the first parcel and two in the second.
      expect(text.replace(/\s/g, " ")).toMatch(new RegExp(`${short} ×4`));
      const [rowsOfPicks, rowsOfOrders] = text.split("Orders of the wave");
      expect(rowsOfPicks?.indexOf("A-10")).toBeLessThan(rowsOfPicks?.indexOf("B-02") ?? 0);
      expect(rowsOfOrders?.match(/\b6\b/g)).toHaveLength(3);
      const codes = orders.map(({ tracking_number }) => `CODE-128:${tracking_number}`).sort();
      const read = environment === "testing" ? scan(pdf, 203) : { mono: scanMono(pdf, 203) };
      for (const [how, pages] of Object.entries(read)) expect(pages.flat().sort(), how).toEqual(codes);
    },
  );

  it("have every order's barcode and every text within the page, over as many pages as it takes", async () => {
    const long = "深水埗 محمد ไทย (/JS <</OpenAction>>) ".repeat(6).slice(0, 200).trim();
    const goods = Array.from({ length: 12 }, (_, n) => ({
      place: `A-${10 + n}`,
      name: n % 3 ? long : "W".repeat(200),
    }));
    const { orders, staff, path } = await waved("testing", 14, goods);
    const pdf = await pdfOf(staff, path);
    checkPdf(pdf);
    const text = textOf(pdf);
    const pages = wordsOf(pdf);
    expect(pages.length).toBeGreaterThan(2);
    expect(text).toContain(`Page ${pages.length} of ${pages.length}`);
    expect(text.match(/TEST 測試/g)).toHaveLength(pages.length);
    // Eight descriptions with six of it each.
    expect(text.match(/深水埗/g)?.length).toBeGreaterThanOrEqual(48 - 8);
    expect(text.match(/W/g)?.length).toBeGreaterThanOrEqual(4 * 200);
    expect(wordsOutside(pages)).toEqual([]);
    expect(scanMono(pdf, 203).flat().sort()).toEqual(
      orders.map(({ tracking_number }) => `CODE-128:${tracking_number}`).sort(),
    );
  });

  it("mark orders that are packed or to be cancelled, and pick nothing for those that are done", async () => {
    const { orders, items, staff, path } = await waved("testing", 3, [{ place: "A-01" }]);
    const [packed, asked, open] = orders;
    const first = { order_id: packed?.order_id ?? "" };
    await packAll(staff, first);
    await scanLabels(staff, first);
    must(await staff.post("/pickpack/ready", first));
    const request = { order_id: asked?.order_id, reason: "OTHER" };
    must(await places.testing.shop.testing.post("/order/cancel", request));
    const pdf = await pdfOf(staff, path);
    expect(Buffer.from(await pdfOf(staff, path)).equals(pdf)).toBe(true);
    const text = textOf(pdf);
    expect(text).toMatch(new RegExp(`${packed?.order_id}[\\s\\S]*packed[\\s\\S]*${asked?.order_id}`));
    expect(text).toMatch(new RegExp(`${asked?.order_id}[\\s\\S]*cancellation[\\s\\S]*${open?.order_id}`));
    for (const order of [asked, open]) must(await staff.post("/pickpack/cancel", { order_id: order?.order_id }));
    const done = textOf(await pdfOf(staff, path));
    expect(done).not.toContain(items[0]?.bar_code_eid);
    expect(done).toContain("0 of them to be packed");
  });

  it("name the merchant of each row where the wave is over several", async () => {
    const one = await warehouse();
    const two = await warehouse();
    const db = await testDb();
    for (const [{ shop }, name] of [[one, "Lion Rock Outdoor"] as const, [two, "山系戶外用品"] as const]) {
      await sql`update accounts set name = ${name} where id = ${shop.accountId}`.execute(db);
      const item = freshItem("1");
      await stocked({ shop, staff: one.staff }, item, "5");
      const { order_id } = await created(shop.testing, orderOf([item]));
      must(await one.staff.post("/pickpack/confirm", { order_id }));
    }
    const { wave_id } = must(await one.staff.post("/pickpack/waves", {})).body.data;
    const text = textOf(await pdfOf(one.staff, `/pickpack/waves/${wave_id}/document`));
    for (const name of ["Lion Rock Outdoor", "山系戶外用品"]) expect(text.split(name).length - 1, name).toBe(2);
  });

  it.each(["testing", "production"] as const)("have a card with a code for each command: %s", async (environment) => {
    const { staff } = places[environment];
    const pdf = await pdfOf(staff, "/pickpack/bench-card");
    checkPdf(pdf);
    expect(Buffer.from(await pdfOf(staff, "/pickpack/bench-card")).equals(pdf)).toBe(true);
    const text = textOf(pdf);
    expect(text.includes("TEST")).toBe(environment === "testing");
    for (const words of ["Undo last scan", "撤銷上一次掃描", "Reopen parcel", "重新開箱", "列印運單標籤", "下一張訂單"])
      expect(text).toContain(words);
    expect(wordsOf(pdf)).toHaveLength(1);
    const codes = Object.values(BENCH_COMMANDS)
      .map((code) => `CODE-128:${code}`)
      .sort();
    const read = environment === "testing" ? scan(pdf, 203) : { "mono at 300 dpi": scanMono(pdf, 300) };
    for (const [how, pages] of Object.entries(read)) expect(pages.flat().sort(), how).toEqual(codes);
    // Typed below each code; at least a code's own height lies between two of them.
    const tops = wordsOf(pdf)
      .flat()
      .filter(({ text: word }) => word.startsWith("*BENCH-"))
      .map(({ top }) => top);
    expect(tops).toHaveLength(codes.length);
    for (const [index, top] of tops.entries())
      if (index > 0) expect(top - (tops[index - 1] ?? 0)).toBeGreaterThanOrEqual(36);
  });
});
