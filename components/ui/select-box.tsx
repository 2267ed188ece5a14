"use client";

import { useEffect, useRef } from "react";

/** A box to select a row by: the browser's own, of which there are as many as rows. Its target is 32 px each way. */
export function SelectBox({
  label,
  words,
  checked,
  onToggle,
}: {
  label: string;
  /** How the label looks beside it, where it is to be seen. */
  words?: string;
  /** `some`: of several. */
  checked: boolean | "some";
  onToggle: (range: boolean) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = checked === "some";
  }, [checked]);
  return (
    <label className="-m-2 flex h-8 items-center gap-3 px-2">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked === true}
        onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey === true)}
        className="size-4 accent-accent"
      />
      {words ? <span className={words}>{label}</span> : null}
    </label>
  );
}
