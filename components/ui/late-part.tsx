"use client";

import { type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from "react";

/** If nothing gets the focus within this time after loading, the part has no field. */
const NO_FIELD_MS = 500;
const TEXT_TYPES: readonly string[] = ["text", "search", "url", "email", "tel", "number", "password"];

type TextField = HTMLInputElement | HTMLTextAreaElement;

function isTextField(target: EventTarget | null): target is TextField {
  return (
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && TEXT_TYPES.includes(target.type))
  );
}

/** Adds to a field as typing does, so that its owner hears of it. */
function typeInto(field: TextField, text: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  // React notices a value only if it is set past its own setter.
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, field.value + text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Types what was kept; in a field of one line, a line break at its end enters it. */
function give(field: TextField, text: string): void {
  const isOneLine = field instanceof HTMLInputElement;
  typeInto(field, isOneLine ? text.replaceAll("\n", "") : text);
  if (!isOneLine || !text.endsWith("\n")) return;
  // After the field's owner has heard of the text. An event of ours submits nothing by itself.
  setTimeout(() => {
    const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
    if (field.dispatchEvent(enter)) field.form?.requestSubmit();
  });
}

/**
 * Keeps what is typed, pasted and entered from now on, and gives it to the text field that the part focuses once it is
 * there (`comes` is called then), because it was meant for that. Anything else that is focused or clicked then ends
 * the keeping, also if the part has no field.
 */
function EarlyKeys({ comes, onClose }: { comes: RefObject<() => void>; onClose: () => void }) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    let text = "";
    let isThere = false;
    const ending = new AbortController();
    const end = () => ending.abort();
    comes.current = () => {
      isThere = true;
      setTimeout(end, NO_FIELD_MS);
    };
    const onCapture = <K extends keyof WindowEventMap>(name: K, listen: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(name, listen, { capture: true, signal: ending.signal });
    const take = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    onCapture("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === "Escape") close.current();
      else if (event.key === "Backspace") text = text.slice(0, -1);
      else if (event.key === "Enter") text += text && "\n";
      else if (event.key.length === 1) text += event.key;
      else return;
      take(event);
    });
    onCapture("paste", (event) => {
      text += event.clipboardData?.getData("text/plain").trimEnd() ?? "";
      take(event);
    });
    onCapture("pointerdown", end);
    onCapture("focusin", ({ target }) => {
      // Before that, the focus moves only because a menu closes or the window becomes active again.
      if (!isThere) return;
      end();
      if (isTextField(target) && text !== "") give(target, text);
    });
    return end;
  }, [comes]);
  return null;
}

function Come({ comes }: { comes: RefObject<() => void> }) {
  useLayoutEffect(() => comes.current(), [comes]);
  return null;
}

/**
 * A part that may still be loading when it is opened, such as one of `lazy`. What is typed from its opening on belongs
 * to it, not to the page behind it.
 */
export function LatePart({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const comes = useRef<() => void>(() => undefined);
  // Effects run in this order, and a part may focus its field while it is put on the page.
  return (
    <>
      <EarlyKeys comes={comes} onClose={onClose} />
      <Suspense>
        <Come comes={comes} />
        {children}
      </Suspense>
    </>
  );
}
