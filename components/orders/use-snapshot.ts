import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

export type OrderForm = UseFormReturn<FieldValues>;
export type Values = Record<string, unknown>;

/** The form's values as of the last pause in typing, for what need not follow every letter. */
export function useSnapshot(form: OrderForm, pauseMs: number): Values {
  const [values, setValues] = useState<Values>(() => structuredClone(form.getValues()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(() => setValues(structuredClone(form.getValues())), pauseMs);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [form, pauseMs]);
  return values;
}
