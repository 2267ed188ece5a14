"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiFailure, call } from "@/lib/api-client";
import { usePlace } from "../environment";
import { leaveBy } from "../leave-by";
import { forgetUnsaved } from "../orders/unsaved";
import { ConfirmDialog } from "../ui/alert-dialog";
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

/** The ways to sign out, and the question before signing out everywhere; place it once. */
export function useSignOut() {
  const t = useTranslations("shell.everywhere");
  const { where } = usePlace();
  const [isAsking, setIsAsking] = useState(false);
  const showFailure = useFailureToast();

  async function everywhere() {
    try {
      await call("revokeSessions", { but_this: "N" }, where);
      await leave();
    } catch (error) {
      showFailure(error);
      throw error;
    }
  }

  const dialog = isAsking ? (
    <ConfirmDialog
      open
      onOpenChange={setIsAsking}
      title={t("title")}
      description={t("description")}
      confirmLabel={t("confirm")}
      onConfirm={everywhere}
    />
  ) : null;
  return {
    signOut: () => leaveBy(() => void leave().catch(showFailure)),
    askEverywhere: () => leaveBy(() => setIsAsking(true)),
    dialog,
  };
}
