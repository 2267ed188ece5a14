"use client";

import { Tabs as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

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

/** How a tab looks; links that act as tabs (`TabLinks`) share it. */
export const tabStyles = cn(
  "-mb-px flex h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-2 font-semibold whitespace-nowrap text-muted no-underline",
  "hover:text-text focus-visible:outline-offset-[-2px]",
  "data-[state=active]:border-accent data-[state=active]:text-text aria-[current=page]:border-accent aria-[current=page]:text-text",
);

/** One tab, with a count where there is one. */
export function TabsTrigger({
  count,
  className,
  children,
  ...rest
}: ComponentProps<typeof Radix.Trigger> & { count?: ReactNode }) {
  return (
    <Radix.Trigger {...rest} className={cn(tabStyles, className)}>
      {children}
      {count === undefined ? null : <TabCount>{count}</TabCount>}
    </Radix.Trigger>
  );
}

/** The figure beside a tab's word. */
export function TabCount({ children }: { children: ReactNode }) {
  return <span className="min-w-5 rounded-full bg-hover px-1.5 text-center text-xs text-muted">{children}</span>;
}
