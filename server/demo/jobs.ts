import { sql } from "kysely";
import type { AccountContext } from "@/server/context";
import { scopeOf } from "@/server/context";
import { within } from "@/server/db/scoped";
import { withTransaction } from "@/server/db/transaction";
import { importJob, keepRows } from "@/server/jobs";

const CONFIRMED = 12;

/**
 * What the page of jobs shows: several saved orders were confirmed at once, and one of them was not, because it had been
 * cancelled.
 */
export async function demoJobs(ctx: AccountContext, owner: { id: string; name: string }): Promise<void> {
  const scope = scopeOf(ctx);
  const latest = async (status: string, most: number) => {
    const { rows } = await sql<{ id: string; tracking_number: string; confirmed_at: Date }>`
      select id, tracking_number, confirmed_at from orders
      where ${within(scope)} and status = ${status} and confirmed_at is not null
      order by confirmed_at desc, id limit ${most}`.execute(ctx.db);
    return rows;
  };
  const confirmed = await latest("READY_TO_SHIP", CONFIRMED);
  const cancelled = await latest("CANCELLED", 1);
  const [last] = confirmed;
  if (!last) return;
  const id = `bulk_demonstration_${ctx.environment}`;
  const rows = [...confirmed, ...cancelled].map(({ id: object_id, tracking_number }, position) => {
    const isDone = position < confirmed.length;
    const problem = {
      path: ["order_id"],
      key: "orderNotConfirmable",
      params: { status: "CANCELLED" },
      reason: "ORDER_NOT_CONFIRMABLE",
    };
    return {
      position,
      object_id,
      outcome: isDone ? ("DONE" as const) : ("FAILED" as const),
      answer: isDone ? { order_status: "READY_TO_SHIP", tracking_number } : null,
      error: isDone ? null : { reason: "BAD_REQUEST", problems: [problem], extra: {} },
    };
  });
  const { accountId: account_id, environment } = scope;
  await withTransaction(ctx.db, async (tx) => {
    const job = {
      ...{ id, account_id, environment, kind: "bulk" as const },
      ...{ actor: `person:${owner.id}`, actor_kind: "person" as const, actor_name: owner.name },
      payload: JSON.stringify({}),
      result: JSON.stringify({ operation: "confirmOrder", requested: 0 }),
      ...{ state: "DONE" as const, total: rows.length, done: rows.length, failed: cancelled.length },
      ...{ created_at: last.confirmed_at, finished_at: last.confirmed_at },
    };
    await importJob(tx, job, null);
    await keepRows(tx, scope, id, rows);
  });
}
