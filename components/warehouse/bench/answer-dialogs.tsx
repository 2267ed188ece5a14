"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Field, FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";
import { call } from "@/lib/api-client";
import { cancelPickPack, rejectPickPack } from "@/lib/contracts/pickpack";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { declineCancel } from "@/lib/contracts/pickpack-queue";
import { REJECT_TYPES, type RejectType } from "@/lib/pickpack-status";

const LIMIT = 500;

type Props = {
  bench: Bench;
  onClose: () => void;
  /** Reads the order again. */
  onDone: () => Promise<void>;
  /** Tells what failed. */
  onFailure: (error: unknown) => void;
};

function useAnswer({ onDone, onFailure }: Props) {
  const { where } = usePlace();
  return {
    where,
    /** Tells a failure, and leaves the dialog open. */
    async attempt(work: Promise<unknown>) {
      try {
        await work;
      } catch (error) {
        onFailure(error);
        await onDone();
        throw error;
      }
      await onDone();
    },
  };
}

function Remarks({
  label,
  value,
  isRequired,
  onChange,
}: {
  label: string;
  value: string;
  isRequired: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} required={isRequired} optional={!isRequired}>
      <Textarea rows={2} limit={LIMIT} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

const isTooLong = (text: string) => [...text].length > LIMIT;
const isBlank = (text: string) => text.trim() === "";

/** Why units are missing, and of which reason else. */
export function ReasonFields({
  type,
  remarks,
  onType,
  onRemarks,
}: {
  type: RejectType;
  remarks: string;
  onType: (type: RejectType) => void;
  onRemarks: (remarks: string) => void;
}) {
  const t = useTranslations("warehouse.bench");
  const types = useTranslations("pickPack.rejectTypes");
  return (
    <div className="flex flex-col gap-4">
      <FieldGroup label={t("reason")}>
        <RadioGroup<RejectType>
          look="cards"
          value={type}
          onValueChange={onType}
          options={REJECT_TYPES.map((value) => ({ value, label: types(value) }))}
        />
      </FieldGroup>
      <Remarks label={t("remarks")} value={remarks} isRequired={type === "OTHERS"} onChange={onRemarks} />
    </div>
  );
}

/** Whether a reason says enough. */
export function isReasonGiven(type: RejectType, remarks: string): boolean {
  return !isTooLong(remarks) && (type !== "OTHERS" || !isBlank(remarks));
}

/** Rejects the order, with the reason that the merchant reads. */
export function RejectDialog(props: Props) {
  const t = useTranslations("warehouse.bench.rejecting");
  const { where, attempt } = useAnswer(props);
  const [type, setType] = useState<RejectType>("OUT_OF_STOCK");
  const [remarks, setRemarks] = useState("");
  const { order_id } = props.bench;
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      tone="danger"
      title={t("title", { order: order_id })}
      description={t("means")}
      confirmLabel={t("reject")}
      cancelLabel={t("keep")}
      confirmDisabled={!isReasonGiven(type, remarks)}
      onConfirm={() =>
        attempt(
          call(rejectPickPack, { order_id, reject_type: type, ...(remarks ? { reject_reason: remarks } : {}) }, where),
        )
      }
    >
      <ReasonFields type={type} remarks={remarks} onType={setType} onRemarks={setRemarks} />
    </ConfirmDialog>
  );
}

/** Agrees to the merchant's request: the order is cancelled. */
export function CancelDialog(props: Props) {
  const t = useTranslations("warehouse.bench.request");
  const { where, attempt } = useAnswer(props);
  const [remarks, setRemarks] = useState("");
  const { order_id } = props.bench;
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      tone="danger"
      title={t("cancelTitle", { order: order_id })}
      description={t("cancelMeans")}
      confirmLabel={t("cancel")}
      cancelLabel={t("back")}
      confirmDisabled={isTooLong(remarks)}
      onConfirm={() => attempt(call(cancelPickPack, { order_id, ...(remarks ? { remarks } : {}) }, where))}
    >
      <Remarks label={t("remarks")} value={remarks} isRequired={false} onChange={setRemarks} />
    </ConfirmDialog>
  );
}

/** Declines the merchant's request, with the words that the merchant reads: the order goes on. */
export function DeclineDialog(props: Props) {
  const t = useTranslations("warehouse.bench.request");
  const { where, attempt } = useAnswer(props);
  const [remarks, setRemarks] = useState("");
  const { order_id } = props.bench;
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={t("declineTitle", { order: order_id })}
      description={t("declineMeans")}
      confirmLabel={t("decline")}
      cancelLabel={t("back")}
      confirmDisabled={isBlank(remarks) || isTooLong(remarks)}
      onConfirm={() => attempt(call(declineCancel, { order_id, remarks }, where))}
    >
      <Remarks label={t("remarks")} value={remarks} isRequired onChange={setRemarks} />
    </ConfirmDialog>
  );
}
