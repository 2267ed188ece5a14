"use client";

import { Copy, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, useState } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { MAX_PARCELS } from "@/lib/orders/choices";
import { parcelsOf, weightOf } from "@/lib/orders/form-parcels";
import { emptyParcel, type ShipType } from "@/lib/orders/form-values";
import { readLength, readWeight } from "@/lib/tables/copied-cells";
import { focusFieldSoon, useChecks } from "../forms/form-checks";
import { Fold, TextField } from "../forms/form-fields";
import { Button } from "../ui/button";
import { toast } from "../ui/toast";
import { BoxField } from "./box-field";
import { DeclarationEditor } from "./declaration-editor";
import { RowButton } from "./item-grid";
import { ParcelItems } from "./parcel-items";
import { usePasteCells } from "./use-paste-cells";

const LIST = "shipment_detail.parcel_list";

/** The fields of a parcel into which rows of a spreadsheet can be pasted. */
const MEASURES = [
  { field: "act_weight", reads: readWeight },
  { field: "length", reads: readLength },
  { field: "width", reads: readLength },
  { field: "height", reads: readLength },
] as const;

type MeasuresProps = {
  index: number;
  isIntl: boolean;
  onPaste: (event: ClipboardEvent<HTMLElement>) => void;
};

function Measures({ index, isIntl, onPaste }: MeasuresProps) {
  const t = useTranslations("orderForm.hints");
  const isInsured: unknown = useWatch({ name: "is_local_insurance" });
  const path = `${LIST}.${index}`;
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4" onPaste={onPaste}>
      {/* A row of its own, as wide as two of the others: rows of a spreadsheet are pasted into those. */}
      <BoxField parcel={path} className="sm:col-span-4 sm:w-[calc(50%-0.375rem)]" />
      {MEASURES.map(({ field }) => (
        <div key={field} data-cell={`${index}:${field}`}>
          <TextField
            name={`${path}.${field}`}
            kind="decimal"
            required={isIntl || field === "act_weight"}
            suffix={field === "act_weight" ? "kg" : "cm"}
          />
        </div>
      ))}
      {isIntl ? (
        <ExtrasAbroad path={path} />
      ) : isInsured === "Y" ? (
        <TextField
          name={`${path}.insurance_fee`}
          kind="decimal"
          prefix="HK$"
          hint={t("insuredLocal")}
          className="col-span-2"
        />
      ) : null}
    </div>
  );
}

/** What few parcels abroad need: an insured value and remarks. */
function ExtrasAbroad({ path }: { path: string }) {
  const t = useTranslations("orderForm");
  const { getValues } = useFormContext();
  const names = [`${path}.insurance_fee`, `${path}.item_remarks`];
  const [isUsed] = useState(() => names.some((name) => Boolean(getValues(name))));
  return (
    <div className="col-span-2 sm:col-span-4">
      <Fold title={t("parcel.extras")} names={names} isOpenAtFirst={isUsed}>
        <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
          <TextField name={`${path}.insurance_fee`} kind="decimal" hint={t("hints.insuredIntl")} />
          <TextField name={`${path}.item_remarks`} limit={30} />
        </div>
      </Fold>
    </div>
  );
}

/** How many parcels there are, and their total weight as far as it is filled in. */
function ParcelTotals() {
  const t = useTranslations("orderForm.parcel");
  const detail: unknown = useWatch({ name: "shipment_detail" });
  return (
    <p className="font-semibold">{t("totals", { parcels: parcelsOf(detail).length, weight: weightOf(detail) })}</p>
  );
}

/** The parcels of an order with their contents: add, duplicate, remove; a removed one can be brought back. */
export function ParcelEditor({
  shipType,
  pickPack = false,
  hasProducts = false,
}: {
  shipType: ShipType;
  pickPack?: boolean;
  hasProducts?: boolean;
}) {
  const t = useTranslations("orderForm.parcel");
  const tForm = useTranslations("orderForm");
  const { getValues } = useFormContext();
  const checks = useChecks();
  const parcels = useFieldArray({ name: LIST });
  const isIntl = shipType === "intl";
  const count = parcels.fields.length;
  const isFull = count >= MAX_PARCELS;
  const onPaste = usePasteCells({
    name: LIST,
    empty: emptyParcel(shipType),
    most: MAX_PARCELS,
    what: "parcel",
    columns: MEASURES,
    replace: (rows) => {
      parcels.replace([...rows]);
      checks.changed(LIST);
    },
  });

  function insert(index: number, parcel: unknown) {
    parcels.insert(index, parcel as object, { shouldFocus: false });
    focusFieldSoon(`${LIST}.${index}.act_weight`);
    checks.changed(LIST);
  }

  function remove(index: number) {
    const removed: unknown = structuredClone(getValues(`${LIST}.${index}`));
    parcels.remove(index);
    focusFieldSoon(`${LIST}.${Math.max(0, Math.min(index, count - 2))}.act_weight`);
    checks.changed(LIST);
    toast(t("removed", { number: index + 1 }), {
      action: { label: tForm("undo"), onClick: () => insert(index, removed) },
    });
  }

  return (
    <div className="flex flex-col gap-4">
      {parcels.fields.map(({ id }, index) => {
        const path = `${LIST}.${index}`;
        const number = index + 1;
        return (
          <section key={id} aria-label={t("title", { number })} className="rounded-md border border-line">
            <div className="flex h-10 items-center justify-between gap-2 border-b border-line pr-1 pl-3">
              <h3 className="font-semibold">{t("title", { number })}</h3>
              <div className="flex gap-1">
                <RowButton
                  label={t("duplicate", { number })}
                  disabled={isFull}
                  onClick={() => insert(index + 1, structuredClone(getValues(path)))}
                >
                  <Copy aria-hidden="true" />
                </RowButton>
                <RowButton label={t("remove", { number })} disabled={count === 1} onClick={() => remove(index)}>
                  <Trash2 aria-hidden="true" />
                </RowButton>
              </div>
            </div>
            <div className="flex flex-col gap-4 p-3">
              <Measures index={index} isIntl={isIntl} onPaste={onPaste} />
              {isIntl ? (
                <DeclarationEditor parcel={path} pickPack={pickPack} hasProducts={hasProducts} />
              ) : (
                <ParcelItems parcel={path} pickPack={pickPack} hasProducts={hasProducts} />
              )}
            </div>
          </section>
        );
      })}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button disabled={isFull} onClick={() => insert(count, emptyParcel(shipType))}>
          <Plus aria-hidden="true" />
          {t("add")}
        </Button>
        {isFull ? <p className="text-xs text-muted">{t("full", { max: MAX_PARCELS })}</p> : null}
        <ParcelTotals />
      </div>
    </div>
  );
}
