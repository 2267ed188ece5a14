/** Owns the files that imports give: templates, and the lines that were wrong. */
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/import";
import type { RowState } from "@/lib/contracts/import";
import { notFound } from "@/lib/errors";
import { validationMessage } from "@/lib/i18n/validation";
import { writeCsv } from "@/lib/tables/csv-cells";
import { XLSX } from "@/lib/tables/file-types";
import { ORDER_COLUMNS, type OrderColumn } from "@/lib/tables/order-csv";
import { type AccountContext, scopeOf } from "@/server/context";
import { Download } from "@/server/handler";
import { writeTexts } from "@/server/orders";
import { cellsNow } from "./judge";
import { kindOf } from "./kinds";
import { findImport, readRows } from "./store";

type Example = Partial<Record<OrderColumn, string>>;

/** Two orders of each kind; the second has two items. */
const EXAMPLES: Record<"local" | "intl", readonly Example[]> = {
  local: [
    {
      ...{ reference: "A-1001", ship_type: "local", shipping_provider: "LOCAL_DOOR" },
      ...{
        recipient_name: "陳大文",
        recipient_mobile: "91234567",
        recipient_address: "九龍旺角彌敦道 700 號 5 樓 A 室",
      },
      ...{ weight_kg: "1.2", item_name: "茶具", item_qty: "1", item_value: "380", item_sku: "TEA-SET" },
    },
    {
      ...{ reference: "A-1002", ship_type: "local", shipping_provider: "LOCAL_DOOR" },
      ...{ recipient_name: "Amy Wong", recipient_mobile: "51234567" },
      ...{ recipient_address: "Flat 12B, Block 3, City Garden, North Point", weight_kg: "0.8" },
      ...{ item_name: "Scarf", item_qty: "2", item_value: "120", cod_amount: "300", remarks: "Call before delivery" },
    },
    { reference: "A-1002", item_name: "Gift box", item_qty: "1", item_value: "60" },
  ],
  intl: [
    {
      ...{ reference: "B-2001", ship_type: "intl", shipping_provider: "INTL_EXPR" },
      ...{ recipient_name: "Jane Miller", recipient_mobile_prefix: "1", recipient_mobile: "2125550123" },
      ...{
        recipient_email: "jane@example.com",
        recipient_address: "350 Fifth Avenue, Floor 21",
        recipient_country: "US",
      },
      ...{ recipient_state: "NY", recipient_city: "New York", recipient_postal_code: "10118" },
      ...{ weight_kg: "1.5", length_cm: "30", width_cm: "20", height_cm: "12" },
      ...{ item_name: "Porcelain tea set", item_qty: "1", item_value: "380", item_currency: "HKD" },
      ...{ item_hscode: "691110", item_origin: "CN", item_sku: "TEA-SET" },
    },
    {
      ...{ reference: "B-2002", ship_type: "intl", shipping_provider: "INTL_EXPR" },
      ...{ recipient_name: "Lena Weber", recipient_mobile_prefix: "49", recipient_mobile: "15112345678" },
      ...{ recipient_email: "lena@example.com", recipient_address: "Hauptstrasse 12", recipient_country: "DE" },
      ...{ recipient_city: "Berlin", recipient_postal_code: "10115" },
      ...{ weight_kg: "0.6", length_cm: "25", width_cm: "20", height_cm: "8" },
      ...{ item_name: "Silk scarf", item_qty: "2", item_value: "120", item_currency: "HKD" },
      ...{ item_hscode: "621410", item_origin: "HK", remarks: "Gift" },
    },
    {
      reference: "B-2002",
      item_name: "Gift box",
      item_qty: "1",
      item_value: "60",
      item_hscode: "481920",
      item_origin: "HK",
    },
  ],
};

const CSV = "text/csv; charset=utf-8";

/** The columns of a file of orders with an example of a kind, as JSON or as a file (contract §39.2). */
export async function readImportTemplate(
  _ctx: AccountContext,
  { ship_type, format: asked }: InputOf<typeof contracts.readImportTemplate>,
  asFile?: string,
): Promise<DataOf<typeof contracts.readImportTemplate> | Download> {
  const format = asFile === XLSX ? "xlsx" : asFile ? "csv" : asked;
  const lines = EXAMPLES[ship_type].map((example) => ORDER_COLUMNS.map((column) => example[column] ?? null));
  const bytes =
    format === "xlsx" ? await writeTexts("Orders", ORDER_COLUMNS, lines) : Buffer.from(writeCsv(ORDER_COLUMNS, lines));
  if (asFile) return new Download(bytes, asFile === XLSX ? XLSX : CSV, `orders-${ship_type}-template.${format}`);
  return { format, encoding: "base64", content: bytes.toString("base64") };
}

/**
 * Every line of the orders with errors, and of those that a cancelled import has not made, as they are corrected so far, with what is wrong in the reader's language; the
 * file imports again (contract §39.4). @throws ApiError NOT_FOUND
 */
export async function readFailedRows(
  ctx: AccountContext,
  { import_id: id }: InputOf<typeof contracts.readFailedRows>,
  asFile?: string,
): Promise<DataOf<typeof contracts.readFailedRows> | Download> {
  const scope = scopeOf(ctx);
  const found = await findImport(ctx.db, scope, id);
  if (!found) throw notFound();
  const rows = await readRows(ctx.db, scope, id);
  const isLeft = ({ state }: { state: RowState }) =>
    state === "wrong" || state === "failed" || (found.status === "CANCELLED" && state !== "done");
  const wrong = new Set(rows.filter(isLeft).map(({ first_n }) => first_n));
  const kept = rows.filter(({ first_n }) => wrong.has(first_n)).map((row) => ({ ...row, now: cellsNow(row) }));
  const columns = kindOf(found.kind).columns.filter((column) => kept.some(({ now }) => now[column] !== undefined));
  const lines = kept.map(({ now, problems }) => [
    ...columns.map((column) => now[column] ?? null),
    (problems ?? [])
      .map(
        ({ column, key, params, message }) =>
          `${column}: ${key ? validationMessage(key, params, ctx.language) : message}`,
      )
      .join("; "),
  ]);
  const bytes = Buffer.from(writeCsv([...columns, "error"], lines));
  if (asFile) return new Download(bytes, CSV, `wrong-rows-${id}.csv`);
  return { format: "csv", encoding: "base64", content: bytes.toString("base64") };
}
