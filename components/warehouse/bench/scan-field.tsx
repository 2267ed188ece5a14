"use client";

import { Keyboard, ScanBarcode } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { scannedText } from "@/lib/scan-match";
import { isCovered, useScanKeys } from "./use-scan-keys";

/**
 * Takes what a scanner types. It has the focus whenever nothing covers the page, and what is typed while something else
 * has the focus comes here too.
 */
export function ScanField({
  label,
  hint,
  keys,
  onCode,
  onScanInDialog,
  onInputMethod,
}: {
  label: string;
  hint?: string;
  /** What function keys do here. */
  keys: Readonly<Record<string, () => void>>;
  onCode: (code: string) => void;
  /** A scan came while a dialog was open; its Enter did not reach the dialog's buttons. */
  onScanInDialog: () => void;
  /** An input method consumes what the scanner types. */
  onInputMethod: () => void;
}) {
  const t = useTranslations("warehouse.bench.field");
  const input = useRef<HTMLInputElement>(null);
  // A tablet's on-screen keyboard would cover half the bench; it appears only when asked for.
  const [hasKeyboard, setHasKeyboard] = useState(false);
  // Another window has the keyboard, and scans go there.
  const [isAway, setIsAway] = useState(false);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!input.current) return;
    const code = scannedText(input.current.value);
    input.current.value = "";
    if (code) onCode(code);
  }

  useScanKeys({ input, keys, onEnter: submit, onScanInDialog });

  useEffect(() => {
    const take = () => {
      // A window in the background has no focus either: Tab may have left the page for the browser's own toolbars.
      if (!document.hasFocus() || isCovered() || document.activeElement !== document.body) return;
      input.current?.focus({ preventScroll: true });
    };
    if (!isCovered()) input.current?.focus({ preventScroll: true });
    // When a dialog closes, or a button disappears or is disabled, nothing has the focus.
    const observer = new MutationObserver(() => requestAnimationFrame(take));
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    // A person who works by keyboard keeps their focus; a pointer needs none.
    const onClick = ({ detail, target }: MouseEvent) => {
      if (detail === 0 || !(target instanceof Element) || !target.closest("button, a")) return;
      requestAnimationFrame(() => !isCovered() && input.current?.focus({ preventScroll: true }));
    };
    const onFocus = () => {
      setIsAway(false);
      // Not at once: Tab returns by focusing the first element of the page.
      requestAnimationFrame(take);
    };
    const onBlur = () => setIsAway(!document.hasFocus());
    window.addEventListener("focus", onFocus);
    window.addEventListener("blur", onBlur);
    window.addEventListener("click", onClick);
    window.addEventListener("afterprint", take);
    return () => {
      observer.disconnect();
      window.removeEventListener("focus", onFocus);
      window.removeEventListener("blur", onBlur);
      window.removeEventListener("click", onClick);
      window.removeEventListener("afterprint", take);
    };
  }, []);

  function showKeyboard() {
    setHasKeyboard(!hasKeyboard);
    // The browser reads `inputMode` when the field gets the focus.
    requestAnimationFrame(() => {
      input.current?.blur();
      input.current?.focus();
    });
  }

  return (
    <form onSubmit={submit} className="flex items-start gap-2">
      <Field
        label={label}
        {...(hint ? { hint } : {})}
        error={isAway ? t("away") : undefined}
        className="min-w-0 flex-1"
      >
        <div className="relative">
          <ScanBarcode
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3 size-6 -translate-y-1/2 text-muted"
          />
          <Input
            ref={input}
            lang="en"
            inputMode={hasKeyboard ? "text" : "none"}
            enterKeyHint="done"
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={200}
            className="h-14 pl-12 font-mono text-lg"
            onCompositionStart={onInputMethod}
          />
        </div>
      </Field>
      <Button
        aria-pressed={hasKeyboard}
        aria-label={t("keyboard")}
        title={t("keyboard")}
        // As far down as the field under its label.
        className="mt-6 size-14 aria-pressed:border-accent aria-pressed:text-accent [&_svg]:size-6"
        onClick={showKeyboard}
      >
        <Keyboard aria-hidden="true" />
      </Button>
    </form>
  );
}
