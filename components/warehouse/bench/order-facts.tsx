"use client";

import { MessageSquareText, PackageOpen, TriangleAlert, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { TextLink } from "@/components/ui/link-button";
import { Facts } from "@/components/ui/section";
import { hongKongDateTime } from "@/lib/calendar";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { StateBadge } from "../state-badge";
import { useWarehouse } from "../workspace";

/** Whose order it is, where it goes, and what needs attention. */
export function OrderFacts({ bench }: { bench: Bench }) {
  const t = useTranslations("warehouse.bench");
  const { href, person } = useWarehouse();
  const {
    packed_by: packer,
    consignment_remarks: remarks,
    client_remarks: own,
    wave_id: wave,
    wave_number: number,
  } = bench;
  return (
    <section aria-label={t("facts.title")} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-lg font-semibold">{t("orderTitle", { order: bench.order_id })}</h1>
        <StateBadge order={bench} />
      </div>
      <Facts
        className="text-base sm:grid-cols-[auto_1fr_auto_1fr]"
        items={[
          { name: t("facts.merchant"), value: <span className="font-semibold">{bench.customer_name}</span> },
          { name: t("facts.service"), value: <span className="font-semibold">{bench.courier_company}</span> },
          { name: t("facts.recipient"), value: bench.recipient_name },
          ...(bench.reference ? [{ name: t("facts.reference"), value: <bdi>{bench.reference}</bdi> }] : []),
          { name: t("facts.tracking"), value: <span className="font-mono">{bench.tracking_number}</span> },
          ...(wave
            ? [{ name: t("facts.wave"), value: <TextLink href={href(`/waves/${wave}`)}>{number}</TextLink> }]
            : []),
        ]}
      />
      {remarks ? (
        <p className="flex items-start gap-2 rounded-md bg-info-tint px-3 py-2 text-base text-info">
          <MessageSquareText aria-hidden="true" className="mt-1 size-5 shrink-0" />
          <span className="min-w-0">
            <span className="font-semibold">{t("facts.remarks")}: </span>
            <span className="whitespace-pre-line">{remarks}</span>
          </span>
        </p>
      ) : null}
      {own ? (
        <p className="flex items-start gap-2 rounded-md bg-hover px-3 py-2 text-base">
          <MessageSquareText aria-hidden="true" className="mt-1 size-5 shrink-0" />
          <span className="min-w-0">
            <span className="font-semibold">{t("facts.clientRemarks")}: </span>
            <span className="break-words whitespace-pre-line">{own}</span>
          </span>
        </p>
      ) : null}
      {bench.corrected_time && bench.order_status === "READY_TO_SHIP" ? (
        <p className="flex items-start gap-2 rounded-md bg-warn-tint px-3 py-2 text-base font-semibold text-warn">
          <TriangleAlert aria-hidden="true" className="mt-1 size-5 shrink-0" />
          {t("facts.corrected", { time: hongKongDateTime(new Date(bench.corrected_time)).slice(0, 16) })}
        </p>
      ) : null}
      {bench.is_require_repack === "Y" && bench.status === "PICKPACK_CONFIRMED" ? (
        <p className="flex items-start gap-2 rounded-md bg-info-tint px-3 py-2 text-base text-info">
          <PackageOpen aria-hidden="true" className="mt-1 size-5 shrink-0" />
          {t("facts.toRepack")}
        </p>
      ) : null}
      {packer && packer !== person.name && bench.status === "PICKPACK_CONFIRMED" ? (
        <p className="flex items-start gap-2 rounded-md bg-warn-tint px-3 py-2 text-base text-warn">
          <UserRound aria-hidden="true" className="mt-1 size-5 shrink-0" />
          {t("facts.packedBy", { name: packer })}
        </p>
      ) : null}
      {bench.parcel_list.length > 1 ? (
        <p className="flex items-start gap-2 rounded-md bg-warn-tint px-3 py-2 text-base text-warn">
          <TriangleAlert aria-hidden="true" className="mt-1 size-5 shrink-0" />
          {t("facts.parcels", { parcels: bench.parcel_list.length })}
        </p>
      ) : null}
    </section>
  );
}
