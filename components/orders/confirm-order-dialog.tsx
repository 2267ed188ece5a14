"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Money } from "@/components/ui/money";
import { Facts } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { useOperation } from "@/components/use-operation";
import type { CallResult } from "@/lib/api-client";
import { formatMoney } from "@/lib/format";
import type { ActionOrder } from "./in-warehouse";
import { newQuote, type Quote } from "./new-quote";

/** Asks before a saved order is bought: service, price, what can no longer be changed. */
export function ConfirmOrderDialog({
  order,
  service,
  onClose,
}: {
  order: ActionOrder;
  /** The service by its name. */
  service: string;
  onClose: () => void;
}) {
  const t = useTranslations("orderActions");
  const { send } = useOperation("confirmOrder");
  const showFailure = useFailureToast();
  const [quote, setQuote] = useState<Quote | null>(null);
  const price = quote?.price ?? order.quote_price;

  async function confirm() {
    const input = { order_id: order.order_id, ...(quote ? { quote_id: quote.id } : {}) };
    const onDone = ({ tracking_number: number }: CallResult<"confirmOrder">) =>
      toast.success(t("confirmDone", { order: order.order_id }), {
        description: number ? t("trackingIs", { number }) : undefined,
      });
    await send(input, { onDone }).catch((error: unknown) => {
      const dearer = newQuote(error);
      if (dearer) setQuote(dearer);
      else showFailure(error);
      throw error;
    });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("confirmTitle", { order: order.order_id })}
      description={t("confirmMeans")}
      confirmLabel={t("confirmFor", { price: formatMoney(price) })}
      cancelLabel={t("notYet")}
      onConfirm={confirm}
    >
      <Facts
        items={[
          { name: t("service"), value: service },
          {
            name: t("price"),
            value: quote ? (
              <span className="flex flex-wrap items-baseline gap-x-2">
                <del className="text-muted">
                  <span className="sr-only">{t("oldPrice")} </span>
                  <Money amount={order.quote_price} />
                </del>
                <ins className="font-semibold no-underline">
                  <span className="sr-only">{t("newPrice")} </span>
                  <Money amount={quote.price} />
                </ins>
              </span>
            ) : (
              <Money amount={price} className="font-semibold" />
            ),
          },
        ]}
      />
      {quote ? (
        <p role="alert" className="mt-3 rounded-md bg-warn-tint px-3 py-2 text-warn">
          {t("priceChanged", { from: formatMoney(order.quote_price), to: formatMoney(quote.price) })}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
