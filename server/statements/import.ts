import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/statement-import";
import {
  type Acted,
  IMPORT_STATES,
  type ImportLine,
  type ImportResult,
  type InvoiceRow,
  type PayoutRow,
  SECOND_PERSON_ABOVE,
} from "@/lib/contracts/statement-import";
import { decimal, money } from "@/lib/decimal";
import { ApiError, invalid } from "@/lib/errors";
import { isSupportShared, recordAudit, recordRead, requireActing } from "@/server/accounts";
import { type Catalogue, catalogue } from "@/server/carriers";
import { actorOf, type Context } from "@/server/context";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import { type Draft, readImportFile } from "./import-file";
import {
  chargedBefore,
  chargesOf,
  decideFile,
  noteFile,
  readFile,
  requireNoneWaiting,
  waitingFile,
} from "./import-files";
import { applyInvoice, planInvoice } from "./import-invoice";
import { applyPayouts, planPayouts } from "./import-payouts";
import { type Applied, lockFile, markApplied, noteApplied } from "./imported-lines";
import { requireProduction } from "./read";

/** The file itself. */
type Input = Pick<InputOf<typeof contracts.importStatementLines>, "kind" | "reference" | "csv">;

/** A file with what its lines would make, and how that is made. */
type Plan = {
  shown: ImportLine[];
  lines: readonly Applied[];
  ignored: string[];
  make: (tx: Tx) => Promise<void>;
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
    return { shown, lines, ignored, make: (tx) => applyPayouts(tx, ctx, lines, givenIn(payouts)) };
  }
  const invoice = drafts as Draft<InvoiceRow>[];
  const lines = await planInvoice(db, ctx, carriers, { drafts: invoice, reference }, isLocked);
  const reasons = new Map([...givenIn(invoice)].map(([line, { reason }]) => [line, reason ?? null]));
  return { shown, lines, ignored, make: (tx) => applyInvoice(tx, ctx, reference, lines, reasons) };
}

const sumOf = (lines: readonly { amount: string | null }[]) =>
  money(lines.reduce((sum, { amount }) => sum.plus(amount ?? 0), decimal(0)));

/** What the plan would make, or has made. */
async function present(
  db: Db,
  { kind, reference }: Input,
  { shown, ignored }: Plan,
  file: Pick<ImportResult, "import_id" | "state"> = { import_id: null, state: null },
): Promise<ImportResult> {
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
    applied: file.state === "APPLIED",
    ...file,
    ...{
      wrong: of("WRONG").length,
      billed_before: of("BILLED_BEFORE").length,
      ready: ready.length,
      same: of("SAME").length,
      already: of("ALREADY").length,
    },
    accounts: new Set(ready.map(({ account_id }) => account_id)).size,
    total: sumOf(ready),
    charges: chargesOf(kind, ready),
    needs_second: false,
    ignored_columns: ignored,
    lines: IMPORT_STATES.flatMap(of),
  };
}

/** Whether a file with these charges takes a second person, with what was applied of it before (contract §26.8). */
async function needsSecond(db: Db, input: Input, { charges }: Pick<ImportResult, "charges">): Promise<boolean> {
  if (decimal(charges).eq(0)) return false;
  const all = decimal(await chargedBefore(db, input)).plus(charges);
  return all.gt(SECOND_PERSON_ABOVE) && (await isSupportShared(db));
}

/** In whose name each account concerned is changed, for the audit log. */
type ActingOn = (accountId: string | null) => Context;

/**
 * Lets a file be applied for a reason: one for all merchants, given with it, or a visit of each that acts.
 * @throws ApiError REASON_REQUIRED, ACT_REQUIRED
 */
async function actingOn(ctx: Context, { reason, acting }: Acted, accountIds: readonly string[]): Promise<ActingOn> {
  if (ctx.actor.kind !== "person") return () => ctx;
  if (reason === undefined) {
    const visits = new Map<string | null, Context>();
    for (const id of new Set(accountIds)) visits.set(id, await requireActing(ctx, id));
    if (visits.size === 0) throw new ApiError("REASON_REQUIRED");
    return (id) => visits.get(id) ?? ctx;
  }
  if (acting !== "Y") throw new ApiError("ACT_REQUIRED");
  const by: Context = { ...ctx, actor: { ...ctx.actor, visit: { reason, acting: true, expiresAt: new Date() } } };
  return () => by;
}

/** The audit log's row of each merchant concerned has only what is the merchant's. */
async function record(
  tx: Tx,
  by: ActingOn,
  { kind, reference }: Input,
  lines: readonly Applied[],
  act: { operation: string; objectId: string },
): Promise<void> {
  const made = lines.filter(({ id }) => id !== null);
  for (const accountId of new Set(made.map((line) => line.accountId))) {
    const own = made.filter((line) => line.accountId === accountId);
    const after = { kind, reference, lines: own.length, amount: sumOf(own) };
    await recordAudit({ ...by(accountId), db: tx }, [accountId], { ...act, after });
  }
}

/** Makes what the plan says, with a row for each merchant in the audit log. */
async function apply(
  tx: Tx,
  by: ActingOn,
  input: Input,
  plan: Plan,
  act: { operation: string; objectId: string },
): Promise<void> {
  await noteApplied(tx, by(null), input, plan.lines);
  await plan.make(tx);
  await record(tx, by, input, plan.lines, act);
}

const accountsOf = ({ lines }: Plan) => lines.map(({ accountId }) => accountId);

/**
 * Imports a carrier's invoice as adjustments, or a list of payouts, over all accounts in production. With `apply` N
 * nothing changes; with Y all lines that are ready are applied in one transaction, and wrong ones are left out
 * (contract §26.6, §26.7), unless its charges take a second person: then it waits (§26.8). Amounts are HKD, weights kg.
 * @throws ApiError NOT_FOUND in testing; 400 at `csv` for a file that is none of the kind, at `reference` while one of
 * the name waits; REASON_REQUIRED, ACT_REQUIRED
 */
export async function importStatementLines(
  ctx: Context,
  input: InputOf<typeof contracts.importStatementLines>,
): Promise<ImportResult> {
  requireProduction(ctx);
  const carriers = await catalogue(ctx);
  if (input.apply === "N") {
    const result = await look(ctx, input, carriers);
    return { ...result, needs_second: await needsSecond(ctx.db, input, result) };
  }
  return withTransaction(ctx.db, async (tx) => {
    await lockFile(tx, input);
    await requireNoneWaiting(tx, input);
    const plan = await planOf(tx, ctx, input, carriers, true);
    const by = await actingOn({ ...ctx, db: tx }, input, accountsOf(plan));
    const seen = await present(tx, input, plan);
    const { kind, reference, ready, accounts, total, charges } = seen;
    const sent = { kind, reference, ready, accounts, total, charges, reason: reasonOf(by(null)) };
    const operation = "importStatementLines";
    if (await needsSecond(tx, input, seen)) {
      const id = await noteFile(tx, ctx, { ...sent, csv: input.csv });
      const after = { kind, reference, lines: ready, amount: total, charges, state: "WAITING" };
      await recordAudit({ ...by(null), db: tx }, [null], { operation, objectId: id, after });
      return { ...seen, import_id: id, state: "WAITING", needs_second: true };
    }
    const id = await noteFile(tx, ctx, { ...sent, csv: null });
    await apply(tx, by, input, plan, { operation, objectId: id });
    return { ...seen, import_id: id, state: "APPLIED", applied: true };
  });
}

function reasonOf({ actor }: Context) {
  return actor.kind === "person" ? (actor.visit?.reason ?? null) : null;
}

/** What a file's lines make now; nothing changes. Support's look at these merchants is recorded. */
async function look(ctx: Context, input: Input, carriers: Catalogue): Promise<ImportResult> {
  const result = await present(ctx.db, input, await planOf(ctx.db, ctx, input, carriers, false));
  const accounts = result.lines.flatMap(({ account_id, account_name }) => (account_name && account_id) || []);
  if (accounts.length > 0) await recordRead(ctx, accounts, "importStatementLines");
  return result;
}

/** A file, and if it waits what its lines make now (contract §26.8). @throws ApiError NOT_FOUND */
export async function readStatementImport(
  ctx: Context,
  { import_id: id }: InputOf<typeof contracts.readStatementImport>,
): Promise<DataOf<typeof contracts.readStatementImport>> {
  requireProduction(ctx);
  const file = await readFile(ctx, ctx.db, id);
  const waiting = await waitingFile(ctx.db, id, { isLocked: false });
  if (!waiting) return { ...file, result: null };
  const result = await look(ctx, waiting, await catalogue(ctx));
  return { ...file, result: { ...result, import_id: id, state: "WAITING", needs_second: true } };
}

/**
 * Applies a file that waits, as it is judged now (contract §26.8).
 * @throws ApiError NOT_FOUND; 400 at `import_id` if it is decided, or the caller's own while others could apply it;
 * REASON_REQUIRED, ACT_REQUIRED
 */
export async function approveStatementImport(
  ctx: Context,
  { import_id: id, ...acted }: InputOf<typeof contracts.approveStatementImport>,
): Promise<ImportResult> {
  requireProduction(ctx);
  const carriers = await catalogue(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const file = await waitingFile(tx, id, { isLocked: true });
    if (!file) throw invalid({ path: ["import_id"], key: "importDecided" });
    if (file.proposed_by === actorOf(ctx) && (await isSupportShared(tx)))
      throw invalid({ path: ["import_id"], key: "importOwn" });
    await lockFile(tx, file);
    const plan = await planOf(tx, ctx, file, carriers, true);
    const by = await actingOn({ ...ctx, db: tx }, acted, accountsOf(plan));
    const seen = await present(tx, file, plan);
    const { ready, accounts, total, charges } = seen;
    await apply(tx, by, file, plan, { operation: "approveStatementImport", objectId: id });
    await decideFile(tx, ctx, id, { state: "APPLIED", ready, accounts, total, charges });
    return { ...seen, import_id: id, state: "APPLIED", applied: true };
  });
}
