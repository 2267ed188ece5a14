import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type DatedRows, sheetsOf } from "@/server/db/sheets";
import type { Step } from "./step";

const STATEMENTS = [
  `create table tariff_versions (
    id text primary key,
    kind text not null check (kind in ('TARIFF', 'FUEL', 'SURCHARGES', 'CURRENCIES', 'HOLIDAYS')),
    provider text references providers (code),
    valid_from date not null,
    rows jsonb not null,
    note text,
    state text not null check (state in ('PROPOSED', 'APPROVED', 'WITHDRAWN')),
    proposed_by text not null,
    proposed_at timestamptz not null default clock_timestamp(),
    decided_by text,
    decided_at timestamptz,
    check ((kind = 'TARIFF') = (provider is not null)),
    check ((state = 'PROPOSED') = (decided_at is null))
  )`,
  // At most one waits, and at most one holds, from a day on.
  ...["PROPOSED", "APPROVED"].map(
    (state) => `create unique index tariff_versions_${state.toLowerCase()} on tariff_versions
      (kind, (coalesce(provider, '')), valid_from) where state = '${state}'`,
  ),
  `create index tariff_versions_newest on tariff_versions (valid_from, proposed_at, id)`,
  // Who else may approve.
  `create index people_of_support on people (id) where role = 'support'`,
];

const TABLES = ["zones", "tariffs", "surcharges", "fuel_rates", "currency_rates", "holidays"];

/** All rows of a table as JSON; numbers as text, so that none becomes a float. */
async function rowsOf<Row>(db: Kysely<unknown>, table: string): Promise<Row[]> {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db);
  const cells = columns.map(({ name, type }) =>
    type === "integer" ? sql.ref(name) : sql`${sql.ref(name)}::text as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Row>`select ${sql.join(cells)} from ${sql.table(table)}`.execute(db);
  return rows;
}

/** Tariffs, fuel, surcharges, currencies and holidays become sheets, each of which holds as a whole from a day on. */
export const tariffSheets: Step = {
  // Drops the tables in which earlier builds look for prices.
  breaks: true,
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    const rows: DatedRows = {
      providers: await rowsOf(db, "providers"),
      zones: await rowsOf(db, "zones"),
      tariffs: await rowsOf(db, "tariffs"),
      surcharges: await rowsOf(db, "surcharges"),
      fuelRates: await rowsOf(db, "fuel_rates"),
      currencyRates: await rowsOf(db, "currency_rates"),
      holidays: await rowsOf(db, "holidays"),
    };
    for (const { kind, provider, valid_from, rows: cells } of sheetsOf(rows))
      await sql`
        insert into tariff_versions (id, kind, provider, valid_from, rows, state, proposed_by, decided_by, decided_at)
        values (${`tv_${randomUUID().replaceAll("-", "")}`}, ${kind}, ${provider}, ${valid_from}, ${JSON.stringify(cells)}::jsonb,
          'APPROVED', 'migration', 'migration', clock_timestamp())`.execute(db);
    for (const table of TABLES) await sql`drop table ${sql.table(table)}`.execute(db);
    await sql`create trigger tariff_versions_changed after insert or update or delete on tariff_versions
      for each statement execute function bump_catalogue_version()`.execute(db);
  },
};

/** The newest orders of a provider, on which a proposed sheet is tried. */
export const newestOrders: Step = {
  indexes: {
    orders_newest_of_provider:
      "on orders (shipping_provider, id) where environment = 'production' and erased_at is null",
  },
};
