import type { ReactNode } from "react";

/** The header of a page: its title on the left, on the right ONE primary action, quieter ones before it. */
export function PageHeader({
  title,
  description,
  back,
  actions,
}: {
  title: ReactNode;
  description?: ReactNode;
  /** A link to the parent page, above the title. */
  back?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 sm:mb-6">
      <div className="min-w-0">
        {back ? <div className="mb-1 text-xs">{back}</div> : null}
        <h1 className="text-lg font-semibold">{title}</h1>
        {description ? <p className="mt-1 max-w-prose text-muted">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </div>
  );
}
