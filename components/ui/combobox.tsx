"use client";

import { Command } from "cmdk";
import { Check, ChevronsUpDown, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { Popover } from "radix-ui";
import { type KeyboardEvent, type ReactNode, type Ref, useId, useMemo, useState } from "react";
import { cn } from "./cn";
import { useControlProps, useField } from "./field";
import { controlStyles } from "./input";
import { Spinner } from "./spinner";

export type ComboboxOption<V extends string = string> = {
  value: V;
  label: string;
  /** A second, quieter line. */
  description?: ReactNode;
  /** Further words that find it: the other language's name, a code. */
  keywords?: readonly string[];
  disabled?: boolean;
};

export type ComboboxProps<V extends string = string> = {
  options: readonly ComboboxOption<V>[];
  value?: V | "" | undefined;
  onValueChange: (value: V) => void;
  onBlur?: () => void;
  placeholder?: string;
  searchPlaceholder?: string;
  /** The caller searches (on the server): what is typed is told, and `options` are shown as they are. */
  onSearch?: (text: string) => void;
  loading?: boolean;
  /** What stands there when nothing matches, such as the way to add one. */
  empty?: ReactNode;
  name?: string;
  disabled?: boolean;
  id?: string;
  className?: string;
  "aria-label"?: string;
  ref?: Ref<HTMLButtonElement>;
};

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}

/** The options that match what was typed, those that begin with it first. */
function matching<V extends string>(options: readonly ComboboxOption<V>[], typed: string) {
  const wanted = plain(typed.trim());
  if (!wanted) return options;
  const ranked = options.flatMap((option) => {
    const texts = [option.label, option.value, ...(option.keywords ?? [])].map(plain);
    if (texts.some((text) => text.startsWith(wanted))) return [{ option, rank: 0 }];
    return texts.some((text) => text.includes(wanted)) ? [{ option, rank: 1 }] : [];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ option }) => option);
}

/** A choice from a long list by typing. All of it by keyboard: Enter or ↓ opens, letters search, Enter takes, Escape leaves. */
export function Combobox<V extends string = string>(props: ComboboxProps<V>) {
  const { options, value, onValueChange, onBlur, onSearch, loading = false, empty, name, disabled } = props;
  const t = useTranslations("ui");
  const field = useField();
  const control = useControlProps({ id: props.id });
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const shown = useMemo(() => (onSearch ? options : matching(options, typed)), [options, typed, onSearch]);
  const chosen = options.find((option) => option.value === value);
  const [lastChosen, setLastChosen] = useState(chosen);
  // A search on the server may leave the chosen one out of its answer; its words must stay.
  if (chosen && chosen !== lastChosen) setLastChosen(chosen);
  const label = chosen?.label ?? (lastChosen?.value === value ? lastChosen?.label : undefined) ?? (value || undefined);

  function change(open: boolean) {
    setIsOpen(open);
    if (!open) onBlur?.();
    else search("");
  }

  function search(text: string) {
    setTyped(text);
    onSearch?.(text);
  }

  function onKeyDown(event: KeyboardEvent) {
    const isLetter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp" && !isLetter) return;
    event.preventDefault();
    change(true);
    if (isLetter) search(event.key);
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={change}>
      {name ? <input type="hidden" name={name} value={value ?? ""} /> : null}
      <Popover.Trigger asChild>
        <button
          ref={props.ref}
          type="button"
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-label={props["aria-label"]}
          disabled={disabled}
          onKeyDown={onKeyDown}
          {...control}
          className={cn(
            controlStyles,
            "flex h-9 items-center justify-between gap-2 px-2.5 text-left",
            label === undefined && "text-muted",
            props.className,
          )}
        >
          <span className="min-w-0 truncate">{label ?? props.placeholder ?? t("choose")}</span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-labelledby={props["aria-label"] ? undefined : field?.labelId}
          aria-label={props["aria-label"]}
          className="z-50 w-(--radix-popover-trigger-width) min-w-60 animate-appear overflow-hidden rounded-md bg-surface text-text shadow-panel outline-none"
        >
          <Command shouldFilter={false} label={props.searchPlaceholder ?? t("search")} className="flex flex-col">
            <div className="flex h-9 items-center gap-2 border-b border-line px-2.5">
              <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <Command.Input
                value={typed}
                onValueChange={search}
                placeholder={props.searchPlaceholder ?? t("search")}
                className="h-full w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-muted"
              />
              {loading ? <Spinner className="text-muted" /> : null}
            </div>
            <Command.List id={listId} label={t("choose")} className="max-h-72 overflow-y-auto overscroll-contain p-1">
              {shown.length === 0 ? (
                <div role="status" className="px-2 py-4 text-center text-muted">
                  {loading ? t("loading") : (empty ?? t("noMatch"))}
                </div>
              ) : null}
              {shown.map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  {...(option.disabled ? { disabled: true } : {})}
                  onSelect={() => {
                    setLastChosen(option);
                    onValueChange(option.value);
                    change(false);
                  }}
                  className="relative flex min-h-8 cursor-default items-center rounded-sm py-1 pr-8 pl-2 select-none aria-selected:bg-hover data-[disabled=true]:text-muted"
                >
                  <span className="min-w-0">
                    {option.label}
                    {option.description ? <span className="block text-xs text-muted">{option.description}</span> : null}
                  </span>
                  {option.value === value ? (
                    <Check aria-hidden="true" className="absolute right-2 size-4 text-accent" />
                  ) : null}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
