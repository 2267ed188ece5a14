"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { AddressSuggestion } from "@/app/(dashboard)/[environment]/orders/form/address-suggestion";
import { AddressPicker } from "@/components/addresses/address-picker";
import { AddressFields, LocalAddress, LocalPerson } from "@/components/forms/address-fields";
import { focusFieldSoon, useChecks } from "@/components/forms/form-checks";
import { PickupPointPicker } from "@/components/order-form/pickup-point-picker";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { partyOn, pointOf } from "@/lib/addresses/party";
import type { Address, AddressKind } from "@/lib/contracts/address";
import { splitDeliveryCode } from "@/lib/orders/choices";
import type { ShipType } from "@/lib/orders/form-values";

const ADDRESS = "recipient.address";
type Delivery = "door" | "point";

function deliveryOf(address: unknown): Delivery {
  return typeof address === "string" && splitDeliveryCode(address).deliveryCode !== null ? "point" : "door";
}

/** To the door or to a pickup point: one field of the API, filled in in two ways. */
function LocalDelivery({ pointProvider, heaviest }: { pointProvider: string | null; heaviest: string | null }) {
  const t = useTranslations("orderForm.address");
  const { getValues, setValue, clearErrors } = useFormContext();
  const checks = useChecks();
  const [delivery, setDelivery] = useState<Delivery>(() => deliveryOf(getValues(ADDRESS)));
  // Switching back restores what was filled in there.
  const left = useRef<Record<Delivery, string>>({ door: "", point: "" });

  function choose(next: Delivery) {
    left.current[delivery] = String(getValues(ADDRESS) ?? "");
    setDelivery(next);
    setValue(ADDRESS, left.current[next], { shouldDirty: true });
    clearErrors(ADDRESS);
    checks.changed(ADDRESS);
  }

  return (
    <>
      {pointProvider ? (
        <FieldGroup label={t("delivery")} className="sm:col-span-2">
          <RadioGroup
            look="cards"
            className="grid gap-2 sm:grid-cols-2"
            value={delivery}
            onValueChange={choose}
            options={[
              { value: "door", label: t("door"), description: t("doorAbout") },
              { value: "point", label: t("point"), description: t("pointAbout") },
            ]}
          />
        </FieldGroup>
      ) : null}
      {delivery === "point" && pointProvider ? (
        <div className="sm:col-span-2">
          <PickupPointPicker
            name={ADDRESS}
            provider={pointProvider}
            heaviest={heaviest}
            onChosen={() => {
              setValue("shipping_provider", pointProvider, { shouldDirty: true });
              checks.changed("shipping_provider");
            }}
          />
        </div>
      ) : (
        <LocalAddress side="recipient" />
      )}
    </>
  );
}

/** The recipient and the address, typed or from the address book. */
export function RecipientFields({
  shipType,
  pointProvider,
  heaviest,
  onAddress,
}: {
  shipType: ShipType;
  pointProvider: string | null;
  heaviest: string | null;
  /** A saved address was filled in. */
  onAddress?: ((address: Address) => void) | undefined;
}) {
  const fill = useFill(shipType, "recipient", pointProvider);
  // Where it is delivered is read again from what was filled in.
  const [filled, setFilled] = useState(0);

  function take(address: Address) {
    fill(address);
    setFilled(filled + 1);
    onAddress?.(address);
  }

  return (
    <div className="flex flex-col gap-4">
      <AddressPicker kind="recipient" shipType={shipType} onChosen={take} />
      <AddressSuggestion shipType={shipType} onChosen={take} />
      {shipType === "intl" ? (
        <AddressFields shape="intl" side="recipient" />
      ) : (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <LocalPerson side="recipient" />
          <LocalDelivery key={filled} pointProvider={pointProvider} heaviest={heaviest} />
        </div>
      )}
    </div>
  );
}

/** The sender, typed or from the address book. */
export function SenderFields({
  shipType,
  onAddress,
}: {
  shipType: ShipType;
  /** A saved sender was filled in. */
  onAddress?: ((address: Address) => void) | undefined;
}) {
  const fill = useFill(shipType, "sender");

  function take(address: Address) {
    fill(address);
    onAddress?.(address);
  }

  return (
    <div className="flex flex-col gap-4">
      <AddressPicker kind="sender" shipType={shipType} onChosen={take} />
      <AddressFields shape={shipType} side="sender" />
    </div>
  );
}

/**
 * Fills the fields of a party from the address book, all of them; a recipient at a pickup point also chooses the service
 * that goes there.
 */
function useFill(shipType: ShipType, side: AddressKind, pointProvider: string | null = null) {
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
