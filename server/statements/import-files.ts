/** Owns the files that were imported into statements: those that are applied, and those that wait (contract §26.8). */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/statement-import";
import type { ImportedFile, ImportResult } from "@/lib/contracts/statement-import";
import { decimal, money } from "@/lib/decimal";
import { invalid, notFound } from "@/lib/errors";
import type { ImportKind } from "@/lib/tables/statement-csv";
import { isSupportShared, recordAudit, withDeciders } from "@/server/accounts";
import { actorOf, type Context } from "@/server/context";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import type { Selected } from "@/server/db/types";
import { requireProduction } from "./read";

const COLUMNS = [
  ...(["id", "kind", "reference", "state", "ready", "accounts", "total", "charges", "reason"] as const),
  ...(["proposed_by", "proposed_at", "decided_by", "decided_at"] as const),
];
type Row = Selected<"statement_imports", (typeof COLUMNS)[number]>;

async function presentFiles(ctx: Pick<Context, "actor">, db: Db, rows: readonly Row[]): Promise<ImportedFile[]> {
  const isShared = await isSupportShared(db);
  const isOwn = new Map(rows.map(({ id, proposed_by }) => [id, proposed_by === actorOf(ctx)]));
  return (await withDeciders(db, rows)).map(({ id, total, charges, ...row }) => ({
    import_id: id,
    ...row,
    total: money(total),
    charges: money(charges),
    may_approve: row.state === "WAITING" && !(isShared && isOwn.get(id)),
  }));
}

/** The files, the newest first. @throws ApiError NOT_FOUND in testing */
export async function listStatementImports(
  ctx: Context,
  { state, limit, offset }: InputOf<typeof contracts.listStatementImports>,
): Promise<{ rows: ImportedFile[]; total: number }> {
  requireProduction(ctx);
  let found = ctx.db.selectFrom("statement_imports");
  if (state) found = found.where("state", "=", state);
  const { total } = await found.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await found
    .select(COLUMNS)
    .orderBy("proposed_at", "desc")
    .orderBy("id", "desc")
    .limit(Number(limit))
    .offset(Number(offset))
    .execute();
  return { rows: await presentFiles(ctx, ctx.db, rows), total: Number(total) };
}

/** One file. @throws ApiError NOT_FOUND */
export async function readFile(ctx: Pick<Context, "actor">, db: Db, id: string): Promise<ImportedFile> {
  const row = await db.selectFrom("statement_imports").select(COLUMNS).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  const [file] = await presentFiles(ctx, db, [row]);
  if (!file) throw notFound();
  return file;
}

/** A file that waits, with its lines; null: it is decided. @throws ApiError NOT_FOUND */
export async function waitingFile(
  db: Db,
  id: string,
  { isLocked }: { isLocked: boolean },
): Promise<{ kind: ImportKind; reference: string; csv: string; proposed_by: string } | null> {
  let found = db
    .selectFrom("statement_imports")
    .select(["kind", "reference", "csv", "state", "proposed_by"])
    .where("id", "=", id);
  if (isLocked) found = found.forUpdate();
  const row = await found.executeTakeFirst();
  if (!row) throw notFound();
  return row.csv === null ? null : { ...row, csv: row.csv };
}

/** HKD: what earlier lines of the file have charged merchants, so that parts of it count together. */
export async function chargedBefore(db: Db, file: { kind: string; reference: string }): Promise<string> {
  const { rows } = await sql<{ charged: string }>`
    select coalesce(sum(amount) filter (where amount > 0), 0)::text as charged from imported_lines
    where kind = ${file.kind} and lower(reference) = lower(${file.reference})`.execute(db);
  return rows[0]?.charged ?? "0";
}

/** HKD: what the lines that are ready charge merchants. Payouts charge nothing. */
export function chargesOf(kind: ImportKind, lines: readonly { amount: string | null }[]): string {
  if (kind === "PAYOUTS") return "0.00";
  const positive = lines.map(({ amount }) => decimal(amount ?? 0)).filter((amount) => amount.gt(0));
  return money(positive.reduce((sum, amount) => sum.plus(amount), decimal(0)));
}

/** @throws ApiError 400 at `reference` while a file of this name waits */
export async function requireNoneWaiting(db: Db, file: { kind: string; reference: string }): Promise<void> {
  const { rows } = await sql`select 1 from statement_imports
    where kind = ${file.kind} and lower(reference) = lower(${file.reference}) and state = 'WAITING'`.execute(db);
  if (rows.length > 0) throw invalid({ path: ["reference"], key: "importWaits" });
}

type Sent = Pick<ImportResult, "kind" | "reference" | "ready" | "accounts" | "total" | "charges"> & {
  reason: ImportedFile["reason"];
  /** The file; null: it is applied. */
  csv: string | null;
};

/** Notes a file that is sent, as waiting or applied. Returns its id. */
export async function noteFile(tx: Tx, ctx: Context, { csv, ...sent }: Sent): Promise<string> {
  const id = `si_${randomBytes(9).toString("hex")}`;
  const state = csv === null ? ("APPLIED" as const) : ("WAITING" as const);
  const row = { ...sent, id, csv, state, proposed_by: actorOf(ctx) };
  await tx.insertInto("statement_imports").values(row).execute();
  return id;
}

/** Notes what became of a file that waited; the figures are those of its lines as they were applied. */
export async function decideFile(
  tx: Tx,
  ctx: Context,
  id: string,
  decided: { state: "APPLIED" | "WITHDRAWN" } & Partial<Pick<Sent, "ready" | "accounts" | "total" | "charges">>,
): Promise<void> {
  await tx
    .updateTable("statement_imports")
    .set({ ...decided, csv: null, decided_by: actorOf(ctx), decided_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .execute();
}

/** Withdraws a file that waits: nothing of it is applied. @throws ApiError NOT_FOUND; 400 at `import_id` if it is decided */
export async function withdrawStatementImport(
  ctx: Context,
  { import_id: id }: InputOf<typeof contracts.withdrawStatementImport>,
): Promise<DataOf<typeof contracts.withdrawStatementImport>> {
  requireProduction(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const file = await waitingFile(tx, id, { isLocked: true });
    if (!file) throw invalid({ path: ["import_id"], key: "importDecided" });
    await decideFile(tx, ctx, id, { state: "WITHDRAWN" });
    const { kind, reference } = file;
    await recordAudit({ ...ctx, db: tx }, [null], {
      operation: "withdrawStatementImport",
      objectId: id,
      before: { state: "WAITING" },
      after: { state: "WITHDRAWN", kind, reference },
    });
    return readFile(ctx, tx, id);
  });
}
