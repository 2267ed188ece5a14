"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import type { PickPackRow } from "@/lib/contracts/pickpack";
import { REJECT_TYPES, type RejectType } from "@/lib/pickpack-status";
import { RemarksField, useRemarks } from "./remarks-field";

/** Asks why orders are rejected; another reason than the stock needs words. */
export function RejectDialog({
  rows,
  firstType,
  onReject,
  onClose,
}: {
  rows: readonly PickPackRow[];
  firstType: RejectType;
  onReject: (body: { reject_type: RejectType; reject_reason: string }) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("warehouse.queue.reject");
  const types = useTranslations("pickPack.rejectTypes");
  const [type, setType] = useState<RejectType>(firstType);
  const remarks = useRemarks(type === "OTHERS");
  const values = { count: rows.length, order: rows[0]?.order_id ?? "" };
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone="danger"
      title={t("title", values)}
      description={t("means", values)}
      confirmLabel={t("do", values)}
      cancelLabel={t("keep", values)}
      onConfirm={async () => onReject({ reject_type: type, reject_reason: remarks.judged() })}
    >
      <FieldGroup label={t("type")}>
        <RadioGroup<RejectType>
          value={type}
          onValueChange={setType}
          options={REJECT_TYPES.map((value) => ({ value, label: types(value) }))}
        />
      </FieldGroup>
      <RemarksField label={t("reason")} hint={t("reasonHint")} remarks={remarks} />
    </ConfirmDialog>
  );
}
