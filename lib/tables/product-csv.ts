import { readCell } from "@/lib/tables/csv-cells";
import { guessByHeader, headerFinder } from "./headers";

/** What a product has in a file, in the order of the export's columns. */
export const PRODUCT_COLUMNS = [
  "sku",
  "bar_code_eid",
  "name",
  "length",
  "width",
  "height",
  "weight",
  "hscode",
  "origin",
  "battery_type",
  "battery_location",
  "unit",
  "unit_value",
  "currency",
  "warehouse_location",
  "low_stock_mark",
] as const;
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number];

/** The stock columns of an export; an import ignores them. */
export const STOCK_COLUMNS = ["on_hand", "reserved", "available", "missing", "damaged"] as const;

type ProductCells = Readonly<Partial<Record<ProductColumn, string>>>;

// The API takes codes exactly as sent, so spaces around one belong to it. Around other values spreadsheets leave
// spaces.
export const PRODUCT_CODES: readonly string[] = ["sku", "bar_code_eid", "hscode"];

/** What a cell of a column says. */
export const readProductCell = (column: string, field: string): string =>
  readCell(PRODUCT_CODES.includes(column) ? field : field.trim());

// Headers that merchants use besides the API's own names; compared without spaces, signs and units.
const OTHER_HEADERS: Record<ProductColumn | (typeof STOCK_COLUMNS)[number], readonly string[]> = {
  sku: ["skucode", "itemcode", "productcode", "itemno", "productsku", "貨號", "商品編號", "產品編號", "貨品編號"],
  bar_code_eid: ["barcode", "ean", "gtin", "upc", "條碼", "條形碼", "商品條碼", "貨品條碼", "國際條碼"],
  name: [
    "productname",
    "itemname",
    "item",
    "product",
    "title",
    "description",
    "名稱",
    "貨品",
    "品名",
    "商品名稱",
  ].concat(["產品名稱", "貨品名稱"]),
  length: ["itemlength", "長", "長度"],
  width: ["itemwidth", "闊", "闊度", "寬", "寬度"],
  height: ["itemheight", "高", "高度"],
  weight: ["unitweight", "singleweight", "重量", "單件重量", "淨重"],
  hscode: ["hs", "tariffcode", "harmonizedcode", "海關編碼", "商品編碼", "稅號"],
  origin: ["countryoforigin", "country", "madein", "原產地", "產地", "來源地"],
  battery_type: ["battery", "電池", "電池類型", "電池種類"],
  battery_location: ["電池位置"],
  unit: ["uom", "單位"],
  unit_value: ["value", "price", "unitprice", "singlevalue", "單價", "價值", "價格", "單件價值", "售價"],
  currency: ["貨幣", "幣種", "幣別"],
  warehouse_location: ["location", "place", "bin", "shelf", "倉位", "貨位", "儲位", "位置"],
  low_stock_mark: [
    "lowstock",
    "lowstockat",
    "reorderpoint",
    "minstock",
    "低存貨",
    "低庫存",
    "安全庫存",
    "補貨點",
    "低存貨水平",
  ],
  on_hand: ["stock", "instock", "qty", "quantity", "inventory", "存貨", "庫存", "現貨", "數量", "在庫", "在庫數量"],
  reserved: ["已預留", "預留"],
  available: ["可用", "可用存貨", "可售"],
  missing: ["待尋", "遺失"],
  damaged: ["損壞", "損毀"],
};

const columnOf = headerFinder(OTHER_HEADERS);
const isProductColumn = (column: string | null): column is ProductColumn =>
  (PRODUCT_COLUMNS as readonly (string | null)[]).includes(column);

type Lines = readonly (readonly string[])[];

/** What a file's columns hold, by their headers; stock is not imported. */
export function guessProductColumns(headers: readonly string[]): Record<string, ProductColumn | null> {
  return guessByHeader(headers, (header) => {
    const column = columnOf(header);
    return isProductColumn(column) ? column : null;
  });
}

/** Whether a file's first line names its columns: it has a known one, or no numbers. */
export function namesProductColumns([headers = []]: Lines): boolean {
  return headers.some(columnOf) || !headers.some((header) => /^[\d.,]+$/.test(readCell(header.trim())));
}

/** The cells of a product as a body of the API, where a battery is one field. Codes of closed lists may be in any case. */
export function productOfCells(cells: ProductCells): Record<string, unknown> {
  const { battery_type, battery_location, unit, currency, ...fields } = cells;
  const hasBattery = battery_type || battery_location;
  return {
    ...fields,
    ...(unit ? { unit: unit.toUpperCase() } : {}),
    ...(currency ? { currency: currency.toUpperCase() } : {}),
    ...(hasBattery
      ? { battery: { type: battery_type?.toLowerCase(), location: battery_location?.toLowerCase() } }
      : {}),
  };
}

/** The column of an API field: `battery.type` → `battery_type`. */
export function columnOfField(field: string): ProductColumn | undefined {
  const column = field.replace(".", "_");
  if (column === "battery") return "battery_type";
  return isProductColumn(column) ? column : undefined;
}
