import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useAddressesChanged } from "@/components/addresses/addresses-changed";
import { usePlace } from "@/components/environment";
import type { OrderForm } from "@/components/orders/use-snapshot";
import { Checkbox } from "@/components/ui/checkbox";
import { useFailureToast } from "@/components/ui/failure-toast";
import { isSameParty, partyOn } from "@/lib/address-party";
import { type CallInput, call } from "@/lib/api-client";
import type { Address, AddressKind } from "@/lib/contracts/address";
import type { Loose } from "@/lib/loose";
import type { ShipType } from "@/lib/order-form-values";

/** Whether the order's sender or recipient goes to the address book, once the order is made. */
export type KeepAddress = {
  side: AddressKind;
  /** The saved address that it was filled in from, if it is one of this kind of order: only that is changed. */
  chosen: Address | null;
  setChosen: (address: Address) => void;
  isKept: boolean;
  choose: (isKept: boolean) => void;
  /** Saves it, if that was chosen. A failure is shown, and does not undo the order. */
  keep: (party: unknown) => Promise<void>;
};

/** Offers to save the order's sender or recipient, or to change the saved address that it came from. */
export function useKeepAddress(side: AddressKind, shipType: ShipType): KeepAddress {
  const { where, may } = usePlace();
  const changed = useAddressesChanged();
  const showFailure = useFailureToast();
  const [chosen, setOwn] = useState<Address | null>(null);
  const [isKept, choose] = useState(false);

  // What was asked for was about the one before. An order of another kind holds less than what is saved.
  function setChosen(address: Address) {
    setOwn(address.ship_type === shipType ? address : null);
    choose(false);
  }

  async function keep(given: unknown) {
    if (!isKept || !may("importAddresses")) return;
    const party = given as Loose;
    try {
      if (chosen) await call("updateAddress", { id: chosen.id, party } as CallInput<"updateAddress">, where);
      // An import finds who is saved already.
      else
        await call("importAddresses", { address_list: [{ kind: side, party }] } as CallInput<"importAddresses">, where);
      await changed();
    } catch (error) {
      showFailure(error);
    }
  }
  return { side, chosen, setChosen, isKept, choose, keep };
}

/** The box below a party, while it differs from the saved address, and from what the account's orders begin with. */
export function KeepAddressBox({
  form,
  shipType,
  keeping,
  usual,
}: {
  form: OrderForm;
  shipType: ShipType;
  keeping: KeepAddress;
  usual?: Loose | undefined;
}) {
  const t = useTranslations("orderForm.book");
  const { may } = usePlace();
  const { side, chosen, isKept, choose } = keeping;
  const party = useWatch({ control: form.control, name: side }) as Loose;
  if (!may("importAddresses") || (usual && isSameParty(usual, party))) return null;
  if (chosen && isSameParty(partyOn(shipType, side, chosen.party), party)) return null;
  return (
    <div className="pt-4">
      <Checkbox
        label={chosen ? t("update", { name: chosen.party.name ?? t("noName") }) : t("save")}
        hint={t(chosen ? "updateHint" : "saveHint")}
        checked={isKept}
        onCheckedChange={(checked) => choose(checked === true)}
      />
    </div>
  );
}
