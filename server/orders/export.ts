import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf } from "@/lib/contracts/contract";
import { type exportOrders as exportContract, MAX_EXPORT } from "@/lib/contracts/order-export";
import { writeCsv, writeExactCell, writeLines } from "@/lib/csv-cells";
import { money } from "@/lib/decimal";
import { invalid } from "@/lib/errors";
import { type AccountContext, type Db, type Scope, scopeOf } from "@/server/context";
import { Download } from "@/server/verb";
import {
  conditions,
  countMatching,
  type Filter,
  filterOf,
  headOf,
  type ListFilters,
  type OrderRow,
  ROW,
} from "./queries";
import { providersOf } from "./read";

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

/**
 * The columns of the file, with the API's names. The space in telephone numbers makes spreadsheets read them as text.
 */
const COLUMNS: Record<string, (order: ExportRow) => string | null | undefined> = {
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

function linesOf(rows: readonly ExportRow[]): string {
  const cells = Object.values(COLUMNS);
  return writeLines(
    rows.map((row) => cells.map((cell) => cell(row) ?? null)),
    writeExactCell,
  );
}

/** The file in parts. Orders created meanwhile are newer than where it began, so they do not shift the pages. */
async function parts(ctx: AccountContext, filter: Filter): Promise<Buffer[]> {
  const written = [Buffer.from(writeCsv([Object.keys(COLUMNS)]))];
  let rows: ExportRow[];
  let before = filter.before;
  do {
    rows = await readPage(ctx.db, scopeOf(ctx), { ...filter, before });
    before = rows.at(-1)?.id ?? null;
    const { ids } = filter;
    written.push(Buffer.from(linesOf(ids ? rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) : rows)));
  } while (rows.length === PAGE);
  return written;
}

/**
 * The orders that match a list's filters as CSV, the newest first, or in the order of `order_ids`; in JSON or as a
 * file. @throws ApiError BAD_REQUEST when they are more than one export holds
 */
export async function exportOrders(
  ctx: AccountContext,
  query: ListFilters,
  asFile?: string,
): Promise<DataOf<typeof exportContract> | Download> {
  const filter = await filterOf(ctx.db, scopeOf(ctx), query, await providersOf(ctx, query));
  const total = await countMatching(ctx.db, scopeOf(ctx), filter);
  if (total > MAX_EXPORT)
    throw invalid({ path: ["created_from"], key: "exportTooLarge", params: { total, max: MAX_EXPORT } });
  const bytes = Buffer.concat(await parts(ctx, filter));
  if (asFile) return new Download(bytes, "text/csv; charset=utf-8", `orders-${ctx.environment}.csv`);
  return { format: "csv", encoding: "base64", content: bytes.toString("base64") };
}
