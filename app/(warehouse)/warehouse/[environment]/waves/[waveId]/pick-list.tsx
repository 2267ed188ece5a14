"use client";

import { useQueryClient } from "@tanstack/react-query";
import { PackageCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { ConfirmForm } from "@/components/forms/confirm-form";
import { useContractForm } from "@/components/forms/contract-form";
import { TextField } from "@/components/forms/form-fields";
import { goByKeys } from "@/components/lists/row-keys";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Section } from "@/components/ui/section";
import { ShelfShort } from "@/components/warehouse/shelf-short";
import { useWarehouse } from "@/components/warehouse/workspace";
import { call, queryFor } from "@/lib/api-client";
import type { DataOf } from "@/lib/contracts/contract";
import type { readWave } from "@/lib/contracts/pickpack-bench";
import { formatNumber } from "@/lib/format";
import { Progress } from "../progress";
import { PickScan } from "./pick-scan";

type Pick = DataOf<typeof readWave>["pick_list"][number];

// Pickers go by place and units; above this many orders only their number is shown at first.
const MOST_ORDERS_SHOWN = 6;

/** What to pick, by place in the warehouse: a touch or Space ticks a line off; arrow keys move on. */
export function PickList({ waveId, picks }: { waveId: string; picks: readonly Pick[] }) {
  const t = useTranslations("warehouse.waves.pick");
  const list = useRef<HTMLUListElement>(null);
  const picked = usePicked(waveId);
  const [short, setShort] = useState<Pick | null>(null);
  const done = picks.filter((pick) => picked.has(pick)).length;

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
          <Button
            size="sm"
            variant="ghost"
            className="pointer-coarse:h-11"
            onClick={() => picked.tick(picks.filter(picked.has), false)}
          >
            {t("clear")}
          </Button>
        ) : null
      }
    >
      {picks.length === 0 ? (
        <EmptyState icon={PackageCheck} title={t("none")} description={t("noneText")} />
      ) : (
        <>
          <PickScan
            picks={picks}
            isPicked={picked.has}
            onPick={(pick) => picked.tick([pick], true)}
            onShort={setShort}
          />
          <div role="status" className="sticky top-(--bands) z-10 border-b border-line bg-surface px-4 py-2">
            <Progress done={done} total={picks.length} label={t("picked", { done, total: picks.length })} />
          </div>
          <ul ref={list} onKeyDown={onKeyDown} className="divide-y divide-line">
            {picks.map((pick) => (
              <Line
                key={keyOf(pick)}
                pick={pick}
                isPicked={picked.has(pick)}
                onToggle={() => picked.tick([pick], !picked.has(pick))}
                onShort={() => setShort(pick)}
              />
            ))}
          </ul>
          {short ? (
            <ShortDialog pick={short} onClose={() => setShort(null)} onShort={(units) => picked.short(short, units)} />
          ) : null}
        </>
      )}
    </Section>
  );
}

function Line({
  pick,
  isPicked,
  onToggle,
  onShort,
}: {
  pick: Pick;
  isPicked: boolean;
  onToggle: () => void;
  onShort: () => void;
}) {
  const t = useTranslations("warehouse.waves.pick");
  const place = pick.warehouse_location ?? t("noPlace");
  const note = isPicked ? pick.shelf_short : null;
  const orders = new Set(pick.order_list.map(({ order_id }) => order_id));
  return (
    <li className={cn("has-[:focus-visible]:bg-hover", isPicked && (note ? "bg-warn-tint" : "bg-ok-tint"))}>
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
            <span className={cn("block", isPicked && !note && "text-muted line-through")}>{pick.description}</span>
            <span className="block font-mono text-xs break-all text-muted">
              {pick.sku}
              {pick.bar_code_eid ? ` · ${pick.bar_code_eid}` : null}
            </span>
            {isPicked && !note && pick.picked_time ? (
              <span className="block text-xs text-ok">
                {t("pickedBy", { who: pick.picked_by ?? "" })} <DateTime value={pick.picked_time} />
              </span>
            ) : null}
            <span className="block text-xs text-muted">{pick.customer_name}</span>
          </span>
          <span className="text-right text-lg font-semibold tabular-nums max-sm:col-start-2 max-sm:row-start-1">
            {t("times", { qty: formatNumber(pick.qty) })}
          </span>
        </span>
      </label>
      {/* Aligned below the place, next to the checkbox. */}
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 px-4 pb-2 pl-14 text-xs text-muted sm:pl-42">
        <div className="min-w-0 flex-1 basis-40">
          {note ? <ShelfShort note={note} /> : null}
          {orders.size > MOST_ORDERS_SHOWN ? (
            <details>
              <summary className="cursor-pointer py-1 pointer-coarse:py-3">
                {t("orders", { count: orders.size })}
              </summary>
              <Orders pick={pick} />
            </details>
          ) : (
            <Orders pick={pick} />
          )}
        </div>
        <Button
          size="sm"
          className="pointer-coarse:h-11"
          aria-label={t("shortOf", { place, item: pick.sku })}
          onClick={onShort}
        >
          {t("short")}
        </Button>
      </div>
    </li>
  );
}

/** How many units are for which order. */
function Orders({ pick }: { pick: Pick }) {
  const t = useTranslations("warehouse.waves.pick");
  return pick.order_list.map(({ order_id, parcel, qty }) => (
    <span key={`${order_id} ${parcel}`} className="mr-3 inline-block tabular-nums">
      {t("forOrder", { order: order_id, parcel, qty })}
    </span>
  ));
}

/** Asks how many units of a line are at its place; `onShort` gets how many are not. */
function ShortDialog({
  pick,
  onClose,
  onShort,
}: {
  pick: Pick;
  onClose: () => void;
  onShort: (units: string) => void;
}) {
  const t = useTranslations("warehouse.waves.short");
  const { qty, shelf_short: note } = pick;
  const isFitting = (found: string) => /^\d{1,12}$/.test(found) && BigInt(found) <= BigInt(qty);
  const before = note && BigInt(note.short) <= BigInt(qty) ? BigInt(qty) - BigInt(note.short) : 0n;
  const state = useContractForm<{ found: string }>({
    initial: { found: String(before) },
    judge: ({ found }) => (isFitting(found.trim()) ? [] : [{ field: "found", message: t("wrong", { qty }) }]),
  });
  const found = String(useWatch({ control: state.form.control, name: "found" })).trim();
  return (
    <ConfirmForm
      state={state}
      onClose={onClose}
      title={t("title", { place: pick.warehouse_location ?? t("noPlace"), item: pick.sku })}
      description={t("means")}
      confirmLabel={isFitting(found) ? t("confirm", { found, qty }) : t("confirmNone")}
      confirmDisabled={!isFitting(found)}
      cancelLabel={t("back")}
      onSend={async (values) => onShort(String(BigInt(qty) - BigInt(values.found.trim())))}
    >
      <TextField
        name="found"
        title={t("units")}
        hint={t("needed", { qty })}
        required
        isLive
        kind="integer"
        controlClass="h-11 text-left text-base"
      />
    </ConfirmForm>
  );
}

// The list has one line for each product of a merchant.
const keyOf = ({ customer_eid, sku }: Pick) => `${customer_eid} ${sku}`;

/** The picked lines of a wave's pick list: stored on the server, shown at once here and soon on every other device. */
function usePicked(waveId: string) {
  const { where } = useWarehouse();
  const client = useQueryClient();
  const showFailure = useFailureToast();
  // Ticks that are being sent to the server.
  const [sending, setSending] = useState<ReadonlyMap<string, boolean>>(new Map());

  async function tick(picks: readonly Pick[], isPicked: boolean, short?: string) {
    const mark = (change: (next: Map<string, boolean>, key: string) => void) =>
      setSending((now) => {
        const next = new Map(now);
        for (const pick of picks) change(next, keyOf(pick));
        return next;
      });
    mark((next, key) => next.set(key, isPicked));
    try {
      const missing = short === undefined ? {} : { short };
      const pick_list = picks.map(({ customer_eid, sku }) => ({ customer_eid, sku, ...missing }));
      const input = { wave_id: waveId, is_picked: isPicked ? ("Y" as const) : ("N" as const), pick_list };
      const wave = await call("pickWave", input, where);
      const { queryKey } = queryFor("readWave", { wave_id: waveId }, where);
      // The answer to an earlier request does not include this change.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, wave);
    } catch (error) {
      showFailure(error);
    } finally {
      mark((next, key) => next.delete(key));
    }
  }

  return {
    has: (pick: Pick) => sending.get(keyOf(pick)) ?? pick.picked_time !== null,
    tick: (picks: readonly Pick[], isPicked: boolean) => void tick(picks, isPicked),
    /** Ticks a line whose place lacks units; `units`: how many are missing there. */
    short: (pick: Pick, units: string) => void tick([pick], true, units),
  };
}
