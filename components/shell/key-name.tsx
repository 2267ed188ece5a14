"use client";

import { Kbd } from "../ui/kbd";
import { useIsHydrated } from "../ui/use-is-hydrated";

/** The name of a key on this keyboard. */
export function KeyName({ combination }: { combination: string }) {
  const isHydrated = useIsHydrated();
  const isMac = isHydrated && /Mac|iPhone|iPad/.test(navigator.platform);
  const keys = combination
    .split(/[+ ]/)
    .map((key) => (key === "mod" ? (isMac ? "⌘" : "Ctrl") : key.slice(0, 1).toUpperCase() + key.slice(1)));
  return (
    <span className="inline-flex gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}
