"use client";

import { useTranslations } from "next-intl";
import { call, type Where } from "@/lib/api-client";
import type { FactorRow } from "@/lib/contracts/security";
import { toast } from "../ui/toast";
import { PasswordQuestion } from "./password-question";

/** Asks for the password before a second factor is removed. */
export function RemoveDialog({
  factor,
  isLast,
  where,
  onRemoved,
  onClose,
}: {
  factor: FactorRow;
  isLast: boolean;
  where: Where;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("settings.security.remove");
  const { kind, name } = factor;
  return (
    <PasswordQuestion
      title={t(`${kind}.title`, { name: name ?? "" })}
      means={isLast ? t("meansLast") : t(`${kind}.means`)}
      button={t(`${kind}.button`)}
      isDangerous
      onPassword={async (password) => {
        await call("deleteFactor", { id: factor.id, password }, where);
        toast.success(t(`${kind}.done`, { name: name ?? "" }));
        onRemoved();
      }}
      onClose={onClose}
    />
  );
}
