"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { LeaveQuestion } from "@/components/forms/leave-guard";
import type { OrderRecord } from "@/lib/contracts/order";
import { orderOfRecord } from "@/lib/orders/form-values";
import { OrderFormView } from "../../form/order-form-view";
import { useFolded } from "../../form/use-folded";
import { useOrderForm } from "../../form/use-order-form";
import { NotEditable } from "./not-editable";
import { useSaveChanges } from "./use-save-changes";

/**
 * The order form filled with a saved order. Its accepted price is the saved one; a higher price must be accepted first.
 */
export function EditForm({ order, hasProducts }: { order: OrderRecord; hasProducts: boolean }) {
  const t = useTranslations("orderForm");
  // Another language renders the page again: changes are still compared with what was opened.
  const [opened] = useState(order);
  const [initial] = useState(() => orderOfRecord(order));
  const state = useOrderForm({
    shipType: opened.ship_type,
    initial,
    untouched: null,
    hasProducts,
    isSaved: true,
    agreed: { provider: opened.shipping_provider, price: opened.quote_price, was: null },
  });
  const { folded, fold } = useFolded(opened.ship_type, initial);
  const { other, ...sending } = useSaveChanges(state, opened);
  const isChanged = JSON.stringify(state.values) !== JSON.stringify(initial);
  return (
    <>
      <OrderFormView
        state={state}
        sending={sending}
        orderId={opened.order_id}
        senderAbout={t("about.sender")}
        folded={folded}
        onFold={fold}
        note={
          <p role="status" className="shrink-0 text-right text-xs text-muted">
            {t(isChanged ? "edit.unsaved" : "edit.unchanged")}
          </p>
        }
        labels={{
          save: t("edit.save"),
          confirm: (price) => (price ? t("edit.saveAndConfirmFor", { price }) : t("edit.saveAndConfirm")),
          network: t("edit.network"),
        }}
        notice={other ? <NotEditable key={sending.attempts} order={other} isLost /> : null}
      />
      <LeaveQuestion isUnsaved={isChanged && sending.running === null} />
    </>
  );
}
