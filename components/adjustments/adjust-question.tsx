"use client";

// Loaded late: its schemas, which a page of an order has no other use for.

import { useLocale, useTranslations } from "next-intl";
import { createAdjustment, EFFECTS } from "@/lib/contracts/statement";
import { judgeContract } from "@/lib/forms/judge-body";
import { ConfirmForm } from "../forms/confirm-form";
import { useContractForm } from "../forms/contract-form";
import { AreaField, ChoiceField, TextField } from "../forms/form-fields";
import { useOperation } from "../use-operation";

const KINDS = ["CARRIER_INVOICE", "REFUND", "OTHER"] as const;

/** Support charges or credits an order, on whose page this may be. */
export default function AdjustQuestion({ order, onClose }: { order?: { order_id: string }; onClose: () => void }) {
  const t = useTranslations("adjustments.adjust");
  const tKinds = useTranslations("adjustments.kinds");
  const language = useLocale();
  const { send } = useOperation("createAdjustment");
  const state = useContractForm({
    initial: {
      order_id: order?.order_id ?? "",
      kind: order ? ("REFUND" as const) : ("CARRIER_INVOICE" as const),
      effect: order ? ("CREDIT" as const) : ("CHARGE" as const),
      amount: "",
      note: "",
    },
    judge: (values) => judgeContract(createAdjustment, values, language),
  });
  return (
    <ConfirmForm
      state={state}
      title={t("title")}
      description={t("about")}
      confirmLabel={t("confirm")}
      onSend={async (values, idempotencyKey) => {
        await send(values, { idempotencyKey, done: t("done") });
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        {order ? null : <TextField name="order_id" kind="code" title={t("order")} required limit={15} />}
        <ChoiceField
          name="kind"
          title={t("kind")}
          required
          options={KINDS.map((value) => ({ value, label: tKinds(value) }))}
        />
        <ChoiceField
          name="effect"
          title={t("effect")}
          required
          options={EFFECTS.map((value) => ({ value, label: t(value) }))}
        />
        <TextField name="amount" kind="decimal" title={t("amount")} required />
        <AreaField name="note" title={t("note")} hint={t("noteHint")} required limit={300} />
      </div>
    </ConfirmForm>
  );
}
