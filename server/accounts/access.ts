import { CompiledQuery, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Environment } from "@/lib/environment";
import { ApiError } from "@/lib/errors";
import type { Language } from "@/lib/i18n/languages";
import { mayUseUnusable, type VisitReason } from "@/lib/rights";
import type { Role } from "@/lib/roles";
import type { Account, AccountContext, Actor, Context, Visit } from "@/server/context";
import type { Db } from "@/server/db/transaction";
import { addressList, isAmong } from "@/server/plain-address";
import { countingSql, type RateRow, type RateState, rateState } from "@/server/rate-limits";
import { hashSecret } from "./clients/credentials";

/** How long a second factor counts in the session that showed it (contract §8.17, §8.21). */
export const FACTOR_LASTS = "12 hours";

/** Requests a minute and an hour that a person in a browser may make (contract §11.2). */
const PERSON_LIMITS = { minute: 1200, hour: 20_000 };

/** Who makes a request. */
type Caller = Exclude<Actor, { kind: "command" }>;

/** Who acts, for which account, and what they may do there. */
export type Rights = {
  actor: Caller;
  account: Account | null;
  /** In which the person last saw a page; null for clients, and before the first page. */
  language: Language | null;
  /** The caller may not see the account that was named (contract §7.1). */
  isOutOfReach: boolean;
  catalogueVersion: string;
  paymentPlan: boolean;
  suspended: boolean;
  /** A person who has shown a second factor lately, or needs none: the demonstration's people. */
  hasShownFactor: boolean;
  /** A person of the demonstration's staff, while there are accounts that are not the demonstration's. */
  isShutOut: boolean;
  /** The only addresses from which the client may call, if it has such a list (contract §18.4). */
  allowList: readonly string[] | null;
};

/** What the first statement of every request finds: the same, and within which limits. */
export type Access = Rights & { rate: RateState };

type RightsRow = {
  id: string;
  role: Role;
  name: string | null;
  email: string | null;
  language: Language | null;
  own_account_id: string | null;
  account_id: string | null;
  is_out_of_reach: boolean;
  account_name: string;
  pick_pack: boolean;
  default_local_provider: string;
  remarks_to_packer: boolean;
  rules_testing: string;
  rules_production: string;
  payment_plan: boolean;
  suspended: boolean;
  has_shown_factor: boolean;
  is_shut_out: boolean;
  catalogue_version: string;
  allow_list: string[] | null;
  visit_reason: VisitReason | null;
  visit_acting: boolean;
  visit_expires_at: Date;
};
type AccessRow = RateRow & RightsRow;

function visitOf({ visit_reason: reason, visit_acting: acting, visit_expires_at: expiresAt }: RightsRow): Visit | null {
  return reason === null ? null : { reason, acting, expiresAt };
}

function accessOf(row: AccessRow, sessionId?: string): Access {
  return { ...rightsOf(row, sessionId), rate: rateState(row) };
}

function rightsOf(row: RightsRow, sessionId?: string): Rights {
  const who = { id: row.id, role: row.role, accountId: row.own_account_id };
  return {
    actor:
      sessionId === undefined
        ? { kind: "client", ...who }
        : { kind: "person", ...who, name: row.name ?? "", email: row.email ?? "", sessionId, visit: visitOf(row) },
    account:
      row.account_id === null
        ? null
        : {
            id: row.account_id,
            name: row.account_name,
            pickPack: row.pick_pack,
            defaultLocalProvider: row.default_local_provider,
            remarksToPacker: row.remarks_to_packer,
            rules: { testing: row.rules_testing, production: row.rules_production },
          },
    language: row.language,
    isOutOfReach: row.is_out_of_reach,
    catalogueVersion: row.catalogue_version,
    paymentPlan: row.account_id === null || row.payment_plan,
    suspended: row.account_id !== null && row.suspended,
    hasShownFactor: row.has_shown_factor,
    isShutOut: row.is_shut_out,
    allowList: row.allow_list,
  };
}

const STAFF = "('warehouse', 'support')";
const IDLE = { staff: "15 minutes", merchants: "30 minutes" };

/** How long a session of this role lives without a request. */
export function idleLimit(role: Role): string {
  return role === "warehouse" || role === "support" ? IDLE.staff : IDLE.merchants;
}

/**
 * One statement at the start of every request: `who` finds the caller and the account it acts on. The text is constant,
 * so each connection prepares it once.
 */
function accessSql(who: string, counter: string, seen = ""): string {
  return `
    -- Losing a count in a crash is harmless, waiting for the disk at each request is not.
    with no_wait as materialized (select set_config('synchronous_commit', 'off', true)),
    who as (${who}),${seen}
    hit as (${countingSql(`select ${counter} from who, no_wait`)})
    ${rightsSql("hit.*,", "cross join hit")}`;
}

/** What `who` may do; `counted` and `joined` add the request's count. */
function rightsSql(counted = "", joined = ""): string {
  return `
    select who.id, who.role, who.name, who.email, who.language, who.has_shown_factor, who.is_shut_out, who.own_account_id, who.allow_list, who.visit_reason, who.visit_acting, who.visit_expires_at, a.id as account_id, a.name as account_name, a.pick_pack,
      a.default_local_provider, a.remarks_to_packer, a.rules_testing, a.rules_production, a.payment_plan, a.suspended, ${counted} v.version as catalogue_version,
      who.role = 'warehouse' and who.account_id is not null and a.id is null as is_out_of_reach
    from who ${joined} cross join catalogue_version v
    left join accounts a on a.id = who.account_id and (who.role <> 'warehouse' or a.pick_pack)`;
}

const BY_TOKEN = accessSql(
  `select c.id, c.role, null::text as name, null::text as email, null::text as language, true as has_shown_factor, false as is_shut_out, c.account_id as own_account_id, c.allow_list, c.rate_minute, c.rate_hour,
     null::text as visit_reason, null::boolean as visit_acting, null::timestamptz as visit_expires_at,
     case when c.role = 'support' then coalesce($3::bigint, c.account_id) else coalesce(c.account_id, $3::bigint) end as account_id
   from access_tokens t join api_clients c on c.id = t.client_id
   where t.hash = $1 and t.expires_at > now() and c.environment = $2 and c.revoked_at is null`,
  "'c:' || who.id as key, who.rate_minute as minute_limit, who.rate_hour as hour_limit, 1 as cost",
);

/** A person `p` with session `s` and visit `v`, who names the account `$2` in the environment `$3`. */
const PERSON = `p.id, p.role, p.name, p.email, p.language,
     p.is_demo or coalesce(s.factor_at > now() - interval '${FACTOR_LASTS}', false) as has_shown_factor,
     p.is_demo and p.role in ${STAFF} and exists (select from accounts where not is_demo) as is_shut_out, p.account_id as own_account_id, null::text[] as allow_list,
     v.reason as visit_reason, v.acting as visit_acting, v.expires_at as visit_expires_at,
     case when p.role in ${STAFF} then $2::bigint else p.account_id end as account_id`;

const BY_SESSION = accessSql(
  `select ${PERSON}
   from sessions s join people p on p.id = s.person_id
   left join support_visits v
     on v.session_hash = s.id_hash and v.account_id = $2::bigint and v.environment = $3 and v.expires_at > now()
   where s.id_hash = $1 and s.revoked_at is null and s.expires_at > now() and p.disabled_at is null
     and s.last_seen_at > now() - case when p.role in ${STAFF} then interval '${IDLE.staff}' else interval '${IDLE.merchants}' end`,
  `'p:' || who.id as key, ${PERSON_LIMITS.minute} as minute_limit, ${PERSON_LIMITS.hour} as hour_limit, 1 as cost`,
  `
    seen as (
      update sessions set last_seen_at = now()
      where id_hash = $1 and exists (select from who) and last_seen_at < now() - interval '30 seconds'
    ),`,
);

/**
 * Recognises an access token, finds the account it acts on and counts the request, in one statement. Platform clients
 * name the account. A client that belongs to an account can act only on that one, except support, who see every
 * account.
 * Null: no such token in this environment, the token has expired, or its client is revoked.
 */
export async function accessByToken(
  db: Db,
  token: string,
  environment: Environment,
  namedAccount: string | null,
): Promise<Access | null> {
  if (!/^at_(test|live)_[\w-]{43}$/.test(token)) return null;
  const query = CompiledQuery.raw(BY_TOKEN, [hashSecret(token), environment, namedAccount]);
  const { rows } = await db.executeQuery<AccessRow>(query);
  return rows[0] ? accessOf(rows[0]) : null;
}

/**
 * The same for a signed-in person's session, which serves both environments. The session row has the idle and the
 * absolute limit.
 */
export async function accessBySession(
  db: Db,
  sessionId: string,
  environment: Environment,
  namedAccount: string | null,
): Promise<Access | null> {
  const { rows } = await db.executeQuery<AccessRow>(
    CompiledQuery.raw(BY_SESSION, [hashSecret(sessionId), namedAccount, environment]),
  );
  return rows[0] ? accessOf(rows[0], sessionId) : null;
}

const BY_PERSON = `
  with who as (
    select ${PERSON}
    from people p
    left join sessions s on s.id_hash = $4 and s.person_id = p.id and s.revoked_at is null and s.expires_at > now()
    left join support_visits v
      on v.session_hash = s.id_hash and v.account_id = $2::bigint and v.environment = $3 and v.expires_at > now()
    where p.id = $1 and p.disabled_at is null and p.removed_at is null
  )${rightsSql()}`;

/** Who asked for something in a session, on which account. */
export type Asker = { personId: string; sessionHash: Buffer | null; accountId: string | null };

/**
 * What a person may do now who asked for something earlier, and may have signed out since: a second factor and a visit
 * count only as long as their session. Counts no request. Null: the person may not sign in any more.
 */
export async function rightsOfAsker(
  db: Db,
  { personId, sessionHash, accountId }: Asker,
  environment: Environment,
): Promise<Rights | null> {
  const { rows } = await db.executeQuery<RightsRow>(
    CompiledQuery.raw(BY_PERSON, [personId, accountId, environment, sessionHash]),
  );
  return rows[0] ? rightsOf(rows[0], "") : null;
}

const BY_CLIENT = `
  with who as (
    select c.id, c.role, null::text as name, null::text as email, null::text as language, true as has_shown_factor,
      false as is_shut_out, c.account_id as own_account_id, c.allow_list, null::text as visit_reason,
      null::boolean as visit_acting, null::timestamptz as visit_expires_at, $2::bigint as account_id
    from api_clients c where c.id = $1 and c.environment = $3 and c.revoked_at is null
      and (c.account_id is null or c.account_id = $2::bigint or c.role = 'support')
  )${rightsSql()}`;

/**
 * What an API client may do now that asked for something earlier, on the account for which it did. Counts no request.
 * Null: it is revoked.
 */
export async function rightsOfClient(
  db: Db,
  { clientId, accountId }: { clientId: string; accountId: string | null },
  environment: Environment,
): Promise<Rights | null> {
  const { rows } = await db.executeQuery<RightsRow>(CompiledQuery.raw(BY_CLIENT, [clientId, accountId, environment]));
  return rows[0] ? rightsOf(rows[0]) : null;
}

const STILL_BY_CLIENT = `
  select a.payment_plan, a.suspended from api_clients c join accounts a on a.id = $2
  where c.id = $1 and c.revoked_at is null and exists (
    select from access_tokens t
    where t.client_id = c.id and t.expires_at > now() and t.created_at <= now() - make_interval(secs => $3))`;

const STILL_BY_SESSION = `
  select a.payment_plan, a.suspended from sessions s join people p on p.id = s.person_id join accounts a on a.id = $2
  where s.id_hash = $1 and s.revoked_at is null and s.expires_at > now() and p.disabled_at is null`;

/**
 * Checks a caller again after its request has waited `waited` seconds, because the token or session may have ended
 * meanwhile. A client still counts as let in when any of its valid tokens is as old as the request. Counts no request.
 * @throws ApiError UNAUTHORIZED, 403010, 403020
 */
export async function requireStillIn({ db, actor, account }: AccountContext, waited: number): Promise<void> {
  if (actor.kind === "command") return;
  const query =
    actor.kind === "client"
      ? CompiledQuery.raw(STILL_BY_CLIENT, [actor.id, account.id, waited])
      : CompiledQuery.raw(STILL_BY_SESSION, [hashSecret(actor.sessionId), account.id]);
  const { rows } = await db.executeQuery<{ payment_plan: boolean; suspended: boolean }>(query);
  if (!rows[0]) throw new ApiError("UNAUTHORIZED", { headers: { "www-authenticate": "Bearer" } });
  requireUsableAccount({ actor, paymentPlan: rows[0].payment_plan, suspended: rows[0].suspended }, true);
}

/** Whether this role may see an account: warehouse staff see only accounts with pick-and-pack (contract §7.1). */
export function maySee(role: Role, account: { pick_pack: boolean }): boolean {
  return role !== "warehouse" || account.pick_pack;
}

/**
 * The accounts that a caller may see, as a condition on a column of account ids: the account it acts on, or all that
 * {@link maySee} allows.
 */
export function withinReach(
  { account, actor }: Pick<Context, "account"> & { actor: Pick<Actor, "role"> },
  column: string,
): RawBuilder<SqlBool> {
  const id = sql.ref(column);
  if (account) return sql<SqlBool>`${id} = ${account.id}`;
  // Constant text, so that the planner sees the condition.
  return actor.role === "warehouse"
    ? sql<SqlBool>`${id} in (select id from accounts where pick_pack)`
    : sql<SqlBool>`true`;
}

/**
 * Refuses a client at an address that its list does not have (contract §18.4).
 * @throws ApiError FORBIDDEN
 */
export function requireListedAddress({ allowList }: Pick<Access, "allowList">, address: string): void {
  if (allowList && !isAmong(address, addressList(allowList)))
    throw new ApiError("FORBIDDEN", { message: `The API client may not be used from the address ${address}.` });
}

/** What demonstration staff are told where there are other accounts (contract §8.6). */
export const SHUT_OUT =
  "There are accounts here that are not the demonstration's, so its staff see none. Sign in as a person of staff: " +
  "npm run admin -- person create --role support --email … --password -";

/**
 * Refuses an account that may not use the service, because it has no payment plan or is suspended, to those whom
 * {@link mayUseUnusable} does not let in; `isRead`: the call only reads.
 * @throws ApiError 403010, 403020
 */
export function requireUsableAccount(
  { actor, suspended, paymentPlan }: Pick<Access, "paymentPlan" | "suspended"> & { actor: Actor },
  isRead: boolean,
): void {
  const { role, kind, accountId } = actor;
  if (mayUseUnusable({ role, isPerson: kind !== "client", isOwn: accountId !== null, isRead })) return;
  if (suspended) throw new ApiError("ACCOUNT_SUSPENDED");
  if (!paymentPlan) throw new ApiError("PAYMENT_PLAN_REQUIRED");
}
