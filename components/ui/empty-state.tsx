import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

/** Nothing here yet, or nothing that matches: says what the page is for, and the first step. */
export function EmptyState({
  icon: Icon,
  title,
  description,
  actions,
  className,
}: {
  icon?: LucideIcon;
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cn("flex flex-col items-center px-4 py-12 text-center", className)}>
      {Icon ? <Icon aria-hidden="true" className="mb-3 size-6 text-muted" /> : null}
      <p className="font-semibold">{title}</p>
      {description ? <p className="mt-1 max-w-prose text-muted">{description}</p> : null}
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
