"use client";

import { useIsHydrated } from "../ui/use-is-hydrated";
import { KeyName } from "./key-name";
import { areSingleKeysOn } from "./single-keys";

const isOfLetters = (keys: string) => keys.split(" ").every((key) => key.length === 1);

/** The keys of a page, written where they work, for those who have a keyboard and the room. */
export function KeyHints({ hints }: { hints: readonly { keys: readonly string[]; does: string }[] }) {
  const hasLetters = useIsHydrated() && areSingleKeysOn();
  const shown = hints.filter(({ keys }) => hasLetters || !keys.some(isOfLetters));
  if (shown.length === 0) return null;
  return (
    <ul className="hidden flex-wrap gap-x-4 gap-y-1 text-xs text-muted lg:pointer-fine:flex">
      {shown.map(({ keys, does }) => (
        <li key={does} className="flex items-center gap-1.5">
          {keys.map((combination) => (
            <KeyName key={combination} combination={combination} />
          ))}
          {does}
        </li>
      ))}
    </ul>
  );
}
