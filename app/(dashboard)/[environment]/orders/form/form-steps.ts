import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useFormContext } from "react-hook-form";
import type { FieldLabel } from "@/components/forms/form-fields";

/** The parts of the form, in their order. */
export const STEPS = ["sender", "recipient", "parcels", "service", "review"] as const;
export type Step = (typeof STEPS)[number];

/** What can be folded to a line. */
export type Part = Exclude<Step, "review" | "service"> | "extras";

/** What few orders need; shown before the review. */
const EXTRAS: ReadonlySet<string> = new Set([
  "cod",
  "cod_amount",
  "delivery_proof",
  "shipment_options.recipient_signature",
  "shipment_detail.consignment_remarks",
  "client_remarks",
  "reference",
]);

/** The part of the form that holds a field; services are always in view. */
export function partOf(name: string): Part | "service" {
  const [root = ""] = name.split(".");
  if (EXTRAS.has(name)) return "extras";
  if (root === "sender" || root === "recipient") return root;
  if (root === "shipment_detail" || root === "is_local_insurance") return "parcels";
  return "service";
}

/** The step of the form that a field belongs to. */
export function stepOf(name: string): Step {
  const part = partOf(name);
  return part === "extras" ? "review" : part;
}

// Fields with another label in some places.
function labelOf(steps: readonly string[], isIntl: boolean): FieldLabel {
  const last = steps.at(-1) as FieldLabel;
  if (last === "name" && steps.includes("parcel_items")) return "item_name";
  return last === "address" && isIntl ? "address_line_1" : last;
}

/** Names a field as the form does, with its place: "Parcel 1 · Item 2 · HS code". */
export function useFieldLabel(): (name: string) => string {
  const t = useTranslations("orderForm");
  const { getValues } = useFormContext();
  return useCallback(
    (name) => {
      const steps = name.replace(/\.root$/, "").split(".");
      const labels: string[] = [];
      if (steps[0] === "sender" || steps[0] === "recipient") labels.push(t(`steps.${steps[0]}`));
      steps.forEach((step, index) => {
        if (!/^\d+$/.test(step)) return;
        const number = Number(step) + 1;
        labels.push(steps[index - 1] === "parcel_list" ? t("parcel.title", { number }) : t("item.title", { number }));
      });
      const label = labelOf(steps, getValues("ship_type") === "intl");
      // A field that the server names and the form does not have is shown by its name.
      if (!/^\d+$/.test(label)) labels.push(t.has(`fields.${label}`) ? t(`fields.${label}`) : name);
      return labels.join(" · ");
    },
    [t, getValues],
  );
}
