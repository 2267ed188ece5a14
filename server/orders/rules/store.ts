/** Owns the rules that an account keeps (contract §40.1). Whatever changes them gives the account's rules a new revision. */
import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { hongKongIso } from "@/lib/calendar";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { also, type Rules } from "@/lib/contracts/judge";
import * as contracts from "@/lib/contracts/shipping-rule";
import { invalid, notFound, type Problem } from "@/lib/errors";
import { list, object, string } from "@/lib/loose";
import { MAX_RULES } from "@/lib/orders/rule-fields";
import { changedFacts, recordAudit, renewRules } from "@/server/accounts";
import { catalogue } from "@/server/carriers";
import { type AccountContext, scopeOf } from "@/server/context";
import { type Scope, scoped, within } from "@/server/db/scoped";
import { type Db, type Tx, withTransaction } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { type Rows, withRules } from "@/server/handler";
import { createOnce } from "@/server/idempotency";
import { processWide } from "@/server/process-wide";
import { mergedWith } from "@/server/revisions";
import { type CompiledRule, compileRule } from "./compile";

type Row = Selectable<Tables["shipping_rules"]>;
type Rule = contracts.Rule;

function present(row: Row, position: number): Rule {
  const { id, name, enabled, conditions, sets, revision, created_at, updated_at } = row;
  return {
    ...{ rule_id: id, name, position, enabled, conditions, set: sets, revision },
    create_time: hongKongIso(created_at),
    update_time: hongKongIso(updated_at),
  };
}

/** Rules in the order in which they are applied. */
export function readOwnRules(db: Db, scope: Scope): Promise<Row[]> {
  return scoped(db, scope)
    .selectFrom("shipping_rules")
    .selectAll()
    .orderBy("position")
    .orderBy("id")
    .execute() as Promise<Row[]>;
}

const compiled = processWide("rules", () => new Map<string, { revision: string; rules: Promise<CompiledRule[]> }>());
/** Accounts whose rules are kept compiled. */
const MOST_KEPT = 1000;

async function compileOf(db: Db, scope: Scope): Promise<CompiledRule[]> {
  const rows = await readOwnRules(db, scope);
  return rows.filter(({ enabled }) => enabled).map((row) => compileRule({ ...row, set: row.sets }, row.id));
}

/** The rules that the account has switched on, compiled once for each revision; an account without any asks nobody. */
export async function rulesFor(ctx: AccountContext): Promise<readonly CompiledRule[]> {
  const revision = ctx.account.rules[ctx.environment];
  if (revision === "0") return [];
  const key = `${ctx.account.id} ${ctx.environment}`;
  const known = compiled.get(key);
  if (known?.revision === revision) return known.rules;
  const rules = compileOf(ctx.db, scopeOf(ctx));
  compiled.delete(key);
  compiled.set(key, { revision, rules });
  rules.catch(() => compiled.get(key)?.rules === rules && compiled.delete(key));
  const [oldest] = compiled.keys();
  if (compiled.size > MOST_KEPT && oldest !== undefined) compiled.delete(oldest);
  return rules;
}

async function renew(tx: Tx, scope: Scope): Promise<void> {
  const rows = await readOwnRules(tx, scope);
  await renewRules(
    tx,
    scope,
    rows.some(({ enabled }) => enabled),
  );
}

/** A service that a rule names must exist. */
export async function serviceRules(ctx: AccountContext): Promise<Rules> {
  const { providers } = await catalogue(ctx);
  const unknown = (set: unknown): Problem[] => {
    const code = string(object(set).shipping_provider);
    return code === undefined || providers.has(code)
      ? []
      : [{ path: ["set", "shipping_provider"], key: "providerUnknown" }];
  };
  return also((body) => [
    ...unknown(body.set),
    ...list(body.rules).flatMap(({ set }, index) =>
      unknown(set).map((problem) => ({ ...problem, path: ["rules", index, ...problem.path] })),
    ),
  ]);
}

/** The account's rules in their order. */
export async function listRules(
  ctx: AccountContext,
  { limit, offset }: InputOf<typeof contracts.listRules>,
): Promise<Rows<Rule>> {
  const rows = (await readOwnRules(ctx.db, scopeOf(ctx))).map((row, at) => present(row, at + 1));
  const from = Number(offset);
  return { rows: rows.slice(from, from + Number(limit)), total: rows.length };
}

/** Rules of the account that nobody else changes meanwhile. */
async function lockRules(tx: Tx, scope: Scope): Promise<Row[]> {
  // The first of two that change them at once is there for the second.
  await sql`select from accounts where id = ${scope.accountId} for no key update`.execute(tx);
  return readOwnRules(tx, scope);
}

/** Puts a rule at a place among the others, whose numbers follow. */
async function place(tx: Tx, scope: Scope, ids: readonly string[], id: string, position: number): Promise<void> {
  const others = ids.filter((each) => each !== id);
  const order = [...others.slice(0, position - 1), id, ...others.slice(position - 1)];
  await sql`
    update shipping_rules r set position = o.position
    from unnest(${order}::text[]) with ordinality as o (id, position)
    where ${within(scope, "r")} and r.id = o.id and r.position <> o.position`.execute(tx);
}

const factsOf = ({ name, enabled, conditions, sets }: Pick<Row, "name" | "enabled" | "conditions" | "sets">) => ({
  name,
  enabled,
  conditions: JSON.stringify(conditions),
  set: JSON.stringify(sets),
});
/** Words of the account, which may name somebody. */
const MASKED = ["name", "conditions", "set"];
const NOTHING = { name: null, enabled: null, conditions: null, set: null };

/** Adds a rule. @throws ApiError 400 at `name` when there are too many, at a service that is not known; 500998 */
export const createRule = withRules(
  serviceRules,
  (ctx: AccountContext, input: InputOf<typeof contracts.createRule>): Promise<Rule> => {
    const { name, enabled = true, conditions, set, position } = input;
    const scope = scopeOf(ctx);
    const id = `ru_${randomBytes(9).toString("hex")}`;
    const work = async (tx: Tx) => {
      const rows = await lockRules(tx, scope);
      if (rows.length >= MAX_RULES) throw invalid({ path: ["name"], key: "ruleLimit", params: { max: MAX_RULES } });
      const at = Math.min(position ?? rows.length + 1, rows.length + 1);
      const row = { id, name, enabled, position: at };
      await scoped(tx, scope)
        .insertInto("shipping_rules", { ...row, conditions: JSON.stringify(conditions), sets: JSON.stringify(set) })
        .execute();
      await place(
        tx,
        scope,
        rows.map((each) => each.id),
        id,
        at,
      );
      await renew(tx, scope);
      const made = (await readOwnRules(tx, scope)).find((each) => each.id === id) as Row;
      const facts = changedFacts(NOTHING, factsOf(made), MASKED);
      await recordAudit({ ...ctx, db: tx }, [ctx.account.id], {
        operation: contracts.createRule.id,
        objectId: id,
        ...facts,
      });
      return present(made, at);
    };
    return createOnce(ctx, contracts.createRule.id, id, work, "rule_id");
  },
);

/** Changes a rule, or moves it. @throws ApiError NOT_FOUND, CHANGED_MEANWHILE, 400 as `createRule` */
export const updateRule = withRules(
  serviceRules,
  (ctx: AccountContext, input: InputOf<typeof contracts.updateRule>): Promise<Rule> => {
    const { rule_id: id, position, revision, name, enabled, conditions, set } = input;
    const scope = scopeOf(ctx);
    return withTransaction(ctx.db, async (tx) => {
      const rows = await lockRules(tx, scope);
      const before = rows.find((row) => row.id === id);
      if (!before) throw notFound();
      const standing = { name: before.name, enabled: before.enabled, conditions: before.conditions, sets: before.sets };
      const sent = {
        name: name ?? standing.name,
        enabled: enabled ?? standing.enabled,
        conditions: conditions ?? standing.conditions,
        sets: set ?? standing.sets,
      };
      const merged = mergedWith(before, standing, sent, revision, (path) => path.replace(/^sets/, "set").split("."));
      await scoped(tx, scope)
        .updateTable("shipping_rules")
        .set({
          ...{ name: merged.name, enabled: merged.enabled, updated_at: sql<Date>`clock_timestamp()` },
          ...{ conditions: JSON.stringify(merged.conditions), sets: JSON.stringify(merged.sets) },
        } as never)
        .where("id", "=", id)
        .execute();
      if (position !== undefined)
        await place(
          tx,
          scope,
          rows.map((row) => row.id),
          id,
          Math.min(position, rows.length),
        );
      await renew(tx, scope);
      const after = await readOwnRules(tx, scope);
      const at = after.findIndex((row) => row.id === id);
      const now = after[at] as Row;
      const facts = changedFacts(
        { ...factsOf(before), position: rows.indexOf(before) + 1 },
        { ...factsOf(now), position: at + 1 },
        MASKED,
      );
      await recordAudit({ ...ctx, db: tx }, [ctx.account.id], {
        operation: contracts.updateRule.id,
        objectId: id,
        ...facts,
      });
      return present(now, at + 1);
    });
  },
);

/** Deletes a rule; what it did to orders stays. @throws ApiError NOT_FOUND */
export async function deleteRule(
  ctx: AccountContext,
  { rule_id: id }: InputOf<typeof contracts.deleteRule>,
): Promise<DataOf<typeof contracts.deleteRule>> {
  const scope = scopeOf(ctx);
  return withTransaction(ctx.db, async (tx) => {
    const before = (await lockRules(tx, scope)).find((row) => row.id === id);
    if (!before) throw notFound();
    await scoped(tx, scope).deleteFrom("shipping_rules").where("id", "=", id).execute();
    await renew(tx, scope);
    const facts = changedFacts(factsOf(before), NOTHING, MASKED);
    await recordAudit({ ...ctx, db: tx }, [ctx.account.id], {
      operation: contracts.deleteRule.id,
      objectId: id,
      ...facts,
    });
    return { rule_id: id, deleted: true };
  });
}
