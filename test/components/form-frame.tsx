import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import { WorkspaceProvider } from "@/components/environment";
import { FormChecks, WarningStore } from "@/components/forms/form-checks";
import { toast } from "@/components/ui/toast";
import { Toaster } from "@/components/ui/toaster";
import { type Judge, orderResolver } from "@/lib/contracts/form-resolver";
import type { Language } from "@/lib/i18n/validation";
import { orderOfDraft, type ShipType } from "@/lib/orders/form-values";
import { render } from "./render";

export type Frame = { form: UseFormReturn<FieldValues>; warnings: WarningStore };

type Options = { shipType: ShipType; values?: Record<string, unknown>; judge?: Judge; language?: Language };

function Form({ frame, part, options }: { frame: Frame; part: ReactNode; options: Options }) {
  const { shipType, values = {}, judge = {}, language = "en" } = options;
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
    <>
      <FormChecks form={form} warnings={warnings}>
        {part}
      </FormChecks>
      <Toaster />
    </>
  );
}

/** Renders a part of the order form in a form of its own, judged as the whole form is; returns the form. */
export function renderInForm(part: ReactNode, options: Options): Frame {
  const frame = {} as Frame;
  // Notices would remain after the component that made them.
  toast.dismiss();
  render(<Form frame={frame} part={part} options={options} />, options.language);
  return frame;
}

/** A part in a merchant’s account, for what it asks the API. */
export function inAccount(part: ReactNode) {
  const place = {
    environment: "testing",
    account: { id: "100001", name: "Harbour Tea House", pickPack: false },
    person: { id: "1", name: "Mak", email: "tea@sampan.example", role: "owner" },
    isStaff: false,
  } as const;
  return (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <WorkspaceProvider workspace={place}>{part}</WorkspaceProvider>
    </QueryClientProvider>
  );
}
