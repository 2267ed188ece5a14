import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** So many paths are noted of a row before those that it has no value at any more are forgotten. */
const NOTED = 1000;

const STATEMENTS = [
  `create or replace function note_revision() returns trigger language plpgsql as $$
  declare
    edited text[] := tg_argv;
    was jsonb := (select jsonb_object_agg(name, to_jsonb(old) -> name) from unnest(edited) name);
    now jsonb := (select jsonb_object_agg(name, to_jsonb(new) -> name) from unnest(edited) name);
    noted jsonb;
  begin
    if was = now then return new; end if;
    -- Of a new row there is no old one.
    select jsonb_object_agg(path, coalesce(old.revision, 0) + 1) into noted
    from json_values(was) w full join json_values(now) n using (path) where w.value is distinct from n.value;
    if noted is not null then
      new.revision := coalesce(old.revision, 0) + 1;
      new.changed_paths := coalesce(old.changed_paths, '{}') || noted;
      -- Names may be any, in a draft: whoever saves ever others would make the row grow.
      if (select count(*) from jsonb_object_keys(new.changed_paths)) > ${NOTED} then
        select coalesce(jsonb_object_agg(key, value), '{}') || noted into new.changed_paths
        from jsonb_each(new.changed_paths) where key in (select path from json_values(now));
      end if;
    end if;
    return new;
  end $$`,
];

/** What is noted of a row's changes does not grow without end. */
export const changedPaths: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
