"use client";

import { type ReactNode, useId } from "react";
import { cn } from "./cn";
import { CopyButton } from "./copy-button";

/** Code or data, with a button that copies it; it scrolls by itself. */
export function CodeBlock({
  title,
  code,
  shown = code,
  wraps = true,
  children,
}: {
  title: string;
  /** The text to copy. */
  code: string;
  /** What is shown instead of `code`, if different. */
  shown?: string;
  /** Wraps long lines; code keeps its lines. */
  wraps?: boolean;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex items-center justify-between gap-2">
        <h4 id={id} className="text-xs font-semibold">
          {title}
        </h4>
        <CopyButton text={code} what={title} size="icon-sm" className="text-muted" />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        className={cn(
          "overflow-auto rounded-md bg-code px-3 py-2 font-mono text-xs",
          wraps && "max-h-96 break-words whitespace-pre-wrap",
        )}
      >
        {shown}
      </pre>
      {children}
    </section>
  );
}
