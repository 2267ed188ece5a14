"use client";

import { useTranslations } from "next-intl";
import { TextField } from "./form-fields";
import { type GridColumn, ItemGrid } from "./item-grid";
import { ItemTotals } from "./item-totals";

const MORE_FIELDS = ["currency", "item_length", "item_width", "item_height"] as const;

function columns(isPickPack: boolean): GridColumn[] {
  return [
    {
      field: "name",
      label: "item_name",
      required: true,
      span: "col-span-2 @3xl:col-span-9",
      render: (name) => <TextField name={name} label="item_name" required inGrid />,
    },
    {
      field: "qty",
      label: "qty",
      required: true,
      span: "@3xl:col-span-3",
      render: (name) => <TextField name={name} kind="integer" required inGrid />,
    },
    {
      field: "single_value",
      label: "single_value_hkd",
      required: true,
      span: "@3xl:col-span-4",
      render: (name) => <TextField name={name} label="single_value_hkd" kind="decimal" required inGrid />,
    },
    {
      field: "sku",
      label: "sku",
      required: isPickPack,
      span: "@3xl:col-span-4",
      render: (name) => <TextField name={name} kind="code" required={isPickPack} inGrid />,
    },
    {
      field: "bar_code_eid",
      label: "bar_code_eid",
      required: isPickPack,
      span: "@3xl:col-span-4",
      render: (name) => <TextField name={name} kind="code" required={isPickPack} inGrid />,
    },
  ];
}

function More({ row }: { row: string }) {
  const t = useTranslations("orderForm.item");
  return (
    <div className="grid items-start gap-3 @xl:grid-cols-4">
      <TextField name={`${row}.item_length`} kind="decimal" suffix="cm" />
      <TextField name={`${row}.item_width`} kind="decimal" suffix="cm" />
      <TextField name={`${row}.item_height`} kind="decimal" suffix="cm" />
      <TextField name={`${row}.currency`} kind="code" hint={t("currencyHint")} />
    </div>
  );
}
const more = (row: string) => <More row={row} />;
const COLUMNS = { plain: columns(false), pickPack: columns(true) };

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
  return (
    <ItemGrid
      name={name}
      shipType="local"
      hasHeads
      label={t("listLocal")}
      columns={pickPack ? COLUMNS.pickPack : COLUMNS.plain}
      moreFields={MORE_FIELDS}
      more={more}
      hasProducts={hasProducts}
      totals={<ItemTotals name={name} price="single_value" currency="HKD" />}
    />
  );
}
