import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useFormContext } from "react-hook-form";
import type { FieldLabel } from "@/components/form-fields";

/** The parts of the form, in their order. */
export const STEPS = ["sender", "recipient", "parcels", "service", "review"] as const;
export type Step = (typeof STEPS)[number];

/** The part of the form that a field belongs to. */
export function stepOf(name: string): Step {
  const [root = ""] = name.split(".");
  if (root === "sender" || root === "recipient") return root;
  if (name === "client_remarks" || name === "reference" || name === "shipment_detail.consignment_remarks")
    return "review";
  if (root === "shipment_detail" || root === "is_local_insurance") return "parcels";
  return "service";
}

// Fields with another label in some places.
function labelOf(steps: readonly string[], isIntl: boolean): FieldLabel {
  const last = steps.at(-1) as FieldLabel;
  if (last === "name" && steps.includes("parcel_items")) return "item_name";
  return last === "address" && isIntl ? "address_line_1" : last;
}

/** Names a field as the form does, with its place: "Parcel 1 · Item 2 · HS code". */
export function useFieldWords(): (name: string) => string {
  const t = useTranslations("orderForm");
  const { getValues } = useFormContext();
  return useCallback(
    (name) => {
      const steps = name.replace(/\.root$/, "").split(".");
      const words: string[] = [];
      if (steps[0] === "sender" || steps[0] === "recipient") words.push(t(`steps.${steps[0]}`));
      steps.forEach((step, index) => {
        if (!/^\d+$/.test(step)) return;
        const number = Number(step) + 1;
        words.push(steps[index - 1] === "parcel_list" ? t("parcel.title", { number }) : t("item.title", { number }));
      });
      const label = labelOf(steps, getValues("ship_type") === "intl");
      // A field that the server names and the form does not have is shown by its name.
      if (!/^\d+$/.test(label)) words.push(t.has(`fields.${label}`) ? t(`fields.${label}`) : name);
      return words.join(" · ");
    },
    [t, getValues],
  );
}
