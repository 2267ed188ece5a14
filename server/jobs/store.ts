import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import type { z } from "zod";
import type { JobKind } from "@/lib/jobs";
import { hashSecret } from "@/server/accounts";
import { actorOf, type Context } from "@/server/context";
import { jsonRows } from "@/server/db/columns";
import { everyAccount, type Scope, within } from "@/server/db/scoped";
import { jobTables } from "@/server/db/tables/jobs";
import { type Db, onCommit, type Tx } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { FORGOTTEN, type JobDefinition } from "./definition";
import { wakeJobs } from "./wake";

/** A job without its payload, which may be long. */
export type JobRow = Omit<Selectable<Tables["jobs"]>, "payload">;

const SHOWN = sql.raw(
  Object.keys(jobTables.jobs)
    .filter((name) => name !== "payload")
    .join(", "),
);

/** Whose jobs the caller asks for and sees: those of the account, or of staff who name none. */
export function ownScope({ account, environment }: Context): Scope {
  return { accountId: account?.id ?? "0", environment };
}

/** Who asks, as jobs name them: staff without a name, because the audit log knows which of them it was. */
function askerOf(ctx: Context) {
  const { actor } = ctx;
  const session_hash = actor.kind === "person" ? hashSecret(actor.sessionId) : null;
  const named = { actor: actorOf(ctx), session_hash };
  if (actor.kind === "client") return { ...named, actor_kind: "client", actor_name: actor.id };
  if (actor.kind === "command" || actor.accountId === null) return { ...named, actor_kind: "staff", actor_name: null };
  return { ...named, actor_kind: "person", actor_name: actor.name };
}

/** Who asked for a job, for those who see it. */
export function presentAsker({ actor_kind: kind, actor_name: name }: Pick<JobRow, "actor_kind" | "actor_name">) {
  return { kind, name };
}

type Asked<Payload> = {
  id: string;
  payload: Payload;
  total: number;
  /** What those who see the job read of it from the start; its handler adds to it. */
  result: Record<string, unknown>;
  /** One open job has it at a time. */
  key?: string;
  priority?: number;
};

/** Adds a job, which is worked on once the transaction has committed. */
export async function addJob<Payload extends z.ZodObject>(
  tx: Tx,
  ctx: Context,
  { kind, payload: schema }: JobDefinition<Payload>,
  { id, payload, total, result, key, priority = 0 }: Asked<z.input<Payload>>,
): Promise<JobRow> {
  const { accountId, environment } = ownScope(ctx);
  const { actor, actor_kind, actor_name, session_hash } = askerOf(ctx);
  const { rows } = await sql<JobRow>`
    insert into jobs (id, account_id, environment, kind, key, actor, actor_kind, actor_name, session_hash, payload, total, result,
      priority)
    values (${id}, ${accountId}, ${environment}, ${kind}, ${key ?? null}, ${actor}, ${actor_kind}, ${actor_name},
      ${session_hash}, ${JSON.stringify(schema.parse(payload))}::jsonb, ${total},
      ${JSON.stringify(result)}::jsonb, ${priority})
    returning ${SHOWN}`.execute(tx);
  onCommit(tx, () => wakeJobs(kind));
  return rows[0] as JobRow;
}

type Opened = { id: string; total: number; result: Record<string, unknown>; lease: RawBuilder<Date> };

/** Adds a job that the caller does itself, and at once: no worker takes it. */
export async function openBatch(tx: Tx, ctx: Context, { id, total, result, lease }: Opened) {
  const { accountId, environment } = ownScope(ctx);
  const { actor, actor_kind, actor_name } = askerOf(ctx);
  const { rows } = await sql<Selectable<Tables["jobs"]>>`
    insert into jobs (id, account_id, environment, kind, actor, actor_kind, actor_name, payload, total, result, state,
      attempts, lease_until)
    values (${id}, ${accountId}, ${environment}, 'batch', ${actor}, ${actor_kind}, ${actor_name}, '{}', ${total},
      ${JSON.stringify(result)}::jsonb, 'RUNNING', 1, ${lease})
    returning *`.execute(tx);
  return rows[0] as Selectable<Tables["jobs"]>;
}

/** Writes a job that another table had, with its file. False: it is here already. */
export async function importJob(db: Db, job: Insertable<Tables["jobs"]>, file: Buffer | null): Promise<boolean> {
  const all = everyAccount(db);
  const { id: job_id, account_id, environment } = job;
  const { numInsertedOrUpdatedRows: added } = await all
    .insertInto("jobs")
    .values(job)
    .onConflict((on) => on.column("id").doNothing())
    .executeTakeFirstOrThrow();
  if (!added) return false;
  if (file) await all.insertInto("job_files").values({ job_id, account_id, environment, file }).execute();
  return true;
}

const byActor = (actor: string | undefined) => (actor === undefined ? sql`` : sql`and actor = ${actor}`);

type Room = {
  most: number;
  kept: number;
  /** Only of this person: of staff, whose jobs are no account's. */
  actor?: string;
};

/**
 * Jobs take room, so a scope has a limit of those of a kind that wait or run, and of ended ones that are kept: the
 * oldest go. False: there are `most` already. The lock makes the second of two simultaneous calls count what the first
 * added.
 */
export async function makeRoom(tx: Tx, scope: Scope, kind: JobKind, { most, kept, actor }: Room): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext(${`jobs ${kind} ${scope.environment}`}), ${Number(scope.accountId) % 2 ** 31}::int)`.execute(
    tx,
  );
  const { rows } = await sql<{ id: string; is_open: boolean }>`
    select id, state in ('QUEUED', 'RUNNING') as is_open from jobs
    where ${within(scope)} and kind = ${kind} ${byActor(actor)} order by created_at desc, id`.execute(tx);
  if (rows.filter((job) => job.is_open).length >= most) return false;
  const over = rows.filter((job, at) => at >= kept && !job.is_open).map(({ id }) => id);
  if (over.length) await sql`delete from jobs where ${within(scope)} and id = any(${over}::text[])`.execute(tx);
  return true;
}

type Which = { kind: JobKind; id?: string; hours?: number; limit?: number; actor?: string };

/** The jobs of a scope and a kind, the latest first; `hours`: only those that were asked for within this time. */
export async function readJobs(db: Db, scope: Scope, which: Which): Promise<JobRow[]> {
  const { kind, id, hours, limit = 1, actor } = which;
  const { rows } = await sql<JobRow>`
    select ${SHOWN} from jobs
    where ${within(scope)} and kind = ${kind}
      ${id === undefined ? sql`` : sql`and id = ${id}`}
      ${byActor(actor)}
      ${hours === undefined ? sql`` : sql`and created_at > now() - make_interval(hours => ${hours})`}
    order by created_at desc, id limit ${limit}`.execute(db);
  return rows;
}

/** Stops a job; its worker notices at its next step. One that has ended is left unchanged. */
export async function stopJob(db: Db, scope: Scope, id: string): Promise<void> {
  await sql`
    update jobs set state = 'STOPPED', lease_until = null, finished_at = now(), ${FORGOTTEN}
    where ${within(scope)} and id = ${id} and state in ('QUEUED', 'RUNNING')`.execute(db);
}

/** Changes the result of a job that is done. Returns it, or undefined when there is no such job. */
export async function recordResult(
  db: Db,
  scope: Scope,
  id: string,
  result: Record<string, unknown>,
): Promise<Selectable<Tables["jobs"]> | undefined> {
  const { rows } = await sql<Selectable<Tables["jobs"]>>`
    update jobs set result = result || ${JSON.stringify(result)}::jsonb
    where ${within(scope)} and id = ${id} and state = 'DONE'
    returning *`.execute(db);
  return rows[0];
}

/** The file that a job made. */
export async function readFile(db: Db, scope: Scope, id: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ file: Buffer }>`
    select file from job_files where ${within(scope)} and job_id = ${id}`.execute(db);
  return rows[0]?.file;
}

/** What became of one thing that a job is about. */
export type KeptRow = Pick<Selectable<Tables["job_rows"]>, "position" | "object_id" | "outcome" | "answer" | "error">;

/** Keeps what became of things, in the transaction that did it. */
export async function keepRows(tx: Tx, { accountId, environment }: Scope, id: string, rows: KeptRow[]): Promise<void> {
  if (!rows.length) return;
  const own = { account_id: accountId, environment, job_id: id };
  const whole = rows.map((row) => ({ ...own, ...row }));
  await sql`insert into job_rows ${jsonRows(jobTables.job_rows, whole as never)}`.execute(tx);
}

type Outcome = { outcome: KeptRow["outcome"] | undefined };

const ofJob = (scope: Scope, id: string, { outcome }: Outcome) =>
  sql`${within(scope)} and job_id = ${id} ${outcome ? sql`and outcome = ${outcome}` : sql``}`;

/** What became of the things that a job is about, in their order; `outcome`: only those that ended so. */
export async function listResults(
  db: Db,
  scope: Scope,
  id: string,
  { limit, offset, ...which }: Outcome & { limit: number; offset: number },
): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select position, object_id, outcome, answer, error from job_rows
    where ${ofJob(scope, id, which)} order by position limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** How many of them there are. */
export async function countResults(db: Db, scope: Scope, id: string, which: Outcome): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from job_rows where ${ofJob(scope, id, which)}`.execute(db);
  return rows[0]?.n ?? 0;
}
