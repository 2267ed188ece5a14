import type { RuleInput } from "@/lib/contracts/shipping-rule";
import { type AccountContext, scopeOf } from "@/server/context";
import { scoped } from "@/server/db/scoped";
import { createRule, tagOrder } from "@/server/orders";

const RULES: readonly RuleInput[] = [
  {
    name: "Valuable",
    conditions: [{ field: "value", operator: "at_least", value: "5000" }],
    set: { tag: "valuable", hold: "Over HK$5,000: ring the customer first" },
  },
  {
    name: "Heavy parcels",
    conditions: [{ field: "weight_kg", operator: "at_least", value: "10" }],
    set: { choose: "cheapest", tag: "heavy" },
  },
  {
    name: "離島",
    conditions: [{ field: "district", operator: "is", value: "Islands" }],
    set: { options: { delivery_proof: "E" }, tag: "離島" },
  },
  {
    name: "Gift sets",
    enabled: false,
    conditions: [
      { field: "item", operator: "contains", value: "gift" },
      { field: "country", operator: "in", value: ["HK", "MO"] },
    ],
    set: { parcel: { length: "25", width: "20", height: "12" } },
  },
];

/** Tags that people gave to orders, by their places from the newest. */
const TAGS: Readonly<Record<number, string[]>> = { 1: ["gift"], 4: ["wholesale"], 6: ["gift", "VIP"] };

/** Rules for new orders, and orders with tags. */
export async function demoRules(ctx: AccountContext): Promise<void> {
  for (const rule of RULES) await createRule(ctx, { ...rule, position: undefined });
  const newest = await scoped(ctx.db, scopeOf(ctx))
    .selectFrom("orders")
    .select("id")
    .orderBy("id", "desc")
    .limit(10)
    .execute();
  for (const [at, add] of Object.entries(TAGS)) {
    const order = newest[Number(at)];
    if (order) await tagOrder(ctx, { order_id: order.id, add, remove: undefined });
  }
}
