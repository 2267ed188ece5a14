"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { callLazily, lazyContract } from "@/lib/lazy-contract";
import { usePlace } from "../environment";
import { useFailureToast } from "../ui/failure-toast";

const REVOKE_SESSIONS = lazyContract("revokeSessions", () => import("@/lib/contracts/session"));
const ConfirmDialog = lazy(async () => ({ default: (await import("../ui/alert-dialog")).ConfirmDialog }));

/** Ends this browser's session and leads to sign-in. */
export async function leave(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ redirect: false });
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
    } catch (error) {
      showFailure(error);
      throw error;
    }
    await leave();
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
  return { signOut: () => void leave(), askEverywhere: () => setIsAsking(true), dialog };
}
