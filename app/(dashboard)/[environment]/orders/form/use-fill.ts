import { useFormContext } from "react-hook-form";
import { focusFieldSoon, useChecks } from "@/components/forms/form-checks";
import { partyOn, pointOf } from "@/lib/addresses/party";
import type { Address, AddressKind } from "@/lib/contracts/address";
import type { ShipType } from "@/lib/orders/form-values";

/**
 * Fills the fields of a party from the address book, all of them; a recipient at a pickup point also chooses the service
 * that goes there.
 */
export function useFill(shipType: ShipType, side: AddressKind, pointProvider: string | null = null) {
  const { setValue, clearErrors } = useFormContext();
  const checks = useChecks();
  return ({ party }: Pick<Address, "party">) => {
    for (const [field, value] of Object.entries(partyOn(shipType, side, party)))
      setValue(`${side}.${field}`, value, { shouldDirty: true });
    clearErrors(side);
    checks.changed(side);
    if (side === "recipient" && pointProvider && pointOf(party)) {
      setValue("shipping_provider", pointProvider, { shouldDirty: true });
      checks.changed("shipping_provider");
    }
    focusFieldSoon(`${side}.name`);
  };
}
