import { CompiledQuery } from "kysely";
import type { Role } from "@/lib/contracts/contract";
import type { Environment } from "@/lib/environment";
import { ApiError } from "@/lib/errors";
import type { Account, Actor, Db } from "@/server/context";
import { countingSql, type RateRow, type RateState, rateState } from "@/server/http/limits";
import { hashSecret } from "./credentials";

/** Requests a minute and an hour that a person in a browser may make (decisions §1.3). */
const PERSON_LIMITS = { minute: 1200, hour: 20_000 };

/** What the one statement of a request's beginning finds: who calls, for which account, within which limits. */
export type Access = {
  actor: Actor;
  account: Account | null;
  rate: RateState;
  catalogueVersion: string;
  paymentPlan: boolean;
  suspended: boolean;
};

type AccessRow = RateRow & {
  id: string;
  role: Role;
  name: string | null;
  email: string | null;
  own_account_id: string | null;
  account_id: string | null;
  account_name: string;
  pick_pack: boolean;
  default_local_provider: string;
  payment_plan: boolean;
  suspended: boolean;
  catalogue_version: string;
};

function accessOf(row: AccessRow, sessionId?: string): Access {
  const who = { id: row.id, role: row.role, accountId: row.own_account_id };
  return {
    actor:
      sessionId === undefined
        ? { kind: "client", ...who }
        : { kind: "person", ...who, name: row.name ?? "", email: row.email ?? "", sessionId },
    account:
      row.account_id === null
        ? null
        : {
            id: row.account_id,
            name: row.account_name,
            pickPack: row.pick_pack,
            defaultLocalProvider: row.default_local_provider,
          },
    rate: rateState(row),
    catalogueVersion: row.catalogue_version,
    paymentPlan: row.account_id === null || row.payment_plan,
    suspended: row.account_id !== null && row.suspended,
  };
}

const STAFF = "('warehouse', 'support')";

/**
 * One statement for the beginning of every request: `who` finds the caller and the account acted on. Its text is a
 * constant, so that it is prepared once a connection.
 */
function accessSql(who: string, counter: string, seen = ""): string {
  return `
    -- Losing a count in a crash is harmless, waiting for the disk at each request is not.
    with no_wait as materialized (select set_config('synchronous_commit', 'off', true)),
    who as (${who}),${seen}
    hit as (${countingSql(`select ${counter} from who, no_wait`)})
    select who.id, who.role, who.name, who.email, who.own_account_id, a.id as account_id, a.name as account_name, a.pick_pack,
      a.default_local_provider, a.payment_plan, a.suspended, hit.*, v.version as catalogue_version
    from who cross join hit cross join catalogue_version v left join accounts a on a.id = who.account_id`;
}

const BY_TOKEN = accessSql(
  `select c.id, c.role, null::text as name, null::text as email, c.account_id as own_account_id, c.rate_minute, c.rate_hour,
     case when c.role = 'support' then coalesce($3::bigint, c.account_id) else coalesce(c.account_id, $3::bigint) end as account_id
   from access_tokens t join api_clients c on c.id = t.client_id
   where t.hash = $1 and t.expires_at > now() and c.environment = $2 and c.revoked_at is null`,
  "'c:' || who.id as key, who.rate_minute as minute_limit, who.rate_hour as hour_limit, 1 as cost",
);

const BY_SESSION = accessSql(
  `select p.id, p.role, p.name, p.email, p.account_id as own_account_id,
     case when p.role in ${STAFF} then $2::bigint else p.account_id end as account_id
   from sessions s join people p on p.id = s.person_id
   where s.id_hash = $1 and s.revoked_at is null and s.expires_at > now() and p.disabled_at is null
     and s.last_seen_at > now() - case when p.role in ${STAFF} then interval '15 minutes' else interval '30 minutes' end`,
  `'p:' || who.id as key, ${PERSON_LIMITS.minute} as minute_limit, ${PERSON_LIMITS.hour} as hour_limit, 1 as cost`,
  `
    seen as (
      update sessions set last_seen_at = now()
      where id_hash = $1 and exists (select from who) and last_seen_at < now() - interval '30 seconds'
    ),`,
);

/**
 * Recognises an access token, finds the account it acts on and counts the request, in one statement. Clients of the
 * platform name the account; one that belongs to an account stays in it, but for support, who see every account. Null: no such token in this environment, or expired, or its client revoked.
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

/** The same for a signed-in person's session; idle and absolute limits are the row's (reliability, People's sessions). */
export async function accessBySession(db: Db, sessionId: string, namedAccount: string | null): Promise<Access | null> {
  const { rows } = await db.executeQuery<AccessRow>(
    CompiledQuery.raw(BY_SESSION, [hashSecret(sessionId), namedAccount]),
  );
  return rows[0] ? accessOf(rows[0], sessionId) : null;
}

/** Refuses an account that may not use the service: no payment plan, or suspended. Staff may still look into it. */
export function requireUsableAccount(access: Access, isLook: boolean): void {
  if (!(isLook && access.actor.accountId === null)) judgeAccount(access);
}

/** Refuses to act for an account that may not use the service. @throws ApiError 403010, 403020 */
export function judgeAccount({ suspended, paymentPlan }: Pick<Access, "suspended" | "paymentPlan">): void {
  if (suspended) throw new ApiError("ACCOUNT_SUSPENDED");
  if (!paymentPlan) throw new ApiError("PAYMENT_PLAN_REQUIRED");
}
