"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { cn } from "@/components/ui/cn";
import { queryFor } from "@/lib/api-client";
import { minutesOfDay } from "@/lib/calendar";
import type { CollectionSummary } from "@/lib/dispatch";
import { formatNumber } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";
import { PICKUP_WINDOW } from "@/lib/orders/choices";
import { type HongKongNow, hongKongNow, type PickupCalendar, pickupDays } from "@/lib/orders/pickup-window";
import { useCollectionLabels } from "./collection-labels";

const MINUTE_MS = 60_000;

/** The time in Hong Kong, each minute again; null while it is not known. */
function useHongKongNow(): HongKongNow | null {
  const [now, setNow] = useState<HongKongNow | null>(null);
  useEffect(() => {
    const read = () => setNow(hongKongNow());
    read();
    const timer = setInterval(read, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What still needs a collection to be booked. */
const needsBooking = ({ kind }: CollectionSummary) => kind === "UNBOOKED" || kind === "MISSED";

/** The collections of the day, each with how far its parcels are and how long it is until the courier may come. */
export function CollectionStrip({
  collections,
  providers,
  isToday,
}: {
  collections: readonly CollectionSummary[];
  providers: readonly ListProvider[];
  isToday: boolean;
}) {
  const t = useTranslations("collections");
  const labels = useCollectionLabels(providers);
  const { where } = useWorkspace();
  const now = useHongKongNow();
  const calendars = useQuery({
    ...queryFor("listProviders", { ship_type: "local" }, where),
    enabled: isToday && collections.some(needsBooking),
    staleTime: 300_000,
  });
  if (collections.length === 0) return null;
  return (
    <ul aria-label={t("label")} className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line">
      {collections.map((collection) => {
        if (collection.kind === "OTHER") return null;
        const { parcels, printed, out } = collection.progress;
        const share = (count: number) => `${parcels === 0 ? 0 : (count / parcels) * 100}%`;
        return (
          <li key={collection.key} className="flex-1 basis-48 bg-surface px-4 py-3">
            <p
              className={cn(
                "flex justify-between gap-2 font-semibold tabular-nums",
                ["MISSED", "CANCELLED"].includes(collection.kind) && "text-bad",
              )}
            >
              {labels.whenOf(collection)}
              {isToday && now ? (
                needsBooking(collection) ? (
                  <BookBy
                    calendar={calendars.data?.find(({ code }) => code === collection.provider)?.services}
                    now={now}
                  />
                ) : (
                  <Until collection={collection} now={now.minutes} isOut={out === parcels} />
                )
              ) : null}
            </p>
            <p className="text-xs text-muted">{labels.serviceOf(collection)}</p>
            <div aria-hidden="true" className="relative my-2 h-1 overflow-hidden rounded-full bg-hover">
              <span className="absolute inset-y-0 left-0 bg-info" style={{ width: share(printed) }} />
              <span className="absolute inset-y-0 left-0 bg-ok" style={{ width: share(out) }} />
            </div>
            <p className="text-xs tabular-nums">
              {collection.kind === "WAREHOUSE"
                ? t("inWarehouse", { out: formatNumber(out), count: formatNumber(parcels), n: parcels })
                : t("progress", {
                    printed: formatNumber(printed),
                    out: formatNumber(out),
                    count: formatNumber(parcels),
                    n: parcels,
                  })}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** Until when a collection can still be booked for today; nothing on a day without any. */
function BookBy({ calendar, now }: { calendar: PickupCalendar | undefined; now: HongKongNow }) {
  const t = useTranslations("collections");
  const closed = calendar && pickupDays(calendar, now)[0]?.closed;
  if (closed === undefined || closed === "weekday" || closed === "holiday") return null;
  return (
    <span className="font-normal text-muted">
      {closed === "over" ? t("bookOver") : t("bookBy", { time: PICKUP_WINDOW.start.to })}
    </span>
  );
}

/** How long it is until the courier may come, or that the time is over and parcels are still here. */
function Until({ collection, now, isOut }: { collection: CollectionSummary; now: number; isOut: boolean }) {
  const t = useTranslations("collections");
  const { start, end } = collection;
  if (!start || !end || isOut) return null;
  const wait = minutesOfDay(start) - now;
  if (wait > 0)
    return (
      <span className="font-normal text-muted">
        {wait < 60
          ? t("inMinutes", { minutes: wait })
          : t("inHours", { hours: Math.floor(wait / 60), minutes: wait % 60 })}
      </span>
    );
  const isOver = now > minutesOfDay(end);
  return <span className={isOver ? "text-bad" : "font-normal text-muted"}>{t(isOver ? "over" : "now")}</span>;
}
