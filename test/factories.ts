import { sql } from "kysely";
import { encode } from "next-auth/jwt";
import { intlExample, localExample } from "@/lib/contracts/examples";
import type { Environment } from "@/lib/environment";
import {
  createAccount,
  createPerson,
  issueClient,
  type NewAccount,
  openSession,
  sessionCookieName,
} from "@/server/accounts";
import type { Db } from "@/server/db/transaction";
import { env } from "@/server/env";
import { testDatabase } from "./database";
import { type Api, api } from "./http";

let serial = 0;

/** The test database's query builder. */
export async function testDb(): Promise<Db> {
  return (await testDatabase()).db;
}

/** Changes the audit log past its triggers, which refuse the product the same. */
export async function changeAuditLog(statement = sql`delete from audit_log`): Promise<void> {
  await (await testDb()).transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });
}

/** An address that no other test has. */
export function freshEmail(): string {
  return `person-${process.pid}-${++serial}@example.com`;
}

export type Merchant = {
  accountId: string;
  email: string;
  credentials: Record<Environment, { client_id: string; client_secret: string }>;
  tokens: Record<Environment, string>;
  testing: Api;
  production: Api;
};

/** Gets a token through the token operation. */
export async function tokenFor(
  credentials: { client_id: string; client_secret: string },
  environment: Environment,
): Promise<string> {
  const answer = await api(environment).call("POST", "/auth/token", {
    form: { grant_type: "client_credentials", ...credentials },
  });
  if (answer.status !== 200) throw new Error(`no token: ${JSON.stringify(answer.body)}`);
  return answer.body.data.access_token;
}

/** A merchant with a token in both environments; limits are out of the way unless a test sets them. */
export async function merchant(options: Partial<NewAccount> = {}): Promise<Merchant> {
  const email = freshEmail();
  const created = await createAccount(await testDb(), {
    name: "Test Merchant",
    email,
    password: "correct horse battery",
    rateMinute: 1_000_000,
    rateHour: 10_000_000,
    ...options,
  });
  const tokens = {
    testing: await tokenFor(created.credentials.testing, "testing"),
    production: await tokenFor(created.credentials.production, "production"),
  };
  return {
    accountId: created.account_id,
    email,
    credentials: created.credentials,
    tokens,
    testing: api("testing", { token: tokens.testing }),
    production: api("production", { token: tokens.production }),
  };
}

/** Lets an account have pick-and-pack for a while, and with it the warehouse see its orders (contract §7.1). */
export async function withPickPack<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  const db = await testDb();
  const set = (pick_pack: boolean) =>
    db.updateTable("accounts").set({ pick_pack }).where("id", "=", accountId).execute();
  await set(true);
  try {
    return await work();
  } finally {
    await set(false);
  }
}

/** An API client of another role; of the whole platform when `accountId` is null. */
export async function clientOf(
  role: "merchant" | "carrier" | "warehouse" | "support",
  accountId: string | null,
  environment: Environment = "testing",
  label = "",
): Promise<Api> {
  const credentials = await issueClient(await testDb(), {
    accountId,
    environment,
    role,
    label,
    rateMinute: 1_000_000,
    rateHour: 10_000_000,
  });
  return api(environment, { token: await tokenFor(credentials, environment) });
}

/** The cookie header of a signed-in person, of the shared database or another. */
export async function cookieOf(personId: string, db?: Db): Promise<string> {
  // Staff see production only after a second factor; what that takes is tested where it matters.
  const sid = await openSession(db ?? (await testDb()), personId, { hasShownFactor: true });
  return cookieForSession(sid);
}

/** The cookie header of a session. */
export async function cookieForSession(sid: string | null): Promise<string> {
  const value = await encode({ token: { sid }, secret: env().appSecret });
  return `${sessionCookieName()}=${encodeURIComponent(value)}`;
}

/** The secret in a mailed link. */
export function tokenIn(link: string): string {
  return new URLSearchParams(new URL(link, "http://own.invalid").hash.slice(1)).get("token") ?? "";
}

/** A person in a browser: staff without an account, else a member of it. */
export async function personOf(
  role: "owner" | "member" | "warehouse" | "support",
  accountId: string | null,
  environment: Environment = "testing",
): Promise<{ api: Api; cookie: string; id: string }> {
  const { id } = await createPerson(await testDb(), {
    accountId,
    role,
    email: freshEmail(),
    password: "correct horse battery",
  });
  const cookie = await cookieOf(id);
  return { api: api(environment, { headers: { cookie, "sec-fetch-site": "same-origin" } }), cookie, id };
}

type Loose = Record<string, unknown>;

/** A valid local order; `change` replaces root fields. */
export function localOrder(change: Loose = {}) {
  return { ...structuredClone(localExample), ...change };
}

/** A valid international order; `change` replaces root fields. */
export function intlOrder(change: Loose = {}) {
  return { ...structuredClone(intlExample), ...change };
}

/** Creates an order and gives its result. */
export async function created(
  client: Api,
  body: unknown = localOrder(),
): Promise<{ order_id: string; tracking_number: string; [field: string]: string }> {
  const answer = await client.post("/order/create", body);
  if (answer.status !== 200) throw new Error(`no order: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}
