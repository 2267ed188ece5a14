import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { usePlace } from "@/components/environment";
import { toast } from "@/components/ui/toast";
import { ApiFailure, type CallInput } from "@/lib/api-client";
import type { createOrder } from "@/lib/contracts/order";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { callLazily, lazyKeyOf } from "@/lib/lazy-contract";
import { CREATE_ORDER, LIST_DRAFTS, LIST_ORDERS } from "./operations";
import { rememberSender } from "./remembered-sender";
import type { Draft } from "./use-draft";
import type { OrderFormState } from "./use-order-form";
import { type Send, type Sending, useSending } from "./use-sending";

/**
 * The key of this form: one for all attempts, so that however often it is sent, and whatever became of the answers, it
 * makes one order. A refused attempt does not use it up (decisions §5). With the draft it outlives a reload.
 */
function keyOfForm(draftId: string | null, made: string): string {
  if (!draftId) return made;
  try {
    const name = `sampan-submit:${draftId}`;
    const kept = sessionStorage.getItem(name);
    if (kept) return kept;
    sessionStorage.setItem(name, made);
  } catch {
    // Storage may be forbidden.
  }
  return made;
}

/** Makes the order: confirmed (`Y`) or saved for later (`N`). */
export function useSubmit(state: OrderFormState, draft: Draft): Sending {
  const t = useTranslations("orderForm");
  const { where, href, account } = usePlace();
  const router = useRouter();
  const client = useQueryClient();
  const key = useRef<string | null>(null);

  function finish(orderId: string, message: string) {
    void draft.discard().then(() => client.invalidateQueries({ queryKey: lazyKeyOf(LIST_DRAFTS, where) }));
    void client.invalidateQueries({ queryKey: lazyKeyOf(LIST_ORDERS, where) });
    toast.success(message);
    router.push(href(`/orders/${orderId}`));
  }

  const send: Send = async (body, confirm, quoteId) => {
    key.current = keyOfForm(draft.idOf(), key.current ?? newIdempotencyKey());
    try {
      const order = { ...body, confirm_shipment: confirm, quote_id: quoteId } as CallInput<typeof createOrder>;
      const made = await callLazily(CREATE_ORDER, order, { ...where, idempotencyKey: key.current });
      rememberSender(where, account.id, state.shipType, body.sender);
      finish(made.order_id, t(confirm === "Y" ? "done.confirmed" : "done.saved", { id: made.order_id }));
      return true;
    } catch (error) {
      const existing = error instanceof ApiFailure && error.code === "500998" ? error.extra.order_id : undefined;
      if (typeof existing !== "string") throw error;
      finish(existing, t("done.existed"));
      return true;
    }
  };

  return useSending(state, send);
}
