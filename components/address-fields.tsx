"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { lazyPart } from "@/components/ui/lazy-part";
import type { ShipType } from "@/lib/order-form-values";
import { AreaField, TextField } from "./form-fields";
import { PhoneFields } from "./phone-field";
import { Skeleton } from "./ui/skeleton";

export type Side = "sender" | "recipient";

// Brings the list of countries, which a local order has no use for.
const IntlAddressFields = dynamic(
  () => lazyPart(() => import("./intl-address-fields").then((module) => ({ default: module.IntlAddressFields }))),
  {
    loading: () => <Skeleton className="h-108 w-full sm:col-span-2" />,
  },
);

/** Who someone is in Hong Kong, without the address: a recipient's may be a pickup point. */
export function LocalPerson({ side }: { side: Side }) {
  return (
    <>
      <TextField name={`${side}.name`} required />
      <PhoneFields base={side} withPlus={false} />
      <TextField name={`${side}.email`} kind="email" />
    </>
  );
}

/** A full address in Hong Kong, in either language. */
export function LocalAddress({ side }: { side: Side }) {
  const t = useTranslations("orderForm.hints");
  return <AreaField name={`${side}.address`} required hint={t("addressLocal")} className="sm:col-span-2" />;
}

/** A sender or recipient in the shape that the kind of order has (specification §2.1, §2.2). */
export function AddressFields({ shape, side }: { shape: ShipType; side: Side }) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {shape === "intl" ? (
        <IntlAddressFields side={side} />
      ) : (
        <>
          <LocalPerson side={side} />
          <LocalAddress side={side} />
        </>
      )}
    </div>
  );
}
