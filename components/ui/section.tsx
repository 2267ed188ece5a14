import { type ReactNode, useId } from "react";
import { cn } from "./cn";

/** A part of a page with its own background and heading. */
export function Section({
  title,
  description,
  actions,
  flush = false,
  id,
  className,
  children,
}: {
  title?: ReactNode;
  description?: ReactNode;
  /** At the right end of the heading. */
  actions?: ReactNode;
  /** The content reaches the edges, as tables do. */
  flush?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={title ? headingId : undefined}
      className={cn("min-w-0 rounded-lg border border-line bg-surface", className)}
    >
      {title ? (
        <div
          className={cn(
            "flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2",
            flush && "border-b border-line",
          )}
        >
          <div className="min-w-0 flex-1 basis-32">
            <h2 id={headingId} className="font-semibold">
              {title}
            </h2>
            {description ? <p className="text-xs text-muted">{description}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
        </div>
      ) : null}
      <div className={cn(!flush && "px-4 pb-4", !flush && !title && "pt-4")}>{children}</div>
    </section>
  );
}

/** Pairs of name and value, as on the page of an order. */
export function Facts({
  items,
  className,
}: {
  items: readonly { name: ReactNode; value: ReactNode }[];
  className?: string;
}) {
  return (
    <dl className={cn("grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1.5", className)}>
      {items.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts never change places
        <div key={index} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
