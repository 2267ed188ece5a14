"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { useFormContext } from "react-hook-form";
import type { Product } from "@/lib/contracts/product";
import { MAX_ITEMS } from "@/lib/orders/choices";
import type { ShipType } from "@/lib/orders/form-values";
import { useWorkspace } from "../environment";
import { useChecks } from "../forms/form-checks";
import { Button } from "../ui/button";
import { Dialog, DialogContent } from "../ui/dialog";
import { toast } from "../ui/toast";
import {
  type Chosen,
  currencyFor,
  hasOtherCurrency,
  type Line,
  sharedCurrency,
  unitsIn,
  withoutProducts,
  withProducts,
} from "./product-lines";
import { type Basket, ProductPickerBasket } from "./product-picker-basket";
import { ProductPickerSearch } from "./product-picker-search";

export type ProductPickerProps = {
  /** The path of the lines in the form. */
  name: string;
  shipType: ShipType;
  /** Replaces all lines with these. */
  onReplace: (lines: readonly object[]) => void;
};

const CURRENCY = "shipment_detail.currency";

/** Every line of an order, in whichever parcel. */
function linesOf(parcels: unknown): Line[] {
  if (!Array.isArray(parcels)) return [];
  return parcels.flatMap((parcel) => parcel.declaration_list ?? parcel.parcel_items ?? []) as Line[];
}

/** The units of each chosen product; null if a quantity is invalid. */
function chosenOf(basket: Basket): Chosen[] | null {
  const chosen = basket.map(({ product, qty }) => ({ product, qty: /^\d{1,6}$/.test(qty) ? Number(qty) : 0 }));
  return chosen.every(({ qty }) => qty > 0) ? chosen : null;
}

/** Products by search or scan, several with their quantities, as lines of a parcel. Ctrl Enter adds them. */
export default function ProductPickerDialog({
  name,
  shipType,
  onReplace,
  onClose,
}: ProductPickerProps & { onClose: () => void }) {
  const t = useTranslations("orderForm.products");
  const tForm = useTranslations("orderForm");
  const tUi = useTranslations("ui");
  const { account } = useWorkspace();
  const { getValues, setValue } = useFormContext();
  const checks = useChecks();
  const [basket, setBasket] = useState<Basket>([]);
  const lines = (getValues(name) ?? []) as Line[];
  const allLines = linesOf(getValues("shipment_detail.parcel_list"));
  const chosen = chosenOf(basket);
  const isFull = chosen !== null && withProducts(shipType, lines, chosen, "HKD").length > MAX_ITEMS;
  const isReady = chosen !== null && chosen.length > 0 && !isFull;

  function choose(product: Product) {
    const more = (qty: string) => (/^\d{1,6}$/.test(qty) ? String(Number(qty) + 1) : "1");
    setBasket((before) =>
      before.some((each) => each.product.product_id === product.product_id)
        ? before.map((each) =>
            each.product.product_id === product.product_id ? { ...each, qty: more(each.qty) } : each,
          )
        : [...before, { product, qty: "1" }],
    );
  }

  function changeCurrency(currency: string) {
    setValue(CURRENCY, currency, { shouldDirty: true });
    checks.changed(CURRENCY);
  }

  function add() {
    if (!chosen || !isReady) return;
    const before = structuredClone(lines);
    const was = currencyFor(shipType, getValues);
    // Only if no line has a value in the old currency yet.
    const isPriced = allLines.some((line) => line.single_price);
    const currency = shipType === "intl" && !isPriced ? (sharedCurrency(chosen) ?? was) : was;
    if (currency !== was) changeCurrency(currency);
    onReplace(withProducts(shipType, before, chosen, currency));
    const unpriced = chosen.filter(({ product }) => hasOtherCurrency(product, currency));
    const names = unpriced.map(({ product }) => product.name).join(t("comma"));
    toast(t("added", { count: chosen.length }), {
      description: (
        <>
          {currency === was ? null : t("currencyChanged", { currency })}
          {unpriced.length > 0 ? t("otherCurrency", { names, currency }) : null}
        </>
      ),
      action: {
        label: tForm("undo"),
        onClick: () => {
          const now: unknown = getValues(name);
          // The parcel may have been removed.
          if (!Array.isArray(now)) return;
          if (currency !== was) changeCurrency(was);
          onReplace(withoutProducts(shipType, now, chosen, before));
        },
      },
    });
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    add();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={t("title")}
        description={t("about")}
        size="lg"
        bodyClassName="flex flex-col gap-4 sm:h-[34rem]"
        footer={
          <>
            {isFull ? <p className="mr-auto text-bad">{tForm("item.full", { max: MAX_ITEMS })}</p> : null}
            <Button onClick={onClose}>{tUi("cancel")}</Button>
            <Button variant="primary" disabled={!isReady} onClick={add}>
              {t("add", { count: basket.length })}
            </Button>
          </>
        }
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the button below */}
        <div className="contents" onKeyDown={onKeyDown}>
          <ProductPickerSearch basket={basket} isStocked={account.pickPack} onChoose={choose} />
          <ProductPickerBasket
            basket={basket}
            onChange={setBasket}
            inOrder={account.pickPack ? (product) => unitsIn(allLines, product) : null}
          />
        </div>
      </DialogContent>
    </Dialog>
  );
}
