"use client";

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { useControlProps } from "./field";

/**
 * One of a short closed list, with the browser's own control: no code to load, and a phone shows its own picker. For
 * lists and filters; in forms `Select` can describe its options.
 */
export function NativeSelect<V extends string>({
  options,
  value,
  onValueChange,
  size = "md",
  className,
  ...rest
}: Omit<ComponentProps<"select">, "value" | "onChange" | "size"> & {
  options: readonly { value: V; label: string }[];
  size?: "sm" | "md";
} & (
    | { value: V; onValueChange: (value: V) => void }
    /** In a form that the browser sends itself. */
    | { value?: never; onValueChange?: never; defaultValue: V }
  )) {
  const control = useControlProps(rest);
  return (
    <span className={cn("relative block min-w-0", className)}>
      <select
        {...rest}
        {...control}
        {...(onValueChange ? { value, onChange: (event) => onValueChange(event.target.value as V) } : {})}
        className={cn(
          "control appearance-none truncate read-only:bg-surface",
          size === "sm" ? "h-8 pr-7 pl-2 text-xs" : "h-9 pr-8 pl-2.5",
        )}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className={cn(
          "pointer-events-none absolute size-4 text-muted",
          size === "sm" ? "top-2 right-2" : "top-2.5 right-2.5",
        )}
      />
    </span>
  );
}
