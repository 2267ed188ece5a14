import { type RefObject, useEffect, useRef } from "react";
import { SCANNER_MS } from "../shell/shortcuts";

const SCANNER_KEYS = 4;

/** Whether something over the page has the keyboard. */
export function isCovered(): boolean {
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") !== null;
}

type Keys = {
  input: RefObject<HTMLInputElement | null>;
  keys: Readonly<Record<string, () => void>>;
  onEnter: () => void;
  onScanInDialog: () => void;
};

// Other fields besides the scan field are typed into by hand.
function isElsewhere(target: EventTarget | null): boolean {
  return !(
    target instanceof HTMLElement && target.matches("input:not([type=range], [type=checkbox]), textarea, select")
  );
}

/**
 * Routes the keyboard of the whole page to the scan field: letters go there whatever has the focus, so that the Enter
 * or Tab at the end of a scan never presses a button or leaves the field; function keys do what `keys` says.
 */
export function useScanKeys(given: Keys): void {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });

  useEffect(() => {
    let lastAt = 0;
    let fast = 0;
    let endedAt = Number.NEGATIVE_INFINITY;

    function onKeyDown(event: KeyboardEvent) {
      const { input, keys, onEnter, onScanInDialog } = latest.current;
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isFast = event.timeStamp - lastAt < SCANNER_MS;
      if (isLetter) {
        fast = isFast ? fast + 1 : 1;
        lastAt = event.timeStamp;
        endedAt = Number.NEGATIVE_INFINITY;
      }
      // A scanner that ends with CR and LF types Enter twice, or Ctrl+J, which opens the browser's downloads.
      const isEnd = event.key === "Enter" || event.key === "Tab" || (event.ctrlKey && /^[jm]$/i.test(event.key));
      if (isEnd && event.timeStamp - endedAt < SCANNER_MS) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const isEndOfScan = isEnd && isFast && fast >= SCANNER_KEYS;
      if (isEndOfScan) {
        endedAt = event.timeStamp;
        fast = 0;
      }
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
      if (!input.current) return;
      const isWithin = event.target === input.current;
      if (isEndOfScan && (isWithin || isElsewhere(event.target))) {
        event.preventDefault();
        onEnter();
        return;
      }
      // A single space presses the button that has the focus.
      if (isWithin || !isElsewhere(event.target) || !isLetter || (event.key === " " && !isFast)) return;
      event.preventDefault();
      input.current.focus();
      input.current.value += event.key;
    }

    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, []);
}
