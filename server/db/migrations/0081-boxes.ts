import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  `create table boxes (
    account_id bigint not null references accounts (id),
    environment text not null check (environment in ('testing', 'production')),
    id text not null,
    name text not null,
    length numeric not null,
    width numeric not null,
    height numeric not null,
    weight numeric not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    revision int not null default 1,
    changed_paths jsonb not null default '{}',
    primary key (account_id, environment, id)
  )`,
  `create trigger boxes_revised before update of name, length, width, height, weight on boxes for each row
    execute function note_revision('name', 'length', 'width', 'height', 'weight')`,
];

/** The boxes that an account packs in. */
export const boxes: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
