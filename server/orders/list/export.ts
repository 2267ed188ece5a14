import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/order-export";
import { money } from "@/lib/decimal";
import type { Environment } from "@/lib/environment";
import { invalid, type Path } from "@/lib/errors";
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
  tags: ({ tags }) => tags.join(SEVERAL),
};

type Lines = (string | null)[][];

/** What a file is written of. */
export type Exported = {
  db: Db;
  scope: Scope;
  filter: Filter;
  columns: readonly ExportColumn[] | typeof contracts.TEMPLATE;
  /** Told of each page that was read, before its lines are written. */
  onPage?: (rows: readonly OrderRow[]) => Promise<void>;
  /** Told of orders that the file cannot hold. */
  onLeftOut?: (orders: number) => void;
};

function linesOf(rows: readonly ExportRow[], columns: readonly ExportColumn[]): Lines {
  return rows.map((row) => columns.map((column) => CELLS[column](row) ?? null));
}

/** The lines page by page. Orders created meanwhile are newer than where it began, so they do not shift the pages. */
async function* pagesOf({ db, scope, filter, columns, onPage, onLeftOut }: Exported): AsyncGenerator<Lines> {
  const { ids } = filter;
  const used = new Set<string>();
  let rows: ExportRow[];
  let before = filter.before;
  do {
    rows = await readPage(db, scope, { ...filter, before });
    before = rows.at(-1)?.id ?? null;
    await onPage?.(rows);
    const sorted = ids ? rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) : rows;
    if (columns === contracts.TEMPLATE) {
      const named = sorted.map(({ id }) => id);
      const { lines, leftOut } = await templateLines(db, scope, named, used);
      onLeftOut?.(leftOut);
      yield lines;
    } else yield linesOf(sorted, columns);
  } while (rows.length === PAGE);
}

/** The orders as CSV, piece by piece. */
async function* csvOf(exported: Exported): AsyncGenerator<Buffer> {
  const names = exported.columns === contracts.TEMPLATE ? ORDER_COLUMNS : exported.columns;
  yield Buffer.from(writeCsv(names));
  for await (const page of pagesOf(exported)) yield Buffer.from(writeLines(names, page));
}

/** The orders as a whole file. */
export async function writeOrders(exported: Exported, format: ExportFormat): Promise<Buffer> {
  const { columns } = exported;
  if (format === "csv") {
    const pieces: Buffer[] = [];
    for await (const piece of csvOf(exported)) pieces.push(piece);
    return Buffer.concat(pieces);
  }
  const lines: Lines = [];
  for await (const page of pagesOf(exported)) lines.push(...page);
  return columns === contracts.TEMPLATE ? writeTexts("Orders", ORDER_COLUMNS, lines) : writeWorkbook(columns, lines);
}

/** How many orders a filter lets through. @throws ApiError BAD_REQUEST at `path` when a file holds fewer */
export async function countExported(
  db: Db,
  scope: Scope,
  { filter, format, path }: { filter: Filter; format: ExportFormat; path: Path },
): Promise<number> {
  const total = await countMatching(db, scope, filter);
  const max = format === "xlsx" ? contracts.MAX_WORKBOOK : contracts.MAX_EXPORT;
  if (total > max) throw invalid({ path, key: "exportTooLarge", params: { total, max } });
  return total;
}

/** The name and the type of a file of orders. */
export const fileOf = (format: ExportFormat, environment: Environment) => ({
  type: format === "xlsx" ? XLSX : "text/csv; charset=utf-8",
  filename: `orders-${environment}.${format}`,
});

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
  const scope = scopeOf(ctx);
  const filter = await filterOf(ctx.db, scope, query, await providersOf(ctx, query));
  await countExported(ctx.db, scope, { filter, format, path: ["created_from"] });
  let leftOut = 0;
  const onLeftOut = (orders: number) => {
    leftOut += orders;
  };
  const exported: Exported = { db: ctx.db, scope, filter, columns, onLeftOut };
  const isTemplate = columns === contracts.TEMPLATE;
  const { type, filename } = fileOf(format, ctx.environment);
  // A template says in its headers what it leaves out, and a workbook is made whole.
  if (asFile && format === "csv" && !isTemplate) return new Download(csvOf(exported), type, filename);
  const bytes = await writeOrders(exported, format);
  if (asFile) return new Download(bytes, type, filename, isTemplate ? { "x-left-out": String(leftOut) } : {});
  return { ...inJson(format, bytes), ...(isTemplate && { left_out: leftOut }) };
}

/** The orders of a selection, in its order; what is not found is left out (contract §5.9). */
export async function exportSelected(
  ctx: AccountContext,
  { order_ids, format, columns = [...EXPORT_COLUMNS] }: InputOf<typeof contracts.exportSelected>,
): Promise<DataOf<typeof contracts.exportSelected>> {
  const [db, scope] = [ctx.db, scopeOf(ctx)];
  const filter = await filterOf(db, scope, { order_ids: order_ids.join(",") }, null);
  return inJson(format, await writeOrders({ db, scope, filter, columns }, format));
}
