import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // A person has at most one valid link: creating one removes the earlier ones.
  `create table password_links (
    hash bytea primary key,
    person_id bigint not null references people (id),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index password_links_person on password_links (person_id)`,
];

/** The links with which people set a password. */
export const people: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
