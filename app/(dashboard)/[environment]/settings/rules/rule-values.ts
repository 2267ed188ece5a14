import { createRule, type Rule, type RuleCondition, type RuleInput } from "@/lib/contracts/shipping-rule";
import { judgeContract } from "@/lib/forms/judge-body";
import type { Language } from "@/lib/i18n/languages";
import { CHOICES, OPERATORS_OF } from "@/lib/orders/rule-fields";

/** A condition in the form; several values are lines of a text. */
export type ConditionValues = Pick<RuleCondition, "field" | "operator"> & { value: string };

const OPTIONS = {
  delivery_proof: "",
  tax_party: "",
  recipient_signature: "",
  ioss_number: "",
  courier_account_number: "",
};

/** The form's values, whose names are the fields of the API. `set.shipping_provider` may also be a choice by price or speed. */
export type RuleValues = {
  name: string;
  conditions: ConditionValues[];
  set: {
    shipping_provider: string;
    parcel: { length: string; width: string; height: string };
    options: typeof OPTIONS;
    tag: string;
    hold: string;
  };
};

/** A new condition, and one whose field was changed. */
export const conditionOn = (field: ConditionValues["field"]): ConditionValues => ({
  field,
  operator: OPERATORS_OF[field][0] ?? "is",
  value: "",
});

/** What the form shows of a rule. */
export function valuesOf(rule: Rule | null): RuleValues {
  const { shipping_provider, choose, parcel, options, tag = "", hold = "" } = rule?.set ?? {};
  return {
    name: rule?.name ?? "",
    conditions: (rule?.conditions ?? []).map(({ value, ...rest }) => ({ ...rest, value: [value].flat().join("\n") })),
    set: {
      shipping_provider: shipping_provider ?? choose ?? "",
      parcel: { length: "", width: "", height: "", ...parcel },
      options: { ...OPTIONS, ...options } as typeof OPTIONS,
      tag,
      hold,
    },
  };
}

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")) as Partial<T>;

/** What is sent of the form. */
export function bodyOf({ name, conditions, set }: RuleValues): RuleInput {
  const { shipping_provider: service, parcel, options, tag, hold } = set;
  const isChoice = CHOICES.some((choice) => choice === service);
  const [box, chosen] = [given(parcel), given(options)];
  return {
    name,
    conditions: conditions.map(({ field, operator, value }) => ({
      ...{ field, operator },
      value: operator === "in" ? linesOf(value) : value,
    })),
    set: {
      ...given({ [isChoice ? "choose" : "shipping_provider"]: service, tag, hold }),
      ...(Object.keys(box).length > 0 && { parcel: box }),
      ...(Object.keys(chosen).length > 0 && { options: chosen }),
    },
  } as RuleInput;
}

/** The values of several lines. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The form's field for one of the operation. */
export function ownField(field: string): string {
  if (field === "set" || field === "set.choose") return "set.shipping_provider";
  return field.replace(/^(conditions\.\d+\.value)\..*$/, "$1");
}

/** What the API would refuse, at the form's fields. */
export function judgeRule(values: RuleValues, language: Language) {
  return judgeContract(createRule, bodyOf(values), language).map(({ field, message }) => ({
    field: ownField(field),
    message,
  }));
}
