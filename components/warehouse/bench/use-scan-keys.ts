import { type RefObject, useEffect, useRef } from "react";

// No hand types so fast; a scanner does.
const SCANNER_MS = 50;
const SCANNER_KEYS = 4;

/** Whether something stands over the page that has the keyboard. */
export function isCovered(): boolean {
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") !== null;
}

type Keys = {
  input: RefObject<HTMLInputElement | null>;
  keys: Readonly<Record<string, () => void>>;
  onEnter: () => void;
  onScanInDialog: () => void;
};

function isElsewhere(target: EventTarget | null, input: HTMLInputElement): boolean {
  if (target === input) return false;
  // Fields beside it are typed into by hand.
  return !(target instanceof HTMLElement && target.matches("input:not([type=range]), textarea, select"));
}

/**
 * Leads the keyboard of the whole page to the scan field: letters go into it whatever has the focus, so that the Enter
 * at the end of a scan never presses a button; function keys do what `keys` says.
 */
export function useScanKeys(given: Keys): void {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });

  useEffect(() => {
    let lastAt = 0;
    let fast = 0;

    function onKeyDown(event: KeyboardEvent) {
      const { input, keys, onEnter, onScanInDialog } = latest.current;
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isFast = event.timeStamp - lastAt < SCANNER_MS;
      if (isLetter) {
        fast = isFast ? fast + 1 : 1;
        lastAt = event.timeStamp;
      }
      const isEndOfScan = event.key === "Enter" && isFast && fast >= SCANNER_KEYS;
      if (isCovered()) {
        if (!isEndOfScan) return;
        event.preventDefault();
        event.stopPropagation();
        onScanInDialog();
        return;
      }
      const run = keys[event.key];
      if (run && !event.repeat) {
        event.preventDefault();
        run();
        return;
      }
      if (!input.current || !isElsewhere(event.target, input.current)) return;
      if (isEndOfScan) {
        event.preventDefault();
        onEnter();
        return;
      }
      // Space alone presses the button that has the focus.
      if (!isLetter || (event.key === " " && !isFast)) return;
      event.preventDefault();
      input.current.focus();
      input.current.value += event.key;
    }

    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, []);
}
