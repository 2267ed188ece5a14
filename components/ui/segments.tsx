import type { ReactNode } from "react";
import { cn } from "./cn";

/** A choice of few that takes effect at once, as buttons of one bar; the pressed one is what is shown. */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: {
  /** What is chosen, for screen readers. */
  label: string;
  options: readonly { value: Value; content: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}) {
  return (
    <fieldset
      aria-label={label}
      className={cn("flex w-fit max-w-full flex-wrap gap-0.5 rounded-md bg-hover p-0.5", className)}
    >
      {options.map(({ value: option, content }) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={cn(
            "flex h-8 items-center gap-1.5 rounded-sm px-3 text-xs font-semibold tabular-nums [&_svg]:size-3.5",
            option === value ? "bg-surface text-text shadow-xs" : "text-muted hover:text-text",
          )}
        >
          {content}
        </button>
      ))}
    </fieldset>
  );
}
