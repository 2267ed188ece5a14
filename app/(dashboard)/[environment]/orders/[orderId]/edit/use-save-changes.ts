import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspace } from "@/components/environment";
import type { Values } from "@/components/orders/use-snapshot";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { useOperation } from "@/components/use-operation";
import { ApiFailure, type CallInput, call } from "@/lib/api-client";
import { normalise } from "@/lib/contracts/normalise";
import type { OrderRecord } from "@/lib/contracts/order";
import { changedFields, orderOfRecord } from "@/lib/orders/form-values";
import type { OrderFormState } from "../../form/use-order-form";
import { type Send, type Sending, useSending } from "../../form/use-sending";
import type { OtherOrder } from "./not-editable";

function bodyOf(record: OrderRecord): Values {
  return normalise(orderOfRecord(record));
}

const differ = (a: Values, b: Values) => Object.keys(changedFields(a, b)).length > 0;

/** Saves the changes of a saved order, and confirms it if asked to. */
export function useSaveChanges(
  state: OrderFormState,
  opened: OrderRecord,
): Sending & {
  /** The order as it is now, if another caller changed it first; null: it is still as it was opened. */
  other: OtherOrder | null;
} {
  const t = useTranslations("orderForm");
  const { where, href } = useWorkspace();
  const router = useRouter();
  const update = useOperation("updateOrder");
  const confirmation = useOperation("confirmOrder");
  const showFailure = useFailureToast();
  const [other, setOther] = useState<OtherOrder | null>(null);
  const id = opened.order_id;

  const read = () => call("readOrderByPath", { order_id: id }, where);

  /** Whether the order may be overwritten: it is as it was opened, or as an attempt without an answer left it. */
  async function isOurs(body: Values): Promise<boolean> {
    const now = await read();
    const stored = bodyOf(now);
    const isOpen = now.available_actions.includes("update");
    if (isOpen && !(differ(stored, bodyOf(opened)) && differ(stored, body))) return true;
    setOther(now);
    return false;
  }

  async function confirmSaved(quoteId: string): Promise<void> {
    try {
      await confirmation.send({ order_id: id, quote_id: quoteId }, { done: t("done.confirmed", { id }) });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      // The changes are saved; the order's page shows its state and offers to confirm it.
      toast.success(t("edit.saved", { id }));
      showFailure(error);
    }
  }

  const send: Send = async (body, confirm, quoteId) => {
    setOther(null);
    if (!(await isOurs(body))) return "refused";
    const change = { ...changedFields(bodyOf(opened), body), order_id: id, quote_id: quoteId };
    try {
      await update.send(change as CallInput<"updateOrder">);
    } catch (error) {
      const isLocked =
        error instanceof ApiFailure &&
        error.entries.some(({ code_reason }) => code_reason === "FIELD_LOCKED_AFTER_CONFIRM");
      if (!isLocked) throw error;
      setOther(await read());
      return "refused";
    }
    if (confirm === "Y") await confirmSaved(quoteId);
    else toast.success(t("edit.saved", { id }));
    router.push(href(`/orders/${id}`));
    return "leaving";
  };

  return { ...useSending(state, send), other };
}
