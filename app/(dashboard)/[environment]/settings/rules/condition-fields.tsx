"use client";

import { Plus, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { useCountryOptions } from "@/components/forms/country-names";
import { AreaField, ChoiceField, TextField, useFieldProps } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { DISTRICTS, districtName } from "@/lib/addresses/districts";
import { MAX_CONDITIONS, OPERATORS_OF, RULE_FIELDS, type RuleField } from "@/lib/orders/rule-fields";
import { type ConditionValues, conditionOn, linesOf } from "./rule-values";

const SOURCES = ["api", "dashboard", "import", "store"] as const;
type Choice = { value: string; label: string };

/** All that must hold for the rule. */
export function Conditions() {
  const t = useTranslations("rules.form");
  const { fields, append, remove } = useFieldArray({ name: "conditions" });
  const conditions = (useWatch({ name: "conditions" }) ?? []) as ConditionValues[];
  return (
    <fieldset className="flex flex-col gap-3 border-t border-line pt-4">
      <legend className="float-left w-full font-semibold">{t("when")}</legend>
      <p className="text-muted">{conditions.length === 0 ? t("everyOrder") : t("allHold")}</p>
      {fields.map(({ id }, index) => {
        const condition = conditions[index];
        return condition ? (
          <Condition key={id} index={index} condition={condition} onRemove={() => remove(index)} />
        ) : null;
      })}
      <Button
        className="self-start"
        size="sm"
        disabled={fields.length >= MAX_CONDITIONS}
        onClick={() => append(conditionOn("weight_kg"))}
      >
        <Plus aria-hidden="true" />
        {t("addCondition")}
      </Button>
    </fieldset>
  );
}

function Condition({
  index,
  condition: { field, operator },
  onRemove,
}: {
  index: number;
  condition: ConditionValues;
  onRemove: () => void;
}) {
  const t = useTranslations("rules.form");
  const tWords = useTranslations("ruleWords");
  const { getValues, setValue } = useFormContext();
  const at = `conditions.${index}`;
  return (
    <fieldset
      aria-label={t("condition", { n: index + 1 })}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 rounded-md bg-hover p-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,0.8fr)_minmax(0,1.3fr)_auto]"
    >
      <ChoiceField
        name={`${at}.field`}
        title={t("field")}
        className="max-sm:col-start-1"
        options={RULE_FIELDS.map((value) => ({ value, label: tWords(`fields.${value}`) }))}
        onChosen={(value) => {
          // One by one: a row that is replaced loses the focus.
          const begun = conditionOn(value as RuleField);
          setValue(`${at}.operator`, begun.operator);
          setValue(`${at}.value`, begun.value);
        }}
      />
      <ChoiceField
        name={`${at}.operator`}
        title={t("operator")}
        className="max-sm:col-start-1"
        options={OPERATORS_OF[field].map((value) => ({ value, label: tWords(`operators.${value}`) }))}
        onChosen={(value) => {
          const kept = String(getValues(`${at}.value`));
          // Of several values one is left, and an amount is neither yes nor no.
          const isAnswer = kept === "Y" || kept === "N";
          const takesAnswer = value === "is" || value === "is_not";
          if (field === "cod" && isAnswer !== takesAnswer) setValue(`${at}.value`, takesAnswer ? "Y" : "");
          else if (value !== "in") setValue(`${at}.value`, linesOf(kept)[0] ?? "");
        }}
      />
      <div className="min-w-0 max-sm:col-start-1">
        <Value name={`${at}.value`} field={field} operator={operator} />
      </div>
      <Button
        size="icon"
        variant="ghost"
        className="mt-6 max-sm:col-start-2 max-sm:row-start-1"
        aria-label={t("removeCondition", { n: index + 1 })}
        title={t("removeCondition", { n: index + 1 })}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </Button>
    </fieldset>
  );
}

function useChoices(field: RuleField): readonly Choice[] | null {
  const t = useTranslations("ruleWords");
  const language = useLocale();
  const countries = useCountryOptions("");
  if (field === "country") return countries;
  if (field === "district") return DISTRICTS.map(([value]) => ({ value, label: districtName(value, language) }));
  if (field === "source") return SOURCES.map((value) => ({ value, label: t(`sources.${value}`) }));
  return null;
}

/** What the order's is compared with. */
function Value({ name, field, operator }: { name: string } & Pick<ConditionValues, "field" | "operator">) {
  const t = useTranslations("rules.form");
  const tWords = useTranslations("ruleWords");
  const choices = useChoices(field);
  const title = t("value");
  if (choices) return <Chosen name={name} title={title} choices={choices} isMany={operator === "in"} />;
  if (field === "cod" && (operator === "is" || operator === "is_not"))
    return (
      <ChoiceField
        name={name}
        title={title}
        options={(["Y", "N"] as const).map((value) => ({ value, label: tWords(`cod.${value}`) }))}
      />
    );
  if (operator === "in") return <AreaField name={name} title={title} rows={3} hint={t("onePerLine")} />;
  if (field === "weight_kg") return <TextField name={name} title={title} kind="decimal" suffix="kg" />;
  if (field === "value" || field === "cod") return <TextField name={name} title={title} kind="decimal" prefix="HK$" />;
  return <TextField name={name} title={title} limit={200} />;
}

/** One or several of a list, chosen by typing. */
function Chosen({
  name,
  title,
  choices,
  isMany,
}: {
  name: string;
  title: string;
  choices: readonly Choice[];
  isMany: boolean;
}) {
  const t = useTranslations("rules.form");
  const { field, own } = useFieldProps({ name, title });
  const chosen = linesOf(field.value);
  const labelOf = (value: string) => choices.find((choice) => choice.value === value)?.label ?? value;
  const set = (values: readonly string[]) => field.change(values.join("\n"));
  return (
    <Field {...own}>
      <Combobox
        ref={field.ref}
        value={isMany ? "" : (chosen[0] ?? "")}
        options={isMany ? choices.filter(({ value }) => !chosen.includes(value)) : choices}
        placeholder={isMany && chosen.length > 0 ? t("addValue") : undefined}
        onValueChange={(value) => set(isMany ? [...chosen, value] : [value])}
        onBlur={field.leave}
      />
      {isMany && chosen.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {chosen.map((value) => (
            <li key={value}>
              <Button
                size="sm"
                aria-label={t("removeValue", { value: labelOf(value) })}
                onClick={() => set(chosen.filter((each) => each !== value))}
              >
                {labelOf(value)}
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </Field>
  );
}
