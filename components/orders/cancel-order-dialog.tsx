"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api-client";
import { CancelReason, isTooLong, type WhyCancelled } from "./cancel-reason";
import { isCancelRequest, useInWarehouse } from "./in-warehouse";
import type { OrderDialogProps } from "./order-actions";
import { useOrdersChanged } from "./orders-changed";

/** Asks before an order is cancelled, says what that does, and asks for the reason. */
export function CancelOrderDialog({ order, onClose }: OrderDialogProps) {
  const t = useTranslations("orderActions");
  const { where } = usePlace();
  const changed = useOrdersChanged();
  const showFailure = useFailureToast();
  const [why, setWhy] = useState<WhyCancelled>({ reason: "CUSTOMER_REQUEST", remarks: "" });
  const row = useInWarehouse(order);
  const isRequest = isCancelRequest(row);

  async function cancel() {
    try {
      const { cancel_status } = await call("cancelOrder", { order_id: order.order_id, ...why }, where);
      toast.success(t(cancel_status === "REQUESTED" ? "cancelRequested" : "cancelDone", { order: order.order_id }));
    } catch (error) {
      showFailure(error);
      await changed();
      throw error;
    }
    await changed();
  }

  // Until the row is read, the question is not known. If it cannot be read at all, the answer to the cancellation
  // decides.
  if (row === null) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone="danger"
      title={t(isRequest ? "requestTitle" : "cancelTitle", { order: order.order_id })}
      description={t(isRequest ? "requestMeans" : order.tracking_number ? "cancelMeans" : "cancelMeansSaved")}
      confirmLabel={t(isRequest ? "request" : "cancel")}
      cancelLabel={t("keep")}
      confirmDisabled={isTooLong(why)}
      onConfirm={cancel}
    >
      <CancelReason value={why} onChange={setWhy} />
    </ConfirmDialog>
  );
}
