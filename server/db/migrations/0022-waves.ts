import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // The number that people read aloud; the previous build makes waves without one.
  `alter table pick_pack_waves add column number text, add column name text,
    add column assigned_to bigint references people (id), add column single_items boolean not null default false,
    add column closed_at timestamptz, add column cancelled_at timestamptz`,
  `update pick_pack_waves w set number = n.number
    from (
      select id, 'W-' || to_char(day, 'YYYYMMDD') || '-' || lpad(nth::text, greatest(2, length(nth::text)), '0') as number
      from (
        select id, day, row_number() over (partition by environment, day order by created_at, id) as nth
        from (select *, (created_at at time zone 'Asia/Hong_Kong')::date as day from pick_pack_waves) dated
      ) counted
    ) n
    where n.id = w.id`,
  `create unique index pick_pack_waves_number on pick_pack_waves (environment, number)`,
];

/** Waves have a number, a name and a person who works on them, and can be closed or cancelled. */
export const waves: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
