import { sql } from "kysely";
import { ApiError } from "@/lib/errors";
import { type Context, type Db, type Scope, type Tx, withTransaction } from "@/server/context";

/** Whose a request's key is; keys of staff who name no account are those of no account. */
function keyScope({ account, environment }: Context): Scope {
  return { accountId: account?.id ?? "0", environment };
}

/** The id of what an Idempotency-Key made within the last 30 days (decisions §5.1). */
export async function keyHolder(db: Db, scope: Scope, operation: string, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ resource_id: string }>`
    select resource_id from idempotency_keys
    where account_id = ${scope.accountId} and environment = ${scope.environment} and operation = ${operation} and key = ${key}
      and created_at > now() - interval '30 days'`.execute(db);
  return rows[0]?.resource_id;
}

/** The answer to a key that was used; `made` names what it made, so that a client can go on (decisions §5.2). */
export function usedKeyError(key: string, made: Record<string, string>): ApiError {
  return new ApiError("idempotency_key_exists", { extra: made, headers: { "idempotency-key": key } });
}

/** Answers a used key of operations whose things are named by `id`, before whatever is wrong with the request. */
export async function usedKeyOf(ctx: Context, operation: string): Promise<ApiError | undefined> {
  const key = ctx.idempotencyKey ?? "";
  const id = await keyHolder(ctx.db, keyScope(ctx), operation, key);
  return id === undefined ? undefined : usedKeyError(key, { id });
}

/**
 * Creates something in one transaction with the claim of the request's key: of N at once with one key exactly one
 * creates (decisions §5.1). @throws ApiError idempotency_key_exists with the id of what the key made
 */
export function createOnce<T>(ctx: Context, operation: string, id: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { idempotencyKey: key } = ctx;
  const scope = keyScope(ctx);
  return withTransaction(ctx.db, async (tx) => {
    if (key !== null) {
      const { rows } = await sql`
        insert into idempotency_keys as k (account_id, environment, operation, key, resource_id)
        values (${scope.accountId}, ${scope.environment}, ${operation}, ${key}, ${id})
        on conflict (account_id, environment, operation, key) do update
          set resource_id = excluded.resource_id, created_at = now()
          where k.created_at <= now() - interval '30 days'
        returning 1`.execute(tx);
      if (rows.length === 0) throw usedKeyError(key, { id: (await keyHolder(tx, scope, operation, key)) ?? id });
    }
    return work(tx);
  });
}
