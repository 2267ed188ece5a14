"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { leave } from "@/components/shell/sign-out";
import { Button } from "@/components/ui/button";

/** Ends this browser's session. */
export function SignOutButton() {
  const t = useTranslations("support");
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Button
      variant="ghost"
      size="sm"
      loading={isLeaving}
      onClick={() => {
        setIsLeaving(true);
        void leave();
      }}
    >
      {t("signOut")}
    </Button>
  );
}
