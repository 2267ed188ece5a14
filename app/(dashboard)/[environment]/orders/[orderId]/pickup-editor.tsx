"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ContractForm, useContractForm } from "@/components/forms/contract-form";
import { PickupWindowFields } from "@/components/order-form/pickup-window-fields";
import { Button } from "@/components/ui/button";
import { useOperation } from "@/components/use-operation";
import type { CallInput } from "@/lib/api-client";
import type { LocalOrderRecord } from "@/lib/contracts/order";
import {
  endTimes,
  firstWindow,
  type HongKongNow,
  hongKongNow,
  type PickupCalendar,
  startTimes,
} from "@/lib/orders/pickup-window";

/** When a service's courier collects. */
export type Collector = PickupCalendar;

/** The arranged collection as far as it is still possible, else the first possible one. */
function windowOf(arranged: LocalOrderRecord["pickup_arrange"], collector: Collector, now: HongKongNow) {
  const date = arranged?.pickup_date ?? "";
  const first = firstWindow(collector, now);
  if (first && date < now.date) return first;
  const fitting = (wanted: string, possible: readonly string[], or: string | undefined) =>
    possible.includes(wanted) ? wanted : (or ?? wanted);
  const starts = startTimes(date, now);
  const start = fitting(arranged?.pickup_start_time ?? "09:30", starts, starts[0]);
  const ends = endTimes(start);
  const end = fitting(arranged?.pickup_end_time ?? "20:30", ends, ends.at(-1));
  return { pickup_date: date, pickup_start_time: start, pickup_end_time: end };
}

/** Another day or other hours for the courier; only available ones can be chosen. */
export default function PickupEditor({
  order,
  collector,
  onClose,
}: {
  order: LocalOrderRecord;
  collector: Collector;
  onClose: () => void;
}) {
  const t = useTranslations("orderPage.options");
  const tUi = useTranslations("ui");
  const { send } = useOperation("updateOrder");
  const [now] = useState(hongKongNow);
  const state = useContractForm({
    initial: { pickup_arrange: windowOf(order.pickup_arrange, collector, now) },
    judge: () => [],
  });

  async function save(change: Pick<CallInput<"updateOrder">, "pickup_arrange">) {
    await send({ order_id: order.order_id, ...change }, { done: t("saved") });
    onClose();
  }

  return (
    <ContractForm state={state} onSend={save} className="mt-3 gap-3">
      <PickupWindowFields calendar={collector} now={now} />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {tUi("cancel")}
        </Button>
        <Button size="sm" type="submit" variant="primary" loading={state.isBusy}>
          {t("save")}
        </Button>
      </div>
    </ContractForm>
  );
}
