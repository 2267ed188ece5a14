"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { openUnits, scanTargets } from "@/lib/bench-progress";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import type { RejectType } from "@/lib/pickpack-status";
import { ReasonFields, useReason } from "../moves/reason-fields";
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
  onShort: (qty: string, reason: RejectType, remarks: string | null) => void;
}) {
  const t = useTranslations("warehouse.bench.shortDialog");
  const item = scanTargets(bench).find(
    (target) => target.parcel === place.parcel && target.item.position === place.position,
  )?.item;
  const open = item ? openUnits(item) : 0n;
  const [units, setUnits] = useState(String(open));
  const reason = useReason();
  const isFitting = /^\d{1,9}$/.test(units) && BigInt(units) > 0n && BigInt(units) <= open;
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("title", { item: item?.sku || item?.bar_code_eid || "" })}
      description={t("means")}
      confirmLabel={t("confirm")}
      confirmDisabled={!isFitting}
      onConfirm={async () => onShort(units, reason.type, reason.remarks.judged() || null)}
    >
      <div className="flex flex-col">
        <Field
          label={t("units")}
          hint={t("open", { units: String(open) })}
          {...(isFitting ? {} : { error: t("wrong", { units: String(open) }) })}
          required
          className="mb-4"
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            className="h-11 text-base"
            value={units}
            onChange={(event) => setUnits(event.target.value.trim())}
          />
        </Field>
        <ReasonFields {...reason} />
      </div>
    </ConfirmDialog>
  );
}
