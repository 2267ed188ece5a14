"use client";

// Loaded late: its schemas, which a page of an order has no other use for.

import { useLocale, useTranslations } from "next-intl";
import { normalise } from "@/lib/contracts/normalise";
import type { OrderRecord } from "@/lib/contracts/order";
import { CORRECTIONS, correctionOf } from "@/lib/contracts/order-correct";
import { judgeValue } from "@/lib/forms/judge-body";
import { splitDeliveryCode } from "@/lib/orders/choices";
import { useContractForm } from "../forms/contract-form";
import { RecipientFields } from "../orders/recipient-fields";
import { useOperation } from "../use-operation";
import { ActDialog } from "./act-dialog";

type Values = { recipient: Record<string, string>; reason: string };

/** Corrects the recipient of an order, with what the order has filled in. A pickup point stays. */
export default function CorrectDialog({ order, onClose }: { order: OrderRecord; onClose: () => void }) {
  const t = useTranslations("act.correctDialog");
  const language = useLocale();
  const { send } = useOperation("correctOrder");
  const isIntl = order.ship_type === "intl";
  const names = Object.keys(CORRECTIONS[order.ship_type].shape);
  const stored: Record<string, string | null> = order.recipient;
  const { address, deliveryCode } = splitDeliveryCode(stored.address ?? "");
  const bodyOf = ({ recipient, reason }: Values) => ({
    order_id: order.order_id,
    recipient: {
      ...recipient,
      ...(deliveryCode && recipient.address ? { address: `${recipient.address}^${deliveryCode}` } : {}),
    },
    reason,
  });
  const state = useContractForm<Values>({
    initial: {
      recipient: {
        ...Object.fromEntries(names.map((name) => [name, stored[name] ?? ""])),
        ...(isIntl ? {} : { address }),
      },
      reason: "",
    },
    judge: (values) => judgeValue(correctionOf(order.ship_type), normalise(bodyOf(values)), language),
  });
  return (
    <ActDialog
      state={state}
      title={t("title", { order: order.order_id })}
      means={t("means")}
      submit={t("submit")}
      reason="reason"
      onSend={(values) => send(bodyOf(values), { done: t("done") })}
      onClose={onClose}
    >
      <RecipientFields isIntl={isIntl} />
    </ActDialog>
  );
}
