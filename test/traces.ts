/** For tests of erasure: where what names a person is found, in the database and in files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { productDatabase } from "./database";

/** Where a mark is found, by table and column, in every column that can hold a text. */
export async function traces(marks: readonly string[]): Promise<string[]> {
  const { db } = await productDatabase();
  const { rows: columns } = await sql<{ place: string; name: string; type: string }>`
    select c.table_name as place, c.column_name as name, c.data_type as type from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'twin_faults'
      and c.data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY', 'character varying')`.execute(db);
  const found: string[] = [];
  for (const { place, name, type } of columns) {
    const text = type === "bytea" ? sql`encode(${sql.ref(name)}, 'escape')` : sql`${sql.ref(name)}::text`;
    // Each column is a text of its own: prepared, they would take up the process's room for prepared statements.
    const { rows } = await sql<{ n: number }>`/* unprepared */
      select count(*)::int as n from ${sql.table(place)} where ${text} ~* ${marks.join("|")}
        ${isTwin(columns, place)}`.execute(db);
    if (rows[0]?.n) found.push(`${place}.${name}`);
  }
  return found.sort();
}

/** The tests' copies of rows belong to no merchant. */
function isTwin(columns: { place: string; name: string }[], place: string) {
  const has = (name: string) => columns.some((column) => column.place === place && column.name === name);
  return has("environment")
    ? sql`and environment <> 'elsewhere' and to_jsonb(${sql.table(place)})->>'account_id' is distinct from '99999'`
    : place === "order_views" || place === "invitations"
      ? sql`and account_id <> 99999`
      : sql``;
}

/** The files of a folder in which a mark is found. */
export function inFiles(folder: string, marks: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => new RegExp(marks.join("|"), "i").test(readFileSync(path, "latin1")));
}
