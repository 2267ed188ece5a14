"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ShipType } from "@/lib/order-form-values";
import ProductPickerDialog from "./product-picker-dialog";
import { Button } from "./ui/button";

export type ProductPickerProps = {
  /** The path of the lines in the form. */
  name: string;
  shipType: ShipType;
  /** Replaces all lines with these. */
  onReplace: (lines: readonly object[]) => void;
};

/** Fills the lines of a parcel from the list of products. */
export function ProductPicker(props: ProductPickerProps) {
  const t = useTranslations("orderForm.products");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Search aria-hidden="true" />
        {t("open")}
      </Button>
      {isOpen ? <ProductPickerDialog {...props} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
