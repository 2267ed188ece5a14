"use client";

import { Boxes, Inbox, PackageCheck, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { ListProductsQuery } from "@/lib/contracts/product";
import type { ChangeList } from "./list-url";
import { useProductPlace } from "./product-place";

/** Why there are no rows, and the next step. */
export function NoRows({
  query,
  total,
  hasProducts,
  firstSteps,
  onChange,
}: {
  query: ListProductsQuery;
  total: number;
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
  if (total > 0)
    return (
      <EmptyState
        icon={Inbox}
        title={t("pastEnd")}
        actions={<Button onClick={() => onChange({ offset: "0" })}>{t("firstPage")}</Button>}
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
