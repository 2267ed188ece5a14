"use client";

import { Popover as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;
export const PopoverAnchor = Radix.Anchor;
export const PopoverClose = Radix.Close;

/** A small panel beside what opened it. It is a dialog: give it `aria-label`. */
export function PopoverContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={4}
        collisionPadding={8}
        align="start"
        {...rest}
        className={cn(
          "z-50 w-72 animate-appear rounded-md bg-surface p-4 text-text shadow-panel outline-none",
          className,
        )}
      />
    </Radix.Portal>
  );
}
