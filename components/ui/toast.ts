import type { ReactNode } from "react";

type Options = {
  /** A notice replaces an earlier one with the same id. */
  id?: string;
  description?: ReactNode;
  duration?: number;
  action?: { label: ReactNode; onClick: () => void };
};
type Kind = "message" | "success" | "error" | "info" | "warning";
export type Notice = { kind: Kind; title: ReactNode; options: Options | undefined };
type Screen = { show: (notice: Notice) => void; dismiss: () => void };

// Notices wait until the component that shows them is rendered.
const waiting: Notice[] = [];
let screen: Screen | null = null;

function notify(kind: Kind) {
  return (title: ReactNode, options?: Options) => {
    const notice = { kind, title, options };
    if (screen) return screen.show(notice);
    waiting.push(notice);
  };
}

/** Makes a notice: `toast.success("Saved")`; `toast("Removed", { action })` is neutral. */
export const toast = Object.assign(notify("message"), {
  success: notify("success"),
  error: notify("error"),
  info: notify("info"),
  warning: notify("warning"),
  /** Removes all of them. */
  dismiss() {
    waiting.length = 0;
    screen?.dismiss();
  },
});

/** Shows what waits and every notice to come. Returns the function that stops this and removes what is shown. */
export function showNoticesWith(next: Screen): () => void {
  screen = next;
  for (const notice of waiting.splice(0)) next.show(notice);
  return () => {
    next.dismiss();
    screen = null;
  };
}
