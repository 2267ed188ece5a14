"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentType, useState } from "react";
import { lazily } from "@/lib/lazily";
import type { ShipType } from "@/lib/order-form-values";
import { Button } from "./ui/button";

export type ProductPickerProps = {
  /** The path of the lines in the form. */
  name: string;
  shipType: ShipType;
  /** Puts these lines in place of all there are. */
  onReplace: (lines: readonly object[]) => void;
};

/** Fills the lines of a parcel from the list of products. The dialog comes when it is asked for. */
export function ProductPicker(props: ProductPickerProps) {
  const t = useTranslations("orderForm.products");
  const [Dialog, setDialog] = useState<ComponentType<ProductPickerProps & { onClose: () => void }> | null>(null);

  async function open() {
    // Without a network the dialog does not come, and the button waits for the next press.
    const loaded = await lazily(() => import("./product-picker-dialog")).catch(() => null);
    if (loaded) setDialog(() => loaded.default);
  }

  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={() => void open()}>
        <Search aria-hidden="true" />
        {t("open")}
      </Button>
      {Dialog ? <Dialog {...props} onClose={() => setDialog(null)} /> : null}
    </>
  );
}
