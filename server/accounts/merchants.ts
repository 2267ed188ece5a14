/** Owns what support does with the accounts themselves: opening, reading and changing them (contract §27). */
import { sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type * as contracts from "@/lib/contracts/account";
import type { InputOf } from "@/lib/contracts/contract";
import { invalid, notFound } from "@/lib/errors";
import type { VisitReason } from "@/lib/rights";
import { type Context, type Db, type Tx, withTransaction } from "@/server/context";
import { listOf } from "@/server/db/columns";
import type { Selected } from "@/server/db/types";
import { createOnce } from "@/server/idempotency";
import { USUAL_RATES, updateAccount } from "./administration";
import { RatesError, WarehouseBusyError } from "./administration-error";
import { changed, type Facts, MASKED, recordAudit } from "./audit";
import { requireRealStaff } from "./demonstration";
import { STATE } from "./directory";
import { invite, newInvitationId } from "./invitations";
import { mailOwnersOfState } from "./state-mails";
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
      ...{ defaultLocalProvider: default_local_provider, remarksToPacker: false },
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
    const facts = changed(factsOf(before), factsOf(after), ["name"]);
    await recordAudit(acting, [id], { operation: "updateAccount", objectId: id, ...facts });
    await mailOwnersOfState(tx, before, after);
    return after;
  });
}

async function change(
  tx: Tx,
  id: string,
  given: Omit<InputOf<typeof contracts.updateAccount>, "account_id">,
): Promise<void> {
  const change = Object.entries({
    name: given.name,
    pickPack: given.pick_pack,
    remarksToPacker: given.remarks_to_packer,
    paymentPlan: given.payment_plan,
    suspended: given.suspended,
    suspendedReason: given.suspended_reason,
    rateMinute: given.rate_minute,
    rateHour: given.rate_hour,
  }).filter(([, value]) => value !== undefined);
  await updateAccount(tx, id, Object.fromEntries(change)).catch((error: unknown) => {
    if (error instanceof RatesError)
      throw given.rate_hour === undefined
        ? invalid({ path: ["rate_minute"], key: "maximum", params: { max: error.hour } })
        : invalid({ path: ["rate_hour"], key: "minimum", params: { min: error.minute } });
    if (!(error instanceof WarehouseBusyError)) throw error;
    throw invalid({ path: ["pick_pack"], key: "warehouseBusy", params: { count: error.orders } });
  });
}
