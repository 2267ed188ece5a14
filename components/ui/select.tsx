"use client";

import { Check, ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Select as Radix } from "radix-ui";
import type { ReactNode, Ref } from "react";
import { cn } from "./cn";
import { useControlProps } from "./field";

type SelectOption<V extends string = string> = {
  value: V;
  label: ReactNode;
  /** A second, quieter line in the list. */
  description?: ReactNode;
  disabled?: boolean;
};

export type SelectProps<V extends string = string> = {
  options: readonly SelectOption<V>[];
  /** Undefined or empty: nothing chosen yet. */
  value?: V | "" | undefined;
  defaultValue?: V;
  onValueChange?: (value: V) => void;
  onBlur?: () => void;
  placeholder?: ReactNode;
  name?: string;
  disabled?: boolean;
  size?: "sm" | "md";
  id?: string;
  className?: string;
  "aria-label"?: string;
  "aria-labelledby"?: string;
  ref?: Ref<HTMLButtonElement>;
};

/** One of a short closed list; for long lists use `Combobox`. */
export function Select<V extends string = string>(props: SelectProps<V>) {
  const { options, value, defaultValue, onValueChange, onBlur, placeholder, name, disabled, size = "md" } = props;
  const t = useTranslations("ui");
  const control = useControlProps({ id: props.id });
  return (
    <Radix.Root
      {...(value === undefined ? {} : { value })}
      {...(defaultValue === undefined ? {} : { defaultValue })}
      {...(name === undefined ? {} : { name })}
      {...(disabled === undefined ? {} : { disabled })}
      // Radix reports "" when a form is reset; the person did not choose that.
      onValueChange={(next) => next !== "" && onValueChange?.(next as V)}
    >
      <Radix.Trigger
        ref={props.ref}
        {...control}
        aria-label={props["aria-label"]}
        aria-labelledby={props["aria-labelledby"]}
        onBlur={onBlur}
        className={cn(
          "control flex items-center justify-between gap-2 text-left data-placeholder:text-muted",
          size === "sm" ? "h-8 px-2 text-xs" : "h-9 px-2.5",
          props.className,
        )}
      >
        <span className="min-w-0 truncate">
          <Radix.Value placeholder={placeholder ?? t("choose")} />
        </span>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-appear overflow-hidden rounded-md bg-surface text-text shadow-panel"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                {...(option.disabled ? { disabled: true } : {})}
                className="relative flex min-h-8 cursor-default items-center rounded-sm py-1 pr-8 pl-2 text-sm outline-none select-none data-disabled:text-muted data-highlighted:bg-hover"
              >
                <span className="min-w-0">
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  {option.description ? <span className="block text-xs text-muted">{option.description}</span> : null}
                </span>
                <Radix.ItemIndicator className="absolute right-2">
                  <Check aria-hidden="true" className="size-4 text-accent" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
