"use client";

import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { BulkDialog, type BulkDialogProps } from "@/components/orders/bulk/bulk-dialog";
import { sumOf } from "@/components/orders/bulk/bulk-orders";
import { useBulk } from "@/components/orders/bulk/use-bulk";
import { call } from "@/lib/api-client";
import { formatMoney, formatNumber } from "@/lib/format";

/** Asks before many saved orders are bought: how many, for how much, what can no longer be changed. */
export function BulkConfirmDialog({ ids, onClose }: BulkDialogProps) {
  const t = useTranslations("orderBulk.confirm");
  const words = useTranslations("orderActions");
  const { where } = usePlace();
  const bulk = useBulk("confirm", ids, async ({ order_id }, quote) => {
    await call("confirmOrder", { order_id, ...(quote ? { quote_id: quote.id } : {}) }, where);
    return "DONE";
  });
  const { able, quotes } = bulk;
  const price = formatMoney(sumOf(able.map(({ order_id, quote_price }) => quotes.get(order_id)?.price ?? quote_price)));
  const asked = { count: formatNumber(able.length), n: able.length, price };
  return (
    <BulkDialog
      action="confirm"
      bulk={bulk}
      question={{
        title: t("question", asked),
        means: t("means"),
        start: t("start", asked),
        back: words("notYet"),
        details:
          quotes.size > 0 ? (
            <p className="rounded-md bg-warn-tint px-3 py-2 text-warn">
              {t("dearer", { from: formatMoney(sumOf(able.map(({ quote_price }) => quote_price))), to: price })}
            </p>
          ) : null,
      }}
      onClose={onClose}
    />
  );
}
