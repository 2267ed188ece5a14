"use client";

import { Boxes, PackageCheck, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { ListProductsQuery } from "@/lib/contracts/product";
import { useProductPlace } from "./product-place";
import type { ChangeList } from "./products-url";

/** Why there are no rows, and the next step. */
export function NoRows({
  query,
  hasProducts,
  firstSteps,
  onChange,
}: {
  query: ListProductsQuery;
  hasProducts: boolean;
  firstSteps: ReactNode;
  onChange: ChangeList;
}) {
  const t = useTranslations("products.empty");
  const { isWarehouse } = useProductPlace();
  if (!hasProducts)
    return (
      <EmptyState
        icon={Boxes}
        title={t("none")}
        description={t(isWarehouse ? "noneStaff" : "noneText")}
        actions={firstSteps}
      />
    );
  const wanted = query.q ?? query.code;
  if (wanted)
    return (
      <EmptyState
        icon={SearchX}
        title={t("noMatch", { text: wanted })}
        description={t("noMatchHint")}
        actions={<Button onClick={() => onChange({ q: null, code: null, is_low_stock: null })}>{t("clear")}</Button>}
      />
    );
  return (
    <EmptyState
      icon={PackageCheck}
      title={t("noneLow")}
      description={t("noneLowText")}
      actions={<Button onClick={() => onChange({ is_low_stock: null })}>{t("showAll")}</Button>}
    />
  );
}
