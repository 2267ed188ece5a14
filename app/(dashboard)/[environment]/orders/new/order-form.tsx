"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { usePlace } from "@/components/environment";
import type { RateQuestion } from "@/lib/contracts/rate-request";
import { emptyOrder, emptySender, orderOfDraft, type ShipType } from "@/lib/order-form-values";
import { DraftNote } from "./draft-note";
import { LeaveQuestion } from "./leave-question";
import { OrderFormView } from "./order-form-view";
import { rememberedSender } from "./remembered-sender";
import { useDraft } from "./use-draft";
import { useOrderForm } from "./use-order-form";
import type { OrderForm as Form } from "./use-snapshot";
import { useSubmit } from "./use-submit";

/** Fills in the sender of the last order, where neither a draft nor the merchant has. */
function useSenderFromLast(form: Form, shipType: ShipType, isDraft: boolean, onFilled: () => void): boolean {
  const { where, account } = usePlace();
  const [isFilled, setIsFilled] = useState(false);
  const filled = useRef(onFilled);
  useEffect(() => {
    if (isDraft) return;
    const sender = rememberedSender(where, account.id, shipType);
    if (!sender || JSON.stringify(form.getValues("sender")) !== JSON.stringify(emptySender(shipType))) return;
    form.setValue("sender", { ...emptySender(shipType), ...sender });
    filled.current();
    setIsFilled(true);
  }, [form, shipType, isDraft, where, account.id]);
  return isFilled;
}

/** The form of a new order; work is saved as it is done. */
export function OrderForm({
  shipType,
  untouched,
  hasProducts,
  draft: opened,
}: {
  shipType: ShipType;
  /** What an empty order lacks for a price. */
  untouched: RateQuestion;
  hasProducts: boolean;
  draft: { id: string; body: Record<string, unknown> } | null;
}) {
  const t = useTranslations("orderForm");
  const state = useOrderForm({
    shipType,
    initial: opened ? orderOfDraft(shipType, opened.body) : emptyOrder(shipType),
    untouched: opened ? null : untouched,
    hasProducts,
  });
  const draft = useDraft(state.form, opened?.id ?? null);
  const sending = useSubmit(state, draft);
  const isUnsaved = draft.state.kind === "failed" && sending.running === null;
  const isSenderFilled = useSenderFromLast(state.form, shipType, opened !== null, draft.rebase);
  return (
    <>
      <OrderFormView
        state={state}
        sending={sending}
        senderAbout={isSenderFilled ? t("address.remembered") : t("about.sender")}
        note={<DraftNote state={draft.state} />}
        words={{ save: t("actions.save"), confirm: t("actions.confirm"), network: t("summary.network") }}
      />
      <LeaveQuestion isUnsaved={isUnsaved} text={t("draft.leaveText")} />
    </>
  );
}
