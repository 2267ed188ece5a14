"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { formatNumber } from "@/lib/format";
import type { ProductDialogProps } from "./product-actions";
import { StockDialog } from "./stock-dialog";

const UNITS = /^[1-9]\d{0,11}$/;
const FATES = ["WRITTEN_OFF", "RESTORED"] as const;
type Fate = (typeof FATES)[number];

/** Settles damaged units of a product: they are written off, or can be sold after all. */
export default function DamagedDialog({ product, onClose }: ProductDialogProps) {
  const t = useTranslations("products.stock");
  const [fate, setFate] = useState<Fate>("WRITTEN_OFF");
  const damaged = formatNumber(product.damaged);
  return (
    <StockDialog
      product={product}
      title={t("damaged")}
      unitsLabel={t("damagedUnits")}
      unitsHint={() => t("damagedNow", { units: damaged })}
      reasonPlaceholder={t("reasonCount")}
      submitLabel={t(`fates.${fate}`)}
      changeOf={(units) =>
        UNITS.test(units) && BigInt(units) <= BigInt(product.damaged)
          ? { kind: fate, qty: units }
          : { problem: t("damagedWrong", { units: damaged }) }
      }
      onClose={onClose}
    >
      <FieldGroup label={t("fate")}>
        <RadioGroup<Fate>
          look="cards"
          value={fate}
          onValueChange={setFate}
          options={FATES.map((value) => ({ value, label: t(`fates.${value}`) }))}
        />
      </FieldGroup>
    </StockDialog>
  );
}
