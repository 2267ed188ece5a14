import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { useWatch } from "react-hook-form";
import { useWorkspace } from "@/components/environment";
import type { OrderForm } from "@/components/orders/use-snapshot";
import { Checkbox } from "@/components/ui/checkbox";
import { useOperation } from "@/components/use-operation";
import { isSameParty, partyOn } from "@/lib/addresses/party";
import type { CallInput } from "@/lib/api-client";
import type { Address, AddressKind } from "@/lib/contracts/address";
import type { Loose } from "@/lib/loose";
import type { ShipType } from "@/lib/orders/form-values";

/** Whether the order's sender or recipient goes to the address book, once the order is made. */
export type KeepAddress = {
  side: AddressKind;
  /** The saved address that is changed: the one that it was filled in from, if it is of this kind of order. */
  updated: Address | null;
  setChosen: (address: Address) => void;
  /** Whether there is anything to keep. */
  isNew: (party: Loose) => boolean;
  isKept: boolean;
  choose: (isKept: boolean) => void;
  /** Saves it, if that was chosen. A failure is shown, and does not undo the order. */
  keep: (party: unknown) => Promise<void>;
};

/**
 * Offers to save the order's sender or recipient, or to change the saved address that it came from. `usual`: what the
 * account's orders begin with.
 */
export function useKeepAddress(side: AddressKind, shipType: ShipType, usual?: Loose): KeepAddress {
  const { may } = useWorkspace();
  const update = useOperation("updateAddress");
  const add = useOperation("importAddresses");
  const [chosen, setOwn] = useState<Address | null>(null);
  const [isKept, choose] = useState(false);
  const updated = chosen?.ship_type === shipType ? chosen : null;

  // What was asked for was about the one before.
  const setChosen = useCallback((address: Address) => {
    setOwn(address);
    choose(false);
  }, []);

  function isNew(party: Loose) {
    if (usual && isSameParty(usual, party)) return false;
    return !(chosen && isSameParty(partyOn(shipType, side, chosen.party), party));
  }

  async function keep(given: unknown) {
    const party = given as Loose;
    if (!isKept || !may("importAddresses") || !isNew(party)) return;
    const of = updated && { id: updated.id, revision: updated.revision };
    if (of) await update.attempt({ ...of, party } as CallInput<"updateAddress">);
    // An import finds who is saved already.
    else await add.attempt({ address_list: [{ kind: side, party }] } as CallInput<"importAddresses">);
  }
  return { side, updated, setChosen, isNew, isKept, choose, keep };
}

/** The box below a party, while it differs from what is saved. */
export function KeepAddressBox({ form, keeping }: { form: OrderForm; keeping: KeepAddress }) {
  const t = useTranslations("orderForm.book");
  const { may } = useWorkspace();
  const { side, updated, isNew, isKept, choose } = keeping;
  const party = useWatch({ control: form.control, name: side }) as Loose;
  if (!may("importAddresses") || !isNew(party)) return null;
  return (
    <div className="pt-4">
      <Checkbox
        label={updated ? t("update", { name: updated.party.name ?? t("noName") }) : t("save")}
        hint={t(updated ? "updateHint" : "saveHint")}
        checked={isKept}
        onCheckedChange={(checked) => choose(checked === true)}
      />
    </div>
  );
}
