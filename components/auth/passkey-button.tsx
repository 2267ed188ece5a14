"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";

/** Signs in with a passkey. */
export function PasskeyButton({
  label,
  isDisabled = false,
  onPress,
}: {
  label?: string;
  isDisabled?: boolean;
  onPress: () => void;
}) {
  const t = useTranslations("signIn");
  return (
    <Button disabled={isDisabled} onClick={onPress} className="w-full opacity-100">
      <KeyRound aria-hidden="true" />
      {label ?? t("withPasskey")}
    </Button>
  );
}
