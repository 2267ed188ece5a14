"use client";

import { useTranslations } from "next-intl";
import { formatNumber } from "@/lib/format";
import type { ProductDialogProps } from "./product-actions";
import { StockDialog } from "./stock-dialog";

const COUNT = /^\d{1,12}$/;

/**
 * Sets the stock of a product to what was counted; the dialog shows the difference, and that nothing is missing any
 * more.
 */
export default function CountDialog({ product, onClose }: ProductDialogProps) {
  const t = useTranslations("products.stock");
  const now = Number(product.on_hand);
  const missing = product.missing === "0" ? "" : ` ${t("settles", { units: formatNumber(product.missing) })}`;
  const signed = (units: number) => (units < 0 ? `−${formatNumber(-units)}` : `+${formatNumber(units)}`);
  return (
    <StockDialog
      product={product}
      title={t("count")}
      unitsLabel={t("counted")}
      unitsHint={(units) =>
        COUNT.test(units) && (Number(units) !== now || product.missing !== "0")
          ? t("difference", { from: formatNumber(now), to: formatNumber(units), change: signed(Number(units) - now) }) +
            missing
          : t("now", { units: formatNumber(now) })
      }
      reasonPlaceholder={t("reasonCount")}
      submitLabel={t("count")}
      changeOf={(units) => {
        if (!COUNT.test(units)) return { problem: t("countedWrong") };
        return { kind: "COUNTED", qty: String(Number(units)) };
      }}
      onClose={onClose}
    />
  );
}
