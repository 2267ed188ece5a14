"use client";

import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { Counter, useLength } from "./counter";
import { useControlProps } from "./field";

export type InputProps = Omit<ComponentProps<"input">, "prefix"> & {
  /** Shown inside, before the text: a currency, a dialling code. */
  prefix?: ReactNode;
  /** Shown inside, after the text: a unit, a button. */
  suffix?: ReactNode;
  /** The limit in characters; a live counter is shown and nothing is cut off. */
  limit?: number;
};

/** A line of text. Inside a `Field` it needs no label of its own. For amounts use `inputMode`, not `type="number"`. */
export function Input({ prefix, suffix, limit, className, ...rest }: InputProps) {
  const control = useControlProps(rest);
  const { length, ref, onInput } = useLength(rest);
  const input = (
    <input
      {...rest}
      {...control}
      ref={ref}
      onInput={onInput}
      className={cn(
        "control h-9 px-2.5",
        prefix && "rounded-l-none border-l-0 pl-2",
        suffix && "rounded-r-none border-r-0 pr-2",
        className,
      )}
    />
  );
  const affix = "flex h-9 shrink-0 items-center border border-control bg-background px-2.5 text-sm text-muted";
  return (
    <>
      {prefix || suffix ? (
        <div className="flex min-w-0">
          {prefix ? <span className={cn(affix, "rounded-l-md")}>{prefix}</span> : null}
          {input}
          {suffix ? <span className={cn(affix, "rounded-r-md")}>{suffix}</span> : null}
        </div>
      ) : (
        input
      )}
      {limit === undefined ? null : <Counter length={length} limit={limit} />}
    </>
  );
}
