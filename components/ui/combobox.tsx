"use client";

import { ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { bestFirst, matchingChoices } from "@/lib/choice-search";
import { cn } from "./cn";
import ComboboxList, { type ComboboxOption } from "./combobox-list";
import { useControlProps, useField } from "./field";

export type ComboboxProps<V extends string = string> = {
  options: readonly ComboboxOption<V>[];
  value?: V | "" | undefined;
  onValueChange: (value: V) => void;
  onBlur?: () => void;
  placeholder?: string;
  searchPlaceholder?: string;
  /** The caller searches (on the server): it receives what is typed, and all `options` are shown. */
  onSearch?: (text: string) => void;
  /** The options do not answer what is typed yet. */
  loading?: boolean;
  /** Shown when nothing matches, such as a way to add one. */
  empty?: ReactNode;
  name?: string;
  disabled?: boolean;
  id?: string;
  className?: string;
  "aria-label"?: string;
  ref?: Ref<HTMLButtonElement>;
};

/**
 * A choice from a long list by typing, entirely usable by keyboard: Enter or ↓ opens, letters search, Enter chooses,
 * Escape leaves.
 */
export function Combobox<V extends string = string>(props: ComboboxProps<V>) {
  const { options, value, onValueChange, onBlur, onSearch, loading = false, empty, name, disabled } = props;
  const t = useTranslations("ui");
  const field = useField();
  const control = useControlProps({ id: props.id });
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(props.ref, () => button.current as HTMLButtonElement);
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const isSearched = onSearch !== undefined;
  const shown = useMemo(
    () => (isSearched ? bestFirst(options, typed) : matchingChoices(options, typed)),
    [options, typed, isSearched],
  );
  const chosen = options.find((option) => option.value === value);
  const [lastChosen, setLastChosen] = useState(chosen);
  // A search on the server may leave the chosen option out of its answer; its label must stay.
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
    if (!isOpen) change(true);
    if (isLetter) search(isOpen ? typed + event.key : event.key);
  }

  return (
    <>
      {name ? <input type="hidden" name={name} value={value ?? ""} /> : null}
      <button
        ref={button}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-label={props["aria-label"]}
        disabled={disabled}
        onClick={() => change(!isOpen)}
        onKeyDown={onKeyDown}
        {...control}
        className={cn(
          "control flex h-9 items-center justify-between gap-2 px-2.5 text-left",
          label === undefined && "text-muted",
          props.className,
        )}
      >
        <span className="min-w-0 truncate">{label ?? props.placeholder ?? t("choose")}</span>
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </button>
      {isOpen ? (
        <ComboboxList
          anchor={button}
          id={listId}
          options={shown}
          value={value}
          typed={typed}
          onType={search}
          onChoose={(option) => {
            setLastChosen(option);
            onValueChange(option.value);
            change(false);
          }}
          onClose={() => change(false)}
          loading={loading}
          empty={empty}
          searchPlaceholder={props.searchPlaceholder}
          label={props["aria-label"]}
          labelId={field?.labelId}
        />
      ) : null}
    </>
  );
}
