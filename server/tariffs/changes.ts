import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { hongKongDate } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/tariff";
import type { TariffSummary } from "@/lib/contracts/tariff";
import { invalid, notFound, type Problem } from "@/lib/errors";
import { recordAudit } from "@/server/accounts";
import { actorOf, type Context } from "@/server/context";
import type { Sheet } from "@/server/db/sheets";
import { type Tx, withTransaction } from "@/server/db/transaction";
import { withRules } from "@/server/handler";
import { approvalBar, readSummary } from "./read";
import { requireProduction, type SheetInput, serverRules, sheetOf } from "./rows";

const EXPLAINED = {
  OWN: { key: "sheetOwn" },
  TOO_LATE: { key: "sheetTooLate" },
  DAY_TAKEN: { key: "sheetDayTaken" },
} as const;

const factsOf = ({ kind, provider, valid_from }: Pick<Sheet, "kind" | "provider" | "valid_from">) => ({
  kind,
  ...(provider ? { provider } : {}),
  valid_from,
});

/**
 * Proposes a sheet (contract §28.2).
 * @throws ApiError 400000: a cell, at `/rows/INDEX/COLUMN` and for a file with its `line`; at `valid_from` if another
 * waits for that day
 */
export const proposeTariff = withRules(serverRules, async (ctx: Context, input: SheetInput): Promise<TariffSummary> => {
  const sheet = await sheetOf(ctx, input);
  const id = `tv_${randomUUID().replaceAll("-", "")}`;
  return withTransaction(ctx.db, async (tx) => {
    const added = await tx
      .insertInto("tariff_versions")
      .values({
        id,
        kind: sheet.kind,
        provider: sheet.provider,
        valid_from: sheet.valid_from,
        rows: JSON.stringify(sheet.rows),
        note: input.note || null,
        state: "PROPOSED",
        proposed_by: actorOf(ctx),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!added) throw invalid({ path: ["valid_from"], key: "sheetWaits" });
    const after = { ...factsOf(sheet), rows: sheet.rows.length };
    await recordAudit({ ...ctx, db: tx }, [null], { operation: "proposeTariff", objectId: id, after });
    return readSummary(tx, id);
  });
});

/** The sheet, locked until the transaction ends. @throws ApiError NOT_FOUND */
async function lock(tx: Tx, id: string) {
  const row = await tx
    .selectFrom("tariff_versions")
    .select(["kind", "provider", "valid_from", "state", "proposed_by"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Writes the decision with its row in the audit log. */
async function decide(
  tx: Tx,
  ctx: Context,
  id: string,
  state: "APPROVED" | "WITHDRAWN",
  { state: was, ...row }: Awaited<ReturnType<typeof lock>>,
): Promise<TariffSummary> {
  await tx
    .updateTable("tariff_versions")
    .set({ state, decided_by: actorOf(ctx), decided_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .execute();
  await recordAudit({ ...ctx, db: tx }, [null], {
    operation: state === "APPROVED" ? "approveTariff" : "withdrawTariff",
    objectId: id,
    before: { state: was },
    after: { state, ...factsOf(row) },
  });
  return readSummary(tx, id);
}

const refused = (problem: Omit<Problem, "path">) => invalid({ path: ["id"], ...problem });

/**
 * Approves a sheet that waits: it holds from its day on, and every process prices with it then (contract §28.3).
 * @throws ApiError NOT_FOUND; 400000 at `id` if it does not wait, is the caller's own while others could approve it, has
 * no day ahead any more, or meets another that begins on its day
 */
export async function approveTariff(
  ctx: Context,
  { id }: InputOf<typeof contracts.approveTariff>,
): Promise<TariffSummary> {
  requireProduction(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const row = await lock(tx, id);
    if (row.state !== "PROPOSED") throw refused({ key: "sheetDecided" });
    const bar = await approvalBar(ctx, tx, { ...row, proposer: row.proposed_by });
    if (bar) throw refused({ ...EXPLAINED[bar], params: { day: row.valid_from } });
    return decide(tx, ctx, id, "APPROVED", row);
  });
}

/**
 * Withdraws a sheet that waits, or an approved one that has not begun: what held before it goes on (contract §28.3).
 * @throws ApiError NOT_FOUND; 400000 at `id` for one that has begun or is withdrawn
 */
export async function withdrawTariff(
  ctx: Context,
  { id }: InputOf<typeof contracts.withdrawTariff>,
): Promise<TariffSummary> {
  requireProduction(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const row = await lock(tx, id);
    const isAhead = row.state === "APPROVED" && row.valid_from > hongKongDate(new Date());
    if (row.state !== "PROPOSED" && !isAhead) throw refused({ key: "sheetBegun" });
    return decide(tx, ctx, id, "WITHDRAWN", row);
  });
}
