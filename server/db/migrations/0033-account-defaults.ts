import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** What new orders of an account begin with. */
export const accountDefaults: Step = {
  async up(db: Kysely<unknown>) {
    await sql`create table account_defaults (
      account_id bigint primary key references accounts (id),
      defaults jsonb not null,
      updated_at timestamptz not null default now()
    )`.execute(db);
  },
};
