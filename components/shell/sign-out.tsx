"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiFailure } from "@/lib/api-client";
import { ConfirmOperation } from "../confirm-operation";
import { leaveBy } from "../forms/leave-by";
import { forgetUnsaved } from "../orders/unsaved";
import { useFailureToast } from "../ui/failure-toast";

/**
 * Ends this browser's session, forgets what was typed in it and not saved, and goes to the sign-in page.
 * @throws ApiFailure where the server cannot be reached
 */
export async function leave(): Promise<void> {
  try {
    const { signOut } = await import("next-auth/react");
    await signOut({ redirect: false });
  } catch (cause) {
    throw new ApiFailure({ kind: "network", status: 0, message: "The session could not be ended.", cause });
  }
  forgetUnsaved();
  window.location.assign("/sign-in");
}

/** Both kinds of signing out, and the question before signing out everywhere; place it once. */
export function useSignOut() {
  const t = useTranslations("shell.everywhere");
  const [isAsking, setIsAsking] = useState(false);
  const showFailure = useFailureToast();

  const dialog = isAsking ? (
    <ConfirmOperation
      operation="revokeSessions"
      input={{ but_this: "N" }}
      title={t("title")}
      description={t("description")}
      confirmLabel={t("confirm")}
      onDone={() => void leave().catch(showFailure)}
      // The person is not signed in any more.
      isReadLater
      onClose={() => setIsAsking(false)}
    />
  ) : null;
  return {
    signOut: () => leaveBy(() => void leave().catch(showFailure)),
    askEverywhere: () => leaveBy(() => setIsAsking(true)),
    dialog,
  };
}
