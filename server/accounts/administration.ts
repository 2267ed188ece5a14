import type { Environment } from "@/lib/environment";
import { type Db, withTransaction } from "@/server/context";
import { hashSecret, newClientId, newClientSecret } from "./credentials";
import { hashPassword, passwordWeakness } from "./passwords";

/** A refusal that the administrator reads as it is. */
export class AdministrationError extends Error {}

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
  /** Set by demonstration data alone, whose sign-ins the README lists. */
  locale?: "en" | "zh-Hant";
};

async function requireFreeEmail(db: Db, email: string): Promise<void> {
  if (!/^[^@\s]+@[^@\s]+$/.test(email) || email.length > 254)
    throw new AdministrationError(`${email} is not an e-mail address`);
  const taken = await db
    .selectFrom("people")
    .select("id")
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  if (taken) throw new AdministrationError(`${email} has a sign-in already`);
}

function requireStrong(password: string): void {
  const weakness = passwordWeakness(password);
  if (weakness) throw new AdministrationError(weakness);
}

/** Issues an API client; its secret is shown here and never again. Without an account it serves the whole platform. */
export async function issueClient(
  db: Db,
  client: {
    accountId: string | null;
    environment: Environment;
    role?: ClientRole;
    label?: string;
    rateMinute?: number;
    rateHour?: number;
    /** Set by demonstration data alone, whose credentials the README lists. */
    credentials?: Credentials;
  },
): Promise<Credentials> {
  const role = client.role ?? "merchant";
  if (client.accountId === null && role === "merchant")
    throw new AdministrationError("a merchant's client needs an account");
  if (client.accountId !== null) await requireAccount(db, client.accountId);
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
        ...(client.rateMinute === undefined ? {} : { rate_minute: client.rateMinute }),
        ...(client.rateHour === undefined ? {} : { rate_hour: client.rateHour }),
      })
      .execute();
    await tx
      .insertInto("api_client_secrets")
      .values({ hash: hashSecret(credentials.client_secret), client_id: credentials.client_id })
      .execute();
  });
  return credentials;
}

async function requireAccount(db: Db, accountId: string): Promise<void> {
  const account = /^\d{1,15}$/.test(accountId)
    ? await db.selectFrom("accounts").select("id").where("id", "=", accountId).executeTakeFirst()
    : undefined;
  if (!account) throw new AdministrationError(`there is no account ${accountId}`);
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
 * Gives a client a new secret. The one before stays valid for the overlap, so that both work during the roll; older
 * ones end at once, so that there are never more than two.
 */
export async function rollClient(db: Db, clientId: string, overlapHours: number): Promise<Credentials> {
  const { environment } = await requireClient(db, clientId);
  const secret = newClientSecret(environment);
  await withTransaction(db, async (tx) => {
    // Locks the client, so that two rolls at once leave two secrets as well.
    await tx.selectFrom("api_clients").select("id").where("id", "=", clientId).forUpdate().execute();
    const secrets = await tx
      .selectFrom("api_client_secrets")
      .select(["hash", "expires_at"])
      .where("client_id", "=", clientId)
      .orderBy("created_at", "desc")
      .execute();
    const [latest, ...older] = secrets;
    for (const { hash } of older) await tx.deleteFrom("api_client_secrets").where("hash", "=", hash).execute();
    if (latest)
      await tx
        .updateTable("api_client_secrets")
        .set({ expires_at: new Date(Date.now() + overlapHours * 3_600_000) })
        .where("hash", "=", latest.hash)
        .execute();
    await tx
      .insertInto("api_client_secrets")
      .values({ hash: hashSecret(secret), client_id: clientId })
      .execute();
  });
  return { client_id: clientId, client_secret: secret };
}

/** Revokes a client: its secrets and every token it holds stop working with the next request. */
export async function revokeClient(db: Db, clientId: string): Promise<void> {
  await requireClient(db, clientId);
  await db.updateTable("api_clients").set({ revoked_at: new Date() }).where("id", "=", clientId).execute();
}

/** Creates a person who signs in: staff without an account, owner or member with one. */
export async function createPerson(
  db: Db,
  person: {
    accountId: string | null;
    role: "owner" | "member" | "warehouse" | "support";
    email: string;
    password: string;
    name?: string;
  },
): Promise<{ id: string; email: string }> {
  await requireFreeEmail(db, person.email);
  requireStrong(person.password);
  const { id } = await db
    .insertInto("people")
    .values({
      account_id: person.accountId,
      role: person.role,
      email: person.email,
      name: person.name ?? person.email.split("@")[0] ?? person.email,
      password_hash: await hashPassword(person.password),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, email: person.email };
}

/** Creates an account with its owner and a pair of merchant clients, one an environment (specification §1.5). */
export async function createAccount(
  db: Db,
  account: NewAccount,
): Promise<{ account_id: string; email: string; credentials: Record<Environment, Credentials> }> {
  if (!account.name.trim()) throw new AdministrationError("an account needs a name");
  await requireFreeEmail(db, account.email);
  requireStrong(account.password);
  return withTransaction(db, async (tx) => {
    const { id } = await tx
      .insertInto("accounts")
      .values({
        name: account.name.trim(),
        pick_pack: account.pickPack ?? false,
        payment_plan: account.paymentPlan ?? true,
        locale: account.locale ?? "en",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await createPerson(tx, {
      accountId: id,
      role: "owner",
      email: account.email,
      password: account.password,
      name: account.name,
    });
    const issue = (environment: Environment) =>
      issueClient(tx, { accountId: id, environment, rateMinute: account.rateMinute, rateHour: account.rateHour });
    return {
      account_id: id,
      email: account.email,
      credentials: { testing: await issue("testing"), production: await issue("production") },
    };
  });
}

/** Changes what support may change of an account; limits are those of all its clients. */
export async function updateAccount(
  db: Db,
  accountId: string,
  change: {
    name?: string;
    pickPack?: boolean;
    paymentPlan?: boolean;
    suspended?: boolean;
    rateMinute?: number;
    rateHour?: number;
  },
): Promise<{ account_id: string; name: string; pick_pack: boolean; payment_plan: boolean; suspended: boolean }> {
  await requireAccount(db, accountId);
  return withTransaction(db, async (tx) => {
    const values = {
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.pickPack === undefined ? {} : { pick_pack: change.pickPack }),
      ...(change.paymentPlan === undefined ? {} : { payment_plan: change.paymentPlan }),
      ...(change.suspended === undefined ? {} : { suspended: change.suspended }),
    };
    if (Object.keys(values).length) await tx.updateTable("accounts").set(values).where("id", "=", accountId).execute();
    const limits = {
      ...(change.rateMinute === undefined ? {} : { rate_minute: change.rateMinute }),
      ...(change.rateHour === undefined ? {} : { rate_hour: change.rateHour }),
    };
    if (Object.keys(limits).length)
      await tx.updateTable("api_clients").set(limits).where("account_id", "=", accountId).execute();
    const row = await tx
      .selectFrom("accounts")
      .select(["id", "name", "pick_pack", "payment_plan", "suspended"])
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    return {
      account_id: row.id,
      name: row.name,
      pick_pack: row.pick_pack,
      payment_plan: row.payment_plan,
      suspended: row.suspended,
    };
  });
}
