"use client";

import { useTranslations } from "next-intl";
import type { ShipType } from "@/lib/orders/form-values";
import { AreaField, TextField } from "./form-fields";
import { IntlAddressFields, type Side } from "./intl-address-fields";
import { PhoneFields } from "./phone-field";

/** A person in Hong Kong, without the address: a recipient's may be a pickup point. */
export function LocalPerson({ side, required = true }: { side: Side; required?: boolean }) {
  return (
    <>
      <TextField name={`${side}.name`} required={required} />
      <PhoneFields base={side} withPlus={false} required={required} />
      <TextField name={`${side}.email`} kind="email" />
    </>
  );
}

/** A full address in Hong Kong, in either language. */
export function LocalAddress({ side, required = true }: { side: Side; required?: boolean }) {
  const t = useTranslations("orderForm.hints");
  return <AreaField name={`${side}.address`} required={required} hint={t("addressLocal")} className="sm:col-span-2" />;
}

/** A sender or recipient in the shape that the kind of order has. */
export function AddressFields({
  shape,
  side,
  required = true,
}: {
  shape: ShipType;
  side: Side;
  /** Whether what an order needs must be given here. */
  required?: boolean;
}) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {shape === "intl" ? (
        <IntlAddressFields side={side} required={required} />
      ) : (
        <>
          <LocalPerson side={side} required={required} />
          <LocalAddress side={side} required={required} />
        </>
      )}
    </div>
  );
}
