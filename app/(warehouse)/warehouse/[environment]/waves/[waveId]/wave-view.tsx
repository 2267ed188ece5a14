"use client";

import { useQuery } from "@tanstack/react-query";
import { ScanBarcode } from "lucide-react";
import { useTranslations } from "next-intl";
import { DateTime } from "@/components/ui/date-time";
import { ErrorState } from "@/components/ui/error-state";
import { LinkButton, TextLink } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Facts, Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { useAttended } from "@/components/use-attended";
import { useWarehouse } from "@/components/warehouse/place";
import { lazyQueryFor } from "@/lib/lazy-contract";
import type { ListProvider } from "@/lib/list-provider";
import { READ_WAVE } from "../../(queue)/operations";
import { Progress } from "../progress";
import { PickList } from "./pick-list";
import { PickListPdf } from "./pick-list-pdf";
import { nextToPack, WaveOrders } from "./wave-orders";

const REFRESH_MS = 15_000;

/** A wave: how far it is, what to pick and where, and its orders on their way to the bench. */
export function WaveView({ waveId, providers }: { waveId: string; providers: readonly ListProvider[] }) {
  const t = useTranslations("warehouse.waves");
  const { where, href } = useWarehouse();
  const refetchInterval = useAttended() ? REFRESH_MS : false;
  const read = useQuery({ ...lazyQueryFor(READ_WAVE, { wave_id: waveId }, where), refetchInterval });
  const wave = read.data;
  const next = wave && nextToPack(wave.order_list);
  const service = providers.find(({ code }) => code === wave?.shipping_provider)?.name ?? wave?.shipping_provider;
  return (
    <>
      <PageHeader
        back={<TextLink href={href("/waves")}>{t("title")}</TextLink>}
        title={<span className="break-all">{t("pageTitle", { wave: waveId })}</span>}
        actions={
          <>
            <PickListPdf waveId={waveId} />
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
                words={
                  wave.open_count === 0
                    ? t("finished", { total: wave.order_count })
                    : t("left", { open: wave.open_count, total: wave.order_count })
                }
                className="mb-3"
              />
              <Facts
                items={[
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
