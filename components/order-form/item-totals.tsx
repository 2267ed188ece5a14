"use client";

import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { DECIMAL, decimal, money } from "@/lib/decimal";
import { formatMoney } from "@/lib/format";
import { weightOfItems } from "@/lib/orders/net-weight";

/** Pieces, value and weight of a list of items, as far as they are filled in. */
export function ItemTotals({ name, price, currency }: { name: string; price: string; currency: string }) {
  const t = useTranslations("orderForm.item");
  const items: unknown = useWatch({ name });
  const read = (value: unknown) => (typeof value === "string" && DECIMAL.test(value) ? decimal(value) : null);
  let pieces = decimal(0);
  let value = decimal(0);
  for (const item of Array.isArray(items) ? (items as Record<string, unknown>[]) : []) {
    const count = read(item.qty);
    if (!count) continue;
    pieces = pieces.plus(count);
    // As each line is printed, so that they add up.
    value = value.plus(money(count.times(read(item[price]) ?? 0)));
  }
  const weight = weightOfItems(items);
  const shown = { pieces: pieces.toString(), value: formatMoney(money(value), currency || "HKD") };
  return (
    <p className="font-semibold">
      {weight.gt(0) ? t("totalsWeight", { ...shown, weight: weight.toString() }) : t("totals", shown)}
    </p>
  );
}
