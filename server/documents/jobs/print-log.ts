import { type Selectable, type SqlBool, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/print";
import type { Print, Printed } from "@/lib/contracts/print";
import { ApiError } from "@/lib/errors";
import { isStaff } from "@/lib/roles";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import { listOf } from "@/server/db/columns";
import { within } from "@/server/db/scoped";
import { withTransaction } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { lockOrder, markPrintedSql, type OrderRow, readOrder } from "@/server/orders";
import { documentTypes, mergedDocumentsPdf } from "../document-set";
import { imprintOf } from "../imprint";
import type { Paper } from "../paper";
import { pageCount } from "../pdf";
import { splitPrintable, statusOf } from "./printable";

/**
 * How many prints of an order are shown, and how many are kept, so that endless printing does not fill the disk
 * (contract §9.6).
 */
const MOST_SHOWN = 50;
const MOST_KEPT = 500;

type Printer = Pick<Tables["order_prints"], "via" | "printer_kind" | "actor" | "printer_name">;

/** Who prints, as the log names them. */
function printerOf(ctx: AccountContext): Printer {
  const { actor } = ctx;
  if (actor.kind === "client")
    return { via: "API", printer_kind: "client", actor: actorOf(ctx), printer_name: actor.id };
  const isOwn = actor.accountId === ctx.account.id;
  return {
    via: "DASHBOARD",
    printer_kind: isOwn ? "person" : "staff",
    actor: actorOf(ctx),
    // The audit log knows which member of staff it was.
    printer_name: isOwn ? actor.name : null,
  };
}

/** When an order's label counts as printed: each parcel's label was printed since it last changed (contract §5.4). */
const IS_WHOLE = sql<SqlBool>`l.parcel is null or not exists (
  select from order_parcels q
  where q.account_id = o.account_id and q.environment = o.environment and q.order_id = o.id and q.position <> l.parcel
    and not exists (
      select from order_prints r
      where r.account_id = o.account_id and r.environment = o.environment and r.order_id = o.id
        and r.parcel = q.position and r.document = 'label'
        and r.printed_at > coalesce(o.label_changed_at, '-infinity')))`;

/**
 * Logs a print for each order that has documents; a label has one page for each parcel. With `parcel` the print is of
 * that parcel only, in orders that have it. With `drawnAt`, labels that changed after that time count as not printed
 * (contract §5.4), and as printed at that time. Returns how many prints were logged.
 */
export async function logPrints(
  ctx: AccountContext,
  ids: readonly string[],
  document: Printed,
  paper: Paper,
  pages: number | null,
  { parcel = null, drawnAt = null }: { parcel?: number | null; drawnAt?: Date | null } = {},
): Promise<number> {
  const scope = scopeOf(ctx);
  const printer = printerOf(ctx);
  const isLabel = printer.via === "DASHBOARD" && (document === "label" || document === "all_documents");
  const isSame = sql`coalesce(o.label_changed_at < ${drawnAt}::timestamptz, true)`;
  // The values of orders `o` with `p.count` parcels.
  const values = {
    ...{ account_id: sql.ref("o.account_id"), environment: sql.ref("o.environment"), order_id: sql.ref("o.id") },
    ...{ document, parcel: sql`${parcel}::int`, paper, pages: sql`coalesce(${pages}::int, p.count)`, ...printer },
    // A later print of another parcel does not make an old label of this one the current one.
    printed_at: sql`case when ${isSame} then now() else ${drawnAt}::timestamptz end`,
  };
  return withTransaction(ctx.db, async (tx) => {
    // If two parcels of an order are printed at once, the second transaction sees the first.
    if (parcel !== null) for (const id of ids) await lockOrder(tx, scope, id);
    const { rows } = await sql<{ count: string }>`
      with logged as (
        insert into order_prints (${sql.raw(listOf(Object.keys(values)))})
        select ${sql.join(Object.values(values))}
        from orders o, lateral (
          select count(*)::int as count from order_parcels
          where account_id = o.account_id and environment = o.environment and order_id = o.id
            and position = coalesce(${parcel}::int, position)) p
        where ${within(scope, "o")} and o.id = any(${[...ids]}::bigint[])
          and o.tracking_number is not null and p.count > 0
        returning order_id, parcel
      ),
      marked as (
        ${markPrintedSql(scope, sql`logged l`, sql<SqlBool>`${isLabel} and ${isSame} and (${IS_WHOLE})`)}
      )
      select count(*) from logged`.execute(tx);
    await sql`
      delete from order_prints where id = any(array(
        select old.id from unnest(${[...ids]}::bigint[]) given (id), lateral (
          select id from order_prints
          where ${within(scope)} and order_id = given.id
          order by id desc offset ${MOST_KEPT}) old))`.execute(tx);
    return Number(rows[0]?.count ?? 0);
  });
}

/**
 * Logs a PDF that an API client fetched. The dashboard also fetches papers only to show them, so it reports prints with
 * `recordPrints`.
 */
export async function logFetched(
  ctx: AccountContext,
  ids: readonly string[],
  document: Printed,
  paper: Paper,
  pages?: () => number,
): Promise<void> {
  if (ctx.actor.kind === "client") await logPrints(ctx, ids, document, paper, pages?.() ?? null);
}

/**
 * Records that an API client has the labels of these orders as they were read. A label that changed since then is not
 * marked.
 */
export async function markFetched(ctx: AccountContext, orders: readonly OrderRow[]): Promise<void> {
  if (ctx.actor.kind !== "client") return;
  const fetched = JSON.stringify(orders.map(({ id, label_changed_at }) => ({ order_id: id, label_changed_at })));
  const rows = sql`json_to_recordset(${fetched}::json) as l (order_id bigint, label_changed_at timestamptz)`;
  const isSame = sql<SqlBool>`date_trunc('milliseconds', o.label_changed_at) is not distinct from l.label_changed_at`;
  await markPrintedSql(scopeOf(ctx), rows, isSame).execute(ctx.db);
}

type Row = Selectable<Tables["order_prints"]>;
type Listed = Row & { total: string; rank: string; actor_name: string | null };

function present(row: Row, name = row.printer_name): Print {
  return {
    document: row.document,
    parcel: row.parcel,
    paper: row.paper,
    pages: row.pages,
    via: row.via,
    printed_at: hongKongIso(row.printed_at),
    printed_by: { kind: row.printer_kind, name },
  };
}

/** The documents of an order and when they were printed. @throws ApiError NOT_FOUND */
export async function readPrints(
  ctx: AccountContext,
  input: InputOf<typeof contracts.readPrints>,
): Promise<DataOf<typeof contracts.readPrints>> {
  const order = await readOrder(ctx, input.order_id);
  const { rows } = await sql<Listed>`
    select p.*, coalesce(
      (select coalesce(nullif(name, ''), email) from people
        where id = substring(p.actor from '^person:([0-9]+)$')::bigint),
      (select nullif(label, '') from api_clients where id = substring(p.actor from '^client:(.+)$'))) as actor_name
    from (
      select *, count(*) over () as total, row_number() over (order by id desc) as nth,
        row_number() over (partition by document, parcel order by id desc) as rank
      from order_prints
      where ${within(scopeOf(ctx))} and order_id = ${order.id}
    ) p where nth <= ${MOST_SHOWN} or rank = 1 order by id desc`.execute(ctx.db);
  const { rows: state } = await sql<{ is_label_printed: boolean }>`
    select is_label_printed from orders where ${within(scopeOf(ctx))} and id = ${order.id}`.execute(ctx.db);
  const isReady = statusOf(order) === "READY" && !order.erased_at;
  // Staff see which of them it was, and what clients are called; merchants do not.
  const showsStaff = isStaff(ctx.actor.role);
  const named = (row: Listed) => present(row, (showsStaff ? row.actor_name : null) ?? row.printer_name);
  const last = (is: (row: Listed) => boolean) => {
    const found = rows.find(is);
    return found ? named(found) : null;
  };
  const isOf = ({ document }: Row, type: Printed) => document === type || document === "all_documents";
  return {
    order_id: order.id,
    is_printed: state[0]?.is_label_printed === true,
    document_list: (isReady ? documentTypes(order) : []).map((type) => ({
      type,
      last_print: last((row) => isOf(row, type)),
    })),
    parcel_list: (isReady ? order.parcels : []).map(({ position }) => ({
      parcel: position,
      last_print: last((row) => isOf(row, "label") && (row.parcel ?? position) === position),
    })),
    print_list: rows.slice(0, MOST_SHOWN).map(named),
    print_count: Number(rows[0]?.total ?? 0),
  };
}

async function pagesOf(ctx: AccountContext, orderId: string, document: Printed, paper: Paper): Promise<number> {
  const order = await readOrder(ctx, orderId);
  const type = document === "all_documents" ? undefined : document;
  const isReady = statusOf(order) === "READY" && !order.erased_at;
  const bytes = isReady && (await mergedDocumentsPdf(order, paper, await imprintOf(ctx), type));
  if (!bytes) throw new ApiError("NOT_FOUND", { message: "The order has no such document." });
  return pageCount(bytes);
}

/**
 * Records that documents of orders were printed or saved. Orders without a label are skipped.
 * @throws ApiError NOT_FOUND for a document that an order does not have
 */
export async function recordPrints(
  ctx: AccountContext,
  input: InputOf<typeof contracts.recordPrints>,
): Promise<DataOf<typeof contracts.recordPrints>> {
  const { order_ids, document, paper, parcel, drawn_at } = input;
  const of = { parcel: parcel ? Number(parcel) : null, drawnAt: drawn_at ? new Date(drawn_at) : null };
  const [id = ""] = order_ids;
  const pages = document === "label" ? null : await pagesOf(ctx, id, document, paper);
  return { recorded: await logPrints(ctx, order_ids, document, paper, pages, of) };
}

/** Which orders of a batch have a label, and which of those were printed before. */
export async function checkPrints(
  ctx: AccountContext,
  { order_ids }: InputOf<typeof contracts.checkPrints>,
): Promise<DataOf<typeof contracts.checkPrints>> {
  const among = (column: string) =>
    sql<SqlBool>`${within(scopeOf(ctx))} and ${sql.ref(column)} = any(${order_ids}::bigint[])`;
  const { rows: orders } = await sql<Pick<OrderRow, "id" | "status" | "tracking_number" | "erased_at">>`
    select id, status, tracking_number, erased_at from orders where ${among("id")}`.execute(ctx.db);
  const { rows: prints } = await sql<Row>`
    select distinct on (order_id) * from order_prints
    where ${among("order_id")} and document in ('label', 'all_documents')
    order by order_id, id desc`.execute(ctx.db);
  const { ready, skipped } = splitPrintable(order_ids, orders);
  const printed = new Map(prints.map((row) => [row.order_id, present(row)]));
  return {
    ready_list: ready.map(({ id }) => id),
    skipped_list: skipped,
    printed_list: ready.flatMap(({ id }) => {
      const last_print = printed.get(id);
      return last_print ? [{ order_id: id, last_print }] : [];
    }),
  };
}
