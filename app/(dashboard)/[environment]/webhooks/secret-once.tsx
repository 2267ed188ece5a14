"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Input } from "@/components/ui/input";

/** A secret that was just made. It is on no other page and in no answer of the API: whoever leaves must have kept it. */
export function SecretOnce({ secret, children }: { secret: string; children?: ReactNode }) {
  const t = useTranslations("webhooks.secret");
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), []);

  return (
    <section aria-labelledby={`${id}-title`} className="flex max-w-3xl flex-col gap-3">
      <h2 id={`${id}-title`} ref={heading} tabIndex={-1} className="flex items-center gap-2 font-semibold outline-none">
        <KeyRound aria-hidden="true" className="size-4 shrink-0 text-accent" />
        {t("title")}
      </h2>
      <p id={`${id}-once`} className="rounded-md bg-warn-tint px-3 py-2 text-warn">
        {t("once")}
      </p>
      <div className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
        <Input
          readOnly
          value={secret}
          aria-label={t("label")}
          aria-describedby={`${id}-once`}
          onFocus={(event) => event.target.select()}
          className="font-mono text-xs"
        />
        <CopyButton text={secret} what={t("label")} label={t("copy")} variant="secondary" />
      </div>
      {children}
    </section>
  );
}
