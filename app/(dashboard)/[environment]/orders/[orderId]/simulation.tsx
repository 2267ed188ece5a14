"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { useOrdersChanged } from "@/components/orders/orders-changed";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Section } from "@/components/ui/section";
import { STATUS_LOOK } from "@/components/ui/status-badge";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api-client";
import type { OrderRecord } from "@/lib/contracts/order";
import { wordOf } from "@/lib/event-names";
import type { OrderStatus, TrackingEvent } from "@/lib/order-status";

/** The scans that can follow each state of an order, with the state that each leads to. */
export type Moves = Partial<Record<OrderStatus, readonly { event: TrackingEvent; to: OrderStatus }[]>>;

/** Testing only: the carrier's possible next scans, one button each; the table of moves decides which. */
export function Simulation({ order, moves }: { order: OrderRecord; moves: Moves }) {
  const t = useTranslations("orderPage.simulate");
  const words = useTranslations("orderPage.tracking.events");
  const { where } = usePlace();
  const changed = useOrdersChanged();
  const showFailure = useFailureToast();

  const move = useMutation({
    mutationFn: (event: TrackingEvent) => call("simulateScan", { order_id: order.order_id, event }, where),
    onSuccess: (_, event) => toast.success(t("done", { event: words(wordOf(event)) })),
    onError: showFailure,
    onSettled: changed,
  });

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
                loading={move.isPending && move.variables === event}
                disabled={move.isPending}
                onClick={() => move.mutate(event)}
              >
                <Icon aria-hidden="true" />
                {words(wordOf(event))}
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
