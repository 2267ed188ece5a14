import type { ReactNode } from "react";

/** The count next to a tab's word. `hidden`: it keeps its space, so that the tabs do not move. */
export function TabCount({ hidden = false, children }: { hidden?: boolean; children: ReactNode }) {
  return (
    <span className="tab-count" style={hidden ? { visibility: "hidden" } : undefined}>
      {children}
    </span>
  );
}
