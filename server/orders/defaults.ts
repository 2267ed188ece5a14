import { sql } from "kysely";
import { hongKongDate } from "@/lib/calendar";
import type { InputOf } from "@/lib/contracts/contract";
import * as contracts from "@/lib/contracts/defaults";
import { also, type Rules } from "@/lib/contracts/judge";
import { SHIP_TYPES } from "@/lib/contracts/order";
import { object } from "@/lib/loose";
import { orderBegun } from "@/lib/order-form-values";
import { changed, type Facts, recordAudit } from "@/server/accounts";
import { catalogue, serviceProblems } from "@/server/carriers";
import { type AccountContext, type Db, withTransaction } from "@/server/context";
import { judgedBy } from "@/server/verb";

type Defaults = contracts.Defaults;

/** What new orders of the account begin with, in both environments (contract §21.1). */
export async function readDefaults({ db, account }: AccountContext): Promise<Defaults> {
  const row = await db
    .selectFrom("account_defaults")
    .select("defaults")
    .where("account_id", "=", account.id)
    .executeTakeFirst();
  const { local = {}, intl = {}, paper = null } = (row?.defaults ?? {}) as Partial<Defaults>;
  return { local, intl, paper };
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
 * @throws ApiError 400 naming every field that an order would refuse
 */
export const saveDefaults = judgedBy(
  serviceRules,
  (ctx: AccountContext, input: InputOf<typeof contracts.saveDefaults>): Promise<Defaults> => {
    const { local = {}, intl = {}, paper = null } = input;
    const defaults = { local, intl, paper };
    return withTransaction(ctx.db, async (tx) => {
      const before = factsOf(await readDefaults({ ...ctx, db: tx }));
      await writeDefaults(tx, ctx.account.id, defaults);
      const gone = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
      const facts = changed(before, { ...gone, ...factsOf(defaults) }, PERSONAL_DEFAULTS);
      await recordAudit({ ...ctx, db: tx }, [ctx.account.id], { operation: contracts.saveDefaults.id, ...facts });
      return defaults;
    });
  },
);
