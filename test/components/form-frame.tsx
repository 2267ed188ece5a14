import { type ReactNode, useState } from "react";
import { type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import { FormChecks, WarningStore } from "@/components/form-checks";
import { Toaster } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";
import { type Judge, orderResolver } from "@/lib/contracts/form-resolver";
import type { Language } from "@/lib/i18n/validation";
import { orderOfDraft, type ShipType } from "@/lib/order-form-values";
import { render } from "./render";

export type Frame = { form: UseFormReturn<FieldValues>; warnings: WarningStore };

/** Renders a part of the order form in a form of its own, judged as the whole form is; returns the form. */
export function renderInForm(
  part: ReactNode,
  options: { shipType: ShipType; values?: Record<string, unknown>; judge?: Judge; language?: Language },
): Frame {
  const { shipType, values = {}, judge = {}, language = "en" } = options;
  const frame = {} as Frame;
  function Form() {
    const form = useForm({
      defaultValues: orderOfDraft(shipType, values),
      resolver: orderResolver({ judge: () => judge, language }),
      mode: "onSubmit",
      reValidateMode: "onSubmit",
      shouldFocusError: false,
    });
    const [warnings] = useState(() => new WarningStore());
    Object.assign(frame, { form, warnings });
    return (
      <TooltipProvider>
        <FormChecks form={form} warnings={warnings}>
          {part}
        </FormChecks>
        <Toaster />
      </TooltipProvider>
    );
  }
  render(<Form />, language);
  return frame;
}
