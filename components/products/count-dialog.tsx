"use client";

import { useTranslations } from "next-intl";
import { formatNumber } from "@/lib/format";
import type { ProductDialogProps } from "./product-actions";
import { StockDialog } from "./stock-dialog";

const COUNT = /^\d{1,12}$/;

/** Corrects the stock of a product to what was counted: what is sent is the difference, which the dialog says. */
export default function CountDialog({ product, onClose }: ProductDialogProps) {
  const t = useTranslations("products.stock");
  const now = Number(product.on_hand);
  const signed = (units: number) => (units < 0 ? `−${formatNumber(-units)}` : `+${formatNumber(units)}`);
  return (
    <StockDialog
      product={product}
      title={t("count")}
      unitsLabel={t("counted")}
      unitsHint={(units) =>
        COUNT.test(units) && Number(units) !== now
          ? t("difference", { from: formatNumber(now), to: formatNumber(units), change: signed(Number(units) - now) })
          : t("now", { units: formatNumber(now) })
      }
      reasonRequired
      submitLabel={t("count")}
      changeOf={(units) => {
        if (!COUNT.test(units)) return { problem: t("countedWrong") };
        if (Number(units) === now) return { problem: t("countedSame", { units: formatNumber(now) }) };
        return { kind: "ADJUSTED", qty: String(Number(units) - now) };
      }}
      onClose={onClose}
    />
  );
}
