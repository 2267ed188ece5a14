"use client";

import { useTranslations } from "next-intl";
import type { Where } from "@/lib/api-client";
import type { FactorRow } from "@/lib/contracts/security";
import { useOperation } from "../use-operation";
import { ProofQuestion } from "./proof-question";

/** Asks for the password, or a passkey, before a second factor is removed. */
export function RemoveDialog({
  factor,
  isLast,
  where,
  onClose,
}: {
  factor: FactorRow;
  isLast: boolean;
  where: Where;
  onClose: () => void;
}) {
  const t = useTranslations("settings.security.remove");
  const { send } = useOperation("deleteFactor", where);
  const { kind, name } = factor;
  return (
    <ProofQuestion
      title={t(`${kind}.title`, { name: name ?? "" })}
      means={isLast ? t("meansLast") : t(`${kind}.means`)}
      button={t(`${kind}.button`)}
      isDangerous
      where={where}
      onProof={async (proof) => {
        await send({ id: factor.id, ...proof }, { done: t(`${kind}.done`, { name: name ?? "" }) });
      }}
      onClose={onClose}
    />
  );
}
