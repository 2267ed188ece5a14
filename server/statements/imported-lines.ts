/** Owns which lines of files are applied: each one once, by whomever (contract §26.6). */
import { sql } from "kysely";
import type { ImportLine } from "@/lib/contracts/statement-import";
import { money } from "@/lib/decimal";
import type { ImportKind } from "@/lib/tables/statement-csv";
import { actorOf, type Context } from "@/server/context";
import { jsonRows } from "@/server/db/columns";
import { statementTables } from "@/server/db/tables/statements";
import type { Db, Tx } from "@/server/db/transaction";
import { keyOf, type Numbered, rowsOfKeys } from "@/server/orders";

/** A line that is applied: what it made is `id`, null if there was nothing to change. */
export type Applied = {
  id: string | null;
  line: string;
  accountId: string;
  amount: string;
  orderId: string | null;
  parcel: number | null;
  weight: string | null;
};

type File = { kind: ImportKind; reference: string };

/** Makes others who apply a file of this reference wait until the transaction ends. */
export async function lockFile(tx: Tx, { kind, reference }: File): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${kind} `} || lower(${reference})))`.execute(tx);
}

type Row = { line: string; account_id: string; order_id: string | null; amount: string };

/** Marks those of the lines that are applied already, with what they made. */
export async function markApplied(db: Db, { kind, reference }: File, lines: readonly ImportLine[]): Promise<void> {
  const { rows } = await sql<Row>`
    select line, account_id, order_id, amount from imported_lines
    where kind = ${kind} and lower(reference) = lower(${reference})
      and line = any(${lines.map(({ line }) => line.replaceAll("\0", ""))}::text[])`.execute(db);
  const applied = new Map(rows.map((row) => [row.line, row]));
  for (const line of lines) {
    const row = applied.get(line.line);
    if (!row) continue;
    line.state = "ALREADY";
    line.problems = [];
    line.account_id = row.account_id;
    line.order_id = row.order_id;
    line.amount = money(row.amount);
  }
}

/**
 * What carriers have billed these orders' parcels before, by order, the adjustments which that made, and the other invoice
 * that has billed a parcel last, by order and parcel.
 */
export async function billedBefore(db: Db, orders: readonly Numbered[], invoice: string) {
  const { rows } = await sql<{
    account_id: string;
    order_id: string;
    parcel: number | null;
    weight: string | null;
    made: string | null;
    reference: string;
    is_other: boolean;
  }>`
    select l.account_id, l.order_id, l.parcel, l.weight, l.made, l.reference, lower(l.reference) <> lower(${invoice}) as is_other
    from ${rowsOfKeys(orders)} join imported_lines l
      on l.account_id = k.account_id and l.environment = 'production' and l.order_id = k.order_id
    order by l.id`.execute(db);
  const weights = new Map<string, Map<number, string>>();
  const others = new Map<string, string>();
  for (const { account_id, order_id, parcel, weight, reference, is_other } of rows) {
    const key = keyOf({ accountId: account_id, orderId: order_id });
    if (is_other) others.set(`${key}/${parcel}`, reference);
    const own = weights.get(key) ?? new Map<number, string>();
    if (parcel !== null && weight !== null) own.set(parcel, weight);
    weights.set(key, own);
  }
  return { weights, others, made: rows.flatMap(({ made }) => made ?? []) };
}

/** Notes lines as applied; the database refuses one that is. */
export async function noteApplied(tx: Tx, ctx: Context, file: File, lines: readonly Applied[]): Promise<void> {
  const of = { environment: "production", kind: file.kind, reference: file.reference, actor: actorOf(ctx) } as const;
  const rows = lines.map(({ id: made, line, accountId: account_id, orderId: order_id, amount, parcel, weight }) => {
    return { line, amount, parcel, weight, ...of, account_id, order_id, made };
  });
  if (rows.length > 0)
    await sql`insert into imported_lines ${jsonRows(statementTables.imported_lines, rows)}`.execute(tx);
}
