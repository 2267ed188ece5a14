"use client";

import { useTranslations } from "next-intl";
import { call, type Where } from "@/lib/api-client";
import type { FactorRow } from "@/lib/contracts/security";
import { toast } from "../ui/toast";
import { ProofQuestion } from "./proof-question";

/** Asks for the password, or a passkey, before a second factor is removed. */
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
    <ProofQuestion
      title={t(`${kind}.title`, { name: name ?? "" })}
      means={isLast ? t("meansLast") : t(`${kind}.means`)}
      button={t(`${kind}.button`)}
      isDangerous
      where={where}
      onProof={async (proof) => {
        await call("deleteFactor", { id: factor.id, ...proof }, where);
        toast.success(t(`${kind}.done`, { name: name ?? "" }));
        onRemoved();
      }}
      onClose={onClose}
    />
  );
}
