import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalise } from "@/lib/contracts/normalise";
import { productInput } from "@/lib/contracts/product";
import { productDoubts } from "@/lib/goods/product-doubts";
import { BATTERY_LOCATIONS, BATTERY_TYPES, CURRENCIES, UNITS } from "@/lib/orders/choices";
import { readCsv, textOfFile } from "@/lib/tables/csv-file";
import { PRODUCT_COLUMNS, productOfCells, STOCK_COLUMNS } from "@/lib/tables/product-csv";
import { productsCsv } from "@/server/goods/product-files";
import type { ProductRow } from "@/server/goods/products";
import { PRODUCTS } from "@/server/imports/kinds/products";
import { rowsRead } from "@/test/imports/rows-read";

// Characters that cause trouble in spreadsheets, CSV and our own marks.
const letter = fc.oneof(
  fc.constantFrom(..."=+-@'\"',;\t \u3000\u00a0頭燈é−٣", "\ufeff", "👟"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
);
const words = (max: number) => fc.array(letter, { minLength: 1, maxLength: max }).map((letters) => letters.join(""));
const code = (max: number) => words(max).filter((text) => text.trim() !== "");
// Within all limits of a measure or a sum.
const decimal = fc.nat(999_999).map((thousandths) => String(thousandths / 1000));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const product = fc
  .record({
    sku: code(12),
    name: words(30),
    bar_code_eid: maybe(code(12)),
    length: maybe(decimal),
    width: maybe(decimal),
    height: maybe(decimal),
    weight: maybe(decimal),
    hscode: maybe(code(8)),
    origin: maybe(fc.constantFrom("HK", "CN", "VN", "JP")),
    battery: maybe(
      fc.record({ type: fc.constantFrom(...BATTERY_TYPES), location: fc.constantFrom(...BATTERY_LOCATIONS) }),
    ),
    unit: maybe(fc.constantFrom(...UNITS)),
    unit_value: maybe(decimal),
    currency: maybe(fc.constantFrom(...CURRENCIES)),
    warehouse_location: maybe(words(10)),
    low_stock_mark: maybe(fc.nat(1000).map(String)),
  })
  .map((fields) => productInput.safeParse(normalise(fields)))
  // An export never has what the API refuses.
  .filter(({ success }) => success)
  .map(({ data }) => Object.fromEntries(Object.entries(data ?? {}).filter(([, value]) => value)));

/** The database row that the API makes of a product. */
function stored(fields: Record<string, unknown>): ProductRow {
  const { battery, ...rest } = fields as { battery?: { type: string; location: string } };
  return {
    battery_type: battery?.type ?? null,
    battery_location: battery?.location ?? null,
    on_hand: "7",
    reserved: "2",
    created_at: new Date(0),
    updated_at: new Date(0),
    low_stock_mark: null,
    ...rest,
  } as unknown as ProductRow;
}

const reread = (bytes: Uint8Array) => rowsRead(PRODUCTS, readCsv(textOfFile(bytes) ?? ""));
const asProducts = ({ rows }: ReturnType<typeof reread>) =>
  rows.map((cells) => productInput.parse(normalise(productOfCells(cells))));
const table = (text: string) => rowsRead(PRODUCTS, readCsv(text));

describe("an export", () => {
  it("comes back in as the same products, whatever their names hold", () => {
    fc.assert(
      fc.property(fc.array(product, { minLength: 1, maxLength: 8 }), (products) => {
        const read = reread(new TextEncoder().encode(productsCsv(products.map(stored))));
        expect(asProducts(read)).toEqual(products);
        expect(read.held).toEqual({
          ...Object.fromEntries(PRODUCT_COLUMNS.map((column) => [column, column])),
          ...Object.fromEntries(STOCK_COLUMNS.map((column) => [column, null])),
        });
      }),
      { numRuns: 300 },
    );
  });

  it("shows a spreadsheet no formula, and loses no apostrophe of its own", () => {
    const names = ["=1+1", "'=1+1", "''@x", "'plain", "-5 °C box", "+852"];
    const csv = productsCsv(names.map((name, index) => stored({ sku: `S${index}`, name })));
    expect(csv.split("\r\n").slice(1, -1)).not.toContainEqual(expect.stringMatching(/(^|,)[=+\-@]/));
    expect(table(csv).rows.map(({ name }) => name)).toEqual(names);
  });
});

describe("a file of a merchant's own", () => {
  const big5 = Uint8Array.from([
    // 貨號,名稱 / A1,頭燈
    0xb3, 0x66, 0xb8, 0xb9, 0x2c, 0xa6, 0x57, 0xba, 0xd9, 0x0d, 0x0a, 0x41, 0x31, 0x2c, 0xc0, 0x59, 0xbf, 0x4f, 0x0d,
    0x0a,
  ]);

  it.each([
    ["Big5, as Excel in Hong Kong writes it", big5],
    ["UTF-8 without a mark", new TextEncoder().encode("貨號,名稱\nA1,頭燈\n")],
    ["UTF-8 with a mark", new TextEncoder().encode("\ufeff貨號,名稱\r\nA1,頭燈")],
    ["UTF-16, tabs", new Uint8Array(Buffer.from("\ufeff貨號\t名稱\r\nA1\t頭燈\r\n", "utf16le"))],
    ["semicolons", new TextEncoder().encode("SKU;Product name\nA1;頭燈\n")],
  ])("is read: %s", (_, bytes) => {
    expect(reread(bytes).rows).toEqual([{ sku: "A1", name: "頭燈" }]);
  });

  it("is not read when it is no text of ours", () => {
    expect(textOfFile(Uint8Array.from([0x41, 0xb3]))).toBeNull();
  });

  it("is known by its headers; stock and what is not ours are left out, and a column twice counts once", () => {
    const read = table("Item No.,Barcode,Weight (kg),名稱,庫存,Colour,SKU,Available\nA1,471,0.5,Cap,9,red,B1,3\n");
    expect(read.held).toEqual({
      ...{ "Item No.": "sku", Barcode: "bar_code_eid", "Weight (kg)": "weight", 名稱: "name" },
      ...{ 庫存: null, Colour: null, SKU: null, Available: null },
    });
    expect(read.rows).toEqual([{ sku: "A1", bar_code_eid: "471", weight: "0.5", name: "Cap" }]);
  });

  it("loses the spaces around its values, except around codes, of which they may be a part", () => {
    const { rows } = table('sku,name,unit,battery_type,battery_location\n A1 ,"  Cap, red ",pcs,Chargeable,INSIDE\n');
    expect(rows).toEqual([
      { sku: " A1 ", name: "Cap, red", unit: "pcs", battery_type: "Chargeable", battery_location: "INSIDE" },
    ]);
    expect(productOfCells(rows[0] ?? {})).toMatchObject({
      unit: "PCS",
      battery: { type: "chargeable", location: "inside" },
    });
  });
});

describe("what Excel leaves in a file", () => {
  it("is taken away: its word for the separator, and what keeps zeros", () => {
    const { rows } = table('sep=;\nsku;name;barcode\n="00123";"=""Cap, ""red""""";="0400638133393"\n');
    expect(rows).toEqual([{ sku: "00123", name: 'Cap, "red"', bar_code_eid: "0400638133393" }]);
  });
});

describe("the first line", () => {
  it.each([
    [[["Ref", "Was ist es"]], true],
    [[["A-1", "Cap", "4006381333931"]], false],
    [[["A-1", "Cap", '="0001"']], false],
    [[["4711", "SKU"]], true],
  ])("%j names the columns, %s", (lines, hasHeaders) => {
    expect(rowsRead(PRODUCTS, lines).hasHeaders).toBe(hasHeaders);
  });
});

it("warns of a wrong check digit, of what a spreadsheet shortened, and of spaces around a code", () => {
  expect(productDoubts({ sku: "A1", bar_code_eid: "4006381333931" })).toEqual({});
  expect(productDoubts({ bar_code_eid: "4006381333932" })).toEqual({ bar_code_eid: "checkDigit" });
  expect(productDoubts({ bar_code_eid: "4.89765E+12", sku: "A1 " })).toEqual({
    bar_code_eid: "shortened",
    sku: "blanks",
  });
});
