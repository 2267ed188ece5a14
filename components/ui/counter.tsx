"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type InputEvent, type Ref, useCallback, useState } from "react";
import { cn } from "./cn";
import { useField } from "./field";

type TextControl = HTMLInputElement | HTMLTextAreaElement;
type Watched<E extends TextControl> = {
  value?: ComponentProps<"input">["value"];
  ref?: Ref<E> | undefined;
  onInput?: ((event: InputEvent<E>) => void) | undefined;
};

/** Length in code points, as the API counts (contract §12.3). */
function lengthOf(text: unknown): number {
  return [...String(text ?? "")].length;
}

/** Watches how long the text of a control is, controlled or not. */
export function useLength<E extends TextControl>({ value, ref, onInput }: Watched<E>) {
  const [typed, setTyped] = useState<number | null>(null);
  const watch = useCallback(
    (element: E | null) => {
      if (element) setTyped(lengthOf(element.value));
      if (typeof ref === "function") return ref(element);
      if (ref) ref.current = element;
      return undefined;
    },
    [ref],
  );
  return {
    length: value === undefined ? (typed ?? 0) : lengthOf(value),
    ref: watch,
    onInput(event: InputEvent<E>) {
      setTyped(lengthOf(event.currentTarget.value));
      onInput?.(event);
    },
  };
}

/** How many characters of a limit are used, in the line of the label if there is one; announced when few are left. */
export function Counter({ length, limit }: { length: number; limit: number }) {
  const t = useTranslations("ui");
  const hasLabel = useField()?.hasLabel;
  const left = limit - length;
  const isNear = left <= Math.max(5, Math.floor(limit / 10));
  return (
    <p
      data-counter
      className={cn(
        "text-xs text-muted tabular-nums",
        left < 0 && "font-semibold text-bad",
        hasLabel && "absolute top-0.5 right-0",
      )}
    >
      {/* Keeps its space, so that nothing moves with the first letter. */}
      <span aria-hidden="true" className={cn(length === 0 && "invisible")}>
        {length}/{limit}
      </span>
      <span className="sr-only" aria-live="polite">
        {isNear ? (left < 0 ? t("charactersOver", { count: -left }) : t("charactersLeft", { count: left })) : ""}
      </span>
    </p>
  );
}
