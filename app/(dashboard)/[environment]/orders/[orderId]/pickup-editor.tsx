"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { usePlace } from "@/components/environment";
import { Button } from "@/components/ui/button";
import { useFailureToast } from "@/components/ui/failure-toast";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api-client";
import { type LocalOrderRecord, updateOrder } from "@/lib/contracts/order";
import { formatDate } from "@/lib/format";
import { lazyKeyOf, lazyQueryFor } from "@/lib/lazy-contract";
import {
  endTimes,
  firstWindow,
  type HongKongNow,
  type PickupCalendar,
  pickupDays,
  startTimes,
} from "@/lib/pickup-window";
import { LIST_ORDERS, READ_ORDER } from "../operations";

/** When a service's courier collects. */
export type Collector = PickupCalendar;

function hongKongNow(): HongKongNow {
  const local = new Date(Date.now() + 8 * 3_600_000).toISOString();
  return { date: local.slice(0, 10), minutes: Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16)) };
}

const choices = (times: readonly string[]) => times.map((time) => ({ value: time, label: time }));

/** Another day or other hours for the courier; only what can be had can be chosen. */
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
  const form = useTranslations("orderForm.pickup");
  const ui = useTranslations("ui");
  const language = useLocale();
  const { where } = usePlace();
  const client = useQueryClient();
  const showFailure = useFailureToast();
  const [now] = useState(hongKongNow);
  const first = firstWindow(collector, now);
  const arranged = order.pickup_arrange;
  const isPast = !arranged?.pickup_date || arranged.pickup_date < now.date;
  const [date, setDate] = useState((isPast ? first?.pickup_date : arranged?.pickup_date) ?? "");
  const [start, setStart] = useState((isPast ? first?.pickup_start_time : arranged?.pickup_start_time) ?? "09:30");
  const [end, setEnd] = useState((isPast ? first?.pickup_end_time : arranged?.pickup_end_time) ?? "20:30");
  const starts = startTimes(date, now);
  const begin = starts.includes(start) ? start : (starts[0] ?? start);
  const ends = endTimes(begin);
  const until = ends.includes(end) ? end : (ends.at(-1) ?? end);

  const save = useMutation({
    mutationFn: () =>
      call(
        updateOrder,
        {
          order_id: order.order_id,
          pickup_arrange: { pickup_date: date, pickup_start_time: begin, pickup_end_time: until },
        },
        where,
      ),
    onSuccess: (record) => {
      client.setQueryData(lazyQueryFor(READ_ORDER, { order_id: order.order_id }, where).queryKey, record);
      void client.invalidateQueries({ queryKey: lazyKeyOf(LIST_ORDERS, where) });
      toast.success(t("saved"));
      onClose();
    },
    onError: showFailure,
  });

  return (
    <form
      className="mt-3 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Field label={t("day")}>
        <Select
          value={date}
          onValueChange={setDate}
          options={pickupDays(collector, now).map(({ date: day, closed }) => ({
            value: day,
            label: formatDate(day, language, { weekday: true }),
            disabled: closed !== null,
            description: closed ? form(`closed.${closed}`) : undefined,
          }))}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t("from")}>
          <Select value={begin} onValueChange={setStart} options={choices(starts)} />
        </Field>
        <Field label={t("until")}>
          <Select value={until} onValueChange={setEnd} options={choices(ends)} />
        </Field>
      </div>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {ui("cancel")}
        </Button>
        <Button size="sm" type="submit" variant="primary" loading={save.isPending}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}
