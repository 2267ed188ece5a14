"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { queryFor } from "@/lib/api-client";
import type { ShipType } from "@/lib/orders/form-values";
import { useWorkspace } from "../environment";
import { focusField, useChecks } from "../forms/form-checks";
import { Button } from "../ui/button";
import { useLater } from "../ui/use-later";
import { codeOf, currencyFor, isShort, type Line, missingOf, productOfCode, unitsOf } from "./product-lines";

const PAUSE_MS = 300;

/** Offers to fill in the rest of a line whose typed SKU is known. It never overwrites what was typed. */
export function ProductSuggestion({ row, shipType, typed }: { row: string; shipType: ShipType; typed: string }) {
  const t = useTranslations("orderForm.products");
  const { where, account } = useWorkspace();
  const { setValue, getValues } = useFormContext();
  const checks = useChecks();
  const line: unknown = useWatch({ name: row });
  const code = useLater(codeOf(typed), PAUSE_MS);
  const { data } = useQuery({
    ...queryFor("listProducts", { q: code, limit: "100" }, where),
    enabled: code !== "",
    staleTime: 60_000,
  });
  const product = code === codeOf(typed) ? productOfCode(data?.data ?? [], code) : null;
  if (!product) return null;
  const current = (line ?? {}) as Line;
  const missing = missingOf(shipType, current, product, currencyFor(shipType, getValues));
  const short = account.pickPack && isShort(product, unitsOf(current));
  const isFillable = Object.keys(missing).length > 0;
  if (!isFillable && !short) return null;

  function fill() {
    for (const [field, value] of Object.entries(missing)) setValue(`${row}.${field}`, value, { shouldDirty: true });
    checks.changed(row);
    // The button disappears; the quantity is the next thing that only the person knows.
    focusField(`${row}.qty`);
  }

  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-background px-3 py-1.5">
      <span className="min-w-0 flex-1 basis-48">
        {t("known", { name: product.name })}
        {short ? (
          <span className="flex items-start gap-1 text-xs text-warn">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
            {t("short", { available: product.available, wanted: String(unitsOf(current)) })}
          </span>
        ) : null}
      </span>
      {isFillable ? (
        <Button size="sm" onClick={fill}>
          {t("fill")}
        </Button>
      ) : null}
    </div>
  );
}
