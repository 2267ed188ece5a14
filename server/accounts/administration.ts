import { sql } from "kysely";
import type { SuspensionReason } from "@/lib/contracts/account";
import type { Environment } from "@/lib/environment";
import { type Db, withTransaction } from "@/server/context";
import { AdministrationError, RatesError, WarehouseBusyError } from "./administration-error";
import { hashSecret, newClientId, newClientSecret } from "./credentials";
import { createPerson, requireAccount, requireFreeEmail, requireStrong } from "./person-records";

type ClientRole = "merchant" | "carrier" | "warehouse" | "support";
export type Credentials = { client_id: string; client_secret: string };
export type NewAccount = {
  name: string;
  email: string;
  password: string;
  pickPack?: boolean;
  paymentPlan?: boolean;
  rateMinute?: number;
  rateHour?: number;
  /** Only the demonstration data sets these; the README lists its sign-ins. */
  locale?: "en" | "zh-Hant";
  isDemo?: boolean;
};

/** The limits of an account or client that has none of its own. */
export const USUAL_RATES = { minute: 100, hour: 1000 };

/** @throws RatesError for an hour with less than a minute has; what is not given is as usual */
function requireRates(minute?: number | null, hour?: number | null): void {
  const [perMinute, perHour] = [minute ?? USUAL_RATES.minute, hour ?? USUAL_RATES.hour];
  if (perHour < perMinute) throw new RatesError(perMinute, perHour);
}

/** The limits of a new client: its own, else its account's, else the usual ones. @throws RatesError */
async function limitsOf(
  db: Db,
  client: { accountId: string | null; rateMinute?: number | undefined; rateHour?: number | undefined },
): Promise<{ rate_minute?: number; rate_hour?: number }> {
  const account =
    client.accountId === null
      ? undefined
      : await db
          .selectFrom("accounts")
          .select(["rate_minute", "rate_hour"])
          .where("id", "=", client.accountId)
          .executeTakeFirst();
  const minute = client.rateMinute ?? account?.rate_minute;
  const hour = client.rateHour ?? account?.rate_hour;
  // Limits of the account from before may stay as they are.
  if (client.rateMinute !== undefined || client.rateHour !== undefined) requireRates(minute, hour);
  return { ...(minute != null && { rate_minute: minute }), ...(hour != null && { rate_hour: hour }) };
}

/** Issues an API client; its secret is shown here and never again. Without an account it serves the whole platform. */
export async function issueClient(
  db: Db,
  client: {
    accountId: string | null;
    environment: Environment;
    role?: ClientRole;
    label?: string;
    /** The only addresses from which it may be used; null: from anywhere. */
    allowList?: string[] | null;
    rateMinute?: number;
    rateHour?: number;
    /** Only the demonstration data sets these; the README lists its credentials. */
    credentials?: Credentials;
    isDemo?: boolean;
  },
): Promise<Credentials> {
  const role = client.role ?? "merchant";
  if (client.accountId === null && role === "merchant")
    throw new AdministrationError("a merchant's client needs an account");
  if (client.accountId !== null) await requireAccount(db, client.accountId);
  const limits = await limitsOf(db, client);
  const credentials = client.credentials ?? {
    client_id: newClientId(client.environment),
    client_secret: newClientSecret(client.environment),
  };
  await withTransaction(db, async (tx) => {
    await tx
      .insertInto("api_clients")
      .values({
        id: credentials.client_id,
        account_id: client.accountId,
        environment: client.environment,
        role,
        label: client.label ?? "",
        allow_list: client.allowList ?? null,
        is_demo: client.isDemo ?? false,
        ...limits,
      })
      .execute();
    await tx
      .insertInto("api_client_secrets")
      .values({ hash: hashSecret(credentials.client_secret), client_id: credentials.client_id })
      .execute();
  });
  return credentials;
}

async function requireClient(db: Db, clientId: string): Promise<{ environment: Environment }> {
  const client = await db
    .selectFrom("api_clients")
    .select(["environment", "revoked_at"])
    .where("id", "=", clientId)
    .executeTakeFirst();
  if (!client) throw new AdministrationError(`there is no client ${clientId}`);
  if (client.revoked_at) throw new AdministrationError(`client ${clientId} is revoked`);
  return client;
}

/**
 * Gives a client a new secret. The previous one stays valid for the overlap, so that both work while the client is
 * switched over. Older ones end at once, so there are never more than two. Without an overlap all old secrets end, and
 * so does every token that the client holds (contract §8.3).
 */
export async function rollClient(db: Db, clientId: string, overlapHours: number): Promise<Credentials> {
  const { environment } = await requireClient(db, clientId);
  const secret = newClientSecret(environment);
  await withTransaction(db, async (tx) => {
    // Locks the client, so that two rolls at the same time still leave only two secrets.
    await tx.selectFrom("api_clients").select("id").where("id", "=", clientId).forNoKeyUpdate().execute();
    const secrets = await tx
      .selectFrom("api_client_secrets")
      .select(["hash", "expires_at", "last_used_at"])
      .where("client_id", "=", clientId)
      .orderBy("created_at", "desc")
      .execute();
    const [latest, ...older] = secrets;
    const ended = overlapHours === 0 ? secrets : older;
    for (const { hash } of ended) await tx.deleteFrom("api_client_secrets").where("hash", "=", hash).execute();
    // After the secrets: a token that one of them was still issuing exists by now, and no further one can follow.
    if (overlapHours === 0) await endTokens(tx, clientId);
    else if (latest)
      await sql`update api_client_secrets set expires_at = now() + make_interval(hours => ${overlapHours})
        where hash = ${latest.hash}`.execute(tx);
    await tx
      .insertInto("api_client_secrets")
      // When the client was used stays known though its secret is gone.
      .values({ hash: hashSecret(secret), client_id: clientId, last_used_at: latestOf(secrets) })
      .execute();
  });
  return { client_id: clientId, client_secret: secret };
}

function latestOf(secrets: readonly { last_used_at: Date | null }[]): Date | null {
  const times = secrets.flatMap(({ last_used_at: at }) => (at ? [at.getTime()] : []));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

async function endTokens(db: Db, clientId: string): Promise<void> {
  await db.deleteFrom("access_tokens").where("client_id", "=", clientId).execute();
}

/** Revokes a client: its secrets and every token it holds stop working with the next request (contract §8.3). */
export async function revokeClient(db: Db, clientId: string): Promise<void> {
  await requireClient(db, clientId);
  await withTransaction(db, async (tx) => {
    await tx.updateTable("api_clients").set({ revoked_at: new Date() }).where("id", "=", clientId).execute();
    await endTokens(tx, clientId);
  });
}

/** 60 days: longer than the orders of the demonstration go back. */
const DEMO_AGE_MS = 60 * 86_400_000;

/** Creates an account with its owner and two merchant clients, one for each environment (contract §11.9). */
export async function createAccount(
  db: Db,
  account: NewAccount,
): Promise<{ account_id: string; email: string; credentials: Record<Environment, Credentials> }> {
  if (!account.name.trim()) throw new AdministrationError("an account needs a name");
  await requireFreeEmail(db, account.email);
  const { isDemo = false, rateMinute, rateHour } = account;
  if (!isDemo) requireStrong(account.password, account.email);
  requireRates(rateMinute, rateHour);
  return withTransaction(db, async (tx) => {
    const { id } = await tx
      .insertInto("accounts")
      .values({
        name: account.name.trim(),
        pick_pack: account.pickPack ?? false,
        payment_plan: account.paymentPlan ?? true,
        is_demo: isDemo,
        // Its orders of the last weeks were made after it was.
        ...(isDemo ? { created_at: new Date(Date.now() - DEMO_AGE_MS) } : {}),
        locale: account.locale ?? "en",
        ...(rateMinute === undefined ? {} : { rate_minute: rateMinute }),
        ...(rateHour === undefined ? {} : { rate_hour: rateHour }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await createPerson(tx, {
      accountId: id,
      role: "owner",
      email: account.email,
      password: account.password,
      name: account.name,
      isDemo,
    });
    const issue = (environment: Environment) => issueClient(tx, { accountId: id, environment, isDemo });
    return {
      account_id: id,
      email: account.email,
      credentials: { testing: await issue("testing"), production: await issue("production") },
    };
  });
}

/** Refuses to switch pick-and-pack off while the warehouse still has, or waits for, orders of the account. */
async function requireEmptyWarehouse(db: Db, accountId: string): Promise<void> {
  // An order that reaches the warehouse at the same time is either counted here or does not get there.
  await db.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from pick_pack_orders p
    join orders o on o.account_id = p.account_id and o.environment = p.environment and o.id = p.order_id
    where p.account_id = ${accountId} and o.status = 'READY_TO_SHIP'
      and p.status in ('PICKPACK_PENDING_CONFIRM', 'PICKPACK_CONFIRMED', 'PICKPACK_READY_TO_SHIPMENT')`.execute(db);
  const count = Number(rows[0]?.n ?? 0);
  if (count > 0)
    throw new WarehouseBusyError(
      count,
      `account ${accountId} has ${count} ${count === 1 ? "order" : "orders"} in the warehouse: pick-and-pack can be switched off when they are collected or cancelled`,
    );
}

/** Column values that suspend an account (keeping an earlier start) or reopen it. */
function suspension(suspended: boolean, reason: SuspensionReason | undefined) {
  return suspended
    ? { suspended, suspended_at: sql<Date>`coalesce(suspended_at, now())`, suspended_reason: reason ?? null }
    : { suspended, suspended_at: null, suspended_reason: null };
}

/**
 * Changes what support may change about an account. Its limits apply to all its clients, and those issued later.
 * @throws AdministrationError also for a closed account, and when pick-and-pack is to be removed while the warehouse has
 * its orders (contract §7.2, §20.5)
 */
export async function updateAccount(
  db: Db,
  accountId: string,
  change: {
    name?: string;
    pickPack?: boolean;
    remarksToPacker?: boolean;
    paymentPlan?: boolean;
    suspended?: boolean;
    /** In the owners' mail; only with `suspended`. */
    suspendedReason?: SuspensionReason;
    rateMinute?: number;
    rateHour?: number;
  },
): Promise<{
  account_id: string;
  name: string;
  pick_pack: boolean;
  remarks_to_packer: boolean;
  payment_plan: boolean;
  suspended: boolean;
}> {
  await requireAccount(db, accountId);
  return withTransaction(db, async (tx) => {
    const { closed_at, rate_minute, rate_hour } = await tx
      .selectFrom("accounts")
      .select(["closed_at", "rate_minute", "rate_hour"])
      .where("id", "=", accountId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (closed_at) throw new AdministrationError(`account ${accountId} is closed`);
    if (change.pickPack === false) await requireEmptyWarehouse(tx, accountId);
    // Limits from before may stay as they are.
    if (change.rateMinute !== undefined || change.rateHour !== undefined)
      requireRates(change.rateMinute ?? rate_minute, change.rateHour ?? rate_hour);
    const values = {
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.pickPack === undefined ? {} : { pick_pack: change.pickPack }),
      ...(change.remarksToPacker === undefined ? {} : { remarks_to_packer: change.remarksToPacker }),
      ...(change.paymentPlan === undefined ? {} : { payment_plan: change.paymentPlan }),
      ...(change.suspended === undefined ? {} : suspension(change.suspended, change.suspendedReason)),
      ...(change.rateMinute === undefined ? {} : { rate_minute: change.rateMinute }),
      ...(change.rateHour === undefined ? {} : { rate_hour: change.rateHour }),
    };
    if (Object.keys(values).length) await tx.updateTable("accounts").set(values).where("id", "=", accountId).execute();
    const limits = {
      ...(change.rateMinute === undefined ? {} : { rate_minute: change.rateMinute }),
      ...(change.rateHour === undefined ? {} : { rate_hour: change.rateHour }),
    };
    if (Object.keys(limits).length)
      await tx
        .updateTable("api_clients")
        // A client with a limit of its own for the other one has no more in a minute than in an hour.
        .set({
          ...limits,
          rate_minute: sql`least(coalesce(${change.rateMinute ?? null}::int, rate_minute), coalesce(${change.rateHour ?? null}::int, rate_hour))`,
        })
        .where("account_id", "=", accountId)
        .where("revoked_at", "is", null)
        .execute();
    const row = await tx
      .selectFrom("accounts")
      .select(["id", "name", "pick_pack", "remarks_to_packer", "payment_plan", "suspended"])
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    return {
      account_id: row.id,
      name: row.name,
      pick_pack: row.pick_pack,
      remarks_to_packer: row.remarks_to_packer,
      payment_plan: row.payment_plan,
      suspended: row.suspended,
    };
  });
}
