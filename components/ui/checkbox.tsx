"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./cn";
import { useField } from "./field";

export type CheckboxProps = Omit<ComponentProps<typeof Radix.Root>, "children"> & {
  /** Visible, to the right. Without it give `aria-label`, as in the rows of a table. */
  label?: ReactNode;
  hint?: ReactNode;
};

/** A box to tick; `checked="indeterminate"` for some of several. */
export function Checkbox({ label, hint, className, id: given, ...rest }: CheckboxProps) {
  const made = useId();
  const field = useField();
  const id = given ?? made;
  const hintId = hint ? `${id}-hint` : undefined;
  const box = (
    <Radix.Root
      id={id}
      aria-describedby={[hintId, field?.describedBy].filter(Boolean).join(" ") || undefined}
      aria-invalid={field?.isInvalid || undefined}
      {...rest}
      className={cn(
        // The target is larger than the box: 24 px each way.
        "group relative flex size-4 shrink-0 items-center justify-center rounded-xs border border-control bg-surface text-on-accent",
        "before:absolute before:-inset-1 before:content-[''] disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-bad",
        "data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent",
        label ? "mt-0.5" : className,
      )}
    >
      <Radix.Indicator>
        <Check aria-hidden="true" strokeWidth={3} className="size-3 group-data-[state=indeterminate]:hidden" />
        <Minus aria-hidden="true" strokeWidth={3} className="hidden size-3 group-data-[state=indeterminate]:block" />
      </Radix.Indicator>
    </Radix.Root>
  );
  if (!label) return box;
  return (
    <div className={cn("flex items-start gap-2", className)}>
      {box}
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {hint ? (
          <p id={hintId} className="text-xs text-muted">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}
