"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DocumentButton } from "@/components/documents/document-button";
import { hasDocuments } from "@/components/documents/document-order";
import { saveFile } from "@/components/documents/pdf-file";
import { useRecordPrints } from "@/components/documents/use-documents";
import { useWorkspace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { useReadAgain } from "@/components/use-operation";
import { call } from "@/lib/api-client";
import type { OrderRecord } from "@/lib/contracts/order";
import type { PickPackOrder } from "@/lib/contracts/pickpack";
import { type PickPackSnapshot, snapshotOf } from "./snapshot";

type Kind = "battery_label" | "pickup_document";
type Offered = { kind: Kind /** Of a battery label: its parcel, from 0. */; parcel: number; filename: string };

/** The warehouse's documents besides the order's own. A rejected or cancelled order has none. */
function documentsOf({ order_id, status, parcels, pickup }: PickPackSnapshot): Offered[] {
  if (status === "PICKPACK_REJECTED" || status === "PICKPACK_CANCELLED") return [];
  const marks = parcels.flatMap(({ is_require_battery_label }, parcel): Offered[] =>
    is_require_battery_label === "Y"
      ? [{ kind: "battery_label", parcel, filename: `battery-label-${order_id}-${parcel + 1}.pdf` }]
      : [],
  );
  const papers: Offered[] = pickup ? [{ kind: "pickup_document", parcel: 0, filename: `pickup-${order_id}.pdf` }] : [];
  return [...marks, ...papers];
}

/** A document of the operation's answer, as base64; null: the order no longer has it. */
function contentOf(order: PickPackOrder, { kind, parcel, filename }: Offered): string | null {
  if (!documentsOf(snapshotOf(order, new Date())).some((offered) => offered.filename === filename)) return null;
  if (kind === "battery_label") {
    const label = order.shipment_detail.parcel_list[parcel]?.related_documents;
    return label ? label.content : null;
  }
  return Array.isArray(order.pickup_detail) ? null : order.pickup_detail.related_documents.content;
}

/** The order's own documents, the battery label of each parcel and the pickup document for the courier. */
export function Documents({ pickPack, order }: { pickPack: PickPackSnapshot; order: OrderRecord }) {
  const t = useTranslations("pickPack.documents");
  const { where } = useWorkspace();
  const showFailure = useFailureToast();
  const record = useRecordPrints();
  const readAgain = useReadAgain();
  const [busy, setBusy] = useState<string | null>(null);
  const offered = documentsOf(pickPack);
  const hasOwn = hasDocuments(order);
  if (offered.length === 0 && !hasOwn) return null;

  async function save(wanted: Offered) {
    setBusy(wanted.filename);
    try {
      const { order } = await call("readPickPackByPath", { order_id: pickPack.order_id }, where);
      const content = contentOf(order, wanted);
      if (!content) {
        toast.info(t("gone"));
        return await readAgain("updateOrder");
      }
      const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      const file = { blob: new Blob([bytes], { type: "application/pdf" }), filename: wanted.filename };
      saveFile(file);
      // The pickup document is not one of the order's own documents, whose prints are logged.
      if (wanted.kind === "pickup_document") return;
      await record([pickPack.order_id], wanted.kind, "A4", file);
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(null);
    }
  }

  return (
    <Section title={t("title")}>
      {hasOwn ? <DocumentButton order={order} isPrimary={false} /> : null}
      <ul className="flex flex-col gap-2 not-first:mt-2">
        {offered.map((each) => (
          <li key={each.filename}>
            <Button
              className="w-full justify-start"
              loading={busy === each.filename}
              disabled={busy !== null && busy !== each.filename}
              onClick={() => void save(each)}
            >
              <Download aria-hidden="true" />
              {t(each.kind === "battery_label" && pickPack.parcels.length > 1 ? "battery_label_of" : each.kind, {
                parcel: each.parcel + 1,
              })}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
