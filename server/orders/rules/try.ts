/** Owns what rules would have made of the last orders (contract §40.5). */
import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type { OrderSource } from "@/lib/contracts/order-filters";
import * as contracts from "@/lib/contracts/shipping-rule";
import type { Loose } from "@/lib/loose";
import { object } from "@/lib/loose";
import { type Catalogue, catalogue, consignmentOfOrder } from "@/server/carriers";
import { type AccountContext, scopeOf } from "@/server/context";
import { type Scope, within } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import { withRules } from "@/server/handler";
import { asGiven } from "../create/duplicate";
import { storedInput } from "../present";
import { loadOrders, type StoredOrder } from "../queries";
import { creditOf, type Effect, effectOf, factsOf, isOfKind, OPTIONS_OF, sidesOf } from "./apply";
import { chosenService } from "./choose";
import { compileRule } from "./compile";
import { readOwnRules, serviceRules } from "./store";

type Tried = DataOf<typeof contracts.tryRules>;
type Change = Tried["results"][number]["changes"][number];

/** Orders that are read together. */
const SLICE = 100;
/** Others have their turn after this time. */
const TURN_MS = 20;
/** Results that are told. */
const SHOWN = 100;

async function newest(db: Db, scope: Scope, last: number): Promise<Map<string, OrderSource>> {
  const { rows } = await sql<{ id: string; source: OrderSource }>`
    select id, source from orders where ${within(scope)} order by created_at desc, id desc limit ${last}`.execute(db);
  return new Map(rows.map(({ id, source }) => [id, source]));
}

const text = (value: unknown) => (value === undefined || value === null || value === "" ? null : String(value));

/** What an order would be that is not, if what the rules set had been blank. */
function changesOf(order: StoredOrder, input: Loose, effect: Effect, carriers: Catalogue): Change[] {
  const { provider, parcel, options, tags, holds } = effect;
  const found: Change[] = [];
  const compare = (field: string, from: string | null, to: string | null | undefined) => {
    if (to !== undefined && to !== null && from !== to) found.push({ field, from, to });
  };
  const service = provider?.choose
    ? chosenService(carriers, consignmentOfOrder(input as never), provider.choose)
    : provider?.shipping_provider;
  compare("shipping_provider", order.shipping_provider, service);
  const [first] = order.parcels;
  if (parcel && first) compare("parcel", sidesOf(first), sidesOf(parcel));
  const own = order.ship_type === "intl" ? object(input.shipment_options) : input;
  for (const option of OPTIONS_OF[order.ship_type]) compare(option, text(own[option]), options[option]);
  const more = tags.filter((tag) => !order.tags.includes(tag));
  if (more.length) compare("tags", text(order.tags.join(", ")), [...order.tags, ...more].join(", "));
  if (holds.length && order.confirmed_at) compare("hold", null, holds.join(" "));
  return found;
}

/** Which rules make an order another one. */
function changedBy(effect: Effect, order: StoredOrder, changes: readonly Change[]): ReadonlyMap<unknown, unknown> {
  const fields = new Set(changes.map(({ field }) => field));
  const tags = effect.tags.filter((tag) => !order.tags.includes(tag));
  return creditOf(
    { ...effect, tags },
    {
      ...{ provider: fields.has("shipping_provider"), parcel: fields.has("parcel"), holds: fields.has("hold") },
      options: OPTIONS_OF[order.ship_type].filter((option) => fields.has(option)),
    },
  );
}

/** What rules, the account's own unless others are given, would have made of its newest orders. Nothing is changed. */
export const tryRules = withRules(
  serviceRules,
  async (
    ctx: AccountContext,
    { rules: given, last = contracts.MAX_TRIED }: InputOf<typeof contracts.tryRules>,
  ): Promise<Tried> => {
    const scope = scopeOf(ctx);
    const all = given
      ? given.map((rule) => ({ id: null, enabled: rule.enabled ?? true, compiled: compileRule(rule, null) }))
      : (await readOwnRules(ctx.db, scope)).map((row) => ({
          ...{ id: row.id, enabled: row.enabled },
          compiled: compileRule({ ...row, set: row.sets }, row.id),
        }));
    const rules = all.filter(({ enabled }) => enabled).map(({ compiled }) => compiled);
    const carriers = await catalogue(ctx);
    const counts = new Map(rules.map((rule) => [rule, { matched: 0, changed: 0 }]));
    const sources = await newest(ctx.db, scope, last);
    const ids = [...sources.keys()];
    const results: Tried["results"] = [];
    let [matched, changed] = [0, 0];
    let ends = performance.now() + TURN_MS;
    for (let at = 0; at < ids.length; at += SLICE) {
      const orders = new Map(
        (await loadOrders(ctx.db, scope, ids.slice(at, at + SLICE))).map((order) => [order.id, order]),
      );
      for (const id of ids.slice(at, at + SLICE)) {
        const order = orders.get(id);
        if (!order || order.erased_at) continue;
        const input = storedInput(asGiven(order)) as unknown as Loose;
        if (performance.now() > ends) {
          await turn();
          ends = performance.now() + TURN_MS;
        }
        const facts = factsOf(input, sources.get(id) ?? "api", carriers);
        const effect = effectOf(rules, facts, isOfKind(carriers, order.ship_type));
        if (effect.rules.length === 0) continue;
        matched++;
        const changes = changesOf(order, input, effect, carriers);
        const credit = changedBy(effect, order, changes);
        for (const rule of effect.rules) {
          const count = counts.get(rule);
          if (count) {
            count.matched++;
            if (credit.has(rule)) count.changed++;
          }
        }
        if (changes.length === 0) continue;
        changed++;
        if (results.length < SHOWN)
          results.push({
            ...{ order_id: id, reference: order.reference, recipient_name: order.recipient_name, changes },
            rules: effect.rules.map((rule) => all.findIndex(({ compiled }) => compiled === rule)),
          });
      }
    }
    return {
      ...{ orders: ids.length, matched, changed, results },
      rules: all.map(({ id, compiled }, index) => ({
        ...{ index, rule_id: id, name: compiled.name },
        ...(counts.get(compiled) ?? { matched: 0, changed: 0 }),
      })),
    };
  },
);
