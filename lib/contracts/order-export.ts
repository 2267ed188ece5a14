import { z } from "zod";
import { JOB_STATES } from "@/lib/jobs";
import { JOB_FILE_HOURS } from "@/lib/orders/choices";
import { EXPORT_COLUMNS, EXPORT_FORMATS, type ExportColumn } from "@/lib/orders/export-columns";
import { XLSX } from "@/lib/tables/file-types";
import { choice, code, orderId, paging, rule } from "./common";
import { defineContract } from "./contract";
import { listFilters, withDays } from "./order-filters";
import { printer } from "./print";

/** The most orders in one export. */
export const MAX_EXPORT = 50_000;
/** The most orders in one workbook, which is made whole. */
export const MAX_WORKBOOK = 10_000;
/** The most orders that can be named. */
const MAX_NAMED = 1000;

const format = choice(EXPORT_FORMATS).default("csv");
const columns = z
  .array(choice(EXPORT_COLUMNS))
  .min(1)
  .max(EXPORT_COLUMNS.length)
  .transform((names) => [...new Set(names)])
  .optional();
const answer = z.object({
  format: z.enum(EXPORT_FORMATS),
  encoding: z.literal("base64"),
  content: z.string(),
  left_out: z.int().optional().meta({ description: "Of `columns=template`: orders that a template cannot hold" }),
});
/** The columns of a file that can be imported again (contract §39.2). */
export const TEMPLATE = "template";
const files = [
  { type: "text/csv", description: "The orders as CSV" },
  { type: XLSX, description: "The orders as a workbook" },
];

const isColumn = (name: string): name is ExportColumn => EXPORT_COLUMNS.some((each) => each === name);

/** The list of contract §13.6 as a file (§5.9). */
export const exportOrders = defineContract("exportOrders", {
  // Not the warehouse (contract §7.1).
  audience: "public",
  tag: "Orders",
  summary: "Export the orders that a list's filters let through",
  description: `One line for each order, the newest first; with \`order_ids\` in their order. \`columns\` chooses and orders the columns. More than ${MAX_EXPORT} orders are a 400, as XLSX more than ${MAX_WORKBOOK}. CSV is UTF-8 with a byte order mark; text that a spreadsheet would run as a formula has an apostrophe before it, and digits that it would shorten are written ="00123". In a workbook amounts, weights and times are numbers and dates of Hong Kong.`,
  query: withDays(
    listFilters.extend({
      format: format.describe("Kind of file: text with commas, or an Excel workbook"),
      columns: z
        .string()
        .superRefine(
          rule((value) =>
            value === TEMPLATE || value.split(",").every(isColumn)
              ? undefined
              : ["choice", { choices: [TEMPLATE, ...EXPORT_COLUMNS].join(", ") }],
          ),
        )
        .transform((value) => (value === TEMPLATE ? TEMPLATE : [...new Set(value.split(",").filter(isColumn))]))
        .optional()
        .meta({
          type: "string",
          description: `Comma separated, of: ${EXPORT_COLUMNS.join(", ")}; or \`${TEMPLATE}\`: lines that can be imported again, without orders of several parcels`,
        }),
    }),
  ),
  response: answer,
  files,
});

/** The orders of a selection as a file (contract §5.9). */
export const exportSelected = defineContract("exportSelected", {
  audience: "people",
  tag: "Orders",
  onFullDisk: true,
  summary: "Export chosen orders, in the order in which they are given",
  body: z.object({
    order_ids: z.array(orderId).min(1).max(MAX_NAMED),
    format,
    columns,
  }),
  response: answer,
});

const exported = z.object({
  export_id: z.string(),
  state: z.enum(JOB_STATES),
  format: z.enum(EXPORT_FORMATS),
  total: z.int(),
  done: z.int(),
  /** Who asked for it. */
  created_by: printer.nullable(),
  create_time: z.string(),
  /** Until when the file can be fetched. */
  expires_at: z.string(),
});
export type Export = z.output<typeof exported>;

const jobs = { audience: "people", tag: "Exports" } as const;
const byId = z.object({ id: code(40) });
/** The most exports that wait or run, and how many that have ended are kept (contract §9.6). */
export const MAX_OPEN_EXPORTS = 5;
export const MAX_KEPT_EXPORTS = 20;

export const createExport = defineContract("createExport", {
  ...jobs,
  summary: "Export the orders that a list's filters let through, in the background",
  description: `Like \`GET /orders/export\`, with the same limits; the file is kept for ${JOB_FILE_HOURS} hours.`,
  body: z.object({ query: withDays(listFilters), format, columns }),
  response: exported,
  creates: "export_id",
});

export const listExports = defineContract("listExports", {
  ...jobs,
  summary: "The exports of the account's people whose files are still kept, the latest first",
  query: z.object(paging),
  response: exported,
  list: true,
});

export const readExport = defineContract("readExport", {
  ...jobs,
  summary: "How far an export is",
  params: byId,
  response: exported,
  errors: ["NOT_FOUND"],
});

export const stopExport = defineContract("stopExport", {
  ...jobs,
  onFullDisk: true,
  summary: "Stop an export; one that has ended stays as it is",
  params: byId,
  response: exported,
  errors: ["NOT_FOUND"],
});

export const readExportFile = defineContract("readExportFile", {
  ...jobs,
  summary: "Fetch the file of an export",
  params: byId,
  response: z.never(),
  files,
  errors: ["NOT_FOUND"],
});
