"use client";

import { useTranslations } from "next-intl";
import { ChoiceField, TextField, TickField } from "@/components/forms/form-fields";
import { ParcelEditor } from "@/components/order-form/parcel-editor";
import { CURRENCIES, EXPORT_REASONS, INTL_PACKAGES, LOCAL_PACKAGES } from "@/lib/orders/choices";
import type { ShipType } from "@/lib/orders/form-values";

/** What is sent: packaging and contents of the whole order, then each parcel. */
export function ParcelFields({
  shipType,
  pickPack,
  hasProducts,
}: {
  shipType: ShipType;
  pickPack: boolean;
  hasProducts: boolean;
}) {
  const t = useTranslations("orderForm");
  const isIntl = shipType === "intl";
  const packages = (isIntl ? INTL_PACKAGES : LOCAL_PACKAGES).map((value) => ({ value, label: t(`packages.${value}`) }));
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ChoiceField name="shipment_detail.package_type" required options={packages} />
        <TextField
          name="shipment_detail.consignment_declaration"
          required={!isIntl}
          limit={35}
          hint={t("hints.contents")}
        />
        {isIntl ? (
          <>
            <ChoiceField
              name="shipment_detail.reason_of_export"
              options={[
                { value: "none", label: t("yesNo.none") },
                ...EXPORT_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) })),
              ]}
            />
            <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-4">
              <ChoiceField
                name="shipment_detail.currency"
                options={CURRENCIES.map((value) => ({ value, label: value }))}
              />
              <TextField name="shipment_detail.consignment_invoice_number" kind="code" limit={50} />
            </div>
          </>
        ) : (
          <div className="sm:col-span-2">
            <TickField name="is_local_insurance" label={t("options.insureLocal")} />
          </div>
        )}
      </div>
      <ParcelEditor shipType={shipType} pickPack={pickPack} hasProducts={hasProducts} />
    </div>
  );
}
