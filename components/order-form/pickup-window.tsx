"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import {
  firstWindow,
  type HongKongNow,
  hongKongNow,
  type PickupCalendar,
  type PickupHours,
} from "@/lib/orders/pickup-window";
import { fieldId, useChecks } from "../forms/form-checks";
import { useHasErrors } from "../forms/form-fields";
import { FieldGroup } from "../ui/field";
import { RadioGroup } from "../ui/radio-group";
import { PickupWindowFields } from "./pickup-window-fields";

const FIELDS = ["pickup_date", "pickup_start_time", "pickup_end_time"] as const;
const at = (field: (typeof FIELDS)[number]) => `pickup_arrange.${field}`;

/** The provider whose courier collects: its name and its calendar (`GET /providers`). */
export type Collector = { name: string; services: PickupCalendar & { supports_pickup_arrange: boolean } };

/** Whether and when a courier collects the order from the sender (contract §12.10). */
export function PickupWindow({
  collector,
  hours,
  now = hongKongNow(),
}: {
  collector: Collector | null;
  /** The account's usual hours. */
  hours?: PickupHours | undefined;
  now?: HongKongNow;
}) {
  const t = useTranslations("orderForm");
  const { setValue } = useFormContext();
  const checks = useChecks();
  const values: unknown[] = useWatch({ name: FIELDS.map(at) });
  const hasErrors = useHasErrors(["pickup_arrange"]);
  const whole = (useFormState({ name: "pickup_arrange" }).errors.pickup_arrange as { root?: { message?: string } })
    ?.root;
  // A provider may be closed all month: a person who wants a collection sees that there is none, and why.
  const [wanted, setWanted] = useState(false);
  const isArranged = wanted || hasErrors || values.some(Boolean);

  const why = !collector
    ? t("pickup.noService")
    : !collector.services.supports_pickup_arrange && !isArranged
      ? t("pickup.unsupported", { provider: collector.name })
      : null;
  if (!collector || why)
    return (
      <div>
        <p className="mb-1 font-semibold">{t("fields.pickup_arrange")}</p>
        <p className="text-muted">{why}</p>
      </div>
    );

  function choose(choice: "none" | "arrange", { services }: Collector) {
    setWanted(choice === "arrange");
    const first = choice === "arrange" ? firstWindow(services, now, hours) : null;
    for (const field of FIELDS) setValue(at(field), first?.[field] ?? "", { shouldDirty: true });
    checks.left("pickup_arrange");
  }

  return (
    <FieldGroup id={fieldId("pickup_arrange")} label={t("fields.pickup_arrange")} error={whole?.message}>
      <RadioGroup
        look="cards"
        className="grid gap-2 sm:grid-cols-2"
        value={isArranged ? "arrange" : "none"}
        onValueChange={(choice) => choose(choice, collector)}
        options={[
          { value: "none", label: t("pickup.none"), description: t("pickup.noneAbout") },
          {
            value: "arrange",
            label: t("pickup.arrange"),
            description: t("pickup.arrangeAbout"),
            disabled: !collector.services.supports_pickup_arrange,
          },
        ]}
      />
      {isArranged ? <PickupWindowFields calendar={collector.services} now={now} /> : null}
    </FieldGroup>
  );
}
