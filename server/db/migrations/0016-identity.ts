import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** The sign-ins of the demonstration data with their roles; earlier versions did not mark them. */
const DEMO_PEOPLE = `(lower(email), role) in (
  ('tea@sampan.example', 'owner'), ('outdoor@sampan.example', 'owner'),
  ('support@sampan.example', 'support'), ('warehouse@sampan.example', 'warehouse'))`;

const STATEMENTS = [
  // Created by the demonstration data: the README has their passwords and secrets.
  `alter table people add column is_demo boolean not null default false, add column last_sign_in_at timestamptz`,
  `alter table api_clients add column is_demo boolean not null default false`,
  `update people p set last_sign_in_at = s.latest
   from (select person_id, max(created_at) as latest from sessions group by person_id) s where s.person_id = p.id`,
  `update people set is_demo = true where ${DEMO_PEOPLE}`,
  // The two clients listed in the README, and those created together with a demonstration account.
  `update api_clients c set is_demo = true
   where c.id in ('ci_test_demo', 'ci_live_demo') or exists (
     select from people p join accounts a on a.id = p.account_id
     where p.is_demo and a.id = c.account_id and a.created_at = c.created_at)`,
  `update people set disabled_at = now()
   where is_demo and disabled_at is null and exists (select from people where not is_demo)`,
  `update sessions set revoked_at = now() where revoked_at is null
   and person_id in (select id from people where is_demo and disabled_at is not null)`,
  `delete from password_links where person_id in (select id from people where is_demo and disabled_at is not null)`,
  `update api_clients set revoked_at = now()
   where is_demo and revoked_at is null and exists (select from people where not is_demo)`,
  `delete from access_tokens where client_id in (select id from api_clients where is_demo and revoked_at is not null)`,

  // Browsers that a person has signed in with, by the hash of their cookie.
  `create table person_devices (
    device_hash bytea not null,
    person_id bigint not null references people (id),
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    primary key (device_hash, person_id)
  )`,
  `create index person_devices_person on person_devices (person_id)`,
];

/** Marks demonstration people and clients, ends them if real people exist, and adds known devices. */
export const identity: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
