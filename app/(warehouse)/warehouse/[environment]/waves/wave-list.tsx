"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ListChecks, ListPlus } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { ListBody } from "@/components/ui/list-body";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { useAttended } from "@/components/use-attended";
import { useWarehouse } from "@/components/warehouse/place";
import type { ListWavesQuery, Wave } from "@/lib/contracts/pickpack-bench";
import { lazyQueryFor } from "@/lib/lazy-contract";
import type { ListProvider } from "@/lib/list-provider";
import { listUrl } from "@/lib/list-url";
import { LIST_WAVES } from "../(queue)/operations";
import { NewWaveDialog } from "./new-wave-dialog";
import { Progress } from "./progress";

const WAVES_URL = listUrl<ListWavesQuery>({ limit: "20", offset: "0" });
const REFRESH_MS = 15_000;
// One table for wide and narrow: below 42rem each row becomes a card.
const CARD = "@max-2xl:block @max-2xl:h-auto @max-2xl:p-0!";

/** The waves, the newest first, with how far each is; a new one is made here. */
export function WaveList({
  query,
  providers,
  today,
}: {
  /** What the URL asks for, judged by the server. */
  query: ListWavesQuery;
  providers: readonly ListProvider[];
  /** Today in Hong Kong. */
  today: string;
}) {
  const t = useTranslations("warehouse.waves");
  const router = useRouter();
  const { where, href } = useWarehouse();
  const [isMaking, setIsMaking] = useState(false);
  const refetchInterval = useAttended() ? REFRESH_MS : false;
  const list = useQuery({
    ...lazyQueryFor(LIST_WAVES, query, where),
    refetchInterval,
    placeholderData: keepPreviousData,
  });
  const names = new Map(providers.map(({ code, shortName }) => [code, shortName]));
  const make = (variant: "primary" | "secondary") => (
    <Button variant={variant} className="pointer-coarse:h-11" onClick={() => setIsMaking(true)}>
      <ListPlus aria-hidden="true" />
      {t("make")}
    </Button>
  );
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} actions={make("primary")} />
      <Section flush>
        <ListBody
          list={list}
          page={query}
          onTurn={(page) => router.push(WAVES_URL.listHref(href("/waves"), page), { scroll: false })}
          empty={(total) =>
            total > 0 ? (
              <EmptyState
                icon={ListChecks}
                title={t("pastEnd")}
                actions={<Button onClick={() => router.push(href("/waves"))}>{t("firstPage")}</Button>}
              />
            ) : (
              <EmptyState icon={ListChecks} title={t("none")} description={t("noneText")} actions={make("secondary")} />
            )
          }
        >
          {(waves) => <Rows waves={waves} names={names} isBusy={list.isPlaceholderData} />}
        </ListBody>
      </Section>
      {isMaking ? <NewWaveDialog providers={providers} today={today} onClose={() => setIsMaking(false)} /> : null}
    </>
  );
}

function Rows({
  waves,
  names,
  isBusy,
}: {
  waves: readonly Wave[];
  names: ReadonlyMap<string, string>;
  isBusy: boolean;
}) {
  const t = useTranslations("warehouse.waves.columns");
  return (
    <div className="@container" aria-busy={isBusy || undefined}>
      <Table label={t("caption")} role="table" className="@2xl:table-fixed @max-2xl:block [&_td]:px-2 [&_th]:px-2">
        <THead role="rowgroup" className="@max-2xl:sr-only">
          <TR role="row">
            <TH role="columnheader">{t("wave")}</TH>
            <TH role="columnheader" className="w-40">
              {t("service")}
            </TH>
            <TH role="columnheader" className="w-40 @max-[60rem]:hidden">
              {t("cutOff")}
            </TH>
            <TH role="columnheader" className="w-44">
              {t("made")}
            </TH>
            <TH role="columnheader" className="w-44">
              {t("progress")}
            </TH>
          </TR>
        </THead>
        <TBody role="rowgroup" className={cn("transition-opacity @max-2xl:block", isBusy && "opacity-60 delay-150")}>
          {waves.map((wave) => (
            <Row
              key={wave.wave_id}
              wave={wave}
              service={
                wave.shipping_provider === null ? null : (names.get(wave.shipping_provider) ?? wave.shipping_provider)
              }
            />
          ))}
        </TBody>
      </Table>
    </div>
  );
}

function Row({ wave, service }: { wave: Wave; service: string | null }) {
  const t = useTranslations("warehouse.waves");
  const { href } = useWarehouse();
  const done = wave.order_count - wave.open_count;
  return (
    <TR role="row" className="relative h-14 @max-2xl:block @max-2xl:h-auto @max-2xl:px-4 @max-2xl:py-3">
      <TD role="cell" className={CARD}>
        <Link
          href={href(`/waves/${wave.wave_id}`)}
          prefetch={false}
          className="rounded-xs font-mono text-xs text-accent no-underline before:absolute before:inset-0 hover:underline @max-2xl:text-sm"
        >
          {wave.wave_id}
        </Link>
      </TD>
      <TD role="cell" className={CARD}>
        {service ?? t("anyService")}
      </TD>
      <TD role="cell" className={cn(CARD, "@2xl:@max-[60rem]:hidden")}>
        <span className="text-muted @2xl:hidden">{t("columns.cutOff")} </span>
        {wave.cut_off ? <DateTime value={wave.cut_off} /> : <span className="text-muted">{t("noCutOff")}</span>}
      </TD>
      <TD role="cell" className={CARD}>
        <span className="block truncate">{wave.created_by}</span>
        <DateTime value={wave.create_time} className="text-xs text-muted" />
      </TD>
      <TD role="cell" className={cn(CARD, "@max-2xl:mt-2!")}>
        <Progress
          done={done}
          total={wave.order_count}
          words={
            wave.open_count === 0
              ? t("finished", { total: wave.order_count })
              : t("left", { open: wave.open_count, total: wave.order_count })
          }
        />
      </TD>
    </TR>
  );
}
