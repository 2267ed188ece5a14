import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/** A table of rows of 40 px; scrolls sideways by itself, so that the page never does. `label` names it. */
export function Table({ label, className, ...rest }: ComponentProps<"table"> & { label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and a section would be a landmark
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="relative w-full overflow-x-auto focus-visible:outline-offset-[-2px]"
    >
      <table aria-label={label} {...rest} className={cn("w-full border-collapse text-sm", className)} />
    </div>
  );
}

/** The head; it keeps to the top of a page that scrolls. */
export function THead({ className, ...rest }: ComponentProps<"thead">) {
  return <thead {...rest} className={cn("border-b border-line bg-surface text-xs text-muted", className)} />;
}

/** The rows. */
export function TBody({ className, ...rest }: ComponentProps<"tbody">) {
  return <tbody {...rest} className={cn("divide-y divide-line", className)} />;
}

/** One row. */
export function TR({ className, ...rest }: ComponentProps<"tr">) {
  return <tr {...rest} className={cn("line", className)} />;
}

type Align = "start" | "end";

/** The heading of a column. With `onSort` it is a button, and `aria-sort` says how the rows are sorted. */
export function TH({
  align = "start",
  sort,
  onSort,
  className,
  children,
  ...rest
}: Omit<ComponentProps<"th">, "align"> & {
  align?: Align;
  /** How the rows are sorted by this column; null: by another one. */
  sort?: "ascending" | "descending" | null;
  onSort?: () => void;
  children?: ReactNode;
}) {
  const Arrow = sort === "ascending" ? ArrowUp : sort === "descending" ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={onSort ? (sort ?? "none") : undefined}
      {...rest}
      className={cn("cell h-9 py-0 font-semibold whitespace-nowrap", align === "end" && "text-right", className)}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={cn(
            "-mx-1 inline-flex h-7 items-center gap-1 rounded-sm px-1 font-semibold hover:text-text",
            sort && "text-text",
          )}
        >
          {children}
          <Arrow aria-hidden="true" className={cn("size-3.5 shrink-0", !sort && "opacity-60")} />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

/** How the figures of a column are aligned. */
export const FIGURES = "text-right whitespace-nowrap tabular-nums";

/** A cell; figures are aligned to the `end`. */
export function TD({ align = "start", className, ...rest }: Omit<ComponentProps<"td">, "align"> & { align?: Align }) {
  return <td {...rest} className={cn("cell", align === "end" && FIGURES, className)} />;
}
