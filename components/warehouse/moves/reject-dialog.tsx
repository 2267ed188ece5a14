"use client";

import { useTranslations } from "next-intl";
import { ConfirmForm } from "@/components/forms/confirm-form";
import { REJECT_TYPES, type RejectType } from "@/lib/warehouse/pickpack-status";
import { needsRemarks, ReasonFields } from "./reason-fields";
import { useRemarksForm } from "./remarks-field";

/** Asks why orders are rejected. */
export function RejectDialog({
  orders,
  firstType,
  onReject,
  onClose,
}: {
  orders: readonly string[];
  firstType?: RejectType;
  /** The dialog stays open if this fails. */
  onReject: (body: { reject_type: RejectType; reject_reason: string }) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.moves.reject");
  const state = useRemarksForm({ type: firstType ?? ("OUT_OF_STOCK" as const), remarks: "" }, needsRemarks);
  const values = { count: orders.length, order: orders[0] ?? "" };
  return (
    <ConfirmForm
      state={state}
      onClose={onClose}
      tone="danger"
      title={t("title", values)}
      description={t("means", values)}
      confirmLabel={t("do", values)}
      cancelLabel={t("keep", values)}
      onSend={({ type, remarks }) => onReject({ reject_type: type, reject_reason: remarks.trim() })}
    >
      <ReasonFields types={REJECT_TYPES} />
    </ConfirmForm>
  );
}
