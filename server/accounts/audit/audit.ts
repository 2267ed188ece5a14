/** Owns the audit log, which is only added to: its triggers refuse everything else (contract §20.1). */
import { type RawBuilder, sql } from "kysely";
import { actorOf, type Context, type OpenContext } from "@/server/context";
import type { Db } from "@/server/db/transaction";
import { hashSecret } from "../clients/credentials";

/** The same person reading the same thing is recorded once in this time: warehouse screens poll every few seconds. */
const SAME_READ = "10 minutes";

/** In place of a value that the audit log never keeps: a secret, or personal data. */
export const MASKED = "***";

/** Fields with their values; personal data and secrets are {@link MASKED}. */
export type Facts = Readonly<Record<string, unknown>>;

/** What was done, and how it ended: `ok`, or the reason of the refusal. */
export type Act = {
  operation: string;
  objectId?: string | undefined;
  before?: Facts | undefined;
  after?: Facts | undefined;
  outcome?: string;
};

/** From where: a request, or a command if there is none. */
type Around = Partial<Pick<OpenContext, "environment" | "address" | "requestId">>;
/** And during which visit of support. */
type AroundVisit = Around & Partial<Pick<Context, "actor">>;

/** The only writer: a row for each of `source`, which gives actor, role and account_id. */
async function write(db: Db, source: RawBuilder<unknown>, act: Act, around: AroundVisit): Promise<void> {
  const { environment = "production", address = null, requestId = "command", actor } = around;
  const visit = actor?.kind === "person" ? actor.visit : null;
  const facts = (given: Facts | undefined) => (given ? JSON.stringify(given) : null);
  await sql`
    insert into audit_log (actor, role, account_id, environment, operation, object_id, before, after, outcome, address, request_id, reason, acting)
    select s.actor, s.role, s.account_id, ${environment}, ${act.operation}, ${act.objectId ?? null},
      ${facts(act.before)}::jsonb, ${facts(act.after)}::jsonb, ${act.outcome ?? "ok"}, ${address || null}, ${requestId},
      ${visit?.reason ?? null}, ${visit?.acting ?? null}
    from (${source}) s`.execute(db);
}

function byActor(ctx: Pick<Context, "actor">, accountIds: readonly (string | null)[]): RawBuilder<unknown> {
  const role = ctx.actor.kind === "command" ? ctx.actor.kind : ctx.actor.role;
  return sql`select ${actorOf(ctx)}::text as actor, ${role}::text as role, a.id as account_id
    from unnest(${[...new Set(accountIds)]}::bigint[]) as a (id)`;
}

/**
 * Records what the caller did with these accounts and was asked for, in the transaction `ctx.db` of the change; null: with
 * none (contract §20.1).
 */
export function recordAudit(
  ctx: Pick<Context, "db" | "actor" | "environment" | "address" | "requestId" | "asked">,
  accountIds: readonly (string | null)[],
  act: Act,
): Promise<void> {
  const after = ctx.asked || act.after ? { ...ctx.asked, ...act.after } : undefined;
  return write(ctx.db, byActor(ctx, accountIds), { ...act, after }, ctx);
}

/**
 * Records that staff read merchants' data (contract §11.4), or were refused it, unless the same was recorded within
 * {@link SAME_READ}.
 */
export function recordRead(
  ctx: Pick<Context, "db" | "actor" | "environment" | "address" | "requestId">,
  accountIds: readonly string[],
  operation: string,
  objectId?: string,
  outcome = "ok",
): Promise<void> {
  const reads = sql`
    select l.* from (${byActor(ctx, accountIds)}) l
    where not exists (
      select 1 from audit_log o
      where o.actor = l.actor and o.account_id = l.account_id and o.operation = ${operation}
        and o.environment = ${ctx.environment} and o.outcome = ${outcome} and o.object_id is not distinct from ${objectId ?? null}::text
        and o.at > now() - ${SAME_READ}::interval)`;
  return write(ctx.db, reads, { operation, objectId, outcome }, ctx);
}

/**
 * Records what was done with a person's sign-in: by the person, or by `actor`. A sign-in belongs to no environment and
 * is recorded for production (contract §8.18).
 */
export function recordSecurity(
  db: Db,
  { personId, actor, environment, address, requestId, ...act }: Around & Act & { personId: string; actor?: unknown },
): Promise<void> {
  const by = typeof actor === "string" ? sql`${actor}::text` : sql`'person:' || id`;
  const role = actor === "command" ? sql`'command'` : sql.ref("role");
  const source = sql`select ${by} as actor, ${role} as role, account_id from people where id = ${personId}`;
  return write(
    db,
    source,
    { ...act, objectId: act.objectId ?? `person:${personId}` },
    { environment, address, requestId },
  );
}

/** Records a refusal of a caller who is not signed in and not known. */
export function recordStranger(
  db: Db,
  { environment: _none, address, requestId, ...act }: Around & Act,
): Promise<void> {
  const source = sql`select 'anyone' as actor, 'anyone' as role, null::bigint as account_id`;
  return write(db, source, act, { address, requestId });
}

/** Of two states of a thing, the fields that differ; of `masked` ones only the name. */
export function changedFacts(
  before: Facts,
  after: Facts,
  masked: readonly string[] = [],
): { before: Facts; after: Facts } {
  const differ = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const shown = (name: string, value: unknown = null) => (value !== null && masked.includes(name) ? MASKED : value);
  const only = (facts: Facts) => Object.fromEntries(differ.map((name) => [name, shown(name, facts[name])]));
  return { before: only(before), after: only(after) };
}

/**
 * Counts a failed sign-in. The failures of a minute for one e-mail from one address become one row of the audit log when the minute is
 * over, because that log is only added to (contract §8.18).
 */
export async function countSignInFailure(
  db: Db,
  failure: { email: string; personId: string | null; outcome: string; address: string; requestId: string },
): Promise<void> {
  const source = hashSecret(`${failure.email} ${failure.address}`);
  await sql`
    insert into sign_in_failures as f (email_hash, outcome, person_id, address, request_id)
    values (${source}, ${failure.outcome}, ${failure.personId}, ${failure.address}, ${failure.requestId})
    on conflict (email_hash, minute, outcome) do update set count = f.count + 1`.execute(db);
}

/**
 * Moves the failed sign-ins of finished minutes to the audit log, one row for each e-mail and address: how often, and
 * for what if there were several reasons. What was typed for an unknown e-mail is not kept.
 */
export async function recordSignInFailures(db: Db): Promise<void> {
  await sql`
    with ended as (delete from sign_in_failures where minute < date_trunc('minute', now()) returning *),
    e as (
      select minute, max(person_id) as person_id, max(address) as address, max(request_id) as request_id,
        (array_agg(outcome order by count desc, outcome))[1] as outcome, sum(count)::int as count,
        case when count(*) > 1 then jsonb_build_object('outcomes', jsonb_object_agg(outcome, count)) else '{}' end as more
      from ended group by email_hash, minute
    )
    insert into audit_log (at, actor, role, account_id, environment, operation, outcome, address, request_id, count, after)
    select e.minute, coalesce('person:' || p.id, 'anyone'), coalesce(p.role, 'anyone'), p.account_id, 'production', 'signIn',
      e.outcome, e.address, e.request_id, e.count, jsonb_build_object('count', e.count) || e.more
    from e left join people p on p.id = e.person_id order by e.minute`.execute(db);
}
