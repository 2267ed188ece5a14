import { sql } from "kysely";
import { CASES, type CaseKind, mayClose } from "@/lib/cases";
import type * as contracts from "@/lib/contracts/case";
import type { CasesChanged } from "@/lib/contracts/case";
import type { InputOf } from "@/lib/contracts/contract";
import { ApiError, invalid, notFound } from "@/lib/errors";
import { actorNames, type Facts, recordAudit } from "@/server/accounts";
import type { Context } from "@/server/context";
import { type Tx, withTransaction } from "@/server/db/transaction";
import { markAnswered } from "@/server/orders";

type Locked = {
  case_id: string;
  kind: CaseKind;
  account_id: string;
  order_id: string | null;
  claimed_by: string | null;
};

/** Open cases of the environment, locked in one order so that two people never wait for each other. @throws NOT_FOUND */
async function lock(tx: Tx, ctx: Context, ids: readonly string[]): Promise<Locked[]> {
  const { rows } = await sql<Locked & { is_open: boolean }>`
    select case_id, kind, account_id, order_id, claimed_by, closed_at is null as is_open from cases
    where environment = ${ctx.environment} and case_id = any(${[...ids]}::text[])
    order by case_id for update`.execute(tx);
  if (rows.length === 0) throw notFound();
  return rows.filter(({ is_open }) => is_open);
}

/** The cases that others have not claimed, and who has the rest. @throws ApiError CASE_CLAIMED if others have all */
async function free(tx: Tx, ctx: Context, cases: readonly Locked[]) {
  const isOthers = ({ claimed_by }: Locked) => claimed_by !== null && claimed_by !== ctx.actor.id;
  const others = cases.filter(isOthers);
  const names = await actorNames(
    tx,
    others.map(({ claimed_by }) => `person:${claimed_by}`),
  );
  const taken = others.map(({ case_id, claimed_by }) => ({
    case_id,
    claimed_by: names.get(`person:${claimed_by}`) ?? String(claimed_by),
  }));
  if (taken[0] && taken.length === cases.length)
    throw new ApiError("CASE_CLAIMED", {
      message: `${taken[0].claimed_by} has claimed it.`,
      extra: { claimed_by: taken[0].claimed_by },
    });
  return { mine: cases.filter((each) => !isOthers(each)), taken };
}

async function audit(tx: Tx, ctx: Context, operation: string, cases: readonly Locked[], after: Facts): Promise<void> {
  for (const { case_id, account_id, kind } of cases)
    await recordAudit({ ...ctx, db: tx }, [account_id], { operation, objectId: case_id, after: { kind, ...after } });
}

const idsOf = (cases: readonly Locked[]) => cases.map(({ case_id }) => case_id);

/**
 * Claims open cases. What others have stays theirs.
 * @throws ApiError NOT_FOUND if there is none of them, CASE_CLAIMED with who if others have all
 */
export function claimCases(ctx: Context, { ids }: InputOf<typeof contracts.claimCases>): Promise<CasesChanged> {
  return withTransaction(ctx.db, async (tx) => {
    const { mine, taken } = await free(tx, ctx, await lock(tx, ctx, ids));
    await sql`
      update cases set claimed_by = ${ctx.actor.id}, claimed_at = coalesce(claimed_at, now())
      where environment = ${ctx.environment} and case_id = any(${idsOf(mine)}::text[])`.execute(tx);
    await audit(tx, ctx, "claimCases", mine, { claimed_by: `person:${ctx.actor.id}` });
    return { done: idsOf(mine), taken };
  });
}

/** Releases open cases, also those of a person who is away. @throws ApiError NOT_FOUND if there is none of them */
export function releaseCases(ctx: Context, { ids }: InputOf<typeof contracts.releaseCases>): Promise<CasesChanged> {
  return withTransaction(ctx.db, async (tx) => {
    const claimed = (await lock(tx, ctx, ids)).filter(({ claimed_by }) => claimed_by !== null);
    await sql`
      update cases set claimed_by = null, claimed_at = null
      where environment = ${ctx.environment} and case_id = any(${idsOf(claimed)}::text[])`.execute(tx);
    await audit(tx, ctx, "releaseCases", claimed, { claimed_by: null });
    return { done: idsOf(claimed), taken: [] };
  });
}

/**
 * Closes open cases. The merchant is not notified. A question that is closed needs no answer any more.
 * @throws ApiError NOT_FOUND if there is none of them, CASE_CLAIMED with who if others have all, 400000 at `closed_as`
 * for a reason that one of their kinds does not have
 */
export function closeCases(
  ctx: Context,
  { ids, closed_as, note }: InputOf<typeof contracts.closeCases>,
): Promise<CasesChanged> {
  return withTransaction(ctx.db, async (tx) => {
    const { mine, taken } = await free(tx, ctx, await lock(tx, ctx, ids));
    const wrong = mine.find(({ kind }) => !mayClose(kind, closed_as));
    if (wrong)
      throw invalid({ path: ["closed_as"], key: "choice", params: { choices: CASES[wrong.kind].closes.join(", ") } });
    await sql`
      update cases set closed_at = now(), closed_by = ${ctx.actor.id}, closed_as = ${closed_as}, note = ${note || null}
      where environment = ${ctx.environment} and case_id = any(${idsOf(mine)}::text[])`.execute(tx);
    for (const { kind, account_id: accountId, order_id } of mine)
      if ((kind === "QUESTION" || kind === "DISPUTE") && order_id)
        await markAnswered(tx, { accountId, environment: ctx.environment }, order_id, kind);
    await audit(tx, ctx, "closeCases", mine, { closed_as });
    return { done: idsOf(mine), taken };
  });
}
