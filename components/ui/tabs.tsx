"use client";

import { Tabs as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { TabCount } from "./tab-look";

export const Tabs = Radix.Root;
export const TabsContent = Radix.Content;

/** The row of tabs; scrolls sideways where it is too narrow. */
export function TabsList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      {...rest}
      className={cn("flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]", className)}
    />
  );
}

/** One tab, with a count where there is one. */
export function TabsTrigger({
  count,
  className,
  children,
  ...rest
}: ComponentProps<typeof Radix.Trigger> & { count?: ReactNode }) {
  return (
    <Radix.Trigger {...rest} className={cn("tab", className)}>
      {children}
      {count === undefined ? null : <TabCount>{count}</TabCount>}
    </Radix.Trigger>
  );
}
