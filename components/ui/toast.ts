import type { ReactNode } from "react";

type Options = {
  /** A notice takes the place of an earlier one of the same id. */
  id?: string;
  description?: ReactNode;
  duration?: number;
  action?: { label: ReactNode; onClick: () => void };
};
type Kind = "message" | "success" | "error" | "info" | "warning";
export type Notice = { kind: Kind; title: ReactNode; options: Options | undefined };
type Screen = { show: (notice: Notice) => void; dismiss: () => void };

// What shows notices is loaded late: until it is there they wait.
const waiting: Notice[] = [];
let screen: Screen | null = null;
let askForScreen: (() => void) | null = null;

function notify(kind: Kind) {
  return (title: ReactNode, options?: Options) => {
    const notice = { kind, title, options };
    if (screen) return screen.show(notice);
    waiting.push(notice);
    askForScreen?.();
  };
}

/** Makes a notice: `toast.success("Saved")`; `toast("Removed", { action })` says neither good nor bad. */
export const toast = Object.assign(notify("message"), {
  success: notify("success"),
  error: notify("error"),
  info: notify("info"),
  warning: notify("warning"),
  /** Takes all of them away. */
  dismiss() {
    waiting.length = 0;
    screen?.dismiss();
  },
});

/** Has `ask` called when a notice waits and nothing shows it; returns how to stop that. */
export function onNoticeWaiting(ask: () => void): () => void {
  askForScreen = ask;
  if (waiting.length > 0) ask();
  return () => {
    askForScreen = null;
  };
}

/** Shows what waits and every notice to come; returns how to stop that, which takes away what is shown. */
export function showNoticesWith(next: Screen): () => void {
  screen = next;
  for (const notice of waiting.splice(0)) next.show(notice);
  return () => {
    next.dismiss();
    screen = null;
  };
}
