import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Sent } from "@/components/forms/contract-form";
import type { Values } from "@/components/orders/use-snapshot";
import { decimal } from "@/lib/decimal";
import type { ErrorEntry } from "@/lib/errors";
import { formatMoney } from "@/lib/format";
import { fieldOfPointer } from "@/lib/forms/form-paths";
import type { OrderFormState } from "./use-order-form";

/** `Y`: confirm; `N`: save for later. */
export type Confirm = "Y" | "N";

/** Sends what was judged, at the accepted quote; all attempts share `key`. @throws ApiFailure */
export type Send = (body: Values, confirm: Confirm, quoteId: string, key: string) => Promise<Sent>;

/** Judges the form, checks its price, sends it, and shows what the server refuses at the fields concerned. */
export function useSending(
  { form, contract, quotes, agreed }: OrderFormState,
  send: Send,
  existed?: (orderId: string) => Sent,
) {
  const t = useTranslations("orderForm");
  const [confirm, setConfirm] = useState<Confirm>("N");
  const { isBusy, failure, attempts, box } = contract;

  function refuse(message: string, type = "server") {
    form.setError("shipping_provider", { type, message });
  }

  /** The quote for the order; null: the person must look at the price or the service first. */
  async function agreedQuote(body: Values): Promise<string | null> {
    const quote = await quotes.ensure(body);
    const rate = quote?.rate_list.find((each) => each.shipping_provider === body.shipping_provider);
    if (!quote || !rate) {
      const reason = quote?.unavailable_list.find((each) => each.shipping_provider === body.shipping_provider);
      refuse(reason ? t("service.gone", { reason: reason.message }) : t("service.unquoted"));
      return null;
    }
    if (agreed.price !== null && decimal(rate.quote_price).gt(agreed.price)) {
      refuse(t("price.acceptFirst", { from: formatMoney(agreed.price), to: formatMoney(rate.quote_price) }), "price");
      return null;
    }
    return quote.quote_id;
  }

  function fieldOf({ pointer, code_reason }: ErrorEntry) {
    if (code_reason === "QUOTE_EXPIRED") {
      void quotes.forget();
      return { name: "shipping_provider", type: "price" };
    }
    const name = fieldOfPointer(pointer);
    return { name: /parcel_list$|^pickup_arrange$/.test(name) ? `${name}.root` : name, type: "server" };
  }

  async function submit(wanted: Confirm): Promise<void> {
    if (isBusy) return;
    setConfirm(wanted);
    const attempt = async (body: Values, key: string): Promise<Sent> => {
      const quoteId = await agreedQuote(body);
      return quoteId === null ? "refused" : send(body, wanted, quoteId, key);
    };
    await contract.submit(attempt, { fieldOf, ...(existed && { existed }) });
  }

  return {
    submit,
    /** The action that is running; after success it remains until the order's page is there. */
    running: isBusy ? confirm : null,
    // The dialog that asks for the password already says that the session ended.
    failure: failure?.status === 401 ? null : failure,
    attempts,
    box,
  };
}
export type Sending = ReturnType<typeof useSending>;
