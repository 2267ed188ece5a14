import { type Kysely, type Migration, sql } from "kysely";

const STATEMENTS = [
  // A person has at most one that works: making one removes those before.
  `create table password_links (
    hash bytea primary key,
    person_id bigint not null references people (id),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index password_links_person on password_links (person_id)`,
];

/** The links by which people set a password. */
export const people: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
