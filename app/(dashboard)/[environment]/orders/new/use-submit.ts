import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { usePlace } from "@/components/environment";
import { toast } from "@/components/ui/toast";
import { ApiFailure, type CallInput } from "@/lib/api-client";
import type { createOrder } from "@/lib/contracts/order";
import { fieldOfPointer } from "@/lib/form-paths";
import { formatMoney } from "@/lib/format";
import { callLazily, lazyKeyOf } from "@/lib/lazy-contract";
import type { ShipType } from "@/lib/order-form-values";
import { CREATE_ORDER, LIST_DRAFTS, LIST_ORDERS } from "./operations";
import { rememberSender } from "./remembered-sender";
import type { Draft } from "./use-draft";
import type { AgreedPrice, Quotes } from "./use-quotes";
import type { OrderForm, Values } from "./use-snapshot";

type Confirm = "Y" | "N";

// `crypto.randomUUID` does not exist over plain http, save on this machine.
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

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

/** Sends the form: to be confirmed (`Y`) or saved for later (`N`). */
export function useSubmit({
  form,
  shipType,
  quotes,
  agreed,
  draft,
}: {
  form: OrderForm;
  shipType: ShipType;
  quotes: Quotes;
  agreed: AgreedPrice;
  draft: Draft;
}) {
  const t = useTranslations("orderForm");
  const { where, href, account } = usePlace();
  const router = useRouter();
  const client = useQueryClient();
  const key = useRef<string | null>(null);
  const isRunning = useRef(false);
  const [running, setRunning] = useState<Confirm | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  /** Grows with each attempt that did not get through: the summary takes the reader to the first error. */
  const [attempts, setAttempts] = useState(0);

  function refuse(name: string, message: string, type = "server") {
    form.setError(name, { type, message });
  }

  function askFor(price: string) {
    const from = formatMoney(agreed.price ?? "0");
    refuse("shipping_provider", t("price.acceptFirst", { from, to: formatMoney(price) }), "price");
  }

  /** The quote that the order is to be made at; null: the price or the service must be looked at first. */
  async function agreedQuote(body: Values): Promise<string | null> {
    const quote = await quotes.ensure(body);
    const rate = quote?.rate_list.find((each) => each.shipping_provider === body.shipping_provider);
    if (!quote || !rate) {
      const reason = quote?.unavailable_list.find((each) => each.shipping_provider === body.shipping_provider);
      refuse("shipping_provider", reason ? t("service.gone", { reason: reason.message }) : t("service.unquoted"));
      return null;
    }
    if (agreed.price !== null && Number(rate.quote_price) > Number(agreed.price)) {
      askFor(rate.quote_price);
      return null;
    }
    return quote.quote_id;
  }

  function finish(orderId: string, message: string) {
    void draft.discard().then(() => client.invalidateQueries({ queryKey: lazyKeyOf(LIST_DRAFTS, where) }));
    void client.invalidateQueries({ queryKey: lazyKeyOf(LIST_ORDERS, where) });
    toast.success(message);
    router.push(href(`/orders/${orderId}`));
  }

  function putEntries(error: ApiFailure) {
    for (const { pointer, message, code_reason } of error.entries) {
      if (code_reason === "QUOTE_EXPIRED") {
        void quotes.forget();
        refuse("shipping_provider", message, "price");
      } else {
        const name = fieldOfPointer(pointer);
        refuse(/parcel_list$|^pickup_arrange$/.test(name) ? `${name}.root` : name, message);
      }
    }
  }

  async function send(body: Values, confirm: Confirm): Promise<boolean> {
    const quoteId = await agreedQuote(body);
    if (quoteId === null) return false;
    key.current = keyOfForm(draft.idOf(), key.current ?? newKey());
    try {
      const order = { ...body, confirm_shipment: confirm, quote_id: quoteId } as CallInput<typeof createOrder>;
      const made = await callLazily(CREATE_ORDER, order, { ...where, idempotencyKey: key.current });
      rememberSender(where, account.id, shipType, body.sender);
      finish(made.order_id, t(confirm === "Y" ? "done.confirmed" : "done.saved", { id: made.order_id }));
      return true;
    } catch (error) {
      const existing = error instanceof ApiFailure && error.code === "500998" ? error.extra.order_id : undefined;
      if (typeof existing !== "string") throw error;
      finish(existing, t("done.existed"));
      return true;
    }
  }

  /** Judges and sends. Pressed again while it runs, nothing happens. */
  async function submit(confirm: Confirm): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setRunning(confirm);
    setFailure(null);
    let isDone = false;
    try {
      let body: Values | null = null;
      await form.handleSubmit((values) => {
        body = values;
      })();
      isDone = body !== null && (await send(body, confirm));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      putEntries(error);
      setFailure(error);
    } finally {
      // Done, it stays busy until the order's page is there.
      if (!isDone) {
        isRunning.current = false;
        setRunning(null);
        setAttempts((count) => count + 1);
      }
    }
  }

  return { submit, running, failure, attempts };
}
export type Submit = ReturnType<typeof useSubmit>;
