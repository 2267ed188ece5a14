"use client";

import { KeyRound } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { CopyButton } from "./ui/copy-button";
import { Input } from "./ui/input";

/** A new secret. No other page and no answer of the API shows it again, so it must be saved before leaving. */
export function SecretOnce({
  secret,
  labels,
  children,
}: {
  secret: string;
  /** What the secret is called, what follows if it is lost, and the button that copies it. */
  labels: Record<"title" | "once" | "copy", string>;
  children?: ReactNode;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), []);

  return (
    <section aria-labelledby={`${id}-title`} className="flex max-w-3xl flex-col gap-3">
      <h2 id={`${id}-title`} ref={heading} tabIndex={-1} className="flex items-center gap-2 font-semibold outline-none">
        <KeyRound aria-hidden="true" className="size-4 shrink-0 text-accent" />
        {labels.title}
      </h2>
      <p id={`${id}-once`} className="rounded-md bg-warn-tint px-3 py-2 text-warn">
        {labels.once}
      </p>
      <div className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
        <Input
          readOnly
          value={secret}
          aria-label={labels.title}
          aria-describedby={`${id}-once`}
          onFocus={(event) => event.target.select()}
          className="font-mono text-xs"
        />
        <CopyButton text={secret} what={labels.title} label={labels.copy} variant="secondary" />
      </div>
      {children}
    </section>
  );
}
