import { z } from "zod";
import { CURRENCIES, UNITS } from "@/lib/order-choices";
import { choice, code, decimalText, integerText, optionalText, orderId, paging, rule, text, yesNo } from "./common";
import { defineContract, MERCHANT_OR_SUPPORT, ORDER_READERS } from "./contract";
import { battery, country } from "./order-parts";

/** As many rows as one import takes. */
export const MAX_IMPORT = 500;
export const STOCK_CHANGES = ["RECEIVED", "ADJUSTED"] as const;
export const MOVEMENT_KINDS = [...STOCK_CHANGES, "RESERVED", "RELEASED", "TAKEN"] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

const fields = {
  bar_code_eid: code(100).optional(),
  length: decimalText().optional(),
  width: decimalText().optional(),
  height: decimalText().optional(),
  weight: decimalText().optional().meta({ description: "kg a unit" }),
  hscode: code(10).optional(),
  origin: country.optional(),
  battery: battery.optional(),
  unit: choice(UNITS).optional(),
  unit_value: decimalText().optional(),
  currency: choice(CURRENCIES).optional(),
  warehouse_location: optionalText({ max: 50 }),
  low_stock_mark: integerText(0).optional().meta({ description: "At this many available units, or fewer, it is low" }),
};

/** What is known of a product beside its stock. */
export const productInput = z.object({ sku: code(100), name: text({ max: 200 }), ...fields }).meta({
  id: "ProductInput",
});
export type ProductInput = z.output<typeof productInput>;

const nullable = z.string().nullable();
export const product = z
  .object({
    product_id: z.string(),
    sku: z.string(),
    bar_code_eid: nullable,
    name: z.string(),
    length: nullable,
    width: nullable,
    height: nullable,
    weight: nullable,
    hscode: nullable,
    origin: nullable,
    battery: z.object({ type: z.string(), location: z.string() }).nullable(),
    unit: nullable,
    unit_value: nullable,
    currency: nullable,
    warehouse_location: nullable,
    low_stock_mark: nullable,
    on_hand: z.string().meta({ description: "Units in the warehouse" }),
    reserved: z.string().meta({ description: "Of them for confirmed orders" }),
    available: z.string().meta({ description: "on_hand less reserved" }),
    is_low_stock: z.enum(["Y", "N"]),
    create_time: z.string(),
    update_time: z.string(),
  })
  .meta({ id: "Product" });
export type Product = z.output<typeof product>;

const base = { audience: "public", tag: "Products" } as const;
const byId = z.object({ product_id: code(64) });
const example = {
  sku: "CAP-TRAIL",
  bar_code_eid: "4897654300012",
  name: "Trail running cap",
  weight: "0.1",
  hscode: "650500",
  origin: "VN",
  unit: "PCS",
  unit_value: "199.00",
  currency: "HKD",
  low_stock_mark: "20",
};

export const PRODUCT_SORTS = ["sku", "-sku", "name", "-name", "available", "-available"] as const;

export const listProducts = defineContract({
  ...base,
  id: "listProducts",
  method: "GET",
  path: "/products",
  who: ORDER_READERS,
  summary: "List and search products with their stock",
  query: z.object({
    q: optionalText({ max: 200 }).meta({ description: "Part of a sku, bar_code_eid or name" }),
    code: code(100).optional().meta({ description: "A sku or bar_code_eid in full, as scanned" }),
    is_low_stock: yesNo.optional(),
    sort: choice(PRODUCT_SORTS).default("sku"),
    ...paging,
  }),
  response: product,
  list: true,
});
export type ListProductsQuery = z.output<NonNullable<typeof listProducts.query>>;

export const createProduct = defineContract({
  ...base,
  id: "createProduct",
  method: "POST",
  path: "/products",
  who: MERCHANT_OR_SUPPORT,
  summary: "Create a product",
  body: productInput,
  response: product,
  creates: true,
  errors: ["idempotency_key_exists"],
  example,
});

export const readProduct = defineContract({
  ...base,
  id: "readProduct",
  method: "GET",
  path: "/products/{product_id}",
  who: ORDER_READERS,
  summary: "Read a product",
  params: byId,
  response: product,
  errors: ["NOT_FOUND"],
});

export const updateProduct = defineContract({
  ...base,
  id: "updateProduct",
  method: "PATCH",
  path: "/products/{product_id}",
  who: ORDER_READERS,
  summary: "Change a product",
  description: "Each field given replaces the stored one; those named in `clear` are taken away.",
  params: byId,
  body: z.object({
    sku: code(100).optional(),
    name: text({ max: 200 }).optional(),
    ...fields,
    clear: z
      .array(choice(Object.keys(fields) as [keyof typeof fields, ...(keyof typeof fields)[]]))
      .max(20)
      .optional(),
  }),
  response: product,
  errors: ["NOT_FOUND"],
  example: { warehouse_location: "A-03-2", clear: ["low_stock_mark"] },
});

export const deleteProduct = defineContract({
  ...base,
  id: "deleteProduct",
  method: "DELETE",
  path: "/products/{product_id}",
  who: MERCHANT_OR_SUPPORT,
  summary: "Delete a product that has no stock",
  params: byId,
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND"],
});

const movement = z
  .object({
    movement_id: z.string(),
    kind: z.enum(MOVEMENT_KINDS),
    on_hand_change: z.string().meta({ description: "With its sign" }),
    reserved_change: z.string().meta({ description: "With its sign" }),
    on_hand: z.string().meta({ description: "After it" }),
    reserved: z.string().meta({ description: "After it" }),
    reason: nullable,
    order_id: nullable,
    by: z.string(),
    moved_by: z
      .object({ kind: z.enum(["person", "staff", "client"]), name: nullable })
      .meta({ description: "`person` and `client` are the account's own; merchants are not told the names of staff" }),
    time: z.string(),
  })
  .meta({ id: "StockMovement" });

const signed = z
  .string()
  .superRefine(rule((value) => (/^-?\d{1,12}$/.test(value) && Number(value) !== 0 ? undefined : "stockQty")))
  .meta({ pattern: "^-?\\d{1,12}$" });

export const changeStock = defineContract({
  ...base,
  id: "changeStock",
  method: "POST",
  path: "/products/{product_id}/stock",
  who: ["warehouse", "support"],
  summary: "Receive stock, or correct what was counted",
  params: byId,
  body: z
    .object({
      kind: choice(STOCK_CHANGES),
      qty: signed.meta({ description: "Units; ADJUSTED takes a minus sign" }),
      reason: optionalText({ max: 200 }).meta({ description: "Required with ADJUSTED" }),
    })
    .superRefine(({ kind, qty, reason }, ctx) => {
      const problem = (path: string, key: string) => ctx.addIssue({ code: "custom", path: [path], params: { key } });
      if (kind === "RECEIVED" && qty.startsWith("-")) problem("qty", "stockQty");
      if (kind === "ADJUSTED" && !reason) problem("reason", "required");
    }),
  response: product,
  creates: true,
  errors: ["NOT_FOUND", "idempotency_key_exists"],
  example: { kind: "RECEIVED", qty: "120", reason: "Delivery note 4711" },
});

export const listMovements = defineContract({
  ...base,
  id: "listMovements",
  method: "GET",
  path: "/products/{product_id}/movements",
  who: ORDER_READERS,
  summary: "List what moved a product's stock, the newest first",
  params: byId,
  query: z.object({ order_id: orderId.optional(), ...paging }),
  response: movement,
  list: true,
  errors: ["NOT_FOUND"],
});
export type Movement = z.output<typeof movement>;

export const importProducts = defineContract({
  ...base,
  id: "importProducts",
  method: "POST",
  path: "/products/import",
  who: MERCHANT_OR_SUPPORT,
  summary: "Create and change products by sku",
  description: `At most ${MAX_IMPORT} rows, all or none; every failure is told at once. Fields left out stay as they are; stock is not imported.`,
  body: z.object({ product_list: z.array(productInput).min(1).max(MAX_IMPORT) }),
  response: z.object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int().meta({ description: "Rows that say what is stored already" }),
  }),
  creates: true,
  errors: ["idempotency_key_exists"],
  example: { product_list: [example] },
});

export const exportProducts = defineContract({
  ...base,
  id: "exportProducts",
  method: "GET",
  path: "/products/export",
  who: ORDER_READERS,
  summary: "Export every product with its stock",
  description:
    "UTF-8 with a byte order mark. Text that a spreadsheet would run as a formula has an apostrophe before it.",
  response: z.object({ format: z.literal("csv"), encoding: z.literal("base64"), content: z.string() }),
  file: { type: "text/csv", description: "The products as CSV" },
});
