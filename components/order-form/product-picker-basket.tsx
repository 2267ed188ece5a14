"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Product } from "@/lib/contracts/product";
import { FieldHint } from "../forms/form-fields";
import { Button } from "../ui/button";
import { Input } from "../ui/input";
import { isShort } from "./product-lines";

/** The chosen products, with their quantities as typed. */
export type Basket = readonly { product: Product; qty: string }[];

/** The chosen products, with their quantities. */
export function ProductPickerBasket({
  basket,
  onChange,
  inOrder,
}: {
  basket: Basket;
  onChange: (basket: Basket) => void;
  /** The units of a product that the order already has; null where no stock is kept. */
  inOrder: ((product: Product) => number) | null;
}) {
  const t = useTranslations("orderForm.products");
  if (basket.length === 0) return <p className="text-xs text-muted">{t("nothingChosen")}</p>;

  const setQty = (index: number, qty: string) =>
    onChange(basket.map((each, place) => (place === index ? { ...each, qty } : each)));

  return (
    <section aria-label={t("chosen")} className="flex max-h-[45%] shrink-0 flex-col">
      <h3 className="pb-1 font-semibold">{t("chosen")}</h3>
      <ul className="min-h-0 divide-y divide-line overflow-y-auto border-y border-line">
        {basket.map(({ product, qty }, index) => {
          const wanted = Number(qty) + (inOrder?.(product) ?? 0);
          const short = inOrder !== null && Number(qty) > 0 && isShort(product, wanted);
          return (
            <li key={product.product_id} className="flex items-center gap-3 py-1.5">
              <div className="min-w-0 flex-1">
                <p className="truncate">{product.name}</p>
                <p className="truncate font-mono text-xs text-muted">{product.sku}</p>
                <div role="status" className="text-xs">
                  {short ? (
                    <FieldHint warning={t("short", { available: product.available, wanted: String(wanted) })} />
                  ) : null}
                </div>
              </div>
              <Input
                aria-label={t("quantity", { name: product.name })}
                aria-invalid={!/^\d{1,6}$/.test(qty) || Number(qty) === 0 || undefined}
                value={qty}
                onChange={(event) => setQty(index, event.target.value.normalize("NFKC").trim())}
                inputMode="numeric"
                autoComplete="off"
                className="w-16 text-right"
              />
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={t("remove", { name: product.name })}
                title={t("remove", { name: product.name })}
                onClick={() => onChange(basket.filter((_, place) => place !== index))}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
