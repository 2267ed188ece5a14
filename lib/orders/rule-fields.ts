/** What the conditions of a rule are about, and how they compare it (contract §40.1). */

/** The most rules of an account and environment, and the most conditions of one. */
export const MAX_RULES = 100;
export const MAX_CONDITIONS = 20;

export const RULE_FIELDS = [
  "country",
  "district",
  "weight_kg",
  "value",
  "item",
  "sku",
  "reference",
  "source",
  "cod",
] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

export const RULE_OPERATORS = ["is", "is_not", "in", "contains", "at_least", "at_most"] as const;
export type RuleOperator = (typeof RULE_OPERATORS)[number];

const NUMBERS = ["at_least", "at_most", "is", "is_not", "in"] as const;
const WORDS = ["contains", "is", "is_not", "in"] as const;
const NAMES = ["is", "is_not", "in"] as const;

/** The operators of each field, the usual one first. */
export const OPERATORS_OF: Readonly<Record<RuleField, readonly RuleOperator[]>> = {
  country: NAMES,
  district: NAMES,
  weight_kg: NUMBERS,
  value: NUMBERS,
  item: WORDS,
  sku: WORDS,
  reference: WORDS,
  source: NAMES,
  cod: ["is", "is_not", "at_least", "at_most"],
};

/** By which of the services that take an order a rule may choose. */
export const CHOICES = ["cheapest", "fastest"] as const;
export type Choice = (typeof CHOICES)[number];
