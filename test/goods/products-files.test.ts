import { beforeAll, describe, expect, it } from "vitest";
import { MAX_IMPORT } from "@/lib/contracts/product";
import { type Merchant, merchant, personOf } from "../factories";
import type { Api } from "../http";
import { freshItem, must, naming, stocked, warehouse } from "../pick-pack/warehouse";

let place: { shop: Merchant; staff: Api };
let shop: Merchant;

beforeAll(async () => {
  place = await warehouse();
  ({ shop } = place);
});

const load = (product_list: object[], client: Api = shop.testing) => client.post("/products/import", { product_list });
const find = async (sku: string) => (await shop.testing.get(`/products?q=${sku}`)).body.data[0];

describe("POST /products/import", () => {
  it("creates and changes by sku; what a row leaves out stays, stock too", async () => {
    const [a, b] = [freshItem(), freshItem()];
    await stocked(place, a, "7", { name: "Old", weight: "1.5", warehouse_location: "A-1" });
    const answer = must(
      await load([
        { sku: b.sku, name: "New", low_stock_mark: "3", battery: { type: "chargeable", location: "outside" } },
        { sku: a.sku, name: "Renamed", unit_value: "12.50" },
      ]),
    );
    expect(answer.body.data).toEqual({ created: 1, updated: 1, unchanged: 0 });
    expect(await find(a.sku)).toMatchObject({
      name: "Renamed",
      unit_value: "12.50",
      weight: "1.5",
      warehouse_location: "A-1",
      bar_code_eid: a.bar_code_eid,
      on_hand: "7",
    });
    expect(await find(b.sku)).toMatchObject({
      name: "New",
      low_stock_mark: "3",
      battery: { type: "chargeable", location: "outside" },
      on_hand: "0",
    });
    expect(must(await load([{ sku: b.sku, name: "Newer" }])).body.data).toEqual({
      created: 0,
      updated: 1,
      unchanged: 0,
    });
  });

  it("changes nothing by the same file again", async () => {
    const [a, b] = [freshItem(), freshItem()];
    const battery = { type: "chargeable", location: "outside" };
    const rows = [
      {
        sku: a.sku,
        name: "A",
        bar_code_eid: a.bar_code_eid,
        weight: "0.50",
        origin: "cn",
        low_stock_mark: "3",
        battery,
      },
      { sku: b.sku, name: "B" },
    ];
    must(await load(rows));
    const before = [await find(a.sku), await find(b.sku)];
    expect(must(await load(rows)).body.data).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect([await find(a.sku), await find(b.sku)]).toEqual(before);
    const more = rows.map((row) => ({ ...row, weight: "0.5", unit: "PCS" }));
    expect(must(await load(more)).body.data).toEqual({ created: 0, updated: 2, unchanged: 0 });
  });

  it("honours an Idempotency-Key, which a refused request does not use up", async () => {
    const { sku } = freshItem();
    const headers = { "idempotency-key": `import-${sku}` };
    const send = (name: string) =>
      shop.testing.post("/products/import", { product_list: [{ sku, name }] }, { headers });
    expect((await send("")).status).toBe(400);
    const answers = await Promise.all([send("One"), send("One"), send("One")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500, 500]);
    const again = await send("Two");
    expect(again.body.error).toMatchObject({ code: "500998", id: expect.stringMatching(/^im_/) });
    expect(again.headers.get("idempotency-key")).toBe(headers["idempotency-key"]);
    expect((await find(sku)).name).toBe("One");
  });

  it("reports every row's failures at once and writes no row", async () => {
    const [a, b, taken] = [freshItem(), freshItem(), freshItem()];
    await stocked(place, taken, "0");
    const rows = [
      { sku: a.sku, name: "Fine" },
      { sku: a.sku, name: "" },
      { name: "No sku", weight: "heavy" },
      { sku: b.sku, bar_code_eid: "SAME", name: "B" },
      { sku: `${b.sku}-2`, bar_code_eid: "SAME", name: "C" },
    ];
    const answer = await load(rows);
    expect(answer.entries.map(({ pointer }) => pointer)).toEqual([
      "/product_list/1/sku",
      "/product_list/1/name",
      "/product_list/2/sku",
      "/product_list/2/weight",
      "/product_list/4/bar_code_eid",
    ]);
    expect(answer.entries[0]?.field).toBe("product_list[].sku");
    const barcodes = await load([
      { sku: a.sku, name: "A" },
      { sku: b.sku, bar_code_eid: taken.bar_code_eid, name: "B" },
    ]);
    expect(barcodes.entries).toMatchObject([{ pointer: "/product_list/1/bar_code_eid" }]);
    expect([await find(a.sku), await find(b.sku)]).toEqual([undefined, undefined]);
  });

  it("lets products exchange their barcodes", async () => {
    const [a, b] = [freshItem(), freshItem()];
    for (const item of [a, b]) await stocked(place, item, "0");
    must(
      await load([
        { sku: a.sku, bar_code_eid: b.bar_code_eid, name: "A" },
        { sku: b.sku, bar_code_eid: a.bar_code_eid, name: "B" },
      ]),
    );
    expect((await find(a.sku)).bar_code_eid).toBe(b.bar_code_eid);
  });

  it("takes at most 500 rows", async () => {
    const mine = await merchant();
    const rows = Array.from({ length: MAX_IMPORT }, (_, n) => ({ sku: `BULK-${n}`, name: `Item ${n}` }));
    expect(must(await load(rows, mine.testing)).body.data).toEqual({ created: 500, updated: 0, unchanged: 0 });
    const answer = await load([...rows, { sku: "ONE-MORE", name: "One more" }], mine.testing);
    expect(answer.entries).toMatchObject([{ field: "product_list" }]);
    expect((await load([], mine.testing)).entries).toMatchObject([{ field: "product_list" }]);
    expect((await mine.testing.post("/products/import", {})).entries).toMatchObject([{ field: "product_list" }]);
  });

  it("of two at once loses no row", async () => {
    const items = Array.from({ length: 20 }, () => freshItem());
    const rows = items.map(({ sku }, n) => ({ sku, name: `Item ${n}` }));
    const answers = await Promise.all([load(rows), load([...rows].reverse())]);
    const total = answers.map((answer) => must(answer).body.data);
    expect(total.reduce((sum, { created }) => sum + created, 0)).toBe(20);
    expect(total.reduce((sum, { unchanged }) => sum + unchanged, 0)).toBe(20);
  });

  it("is the merchant's own", async () => {
    const warehousePerson = (await personOf("warehouse", null)).api;
    const body = { product_list: [{ sku: "X", name: "X" }] };
    expect((await warehousePerson.post("/products/import", body, naming(shop))).status).toBe(403);
  });
});

describe("GET /products/export", () => {
  it("is CSV that a spreadsheet opens and does not run", async () => {
    const mine = await warehouse();
    await stocked(mine, { sku: "A,1", bar_code_eid: "=1+1" }, "4", { name: 'Say "hi", 你好' });
    await stocked(mine, { sku: "B", bar_code_eid: "-2" }, "0", { name: "@SUM(A1)", warehouse_location: "+A" });
    await stocked(mine, { sku: "C", bar_code_eid: "0001" }, "0", {
      name: "Two",
      battery: { type: "chargeable", location: "inside" },
    });
    const answer = await mine.shop.testing.get("/products/export", { headers: { accept: "text/csv" } });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain('filename="products-testing.csv"');
    const json = must(await mine.shop.testing.get("/products/export")).body.data;
    const text = Buffer.from(json.content, "base64").toString();
    expect(json).toMatchObject({ format: "csv", encoding: "base64" });
    // An answer that was read as text has lost its byte order mark.
    expect(text).toBe(`\ufeff${answer.body}`);
    expect(text.split("\r\n")).toEqual([
      "\ufeffsku,bar_code_eid,name,length,width,height,weight,hscode,origin,battery_type,battery_location,unit,unit_value,currency,warehouse_location,low_stock_mark,on_hand,reserved,available,missing,damaged",
      '"A,1",\'=1+1,"Say ""hi"", 你好",,,,,,,,,,,,,,4,0,4,0,0',
      "B,'-2,'@SUM(A1),,,,,,,,,,,,'+A,,0,0,0,0,0",
      'C,"=""0001""",Two,,,,,,,chargeable,inside,,,,,,0,0,0,0,0',
      "",
    ]);
  });
});
