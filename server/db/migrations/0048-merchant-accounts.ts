import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  `alter table accounts
    add column suspended_at timestamptz,
    add column suspended_reason text,
    -- Null: those that every API client begins with.
    add column rate_minute integer,
    add column rate_hour integer`,
  `update accounts set suspended_at = coalesce(closed_at, now()) where suspended`,
  // Limits that all clients of an account share, and that are not the usual ones, are the account's.
  `update accounts a set rate_minute = nullif(c.minute, 100), rate_hour = nullif(c.hour, 1000)
    from (
      select account_id,
        case when min(rate_minute) = max(rate_minute) then min(rate_minute) end as minute,
        case when min(rate_hour) = max(rate_hour) then min(rate_hour) end as hour
      from api_clients where role = 'merchant' and revoked_at is null group by account_id) c
    where c.account_id = a.id`,
  // Support's list goes by name.
  `create index accounts_by_name on accounts (name, id)`,
];

/** Since when and why an account is suspended, and its own limits of requests. */
export const merchantAccounts: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
