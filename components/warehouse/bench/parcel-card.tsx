"use client";

import { BatteryCharging, CircleCheck, PackageOpen, PackageX, ScanBarcode, Tag, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useEffect, useRef } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Bench } from "@/lib/contracts/pickpack-bench";
import { openUnits } from "@/lib/warehouse/bench-steps";
import { ShelfShort } from "../shelf-short";

type Parcel = Bench["parcel_list"][number];
type Item = Parcel["item_list"][number];
/** The item that a dialog or the last scan is about. */
export type ItemPlace = { parcel: number; position: number };

const SHORT_LIST = 5;

/** What goes into one parcel, and how much of it is in. */
export const ParcelCard = memo(function ParcelCard({
  parcel,
  count,
  isCurrent,
  isFolded,
  counted,
  onShort,
  onReopen,
  onChoose,
}: {
  parcel: Parcel;
  count: number;
  isCurrent: boolean;
  /** Says how many items there are, and shows none. */
  isFolded: boolean;
  /** The item of this parcel that was counted last. */
  counted: number | null;
  onShort: (place: ItemPlace) => void;
  onReopen: (parcel: number) => void;
  onChoose: (parcel: number) => void;
}) {
  const t = useTranslations("warehouse.bench.parcel");
  const card = useRef<HTMLElement>(null);
  const { parcel: number, is_closed: isClosed, item_list: items } = parcel;
  const marks = parcel.battery_label_types.split(",").filter(Boolean);
  const name = t("title", { parcel: number, parcels: count });

  const wasCurrent = useRef(isCurrent);
  useEffect(() => {
    if (isCurrent && !wasCurrent.current) card.current?.scrollIntoView({ block: "nearest" });
    wasCurrent.current = isCurrent;
  }, [isCurrent]);

  return (
    <section
      ref={card}
      aria-label={name}
      aria-current={isCurrent ? "step" : undefined}
      className={cn(
        "min-w-0 scroll-mt-56 rounded-lg border-2 bg-surface",
        isCurrent ? "border-accent" : "border-line",
        isClosed && "border-ok",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
        <h2 className="text-lg font-semibold">{name}</h2>
        {isClosed ? (
          <Badge tone="ok" icon={<CircleCheck aria-hidden="true" />}>
            {t("closed")}
          </Badge>
        ) : isCurrent ? (
          <Badge tone="info" icon={<ScanBarcode aria-hidden="true" />}>
            {t("current")}
          </Badge>
        ) : null}
        {isClosed && count > 1 ? (
          <Badge
            tone={parcel.is_label_scanned ? "ok" : "warn"}
            icon={parcel.is_label_scanned ? <Tag aria-hidden="true" /> : <ScanBarcode aria-hidden="true" />}
          >
            {t(parcel.is_label_scanned ? "labelScanned" : "labelDue")}
          </Badge>
        ) : null}
        {marks.map((mark) => (
          <Badge key={mark} tone="warn" icon={<BatteryCharging aria-hidden="true" />} className="h-8 text-sm">
            {t("mark", { mark: mark.replace("_", " ") })}
          </Badge>
        ))}
        <span className="font-mono text-base sm:ml-auto">{parcel.tracking_number}</span>
        {isClosed ? (
          <Button className="h-11" onClick={() => onReopen(number)}>
            <Undo2 aria-hidden="true" />
            {t("reopen")}
          </Button>
        ) : isCurrent ? null : (
          <Button className="h-11" onClick={() => onChoose(number)}>
            <PackageOpen aria-hidden="true" />
            {t("choose")}
          </Button>
        )}
      </div>
      {isFolded ? (
        <p className="border-t border-line px-4 py-3 text-base text-muted">{t("folded", { count: items.length })}</p>
      ) : (
        <ul
          aria-label={t("items", { parcel: number })}
          className={cn(
            "divide-y divide-line border-t border-line",
            // In a long list, scroll so that the next items are visible too.
            items.length > SHORT_LIST && "sm:*:scroll-mb-72",
          )}
        >
          {items.map((item) => (
            <ItemRow
              key={item.position}
              parcel={number}
              item={item}
              isCounted={counted === item.position}
              onShort={onShort}
            />
          ))}
        </ul>
      )}
    </section>
  );
});

const ItemRow = memo(function ItemRow({
  parcel,
  item,
  isCounted,
  onShort,
}: {
  parcel: number;
  item: Item;
  isCounted: boolean;
  onShort: (place: ItemPlace) => void;
}) {
  const t = useTranslations("warehouse.bench.parcel");
  const row = useRef<HTMLLIElement>(null);
  const open = openUnits(item);
  const isDone = open === 0n;

  // The scanned item is scrolled into view, with its neighbours on the shelf.
  useEffect(() => {
    if (isCounted) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCounted]);

  return (
    <li
      ref={row}
      className={cn(
        "grid scroll-mt-72 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[6rem_minmax(0,1fr)_auto_auto]",
        isCounted && "bg-ok-tint",
      )}
    >
      <p className="font-mono text-lg font-semibold max-sm:col-span-2">
        <span className="sr-only">{t("place")} </span>
        {item.warehouse_location ?? t("noPlace")}
      </p>
      <div className="min-w-0">
        <p className="text-lg font-semibold break-words">{item.sku || item.bar_code_eid}</p>
        <p className="font-mono text-sm text-muted">{item.bar_code_eid}</p>
        <p className="line-clamp-2 text-base break-words">{item.description}</p>
        {item.shelf_short && !isDone ? <ShelfShort note={item.shelf_short} /> : null}
      </div>
      <p className={cn("flex items-center gap-2 text-[2rem]/10 font-semibold tabular-nums", isDone && "text-ok")}>
        {isDone ? <CircleCheck aria-hidden="true" className="size-7" /> : null}
        <span className="sr-only">{t("counted", { scanned: item.scanned, qty: item.qty })}</span>
        <span aria-hidden="true">{t("figures", { scanned: item.scanned, qty: item.qty })}</span>
      </p>
      <div className="flex flex-col items-end gap-1 max-sm:col-span-2 sm:w-28">
        {BigInt(item.short) > 0n ? (
          <Badge tone="warn" icon={<PackageX aria-hidden="true" />} className="h-8 text-sm">
            {t("short", { short: item.short })}
          </Badge>
        ) : null}
        {isDone ? null : (
          <Button
            className="h-11"
            aria-label={t("noteShortOf", { item: item.sku || item.bar_code_eid })}
            onClick={() => onShort({ parcel, position: item.position })}
          >
            {t("noteShort")}
          </Button>
        )}
      </div>
    </li>
  );
});
