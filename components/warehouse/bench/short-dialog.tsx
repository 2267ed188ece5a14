"use client";

import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { ConfirmForm } from "@/components/forms/confirm-form";
import { TextField } from "@/components/forms/form-fields";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { openUnits, scanTargets } from "@/lib/warehouse/bench-steps";
import { SHORT_REASONS, type ShortReason } from "@/lib/warehouse/pickpack-status";
import { needsRemarks, ReasonFields } from "../moves/reason-fields";
import { useRemarksForm } from "../moves/remarks-field";
import type { ItemPlace } from "./parcel-card";

/** Notes that units of an item are missing: how many, and why. */
export function ShortDialog({
  bench,
  place,
  onClose,
  onShort,
}: {
  bench: Bench;
  place: ItemPlace;
  onClose: () => void;
  onShort: (qty: string, reason: ShortReason, remarks: string | null) => void;
}) {
  const t = useTranslations("warehouse.bench.shortDialog");
  const item = scanTargets(bench).find(
    (target) => target.parcel === place.parcel && target.item.position === place.position,
  )?.item;
  const open = item ? openUnits(item) : 0n;
  const isFitting = (units: string) => /^\d{1,9}$/.test(units) && BigInt(units) > 0n && BigInt(units) <= open;
  const state = useRemarksForm<{ units: string; type: ShortReason; remarks: string }>(
    { units: String(open), type: "MISSING", remarks: "" },
    needsRemarks,
    ({ units }) => (isFitting(units.trim()) ? [] : [{ field: "units", message: t("wrong", { units: String(open) }) }]),
  );
  const units = String(useWatch({ control: state.form.control, name: "units" }));
  return (
    <ConfirmForm
      state={state}
      onClose={onClose}
      title={t("title", { item: item?.sku || item?.bar_code_eid || "" })}
      description={t("means")}
      confirmLabel={t("confirm")}
      confirmDisabled={!isFitting(units.trim())}
      onSend={async ({ units, type, remarks }) => onShort(units.trim(), type, remarks.trim() || null)}
    >
      <div className="flex flex-col">
        <TextField
          name="units"
          title={t("units")}
          hint={t("open", { units: String(open) })}
          required
          isLive
          kind="integer"
          className="mb-4"
          controlClass="h-11 text-left text-base"
        />
        <ReasonFields types={SHORT_REASONS} />
      </div>
    </ConfirmForm>
  );
}
