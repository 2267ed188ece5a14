import type { FileKind } from "@/lib/file-kinds";
import { type Doubt, productDoubts } from "@/lib/goods/product-doubts";
import { ADDRESS_COLUMNS } from "@/lib/tables/address-csv";
import { ITEM_COLUMNS, JOINED, ORDER_COLUMNS } from "@/lib/tables/order-csv";
import { PRODUCT_CODES, PRODUCT_COLUMNS } from "@/lib/tables/product-csv";

type Values = Readonly<Record<string, string>>;

/** What the pages of imports know of what is imported. */
export type KindLook = {
  /** Where files of it are given, and where what they made is. */
  path: string;
  list: string;
  columns: readonly string[];
  /** Columns that several columns of a file may make together. */
  joined: Readonly<Partial<Record<string, string>>>;
  wide: ReadonlySet<string>;
  figures: ReadonlySet<string>;
  /** Whether nothing can be made of a file with these columns. */
  isLacking: (held: ReadonlySet<string | null>) => boolean;
  /** Whether a row that is a further one of its thing has this column for itself. */
  hasOfItsOwn: (column: string) => boolean;
  /** Whether it is bought. */
  isPriced: boolean;
  /** Columns of which spaces around a value are a part. */
  exact: readonly string[];
  /** What to look at again in a row, by column; it never blocks. */
  doubts: (values: Values) => Readonly<Partial<Record<string, Doubt>>>;
};

const NEEDED_OF_ORDERS = ["recipient_name", "recipient_address", "recipient_delivery_code"];

const NEEDED_OF_ADDRESSES = ["name", "company_name", "mobile", "email", "address"];

export const KINDS: Record<FileKind, KindLook> = {
  orders: {
    path: "/orders/import",
    list: "/orders",
    columns: ORDER_COLUMNS,
    joined: JOINED,
    wide: new Set(["recipient_address", "item_name", "remarks"]),
    figures: new Set([
      ...["weight_kg", "length_cm", "width_cm", "height_cm"],
      ...["item_qty", "item_value", "cod_amount"],
    ]),
    isLacking: (held) => !NEEDED_OF_ORDERS.some((column) => held.has(column)),
    hasOfItsOwn: (column) => ITEM_COLUMNS.includes(column) || column === "reference",
    isPriced: true,
    exact: [],
    doubts: () => ({}),
  },
  products: {
    path: "/products/import",
    list: "/products",
    columns: PRODUCT_COLUMNS,
    joined: {},
    wide: new Set(["name"]),
    figures: new Set(["length", "width", "height", "weight", "unit_value", "low_stock_mark"]),
    isLacking: (held) => !(held.has("sku") && held.has("name")),
    hasOfItsOwn: () => true,
    isPriced: false,
    exact: PRODUCT_CODES,
    doubts: productDoubts,
  },
  addresses: {
    path: "/addresses/import",
    list: "/addresses",
    columns: ADDRESS_COLUMNS,
    joined: {},
    wide: new Set(["name", "address"]),
    figures: new Set(),
    isLacking: (held) => !NEEDED_OF_ADDRESSES.some((column) => held.has(column)),
    hasOfItsOwn: () => true,
    isPriced: false,
    exact: [],
    doubts: () => ({}),
  },
};

/** Where what an import made is found; without a warehouse, products are items. */
export function listOf(kind: FileKind, { pickPack }: { pickPack: boolean }): string {
  return kind === "products" && !pickPack ? "/items" : KINDS[kind].list;
}
