"use client";

import { PackageCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef } from "react";
import { goByKeys } from "@/components/row-keys";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import type { DataOf } from "@/lib/contracts/contract";
import type { readWave } from "@/lib/contracts/pickpack-bench";
import { formatNumber } from "@/lib/format";
import { Progress } from "../progress";
import { usePicked } from "./use-picked";

type Pick = DataOf<typeof readWave>["pick_list"][number];

// Who picks goes by places and units; of more orders than that only the number is told at first.
const MOST_ORDERS_SHOWN = 6;

// The list has one line for each product of a merchant.
const keyOf = ({ customer_eid, sku }: Pick) => `${customer_eid} ${sku}`;

/** What to pick, by place in the warehouse: a line is ticked off by one touch, or by Space; arrow keys go on. */
export function PickList({ waveId, picks }: { waveId: string; picks: readonly Pick[] }) {
  const t = useTranslations("warehouse.waves.pick");
  const list = useRef<HTMLUListElement>(null);
  const picked = usePicked(waveId);
  const done = picks.filter((pick) => picked.has(keyOf(pick))).length;
  const areSeveral = new Set(picks.map(({ customer_eid }) => customer_eid)).size > 1;

  function onKeyDown(event: KeyboardEvent) {
    const boxes = [...(list.current?.querySelectorAll("input") ?? [])];
    goByKeys(event, boxes, boxes.indexOf(event.target as HTMLInputElement));
  }

  return (
    <Section
      title={t("title")}
      flush
      actions={
        done > 0 ? (
          <Button size="sm" variant="ghost" className="pointer-coarse:h-11" onClick={picked.clear}>
            {t("clear")}
          </Button>
        ) : null
      }
    >
      {picks.length === 0 ? (
        <EmptyState icon={PackageCheck} title={t("none")} description={t("noneText")} />
      ) : (
        <>
          <div role="status" className="sticky top-(--bands) z-10 border-b border-line bg-surface px-4 py-2">
            <Progress done={done} total={picks.length} words={t("picked", { done, total: picks.length })} />
          </div>
          <ul ref={list} onKeyDown={onKeyDown} className="divide-y divide-line">
            {picks.map((pick) => (
              <Line
                key={keyOf(pick)}
                pick={pick}
                merchant={areSeveral ? pick.customer_name : null}
                isPicked={picked.has(keyOf(pick))}
                onToggle={() => picked.toggle(keyOf(pick))}
              />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Line({
  pick,
  merchant,
  isPicked,
  onToggle,
}: {
  pick: Pick;
  /** Its number, where the wave has orders of several. */
  merchant: string | null;
  isPicked: boolean;
  onToggle: () => void;
}) {
  const t = useTranslations("warehouse.waves.pick");
  const place = pick.warehouse_location ?? t("noPlace");
  const orders = new Set(pick.order_list.map(({ order_id }) => order_id));
  return (
    <li className={cn("has-[:focus-visible]:bg-hover", isPicked && "bg-ok-tint")}>
      <label className="flex min-h-14 cursor-pointer items-center gap-4 px-4 py-2">
        <input
          type="checkbox"
          checked={isPicked}
          onChange={onToggle}
          aria-label={t("line", { place, qty: pick.qty, sku: pick.sku, description: pick.description })}
          className="size-6 shrink-0 accent-accent"
        />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[6rem_minmax(0,1fr)_auto]">
          <span
            className={cn(
              "font-semibold break-words max-sm:col-start-1",
              pick.warehouse_location ? "text-base" : "text-xs text-muted",
            )}
          >
            {place}
          </span>
          <span className="min-w-0 max-sm:col-span-2 max-sm:row-start-2">
            <span className={cn("block", isPicked && "text-muted line-through")}>{pick.description}</span>
            <span className="block font-mono text-xs break-all text-muted">
              {pick.sku}
              {pick.bar_code_eid ? ` · ${pick.bar_code_eid}` : null}
            </span>
            {merchant ? <span className="block text-xs text-muted">{merchant}</span> : null}
          </span>
          <span className="text-right text-lg font-semibold tabular-nums max-sm:col-start-2 max-sm:row-start-1">
            {t("times", { qty: formatNumber(pick.qty) })}
          </span>
        </span>
      </label>
      {/* From under the place, beside the box. */}
      <div className="px-4 pb-2 pl-14 text-xs text-muted sm:pl-42">
        {orders.size > MOST_ORDERS_SHOWN ? (
          <details>
            <summary className="cursor-pointer py-1 pointer-coarse:py-3">{t("orders", { count: orders.size })}</summary>
            <Orders pick={pick} />
          </details>
        ) : (
          <Orders pick={pick} />
        )}
      </div>
    </li>
  );
}

/** What of it is for which order. */
function Orders({ pick }: { pick: Pick }) {
  const t = useTranslations("warehouse.waves.pick");
  return pick.order_list.map(({ order_id, parcel, qty }) => (
    <span key={`${order_id} ${parcel}`} className="mr-3 inline-block tabular-nums">
      {t("forOrder", { order: order_id, parcel, qty })}
    </span>
  ));
}
