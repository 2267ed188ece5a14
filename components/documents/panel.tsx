"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

/** The frame of what is said of a batch. */
export function Panel({
  isListed = false,
  onDismiss,
  children,
}: {
  /** One of several jobs, which need distinct names. */
  isListed?: boolean;
  onDismiss?: (() => void) | undefined;
  children: ReactNode;
}) {
  const t = useTranslations("labelBatch.job");
  return (
    <section
      aria-label={isListed ? undefined : t("label")}
      className={cn("relative mb-4 rounded-lg border border-line bg-surface px-4 py-3", onDismiss && "pr-12")}
    >
      {children}
      {onDismiss ? (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t("dismiss")}
          className="absolute top-2 right-2"
          onClick={onDismiss}
        >
          <X aria-hidden="true" />
        </Button>
      ) : null}
    </section>
  );
}
