"use client";

import { useEffect, useRef } from "react";

/** A checkbox that selects a row: the browser's own, because there is one per row. Its target is 32 px each way. */
export function SelectBox({
  label,
  labelClass,
  checked,
  onToggle,
}: {
  label: string;
  /** Classes of the label next to it, if it is visible. */
  labelClass?: string;
  /** `some`: some of several rows. */
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
      {labelClass ? <span className={labelClass}>{label}</span> : null}
    </label>
  );
}
