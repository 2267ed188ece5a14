"use client";

import { ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { lazily } from "@/lib/lazily";
import { cn } from "./cn";
import { useControlProps, useField } from "./field";
import { controlStyles } from "./input";
import { lazyPart } from "./lazy-part";

// The list weighs 30 kB with what places it: it comes when the button is reached for.
const loadList = () => import("./combobox-list");
const ComboboxList = lazy(() => lazyPart(loadList)) as unknown as typeof import("./combobox-list").default;

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
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(props.ref, () => button.current as HTMLButtonElement);
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
    if (!isOpen) change(true);
    // Letters that are typed before the list is there are its search too.
    if (isLetter) search(isOpen ? typed + event.key : event.key);
  }

  const preload = () => void lazily(loadList).catch(() => null);
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
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => change(!isOpen)}
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
      {isOpen ? (
        <Suspense fallback={null}>
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
        </Suspense>
      ) : null}
    </>
  );
}
