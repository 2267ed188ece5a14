"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { useInWarehouse } from "@/components/orders/in-warehouse";
import { Button } from "@/components/ui/button";
import { Money } from "@/components/ui/money";
import { Facts, Section } from "@/components/ui/section";
import type { OrderRecord } from "@/lib/contracts/order";
import { formatDate } from "@/lib/format";
import type { Collector } from "./pickup-editor";
import PickupEditor from "./pickup-editor";

type Fact = { name: string; value: ReactNode };

function useContents(order: OrderRecord): Fact[] {
  const t = useTranslations("orderPage.contents");
  const tForm = useTranslations("orderForm");
  const detail: Record<string, unknown> = order.shipment_detail;
  const text = (field: string) => (typeof detail[field] === "string" ? (detail[field] as string) : null);
  const packaging = text("package_type");
  const reason = text("reason_of_export");
  const facts: { name: string; value: string | null }[] = [
    { name: t("package"), value: packaging && tForm(`packages.${packaging}` as "packages.parcel") },
    { name: t("declaration"), value: text("consignment_declaration") },
    { name: t("invoice"), value: text("consignment_invoice_number") },
    { name: t("reason"), value: reason && tForm(`reasons.${reason}` as "reasons.Gift") },
    { name: t("currency"), value: text("currency") },
    { name: t("printed"), value: text("consignment_remarks") },
  ];
  return facts.filter(({ value }) => value);
}

function useChoices(order: OrderRecord): Fact[] {
  const t = useTranslations("orderPage.options");
  const tForm = useTranslations("orderForm");
  if (order.ship_type === "intl") {
    const { tax_party, recipient_signature, ioss_number, courier_account_number } = order.shipment_options;
    return [
      ...(tax_party ? [{ name: t("taxParty"), value: tForm(`taxParties.${tax_party}` as "taxParties.sender") }] : []),
      {
        name: t("signature"),
        value: tForm(`signatures.${recipient_signature ?? "N"}` as "signatures.N"),
      },
      ...(ioss_number ? [{ name: tForm("fields.ioss_number"), value: ioss_number }] : []),
      ...(courier_account_number
        ? [{ name: tForm("fields.courier_account_number"), value: courier_account_number }]
        : []),
    ];
  }
  return [
    {
      name: t("cod"),
      value:
        order.cod === "Y" && order.cod_amount
          ? t.rich("codOf", { amount: () => <Money amount={order.cod_amount ?? ""} className="font-semibold" /> })
          : t("no"),
    },
    { name: t("insurance"), value: order.is_local_insurance === "Y" ? t("insured") : t("no") },
    { name: t("proof"), value: tForm(`proofs.${order.delivery_proof}`) },
  ];
}

/** What was chosen with the order: contents, extras, collection. */
export function Options({ order, collector }: { order: OrderRecord; collector: Collector | null }) {
  const t = useTranslations("orderPage.options");
  return (
    <Section title={t("title")}>
      <div className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        <Facts items={useContents(order)} className="content-start" />
        <Facts items={useChoices(order)} className="content-start" />
      </div>
      {order.ship_type === "local" ? <Collection order={order} collector={collector} /> : null}
    </Section>
  );
}

/** When the courier collects; another day can be chosen until it has. */
export function Collection({
  order,
  collector,
}: {
  order: Extract<OrderRecord, { ship_type: "local" }>;
  collector: Collector | null;
}) {
  const t = useTranslations("orderPage.options");
  const language = useLocale();
  const [isEditing, setIsEditing] = useState(false);
  const arranged = order.pickup_arrange;
  const inWarehouse = useInWarehouse(order);
  const { may } = useWorkspace();
  const isOpen = order.order_status === "PENDING_CONFIRM" || order.order_status === "READY_TO_SHIP";
  // Until it is known whether the order is in the warehouse nothing is said, because the merchant would bring it there.
  const none =
    inWarehouse === null
      ? null
      : !inWarehouse
        ? t("collectionNone")
        : inWarehouse.pickup_date
          ? t("collectionBooked", { date: formatDate(inWarehouse.pickup_date, language, { weekday: true }) })
          : t("collectionWarehouse");
  return (
    <div className="mt-3 border-t border-line pt-3">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="text-muted">{t("collection")}</h3>
          <p>
            {arranged?.pickup_date
              ? t("collectionAt", {
                  date: formatDate(arranged.pickup_date, language, { weekday: true }),
                  from: arranged.pickup_start_time ?? "",
                  until: arranged.pickup_end_time ?? "",
                })
              : none}
          </p>
        </div>
        {isOpen && collector && !isEditing && may("updateOrder") ? (
          <Button size="sm" onClick={() => setIsEditing(true)}>
            {arranged ? t("change") : t("arrange")}
          </Button>
        ) : null}
      </div>
      {isEditing && collector ? (
        <PickupEditor order={order} collector={collector} onClose={() => setIsEditing(false)} />
      ) : null}
    </div>
  );
}
