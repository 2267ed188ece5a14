import type { SheetKind, SheetRow } from "@/lib/tariff-sheets";
import { testDb } from "./factories";

type Rows = readonly SheetRow[];

/**
 * Changes the rows of the sheet that the migrations made of a kind, of a provider if it is a TARIFF, and gives what
 * restores it: other test files have the same sheets.
 */
export async function changeSheet(
  kind: SheetKind,
  provider: string | null,
  change: (rows: Rows) => Rows,
): Promise<() => Promise<void>> {
  const db = await testDb();
  const { id, rows } = await db
    .selectFrom("tariff_versions")
    .select(["id", "rows"])
    .where("kind", "=", kind)
    .where("provider", provider === null ? "is" : "=", provider)
    .where("proposed_by", "=", "migration")
    .executeTakeFirstOrThrow();
  const write = async (to: Rows) => {
    await db
      .updateTable("tariff_versions")
      .set({ rows: JSON.stringify(to) })
      .where("id", "=", id)
      .execute();
  };
  await write(change(rows));
  return () => write(rows);
}

/** A price cell with something added. */
export function dearerBy(amount: number, column: string) {
  return (row: SheetRow): SheetRow => ({ ...row, [column]: String(Number(row[column]) + amount) });
}
