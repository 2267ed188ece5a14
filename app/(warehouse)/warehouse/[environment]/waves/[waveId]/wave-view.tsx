"use client";

import { useQuery } from "@tanstack/react-query";
import { Printer, ScanBarcode } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { fetchFile } from "@/components/documents/pdf-file";
import { Preview } from "@/components/documents/preview";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { ErrorState } from "@/components/ui/error-state";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Facts, Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { useAttended } from "@/components/use-attended";
import { useWarehouse } from "@/components/warehouse/workspace";
import { queryFor } from "@/lib/api-client";
import type { ListProvider } from "@/lib/lists/list-provider";
import { Progress } from "../progress";
import { WaveBadge } from "../wave-badge";
import { PickList } from "./pick-list";
import { WaveActions } from "./wave-actions";
import { nextToPack, WaveOrders } from "./wave-orders";

const REFRESH_MS = 15_000;

/** A wave: its progress, what to pick and where, and its orders with their links to the bench. */
export function WaveView({ waveId, providers }: { waveId: string; providers: readonly ListProvider[] }) {
  const t = useTranslations("warehouse.waves");
  const { where, href } = useWarehouse();
  const refetchInterval = useAttended() ? REFRESH_MS : false;
  const read = useQuery({ ...queryFor("readWave", { wave_id: waveId }, where), refetchInterval });
  const wave = read.data;
  const next = wave && nextToPack(wave.order_list);
  const service = providers.find(({ code }) => code === wave?.shipping_provider)?.name ?? wave?.shipping_provider;
  return (
    <>
      <PageHeader
        back={<TextLink href={href("/waves")}>{t("title")}</TextLink>}
        title={wave ? t("pageTitle", { wave: wave.wave_number }) : t("one")}
        actions={
          <>
            <PickListPdf waveId={waveId} number={wave?.wave_number ?? ""} />
            {next ? (
              <LinkButton
                href={href(`/bench/${next.order_id}`)}
                prefetch={false}
                variant="primary"
                className="pointer-coarse:h-11"
              >
                <ScanBarcode aria-hidden="true" />
                {t("packNext")}
              </LinkButton>
            ) : null}
          </>
        }
      />
      {read.isRefetchError ? <StaleNotice isFetching={read.isFetching} onRetry={() => void read.refetch()} /> : null}
      {wave ? (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <PickList waveId={waveId} picks={wave.pick_list} />
          <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
            <Section title={t("summary")} className="max-lg:order-first">
              <Progress
                done={wave.order_count - wave.open_count}
                total={wave.order_count}
                label={
                  wave.open_count === 0
                    ? t("finished", { total: wave.order_count })
                    : t("left", { open: wave.open_count, total: wave.order_count })
                }
                className="mb-3"
              />
              <Facts
                items={[
                  { name: t("columns.state"), value: <WaveBadge status={wave.status} /> },
                  ...(wave.name ? [{ name: t("act.name"), value: wave.name }] : []),
                  { name: t("act.who"), value: wave.assigned_to?.name ?? t("act.nobody") },
                  {
                    name: t("merchant"),
                    value: [...new Set(wave.order_list.map(({ customer_name }) => customer_name))].join(", "),
                  },
                  { name: t("columns.service"), value: service ?? t("anyService") },
                  {
                    name: t("columns.cutOff"),
                    value: wave.cut_off ? <DateTime value={wave.cut_off} /> : t("noCutOff"),
                  },
                  { name: t("columns.made"), value: <DateTime value={wave.create_time} /> },
                  { name: t("by"), value: wave.created_by },
                ]}
              />
            </Section>
            {/* After what is picked and packed, on small screens. */}
            <WaveActions wave={wave} className="max-lg:order-last" />
            <WaveOrders orders={wave.order_list} />
          </div>
        </div>
      ) : read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </>
  );
}

/** Shows the wave's pick list as it is printed, to print or save. */
function PickListPdf({ waveId, number }: { waveId: string; number: string }) {
  const t = useTranslations("warehouse.waves");
  const { where } = useWarehouse();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button className="pointer-coarse:h-11" onClick={() => setIsOpen(true)}>
        <Printer aria-hidden="true" />
        {t("pdf")}
      </Button>
      {isOpen ? (
        <Preview
          title={t("pdfTitle", { wave: number })}
          load={() => fetchFile("readWaveDocument", { wave_id: waveId }, where)}
          onPrinted={async () => {}}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
