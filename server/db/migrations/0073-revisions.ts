import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

/** What people edit of each table, as columns; figures and times are not theirs. */
const EDITED = {
  addresses: ["kind", "label", "party"],
  products: [
    ...["sku", "bar_code_eid", "name", "description", "length", "width", "height", "weight", "hscode", "origin"],
    ...["battery_type", "battery_location", "unit", "unit_value", "currency", "warehouse_location", "low_stock_mark"],
  ],
  account_defaults: ["defaults"],
  order_drafts: ["body"],
  order_views: ["name", "query", "columns", "is_shared"],
};

const STATEMENTS = [
  // The values of a document by their paths; a list is one value.
  `create function json_values(document jsonb) returns table (path text, value jsonb) language sql immutable as $$
    with recursive v (path, value) as (
      select key, value from jsonb_each(document)
      union all
      select v.path || '.' || e.key, e.value
      from v, jsonb_each(case jsonb_typeof(v.value) when 'object' then v.value else '{}' end) e
    )
    select path, value from v where jsonb_typeof(value) not in ('object', 'null')
  $$`,
  // A change of a row by any build raises its revision, and notes which paths changed with it.
  `create function note_revision() returns trigger language plpgsql as $$
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
    end if;
    return new;
  end $$`,
  ...Object.entries(EDITED).flatMap(([table, columns]) => [
    `alter table ${table} add column revision int not null default 1,
      add column changed_paths jsonb not null default '{}'`,
    `create trigger ${table}_revised before update of ${columns.join(", ")} on ${table} for each row
      execute function note_revision(${columns.map((column) => `'${column}'`).join(", ")})`,
  ]),
  // An account has defaults before it has the row: revision 0.
  `create trigger account_defaults_begun before insert on account_defaults for each row
    execute function note_revision('defaults')`,
];

/** Records that several people edit have a revision, and know which of their values changed with which. */
export const revisions: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
