"use client";

import { useTranslations } from "next-intl";
import { ConfirmOperation } from "@/components/confirm-operation";
import { addressLine } from "@/lib/addresses/party";
import type { Address } from "@/lib/contracts/address";

/** Asks before a saved address is deleted. */
export function DeleteDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const t = useTranslations("addresses");
  const name = address.party.name ?? t("noName");
  return (
    <ConfirmOperation
      operation="deleteAddress"
      input={{ id: address.id }}
      tone="danger"
      title={t("delete.ask", { name })}
      description={t("delete.means")}
      confirmLabel={t("delete.action")}
      done={t("delete.done", { name })}
      onClose={onClose}
    >
      <p className="break-words">{addressLine(address.party)}</p>
    </ConfirmOperation>
  );
}
