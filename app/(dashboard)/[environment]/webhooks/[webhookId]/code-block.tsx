"use client";

import { type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";

/** Text as machines read it, with a way to copy it; scrolls by itself. */
export function CodeBlock({
  title,
  code,
  shown = code,
  wraps = true,
  children,
}: {
  title: string;
  /** What is copied. */
  code: string;
  /** Another look of the same. */
  shown?: string;
  /** Long lines go on below; code keeps its lines instead. */
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
