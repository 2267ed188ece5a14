"use client";

import { Keyboard, ScanBarcode } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { scannedText } from "@/lib/tidy-number";
import { useKeptFocus } from "./use-kept-focus";
import { useScanKeys } from "./use-scan-keys";

/** Takes what a scanner types, also while something else has the focus. */
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
  const t = useTranslations("scanField");
  const input = useRef<HTMLInputElement>(null);
  // A tablet's on-screen keyboard would cover half the bench; it appears only when asked for.
  const [hasKeyboard, setHasKeyboard] = useState(false);
  const isAway = useKeptFocus(input);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!input.current) return;
    const code = scannedText(input.current.value);
    input.current.value = "";
    if (code) onCode(code);
  }

  useScanKeys({ input, keys, onEnter: submit, onScanInDialog });

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
