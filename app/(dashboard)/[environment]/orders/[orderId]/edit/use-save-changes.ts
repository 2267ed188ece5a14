import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { ApiFailure, type CallInput } from "@/lib/api-client";
import { normalised } from "@/lib/contracts/normalise";
import type { OrderRecord, updateOrder } from "@/lib/contracts/order";
import { lazily } from "@/lib/lazily";
import { callLazily, lazyContract } from "@/lib/lazy-contract";
import { changedFields, orderOfRecord } from "@/lib/order-form-values";
import type { OrderFormState } from "../../new/use-order-form";
import { type Send, type Sending, useSending } from "../../new/use-sending";
import type { Values } from "../../new/use-snapshot";
import { READ_ORDER } from "../../operations";
import { useOrdersChanged } from "../../orders-changed";
import type { OtherOrder } from "./not-editable";

const order = () => lazily(() => import("@/lib/contracts/order"));
const UPDATE_ORDER = lazyContract("updateOrder", order);
const CONFIRM_ORDER = lazyContract("confirmOrder", order);

function bodyOf(record: OrderRecord): Values {
  return normalised(orderOfRecord(record));
}

const differ = (a: Values, b: Values) => Object.keys(changedFields(a, b)).length > 0;

/** Saves what was changed of a saved order, and confirms it where that is asked for. */
export function useSaveChanges(
  state: OrderFormState,
  opened: OrderRecord,
): Sending & {
  /** The order as it is now, where others were faster; null: it is still what was opened. */
  other: OtherOrder | null;
} {
  const t = useTranslations("orderForm");
  const { where, href } = usePlace();
  const router = useRouter();
  const changed = useOrdersChanged();
  const showFailure = useFailureToast();
  const [other, setOther] = useState<OtherOrder | null>(null);
  const id = opened.order_id;

  const read = () => callLazily(READ_ORDER, { order_id: id }, where);

  function leave() {
    void changed();
    router.push(href(`/orders/${id}`));
  }

  /** Whether the order may be saved over: it is what was opened, or what an attempt without an answer made of it. */
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
      await callLazily(CONFIRM_ORDER, { order_id: id, quote_id: quoteId }, where);
      toast.success(t("done.confirmed", { id }));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      // What was changed is saved; the order's page shows how it stands and offers to confirm it.
      toast.success(t("edit.saved", { id }));
      showFailure(error);
    }
  }

  const send: Send = async (body, confirm, quoteId) => {
    setOther(null);
    if (!(await isOurs(body))) return false;
    const change = { ...changedFields(bodyOf(opened), body), order_id: id, quote_id: quoteId };
    try {
      await callLazily(UPDATE_ORDER, change as CallInput<typeof updateOrder>, where);
    } catch (error) {
      const isLocked =
        error instanceof ApiFailure &&
        error.entries.some(({ code_reason }) => code_reason === "FIELD_LOCKED_AFTER_CONFIRM");
      if (!isLocked) throw error;
      setOther(await read());
      return false;
    }
    if (confirm === "Y") await confirmSaved(quoteId);
    else toast.success(t("edit.saved", { id }));
    leave();
    return true;
  };

  return { ...useSending(state, send), other };
}
