"use client";

import { useTranslations } from "next-intl";
import { Combobox } from "../ui/combobox";
import { Field } from "../ui/field";
import { useCountryOptions } from "./country-names";
import { type CommonFieldProps, useFieldProps, WRITABLE } from "./form-fields";

/** A country, found by its name in the reader's language, its English name or its code. */
export function CountryField({
  canBeNone = false,
  onChosen,
  ...common
}: CommonFieldProps & {
  canBeNone?: boolean;
  onChosen?: (country: string, before: string) => void;
}) {
  const t = useTranslations("orderForm");
  const { field, own } = useFieldProps(common);
  const countries = useCountryOptions(field.value);
  const options = canBeNone ? [{ value: "none", label: t("yesNo.none") }, ...countries] : countries;
  return (
    <Field {...own}>
      <Combobox
        ref={field.ref}
        options={options}
        value={field.value}
        searchPlaceholder={t("address.searchCountry")}
        onValueChange={(value) => {
          field.change(value === "none" ? "" : value);
          onChosen?.(value, field.value);
        }}
        onBlur={field.leave}
        className={WRITABLE}
      />
    </Field>
  );
}
