"use client";

import { type ChangeEvent, type CompositionEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";

const TYPING_MS = 250;

export type TypedSearch = {
  /** What the URL searches for. */
  value: string;
  /** Whether the rows of what was typed last are still under way. */
  isPending: boolean;
  onSearch: (text: string) => void;
  /** On Enter: opens the one that `text` names in full, false where there is none; null: it cannot name one. */
  open?: ((text: string) => Promise<boolean> | null) | undefined;
};

/** Looks for what is typed once its writer pauses, and for a Chinese word when it is written; Enter looks at once. */
export function useTypedSearch({ value, isPending, onSearch, open }: TypedSearch) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  const [text, setText] = useState(value);
  const [isOpening, setIsOpening] = useState(false);

  useEffect(() => () => clearTimeout(waiting.current), []);
  // Back, a cleared filter or the palette changed the search: the box follows, yet never while somebody types.
  useEffect(() => {
    if (isPending || waiting.current !== undefined || value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value, isPending]);

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
    waiting.current = isComposing ? undefined : setTimeout(() => search(next), next === "" ? 0 : TYPING_MS);
  }

  async function openFirst(opening: Promise<boolean>) {
    clearTimeout(waiting.current);
    setIsOpening(true);
    try {
      if (!(await opening)) search(text);
    } catch {
      // The list asks again, and says what is wrong.
      search(text);
    } finally {
      setIsOpening(false);
    }
  }

  return {
    text,
    isOpening,
    /** For the input. */
    typing: {
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        type(event.target.value, (event.nativeEvent as InputEvent).isComposing),
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => type(event.currentTarget.value, false),
      onKeyDown(event: KeyboardEvent) {
        // Enter also ends the writing of a Chinese word.
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        const opening = open?.(text.trim());
        if (opening) void openFirst(opening);
        else search(text);
      },
    },
  };
}
