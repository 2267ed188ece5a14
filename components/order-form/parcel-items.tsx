"use client";

import { useTranslations } from "next-intl";
import { readAmount, readPlain } from "@/lib/tables/copied-cells";
import { TextField } from "../forms/form-fields";
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

const MORE_FIELDS = ["currency", "item_length", "item_width", "item_height"] as const;
const WITH_CODES = [...CODE_FIELDS, ...MORE_FIELDS] as const;

function columns(codes: Codes): GridColumn[] {
  // Codes need a line of their own.
  const inGrid = codes === "none";
  return [
    {
      field: "name",
      label: "item_name",
      required: true,
      span: "col-span-2 @xl:col-span-12",
      render: (name) => <TextField name={name} label="item_name" required inGrid={inGrid} />,
    },
    {
      field: "qty",
      label: "qty",
      required: true,
      span: "@xl:col-span-5",
      reads: readPlain,
      render: (name) => <TextField name={name} kind="integer" required inGrid={inGrid} />,
    },
    {
      field: "single_value",
      label: "single_value_hkd",
      required: true,
      span: "@xl:col-span-7",
      reads: readAmount,
      render: (name) => <TextField name={name} label="single_value_hkd" kind="decimal" required inGrid={inGrid} />,
    },
    ...codeColumns(codes, { span: "@xl:col-span-12" }),
  ];
}

function More({ row, hasCodes = false }: { row: string; hasCodes?: boolean }) {
  const t = useTranslations("orderForm.item");
  return (
    <div className="grid items-start gap-3 @xl:grid-cols-4">
      {hasCodes ? <FoldedCodes row={row} className="grid items-start gap-3 @xl:col-span-4 @xl:grid-cols-2" /> : null}
      <TextField name={`${row}.item_length`} kind="decimal" suffix="cm" />
      <TextField name={`${row}.item_width`} kind="decimal" suffix="cm" />
      <TextField name={`${row}.item_height`} kind="decimal" suffix="cm" />
      <TextField name={`${row}.currency`} kind="code" hint={t("currencyHint")} />
    </div>
  );
}
const more = (row: string) => <More row={row} />;
const moreWithCodes = (row: string) => <More row={row} hasCodes />;
const COLUMNS = { none: columns("none"), some: columns("some"), required: columns("required") };

/** What is in a local parcel. */
export function ParcelItems({
  parcel,
  pickPack = false,
  hasProducts = false,
}: {
  parcel: string;
  pickPack?: boolean;
  hasProducts?: boolean;
}) {
  const t = useTranslations("orderForm.item");
  const name = `${parcel}.parcel_items`;
  const showsCodes = useShowsCodes(name, pickPack);
  return (
    <ItemGrid
      name={name}
      shipType="local"
      hasHeads={!pickPack && !showsCodes}
      label={t("listLocal")}
      columns={COLUMNS[pickPack ? "required" : showsCodes ? "some" : "none"]}
      moreFields={showsCodes ? MORE_FIELDS : WITH_CODES}
      more={showsCodes ? more : moreWithCodes}
      hasProducts={hasProducts}
      totals={<ItemTotals name={name} price="single_value" currency="HKD" />}
    />
  );
}
