"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState } from "react";
import { onSessionEnded } from "@/lib/api-client";

const ConfirmDialog = lazy(async () => ({ default: (await import("./ui/alert-dialog")).ConfirmDialog }));

/** Asks to sign in again when an operation answered that nobody is signed in; comes back to the same page afterwards. */
export function SessionEnded() {
  const t = useTranslations("sessionEnded");
  const [isEnded, setIsEnded] = useState(false);

  // The page of sign-in asks for a session itself and has nothing to come back to.
  useEffect(() => onSessionEnded(() => window.location.pathname !== "/sign-in" && setIsEnded(true)), []);

  function signIn() {
    const { pathname, search } = window.location;
    window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
    // The dialog stays until the page has gone.
    return new Promise(() => undefined);
  }

  if (!isEnded) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        onOpenChange={setIsEnded}
        title={t("title")}
        description={t("description")}
        confirmLabel={t("signIn")}
        cancelLabel={t("stay")}
        onConfirm={signIn}
      />
    </Suspense>
  );
}
