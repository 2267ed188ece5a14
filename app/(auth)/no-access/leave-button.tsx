"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { leave } from "@/components/shell/sign-out";
import { Button } from "@/components/ui/button";

/** Signs out. */
export function LeaveButton() {
  const t = useTranslations("shell");
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Button
      className="mt-6 self-start"
      loading={isBusy}
      onClick={() => {
        setIsBusy(true);
        leave().catch(() => setIsBusy(false));
      }}
    >
      {t("signOut")}
    </Button>
  );
}
