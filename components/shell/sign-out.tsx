"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { ApiFailure } from "@/lib/api-client";
import { lazily } from "@/lib/lazily";
import { callLazily, lazyContract } from "@/lib/lazy-contract";
import { usePlace } from "../environment";
import { leaveBy } from "../leave-by";
import { useFailureToast } from "../ui/failure-toast";

const REVOKE_SESSIONS = lazyContract("revokeSessions", () => lazily(() => import("@/lib/contracts/session")));
const ConfirmDialog = lazy(() =>
  lazyPart(() => import("../ui/alert-dialog").then((module) => ({ default: module.ConfirmDialog }))),
);

/** Ends this browser's session and leads to sign-in. @throws ApiFailure where the server cannot be reached */
export async function leave(): Promise<void> {
  try {
    const { signOut } = await lazily(() => import("next-auth/react"));
    await signOut({ redirect: false });
  } catch (cause) {
    throw new ApiFailure({ kind: "network", status: 0, message: "The session could not be ended.", cause });
  }
  window.location.assign("/sign-in");
}

/** The ways out, and the question before the larger one, to be placed once. */
export function useSignOut() {
  const t = useTranslations("shell.everywhere");
  const { where } = usePlace();
  const [isAsking, setIsAsking] = useState(false);
  const showFailure = useFailureToast();

  async function everywhere() {
    try {
      await callLazily(REVOKE_SESSIONS, { but_this: "N" }, where);
      await leave();
    } catch (error) {
      showFailure(error);
      throw error;
    }
  }

  const dialog = isAsking ? (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        onOpenChange={setIsAsking}
        title={t("title")}
        description={t("description")}
        confirmLabel={t("confirm")}
        onConfirm={everywhere}
      />
    </Suspense>
  ) : null;
  return {
    signOut: () => leaveBy(() => void leave().catch(showFailure)),
    askEverywhere: () => leaveBy(() => setIsAsking(true)),
    dialog,
  };
}
