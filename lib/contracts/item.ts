import { z } from "zod";
import { CURRENCIES } from "@/lib/orders/choices";
import { CLEARABLE, clearable, clearedAndGiven } from "./clear";
import { amount, choice, code, hsCode, optionalText, paging, revision, sinceRevision, text, weight } from "./common";
import { defineContract } from "./contract";
import { battery, country, unit } from "./order-parts";

const fields = {
  bar_code_eid: code(100).optional().describe("Barcode, unique in the account"),
  description: optionalText({ max: 35 }).describe("What it is for customs, if not its name"),
  hscode: hsCode(6).optional(),
  origin: country.optional(),
  currency: choice(CURRENCIES).optional().describe("Currency of single_price, ISO 4217"),
  single_price: amount().optional().describe("Value of one unit, in `currency`"),
  single_weight: weight().optional().describe("Weight of one unit"),
  unit: unit.optional(),
  battery: battery.optional(),
};
const sku = code(100);
const name = text({ max: 200, visible: true });

/** What is known about goods for the declaration of an order. */
export const itemInput = z
  .object({
    sku: sku.optional().meta({ description: "Unique in the account; one is made where it is not given" }),
    name: name.describe("What people call it"),
    ...fields,
  })
  .meta({ id: "ItemInput" });
export type ItemInput = z.output<typeof itemInput>;

const nullable = z.string().nullable();
const item = z
  .object({
    id: z.string(),
    sku: z.string(),
    bar_code_eid: nullable,
    name: z.string(),
    description: nullable.meta({ description: "What it is for customs, if not its name" }),
    hscode: nullable,
    origin: nullable,
    currency: nullable,
    single_price: nullable,
    single_weight: nullable,
    unit: nullable,
    battery: z.object({ type: z.string(), location: z.string() }).nullable(),
    revision,
  })
  .meta({ id: "Item" });
export type Item = z.output<typeof item>;

const base = { audience: "public", tag: "Items" } as const;
const byId = z.object({ id: code(64).describe("The id of the item") });

export const listItems = defineContract("listItems", {
  ...base,
  summary: "List and search items, by name",
  query: z.object({
    q: optionalText({ max: 200 }).meta({
      description: "Words that all occur, in any order, in sku, bar_code_eid, name or description",
    }),
    ...paging,
  }),
  response: item,
  list: true,
});
export type ListItemsQuery = z.output<NonNullable<typeof listItems.query>>;

export const createItem = defineContract("createItem", {
  ...base,
  summary: "Create an item",
  body: itemInput,
  response: item,
  creates: "id",
  errors: ["idempotency_key_exists"],
  example: {
    sku: "CAP-TRAIL",
    bar_code_eid: "4897654300012",
    name: "Trail running cap",
    description: "Cap of polyester, knitted",
    hscode: "650500",
    origin: "VN",
    currency: "HKD",
    single_price: "199.00",
    single_weight: "0.1",
    unit: "PCS",
  },
});

export const readItem = defineContract("readItem", {
  ...base,
  summary: "Read an item",
  params: byId,
  response: item,
  errors: ["NOT_FOUND"],
});

export const updateItem = defineContract("updateItem", {
  ...base,
  summary: "Change an item",
  description: CLEARABLE,
  params: byId,
  body: z.object({
    sku: sku.optional().describe("Stock keeping unit, unique in the account"),
    name: name.optional().describe("What people call it"),
    ...clearable(fields),
    revision: sinceRevision,
  }),
  rules: clearedAndGiven,
  response: item,
  errors: ["NOT_FOUND", "CHANGED_MEANWHILE"],
  example: { hscode: "650500", clear: ["bar_code_eid"] },
});

export const deleteItem = defineContract("deleteItem", {
  ...base,
  summary: "Delete an item that has no stock",
  params: byId,
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND"],
});
