/** Owns support's visits: why a person in support looks at a merchant, for an hour of their session (contract §8.22). */
import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/support";
import { ApiError } from "@/lib/errors";
import type { VisitReason } from "@/lib/rights";
import { type AccountContext, type Context, personOf, scopeOf } from "@/server/context";
import { scoped, within } from "@/server/db/scoped";
import { hashSecret } from "./clients/credentials";

const LASTS = "1 hour";

type Visit = DataOf<typeof contracts.startVisit>;
type Row = { reason: VisitReason; acting: boolean; expires_at: Date };

function presentVisit(accountId: string, { reason, acting, expires_at }: Row): Visit {
  return { account_id: accountId, reason, acting: acting ? "Y" : "N", expires_at: hongKongIso(expires_at) };
}

/** Begins a visit of the account in the environment, or begins it again: for an hour, and without acting. */
export async function startVisit(
  ctx: AccountContext,
  { reason }: InputOf<typeof contracts.startVisit>,
): Promise<Visit> {
  const visit = { reason, acting: false, expires_at: sql<Date>`now() + ${LASTS}::interval` };
  const row = await scoped(ctx.db, scopeOf(ctx))
    .insertInto("support_visits", { ...visit, session_hash: hashSecret(personOf(ctx).sessionId) })
    .onConflict((on) => on.columns(["session_hash", "account_id", "environment"]).doUpdateSet(visit))
    .returning(["reason", "acting", "expires_at"])
    .executeTakeFirstOrThrow();
  return presentVisit(ctx.account.id, row);
}

async function find(ctx: Context, accountId: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select reason, acting, expires_at from support_visits
    where ${within({ accountId, environment: ctx.environment })}
      and session_hash = ${hashSecret(personOf(ctx).sessionId)} and expires_at > now()`.execute(ctx.db);
  return rows[0];
}

/** The caller's visit of an account, while it lasts. */
export async function readVisit(ctx: Context, accountId: string): Promise<Visit | null> {
  const row = await find(ctx, accountId);
  return row ? presentVisit(accountId, row) : null;
}

/**
 * The context in which a person in support changes an account that the call names otherwise than by X-Account-Id: with
 * their visit of it, which must act. API clients need none (contract §8.22).
 * @throws ApiError REASON_REQUIRED, ACT_REQUIRED
 */
export async function requireActing<C extends Context>(ctx: C, accountId: string): Promise<C> {
  if (ctx.actor.kind !== "person") return ctx;
  const row = await find(ctx, accountId);
  if (!row) throw new ApiError("REASON_REQUIRED");
  if (!row.acting) throw new ApiError("ACT_REQUIRED");
  return { ...ctx, actor: { ...ctx.actor, visit: { reason: row.reason, acting: true, expiresAt: row.expires_at } } };
}

/** Switches acting on or off, until the same hour ends. @throws ApiError REASON_REQUIRED there is no visit */
export async function changeVisit(
  ctx: AccountContext,
  { acting }: InputOf<typeof contracts.changeVisit>,
): Promise<Visit> {
  const { rows } = await sql<Row>`
    update support_visits set acting = ${acting === "Y"}
    where ${within(scopeOf(ctx))} and session_hash = ${hashSecret(personOf(ctx).sessionId)} and expires_at > now()
    returning reason, acting, expires_at`.execute(ctx.db);
  if (!rows[0]) throw new ApiError("REASON_REQUIRED");
  return presentVisit(ctx.account.id, rows[0]);
}
