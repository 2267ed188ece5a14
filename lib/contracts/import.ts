import { z } from "zod";
import { FILE_KINDS } from "@/lib/file-kinds";
import { DOUBTS } from "@/lib/goods/product-doubts";
import { CSV, XLSX } from "@/lib/tables/file-types";
import { choice, code, optionalText, paging, rule, yesNo } from "./common";
import { defineContract } from "./contract";
import { SHIP_TYPES } from "./order";
import { printer } from "./print";

/** CHECKING: being judged; RUNNING: its orders are being made. */
export const IMPORT_STATUSES = ["CHECKING", "WRONG", "READY", "RUNNING", "DONE", "CANCELLED"] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Of a row: without errors, without any since it was corrected, with errors; made; refused when it was to be made. */
export const ROW_STATES = ["good", "fixed", "wrong", "done", "failed"] as const;
export type RowState = (typeof ROW_STATES)[number];

/** The most imports of an account that are not finished, and how many that are finished are kept. */
export const MAX_OPEN_IMPORTS = 20;
export const MAX_KEPT_IMPORTS = 100;
const MAX_FILE_MIB = 20;
/** The most characters of a cell. */
export const MAX_CELL = 32_767;

const TYPES = [CSV, XLSX] as const;

const base = { audience: "public", tag: "Imports" } as const;
const byId = z.object({ import_id: code(40).describe("The import's id") });
const byRow = byId.extend({
  n: z
    .string()
    .superRefine(rule((value) => (/^\d{1,4}$/.test(value) ? undefined : "integer")))
    .meta({ description: "The row's number: lines of data count from 1, blank ones do not", type: "integer" }),
});

const mapping = z
  .record(z.string(), z.string().nullable())
  .meta({ description: "What each column of the file holds, by its header; null: it is not read" });

const importRecord = z
  .object({
    import_id: z.string(),
    kind: z.enum(FILE_KINDS),
    name: z.string().nullable(),
    status: z.enum(IMPORT_STATUSES),
    rows: z.int(),
    orders: z.int().meta({ description: "Orders, of which lines of one reference are one; or products, or addresses" }),
    wrong: z.int().meta({ description: "Rows with errors" }),
    ready: z.int().meta({ description: "Orders (products, addresses) without errors, which a start makes" }),
    unpriced: z.int().meta({ description: "Orders whose price is not known yet" }),
    done: z.int().meta({ description: "Orders that are made; products and addresses that are as the file says" }),
    changed: z.int().meta({ description: "Of products and addresses that are done, those that were there before" }),
    unchanged: z.int().meta({ description: "Of those that are done, those that were there just so" }),
    failed: z.int().meta({ description: "Those that were refused when they were to be made" }),
    total_price: z.string().meta({ description: "HKD, of the orders without errors" }),
    has_headers: z.boolean().meta({ description: "Whether the first line names the columns" }),
    mapping,
    same_as: z.string().nullable().meta({ description: "The import of the same content within 30 days" }),
    confirm_shipment: z.enum(["Y", "N"]).nullable().meta({ description: "As it was started" }),
    created_by: printer.nullable(),
    create_time: z.string(),
    finish_time: z.string().nullable(),
  })
  .meta({ id: "Import" });
export type Import = z.output<typeof importRecord>;

const values = z
  .record(z.string(), z.string())
  .meta({ description: "What the row has, by the template's columns; blank ones are left out" });

const cell = z
  .string()
  .superRefine(
    rule((value) => (value.length > MAX_CELL ? ["tooLong", { max: MAX_CELL, length: value.length }] : undefined)),
  )
  .meta({ maxLength: MAX_CELL });

const importRow = z
  .object({
    n: z.int(),
    reference: z.string().nullable(),
    first_n: z.int().meta({ description: "The first row of its order" }),
    state: z.enum(ROW_STATES),
    values,
    corrected: z.array(z.string()).meta({ description: "Columns that are not as the file has them" }),
    errors: z.array(
      z.object({
        column: z.string(),
        message: z.string(),
        code: z.string().optional().meta({ description: "As in `error_trace`" }),
      }),
    ),
    order_id: z.string().nullable(),
    price: z.string().nullable().meta({ description: "HKD, on the first row of an order without errors" }),
    hold: z
      .string()
      .nullable()
      .meta({ description: "Why rules only let the order be saved, on its first row; null: they do not" }),
  })
  .meta({ id: "ImportRow" });
export type ImportRow = z.output<typeof importRow>;

const fileAnswer = z.object({
  format: z.enum(["csv", "xlsx"]),
  encoding: z.literal("base64"),
  content: z.string(),
});

export const readImportTemplate = defineContract("readImportTemplate", {
  ...base,
  summary: "The columns of a file of orders, with an example",
  description:
    "Lines that follow one another with the same reference are one order of several items; on the further ones what is the order's is left blank. Blank cells come from the account's defaults, and of an item with a known sku from that. Amounts are HKD for local orders; `item_value` is of one unit.",
  query: z.object({
    ship_type: choice(SHIP_TYPES).describe("The kind of orders that the example shows"),
    format: choice(["csv", "xlsx"]).default("csv").describe("Kind of file: text with commas, or an Excel workbook"),
  }),
  response: fileAnswer,
  files: [
    { type: CSV, description: "The template as CSV" },
    { type: XLSX, description: "The template as a workbook" },
  ],
});

export const createImport = defineContract("createImport", {
  ...base,
  summary: "Import orders from a file: nothing is made before it is started",
  description: `The body is the file: CSV in UTF-8, UTF-16 or Big5, with commas, semicolons or tabs, or an Excel workbook, of which the first sheet is read. At most 5,000 rows, ${MAX_FILE_MIB} MiB, 32,767 characters in a cell and 100 MiB unpacked. The answer is CHECKING; \`GET /imports/{import_id}\` says when it is READY, or WRONG with rows that have errors.`,
  query: z.object({
    kind: choice(FILE_KINDS).describe("What its rows are"),
    name: optionalText({ max: 200 }).describe("The file's name, by which people find it again"),
  }),
  body: z.object({ content: z.custom<Uint8Array>().meta({ description: "The file" }) }),
  fileTypes: TYPES,
  example:
    'reference,recipient_name,recipient_mobile,recipient_address,weight_kg,item_name,item_qty,item_value\r\nA-1001,Amy Wong,51234567,"Flat 12B, Block 3, City Garden, North Point",0.8,Scarf,2,120\r\n',
  mib: MAX_FILE_MIB,
  response: importRecord,
  creates: "import_id",
  errors: ["idempotency_key_exists"],
});

export const listImports = defineContract("listImports", {
  ...base,
  summary: "Imports of the last 30 days, the latest first",
  query: z.object({ kind: choice(FILE_KINDS).optional().describe("Only those of this kind"), ...paging }),
  response: importRecord,
  list: true,
});

export const readImport = defineContract("readImport", {
  ...base,
  summary: "How far an import is",
  params: byId,
  response: importRecord,
  errors: ["NOT_FOUND"],
});

export const listImportRows = defineContract("listImportRows", {
  ...base,
  summary: "Rows of an import, in the file's order, with everything that is wrong with each",
  description: "Rows are kept for 30 days.",
  params: byId,
  query: z.object({ state: choice(ROW_STATES).optional().describe("Only rows in this state"), ...paging }),
  response: importRow,
  list: true,
  errors: ["NOT_FOUND"],
});

// A blank cell arrives as one that is not given.
const changedValues = z.record(z.string(), cell.optional()).meta({
  description: "The columns that change; an empty text leaves one blank",
});

export const changeImportRow = defineContract("changeImportRow", {
  ...base,
  summary: "Correct a row; what it makes is judged again at once",
  params: byRow,
  body: z.object({ values: changedValues }),
  response: importRow,
  errors: ["NOT_FOUND"],
  example: { values: { recipient_mobile: "91234567" } },
});

/** The most rows that are corrected at once. */
export const MAX_CHANGES = 1000;

export const changeImportRows = defineContract("changeImportRows", {
  ...base,
  audience: "people",
  summary: "Correct many rows at once: what is pasted, filled down, or the same everywhere",
  params: byId,
  body: z.object({
    changes: z
      .array(z.object({ n: z.int().min(1).max(99_999), values: changedValues }))
      .min(1)
      .max(MAX_CHANGES),
  }),
  mib: 8,
  response: z.object({
    import: importRecord,
    rows: z.array(importRow).meta({ description: "Every row that was judged again" }),
  }),
  errors: ["NOT_FOUND"],
});
export type ChangedRows = z.output<(typeof changeImportRows)["response"]>;

/** The most groups of rows with the same fault that are told apart. */
export const MAX_FAULTS = 500;
/** The most rows of a kind of fault that are named. */
export const NAMED_ROWS = 6;

const faultOfRows = z.object({
  column: z.string(),
  message: z.string(),
  value: z.string().meta({ description: "Its first 100 characters" }),
  rows: z.array(z.int()),
});

export const readImportSummary = defineContract("readImportSummary", {
  ...base,
  audience: "people",
  summary:
    "What is wrong in an import by kind, what its orders cost by service, what was filled in, and what to look at again",
  params: byId,
  response: z.object({
    faults: z
      .array(faultOfRows)
      .meta({ description: "Rows with the same value in a column that is wrong for the same reason" }),
    kinds: z
      .array(
        z.object({
          column: z.string(),
          message: z.string().meta({ description: "Of its first row" }),
          count: z.int().meta({ description: "Rows that are wrong so" }),
          rows: z.array(z.int()).meta({ description: `The first ${NAMED_ROWS} of them` }),
        }),
      )
      .meta({ description: "What is wrong in the same column for the same reason" }),
    services: z.array(z.object({ shipping_provider: z.string(), orders: z.int(), price: z.string() })),
    held: z
      .array(z.object({ reason: z.string(), orders: z.int(), price: z.string() }))
      .meta({ description: "Orders that rules only let be saved, by reason; they are among those of `services`" }),
    filled: z
      .object({
        sender: z.int(),
        shipping_provider: z.int(),
        mobile_prefix: z.int(),
        weight: z.int(),
        item: z.int(),
      })
      .meta({
        description: "Orders without errors that got these from defaults; rows that got goods from saved items",
      }),
    states: z
      .object({ good: z.int(), fixed: z.int(), wrong: z.int(), done: z.int(), failed: z.int() })
      .meta({ description: "How many rows are in each state" }),
    order_ids: z.array(z.string()).meta({ description: "Orders that are made, in the file's order" }),
    doubts: z
      .array(z.object({ column: z.string(), doubt: z.enum(DOUBTS), count: z.int(), rows: z.array(z.int()) }))
      .meta({
        description: `Cells of products to look at again, which hold nothing up: how many rows, and the first ${NAMED_ROWS} of them`,
      }),
  }),
  errors: ["NOT_FOUND"],
});
export type ImportSummary = z.output<(typeof readImportSummary)["response"]>;

export const readImportColumns = defineContract("readImportColumns", {
  ...base,
  audience: "people",
  summary: "The columns of an import's file in their order, with what they hold and some of their cells",
  params: byId,
  query: z.object({
    has_headers: yesNo
      .optional()
      .describe("As if the first line named the columns, or did not; as it is read unless given"),
  }),
  response: z.object({
    has_headers: z.boolean(),
    columns: z.array(z.object({ header: z.string(), column: z.string().nullable(), samples: z.array(z.string()) })),
  }),
  errors: ["NOT_FOUND"],
});

export type ImportColumns = z.output<(typeof readImportColumns)["response"]>;

export const mapImport = defineContract("mapImport", {
  ...base,
  summary: "Say what the file's columns hold; it is checked again",
  description: "Headers that are left out are not read. Corrections of rows stay.",
  params: byId,
  body: z.object({
    // What is null arrives as not given.
    mapping: z.record(z.string(), z.string().nullable().optional()).meta(mapping.meta() ?? {}),
    has_headers: z.boolean().optional().describe("Whether the first line names the columns"),
  }),
  response: importRecord,
  errors: ["NOT_FOUND"],
  example: { mapping: { "Order no": "reference", Phone: "recipient_mobile", "Internal note": null } },
});

export const startImport = defineContract("startImport", {
  ...base,
  summary: "Make the orders, products or addresses of an import",
  description:
    "In the file's order, each judged and priced again: one that costs more than it was shown with, or that is refused now, is failed and holds up no other.",
  params: byId,
  body: z.object({
    confirm_shipment: yesNo.describe("Y buys the shipments; N only saves the orders"),
    skip_wrong: z.boolean().optional().describe("Leaves out orders with errors; needed while there are any"),
    again: z.boolean().optional().describe("Imports content that was imported before"),
    orders: z.int().optional().describe("How many the caller expects it to make; refused if it would be others"),
    total_price: optionalText({ max: 40 }).describe(
      "What the caller expects them to cost, in HKD; refused if it is another",
    ),
  }),
  response: importRecord,
  errors: ["NOT_FOUND"],
  example: { confirm_shipment: "Y" },
});

export const cancelImport = defineContract("cancelImport", {
  ...base,
  onFullDisk: true,
  summary: "Cancel an import; what is made stays",
  params: byId,
  response: importRecord,
  errors: ["NOT_FOUND"],
});

export const readFailedRows = defineContract("readFailedRows", {
  ...base,
  summary: "Every line with errors as a file, with an error column; it imports again",
  params: byId,
  response: fileAnswer.extend({ format: z.literal("csv") }),
  files: [{ type: CSV, description: "The lines as CSV" }],
  errors: ["NOT_FOUND"],
});
