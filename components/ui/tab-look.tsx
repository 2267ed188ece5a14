import type { ReactNode } from "react";
import { cn } from "./cn";

/** The look of a tab; links that act as tabs share it, without the code that switches panels. */
export const tabStyles = cn(
  "-mb-px flex h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-2 font-semibold whitespace-nowrap text-muted no-underline",
  "hover:text-text focus-visible:outline-offset-[-2px]",
  "data-[state=active]:border-accent data-[state=active]:text-text aria-[current=page]:border-accent aria-[current=page]:text-text",
);

/** The count next to a tab's word. `hidden`: it keeps its space, so that the tabs do not move. */
export function TabCount({ hidden = false, children }: { hidden?: boolean; children: ReactNode }) {
  return (
    <span
      className="min-w-5 rounded-full bg-hover px-1.5 text-center text-xs text-muted"
      style={hidden ? { visibility: "hidden" } : undefined}
    >
      {children}
    </span>
  );
}
