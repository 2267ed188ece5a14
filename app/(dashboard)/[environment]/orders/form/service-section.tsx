"use client";

import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { ChoiceField, Fold, TextField } from "@/components/forms/form-fields";
import { type Collector, PickupWindow } from "@/components/order-form/pickup-window";
import { mayHaveIoss } from "@/lib/orders/customs-needs";
import type { ShipType } from "@/lib/orders/form-values";
import type { PickupHours } from "@/lib/orders/pickup-window";
import { ServiceChoice, type ServiceChoiceProps } from "./service-choice";

const IOSS = "shipment_options.ioss_number";
const COURIER_ACCOUNT = "shipment_options.courier_account_number";

function IntlOptions() {
  const t = useTranslations("orderForm");
  const [country, detail]: unknown[] = useWatch({ name: ["recipient.country", "shipment_detail"] });
  const isIossOpen = mayHaveIoss(country, detail);
  const ioss = <TextField name={IOSS} kind="code" limit={50} hint={t("hints.ioss")} />;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ChoiceField
          name="shipment_options.tax_party"
          options={(["recipient", "sender"] as const).map((value) => ({ value, label: t(`taxParties.${value}`) }))}
        />
        {isIossOpen ? ioss : null}
      </div>
      <Fold
        title={t(isIossOpen ? "service.courierAccount" : "service.moreOptions")}
        names={isIossOpen ? [COURIER_ACCOUNT] : [IOSS, COURIER_ACCOUNT]}
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {isIossOpen ? null : ioss}
          <TextField name={COURIER_ACCOUNT} kind="code" hint={t("hints.courierAccount")} />
        </div>
      </Fold>
    </>
  );
}

/** Who pays duties abroad, the services with their prices, and when a courier collects. */
export function ServiceFields({
  shipType,
  collector,
  hours,
  ...choice
}: ServiceChoiceProps & { shipType: ShipType; collector: Collector | null; hours?: PickupHours | undefined }) {
  return (
    <div className="flex flex-col gap-6">
      {shipType === "intl" ? <IntlOptions /> : null}
      <ServiceChoice {...choice} />
      {shipType === "local" ? <PickupWindow collector={collector} hours={hours} /> : null}
    </div>
  );
}
