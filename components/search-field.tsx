"use client";

import { type LucideIcon, Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { useShortcuts } from "./shell/shortcuts";
import { cn } from "./ui/cn";
import { Field } from "./ui/field";
import { Input } from "./ui/input";
import { Kbd } from "./ui/kbd";
import { Spinner } from "./ui/spinner";
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
  const { text, isOpening, typing } = useTypedSearch(search);

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
          {...typing}
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
