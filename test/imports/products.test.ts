/** Files of products: checked, corrected, and made or changed by their sku (contract §39.6). */
import { beforeAll, describe, expect, it } from "vitest";
import { type Merchant, merchant, personOf } from "@/test/factories";
import { must } from "@/test/pick-pack/warehouse";
import { checked, readImport, rowsOf, started } from "./files";

let shop: Merchant;
beforeAll(async () => {
  shop = await merchant({ pickPack: true });
});

const HEADER = "sku,name,barcode,weight,unit,battery type,battery location";
const fileOf = (...lines: string[]) => [HEADER, ...lines].join("\n");
const PRODUCTS = { query: "kind=products&name=goods.csv" };
const productOf = async (sku: string, by = shop.testing) => {
  const { data } = must(await by.get(`/products?q=${sku}&limit=10`)).body;
  return data.find((product: { sku: string }) => product.sku === sku);
};
const patch = (id: string, n: number, values: object) =>
  shop.testing.call("PATCH", `/imports/${id}/rows/${n}`, { body: { values } });

describe("a file of products", () => {
  it("is checked row by row, and then makes or changes them by sku", async () => {
    const read = await checked(
      shop.testing,
      fileOf("P-1,Cap,4006381333931,0.1,pcs,,", "P-2,Scarf,,heavy,,,", "P-1,Again,,,,,", "P-3,Lamp,,,,li-ion,"),
      PRODUCTS,
    );
    expect(read).toMatchObject({
      ...{ kind: "products", status: "WRONG", rows: 4, orders: 4, wrong: 3, ready: 1, total_price: "0.00" },
      mapping: { sku: "sku", name: "name", barcode: "bar_code_eid", weight: "weight" },
    });
    const rows = await rowsOf(shop.testing, read.import_id);
    expect(rows.map(({ errors }) => errors.map(({ column }) => column))).toEqual([
      [],
      ["weight"],
      ["sku"],
      expect.arrayContaining(["battery_location"]),
    ]);
    expect(rows[2]?.errors[0]?.message).toContain("Row 1");
    must(await patch(read.import_id, 2, { weight: "0.3" }));
    must(await patch(read.import_id, 3, { sku: "P-4" }));
    expect((await patch(read.import_id, 1, { recipient_name: "x" })).entries).toMatchObject([{ field: "values" }]);
    const done = await started(shop.testing, read.import_id, { confirm_shipment: "N", skip_wrong: true });
    expect(done).toMatchObject({ status: "DONE", done: 3, failed: 0 });
    expect(await productOf("P-1")).toMatchObject({ name: "Cap", bar_code_eid: "4006381333931", unit: "PCS" });
    expect(await productOf("P-4")).toMatchObject({ name: "Again", bar_code_eid: null });
    expect(await productOf("P-3")).toBeUndefined();
    // They are no orders.
    expect((await rowsOf(shop.testing, read.import_id)).every(({ order_id }) => order_id === null)).toBe(true);

    const again = await checked(shop.testing, fileOf("P-1,Trail cap,,,,,"), PRODUCTS);
    await started(shop.testing, again.import_id);
    // What the file leaves blank stays.
    expect(await productOf("P-1")).toMatchObject({ name: "Trail cap", bar_code_eid: "4006381333931", weight: "0.1" });
  });

  it("says which barcode another product or row has, and judges again what a correction makes free", async () => {
    await started(shop.testing, (await checked(shop.testing, fileOf("B-1,Cup,2000000000015,,,,"), PRODUCTS)).import_id);
    const read = await checked(
      shop.testing,
      fileOf("B-2,Cup,2000000000015,,,,", "B-3,Pot,2000000000022,,,,", "B-4,Pot,2000000000022,,,,", "B-5,Tea,,,,,"),
      PRODUCTS,
    );
    expect(
      (await rowsOf(shop.testing, read.import_id)).map(({ errors }) => errors.map(({ column }) => column)),
    ).toEqual([["bar_code_eid"], [], ["bar_code_eid"], []]);
    const states = async () => (await rowsOf(shop.testing, read.import_id)).map(({ state }) => state);
    must(await patch(read.import_id, 2, { bar_code_eid: "2000000000039" }));
    expect(await states()).toEqual(["wrong", "fixed", "good", "good"]);
    must(await patch(read.import_id, 4, { bar_code_eid: "2000000000022" }));
    expect(await states()).toEqual(["wrong", "fixed", "good", "wrong"]);
    // Another product takes a barcode between the check and the start, which holds up no other.
    must(await shop.testing.post("/products", { sku: "B-9", name: "Jug", bar_code_eid: "2000000000039" }));
    const done = await started(shop.testing, read.import_id, { confirm_shipment: "N", skip_wrong: true });
    expect(done).toMatchObject({ done: 1, failed: 1 });
    const rows = await rowsOf(shop.testing, read.import_id);
    expect(rows.map(({ state }) => state)).toEqual(["wrong", "failed", "done", "wrong"]);
    expect(rows[1]?.errors).toMatchObject([{ column: "bar_code_eid" }]);
  });

  it("says what was there before, keeps spaces of codes, and names what to look at again", async () => {
    const owner = (await personOf("owner", shop.accountId)).api;
    const file = fileOf("S-1 ,Cap,4006381333932,,,,", "S-2,Hat,4.89765E+12,,,,", "S-3,#N/A,,,,,");
    const read = await checked(owner, file, PRODUCTS);
    expect((await rowsOf(owner, read.import_id)).map(({ errors }) => errors.map(({ column }) => column))).toEqual([
      [],
      [],
      ["name"],
    ]);
    const { doubts, order_ids } = must(await owner.get(`/imports/${read.import_id}/summary`)).body.data;
    expect(doubts).toEqual([
      { column: "sku", doubt: "blanks", count: 1, rows: [1] },
      { column: "bar_code_eid", doubt: "checkDigit", count: 1, rows: [1] },
      { column: "bar_code_eid", doubt: "shortened", count: 1, rows: [2] },
    ]);
    must(await patch(read.import_id, 2, { sku: " S-2", bar_code_eid: "" }));
    const done = await started(owner, read.import_id, { confirm_shipment: "N", skip_wrong: true });
    expect(done).toMatchObject({ done: 2, changed: 0, unchanged: 0 });
    expect(order_ids).toEqual([]);
    expect([await productOf("S-1 "), await productOf(" S-2")]).toMatchObject([{ name: "Cap" }, { name: "Hat" }]);
    const again = await checked(owner, fileOf("S-1 ,Cap,,,,,", " S-2,Bonnet,,,,,", "S-4,Tie,,,,,"), PRODUCTS);
    expect(await started(owner, again.import_id)).toMatchObject({ done: 3, changed: 1, unchanged: 1 });
    // The same lines as addresses are no repetition.
    const file2 = fileOf("S-1 ,Cap,,,,,", " S-2,Bonnet,,,,,", "S-4,Tie,,,,,");
    expect(await checked(owner, file2, { query: "kind=orders" })).toMatchObject({ same_as: null });
    expect(await checked(owner, file2, PRODUCTS)).toMatchObject({ same_as: again.import_id });
  });

  it("is another account's and another environment's no more than orders are", async () => {
    const other = await merchant({ pickPack: true });
    const { import_id } = await checked(shop.testing, fileOf("X-1,Cap,,,,,"), PRODUCTS);
    expect((await other.testing.get(`/imports/${import_id}`)).status).toBe(404);
    await started(shop.testing, import_id);
    expect(await productOf("X-1", other.testing)).toBeUndefined();
    expect(await readImport(shop.testing, import_id)).toMatchObject({ status: "DONE", done: 1 });
  });
});
