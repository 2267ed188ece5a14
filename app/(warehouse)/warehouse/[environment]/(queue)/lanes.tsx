"use client";

import { ListPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { QueueLane } from "@/lib/contracts/pickpack-queue";
import { formatNumber } from "@/lib/format";
import { QueueLink } from "./queue-link";
import type { QueueView } from "./queue-tabs";
import type { ChangeQueue, QueueChange } from "./queue-url";
import { Waiting } from "./waiting";

// One table for wide and narrow: below 42rem a service is a line of those figures that are not nought.
const CARD = "@max-2xl:block @max-2xl:h-auto @max-2xl:p-0!";
const ROW =
  "h-10 @max-2xl:flex @max-2xl:h-auto @max-2xl:flex-wrap @max-2xl:items-center @max-2xl:gap-x-3 @max-2xl:px-4 @max-2xl:py-2";

type Figures = Omit<QueueLane, "shipping_provider" | "courier_company">;
type FigureName = "pending" | "confirmed" | "unwaved" | "cancel_requested";
const FIGURES: readonly { name: FigureName; change: QueueChange | null }[] = [
  { name: "pending", change: { tab: "pending" } },
  { name: "confirmed", change: { tab: "confirmed" } },
  { name: "unwaved", change: null },
  { name: "cancel_requested", change: { tab: "asked" } },
];

function sumOf(lanes: readonly QueueLane[]): Figures {
  const sum = (name: FigureName) => lanes.reduce((total, lane) => total + lane[name], 0);
  const ages = lanes.flatMap(({ oldest_minutes }) => oldest_minutes ?? []);
  return {
    pending: sum("pending"),
    confirmed: sum("confirmed"),
    unwaved: sum("unwaved"),
    cancel_requested: sum("cancel_requested"),
    oldest_minutes: ages.length ? Math.max(...ages) : null,
  };
}

/** What waits, by carrier service. A service and each of its figures narrow the queue to what they count. */
export function Lanes({
  view,
  lanes,
  shortNames,
  onChange,
  onWave,
}: {
  view: QueueView;
  lanes: readonly QueueLane[];
  shortNames: ReadonlyMap<string, string>;
  onChange: ChangeQueue;
  onWave: (service: string) => void;
}) {
  const t = useTranslations("warehouse.queue.lanes");
  return (
    <div className="@container">
      <Table
        label={t("caption")}
        role="table"
        className="@2xl:table-fixed @max-2xl:block [&_td]:px-2 [&_td]:py-0 [&_th]:px-2"
      >
        <THead role="rowgroup" className="@max-2xl:sr-only">
          <TR role="row">
            <TH role="columnheader">{t("service")}</TH>
            {FIGURES.map(({ name }) => (
              <TH key={name} role="columnheader" align="end" className="w-18 whitespace-normal @[60rem]:w-32">
                {t(name)}
              </TH>
            ))}
            <TH role="columnheader" className="w-36 pl-4! @[60rem]:w-44">
              {t("oldest")}
            </TH>
            <TH role="columnheader" className="w-40 pr-4!">
              <span className="sr-only">{t("wave")}</span>
            </TH>
          </TR>
        </THead>
        <TBody role="rowgroup" className="@max-2xl:block">
          {lanes.length === 1 ? null : (
            <Lane view={view} service={null} name={t("all")} figures={sumOf(lanes)} onChange={onChange} />
          )}
          {lanes.map((lane) => (
            <Lane
              key={lane.shipping_provider}
              view={view}
              service={lane.shipping_provider}
              name={shortNames.get(lane.shipping_provider) ?? lane.courier_company}
              figures={lane}
              onChange={onChange}
              onWave={onWave}
            />
          ))}
        </TBody>
      </Table>
    </div>
  );
}

function Lane({
  view,
  service,
  name,
  figures,
  onChange,
  onWave,
}: {
  view: QueueView;
  /** Null: all of them. */
  service: string | null;
  name: string;
  figures: Figures;
  onChange: ChangeQueue;
  onWave?: (service: string) => void;
}) {
  const t = useTranslations("warehouse.queue.lanes");
  const isChosen = (view.shipping_provider ?? null) === service;
  return (
    <TR role="row" data-selected={isChosen && service !== null} className={ROW}>
      <TD role="cell" className={cn(CARD, "@max-2xl:order-first @max-2xl:basis-[calc(100%-9rem)]")}>
        <QueueLink
          view={view}
          // Chosen again, it lets go.
          change={{ shipping_provider: isChosen ? null : service }}
          onChange={onChange}
          aria-current={isChosen ? "true" : undefined}
          className="flex min-h-9 items-center rounded-xs font-semibold text-accent no-underline hover:underline aria-[current=true]:text-text pointer-coarse:min-h-11"
        >
          {name}
        </QueueLink>
      </TD>
      {FIGURES.map(({ name: figure, change }) => (
        <TD key={figure} role="cell" align="end" className={cn(CARD, figures[figure] === 0 && "@max-2xl:hidden")}>
          {change && figures[figure] > 0 ? (
            <QueueLink
              view={view}
              change={{ ...change, shipping_provider: service }}
              onChange={onChange}
              className={cn(
                "inline-flex min-h-9 min-w-9 items-center justify-end rounded-xs text-accent no-underline hover:underline @2xl:pointer-coarse:min-h-11",
                figure === "cancel_requested" && "font-semibold text-warn",
              )}
            >
              {formatNumber(figures[figure])}
              <span className="@2xl:sr-only">&nbsp;{t(figure)}</span>
            </QueueLink>
          ) : (
            <span className={cn(figures[figure] === 0 && "text-muted")}>
              {formatNumber(figures[figure])}
              <span className="@2xl:hidden">&nbsp;{t(figure)}</span>
            </span>
          )}
        </TD>
      ))}
      <TD
        role="cell"
        className={cn(
          CARD,
          "@2xl:pl-4! @max-2xl:order-first @max-2xl:basis-32 @max-2xl:text-right",
          figures.oldest_minutes === null && "@max-2xl:hidden",
        )}
      >
        {figures.oldest_minutes === null ? (
          <span className="text-muted">{t("nothing")}</span>
        ) : (
          <Waiting minutes={figures.oldest_minutes} className="inline-flex items-center gap-1" />
        )}
      </TD>
      <TD
        role="cell"
        className={cn(CARD, "pr-4! text-right @max-2xl:ml-auto @max-2xl:pr-0!", !onWave && "@max-2xl:hidden")}
      >
        {onWave && service && figures.unwaved > 0 ? (
          <Button
            size="sm"
            className="pointer-coarse:h-11"
            aria-label={t("waveOf", { service: name })}
            onClick={() => onWave(service)}
          >
            <ListPlus aria-hidden="true" />
            {t("wave")}
          </Button>
        ) : null}
      </TD>
    </TR>
  );
}
