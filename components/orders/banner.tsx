import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** A box at the top of an order's page: what the reader must know first. */
export function Banner({
  tint,
  icon: Icon,
  title,
  children,
}: {
  tint: string;
  icon: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={cn("mb-4 flex items-start gap-2 rounded-md px-4 py-3", tint)}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}
