import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Db, withTransaction } from "@/server/db/transaction";
import { fold } from "./fold";
import { containsAll, wordsFor } from "./words";

/** The tables that are searched by a column `folded`, and what it repeats; a trigger empties it when that changes. */
const SEARCHED = {
  accounts: { id: "bigint", text: "name" },
  addresses: { id: "text", text: "search_text" },
  products: { id: "text", text: "concat_ws(E'\\n', sku, bar_code_eid, name, description)" },
} as const;

/** Small, because the embedded database blocks the process meanwhile. */
const BATCH = 500;

/** Fills `folded` of the rows that were written since the last search of them. Sorted, so that two cannot deadlock. */
async function foldNew(db: Db, table: keyof typeof SEARCHED, where: RawBuilder<SqlBool>): Promise<void> {
  const { id, text } = SEARCHED[table];
  const [name, columns] = [sql.table(table), sql.raw(`id, ${text} as text`)];
  const due = sql`from ${name} where folded is null and ${where}`;
  const { rows: found } = await sql`select ${due} limit 1`.execute(db);
  for (let count = found.length && BATCH; count === BATCH; )
    count = await withTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: string; text: string }>`
        select ${columns} ${due} order by id limit ${BATCH} for update`.execute(tx);
      const filled = rows.map((row) => ({ id: row.id, folded: row.text.split("\n").map(fold).join("\n") }));
      await sql`
        update ${name} t set folded = x.folded
        from jsonb_to_recordset(${JSON.stringify(filled)}::jsonb) as x (id ${sql.raw(id)}, folded text)
        where ${where} and t.id = x.id`.execute(tx);
      return rows.length;
    });
}

/**
 * What a search matches in a table, within `where`, as a condition of its rows (contract §5.11). All that was written
 * before is found.
 */
export async function foldedMatches(
  db: Db,
  table: keyof typeof SEARCHED,
  where: RawBuilder<SqlBool>,
  query: string,
): Promise<RawBuilder<SqlBool>> {
  await foldNew(db, table, where);
  const words = await wordsFor(query, async (telephone) => {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${where} and ${containsAll(sql`folded`, telephone)} limit 1`.execute(db);
    return rows.length > 0;
  });
  return containsAll(sql`folded`, words);
}
