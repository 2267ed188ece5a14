"use client";

import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { ConfirmForm } from "@/components/forms/confirm-form";
import { useContractForm } from "@/components/forms/contract-form";
import { TextField } from "@/components/forms/form-fields";
import type { WavePickList } from "@/lib/contracts/pickpack-bench";

type Pick = WavePickList["pick_list"][number];

/** Asks how many units of a line are at its place; `onShort` gets how many are not. */
export function ShortDialog({
  pick,
  onClose,
  onShort,
}: {
  pick: Pick;
  onClose: () => void;
  onShort: (units: string) => void;
}) {
  const t = useTranslations("warehouse.waves.short");
  const { qty, shelf_short: note } = pick;
  const isFitting = (found: string) => /^\d{1,12}$/.test(found) && BigInt(found) <= BigInt(qty);
  const before = note && BigInt(note.short) <= BigInt(qty) ? BigInt(qty) - BigInt(note.short) : 0n;
  const state = useContractForm<{ found: string }>({
    initial: { found: String(before) },
    judge: ({ found }) => (isFitting(found.trim()) ? [] : [{ field: "found", message: t("wrong", { qty }) }]),
  });
  const found = String(useWatch({ control: state.form.control, name: "found" })).trim();
  return (
    <ConfirmForm
      state={state}
      onClose={onClose}
      title={t("title", { place: pick.warehouse_location ?? t("noPlace"), item: pick.sku })}
      description={t("means")}
      confirmLabel={isFitting(found) ? t("confirm", { found, qty }) : t("confirmNone")}
      confirmDisabled={!isFitting(found)}
      cancelLabel={t("back")}
      onSend={async (values) => onShort(String(BigInt(qty) - BigInt(values.found.trim())))}
    >
      <TextField
        name="found"
        title={t("units")}
        hint={t("needed", { qty })}
        required
        isLive
        kind="integer"
        controlClass="h-11 text-left text-base"
      />
    </ConfirmForm>
  );
}
