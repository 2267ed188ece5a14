"use client";

import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";

/** A page of the warehouse that failed; the navigation around it goes on working. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations("pageError");
  return (
    <>
      <PageHeader title={t("title")} />
      <ErrorState error={error} onRetry={reset} {...(error.digest ? { requestId: error.digest } : {})} />
    </>
  );
}
