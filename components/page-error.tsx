"use client";

import { useTranslations } from "next-intl";
import { ErrorState } from "./ui/error-state";
import { PageHeader } from "./ui/page-header";

/** A page that failed; the navigation around it keeps working. */
export function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations("pageError");
  return (
    <>
      <PageHeader title={t("title")} />
      <ErrorState error={error} onRetry={reset} {...(error.digest ? { requestId: error.digest } : {})} />
    </>
  );
}
