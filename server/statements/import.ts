import type { InputOf } from "@/lib/contracts/contract";
import {
  type importStatementLines as contract,
  IMPORT_STATES,
  type ImportLine,
  type ImportResult,
  type InvoiceRow,
  type PayoutRow,
} from "@/lib/contracts/statement-import";
import { decimal, money } from "@/lib/decimal";
import { recordAudit, recordLook } from "@/server/accounts";
import { type Catalogue, catalogue } from "@/server/carriers";
import { type Context, type Db, type Tx, withTransaction } from "@/server/context";
import { type Draft, readImportFile } from "./import-file";
import { applyInvoice, planInvoice } from "./import-invoice";
import { applyPayouts, planPayouts } from "./import-payouts";
import { type Applied, lockFile, markApplied, noteApplied } from "./imported-lines";
import { requireProduction } from "./read";

type Input = InputOf<typeof contract>;

/** A file with what its lines would make, and how that is made. */
type Plan = {
  shown: ImportLine[];
  lines: Applied[];
  ignored: string[];
  make: (tx: Tx, lines: readonly Applied[]) => Promise<void>;
};

/** What is given in each line, by its name. */
function givenIn<Row>(drafts: readonly Draft<Row>[]): Map<string, Row> {
  return new Map(drafts.flatMap(({ given, shown }) => (given ? [[shown.line, given] as const] : [])));
}

async function planOf(db: Db, ctx: Context, input: Input, carriers: Catalogue, isLocked: boolean): Promise<Plan> {
  const { kind, reference, csv } = input;
  const { drafts, ignored } = readImportFile(kind, csv, ctx.language);
  const shown = drafts.map((draft) => draft.shown);
  await markApplied(db, input, shown);
  if (kind === "PAYOUTS") {
    const payouts = drafts as Draft<PayoutRow>[];
    const lines = await planPayouts(db, ctx, payouts, isLocked);
    return { shown, lines, ignored, make: (tx, of) => applyPayouts(tx, ctx, of, givenIn(payouts)) };
  }
  const invoice = drafts as Draft<InvoiceRow>[];
  const lines = await planInvoice(db, ctx, carriers, invoice, isLocked);
  const reasons = new Map([...givenIn(invoice)].map(([line, { reason }]) => [line, reason ?? null]));
  return { shown, lines, ignored, make: (tx, of) => applyInvoice(tx, ctx, reference, of, reasons) };
}

const sumOf = (lines: readonly { amount: string | null }[]) =>
  money(lines.reduce((sum, { amount }) => sum.plus(amount ?? 0), decimal(0)));

async function present(db: Db, { kind, reference, apply }: Input, { shown, ignored }: Plan): Promise<ImportResult> {
  const ids = [...new Set(shown.flatMap(({ account_id }) => account_id ?? []))].filter((id) => /^\d{1,15}$/.test(id));
  const accounts = await db
    .selectFrom("accounts")
    .select(["id", "name"])
    .where("id", "in", ids.length > 0 ? ids : ["0"])
    .execute();
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  for (const line of shown) line.account_name = (line.account_id && names.get(line.account_id)) || null;
  const of = (state: ImportLine["state"]) => shown.filter((line) => line.state === state);
  const ready = of("READY");
  return {
    kind,
    reference,
    applied: apply === "Y",
    ...{ wrong: of("WRONG").length, ready: ready.length, same: of("SAME").length, already: of("ALREADY").length },
    accounts: new Set(ready.map(({ account_id }) => account_id)).size,
    total: sumOf(ready),
    ignored_columns: ignored,
    lines: IMPORT_STATES.flatMap(of),
  };
}

/** The audit log's row of each merchant concerned has what is the merchant's alone. */
async function record(tx: Tx, ctx: Context, { kind }: Input, lines: readonly Applied[]): Promise<void> {
  const made = lines.filter(({ id }) => id !== null);
  for (const accountId of new Set(made.map((line) => line.accountId))) {
    const own = made.filter((line) => line.accountId === accountId);
    await recordAudit({ ...ctx, db: tx }, [accountId], {
      operation: "importStatementLines",
      after: { kind, lines: own.length, amount: sumOf(own) },
    });
  }
}

/**
 * Imports a carrier's invoice as adjustments, or a list of payouts, over all accounts in production. With `apply` N
 * nothing changes; with Y all lines that are ready are applied in one transaction, and wrong ones are left out
 * (contract §26.6, §26.7). Amounts are HKD, weights kg.
 * @throws ApiError NOT_FOUND in testing; 400 at `csv` for a file that is none of the kind
 */
export async function importStatementLines(ctx: Context, input: Input): Promise<ImportResult> {
  requireProduction(ctx);
  const carriers = await catalogue(ctx);
  if (input.apply === "N") {
    const plan = await planOf(ctx.db, ctx, input, carriers, false);
    const result = await present(ctx.db, input, plan);
    const accounts = result.lines.flatMap(({ account_id, account_name }) => (account_name && account_id) || []);
    if (accounts.length > 0) await recordLook(ctx, accounts, "importStatementLines");
    return result;
  }
  return withTransaction(ctx.db, async (tx) => {
    await lockFile(tx, input);
    const plan = await planOf(tx, ctx, input, carriers, true);
    await noteApplied(tx, ctx, input, plan.lines);
    await plan.make(tx, plan.lines);
    await record(tx, ctx, input, plan.lines);
    return present(tx, input, plan);
  });
}
