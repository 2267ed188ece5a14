"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { useController, useWatch } from "react-hook-form";
import { countryChoices } from "@/lib/addresses/country-names";
import { UNITS } from "@/lib/orders/choices";
import { readAmount, readPlain, readWeight } from "@/lib/tables/copied-cells";
import { CountryField } from "../forms/country-field";
import { fieldId, useChecks, useWarning } from "../forms/form-checks";
import { ChoiceField, FieldHint, type FieldLabel, TextField } from "../forms/form-fields";
import { Field } from "../ui/field";
import { NativeSelect } from "../ui/native-select";
import {
  CODE_FIELDS,
  type Codes,
  codeColumns,
  FoldedCodes,
  type GridColumn,
  ItemGrid,
  useShowsCodes,
} from "./item-grid";
import { ItemTotals } from "./item-totals";

const BATTERIES = ["chargeable-inside", "chargeable-outside", "nonchargeable-inside", "nonchargeable-outside"] as const;

function batteryOf(choice: string) {
  const [type, location] = choice.split("-");
  return choice === "none" ? null : { type, location };
}

/** The two fields of a battery as one choice: loose batteries cannot be sent, so there are five. */
function BatteryField({ name }: { name: string }) {
  const t = useTranslations("orderForm");
  const { field } = useController({ name });
  const checks = useChecks();
  const warning = useWarning(name);
  const value = field.value as { type?: string; location?: string } | null | undefined;
  const options = ["none", ...BATTERIES] as const;
  return (
    <Field id={fieldId(name)} label={t("fields.battery")} hint={warning && <FieldHint warning={warning} />}>
      <NativeSelect
        ref={field.ref}
        options={options.map((option) => ({ value: option, label: t(`batteries.${option}`) }))}
        value={value ? (`${value.type}-${value.location}` as (typeof options)[number]) : "none"}
        onValueChange={(next) => {
          field.onChange(batteryOf(next));
          checks.changed(name);
        }}
        onBlur={() => checks.left(name)}
      />
    </Field>
  );
}

function useColumns(codes: Codes): GridColumn[] {
  const t = useTranslations("orderForm");
  const language = useLocale();
  return useMemo(
    () =>
      columnsOf(codes, {
        units: UNITS.map((unit) => ({ value: unit, label: t(`units.${unit}`) })),
        batteries: (["none", ...BATTERIES] as const).map((value) => ({ value, label: t(`batteries.${value}`) })),
        countryOf: (text) => chosenBy(text, countryChoices(language)),
      }),
    [t, language, codes],
  );
}

type Choices = readonly { value: string; label: string; keywords?: readonly string[] }[];

/** The choice whose code or word a cell holds; nothing for an empty one. */
function chosenBy(text: string, choices: Choices): string | undefined {
  const wanted = text.normalize("NFKC").trim().toLowerCase();
  if (wanted === "") return "";
  return choices.find(({ value, label, keywords = [] }) =>
    [value, label, ...keywords].some((each) => each.toLowerCase() === wanted),
  )?.value;
}

function columnsOf(
  codes: Codes,
  {
    units,
    batteries,
    countryOf,
  }: { units: Choices; batteries: Choices; countryOf: (text: string) => string | undefined },
): GridColumn[] {
  return [
    {
      field: "description",
      label: "description",
      required: true,
      span: "col-span-2 @xl:col-span-9",
      render: (name) => <TextField name={name} required limit={35} />,
    },
    {
      field: "qty",
      label: "qty",
      required: true,
      span: "@xl:col-span-4",
      reads: readPlain,
      render: (name) => <TextField name={name} kind="integer" required />,
    },
    {
      field: "unit",
      label: "unit",
      span: "@xl:col-span-5",
      reads: (text) => chosenBy(text, units),
      render: (name) => <ChoiceField name={name} options={units} />,
    },
    {
      field: "single_price",
      label: "single_price",
      required: true,
      span: "@xl:col-span-6",
      reads: readAmount,
      render: (name) => <TextField name={name} kind="decimal" required />,
    },
    {
      field: "single_weight",
      label: "single_weight_kg",
      span: "@xl:col-span-5",
      reads: readWeight,
      render: (name) => <TextField name={name} label="single_weight_kg" kind="decimal" />,
    },
    {
      field: "hscode",
      label: "hscode",
      span: "@xl:col-span-5",
      reads: (text) => text.replace(/[.\s]/g, ""),
      render: (name) => <TextField name={name} kind="code" />,
    },
    {
      field: "origin",
      label: "origin",
      span: "@xl:col-span-7",
      reads: countryOf,
      render: (name) => <CountryField name={name} canBeNone />,
    },
    {
      field: "battery",
      label: "battery",
      span: "@xl:col-span-7",
      reads: (text) => {
        const chosen = chosenBy(text, batteries);
        return chosen === undefined ? undefined : batteryOf(chosen || "none");
      },
      render: (name) => <BatteryField name={name} />,
    },
    ...codeColumns(codes, { span: "@xl:col-span-12" }),
  ];
}

type Group = "product" | "size" | "cpsc" | "manufacturer" | "testing" | "records";

const person = (role: "manufacturer" | "testing_laboratory" | "records_keeper") =>
  [`${role}_name`, `${role}_phone`, `${role}_email`, `${role}_address`] as const;

/** The compliance fields of a line, in reading order: what it is, who made it, who tested it. */
const MORE: Record<Group, readonly FieldLabel[]> = {
  product: [
    "item_application",
    "material",
    "merchant_product_id",
    "manufacturer_product_id",
    "standardised_product_id",
    "manufacture_date",
  ],
  size: ["item_length", "item_width", "item_height"],
  cpsc: ["is_cpsc_registered", "cpsc_product_id", "cpsc_certifier_id", "cpsc_version_id"],
  manufacturer: person("manufacturer"),
  testing: ["most_recent_test_date", ...person("testing_laboratory")],
  records: person("records_keeper"),
};
const MORE_FIELDS = Object.values(MORE).flat();
const WITH_CODES = [...CODE_FIELDS, ...MORE_FIELDS];

function MoreField({ name, field }: { name: string; field: FieldLabel }) {
  const t = useTranslations("orderForm.yesNo");
  if (field === "is_cpsc_registered")
    return (
      <ChoiceField name={name} options={(["none", "Y", "N"] as const).map((value) => ({ value, label: t(value) }))} />
    );
  if (field.endsWith("_date")) return <TextField name={name} kind="date" />;
  if (field.endsWith("_email")) return <TextField name={name} kind="email" />;
  if (field.startsWith("item_") && field !== "item_application")
    return <TextField name={name} kind="decimal" suffix="cm" />;
  const isFreeText = /_name$|_address$|^material$|^item_application$/.test(field);
  return <TextField name={name} kind={isFreeText ? "text" : "code"} />;
}

function More({ row, hasCodes = false }: { row: string; hasCodes?: boolean }) {
  const t = useTranslations("orderForm.item.groups");
  return (
    <div className="flex flex-col gap-4">
      {hasCodes ? <FoldedCodes row={row} className="grid items-start gap-3 @xl:grid-cols-2 @4xl:grid-cols-3" /> : null}
      {(Object.keys(MORE) as Group[]).map((group) => (
        <fieldset key={group} className="min-w-0">
          <legend className="mb-2 text-xs text-muted">{t(group)}</legend>
          <div className="grid items-start gap-3 @xl:grid-cols-2 @4xl:grid-cols-3">
            {MORE[group].map((field) => (
              <MoreField key={field} name={`${row}.${field}`} field={field} />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

const more = (row: string) => <More row={row} />;
const moreWithCodes = (row: string) => <More row={row} hasCodes />;

/** What a parcel declares to customs: a grid of lines, each with its compliance fields folded away. */
export function DeclarationEditor({
  parcel,
  pickPack = false,
  hasProducts = false,
}: {
  parcel: string;
  pickPack?: boolean;
  hasProducts?: boolean;
}): ReactNode {
  const t = useTranslations("orderForm.item");
  const name = `${parcel}.declaration_list`;
  const showsCodes = useShowsCodes(name, pickPack);
  const columns = useColumns(pickPack ? "required" : showsCodes ? "some" : "none");
  const currency: unknown = useWatch({ name: "shipment_detail.currency" });
  return (
    <ItemGrid
      name={name}
      shipType="intl"
      hasHeads={false}
      label={t("listIntl")}
      columns={columns}
      moreFields={showsCodes ? MORE_FIELDS : WITH_CODES}
      more={showsCodes ? more : moreWithCodes}
      hasProducts={hasProducts}
      totals={<ItemTotals name={name} price="single_price" currency={typeof currency === "string" ? currency : ""} />}
    />
  );
}
