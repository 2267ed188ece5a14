"use client";

import { useTranslations } from "next-intl";
import { readAmount, readPlain } from "@/lib/copied-cells";
import { TextField } from "./form-fields";
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
  return [
    {
      field: "name",
      label: "item_name",
      required: true,
      span: codes === "none" ? "col-span-2 @3xl:col-span-17" : "col-span-2 @3xl:col-span-9",
      render: (name) => <TextField name={name} label="item_name" required inGrid />,
    },
    {
      field: "qty",
      label: "qty",
      required: true,
      span: "@3xl:col-span-3",
      reads: readPlain,
      render: (name) => <TextField name={name} kind="integer" required inGrid />,
    },
    {
      field: "single_value",
      label: "single_value_hkd",
      required: true,
      span: "@3xl:col-span-4",
      reads: readAmount,
      render: (name) => <TextField name={name} label="single_value_hkd" kind="decimal" required inGrid />,
    },
    ...codeColumns(codes, { span: "@3xl:col-span-4", inGrid: true }),
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
      hasHeads
      label={t("listLocal")}
      columns={COLUMNS[pickPack ? "required" : showsCodes ? "some" : "none"]}
      moreFields={showsCodes ? MORE_FIELDS : WITH_CODES}
      more={showsCodes ? more : moreWithCodes}
      hasProducts={hasProducts}
      totals={<ItemTotals name={name} price="single_value" currency="HKD" />}
    />
  );
}
