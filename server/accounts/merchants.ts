/** Owns the accounts themselves: opening, reading and changing them, by support and by commands (contract §27). */
import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type * as contracts from "@/lib/contracts/account";
import type { InputOf } from "@/lib/contracts/contract";
import type { Environment } from "@/lib/environment";
import { invalid, notFound } from "@/lib/errors";
import type { VisitReason } from "@/lib/rights";
import { type Context, NO_RULES } from "@/server/context";
import { listOf } from "@/server/db/columns";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import type { Selected } from "@/server/db/types";
import { createOnce } from "@/server/idempotency";
import { AdministrationError, RatesError, WarehouseBusyError } from "./administration-error";
import { changedFacts, type Facts, MASKED, recordAudit } from "./audit/audit";
import { type Credentials, issueClient, requireRates, USUAL_RATES } from "./clients/clients";
import { STATE } from "./directory";
import { mailOwnersOfState } from "./notices/state-mails";
import { requireRealStaff } from "./people/demo";
import { invite, newInvitationId } from "./people/invitations";
import { createPerson, requireAccount, requireFreeEmail, requireStrong } from "./people/person-records";
import { requireActing } from "./visits";

/** An account as support sees it, but for its orders, which are another module's, and the caller's visit. */
export type Merchant = Omit<contracts.MerchantAccount, "recent_orders" | "visit">;

const LISTED = [
  ...(["id", "name", "locale", "pick_pack", "payment_plan", "suspended", "remarks_to_packer"] as const),
  ...(["suspended_reason", "suspended_at", "closed_at", "created_at", "rate_minute", "rate_hour"] as const),
];
type Row = Selected<"accounts", (typeof LISTED)[number]> & {
  state: contracts.AccountState;
  people: Omit<Merchant["people"], "last_sign_in_at" | "invited">;
  last_sign_in_at: Date | null;
  invited: number;
  clients: Merchant["clients"];
  endpoints: Merchant["endpoints"];
  disabled_endpoints: Merchant["endpoints"];
  visit_at: Date | null;
  visit_by: string | null;
  visit_reason: VisitReason | null;
};

/** One account with its counts, in one statement. */
const ROW = `
  select ${listOf(LISTED, "a")}, p.people, p.last_sign_in_at, c.clients, w.endpoints,
    w.disabled_endpoints, v.at as visit_at, v.by as visit_by, v.reason as visit_reason,
    (select count(*)::int from invitations i where i.account_id = a.id and i.accepted_at is null
      and i.revoked_at is null and i.expires_at > now()) as invited
  from accounts a
  cross join lateral (
    select json_build_object(
        'owners', count(*) filter (where role = 'owner' and disabled_at is null),
        'members', count(*) filter (where role = 'member' and disabled_at is null),
        'disabled', count(*) filter (where disabled_at is not null)) as people,
      max(last_sign_in_at) as last_sign_in_at
    from people where account_id = a.id and removed_at is null) p
  cross join lateral (
    select json_build_object(
        'testing', count(*) filter (where environment = 'testing'),
        'production', count(*) filter (where environment = 'production')) as clients
    from api_clients where account_id = a.id and revoked_at is null and role = 'merchant') c
  cross join lateral (
    select json_build_object(
        'testing', count(*) filter (where environment = 'testing' and status = 'enabled'),
        'production', count(*) filter (where environment = 'production' and status = 'enabled')) as endpoints,
      json_build_object(
        'testing', count(*) filter (where environment = 'testing' and status = 'disabled'),
        'production', count(*) filter (where environment = 'production' and status = 'disabled')) as disabled_endpoints
    from webhook_endpoints where account_id = a.id and deleted_at is null) w
  left join lateral (
    -- The row is of before the visit: its reason is in what was asked for.
    select l.at, l.after ->> 'reason' as reason, coalesce((select name from people where 'person:' || id = l.actor), l.actor) as by
    from audit_log l where l.account_id = a.id and l.operation = 'startVisit' and l.outcome = 'ok'
    order by l.at desc limit 1) v on true`;

const iso = (time: Date | null) => time && hongKongIso(time);

function present(row: Row): Merchant {
  return {
    account_id: row.id,
    name: row.name,
    pick_pack: row.pick_pack,
    payment_plan: row.payment_plan,
    suspended: row.suspended,
    state: row.state,
    create_time: hongKongIso(row.created_at),
    language: row.locale,
    remarks_to_packer: row.remarks_to_packer,
    suspended_reason: row.suspended_reason,
    suspended_at: iso(row.suspended_at),
    closed_at: iso(row.closed_at),
    rate_minute: row.rate_minute ?? USUAL_RATES.minute,
    rate_hour: row.rate_hour ?? USUAL_RATES.hour,
    people: { ...row.people, invited: row.invited, last_sign_in_at: iso(row.last_sign_in_at) },
    clients: row.clients,
    endpoints: row.endpoints,
    disabled_endpoints: row.disabled_endpoints,
    last_visit: row.visit_at && { at: hongKongIso(row.visit_at), by: row.visit_by ?? "", reason: row.visit_reason },
  };
}

/** Reads an account. @throws ApiError NOT_FOUND */
export async function readMerchant(db: Db, accountId: string): Promise<Merchant> {
  if (!/^\d{1,15}$/.test(accountId)) throw notFound();
  const { rows } = await sql<Row>`
    select m.*, ${STATE} as state from (${sql.raw(ROW)} where a.id = ${accountId}) m`.execute(db);
  if (!rows[0]) throw notFound();
  return present(rows[0]);
}

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
function suspension(suspended: boolean, reason: contracts.SuspensionReason | undefined) {
  return suspended
    ? { suspended, suspended_at: sql<Date>`coalesce(suspended_at, now())`, suspended_reason: reason ?? null }
    : { suspended, suspended_at: null, suspended_reason: null };
}

/** What may be changed about an account. Its limits apply to all its clients, and those issued later. */
type AccountChange = {
  name?: string | undefined;
  pick_pack?: boolean | undefined;
  remarks_to_packer?: boolean | undefined;
  payment_plan?: boolean | undefined;
  suspended?: boolean | undefined;
  /** In the owners' mail; only with `suspended`. */
  suspended_reason?: contracts.SuspensionReason | undefined;
  rate_minute?: number | undefined;
  rate_hour?: number | undefined;
};

const CHANGED = ["name", "pick_pack", "remarks_to_packer", "payment_plan", "suspended"] as const;

/**
 * Changes an account, as commands and support do.
 * @throws AdministrationError also for a closed account, and when pick-and-pack is to be removed while the warehouse has
 * its orders (contract §7.2, §20.5)
 */
export async function updateAccount(
  db: Db,
  accountId: string,
  { suspended, suspended_reason: reason, ...change }: AccountChange,
): Promise<{ account_id: string } & Selected<"accounts", (typeof CHANGED)[number]>> {
  await requireAccount(db, accountId);
  return withTransaction(db, async (tx) => {
    const before = await tx
      .selectFrom("accounts")
      .select(["closed_at", "rate_minute", "rate_hour"])
      .where("id", "=", accountId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (before.closed_at) throw new AdministrationError(`account ${accountId} is closed`);
    if (change.pick_pack === false) await requireEmptyWarehouse(tx, accountId);
    const { rate_minute, rate_hour } = change;
    const isLimited = rate_minute !== undefined || rate_hour !== undefined;
    // Limits from before may stay as they are.
    if (isLimited) requireRates(rate_minute ?? before.rate_minute, rate_hour ?? before.rate_hour);
    // Of these only what is given is written.
    const values = { ...change, ...(suspended === undefined ? {} : suspension(suspended, reason)) };
    if (Object.values(values).some((value) => value !== undefined))
      await tx.updateTable("accounts").set(values).where("id", "=", accountId).execute();
    if (isLimited)
      await tx
        .updateTable("api_clients")
        // A client with a limit of its own for the other one has no more in a minute than in an hour.
        .set({
          rate_hour,
          rate_minute: sql`least(coalesce(${rate_minute ?? null}::int, rate_minute), coalesce(${rate_hour ?? null}::int, rate_hour))`,
        })
        .where("account_id", "=", accountId)
        .where("revoked_at", "is", null)
        .execute();
    const { id, ...after } = await tx
      .selectFrom("accounts")
      .select(["id", ...CHANGED])
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    return { account_id: id, ...after };
  });
}

/**
 * Opens an account and invites its owner, who sets the password by the mail. The answer is the same if the e-mail has a
 * sign-in already, whose holder is notified instead (contract §17.3, §27.2).
 * @throws ApiError FORBIDDEN to the demonstration's staff; idempotency_key_exists with the id of the account
 */
export async function openAccount(
  ctx: Context,
  { name, email, owner_name, language, payment_plan, pick_pack }: InputOf<typeof contracts.createAccount>,
): Promise<Merchant> {
  await requireRealStaff(ctx);
  const { rows } = await sql<{ id: string }>`select nextval(pg_get_serial_sequence('accounts', 'id')) as id`.execute(
    ctx.db,
  );
  const id = String(rows[0]?.id);
  return createOnce(ctx, "createAccount", id, async (tx) => {
    const { default_local_provider } = (
      await sql<{ default_local_provider: string }>`
        insert into accounts (id, name, locale, payment_plan, pick_pack) overriding system value
        values (${id}, ${name}, ${language}, ${payment_plan}, ${pick_pack})
        returning default_local_provider`.execute(tx)
    ).rows[0] ?? { default_local_provider: "" };
    const account = {
      ...{ id, name, pickPack: pick_pack },
      ...{ defaultLocalProvider: default_local_provider, remarksToPacker: false, rules: NO_RULES },
    };
    const owner = { id: newInvitationId(), email, name: owner_name, role: "owner" as const };
    await invite(tx, { ...ctx, account }, owner, "opened");
    await recordAudit({ ...ctx, db: tx }, [id], {
      operation: "createAccount",
      objectId: id,
      after: { name: MASKED, language, payment_plan, pick_pack, email: MASKED },
    });
    return readMerchant(tx, id);
  });
}

/** What the audit log compares of an account. */
function factsOf(account: Merchant): Facts {
  const { name, pick_pack, payment_plan, remarks_to_packer, suspended, suspended_reason } = account;
  const { rate_minute, rate_hour } = account;
  return {
    ...{ name, pick_pack, payment_plan, remarks_to_packer, suspended, suspended_reason },
    ...{ rate_minute, rate_hour },
  };
}

/**
 * Changes an account and records it, both or neither; its owners are notified when it is suspended or reopened, and when
 * its plan ends or begins (contract §27.3).
 * @throws ApiError NOT_FOUND; REASON_REQUIRED and ACT_REQUIRED without a visit of it that acts; 400 at `account_id` for a
 * closed one, at `pick_pack` while the warehouse has its orders, at a limit of an hour below that of a minute
 */
export function changeAccount(
  ctx: Context,
  { account_id: id, ...given }: InputOf<typeof contracts.updateAccount>,
): Promise<Merchant> {
  return withTransaction(ctx.db, async (tx) => {
    if (!/^\d{1,15}$/.test(id)) throw notFound();
    await sql`select 1 from accounts where id = ${id} for update`.execute(tx);
    const before = await readMerchant(tx, id);
    const acting = await requireActing({ ...ctx, db: tx }, id);
    if (before.closed_at) throw invalid({ path: ["account_id"], key: "accountClosed" });
    await change(tx, id, given);
    const after = await readMerchant(tx, id);
    const facts = changedFacts(factsOf(before), factsOf(after), ["name"]);
    // Limits count for every client of the account, also where the account itself has the same already.
    const { rate_minute, rate_hour } = given;
    const limits = { ...(rate_minute !== undefined && { rate_minute }), ...(rate_hour !== undefined && { rate_hour }) };
    const act = { operation: "updateAccount", objectId: id, ...facts, after: { ...facts.after, ...limits } };
    await recordAudit(acting, [id], act);
    await mailOwnersOfState(tx, before, after);
    return after;
  });
}

async function change(
  tx: Tx,
  id: string,
  given: Omit<InputOf<typeof contracts.updateAccount>, "account_id">,
): Promise<void> {
  await updateAccount(tx, id, given).catch((error: unknown) => {
    if (error instanceof RatesError)
      throw given.rate_hour === undefined
        ? invalid({ path: ["rate_minute"], key: "maximum", params: { max: error.hour } })
        : invalid({ path: ["rate_hour"], key: "minimum", params: { min: error.minute } });
    if (!(error instanceof WarehouseBusyError)) throw error;
    throw invalid({ path: ["pick_pack"], key: "warehouseBusy", params: { count: error.orders } });
  });
}
