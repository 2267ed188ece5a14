"use client";

import { RadioGroup as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";
import { cn } from "./cn";
import { useFieldGroup } from "./field";

export type RadioOption<V extends string = string> = {
  value: V;
  label: ReactNode;
  description?: ReactNode;
  /** Beside the label, and no part of its name. */
  mark?: ReactNode;
  /** At the right end, such as a price. */
  aside?: ReactNode;
  disabled?: boolean;
};

type RadioGroupProps<V extends string> = {
  options: readonly RadioOption<V>[];
  value?: V | undefined;
  defaultValue?: V;
  onValueChange?: (value: V) => void;
  name?: string;
  disabled?: boolean;
  /** `cards`: each choice in its own box, for choices that need a description or a price. */
  look?: "plain" | "cards";
  className?: string;
  "aria-label"?: string;
};

/** One of a few choices, all visible. Use it in a `FieldGroup`, whose legend names it. */
export function RadioGroup<V extends string = string>(props: RadioGroupProps<V>) {
  const { options, value, defaultValue, onValueChange, name, disabled, look = "plain", className } = props;
  const group = useFieldGroup();
  const base = useId();
  const isCards = look === "cards";
  return (
    <Radix.Root
      {...(value === undefined ? {} : { value })}
      {...(defaultValue === undefined ? {} : { defaultValue })}
      {...(name === undefined ? {} : { name })}
      {...(disabled === undefined ? {} : { disabled })}
      {...(onValueChange ? { onValueChange: (next: string) => onValueChange(next as V) } : {})}
      aria-label={props["aria-label"]}
      aria-labelledby={props["aria-label"] ? undefined : group?.labelId}
      aria-describedby={group?.describedBy}
      aria-required={group?.isRequired || undefined}
      className={cn("flex flex-col gap-2", className)}
    >
      {options.map((option) => {
        const id = `${base}-${option.value}`;
        return (
          <div
            key={option.value}
            className={cn(
              "relative flex items-start gap-2",
              // What is beside it goes below where there is no room for both.
              option.aside && "flex-wrap sm:flex-nowrap",
              isCards &&
                "rounded-md border border-control bg-surface px-3 py-2.5 has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-tint",
              option.disabled && "text-muted",
            )}
          >
            <Radix.Item
              id={id}
              value={option.value}
              {...(option.disabled ? { disabled: true } : {})}
              aria-describedby={
                [option.aside && `${id}-aside`, option.description && `${id}-about`].filter(Boolean).join(" ") ||
                undefined
              }
              className={cn(
                "mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-control bg-surface",
                "disabled:cursor-not-allowed data-[state=checked]:border-accent",
                isCards
                  ? "before:absolute before:inset-0 before:content-['']"
                  : "relative before:absolute before:-inset-1",
              )}
            >
              <Radix.Indicator className="size-2 rounded-full bg-accent" />
            </Radix.Item>
            <div className="min-w-0 flex-1 basis-40">
              <div className="flex flex-wrap items-center gap-x-2">
                <label htmlFor={id} className={cn(isCards && "font-semibold")}>
                  {option.label}
                </label>
                {option.mark}
              </div>
              {option.description ? (
                <div id={`${id}-about`} className="text-xs text-muted">
                  {option.description}
                </div>
              ) : null}
            </div>
            {option.aside ? (
              <div id={`${id}-aside`} className="ml-auto min-w-0 text-right sm:shrink-0">
                {option.aside}
              </div>
            ) : null}
          </div>
        );
      })}
    </Radix.Root>
  );
}
