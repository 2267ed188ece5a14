"use client";

import { Command } from "cmdk";
import { Check, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { Popover } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { focusAfterText } from "./focus-after-text";
import { Spinner } from "./spinner";
import { useMarked } from "./use-marked";

export type ComboboxOption<V extends string = string> = {
  value: V;
  label: string;
  /** A second, quieter line. */
  description?: ReactNode;
  /** Other words that find it: the other language's name, a code. */
  keywords?: readonly string[];
  disabled?: boolean;
};

/** The list of a combobox and the field that searches it, below `anchor`. */
export default function ComboboxList<V extends string>({
  anchor,
  id,
  options,
  value,
  typed,
  onType,
  onChoose,
  onClose,
  loading,
  empty,
  searchPlaceholder,
  label,
  labelId,
}: {
  anchor: RefObject<HTMLButtonElement | null>;
  id: string;
  options: readonly ComboboxOption<V>[];
  value: V | "" | undefined;
  typed: string;
  onType: (text: string) => void;
  onChoose: (option: ComboboxOption<V>) => void;
  onClose: () => void;
  loading: boolean;
  empty: ReactNode;
  searchPlaceholder: string | undefined;
  label: string | undefined;
  labelId: string | undefined;
}) {
  const t = useTranslations("ui");
  const chosenBy = (id: string) => {
    const option = options.find((each) => each.value === id);
    if (option) onChoose(option);
  };
  const marking = useMarked({
    ids: options.filter((option) => !option.disabled).map((option) => option.value),
    typed,
    isAnswer: !loading,
    onChoose: chosenBy,
  });
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-labelledby={label ? undefined : labelId}
          aria-label={label}
          onOpenAutoFocus={focusAfterText}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.current?.focus();
          }}
          // A click on the button itself already closes the list.
          onInteractOutside={(event) => {
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className="z-50 w-(--radix-popper-anchor-width) min-w-60 animate-appear overflow-hidden rounded-md bg-surface text-text shadow-panel outline-none"
        >
          <Command shouldFilter={false} label={searchPlaceholder ?? t("search")} {...marking} className="flex flex-col">
            <div className="flex h-9 items-center gap-2 border-b border-line px-2.5">
              <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <Command.Input
                value={typed}
                onValueChange={onType}
                placeholder={searchPlaceholder ?? t("search")}
                className="h-full w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-muted"
              />
              {loading ? <Spinner className="text-muted" /> : null}
            </div>
            <Command.List id={id} label={t("choose")} className="max-h-72 overflow-y-auto overscroll-contain p-1">
              {options.length === 0 ? (
                <div role="status" className="px-2 py-4 text-center text-muted">
                  {loading ? t("loading") : (empty ?? t("noMatch"))}
                </div>
              ) : null}
              {options.map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  {...(option.disabled ? { disabled: true } : {})}
                  onSelect={chosenBy}
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
