import { sql } from "kysely";
import { hongKongDate } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/defaults";
import { also, type Rules } from "@/lib/contracts/judge";
import { SHIP_TYPES } from "@/lib/contracts/order";
import { object } from "@/lib/loose";
import { orderBegun } from "@/lib/orders/form-values";
import { changedFacts, type Facts, recordAudit } from "@/server/accounts";
import { catalogue, serviceProblems } from "@/server/carriers";
import type { AccountContext } from "@/server/context";
import { type Db, withTransaction } from "@/server/db/transaction";
import { withRules } from "@/server/handler";
import { mergedWith, type Revised } from "@/server/revisions";

type Defaults = contracts.Defaults;

async function find({ db, account }: AccountContext): Promise<{ defaults: Defaults; row: Revised }> {
  const row = await db
    .selectFrom("account_defaults")
    .select(["defaults", "revision", "changed_paths"])
    .where("account_id", "=", account.id)
    .executeTakeFirst();
  const { local = {}, intl = {}, paper = null } = (row?.defaults ?? {}) as Partial<Defaults>;
  return { defaults: { local, intl, paper }, row: row ?? { revision: 0, changed_paths: {} } };
}

/** What new orders of the account begin with, in both environments (contract §21.1). */
export async function readDefaults(ctx: AccountContext): Promise<contracts.RevisedDefaults> {
  const { defaults, row } = await find(ctx);
  return { ...defaults, revision: row.revision };
}

/** Writes the account's defaults, which must have been judged. */
export async function writeDefaults(db: Db, accountId: string, defaults: Defaults): Promise<void> {
  await sql`
    insert into account_defaults (account_id, defaults) values (${accountId}, ${JSON.stringify(defaults)}::jsonb)
    on conflict (account_id) do update set defaults = excluded.defaults, updated_at = now()`.execute(db);
}

/** A service must exist and take what the other defaults say; a collection needs one whose courier collects. */
async function serviceRules(ctx: AccountContext): Promise<Rules> {
  const carriers = await catalogue(ctx);
  const today = hongKongDate(new Date());
  return also((body) =>
    SHIP_TYPES.flatMap((shipType) =>
      serviceProblems(carriers, orderBegun(shipType, object(body[shipType])), today).map((problem) => ({
        ...problem,
        path: [shipType, ...problem.path],
      })),
    ),
  );
}

/** Each default by its name, for the audit log; senders are people. */
function factsOf({ paper, ...kinds }: Defaults): Facts {
  const named = Object.entries(kinds).flatMap(([kind, own]) =>
    Object.entries(own).map(([name, value]) => [`${kind}.${name}`, value]),
  );
  return { paper, ...Object.fromEntries(named) };
}
/** Texts and people; of them the audit log has the names. */
const PERSONAL_DEFAULTS = ["local", "intl"].flatMap((kind) =>
  ["sender", "consignment_declaration"].map((name) => `${kind}.${name}`),
);

/**
 * Replaces the account's defaults and records it (contract §21.1).
 * @throws ApiError 400 naming every field that an order would refuse; CHANGED_MEANWHILE
 */
export const saveDefaults = withRules(
  serviceRules,
  (ctx: AccountContext, input: InputOf<typeof contracts.saveDefaults>): Promise<contracts.RevisedDefaults> => {
    const { local = {}, intl = {}, paper, revision } = input;
    return withTransaction(ctx.db, async (tx) => {
      // The first of two that save them at once is there for the second.
      await sql`select from accounts where id = ${ctx.account.id} for no key update`.execute(tx);
      const { defaults: standing, row } = await find({ ...ctx, db: tx });
      const sent: Partial<Defaults> = { local, intl, ...(paper !== undefined && { paper }) };
      // The row has them in one column, the body has not.
      const named = (path: string) => path.split(".").slice(1);
      const { defaults: merged } = mergedWith(row, { defaults: standing }, { defaults: sent }, revision, named);
      const defaults = { local: merged.local ?? {}, intl: merged.intl ?? {}, paper: merged.paper ?? null };
      const before = factsOf(standing);
      await writeDefaults(tx, ctx.account.id, defaults);
      const gone = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
      const facts = changedFacts(before, { ...gone, ...factsOf(defaults) }, PERSONAL_DEFAULTS);
      await recordAudit({ ...ctx, db: tx }, [ctx.account.id], { operation: contracts.saveDefaults.id, ...facts });
      return readDefaults({ ...ctx, db: tx });
    });
  },
);
