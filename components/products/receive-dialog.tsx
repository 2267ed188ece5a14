"use client";

import { useTranslations } from "next-intl";
import { formatNumber } from "@/lib/format";
import type { ProductDialogProps } from "./product-actions";
import { StockDialog } from "./stock-dialog";

const UNITS = /^[1-9]\d{0,11}$/;

/** Takes a delivery of a product into the stock. */
export default function ReceiveDialog({ product, onClose }: ProductDialogProps) {
  const t = useTranslations("products.stock");
  const now = Number(product.on_hand);
  return (
    <StockDialog
      product={product}
      title={t("receive")}
      unitsLabel={t("received")}
      unitsHint={(units) =>
        UNITS.test(units)
          ? t("becomes", { from: formatNumber(now), to: formatNumber(now + Number(units)) })
          : t("now", { units: formatNumber(now) })
      }
      reasonPlaceholder={t("reasonReceive")}
      submitLabel={t("receive")}
      changeOf={(units) => (UNITS.test(units) ? { kind: "RECEIVED", qty: units } : { problem: t("receivedWrong") })}
      onClose={onClose}
    />
  );
}
