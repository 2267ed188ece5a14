import { useLocale, useTranslations } from "next-intl";
import { useCountryOptions } from "@/components/forms/country-names";
import { districtName } from "@/lib/addresses/districts";
import type { RuleCondition } from "@/lib/contracts/shipping-rule";
import { formatMoney } from "@/lib/format";

/** Conditions of rules as parts of a sentence. */
export function useConditionWords(): (condition: RuleCondition) => string {
  const t = useTranslations("ruleWords");
  const language = useLocale();
  const countries = useCountryOptions("");
  const sources = useTranslations("ruleWords.sources");

  function wordOf(field: RuleCondition["field"], value: string): string {
    switch (field) {
      case "country":
        return countries.find((each) => each.value === value)?.label ?? value;
      case "district":
        return districtName(value, language);
      case "source":
        return sources.has(value as "api") ? sources(value as "api") : value;
      case "weight_kg":
        return `${value} kg`;
      case "value":
        return formatMoney(value);
      case "cod":
        return value === "Y" || value === "N" ? t(`cod.${value}`) : formatMoney(value);
      default:
        return t("quoted", { text: value });
    }
  }

  return ({ field, operator, value }) =>
    t("condition", {
      field: t(`fields.${field}`),
      operator: t(`operators.${operator}`),
      value: [value]
        .flat()
        .map((each) => wordOf(field, each))
        .join(t("or")),
    });
}
