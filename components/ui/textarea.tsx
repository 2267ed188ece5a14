"use client";

import type { ComponentProps } from "react";
import { cn } from "./cn";
import { Counter, useLength } from "./counter";
import { useControlProps } from "./field";

/** Several lines of text; grows with them. */
export function Textarea({
  limit,
  rows = 3,
  className,
  ...rest
}: ComponentProps<"textarea"> & {
  /** The limit in characters; a live counter is shown and nothing is cut off. */
  limit?: number;
}) {
  const control = useControlProps(rest);
  const { length, ref, onInput } = useLength(rest);
  return (
    <>
      <textarea
        {...rest}
        {...control}
        ref={ref}
        onInput={onInput}
        rows={rows}
        className={cn("control field-sizing-content max-h-80 min-h-16 px-2.5 py-2", className)}
      />
      {limit === undefined ? null : <Counter length={length} limit={limit} />}
    </>
  );
}
