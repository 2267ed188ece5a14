"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { STATUS_LOOK } from "@/components/ui/status-badge";
import { useOperation } from "@/components/use-operation";
import type { OrderRecord } from "@/lib/contracts/order";
import type { OrderStatus, TrackingEvent } from "@/lib/orders/status";
import { wordOf } from "@/lib/webhooks/event-names";

/** The scans that can follow each state of an order, with the state that each leads to. */
export type Moves = Partial<Record<OrderStatus, readonly { event: TrackingEvent; to: OrderStatus }[]>>;

/** Testing only: the carrier's possible next scans, one button each; the table of moves decides which. */
export function Simulation({ order, moves }: { order: OrderRecord; moves: Moves }) {
  const t = useTranslations("orderPage.simulate");
  const tEvents = useTranslations("orderPage.tracking.events");
  const { attempt, isBusy } = useOperation("simulateScan");
  const [last, setLast] = useState<TrackingEvent | null>(null);

  function move(event: TrackingEvent) {
    setLast(event);
    void attempt({ order_id: order.order_id, event }, { done: t("done", { event: tEvents(wordOf(event)) }) });
  }

  // A saved order is confirmed or cancelled by its own buttons.
  const isSaved = order.tracking_number === null && order.order_status !== "CANCELLED";
  const possible = isSaved ? [] : (moves[order.order_status] ?? []);
  return (
    <Section title={t("title")} description={t("hint")} className="border-testing">
      {possible.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {possible.map(({ event, to }) => {
            const { icon: Icon } = STATUS_LOOK[to];
            return (
              <Button
                key={event}
                size="sm"
                loading={isBusy && last === event}
                disabled={isBusy}
                onClick={() => move(event)}
              >
                <Icon aria-hidden="true" />
                {tEvents(wordOf(event))}
              </Button>
            );
          })}
        </div>
      ) : (
        <p className="text-muted">{t(isSaved ? "confirmFirst" : "none")}</p>
      )}
    </Section>
  );
}
