import { type Selectable, type SqlBool, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/print";
import type { Print, Printed } from "@/lib/contracts/print";
import { ApiError } from "@/lib/errors";
import { type AccountContext, actorOf, scopeOf } from "@/server/context";
import type { Tables } from "@/server/db/types";
import { type OrderRow, readOrder } from "@/server/orders";
import { documentTypes, mergedDocumentsPdf } from "./document-set";
import { imprintOf } from "./imprint";
import type { Paper } from "./paper";
import { pageCount } from "./pdf";
import { sorted, statusOf } from "./printable";

/** As many prints of an order as are told; the log keeps all. */
const MOST_TOLD = 50;

type Printer = Pick<Tables["order_prints"], "via" | "printer_kind" | "actor" | "printer_name">;

/** Who prints, as the log names them. */
export function printerOf(ctx: AccountContext): Printer {
  const { actor } = ctx;
  if (actor.kind === "client")
    return { via: "API", printer_kind: "client", actor: actorOf(ctx), printer_name: actor.id };
  const isOwn = actor.accountId === ctx.account.id;
  return {
    via: "DASHBOARD",
    printer_kind: isOwn ? "person" : "staff",
    actor: actorOf(ctx),
    // Which of the staff it was, the audit log knows.
    printer_name: isOwn ? actor.name : null,
  };
}

/**
 * Logs a print of each order that has documents; a label has a page for each parcel. With `parcel` it is of that one alone,
 * where the order has it. Returns how many were logged.
 */
export async function logPrints(
  ctx: AccountContext,
  ids: readonly string[],
  document: Printed,
  paper: Paper,
  pages: number | null,
  parcel: number | null = null,
): Promise<number> {
  const { accountId, environment } = scopeOf(ctx);
  const { via, printer_kind, actor, printer_name } = printerOf(ctx);
  const { numAffectedRows } = await sql`
    insert into order_prints
      (account_id, environment, order_id, document, parcel, paper, pages, via, printer_kind, actor, printer_name)
    select o.account_id, o.environment, o.id, ${document}, ${parcel}::int, ${paper}, coalesce(${pages}::int, p.count),
      ${via}, ${printer_kind}, ${actor}, ${printer_name}::text
    from orders o, lateral (
      select count(*)::int as count from order_parcels
      where account_id = o.account_id and environment = o.environment and order_id = o.id
        and position = coalesce(${parcel}::int, position)) p
    where o.account_id = ${accountId} and o.environment = ${environment} and o.id = any(${[...ids]}::bigint[])
      and o.tracking_number is not null and p.count > 0`.execute(ctx.db);
  return Number(numAffectedRows ?? 0);
}

/** Logs a PDF that an API client fetched. The dashboard fetches to look at papers too: it tells prints by `recordPrints`. */
export async function logFetched(
  ctx: AccountContext,
  ids: readonly string[],
  document: Printed,
  paper: Paper,
  pages?: () => number,
): Promise<void> {
  if (ctx.actor.kind === "client") await logPrints(ctx, ids, document, paper, pages?.() ?? null);
}

type Row = Selectable<Tables["order_prints"]>;

function present(row: Row): Print {
  return {
    document: row.document,
    parcel: row.parcel,
    paper: row.paper,
    pages: row.pages,
    via: row.via,
    printed_at: hongKongIso(row.printed_at),
    printed_by: { kind: row.printer_kind, name: row.printer_name },
  };
}

/** The documents of an order and when they were printed. @throws ApiError NOT_FOUND */
export async function readPrints(
  ctx: AccountContext,
  input: InputOf<typeof contracts.readPrints>,
): Promise<DataOf<typeof contracts.readPrints>> {
  const order = await readOrder(ctx, input.order_id);
  const { accountId, environment } = scopeOf(ctx);
  const { rows } = await sql<Row & { total: string; rank: string }>`
    select * from (
      select *, count(*) over () as total, row_number() over (order by id desc) as nth,
        row_number() over (partition by document, parcel order by id desc) as rank
      from order_prints
      where account_id = ${accountId} and environment = ${environment} and order_id = ${order.id}
    ) p where nth <= ${MOST_TOLD} or rank = 1 order by id desc`.execute(ctx.db);
  const isReady = statusOf(order) === "READY";
  const last = (is: (row: Row) => boolean) => {
    const found = rows.find(is);
    return found ? present(found) : null;
  };
  const isOf = ({ document }: Row, type: Printed) => document === type || document === "all_documents";
  return {
    order_id: order.id,
    document_list: (isReady ? documentTypes(order) : []).map((type) => ({
      type,
      last_print: last((row) => isOf(row, type)),
    })),
    parcel_list: (isReady ? order.parcels : []).map(({ position }) => ({
      parcel: position,
      last_print: last((row) => isOf(row, "label") && (row.parcel ?? position) === position),
    })),
    print_list: rows.slice(0, MOST_TOLD).map(present),
    print_count: Number(rows[0]?.total ?? 0),
  };
}

async function pagesOf(ctx: AccountContext, orderId: string, document: Printed, paper: Paper): Promise<number> {
  const order = await readOrder(ctx, orderId);
  const type = document === "all_documents" ? undefined : document;
  const isReady = statusOf(order) === "READY";
  const bytes = isReady && (await mergedDocumentsPdf(order, paper, await imprintOf(ctx), type));
  if (!bytes) throw new ApiError("NOT_FOUND", { message: "The order has no such document." });
  return pageCount(bytes);
}

/**
 * Records that documents of orders were printed or saved. Orders without a label are passed over.
 * @throws ApiError NOT_FOUND for a document that an order does not have
 */
export async function recordPrints(
  ctx: AccountContext,
  input: InputOf<typeof contracts.recordPrints>,
): Promise<DataOf<typeof contracts.recordPrints>> {
  const { order_ids, document, paper, parcel } = input;
  if (document === "label")
    return { recorded: await logPrints(ctx, order_ids, document, paper, null, parcel ? Number(parcel) : null) };
  const [id = ""] = order_ids;
  return { recorded: await logPrints(ctx, [id], document, paper, await pagesOf(ctx, id, document, paper)) };
}

/** Which orders of a batch have a label, and which of those were printed before. */
export async function checkPrints(
  ctx: AccountContext,
  { order_ids }: InputOf<typeof contracts.checkPrints>,
): Promise<DataOf<typeof contracts.checkPrints>> {
  const { accountId, environment } = scopeOf(ctx);
  const within = (column: string) =>
    sql<SqlBool>`account_id = ${accountId} and environment = ${environment} and ${sql.ref(column)} = any(${order_ids}::bigint[])`;
  const { rows: orders } = await sql<Pick<OrderRow, "id" | "status" | "tracking_number">>`
    select id, status, tracking_number from orders where ${within("id")}`.execute(ctx.db);
  const { rows: prints } = await sql<Row>`
    select distinct on (order_id) * from order_prints
    where ${within("order_id")} and document in ('label', 'all_documents')
    order by order_id, id desc`.execute(ctx.db);
  const { ready, skipped } = sorted(order_ids, orders);
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
