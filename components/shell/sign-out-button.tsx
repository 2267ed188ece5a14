"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../ui/button";
import { useFailureToast } from "../ui/failure-toast";
import { leave } from "./sign-out";

/** Ends this browser's session. */
export function SignOutButton() {
  const t = useTranslations("shell");
  const showFailure = useFailureToast();
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Button
      variant="ghost"
      size="sm"
      loading={isLeaving}
      onClick={() => {
        setIsLeaving(true);
        void leave().catch((error: unknown) => {
          setIsLeaving(false);
          showFailure(error);
        });
      }}
    >
      {t("signOut")}
    </Button>
  );
}
