"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useWorkspace } from "@/components/environment";
import { useChecks } from "@/components/forms/form-checks";
import { useEarlier } from "@/components/orders/use-earlier";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { useTask } from "@/components/use-operation";
import { call } from "@/lib/api-client";
import type { OrderRecord } from "@/lib/contracts/order";
import { formatDate, formatMoney } from "@/lib/format";
import { type Loose, object, text } from "@/lib/loose";
import { orderOfRecord, type ShipType } from "@/lib/orders/form-values";

/**
 * What of an order is taken over for the next one to the same person: everything but the parties and what is its own, as
 * the merchant gave it, before the warehouse repacked it or packed it short.
 */
function takenOver(order: OrderRecord): Loose {
  const { ship_type, sender, recipient, reference, client_remarks, pickup_arrange, ...rest } = orderOfRecord(order);
  const detail = object(rest.shipment_detail);
  const parcels = order.shipment_detail.parcel_list.map(({ declared }, index) => ({
    ...(detail.parcel_list as Loose[])[index],
    ...declared,
  }));
  const cod = order.declared_cod_amount ? { cod: "Y", cod_amount: order.declared_cod_amount } : {};
  return { ...rest, ...cod, shipment_detail: { ...detail, parcel_list: parcels } };
}

const personOf = (recipient: Loose) => `${text(recipient.name)} ${text(recipient.mobile)}`;

/** Says what was sent to the recipient before, and fills in parcels, service and options as they were last time. */
export function SentBefore({
  shipType,
  providerNames,
  onTaken,
}: {
  shipType: ShipType;
  /** By code. */
  providerNames: Readonly<Record<string, string>>;
  /** Parcels and service were filled in, or are again what they were. */
  onTaken: (isTaken: boolean) => void;
}) {
  const t = useTranslations("orderForm.before");
  const language = useLocale();
  const { where } = useWorkspace();
  const { setValue, getValues, clearErrors } = useFormContext();
  const checks = useChecks();
  const { isBusy, run } = useTask({ reading: true });
  // Without a pause: an offer for the person before would be taken for the one who is shown.
  const recipient = object(useWatch({ name: "recipient" }) as unknown);
  const { orders, more } = useEarlier(shipType, recipient);
  const [taken, setTaken] = useState<{ order: string; before: Loose } | null>(null);
  const person = personOf(recipient);
  // Another person's last time is another offer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the person decides
  useEffect(() => setTaken(null), [person]);
  const [last] = orders;

  function fill(fields: Loose) {
    for (const [field, value] of Object.entries(fields)) setValue(field, value, { shouldDirty: true });
    clearErrors(Object.keys(fields));
    for (const field of Object.keys(fields)) checks.changed(field);
  }

  const take = () =>
    run(async () => {
      if (!last) return;
      const fields = takenOver(await call("readOrderByPath", { order_id: last.order_id }, where));
      if (personOf(object(getValues("recipient"))) !== person) return;
      const before = Object.fromEntries(Object.keys(fields).map((field) => [field, structuredClone(getValues(field))]));
      fill(fields);
      setTaken({ order: last.order_id, before });
      onTaken(true);
    });

  return (
    <div role="status" className="empty:hidden">
      {last ? (
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-background px-3 py-1.5">
          <span className="min-w-0 flex-1 basis-48">
            {taken
              ? t("taken", { order: taken.order })
              : t(more ? "sentMany" : "sent", {
                  count: orders.length,
                  day: formatDate(last.create_time, language),
                  service: providerNames[last.shipping_provider] ?? last.shipping_provider,
                  price: formatMoney(last.quote_price),
                })}
          </span>
          {taken ? (
            <Button
              size="sm"
              onClick={() => {
                fill(taken.before);
                setTaken(null);
                onTaken(false);
              }}
            >
              {t("undo")}
            </Button>
          ) : (
            <Button size="sm" loading={isBusy} data-enter="" aria-keyshortcuts="Enter" onClick={take}>
              {t("take")}
              <Kbd aria-hidden="true">Enter</Kbd>
            </Button>
          )}
        </p>
      ) : null}
    </div>
  );
}
