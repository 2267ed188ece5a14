"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { OrderRecord } from "@/lib/contracts/order";
import { orderOfRecord } from "@/lib/order-form-values";
import { LeaveQuestion } from "../../new/leave-question";
import { OrderFormView } from "../../new/order-form-view";
import { useOrderForm } from "../../new/use-order-form";
import { NotEditable } from "./not-editable";
import { useSaveChanges } from "./use-save-changes";

/** The order form filled with a saved order. Its price is the one agreed to; a dearer one is asked for. */
export function EditForm({ order, hasProducts }: { order: OrderRecord; hasProducts: boolean }) {
  const t = useTranslations("orderForm");
  // Another language makes the page anew: what was opened stays what the changes are measured by.
  const [opened] = useState(order);
  const [initial] = useState(() => orderOfRecord(order));
  const state = useOrderForm({
    shipType: opened.ship_type,
    initial,
    untouched: null,
    hasProducts,
    agreed: { provider: opened.shipping_provider, price: opened.quote_price, was: null },
  });
  const { other, ...sending } = useSaveChanges(state, opened);
  const isChanged = JSON.stringify(state.values) !== JSON.stringify(initial);
  return (
    <>
      <OrderFormView
        state={state}
        sending={sending}
        senderAbout={t("about.sender")}
        note={
          <p role="status" className="shrink-0 text-right text-xs text-muted">
            {t(isChanged ? "edit.unsaved" : "edit.unchanged")}
          </p>
        }
        words={{ save: t("edit.save"), confirm: t("edit.saveAndConfirm"), network: t("edit.network") }}
        notice={other ? <NotEditable key={sending.attempts} order={other} isLost /> : null}
      />
      <LeaveQuestion isUnsaved={isChanged && sending.running === null} text={t("leave.text")} />
    </>
  );
}
