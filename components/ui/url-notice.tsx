import type { ReactNode } from "react";

/** Says above a list that part of its URL was not understood; nothing without words. */
export function UrlNotice({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p role="status" className="border-b border-line bg-warn-tint px-4 py-2 text-warn">
      {children}
    </p>
  );
}
