import { z } from "zod";
import { atLeast } from "@/lib/decimal";
import type { Problem } from "@/lib/errors";
import type { Verdict } from "@/lib/i18n/validation";
import { list, string } from "@/lib/loose";
import { CURRENCIES } from "@/lib/orders/choices";
import { CLEARABLE, clearable, clearedAndGiven } from "./clear";
import {
  amount,
  BOUNDS,
  choice,
  code,
  hsCode,
  optionalText,
  orderId,
  paging,
  quantity,
  revision,
  rule,
  side,
  sinceRevision,
  text,
  weight,
  yesNo,
} from "./common";
import { defineContract } from "./contract";
import { also } from "./judge";
import { battery, country, unit } from "./order-parts";

/** The most rows in one import. */
export const MAX_IMPORT = 500;
export const STOCK_CHANGES = ["RECEIVED", "ADJUSTED", "COUNTED", "WRITTEN_OFF", "RESTORED"] as const;
export type StockChange = (typeof STOCK_CHANGES)[number];
export const MOVEMENT_KINDS = [
  ...STOCK_CHANGES,
  "RESERVED",
  "RELEASED",
  "TAKEN",
  "MISSING",
  "DAMAGED",
  "REOPENED",
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

const fields = {
  bar_code_eid: code(100).optional().describe("Barcode, unique within the account and environment"),
  length: side().optional().describe("Length"),
  width: side().optional().describe("Width"),
  height: side().optional().describe("Height"),
  weight: weight().optional().describe("Weight of one unit"),
  hscode: hsCode(6).optional(),
  origin: country.optional(),
  battery: battery.optional(),
  unit: unit.optional(),
  unit_value: amount().optional().describe("Value of one unit, in the product's currency"),
  currency: choice(CURRENCIES).optional().describe("Currency of unit_value, ISO 4217"),
  warehouse_location: optionalText({ max: 50 }).describe("Where it is in the warehouse"),
  low_stock_mark: quantity(0).optional().describe("At this many available units, or fewer, it is low"),
};

/** What is known about a product besides its stock. */
export const productInput = z
  .object({
    sku: code(100).describe("Stock keeping unit, unique within the account and environment"),
    name: text({ max: 200, visible: true }).describe("Name of the product"),
    ...fields,
  })
  .meta({
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
    on_hand: z.string().meta({ description: "Units in the warehouse that can be sold" }),
    reserved: z.string().meta({ description: "Of them for confirmed orders" }),
    available: z.string().meta({ description: "on_hand less reserved" }),
    missing: z.string().meta({ description: "Units that were not found, until a count settles it; not on hand" }),
    damaged: z.string().meta({ description: "Damaged units, until written off or restored; not on hand" }),
    is_low_stock: z.enum(["Y", "N"]),
    revision,
    create_time: z.string(),
    update_time: z.string(),
  })
  .meta({ id: "Product" });
export type Product = z.output<typeof product>;

const base = { audience: "public", tag: "Products" } as const;
const byId = z.object({ product_id: code(64).describe("The id of the product") });
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

export const listProducts = defineContract("listProducts", {
  ...base,
  summary: "List and search products with their stock",
  query: z.object({
    q: optionalText({ max: 200 }).meta({
      description: "Words that all occur, in any order, in sku, bar_code_eid, name or the item's description",
    }),
    code: code(100).optional().meta({ description: "A sku or bar_code_eid in full, as scanned" }),
    is_low_stock: yesNo.optional().describe("Whether available units are at the low stock mark or below"),
    sort: choice(PRODUCT_SORTS)
      .default("sku")
      .describe("What rows are sorted by; a minus sign before it reverses the order"),
    ...paging,
  }),
  response: product,
  list: true,
});
export type ListProductsQuery = z.output<NonNullable<typeof listProducts.query>>;

export const createProduct = defineContract("createProduct", {
  ...base,
  summary: "Create a product",
  body: productInput,
  response: product,
  creates: "id",
  errors: ["idempotency_key_exists"],
  example,
});

export const readProduct = defineContract("readProduct", {
  ...base,
  summary: "Read a product",
  params: byId,
  response: product,
  errors: ["NOT_FOUND"],
});

export const updateProduct = defineContract("updateProduct", {
  ...base,
  summary: "Change a product",
  description: CLEARABLE,
  params: byId,
  body: z.object({
    sku: code(100).optional().describe("Stock keeping unit, unique within the account and environment"),
    name: text({ max: 200, visible: true }).optional().describe("Name of the product"),
    ...clearable(fields),
    revision: sinceRevision,
  }),
  rules: clearedAndGiven,
  response: product,
  errors: ["NOT_FOUND", "CHANGED_MEANWHILE"],
  example: { warehouse_location: "A-03-2", clear: ["low_stock_mark"] },
});

export const deleteProduct = defineContract("deleteProduct", {
  ...base,
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
    missing_change: z.string().meta({ description: "With its sign" }),
    damaged_change: z.string().meta({ description: "With its sign" }),
    on_hand: z.string().meta({ description: "After it" }),
    reserved: z.string().meta({ description: "After it" }),
    missing: z.string().meta({ description: "After it" }),
    damaged: z.string().meta({ description: "After it" }),
    reason: nullable,
    order_id: nullable,
    by: z.string(),
    moved_by: z
      .object({ kind: z.enum(["person", "staff", "client"]), name: nullable })
      .meta({ description: "`person` and `client` are the account's own; merchants are not told the names of staff" }),
    time: z.string(),
  })
  .meta({ id: "StockMovement" });

const wrongUnits = ["stockQty", { max: BOUNDS.quantity }] satisfies Verdict;
const signed = z
  .string()
  .superRefine(
    rule((value) =>
      /^-?\d{1,12}$/.test(value) && atLeast(BOUNDS.quantity, value.replace("-", "")) ? undefined : wrongUnits,
    ),
  )
  .meta({ pattern: "^-?\\d{1,12}$" });

export const changeStock = defineContract("changeStock", {
  ...base,
  summary: "Receive stock, count it, or settle damaged units",
  description:
    "RECEIVED adds units. ADJUSTED corrects by a difference. COUNTED says how many units stand on the shelf, at least those that are reserved; what was missing is settled by it and becomes 0. WRITTEN_OFF and RESTORED take units from the damaged ones: gone, or for sale again.",
  params: byId,
  body: z
    .object({
      kind: choice(STOCK_CHANGES).describe("What is done with the stock"),
      qty: signed.meta({
        description: `Units, from 1 to ${BOUNDS.quantity}; COUNTED takes 0, ADJUSTED a minus sign`,
      }),
      reason: optionalText({ max: 200 }).meta({ description: "Required with ADJUSTED" }),
    })
    .superRefine(({ kind, qty, reason }, ctx) => {
      const problem = (path: string, key: string, params = {}) =>
        ctx.addIssue({ code: "custom", path: [path], params: { key, params } });
      const isFitting = kind === "ADJUSTED" ? Number(qty) !== 0 : Number(qty) >= (kind === "COUNTED" ? 0 : 1);
      if (!isFitting || (kind !== "ADJUSTED" && qty.startsWith("-"))) problem("qty", ...wrongUnits);
      if (kind === "ADJUSTED" && !reason) problem("reason", "required");
    }),
  response: product,
  creates: "id",
  errors: ["NOT_FOUND", "idempotency_key_exists"],
  example: { kind: "RECEIVED", qty: "120", reason: "Delivery note 4711" },
});

export const listMovements = defineContract("listMovements", {
  ...base,
  summary: "List what moved a product's stock, the newest first",
  params: byId,
  query: z.object({ order_id: orderId.optional().describe("Only movements of this order"), ...paging }),
  response: movement,
  list: true,
  errors: ["NOT_FOUND"],
});
export type ListMovementsQuery = z.output<NonNullable<typeof listMovements.query>>;
export type Movement = z.output<typeof movement>;

/** Rows that repeat a sku or barcode: the later row is reported. */
const noRepeats = also((body) =>
  ["sku", "bar_code_eid"].flatMap((field) => {
    const first = new Map<unknown, number>();
    return list(body.product_list).flatMap((row, index): Problem[] => {
      const given = string(row[field]);
      if (given === undefined) return [];
      const before = first.get(given);
      if (before === undefined) first.set(given, index);
      return before === undefined
        ? []
        : [{ path: ["product_list", index, field], key: "productRepeated", params: { row: before + 1 } }];
    });
  }),
);

export const importProducts = defineContract("importProducts", {
  ...base,
  summary: "Create and change products by sku",
  description: `At most ${MAX_IMPORT} rows, all or none; every failure is answered at once. Fields left out stay as they are; stock is not imported.`,
  body: z.object({
    product_list: z.array(productInput).min(1).max(MAX_IMPORT).describe("The products, each sku once"),
  }),
  rules: noRepeats,
  response: z.object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int().meta({ description: "Rows that say what is stored already" }),
  }),
  creates: "id",
  errors: ["idempotency_key_exists"],
  example: { product_list: [example] },
});

export const exportProducts = defineContract("exportProducts", {
  ...base,
  // Not the warehouse (contract §7.1).
  summary: "Export every product with its stock",
  description:
    "UTF-8 with a byte order mark. Text that a spreadsheet would run as a formula has an apostrophe before it.",
  response: z.object({ format: z.literal("csv"), encoding: z.literal("base64"), content: z.string() }),
  files: [{ type: "text/csv", description: "The products as CSV" }],
});
