"use client";

import { type LucideIcon, Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { SCANNER_MS, useShortcuts } from "../shell/shortcuts";
import { cn } from "../ui/cn";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Kbd } from "../ui/kbd";
import { Spinner } from "../ui/spinner";
import { goToRows } from "./row-keys";
import { type TypedSearch, useTypedSearch } from "./use-typed-search";

/** The search of a list, which `/` goes to. */
export function SearchField({
  label,
  placeholder,
  icon: Icon = Search,
  isFirst = false,
  className,
  ...search
}: TypedSearch & {
  label: string;
  placeholder: string;
  icon?: LucideIcon;
  /** Gets the focus at first, because a scanner types wherever the focus is. */
  isFirst?: boolean;
  className: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { text, isOpening, isSettled, typing } = useTypedSearch(search);
  /** Enter was pressed: the rows get the focus as soon as they are those of the text. */
  const [isEntered, setIsEntered] = useState(false);
  const lastAt = useRef(0);

  useShortcuts([
    {
      keys: ["/"],
      label,
      run() {
        input.current?.focus();
        input.current?.select();
      },
    },
  ]);
  useEffect(() => {
    if (isFirst) input.current?.focus();
  }, [isFirst]);

  useEffect(() => {
    if (!isEntered || !isSettled) return;
    setIsEntered(false);
    if (input.current && document.activeElement === input.current) goToRows(input.current);
  }, [isEntered, isSettled]);

  /** ↓ and Enter go to the rows; Escape empties the field, then leaves it. */
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    typing.onKeyDown(event);
    const { key, currentTarget: field, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    // What a scanner types next belongs to the field as well.
    setIsEntered(key === "Enter" && event.timeStamp - lastAt.current >= SCANNER_MS);
    lastAt.current = event.timeStamp;
    if (key === "ArrowDown" && goToRows(field)) event.preventDefault();
    if (key === "Escape" && text === "") field.blur();
    else if (key === "Escape") typing.empty();
  }

  return (
    <Field label={label} className={className}>
      <div className="relative">
        <Icon aria-hidden="true" className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
        <Input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          placeholder={placeholder}
          aria-keyshortcuts="/"
          value={typing.value}
          onChange={typing.onChange}
          onCompositionEnd={typing.onCompositionEnd}
          onKeyDown={onKeyDown}
          className="pr-2 pl-8"
        />
        <span className="pointer-events-none absolute top-2 right-2 text-muted">
          {isOpening ? (
            <Spinner className="mt-0.5" />
          ) : (
            <span aria-hidden="true" className={cn("hidden", text === "" && "md:inline")}>
              <Kbd>/</Kbd>
            </span>
          )}
        </span>
      </div>
    </Field>
  );
}
