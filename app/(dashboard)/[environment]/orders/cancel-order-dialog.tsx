"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Field, FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api-client";
import { CANCEL_REASONS, cancelOrder } from "@/lib/contracts/order";
import { isCancelRequest, useInWarehouse } from "./in-warehouse";
import type { OrderDialogProps } from "./order-actions";

type Reason = (typeof CANCEL_REASONS)[number];

/** Asks before an order is cancelled: why, and what it does. */
export default function CancelOrderDialog({ order, onClose, onDone }: OrderDialogProps) {
  const t = useTranslations("orderActions");
  const { where } = usePlace();
  const showFailure = useFailureToast();
  const [reason, setReason] = useState<Reason>("CUSTOMER_REQUEST");
  const [remarks, setRemarks] = useState("");
  const row = useInWarehouse(order);
  const isRequest = isCancelRequest(row);

  async function cancel() {
    try {
      const { cancel_status } = await call(cancelOrder, { order_id: order.order_id, reason, remarks }, where);
      toast.success(t(cancel_status === "REQUESTED" ? "cancelRequested" : "cancelDone", { order: order.order_id }));
    } catch (error) {
      showFailure(error);
      await onDone();
      throw error;
    }
    await onDone();
  }

  // It could not say yet what it asks. Where that cannot be read at all, the answer to the cancellation tells.
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
      confirmDisabled={[...remarks].length > 500}
      onConfirm={cancel}
    >
      <FieldGroup label={t("reason")}>
        <RadioGroup<Reason>
          value={reason}
          onValueChange={setReason}
          options={CANCEL_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        />
      </FieldGroup>
      <Field label={t("cancelRemarks")} optional className="mt-4">
        <Textarea rows={2} limit={500} value={remarks} onChange={(event) => setRemarks(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
