/** Owns what the conditions of rules mean: compiled once, and then asked of orders (contract §40.1). */
import { countryCode } from "@/lib/addresses/country";
import { DISTRICTS } from "@/lib/addresses/districts";
import type { OrderSource } from "@/lib/contracts/order-filters";
import type { RuleCondition, RuleInput, RuleSet } from "@/lib/contracts/shipping-rule";
import type { RuleField } from "@/lib/orders/rule-fields";

/** What rules know of an order; what costs more than a look is worked out when it is asked for. */
export type Facts = {
  country: string;
  /** In Hong Kong, by its English name; null: not known. */
  district(): string | null;
  weight_kg: number;
  /** HKD. */
  value(): number;
  /** Names and skus of items, folded. */
  items: readonly string[];
  skus: readonly string[];
  reference: string | null;
  source: OrderSource;
  /** HKD; null: nothing is collected. */
  cod: number | null;
};

type Test = (facts: Facts) => boolean;

export type CompiledRule = { id: string | null; name: string; set: RuleSet; holds: Test };

const folded = (text: string) => text.normalize("NFKC").toLowerCase().trim();

const DISTRICT_BY_NAME = new Map(
  DISTRICTS.flatMap(([english, chinese]) =>
    [english, chinese, chinese.replace(/區$/, "")].map((name) => [folded(name), folded(english)] as const),
  ),
);

/** A value of a condition as the order's is compared. */
function wanted(field: RuleField, value: string): string {
  if (field === "country") return countryCode(value) ?? value;
  if (field === "district") return DISTRICT_BY_NAME.get(folded(value)) ?? folded(value);
  if (field === "source") return value;
  return folded(value);
}

/** The texts of an order that a field compares. */
function textsOf(field: RuleField, facts: Facts): readonly string[] {
  switch (field) {
    case "country":
      return [facts.country];
    case "district": {
      const district = facts.district();
      return district === null ? [] : [folded(district)];
    }
    case "item":
      return facts.items;
    case "sku":
      return facts.skus;
    case "reference":
      return facts.reference === null ? [] : [folded(facts.reference)];
    default:
      return [facts.source];
  }
}

function numberOf(field: "weight_kg" | "value" | "cod", facts: Facts): number {
  if (field === "weight_kg") return facts.weight_kg;
  // What is not collected is no amount, and so neither much nor little.
  return field === "value" ? facts.value() : (facts.cod ?? Number.NaN);
}

function compileNumber(
  field: "weight_kg" | "value" | "cod",
  operator: RuleCondition["operator"],
  values: string[],
): Test {
  if (field === "cod" && /^[YN]$/.test(values[0] ?? "")) {
    const isAsked = (values[0] === "Y") === (operator !== "is_not");
    return ({ cod }) => (cod !== null) === isAsked;
  }
  const [first = 0, ...others] = values.map(Number);
  if (operator === "at_least") return (facts) => numberOf(field, facts) >= first;
  if (operator === "at_most") return (facts) => numberOf(field, facts) <= first;
  const any = new Set([first, ...others]);
  const isIn = operator !== "is_not";
  return (facts) => any.has(numberOf(field, facts)) === isIn;
}

function compileCondition({ field, operator, value }: RuleCondition): Test {
  const values = Array.isArray(value) ? value : [value];
  if (field === "weight_kg" || field === "value" || field === "cod") return compileNumber(field, operator, values);
  if (operator === "contains") {
    const part = folded(values[0] ?? "");
    return (facts) => textsOf(field, facts).some((text) => text.includes(part));
  }
  const any = new Set(values.map((each) => wanted(field, each)));
  const isIn = operator !== "is_not";
  return (facts) => textsOf(field, facts).some((text) => any.has(text)) === isIn;
}

/** A rule that can be asked of orders. */
export function compileRule({ name, conditions, set }: RuleInput, id: string | null): CompiledRule {
  const tests = conditions.map(compileCondition);
  return { id, name, set, holds: (facts) => tests.every((test) => test(facts)) };
}
