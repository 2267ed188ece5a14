import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // A passkey has a public key instead of a secret that both sides know.
  `alter table factors alter column secret drop not null`,
  `alter table factors add column name text, add column credential_id text, add column public_key bytea,
    add column transports text[]`,
  `create unique index factors_credential on factors (credential_id)`,
  // What a browser is asked to sign; a person's own if it adds a passkey.
  `create table passkey_challenges (
    hash bytea primary key,
    person_id bigint references people (id),
    created_at timestamptz not null default now()
  )`,
  `create index passkey_challenges_created on passkey_challenges (created_at)`,
  // When the second factor was last shown in this session.
  `alter table sessions add column factor_at timestamptz`,
];

/** Passkeys, and sessions that know when the second factor was shown. */
export const passkeys: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
