import { sql } from "kysely";
import { ENVIRONMENTS } from "@/lib/environment";
import {
  AdministrationError,
  ERASED_ACCOUNT,
  mailEndOfSignIn,
  mailOwnersOfClosing,
  recordAudit,
  requireAccount,
} from "@/server/accounts";
import type { Context } from "@/server/context";
import { type Db, withTransaction } from "@/server/db/transaction";
import { eraseMails } from "@/server/mail";
import { eraseOrders } from "./orders";

const BATCH = 500;

async function closedAt(db: Db, accountId: string): Promise<Date | null> {
  await requireAccount(db, accountId);
  const { closed_at } = await db
    .selectFrom("accounts")
    .select("closed_at")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return closed_at;
}

/**
 * Closes an account: its people are disabled, signed out and mailed, its clients and tokens end, open invitations too,
 * and it is suspended. Its data stays. @throws AdministrationError there is no such account
 */
export async function closeAccount(ctx: Context, accountId: string): Promise<{ people: number; clients: number }> {
  const closed = await closedAt(ctx.db, accountId);
  return withTransaction(ctx.db, async (tx) => {
    if (!closed) await mailOwnersOfClosing(tx, accountId);
    const count = async (statement: ReturnType<typeof sql>) =>
      Number((await statement.execute(tx)).numAffectedRows ?? 0);
    const own = sql`(select id from people where account_id = ${accountId})`;
    await count(
      sql`update accounts set suspended = true, closed_at = coalesce(closed_at, now()) where id = ${accountId}`,
    );
    const { rows: disabled } = await sql<{ id: string }>`
      update people set disabled_at = now() where account_id = ${accountId} and disabled_at is null
      returning id`.execute(tx);
    for (const { id } of disabled) await mailEndOfSignIn(tx, id, "disabled");
    const people = disabled.length;
    await count(sql`update sessions set revoked_at = now() where revoked_at is null and person_id in ${own}`);
    await count(sql`delete from password_links where person_id in ${own}`);
    const clients = await count(
      sql`update api_clients set revoked_at = now() where account_id = ${accountId} and revoked_at is null`,
    );
    await count(
      sql`delete from access_tokens where client_id in (select id from api_clients where account_id = ${accountId})`,
    );
    await count(sql`update invitations set revoked_at = now()
      where account_id = ${accountId} and accepted_at is null and revoked_at is null`);
    const act = { operation: "closeAccount", objectId: accountId, after: { closed: true, people, clients } };
    await recordAudit({ ...ctx, db: tx }, [accountId], act);
    return { people, clients };
  });
}

/** Everything of a closed account that is about a person and belongs to no order, and in which order it can go. */
function statements(accountId: string) {
  const people = sql`(select id from people where account_id = ${accountId})`;
  const clients = sql`(select id from api_clients where account_id = ${accountId})`;
  const endpoints = sql`(select id from webhook_endpoints where account_id = ${accountId} and environment in ('testing', 'production'))`;
  const scoped = sql`account_id = ${accountId} and environment in ('testing', 'production')`;
  return [
    sql`delete from order_drafts where ${scoped}`,
    sql`delete from addresses where ${scoped}`,
    sql`delete from order_views where account_id = ${accountId}`,
    sql`delete from shipping_rules where ${scoped}`,
    sql`delete from boxes where ${scoped}`,
    sql`delete from account_defaults where account_id = ${accountId}`,
    sql`delete from notices where account_id = ${accountId}`,
    sql`delete from notice_settings where person_id in ${people}`,
    sql`update cases set note = null where ${scoped}`,
    sql`delete from quotes where ${scoped}`,
    sql`delete from print_jobs where ${scoped}`,
    sql`delete from jobs where ${scoped}`,
    sql`delete from imports where ${scoped}`,
    sql`delete from import_mappings where account_id = ${accountId}`,
    sql`update order_prints set printer_name = null where ${scoped}`,
    sql`update hand_overs set signed_by = null, signature = null, created_by_name = null where ${scoped}`,
    sql`delete from idempotency_keys where ${scoped}`,
    sql`delete from request_log where ${scoped}`,
    sql`delete from webhook_deliveries where endpoint_id in ${endpoints}`,
    sql`delete from webhook_hours where endpoint_id in ${endpoints}`,
    sql`delete from webhook_endpoints where ${scoped}`,
    sql`delete from events where ${scoped}`,
    sql`update stock_movements set reason = null where ${scoped}`,
    sql`delete from invitations where account_id = ${accountId}`,
    ...["password_links", "recovery_codes", "factors", "sessions", "person_devices", "sign_in_failures"].map(
      (table) => sql`delete from ${sql.table(table)} where person_id in ${people}`,
    ),
    sql`update people set email = 'erased-' || id || '@erased.invalid', name = '', password_hash = null
      where account_id = ${accountId}`,
    sql`delete from api_client_secrets where client_id in ${clients}`,
    sql`update api_clients set label = '', allow_list = null where account_id = ${accountId}`,
    sql`update accounts set name = ${ERASED_ACCOUNT}, rules_testing = 0, rules_production = 0 where id = ${accountId}`,
  ];
}

/**
 * Erases the personal data of a closed account: of all its orders, its people, and whatever they saved. Prices, counts,
 * countries, weights, tracking and the audit log stay. @throws AdministrationError the account is not closed
 */
export async function eraseAccount(ctx: Context, accountId: string): Promise<{ orders: number }> {
  const { db } = ctx;
  if (!(await closedAt(db, accountId)))
    throw new AdministrationError(`account ${accountId} is open: close it first, by account close ${accountId} --yes`);
  let orders = 0;
  for (const environment of ENVIRONMENTS) {
    const scope = { accountId, environment };
    for (let after = "0", found = BATCH; found === BATCH; orders += found) {
      const { rows } = await sql<{ id: string }>`
        select id from orders where account_id = ${accountId} and environment = ${environment} and id > ${after}
        order by id limit ${BATCH}`.execute(db);
      found = rows.length;
      after = rows.at(-1)?.id ?? after;
      const ids = rows.map(({ id }) => id);
      await eraseOrders(db, scope, ids);
    }
  }
  await withTransaction(db, async (tx) => {
    for (const statement of statements(accountId)) await statement.execute(tx);
    const act = { operation: "eraseAccount", objectId: accountId, after: { orders } };
    await recordAudit({ ...ctx, db: tx }, [accountId], act);
  });
  await eraseMails(db, accountId);
  return { orders };
}
