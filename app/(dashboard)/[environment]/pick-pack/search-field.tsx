"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

const TYPING_MS = 250;

/** Looks for what is typed, once its writer pauses; Enter looks at once. */
export function SearchField({
  value,
  onSearch,
  className,
}: {
  /** What the URL searches for. */
  value: string;
  onSearch: (text: string) => void;
  className: string;
}) {
  const t = useTranslations("pickPack.search");
  const input = useRef<HTMLInputElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  const [text, setText] = useState(value);

  useShortcuts([{ keys: ["/"], label: t("label"), run: () => input.current?.select() }]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  // Back or a cleared filter changed the search: the box follows, yet never while somebody types.
  useEffect(() => {
    if (waiting.current !== undefined || value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  function search(next: string) {
    clearTimeout(waiting.current);
    waiting.current = undefined;
    if (next.trim() === sent.current) return;
    sent.current = next.trim();
    onSearch(sent.current);
  }

  function type(next: string, isComposing: boolean) {
    setText(next);
    clearTimeout(waiting.current);
    // A Chinese word is looked for when it is written.
    waiting.current = isComposing ? undefined : setTimeout(() => search(next), TYPING_MS);
  }

  return (
    <Field label={t("label")} className={className}>
      <div className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
        <Input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t("placeholder")}
          aria-keyshortcuts="/"
          value={text}
          onChange={(event) => type(event.target.value, (event.nativeEvent as InputEvent).isComposing)}
          onCompositionEnd={(event) => type(event.currentTarget.value, false)}
          onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && search(text)}
          className="pl-8"
        />
      </div>
    </Field>
  );
}
