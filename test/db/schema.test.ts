// @module-tag engine
// The descriptions of the tables, from which types and column lists are made, match the migrated database.
import { expect, it } from "vitest";
import type { Column } from "@/server/db/columns";
import { TABLES } from "@/server/db/tables";
import { productDatabase } from "../database";

it("is the one that tables are described by: names, types, what may be null, what has a default", async () => {
  const { pool } = await productDatabase();
  const { rows } = await pool.query<{ place: string }>(
    `select relname as place, attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable",
       atthasdef or attidentity <> '' as "hasDefault"
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
       and relname !~ '^(kysely_|twin_)'`,
  );
  const described = Object.values(TABLES).flatMap((tables) =>
    Object.entries<Record<string, Column>>(tables).flatMap(([place, columns]) =>
      Object.entries(columns).map(([name, column]) => ({ place, name, ...column })),
    ),
  );
  const words = (columns: readonly object[]) => columns.map((column) => JSON.stringify(column)).sort();
  expect(words(described)).toEqual(words(rows));
});
