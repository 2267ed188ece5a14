"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { CancelReason, isTooLong, type WhyCancelled } from "./cancel-reason";
import { type ActionOrder, isCancelRequest, useInWarehouse } from "./in-warehouse";

/** Asks before an order is cancelled, says what that does, and asks for the reason. */
export function CancelOrderDialog({ order, onClose }: { order: ActionOrder; onClose: () => void }) {
  const t = useTranslations("orderActions");
  const [why, setWhy] = useState<WhyCancelled>({ reason: "CUSTOMER_REQUEST", remarks: "" });
  const row = useInWarehouse(order);
  const isRequest = isCancelRequest(row);

  // Until the row is read, the question is not known. If it cannot be read at all, the answer to the cancellation
  // decides.
  if (row === null) return null;
  return (
    <ConfirmOperation
      operation="cancelOrder"
      input={{ order_id: order.order_id, ...why }}
      tone="danger"
      title={t(isRequest ? "requestTitle" : "cancelTitle", { order: order.order_id })}
      description={t(isRequest ? "requestMeans" : order.tracking_number ? "cancelMeans" : "cancelMeansSaved")}
      confirmLabel={t(isRequest ? "request" : "cancel")}
      cancelLabel={t("keep")}
      confirmDisabled={isTooLong(why)}
      done={({ cancel_status: status }) =>
        t(status === "REQUESTED" ? "cancelRequested" : "cancelDone", { order: order.order_id })
      }
      onClose={onClose}
    >
      <CancelReason value={why} onChange={setWhy} />
    </ConfirmOperation>
  );
}
