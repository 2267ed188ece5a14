import { CompiledQuery, sql } from "kysely";
import type { Contract } from "@/lib/contracts/contract";
import { ApiError } from "@/lib/errors";
import type { Context } from "@/server/context";
import { type Scope, within } from "@/server/db/scoped";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { KEPT_DAYS } from "@/server/retention";

/** How long a used key is remembered (contract §14.1). */
const KEY_LIFETIME = `${KEPT_DAYS.idempotencyKeys} days`;

/** The owner of a request's key; if staff name no account, the key belongs to no account. */
function keyScope({ account, environment }: Context): Scope {
  return { accountId: account?.id ?? "0", environment };
}

/** The id of what an Idempotency-Key created within its lifetime. */
export async function keyHolder(db: Db, scope: Scope, operation: string, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ resource_id: string }>`
    select resource_id from idempotency_keys
    where ${within(scope)} and operation = ${operation} and key = ${key}
      and created_at > now() - interval ${sql.lit(KEY_LIFETIME)}`.execute(db);
  return rows[0]?.resource_id;
}

/**
 * The statement that claims keys; it returns what each key that was not used within its lifetime now names. `source`
 * provides account_id, environment, operation, key and the id of what it creates.
 */
export function claimSql(source: string): string {
  return `
    insert into idempotency_keys as k (account_id, environment, operation, key, resource_id)
    ${source}
    on conflict (account_id, environment, operation, key) do update set resource_id = excluded.resource_id, created_at = now()
      where k.created_at <= now() - interval '${KEY_LIFETIME}'
    returning resource_id`;
}

const CLAIM = claimSql("values ($1, $2, $3, $4, $5)");

/** The answer to a used key; `made` names what the key created, so that a client can go on (contract §14.2). */
export function usedKeyError(key: string, made: Record<string, string>): ApiError {
  return new ApiError("idempotency_key_exists", { extra: made, headers: { "idempotency-key": key } });
}

/** The answer to a request whose key the operation has already used; undefined without a key, or for an unused one. */
export async function usedKeyOf(
  ctx: Context,
  { id, creates }: Pick<Contract, "id" | "creates">,
): Promise<ApiError | undefined> {
  const key = ctx.idempotencyKey;
  if (key === null || !creates) return undefined;
  const made = await keyHolder(ctx.db, keyScope(ctx), id, key);
  return made === undefined ? undefined : usedKeyError(key, { [creates]: made });
}

/**
 * Creates something and claims the request's key in one transaction: of N simultaneous requests with one key exactly
 * one creates it (contract §14.1). `field` names the id in the answer. @throws ApiError idempotency_key_exists with the id of what the key created
 */
export function createOnce<T>(
  ctx: Context,
  operation: string,
  id: string,
  work: (tx: Tx) => Promise<T>,
  field: NonNullable<Contract["creates"]> = "id",
): Promise<T> {
  const { idempotencyKey: key } = ctx;
  const scope = keyScope(ctx);
  return withTransaction(ctx.db, async (tx) => {
    if (key !== null) {
      const claim = [scope.accountId, scope.environment, operation, key, id];
      const { rows } = await tx.executeQuery(CompiledQuery.raw(CLAIM, claim));
      if (rows.length === 0) throw usedKeyError(key, { [field]: (await keyHolder(tx, scope, operation, key)) ?? id });
    }
    return work(tx);
  });
}
