import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ApiFailure } from "@/lib/api-client";
import { fieldOfPointer } from "@/lib/form-paths";
import { formatMoney } from "@/lib/format";
import type { OrderFormState } from "./use-order-form";
import type { Values } from "./use-snapshot";

/** `Y`: to be confirmed; `N`: saved for later. */
export type Confirm = "Y" | "N";

/** Sends what was judged, at the quote agreed to. False: it was not done, and the form says why. @throws ApiFailure */
export type Send = (body: Values, confirm: Confirm, quoteId: string) => Promise<boolean>;

/** Judges the form, makes sure of its price, sends it, and puts what the server refuses at the fields that it means. */
export function useSending({ form, quotes, agreed }: OrderFormState, send: Send) {
  const t = useTranslations("orderForm");
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
      const quoteId = body && (await agreedQuote(body));
      isDone = body !== null && quoteId !== null && (await send(body, confirm, quoteId));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      putEntries(error);
      // The question for the password says that the session ended.
      if (error.status !== 401) setFailure(error);
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
export type Sending = ReturnType<typeof useSending>;
