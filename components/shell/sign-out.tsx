"use client";

import { signOut } from "next-auth/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api-client";
import { revokeSessions } from "@/lib/contracts/session";
import { usePlace } from "../environment";
import { ConfirmDialog } from "../ui/alert-dialog";
import { useFailureToast } from "../ui/failure-toast";

/** Ends this browser's session and leads to sign-in. */
export async function leave(): Promise<void> {
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
      await call(revokeSessions, { but_this: "N" }, where);
    } catch (error) {
      showFailure(error);
      throw error;
    }
    await leave();
  }

  const dialog = (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={setIsAsking}
      title={t("title")}
      description={t("description")}
      confirmLabel={t("confirm")}
      onConfirm={everywhere}
    />
  );
  return { signOut: () => void leave(), askEverywhere: () => setIsAsking(true), dialog };
}
