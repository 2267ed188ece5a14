import { type KeyboardEvent, useEffect, useRef, useState } from "react";

const MOVES: readonly string[] = ["ArrowUp", "ArrowDown", "Home", "End"];
// With the control key, as cmdk has it.
const MOVES_WITH_CTRL: readonly string[] = ["n", "j", "p", "k"];

/**
 * Which entry of a list that is searched by typing Enter takes: the one that arrows or the pointer marked, else the
 * first one of the answer to what is typed. Enter waits for that answer, so that a quick typist never gets an entry of
 * an earlier one. Returns the props of cmdk's `Command` that say so.
 */
export function useMarked({
  ids,
  typed,
  isAnswer,
  onChoose,
}: {
  /** The entries that can be chosen, in the order in which they are shown. */
  ids: readonly string[];
  typed: string;
  /** Whether they are the answer to what is typed, not to what was typed before. */
  isAnswer: boolean;
  onChoose: (id: string) => void;
}) {
  const [marked, setMarked] = useState<string | null>(null);
  // What was typed when Enter came before its answer; null: it did not.
  const [awaited, setAwaited] = useState<string | null>(null);
  // cmdk marks an entry by itself too, which says nothing about what the person means.
  const isByHand = useRef(false);
  const [last, setLast] = useState(typed);
  if (last !== typed) {
    setLast(typed);
    setMarked(null);
    setAwaited(null);
  }
  const own = marked !== null && ids.includes(marked) ? marked : null;
  const first = ids[0];

  useEffect(() => {
    if (awaited === null || !isAnswer) return;
    setAwaited(null);
    if (first !== undefined) onChoose(first);
  }, [awaited, isAnswer, first, onChoose]);

  return {
    value: own ?? first ?? "",
    onValueChange: (id: string) => {
      if (isByHand.current) setMarked(id);
    },
    onPointerMove: () => {
      isByHand.current = true;
    },
    onKeyDown: (event: KeyboardEvent) => {
      isByHand.current = (event.ctrlKey ? MOVES_WITH_CTRL : MOVES).includes(event.key);
      if (event.key !== "Enter" || event.nativeEvent.isComposing || own !== null || isAnswer || !typed.trim()) return;
      event.preventDefault();
      setAwaited(typed);
    },
  };
}
