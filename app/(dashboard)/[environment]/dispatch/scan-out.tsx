"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Check, OctagonX, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { ScanField } from "@/components/scan-field/scan-field";
import { SoundSwitch } from "@/components/scan-field/sound-switch";
import { play } from "@/components/scan-field/sounds";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useFailureMessage } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { useOperation } from "@/components/use-operation";
import { ApiFailure, type CallResult, call, queryFor } from "@/lib/api-client";
import type { DispatchOrder } from "@/lib/contracts/dispatch";
import { progressOf } from "@/lib/dispatch";
import { formatNumber } from "@/lib/format";

type Scanned = { order: DispatchOrder; parcel: number; at: string };
/** What the last scan did; the number makes the same news twice two. */
type ScanMessage = { nth: number } & (
  | { kind: "scanned"; order: DispatchOrder; parcel: number; isRepeated: boolean }
  | { kind: "refused"; text: string }
);

const SHOWN = 5;

/** The latest scans that can be taken back, by whomever they were made. */
function latestOf(orders: readonly DispatchOrder[]): Scanned[] {
  return orders
    .flatMap((order) =>
      order.scan_list
        .filter(({ hand_over_id }) => hand_over_id === null)
        .map(({ parcel, scanned_at }) => ({ order, parcel, at: scanned_at })),
    )
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, SHOWN);
}

/** Scans parcels out: how many are, what the last scan did, and the latest, which can be taken back. */
export function ScanOut({
  orders,
  day,
  keys,
}: {
  orders: readonly DispatchOrder[];
  day: string;
  keys: Readonly<Record<string, () => void>>;
}) {
  const t = useTranslations("dispatch.scan");
  const { where } = useWorkspace();
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const undoing = useOperation("undoDispatchScan");
  const [news, setNews] = useState<ScanMessage | null>(null);
  const latest = latestOf(orders);
  const nth = useRef(0);
  // Scans are sent one after another, so that the last one said is the last one made.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const { parcels, out } = progressOf(orders.filter(({ in_warehouse }) => !in_warehouse));

  async function show(order: DispatchOrder) {
    const { queryKey } = queryFor("readDispatch", { day }, where);
    // An older answer that is under way would undo it on the screen.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (before: CallResult<"readDispatch"> | undefined) => {
      if (!before) return before;
      const isListed = before.order_list.some(({ order_id }) => order_id === order.order_id);
      return {
        ...before,
        order_list: isListed
          ? before.order_list.map((each) => (each.order_id === order.order_id ? order : each))
          : [...before.order_list, order],
      };
    });
  }

  function refuse(text: string) {
    play("refused");
    setNews({ nth: ++nth.current, kind: "refused", text });
  }

  async function send(code: string) {
    try {
      const { order, parcel, is_repeated } = await call("scanDispatch", { code }, where);
      play(is_repeated ? "warning" : "counted");
      setNews({ nth: ++nth.current, kind: "scanned", order, parcel, isRepeated: is_repeated });
      await show(order);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const { title, detail, todo } = failureMessage(error);
      refuse(error.entries[0]?.message ?? detail ?? `${title} ${todo}`);
    }
  }

  const undo = ({ order: { order_id }, parcel }: Scanned) =>
    undoing.attempt(
      { order_id, parcel: String(parcel) },
      {
        onDone: (order) => {
          void show(order);
          setNews(null);
        },
      },
    );

  return (
    <Section>
      <ScanField
        label={t("label")}
        hint={t("hint")}
        keys={keys}
        onCode={(code) => {
          queue.current = queue.current.then(() => send(code));
        }}
        onScanInDialog={() => play("refused")}
        onInputMethod={() => refuse(t("inputMethod"))}
      />
      <p className="mt-3">
        <span className="text-lg font-semibold tabular-nums">
          {t("count", { out: formatNumber(out), count: formatNumber(parcels) })}
        </span>{" "}
        <span className="text-xs text-muted">{t("counted")}</span>
      </p>
      <div role="alert">
        {news?.kind === "refused" ? (
          <p
            key={news.nth}
            className="mt-2 flex items-start gap-2 rounded-md bg-bad-tint px-3 py-2 font-semibold text-bad"
          >
            <OctagonX aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {news.text}
          </p>
        ) : null}
      </div>
      <div role="status">
        {news?.kind === "scanned" ? (
          <p key={news.nth} className={news.isRepeated ? "mt-2 text-warn" : "sr-only"}>
            {t(news.isRepeated ? "repeated" : news.order.parcel_count > 1 ? "doneOf" : "done", {
              name: news.order.recipient_name,
              parcel: news.parcel,
              count: news.order.parcel_count,
            })}
          </p>
        ) : null}
      </div>
      {latest.length > 0 ? (
        <ul className="mt-2 divide-y divide-line">
          {latest.map((scan, index) => (
            <li
              key={`${scan.order.order_id} ${scan.parcel}`}
              className={cn("flex items-center gap-2 px-2 py-1", index === 0 && "bg-ok-tint")}
            >
              <Check aria-hidden="true" className="size-4 shrink-0 text-ok" />
              <span className="min-w-0 flex-1 truncate">
                <bdi>{scan.order.recipient_name}</bdi>{" "}
                <span className="text-muted">
                  {scan.order.parcel_count > 1
                    ? t("parcel", { parcel: scan.parcel, count: scan.order.parcel_count })
                    : scan.order.recipient_place}
                </span>
              </span>
              <Button
                size="icon-sm"
                variant="ghost"
                aria-label={t("undo", { name: scan.order.recipient_name })}
                title={t("undo", { name: scan.order.recipient_name })}
                onClick={() => void undo(scan)}
              >
                <Undo2 aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="mt-3">
        <SoundSwitch />
      </div>
    </Section>
  );
}
