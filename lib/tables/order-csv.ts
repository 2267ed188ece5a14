import { countryCode } from "../addresses/country";
import { readCell } from "./csv-cells";
import { headerFinder, plainHeader } from "./headers";

/** What a line of orders has, in the order of the template's columns (contract §39.2). */
export const ORDER_COLUMNS = [
  "reference",
  "ship_type",
  "shipping_provider",
  "recipient_name",
  "recipient_company",
  "recipient_mobile_prefix",
  "recipient_mobile",
  "recipient_email",
  "recipient_address",
  "recipient_delivery_code",
  "recipient_country",
  "recipient_state",
  "recipient_city",
  "recipient_postal_code",
  "weight_kg",
  "length_cm",
  "width_cm",
  "height_cm",
  "item_name",
  "item_qty",
  "item_value",
  "item_currency",
  "item_hscode",
  "item_origin",
  "item_sku",
  "cod_amount",
  "remarks",
] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];

/** Columns of one thing of several in an order: each line has its own. */
export const ITEM_COLUMNS: readonly string[] = [
  "item_name",
  "item_qty",
  "item_value",
  "item_currency",
  "item_hscode",
  "item_origin",
  "item_sku",
] satisfies OrderColumn[];

/** What all units of a line are worth together. */
const LINE_TOTALS: readonly string[] = ["itemtotal", "linetotal", "小計", "項目小計"];

/** Columns that several columns of a file may make together, in the file's order, and what is put between them. */
export const JOINED: Readonly<Partial<Record<string, string>>> = {
  recipient_name: " ",
  recipient_address: ", ",
  item_name: " ",
  remarks: " ",
} satisfies Partial<Record<OrderColumn, string>>;

// Headers that merchants and shops use besides ours; compared without spaces, signs and units.
const OTHER_HEADERS: Record<OrderColumn, readonly string[]> = {
  reference: [
    ...["order", "orderid", "orderno", "ordernumber", "ordername", "ref", "referenceno", "merchantreference"],
    ...["訂單", "訂單編號", "訂單號", "訂單號碼", "單號", "參考編號", "客戶單號"],
  ],
  ship_type: ["shippingtype", "ordertype", "類別", "付運類別", "寄件類別", "訂單類別"],
  shipping_provider: [
    ...["service", "shippingservice", "courier", "carrier", "provider", "shippingmethod"],
    ...["服務", "物流", "物流商", "速遞", "速遞服務", "快遞", "運送方式", "送貨方式"],
  ],
  recipient_name: [
    ...["name", "recipient", "fullname", "contact", "contactname", "consignee", "customer", "customername", "shipto"],
    ...["shiptoname", "shippingname", "receiver", "receivername"],
    ...["姓名", "收件人", "收件人姓名", "收貨人", "聯絡人", "客戶", "客戶姓名", "顧客姓名"],
  ],
  recipient_company: [
    ...["company", "companyname", "shippingcompany", "shiptocompany"],
    ...["公司", "公司名稱", "收件公司", "收件人公司"],
  ],
  recipient_mobile_prefix: [
    ...["prefix", "mobileprefix", "phoneprefix", "countrycallingcode", "callingcode", "areacode"],
    ...["區號", "電話區號", "國際區號"],
  ],
  recipient_mobile: [
    ...["mobile", "phone", "tel", "telephone", "mobilenumber", "phonenumber", "contactnumber", "contactno"],
    ...["recipientphone", "shippingphone", "receivermobile", "receiverphone", "customerphone"],
    ...["電話", "手機", "手提電話", "電話號碼", "聯絡電話", "收件人電話", "收件電話", "手機號碼"],
  ],
  recipient_email: ["email", "mail", "emailaddress", "customeremail", "電郵", "電郵地址", "電子郵件", "收件人電郵"],
  recipient_address: [
    ...[
      "address",
      "fulladdress",
      "address1",
      "addressline1",
      "street",
      "shippingaddress",
      "deliveryaddress",
      "shiptoaddress",
    ],
    ...["recipientaddress1", "receiveraddress", "地址", "收件地址", "收件人地址", "送貨地址", "收貨地址", "派送地址"],
  ],
  recipient_delivery_code: [
    ...["deliverycode", "pickuppoint", "pickuppointcode", "lockercode", "storecode", "pointcode"],
    ...["自取點", "自取點編號", "自取點代號", "智能櫃編號", "站點代碼", "網點代碼"],
  ],
  recipient_country: [
    ...["country", "countrycode", "shippingcountry", "shiptocountry", "destination", "destinationcountry"],
    ...["國家", "國家地區", "目的地", "收件國家"],
  ],
  recipient_state: ["state", "province", "region", "shippingprovince", "shippingstate", "州", "省", "州省"],
  recipient_city: ["city", "town", "shippingcity", "shiptocity", "城市", "市"],
  recipient_postal_code: [
    ...[
      "postcode",
      "postalcode",
      "zip",
      "zipcode",
      "recipientpostcode",
      "shippingzip",
      "shippingpostcode",
      "shiptozip",
    ],
    ...["郵編", "郵政編碼", "郵遞區號", "郵政編號"],
  ],
  weight_kg: [
    ...["weight", "kg", "actweight", "actualweight", "grossweight", "totalweight", "parcelweight"],
    ...["重量", "公斤", "實重", "包裹重量", "總重量"],
    ...["weightg", "weightgrams", "weightingrams", "grams", "重量g", "重量克", "克"],
  ],
  length_cm: ["length", "parcellength", "lengthcm", "長", "長度"],
  width_cm: ["width", "parcelwidth", "widthcm", "闊", "闊度", "寬", "寬度"],
  height_cm: ["height", "parcelheight", "heightcm", "高", "高度"],
  item_name: [
    ...[
      "item",
      "product",
      "productname",
      "productnames",
      "goods",
      "description",
      "contents",
      "lineitemname",
      "itemdescription",
    ],
    ...["品名", "貨品", "商品", "商品名稱", "貨品名稱", "物品", "物品名稱", "內容物"],
  ],
  item_qty: [...["qty", "quantity", "pcs", "pieces", "itemquantity", "lineitemquantity", "數量", "件數"]],
  item_value: [
    ...LINE_TOTALS,
    ...[
      "value",
      "price",
      "unitprice",
      "itemprice",
      "unitvalue",
      "singlevalue",
      "lineitemprice",
      "itemcost",
      "declaredvalue",
    ],
    ...["單價", "價值", "價格", "申報價值", "貨值"],
  ],
  item_currency: ["currency", "貨幣", "幣種", "幣別"],
  item_hscode: ["hs", "hscode", "tariffcode", "harmonizedcode", "hstariffnumber", "海關編碼", "商品編碼", "稅號"],
  item_origin: ["origin", "countryoforigin", "madein", "原產地", "產地", "來源地"],
  item_sku: ["sku", "skucode", "itemcode", "productcode", "lineitemsku", "productsku", "貨號", "商品編號", "產品編號"],
  cod_amount: ["cod", "cashondelivery", "codvalue", "貨到付款", "代收貨款", "代收金額", "到付金額"],
  remarks: [
    ...["remark", "note", "notes", "comment", "comments", "clientremarks", "customernote", "ordernote", "ordernotes"],
    ...["備註", "附註", "留言", "訂單備註", "客戶備註"],
  ],
};

const columnOf = headerFinder(OTHER_HEADERS);

/** Headers of further parts of a column, and of the parts of one that has no header for the whole. */
const PARTS: readonly { column: OrderColumn; isBehind: boolean; headers: readonly string[] }[] = [
  {
    column: "recipient_address",
    isBehind: true,
    headers: [
      ...[
        "address2",
        "addressline2",
        "street2",
        "recipientaddress2",
        "shippingaddress2",
        "地址2",
        "地址二",
        "收件地址2",
      ],
      ...["address3", "addressline3", "recipientaddress3", "shippingaddress3", "地址3", "地址三", "收件地址3"],
    ],
  },
  {
    column: "recipient_name",
    isBehind: false,
    headers: ["firstname", "lastname", "surname", "familyname", "givenname", "recipientfirstname", "recipientlastname"],
  },
];
const partOf = (header: string) => {
  const plain = plainHeader(readCell(header.trim()));
  return PARTS.find(({ headers }) => headers.includes(plain));
};
/** What the files of wrong rows say beside each (contract §39.4). */
const isSaid = (header: string) => ["error", "錯誤"].includes(plainHeader(header));
const GRAMS = new Set(["weightg", "weightgrams", "weightingrams", "grams", "重量g", "重量克", "克", "totalweightg"]);

/** Whether the header of a column of weights says that they are in grams. */
export function isInGrams(header: string): boolean {
  return GRAMS.has(plainHeader(header));
}

/** Whether the header of a column of values says that they are of all units of the line together. */
export function isOfLine(header: string): boolean {
  return LINE_TOTALS.includes(plainHeader(header));
}

/** What each column of a file holds, by its header; null: it is not read. */
export type Mapping = Record<string, string | null>;

/**
 * The order files of shops, by headers that only they have. What they say of a recipient is under other names than what
 * they say of who paid, and columns that merchants name likewise mean something else there.
 */
const SHOPS: readonly { has: readonly string[]; columns: Readonly<Record<string, OrderColumn>> }[] = [
  {
    // Shopify: an order's further items are on lines of their own, with nothing but its name.
    has: ["Name", "Lineitem quantity", "Lineitem name", "Shipping Name"],
    columns: {
      Name: "reference",
      "Shipping Name": "recipient_name",
      "Shipping Company": "recipient_company",
      "Shipping Phone": "recipient_mobile",
      Email: "recipient_email",
      "Shipping Address1": "recipient_address",
      "Shipping Address2": "recipient_address",
      "Shipping City": "recipient_city",
      "Shipping Zip": "recipient_postal_code",
      "Shipping Province": "recipient_state",
      "Shipping Country": "recipient_country",
      "Lineitem name": "item_name",
      "Lineitem quantity": "item_qty",
      "Lineitem price": "item_value",
      "Lineitem sku": "item_sku",
      Currency: "item_currency",
      Notes: "remarks",
    },
  },
  {
    // WooCommerce, one line for each item.
    has: ["order_number", "shipping_first_name", "shipping_address_1", "item_name"],
    columns: {
      order_number: "reference",
      shipping_first_name: "recipient_name",
      shipping_last_name: "recipient_name",
      shipping_company: "recipient_company",
      billing_phone: "recipient_mobile",
      billing_email: "recipient_email",
      shipping_address_1: "recipient_address",
      shipping_address_2: "recipient_address",
      shipping_city: "recipient_city",
      shipping_postcode: "recipient_postal_code",
      shipping_state: "recipient_state",
      shipping_country: "recipient_country",
      item_name: "item_name",
      item_quantity: "item_qty",
      // Of all units of the line, as its header says.
      item_total: "item_value",
      item_sku: "item_sku",
      order_currency: "item_currency",
      customer_note: "remarks",
    },
  },
];

const SAMPLES = 50;
const STREET =
  /[號楼樓座室街道路邨苑村閣廈]|\b(road|rd|street|st|avenue|ave|lane|flat|floor|\/f|block|building|house)\b/i;
const NAME = /^(\p{Script=Han}{2,4}|\p{Lu}[\p{L}'’.-]+( \p{Lu}[\p{L}'’.-]*){1,3})$/u;

/** What a column may hold by what is in it, the surest first; `share`: how many of its cells have to be so. */
const CONTENTS: readonly { column: OrderColumn; share: number; is: (text: string) => boolean }[] = [
  { column: "recipient_email", share: 0.8, is: (text) => /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(text) },
  {
    column: "recipient_mobile",
    share: 0.8,
    is: (text) => /^(\+|00)?[\d\s()-]{8,18}$/.test(text) && /^\D*[2-9+0]/.test(text),
  },
  { column: "recipient_address", share: 0.6, is: (text) => text.length >= 8 && STREET.test(text) },
  { column: "recipient_country", share: 0.9, is: (text) => /\p{L}/u.test(text) && countryCode(text) !== null },
  { column: "recipient_name", share: 0.8, is: (text) => NAME.test(text) },
];

/**
 * Guesses what the columns of a file of orders hold: by a shop that writes such headers, else by headers and, for a
 * column whose header says nothing, by what is in it. Of two columns with the same meaning the first counts.
 */
export function guessOrderColumns(headers: readonly string[], lines: readonly (readonly string[])[]): Mapping {
  const shop = SHOPS.find(({ has }) => has.every((header) => headers.includes(header)));
  if (shop) return Object.fromEntries(headers.map((header) => [header, shop.columns[header] ?? null]));
  const mapping: Mapping = {};
  const taken = new Set<string>();
  for (const header of headers) {
    const column = columnOf(header);
    mapping[header] = column && !taken.has(column) ? column : null;
    if (column) taken.add(column);
  }
  const whole = new Set(taken);
  for (const header of headers) {
    const part = partOf(header);
    // With a header for the whole, parts of a name would say it twice.
    if (part && (part.isBehind || !whole.has(part.column))) {
      mapping[header] = part.column;
      taken.add(part.column);
    }
  }
  for (const [at, header] of headers.entries()) {
    if (mapping[header] || columnOf(header) || isSaid(header)) continue;
    const cells = lines.slice(0, SAMPLES).flatMap((fields) => readCell((fields[at] ?? "").trim()) || []);
    const found = CONTENTS.find(
      ({ column, share, is }) =>
        !taken.has(column) && cells.length > 0 && cells.filter(is).length >= cells.length * share,
    );
    if (!found) continue;
    mapping[header] = found.column;
    taken.add(found.column);
  }
  return mapping;
}

/** Whether a file's first line names its columns: it does unless it looks like one of the others. */
export function namesOrderColumns([first = []]: readonly (readonly string[])[]): boolean {
  // One alone may be what a row has: goods that are called goods.
  if (first.filter((header) => columnOf(header) !== null).length > 1) return true;
  return !first.some((cell) => /\d{4,}|@/.test(cell) || /^[\d.,]+$/.test(readCell(cell.trim())));
}
