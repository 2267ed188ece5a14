"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import { useCountryOptions } from "@/components/forms/country-names";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { queryFor } from "@/lib/api-client";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { TO_PRINT } from "@/lib/orders/status";
import { DateFilter } from "./filter-fields";
import type { ChangeList } from "./orders-url";

const ANY = "any";
const YES_NO = ["printed", "late", "cod"] as const;
const SOURCES = ["api", "dashboard", "import", "store"] as const satisfies readonly ListOrdersQuery["source"][];

/** The filters that are needed less often. */
export function MoreFilters({ query, onChange }: { query: ListOrdersQuery; onChange: ChangeList }) {
  const t = useTranslations("orderList.filters");
  const { country } = query;
  const choices = useCountryOptions(country ?? "");
  return (
    <>
      <Field label={t("country")} className="quiet md:w-44">
        <Combobox
          value={country ?? ANY}
          options={[
            { value: ANY, label: t("any") },
            // An address can name several, or one by its name.
            ...(country && !choices.some(({ value }) => value === country) ? [{ value: country, label: country }] : []),
            ...choices,
          ]}
          searchPlaceholder={t("searchCountry")}
          onValueChange={(value) => onChange({ country: value === ANY ? null : value })}
        />
      </Field>
      <DateFilter label={t("pickup")} value={query.pickup_date} onChange={(pickup_date) => onChange({ pickup_date })} />
      <Reference value={query.reference ?? ""} onChange={(reference) => onChange({ reference: reference || null })} />
      <Field label={t("source")} className="quiet md:w-36">
        <NativeSelect
          value={query.source ?? ANY}
          options={[
            { value: ANY, label: t("any") },
            ...SOURCES.map((source) => ({ value: source, label: t(`sources.${source}`) })),
          ]}
          onValueChange={(value) => onChange({ source: SOURCES.find((source) => source === value) ?? null })}
        />
      </Field>
      <TagFilter value={query.tag} onChange={(tag) => onChange({ tag })} />
      {YES_NO.map((field) => (
        <Field key={field} label={t(field)} className="quiet md:w-36">
          <NativeSelect
            value={query[field] ?? ANY}
            options={[
              { value: ANY, label: t("any") },
              { value: "Y", label: t("yes") },
              { value: "N", label: t("no") },
            ]}
            onValueChange={(value) =>
              // Orders that have left are not to be printed, either.
              onChange(field === "printed" && value === "N" ? TO_PRINT : { [field]: value === ANY ? null : value })
            }
          />
        </Field>
      ))}
    </>
  );
}

function TagFilter({ value, onChange }: { value: string | undefined; onChange: (tag: string | null) => void }) {
  const t = useTranslations("orderList.filters");
  const { where } = useWorkspace();
  const tags = useQuery(queryFor("listTags", {}, where)).data?.tags ?? [];
  const all = value && !tags.includes(value) ? [value, ...tags] : tags;
  return (
    <Field label={t("tag")} className="quiet md:w-36">
      <Combobox
        // No tag is blank.
        value={value ?? " "}
        options={[{ value: " ", label: t("any") }, ...all.map((tag) => ({ value: tag, label: tag }))]}
        searchPlaceholder={t("searchTag")}
        onValueChange={(tag) => onChange(tag === " " ? null : tag)}
      />
    </Field>
  );
}

/** Whole and exact, so it is looked for when it is written. */
function Reference({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations("orderList.filters");
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setTyped(value);
  }
  const send = () => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <Field label={t("reference")} className="quiet md:w-44">
      <Input
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={send}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) send();
        }}
      />
    </Field>
  );
}
