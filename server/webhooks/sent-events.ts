import { type RawBuilder, type SqlBool, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/request";
import type { AttemptOutcome } from "@/lib/contracts/webhook-delivery";
import { notFound } from "@/lib/errors";
import { tidyNumber } from "@/lib/tidy-number";
import { type AccountContext, scopeOf } from "@/server/context";
import { countUpTo } from "@/server/db/counting";
import { type Scope, within } from "@/server/db/scoped";
import { type Db, withTransaction } from "@/server/db/transaction";
import { type AttemptRow, isSlow, listAgain, sendAgain } from "./deliveries";

type Sent = DataOf<typeof contracts.replayEvent>;
type Latest = Pick<
  AttemptRow,
  "status_code" | "error_kind" | "error_detail" | "response_head" | "duration_ms" | "phases"
>;
type Delivered = Omit<Sent["deliveries"][number], "latest"> & { latest: Latest | null };
type Row = Omit<Sent, "created_at" | "deliveries"> & { created_at: Date; deliveries: Delivered[] | null };
/** As much of an answer as holds its first line. */
const HEAD = 400;

/** The events of what `q` names: an order by id, tracking number or reference, or an event. */
function namedBy(scope: Scope, q: string): RawBuilder<SqlBool> {
  const number = tidyNumber(q);
  const ofOrder = sql`select id from orders where ${within(scope)}
      and (tracking_number = ${number} or reference_key = ${q.toLowerCase()})
    union all select order_id from order_parcels where ${within(scope)} and position > 1 and tracking_number = ${number}`;
  return /^\d{1,15}$/.test(number)
    ? sql<SqlBool>`(order_id = any(array(${ofOrder})) or order_id = ${number}::bigint)`
    : sql<SqlBool>`(order_id = any(array(${ofOrder})) or id = ${q})`;
}

/** The account's events, the latest first, each with its deliveries and the answer to their latest attempt. */
export async function listSentEvents(
  ctx: AccountContext,
  { event, q, limit, offset }: InputOf<typeof contracts.listSentEvents>,
) {
  const scope = scopeOf(ctx);
  const where = sql.join(
    [within(scope), ...(event ? [sql`event = ${event}`] : []), ...(q ? [namedBy(scope, q)] : [])],
    sql` and `,
  );
  const counted = await countUpTo(ctx.db, sql`select from events where ${where}`);
  const page = sql`where ${where} order by created_at desc, id desc limit ${Number(limit)} offset ${Number(offset)}`;
  return { rows: await readSent(ctx.db, scope, page), ...counted };
}

/**
 * Sends an event again to the endpoints that it was for, also disabled ones, and lists it in `GET /events` once more,
 * which needs no endpoint (contract §19.8). A delivery in flight is not touched. @throws ApiError NOT_FOUND
 */
export async function replayEvent(ctx: AccountContext, { event_id: id }: InputOf<typeof contracts.replayEvent>) {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const read = () => readSent(tx, scope, sql`where ${within(scope)} and id = ${id}`);
    const [event] = await read();
    if (!event) throw notFound();
    const deliveries = event.deliveries.map(({ delivery_id }) => delivery_id);
    await listAgain(tx, scope, id, await sendAgain(tx, scope, deliveries));
    return (await read())[0] ?? event;
  });
}

/** Reads the events of `page`, which says which and in what order, with their deliveries. */
async function readSent(db: Db, scope: Scope, page: RawBuilder<unknown>): Promise<Sent[]> {
  // A delivery's id is made of those of its event and its endpoint, so each is found by its key.
  const { rows } = await sql<Row>`
    with page as (select id, event, order_id, is_test, created_at from events ${page})
    select e.id as event_id, e.event, e.order_id, e.is_test, e.created_at, (
      select json_agg(json_build_object('delivery_id', d.id, 'webhook_id', w.id, 'url', w.url, 'status', d.status,
        'attempt_count', d.attempt_count, 'next_attempt_at', case d.status when 'pending' then d.next_attempt_at end,
        'latest', to_json(a)) order by w.created_at, w.id)
      from webhook_endpoints w
      join webhook_deliveries d on d.id = 'dl_' || substr(e.id, 5) || '_' || substr(w.id, 4) and ${within(scope, "d")}
      left join lateral (
        select status_code, error_kind, error_detail, left(response_head, ${HEAD}::int) as response_head, duration_ms, phases
        from webhook_attempts where delivery_id = d.id order by number desc limit 1
      ) a on true
      where ${within(scope, "w")} and w.deleted_at is null) as deliveries
    from page e order by e.created_at desc, e.id desc`.execute(db);
  return rows.map(({ created_at, deliveries, ...row }) => ({
    ...row,
    created_at: hongKongIso(created_at),
    deliveries: (deliveries ?? []).map(({ latest, ...delivery }) => ({
      ...delivery,
      latest: latest && resultOf(latest),
    })),
  }));
}

function resultOf({ duration_ms, phases, ...latest }: Latest): AttemptOutcome {
  return { ...latest, slow: isSlow({ status_code: latest.status_code, duration_ms, phases }) };
}
