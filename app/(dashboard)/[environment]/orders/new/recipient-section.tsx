"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { AddressFields, LocalAddress, LocalPerson } from "@/components/address-fields";
import { useChecks } from "@/components/form-checks";
import { PickupPointPicker } from "@/components/pickup-point-picker";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { splitDeliveryCode } from "@/lib/order-choices";
import type { ShipType } from "@/lib/order-form-values";

const ADDRESS = "recipient.address";
type Delivery = "door" | "point";

function deliveryOf(address: unknown): Delivery {
  return typeof address === "string" && splitDeliveryCode(address).deliveryCode !== null ? "point" : "door";
}

/** To the door or to a pickup point: one field of the API, two ways to fill it in. */
function LocalDelivery({ pointProvider, heaviest }: { pointProvider: string | null; heaviest: string | null }) {
  const t = useTranslations("orderForm.address");
  const { getValues, setValue, clearErrors } = useFormContext();
  const checks = useChecks();
  const [delivery, setDelivery] = useState<Delivery>(() => deliveryOf(getValues(ADDRESS)));
  // What was filled in the other way comes back with it.
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

/** Who gets the order, and where. */
export function RecipientFields({
  shipType,
  pointProvider,
  heaviest,
}: {
  shipType: ShipType;
  pointProvider: string | null;
  heaviest: string | null;
}) {
  if (shipType === "intl") return <AddressFields shape="intl" side="recipient" />;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <LocalPerson side="recipient" />
      <LocalDelivery pointProvider={pointProvider} heaviest={heaviest} />
    </div>
  );
}
