"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../ui/button";
import ProductPickerDialog, { type ProductPickerProps } from "./product-picker-dialog";

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
