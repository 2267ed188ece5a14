import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/order-export";
import { money } from "@/lib/decimal";
import { invalid } from "@/lib/errors";
import { EXPORT_COLUMNS, type ExportColumn, type ExportFormat } from "@/lib/orders/export-columns";
import { writeCsv, writeLines } from "@/lib/tables/csv-cells";
import { XLSX } from "@/lib/tables/file-types";
import { ORDER_COLUMNS } from "@/lib/tables/order-csv";
import { type AccountContext, scopeOf } from "@/server/context";
import type { Scope } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import { Download } from "@/server/handler";
import { conditions, countMatching, type Filter, filterOf, headOf, type OrderRow, ROW } from "../queries";
import { providersOf } from "../read";
import { templateLines } from "./template-lines";
import { writeTexts, writeWorkbook } from "./workbook";

/** An order with totals of its parcels and items. */
type ExportRow = OrderRow & {
  parcels: string;
  /** One for each currency, of what is in the parcels; values are in whole cents, as documents print them. */
  declared: { currency: string; value: string }[];
};

/** Orders per statement, so that none holds the embedded database's only connection for long. */
const PAGE = 1000;
const SEVERAL = "; ";

async function readPage(db: Db, scope: Scope, filter: Filter): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`${headOf(filter)}
    select o.*,
      (select count(*) from order_parcels p
        where p.account_id = o.account_id and p.environment = o.environment and p.order_id = o.id) as parcels,
      (select coalesce(json_agg(json_build_object('currency', v.currency, 'value', v.value::text) order by v.currency), '[]')
        from (
          select coalesce(i.currency, o.shipment ->> 'currency', 'HKD') as currency, sum(round((i.qty - i.short_qty) * i.unit_value, 2)) as value
          from order_items i
          where i.qty > i.short_qty and i.account_id = o.account_id and i.environment = o.environment and i.order_id = o.id
          group by 1
        ) v) as declared
    from (
      select ${ROW} from orders where ${conditions(scope, filter)} order by id desc limit ${PAGE}
    ) o order by o.id desc`.execute(db);
  return rows;
}

/** The cells of an order. The space in telephone numbers makes spreadsheets read them as text. */
const CELLS: Record<ExportColumn, (order: ExportRow) => string | null | undefined> = {
  order_id: ({ id }) => id,
  order_status: ({ status }) => status,
  ship_type: ({ ship_type }) => ship_type,
  shipping_provider: ({ shipping_provider }) => shipping_provider,
  tracking_number: ({ tracking_number }) => tracking_number,
  create_time: ({ created_at }) => hongKongIso(created_at),
  confirm_time: ({ confirmed_at }) => confirmed_at && hongKongIso(confirmed_at),
  pickup_date: ({ pickup_date }) => pickup_date,
  pickup_start_time: ({ pickup_start_time }) => pickup_start_time,
  pickup_end_time: ({ pickup_end_time }) => pickup_end_time,
  recipient_name: ({ recipient_name }) => recipient_name,
  recipient_company_name: ({ recipient }) => recipient.company_name,
  recipient_mobile: ({ recipient: { mobile_prefix = "", mobile } }) => `${mobile_prefix.replace("+", "")} ${mobile}`,
  recipient_country: ({ recipient_country }) => recipient_country,
  recipient_address: ({ recipient }) => recipient.address,
  recipient_address_line_2: ({ recipient }) => recipient.address_line_2,
  recipient_address_line_3: ({ recipient }) => recipient.address_line_3,
  recipient_city: ({ recipient }) => recipient.city,
  recipient_state: ({ recipient }) => recipient.state,
  recipient_post_code: ({ recipient }) => recipient.post_code,
  delivery_code: ({ delivery_code }) => delivery_code,
  parcels: ({ parcels }) => parcels,
  chargeable_weight: ({ chargeable_weight }) => chargeable_weight,
  declared_value: ({ declared }) => declared.map(({ value }) => money(value)).join(SEVERAL),
  declared_currency: ({ declared }) => declared.map(({ currency }) => currency).join(SEVERAL),
  quote_price: ({ quote_price }) => money(quote_price),
  price_breakdown: ({ price_breakdown }) =>
    price_breakdown.map(({ code, amount }) => `${code} ${amount}`).join(SEVERAL),
  cod_amount: ({ cod_amount }) => cod_amount,
  client_remarks: ({ client_remarks }) => client_remarks,
  cancel_reason: ({ cancel_reason }) => cancel_reason,
  cancel_remarks: ({ cancel_remarks }) => cancel_remarks,
  reference: ({ reference }) => reference,
};

/** What the file is to have, and as what. */
type Form = { columns: readonly ExportColumn[] | typeof contracts.TEMPLATE; format: ExportFormat };
type Lines = (string | null)[][];
/** Orders that the file cannot hold. */
type LeftOut = { leftOut: number };

function linesOf(rows: readonly ExportRow[], columns: readonly ExportColumn[]): Lines {
  return rows.map((row) => columns.map((column) => CELLS[column](row) ?? null));
}

/** The lines page by page. Orders created meanwhile are newer than where it began, so they do not shift the pages. */
async function* pages(ctx: AccountContext, filter: Filter, { columns }: Form, counted: LeftOut): AsyncGenerator<Lines> {
  const { ids } = filter;
  const used = new Set<string>();
  let rows: ExportRow[];
  let before = filter.before;
  do {
    rows = await readPage(ctx.db, scopeOf(ctx), { ...filter, before });
    before = rows.at(-1)?.id ?? null;
    const sorted = ids ? rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) : rows;
    if (columns === contracts.TEMPLATE) {
      const named = sorted.map(({ id }) => id);
      const { lines, leftOut } = await templateLines(ctx.db, scopeOf(ctx), named, used);
      counted.leftOut += leftOut;
      yield lines;
    } else yield linesOf(sorted, columns);
  } while (rows.length === PAGE);
}

async function write(
  ctx: AccountContext,
  filter: Filter,
  form: Form,
  counted: LeftOut = { leftOut: 0 },
): Promise<Buffer> {
  const { columns } = form;
  if (form.format === "xlsx") {
    const lines: Lines = [];
    for await (const page of pages(ctx, filter, form, counted)) lines.push(...page);
    return columns === contracts.TEMPLATE ? writeTexts("Orders", ORDER_COLUMNS, lines) : writeWorkbook(columns, lines);
  }
  const names = columns === contracts.TEMPLATE ? ORDER_COLUMNS : columns;
  const written = [Buffer.from(writeCsv(names))];
  for await (const page of pages(ctx, filter, form, counted)) written.push(Buffer.from(writeLines(names, page)));
  return Buffer.concat(written);
}

const inJson = (format: ExportFormat, bytes: Buffer) =>
  ({ format, encoding: "base64", content: bytes.toString("base64") }) as const;

/**
 * The orders that match a list's filters, the newest first, or in the order of `order_ids`; in JSON or as a file
 * (contract §5.9). @throws ApiError BAD_REQUEST when they are more than one export holds
 */
export async function exportOrders(
  ctx: AccountContext,
  { format: asked, columns = [...EXPORT_COLUMNS], ...query }: InputOf<typeof contracts.exportOrders>,
  asFile?: string,
): Promise<DataOf<typeof contracts.exportOrders> | Download> {
  const format = asFile === XLSX ? "xlsx" : asFile ? "csv" : asked;
  const filter = await filterOf(ctx.db, scopeOf(ctx), query, await providersOf(ctx, query));
  const total = await countMatching(ctx.db, scopeOf(ctx), filter);
  const max = format === "xlsx" ? contracts.MAX_WORKBOOK : contracts.MAX_EXPORT;
  if (total > max) throw invalid({ path: ["created_from"], key: "exportTooLarge", params: { total, max } });
  const counted: LeftOut = { leftOut: 0 };
  const bytes = await write(ctx, filter, { columns, format }, counted);
  const told: Record<string, string> = columns === contracts.TEMPLATE ? { "x-left-out": String(counted.leftOut) } : {};
  if (asFile === XLSX) return new Download(bytes, XLSX, `orders-${ctx.environment}.xlsx`, told);
  if (asFile) return new Download(bytes, "text/csv; charset=utf-8", `orders-${ctx.environment}.csv`, told);
  return { ...inJson(format, bytes), ...(columns === contracts.TEMPLATE && { left_out: counted.leftOut }) };
}

/** The orders of a selection, in its order; what is not found is left out (contract §5.9). */
export async function exportSelected(
  ctx: AccountContext,
  { order_ids, format, columns = [...EXPORT_COLUMNS] }: InputOf<typeof contracts.exportSelected>,
): Promise<DataOf<typeof contracts.exportSelected>> {
  const filter = await filterOf(ctx.db, scopeOf(ctx), { order_ids: order_ids.join(",") }, null);
  return inJson(format, await write(ctx, filter, { columns, format }));
}
