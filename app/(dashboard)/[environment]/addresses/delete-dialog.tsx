"use client";

import { useTranslations } from "next-intl";
import { useAddressesChanged } from "@/components/addresses/addresses-changed";
import { usePlace } from "@/components/environment";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { useFailureToast } from "@/components/ui/failure-toast";
import { toast } from "@/components/ui/toast";
import { addressLine } from "@/lib/address-party";
import { call } from "@/lib/api-client";
import type { Address } from "@/lib/contracts/address";

/** Asks before a saved address is deleted. */
export function DeleteDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const t = useTranslations("addresses");
  const { where } = usePlace();
  const changed = useAddressesChanged();
  const showFailure = useFailureToast();
  const name = address.party.name ?? t("noName");

  async function remove() {
    try {
      await call("deleteAddress", { id: address.id }, where);
    } catch (error) {
      showFailure(error);
      throw error;
    }
    toast.success(t("delete.done", { name }));
    void changed();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone="danger"
      title={t("delete.ask", { name })}
      description={t("delete.means")}
      confirmLabel={t("delete.action")}
      onConfirm={remove}
    >
      <p className="break-words">{addressLine(address.party)}</p>
    </ConfirmDialog>
  );
}
