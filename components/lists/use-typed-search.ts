"use client";

import { type ChangeEvent, type CompositionEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";

const TYPING_MS = 250;

export type TypedSearch = {
  /** The search text in the URL. */
  value: string;
  /** Whether the rows for the last typed text are still loading. */
  isPending: boolean;
  onSearch: (text: string) => void;
  /**
   * On Enter: opens the one that `text` names in full. Resolves to false if there is none; null if the text cannot name
   * one.
   */
  open?: ((text: string) => Promise<boolean> | null) | undefined;
};

/**
 * Searches for what is typed when the typing pauses, and for Chinese once a word is complete; Enter searches at once.
 */
export function useTypedSearch({ value, isPending, onSearch, open }: TypedSearch) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  const [text, setText] = useState(value);
  const [isOpening, setIsOpening] = useState(false);

  useEffect(() => () => clearTimeout(waiting.current), []);
  // Back, a cleared filter or the palette changed the search: the box follows, but never during typing.
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
      // The list then sends the request, and shows what is wrong.
      search(text);
    } finally {
      setIsOpening(false);
    }
  }

  return {
    text,
    isOpening,
    /** The rows are those of the text. */
    isSettled: !isOpening && !isPending && value === text.trim(),
    /** For the input. */
    typing: {
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        type(event.target.value, (event.nativeEvent as InputEvent).isComposing),
      empty: () => type("", false),
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => type(event.currentTarget.value, false),
      onKeyDown(event: KeyboardEvent) {
        // Enter also completes a Chinese word.
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        const opening = open?.(text.trim());
        if (opening) void openFirst(opening);
        else search(text);
      },
    },
  };
}
