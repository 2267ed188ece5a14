"use client";

import { useTranslations } from "next-intl";
import { ErrorState } from "./ui/error-state";
import { Wordmark } from "./wordmark";

/** A whole page that failed. */
export default function PageFailure({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations("pageError");
  return (
    <div className="mx-auto max-w-4xl px-4 sm:px-8">
      <header className="flex h-16 items-center border-b border-line">
        <Wordmark />
      </header>
      <main className="py-10 sm:py-16">
        <h1 className="sr-only">{t("title")}</h1>
        <ErrorState error={error} onRetry={reset} {...(error.digest ? { requestId: error.digest } : {})} />
      </main>
    </div>
  );
}
