import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import type { Sent } from "@/components/forms/contract-form";
import type { Values } from "@/components/orders/use-snapshot";
import { toast } from "@/components/ui/toast";
import { useOperation } from "@/components/use-operation";
import type { CallInput } from "@/lib/api-client";
import type { Draft } from "./use-draft";
import type { OrderFormState } from "./use-order-form";
import { type Send, type Sending, useSending } from "./use-sending";

/** The idempotency key of the form's attempts, which survives a reload together with the draft. */
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
export function useSubmit(
  state: OrderFormState,
  draft: Draft,
  /** Saves the sender and the recipient that the person chose to keep. */
  keep: (order: Values) => void,
): Sending {
  const t = useTranslations("orderForm");
  const { href } = usePlace();
  const router = useRouter();
  const create = useOperation("createOrder");

  function finish(orderId: string, message: string): Sent {
    void draft.discard();
    // With the same sender, service and parcel.
    const another = href(`/orders/new?from=${orderId}&as=next`);
    toast.success(message, { action: { label: t("done.another"), onClick: () => router.push(another) } });
    router.push(href(`/orders/${orderId}`));
    return "leaving";
  }

  const send: Send = async (body, confirm, quoteId, key) => {
    const order = { ...body, confirm_shipment: confirm, quote_id: quoteId } as CallInput<"createOrder">;
    const made = await create.send(order, { idempotencyKey: keyOfForm(draft.id.current, key) });
    keep(body);
    return finish(made.order_id, t(confirm === "Y" ? "done.confirmed" : "done.saved", { id: made.order_id }));
  };

  return useSending(state, send, (existing) => finish(existing, t("done.existed")));
}
