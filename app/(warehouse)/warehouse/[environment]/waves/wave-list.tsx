"use client";

import { ListChecks, ListPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ListPage } from "@/components/lists/list-page";
import { useList } from "@/components/lists/use-list";
import { ShortcutsProvider } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { ListTable, RowLink } from "@/components/ui/list-table";
import { NativeSelect } from "@/components/ui/native-select";
import { PageHeader } from "@/components/ui/page-header";
import { useAttended } from "@/components/use-attended";
import { MerchantFilter } from "@/components/warehouse/merchant-filter";
import { NewWaveDialog } from "@/components/warehouse/new-wave-dialog";
import { useWarehouse } from "@/components/warehouse/workspace";
import type { ListWavesQuery, Wave } from "@/lib/contracts/pickpack-bench";
import type { ListProvider } from "@/lib/lists/list-provider";
import { type ListView, listUrl } from "@/lib/lists/list-url";
import { Progress } from "./progress";
import { WaveBadge } from "./wave-badge";

const WAVES_URL = listUrl<ListWavesQuery>({ limit: "20", offset: "0" });
const STATUSES = ["OPEN", "CLOSED", "CANCELLED"] as const satisfies readonly Wave["status"][];
const REFRESH_MS = 15_000;

/** The waves with their progress, newest first; a new one is made here. */
export function WaveList({
  view,
  providers,
  today,
}: {
  view: ListView<ListWavesQuery>;
  providers: readonly ListProvider[];
  /** Today in Hong Kong. */
  today: string;
}) {
  const t = useTranslations("warehouse.waves");
  const { href } = useWarehouse();
  const refreshMs = useAttended() && REFRESH_MS;
  const list = useList("listWaves", view, { base: href("/waves"), url: WAVES_URL, refreshMs });
  const { query, rowsOf, change } = list;
  const [isMaking, setIsMaking] = useState(false);
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
      <ShortcutsProvider>
        <ListPage
          list={list}
          filters={
            <search className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
              <MerchantFilter chosen={query.customer_eid} onChange={(customer_eid) => change({ customer_eid })} />
              <Field
                label={t("columns.state")}
                className="w-48 max-sm:min-w-0 max-sm:flex-1 [&_label]:text-xs [&_label]:font-normal [&_label]:text-muted"
              >
                <NativeSelect
                  value={query.status ?? "any"}
                  options={[
                    { value: "any", label: t("states.any") },
                    ...STATUSES.map((status) => ({ value: status, label: t(`states.${status}`) })),
                  ]}
                  onValueChange={(status) => change({ status: status === "any" ? null : status })}
                />
              </Field>
            </search>
          }
          empty={
            rowsOf.customer_eid || rowsOf.status ? (
              <EmptyState
                icon={ListChecks}
                title={t("noMatch")}
                actions={<Button onClick={() => change({ customer_eid: null, status: null })}>{t("showAll")}</Button>}
              />
            ) : (
              <EmptyState icon={ListChecks} title={t("none")} description={t("noneText")} actions={make("secondary")} />
            )
          }
        >
          {(waves, isBusy) => <Rows waves={waves} names={names} isBusy={isBusy} />}
        </ListPage>
      </ShortcutsProvider>
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
  const t = useTranslations("warehouse.waves");
  const { href } = useWarehouse();
  return (
    <ListTable
      label={t("columns.caption")}
      rows={waves}
      keyOf={({ wave_id }) => wave_id}
      rowClass="h-14 card:block card:py-3"
      columns={[
        {
          key: "wave",
          head: t("columns.wave"),
          cell: ({ wave_id, wave_number, name, assigned_to }) => (
            <>
              <RowLink href={href(`/waves/${wave_id}`)} className="tabular-nums">
                {wave_number}
              </RowLink>
              <span className="block truncate text-xs text-muted">
                {[name, assigned_to?.name].filter(Boolean).join(" · ")}
              </span>
            </>
          ),
        },
        {
          key: "service",
          head: t("columns.service"),
          width: 10,
          cell: ({ shipping_provider: code }) => (code === null ? t("anyService") : (names.get(code) ?? code)),
        },
        {
          key: "state",
          head: t("columns.state"),
          width: 8,
          cell: ({ status }) => <WaveBadge status={status} />,
        },
        {
          key: "cutOff",
          head: t("columns.cutOff"),
          width: 10,
          room: "row:@max-[60rem]:hidden",
          cell: ({ cut_off }) => (
            <>
              <span className="text-muted row:hidden">{t("columns.cutOff")} </span>
              {cut_off ? <DateTime value={cut_off} /> : <span className="text-muted">{t("noCutOff")}</span>}
            </>
          ),
        },
        {
          key: "made",
          head: t("columns.made"),
          width: 11,
          cell: ({ created_by, create_time }) => (
            <>
              <span className="block truncate">
                <span className="text-muted row:hidden">{t("by")} </span>
                {created_by}
              </span>
              <DateTime value={create_time} className="text-xs text-muted" />
            </>
          ),
        },
        {
          key: "progress",
          head: t("columns.progress"),
          width: 11,
          place: "card:mt-2!",
          cell: ({ order_count: total, open_count: open }) => (
            <Progress
              done={total - open}
              total={total}
              label={open === 0 ? t("finished", { total }) : t("left", { open, total })}
            />
          ),
        },
      ]}
      isBusy={isBusy}
    />
  );
}
