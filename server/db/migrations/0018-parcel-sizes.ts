import { type Kysely, sql } from "kysely";
import { SIZE_LIMITS } from "@/server/db/sample/size-limits";
import type { Step } from "./step";

const STATEMENTS = [
  `create table size_limits (
    provider text not null references providers (code),
    packed text not null check (packed in ('parcel', 'pallet')),
    valid_from date not null,
    -- cm; null: no limit.
    max_side numeric,
    max_sides_sum numeric,
    primary key (provider, packed, valid_from)
  )`,
  `create trigger size_limits_changed after insert or update or delete on size_limits
   for each statement execute function bump_catalogue_version()`,
];

/** The sizes that providers take, as dated rows. A limit that the operator has set for a provider is kept. */
export const parcelSizes: Step = {
  // Drops the column in which earlier builds look for the greatest side.
  breaks: true,
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    await sql`
      insert into size_limits
      select s.provider, s.packed, s.valid_from,
        case when s.packed = 'parcel' then coalesce(p.max_side, s.max_side) else s.max_side end, s.max_sides_sum
      from jsonb_to_recordset(${JSON.stringify(SIZE_LIMITS)}::jsonb)
        as s (provider text, packed text, valid_from date, max_side numeric, max_sides_sum numeric)
      join providers p on p.code = s.provider`.execute(db);
    await sql`
      insert into size_limits
      select code, 'parcel', '2026-01-01', max_side, null from providers
      where max_side is not null and code not in (select provider from size_limits)`.execute(db);
    await sql`alter table providers drop column max_side`.execute(db);
  },
};
