import { z } from "zod";
import { countryCode } from "@/lib/addresses/country";
import { DISTRICTS } from "@/lib/addresses/districts";
import type { Problem } from "@/lib/errors";
import { type Loose, list, object, text as textOf } from "@/lib/loose";
import {
  CHOICES,
  MAX_CONDITIONS,
  MAX_RULES,
  OPERATORS_OF,
  RULE_FIELDS,
  RULE_OPERATORS,
  type RuleField,
} from "@/lib/orders/rule-fields";
import { TAG_MAX } from "@/lib/orders/tags";
import { choice, code, judgeDecimal, optionalText, paging, revision, side, sinceRevision, text } from "./common";
import { defineContract } from "./contract";
import { also } from "./judge";
import { ORDER_SOURCES } from "./order-filters";
import { deliveryProof, shipmentOptions } from "./order-parts";

/** The most orders on which rules are tried. */
export const MAX_TRIED = 1000;

const value = text({ max: 200, visible: true });

const condition = z.object({
  field: choice(RULE_FIELDS).describe("What of the order is compared"),
  operator: choice(RULE_OPERATORS).describe("How it is compared; all but `is_not` hold if one of several items does"),
  value: z.union([value, z.array(value).min(1).max(100)]).meta({
    description:
      "A text; of `in` a list. Countries by code or name, districts of Hong Kong by their names in either language, weight_kg in kg, value and cod in HKD, cod also Y or N",
  }),
});
export type RuleCondition = z.output<typeof condition>;

const options = z
  .object({
    delivery_proof: deliveryProof.optional(),
    tax_party: shipmentOptions.shape.tax_party,
    ioss_number: shipmentOptions.shape.ioss_number,
    courier_account_number: shipmentOptions.shape.courier_account_number,
    recipient_signature: shipmentOptions.shape.recipient_signature
      .unwrap()
      .optional()
      .describe("`N` none, `O` a signature, `A` the signature of an adult"),
  })
  .describe("Options of orders of the kind that has them");

export const tag = text({ max: TAG_MAX, visible: true });

const set = z.object({
  shipping_provider: code(64).optional().describe("Code of the service"),
  choose: choice(CHOICES).optional().describe("The cheapest, or the fastest, of the services that take the order"),
  parcel: z
    .object({ length: side({ above: "0" }), width: side({ above: "0" }), height: side({ above: "0" }) })
    .optional()
    .describe("The box, in cm, of parcels without measures"),
  options: options.optional(),
  tag: tag.optional().describe("Added to the order's tags"),
  hold: optionalText({ max: 200, visible: true }).describe("Why the order is saved and not confirmed"),
});
export type RuleSet = z.output<typeof set>;

const name = text({ max: 80, visible: true });
const conditions = z.array(condition).max(MAX_CONDITIONS).describe("All must hold; none: every order");

const DISTRICT_NAMES = new Set(
  DISTRICTS.flatMap(([english, chinese]) => [english.toLowerCase(), chinese, chinese.replace(/區$/, "")]),
);

/** What is wrong with a value of a field; undefined: nothing. */
function wrongValue(field: RuleField, operator: unknown, given: string): Problem["key"] | undefined {
  if (field === "country") return countryCode(given) ? undefined : "country";
  if (field === "district") return DISTRICT_NAMES.has(given.toLowerCase()) ? undefined : "districtName";
  if (field === "cod" && /^[YN]$/.test(given) && (operator === "is" || operator === "is_not")) return undefined;
  if (field === "weight_kg" || field === "value" || field === "cod")
    return judgeDecimal(given) === undefined ? undefined : "decimal";
  return undefined;
}

function conditionProblems(given: unknown): Problem[] {
  return list(given).flatMap((each, index): Problem[] => {
    const { field, operator, value: said } = object(each);
    const known = RULE_FIELDS.find((one) => one === field);
    if (!known) return [];
    const at = (member: string) => ["conditions", index, member];
    const operators = OPERATORS_OF[known];
    if (RULE_OPERATORS.some((one) => one === operator) && !operators.some((one) => one === operator))
      return [{ path: at("operator"), key: "choice", params: { choices: operators.join(", ") } }];
    if (Array.isArray(said) && operator !== "in") return [{ path: at("value"), key: "oneValue" }];
    const isSource = (one: unknown) => ORDER_SOURCES.some((source) => source === one);
    if (known === "source" && !(Array.isArray(said) ? said : [said]).every(isSource))
      return [{ path: at("value"), key: "choice", params: { choices: ORDER_SOURCES.join(", ") } }];
    const values = (Array.isArray(said) ? said : [said]).filter((one): one is string => typeof one === "string");
    const wrong = values.map((one) => wrongValue(known, operator, one)).find((key) => key !== undefined);
    return wrong ? [{ path: at("value"), key: wrong }] : [];
  });
}

function setProblems(given: unknown): Problem[] {
  if (given === undefined) return [];
  const { shipping_provider, choose, parcel, options: own, tag: label, hold } = object(given);
  if (shipping_provider !== undefined && choose !== undefined)
    return [{ path: ["set", "choose"], key: "providerOrChoice" }];
  const has = parcel !== undefined || [shipping_provider, choose, label, hold].some((each) => textOf(each) !== "");
  return has || Object.values(object(own)).some((each) => textOf(each) !== "")
    ? []
    : [{ path: ["set"], key: "ruleSetsNothing" }];
}

const ofRule = (body: Loose): Problem[] => [...conditionProblems(body.conditions), ...setProblems(body.set)];
/** The rules of a rule, across its fields. */
export const ruleRules = also(ofRule);

const position = z
  .int()
  .min(1)
  .max(MAX_RULES)
  .optional()
  .meta({ description: "Its place, from 1; the last unless given" });

const ruleInput = z
  .object({
    name: name.describe("What people call it"),
    enabled: z.boolean().optional().describe("Whether it is applied; it is unless said otherwise"),
    conditions: conditions.default([]),
    set: set.describe("What it fills in, adds or holds"),
  })
  .meta({ id: "RuleInput" });
export type RuleInput = z.output<typeof ruleInput>;

const rule = z
  .object({
    rule_id: z.string(),
    name: z.string(),
    position: z.int().meta({ description: "The first rule that sets a field wins" }),
    enabled: z.boolean(),
    conditions: z.array(condition),
    set,
    revision,
    create_time: z.string(),
    update_time: z.string(),
  })
  .meta({ id: "Rule" });
export type Rule = z.output<typeof rule>;

/** What a rule did to an order: of what it sets, what the order has from it. */
export const did = z.object({ rule_id: z.string().nullable(), name: z.string(), set }).meta({ id: "RuleEffect" });
export type Did = z.output<typeof did>;

const base = { audience: "public", tag: "Rules" } as const;
const byId = z.object({ rule_id: code(64).describe("The rule's id") });
const example = {
  name: "Heavy parcels by the cheapest service",
  conditions: [{ field: "weight_kg", operator: "at_least", value: "10" }],
  set: { choose: "cheapest", tag: "heavy" },
};

export const listRules = defineContract("listRules", {
  ...base,
  summary: "Rules for new orders, in the order in which they are applied",
  query: z.object(paging),
  response: rule,
  list: true,
});

export const createRule = defineContract("createRule", {
  ...base,
  summary: "Add a rule",
  body: ruleInput.extend({ position }),
  rules: ruleRules,
  serverRules: true,
  response: rule,
  creates: "rule_id",
  errors: ["idempotency_key_exists"],
  example,
});

export const updateRule = defineContract("updateRule", {
  ...base,
  summary: "Change a rule, move it, or switch it on or off",
  description: "Each field given replaces the stored one whole.",
  params: byId,
  body: ruleInput.partial().extend({ conditions: conditions.optional(), position, revision: sinceRevision }),
  rules: ruleRules,
  serverRules: true,
  response: rule,
  errors: ["NOT_FOUND", "CHANGED_MEANWHILE"],
  example: { enabled: false },
});

export const deleteRule = defineContract("deleteRule", {
  ...base,
  summary: "Delete a rule; what it did to orders stays",
  params: byId,
  response: z.object({ rule_id: z.string(), deleted: z.literal(true) }),
  errors: ["NOT_FOUND"],
});

const change = z.object({
  field: z.string().meta({ description: "Of the order, such as `shipping_provider` or `tags`" }),
  from: z.string().nullable(),
  to: z.string(),
});

export const tryRules = defineContract("tryRules", {
  ...base,
  onFullDisk: true,
  summary: "What rules would have made of the last orders, as if what they set had been blank",
  description: "Nothing is changed.",
  body: z.object({
    rules: z.array(ruleInput).max(MAX_RULES).optional().describe("Instead of the account's own"),
    last: z
      .int()
      .min(1)
      .max(MAX_TRIED)
      .optional()
      .meta({ description: `How many of the newest orders; ${MAX_TRIED} unless given` }),
  }),
  rules: also((body) =>
    list(body.rules).flatMap((one, index) =>
      ofRule(one).map((problem) => ({ ...problem, path: ["rules", index, ...problem.path] })),
    ),
  ),
  serverRules: true,
  response: z.object({
    orders: z.int().meta({ description: "Orders that were looked at" }),
    matched: z.int().meta({ description: "Those for which a rule holds" }),
    changed: z.int().meta({ description: "Those that would have been others" }),
    rules: z.array(
      z.object({
        index: z.int(),
        rule_id: z.string().nullable(),
        name: z.string(),
        matched: z.int(),
        changed: z.int(),
      }),
    ),
    results: z
      .array(
        z.object({
          order_id: z.string(),
          reference: z.string().nullable(),
          recipient_name: z.string(),
          rules: z.array(z.int()).meta({ description: "The rules that hold, by index" }),
          changes: z.array(change),
        }),
      )
      .meta({ description: "The newest 100 that would have been others" }),
  }),
  example: { rules: [example], last: 200 },
});
