import { writeCsv } from "@/lib/tables/csv-cells";
import type { OrderColumn } from "@/lib/tables/order-csv";
import type { AccountContext } from "@/server/context";
import { createImport } from "@/server/imports";
import type { Shop } from "./orders";
import { LOCAL_RECIPIENTS } from "./parties";

/** What some of the lines have instead, by their places: mistakes, and goods that a rule holds up. */
const INSTEAD: Readonly<Record<number, Partial<Record<OrderColumn, string>>>> = {
  3: { recipient_mobile: "6.12E+07" },
  6: { weight_kg: "" },
  7: { item_qty: "40", weight_kg: "9.6" },
  9: { recipient_delivery_code: "NT-S999" },
};

const COLUMNS = [
  ...["reference", "recipient_name", "recipient_mobile", "recipient_address", "recipient_delivery_code"],
  ...["weight_kg", "item_name", "item_qty", "item_value"],
] as OrderColumn[];

/** A file of orders that waits to be corrected: what the page of imports shows. */
export async function demoOrderFile(ctx: AccountContext, shop: Shop): Promise<void> {
  const lines = LOCAL_RECIPIENTS.map(([name, mobile, address], n) => {
    const goods = shop.goods[n % shop.goods.length];
    const cells: Partial<Record<OrderColumn, string>> = {
      ...{ reference: `MON-${301 + n}`, recipient_name: name, recipient_mobile: mobile, recipient_address: address },
      ...{ weight_kg: (0.6 + (n % 8) / 10).toFixed(1), item_name: goods?.description, item_qty: "1" },
      ...{ item_value: goods?.price, ...INSTEAD[n] },
    };
    return COLUMNS.map((column) => cells[column] ?? "");
  });
  const content = new TextEncoder().encode(writeCsv(COLUMNS, lines));
  await createImport(ctx, { kind: "orders", name: "monday-orders.csv", content });
}

/** A file of a new season's products, with a weight that is none and a barcode that a spreadsheet has shortened. */
export async function demoProductFile(ctx: AccountContext): Promise<void> {
  const columns = ["貨號", "名稱", "條碼", "重量", "單價", "倉位", "庫存"];
  const lines = [
    ["TENT-2P", "雙人帳篷", "4897654300114", "2.4", "1680", "B-01", "12"],
    ["TENT-1P", "單人帳篷", "4897654300121", "1.6", "1280", "B-01", "8"],
    ["STOVE-GAS", "氣體爐", "4897654300138", "未量度", "320", "B-02", ""],
    ["MUG-TI", "鈦杯 450 ml", "4.89765E+12", "0.08", "260", "B-02", "40"],
    ["CAP-TRAIL", "Trail running cap", "4897654300015", "0.1", "219", "A-01", ""],
  ];
  const content = new TextEncoder().encode(writeCsv(columns, lines));
  await createImport(ctx, { kind: "products", name: "spring-products.csv", content });
}

/** A file of customers who buy wholesale, one with a telephone number that is too short. */
export async function demoAddressFile(ctx: AccountContext): Promise<void> {
  const columns = ["類別", "標籤", "公司", "姓名", "電話", "地址", "客戶編號"];
  const lines = [
    ["收件人", "批發", "茗香茶室", "何敏儀", "23456781", "香港中環威靈頓街 88 號地下", "W-014"],
    ["收件人", "批發", "Kettle & Co.", "Peter Lam", "2345678", "Shop 12, G/F, 30 Gough Street, Sheung Wan", "W-015"],
    ["收件人", "批發", "青山茶業", "鄧國強", "24567890", "新界屯門青山公路 168 號 2 樓", "W-016"],
  ];
  const content = new TextEncoder().encode(writeCsv(columns, lines));
  await createImport(ctx, { kind: "addresses", name: "wholesale-customers.csv", content });
}
