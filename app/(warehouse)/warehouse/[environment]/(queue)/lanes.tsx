"use client";

import { ListPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ListTable } from "@/components/ui/list-table";
import { ViewLink } from "@/components/ui/view-link";
import type { QueueView } from "@/components/warehouse/queue-tabs";
import { useWarehouse } from "@/components/warehouse/workspace";
import type { QueueLane } from "@/lib/contracts/pickpack-queue";
import { formatNumber } from "@/lib/format";
import { type ChangeQueue, QUEUE_URL, type QueueChange } from "./queue-url";
import { Waiting } from "./waiting";

/** A line of figures; `service` is null for all of them. */
type Lane = Omit<QueueLane, "shipping_provider" | "courier_company" | "unwaved_single"> & {
  service: string | null;
  name: string;
};
type FigureName = "pending" | "confirmed" | "unwaved" | "cancel_requested";
const FIGURES: readonly { name: FigureName; change: QueueChange | null }[] = [
  { name: "pending", change: { tab: "pending" } },
  { name: "confirmed", change: { tab: "confirmed" } },
  { name: "unwaved", change: null },
  { name: "cancel_requested", change: { tab: "asked" } },
];

function sumOf(lanes: readonly QueueLane[]): Omit<Lane, "name"> {
  const sum = (name: FigureName) => lanes.reduce((total, lane) => total + lane[name], 0);
  const ages = lanes.flatMap(({ oldest_minutes }) => oldest_minutes ?? []);
  return {
    service: null,
    pending: sum("pending"),
    confirmed: sum("confirmed"),
    unwaved: sum("unwaved"),
    cancel_requested: sum("cancel_requested"),
    oldest_minutes: ages.length ? Math.max(...ages) : null,
  };
}

/** What waits, by carrier service. A service and each of its figures filter the queue to what they count. */
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
  const chosen = view.shipping_provider ?? null;
  const rows: Lane[] = lanes.map((lane) => ({
    ...lane,
    service: lane.shipping_provider,
    name: shortNames.get(lane.shipping_provider) ?? lane.courier_company,
  }));
  if (lanes.length !== 1) rows.unshift({ ...sumOf(lanes), name: t("all") });
  return (
    <ListTable
      label={t("caption")}
      rows={rows}
      keyOf={({ service }) => service ?? ""}
      isAside
      opens="link"
      isMarked={({ service }) => service !== null && service === chosen}
      rowClass="h-10 card:flex card:flex-wrap card:gap-y-0 card:py-2"
      columns={[
        {
          key: "service",
          head: t("service"),
          place: "py-0 card:order-first card:basis-[calc(100%-9rem)]",
          cell: ({ service, name }) => (
            <QueueLink
              view={view}
              // Choosing it again removes the filter.
              change={{ shipping_provider: service === chosen ? null : service }}
              onChange={onChange}
              aria-current={service === chosen ? "true" : undefined}
              className="flex min-h-9 items-center rounded-xs font-semibold text-accent no-underline hover:underline aria-[current=true]:text-text pointer-coarse:min-h-11"
            >
              {name}
            </QueueLink>
          ),
        },
        ...FIGURES.map(({ name: figure, change }) => ({
          key: figure,
          head: t(figure),
          align: "end" as const,
          width: 4.5,
          room: "row:whitespace-normal row:@[60rem]:w-32",
          place: (lane: Lane) => cn("py-0", lane[figure] === 0 && "card:hidden"),
          cell: (lane: Lane) =>
            change && lane[figure] > 0 ? (
              <QueueLink
                view={view}
                change={{ ...change, shipping_provider: lane.service }}
                onChange={onChange}
                className={cn(
                  "inline-flex min-h-9 min-w-9 items-center justify-end rounded-xs text-accent no-underline hover:underline row:pointer-coarse:min-h-11",
                  figure === "cancel_requested" && "font-semibold text-warn",
                )}
              >
                {formatNumber(lane[figure])}
                <span className="row:sr-only">&nbsp;{t(figure)}</span>
              </QueueLink>
            ) : (
              <span className={cn(lane[figure] === 0 && "text-muted")}>
                {formatNumber(lane[figure])}
                <span className="row:hidden">&nbsp;{t(figure)}</span>
              </span>
            ),
        })),
        {
          key: "oldest",
          head: t("oldest"),
          width: 9,
          room: "row:pl-4! row:@[60rem]:w-44",
          place: ({ oldest_minutes }) =>
            cn("py-0 card:order-first card:basis-32 card:text-right", oldest_minutes === null && "card:hidden"),
          cell: ({ oldest_minutes }) =>
            oldest_minutes === null ? (
              <span className="text-muted">{t("nothing")}</span>
            ) : (
              <Waiting minutes={oldest_minutes} className="inline-flex items-center gap-1" />
            ),
        },
        {
          key: "wave",
          head: t("wave"),
          isHeadHidden: true,
          width: 10,
          room: "pr-4!",
          place: ({ service }) => cn("py-0 text-right card:ml-auto card:pr-0!", service === null && "card:hidden"),
          cell: ({ service, name, unwaved }) =>
            service !== null && unwaved > 0 ? (
              <Button
                size="sm"
                className="pointer-coarse:h-11"
                aria-label={t("waveOf", { service: name })}
                onClick={() => onWave(service)}
              >
                <ListPlus aria-hidden="true" />
                {t("wave")}
              </Button>
            ) : null,
        },
      ]}
    />
  );
}

/** Changes the queue's view; a link, so that it can open in its own window. */
function QueueLink({
  view,
  change,
  onChange,
  ...rest
}: Omit<ComponentProps<"a">, "href" | "onClick" | "onChange"> & {
  view: QueueView;
  change: QueueChange;
  onChange: ChangeQueue;
}) {
  const { href } = useWarehouse();
  const address = QUEUE_URL.listHref(href("/"), QUEUE_URL.changed(view, change));
  return <ViewLink {...rest} href={address} onPress={() => onChange(change)} />;
}
