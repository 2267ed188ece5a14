"use client";

import { useLocale, useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { formatDate } from "@/lib/format";
import { endTimes, type HongKongNow, type PickupCalendar, pickupDays, startTimes } from "@/lib/orders/pickup-window";
import { fieldId, useChecks } from "../forms/form-checks";
import { ChoiceField, useFormField, WRITABLE } from "../forms/form-fields";
import { Field } from "../ui/field";
import { Select } from "../ui/select";

const DATE = "pickup_arrange.pickup_date";
const START = "pickup_arrange.pickup_start_time";
const END = "pickup_arrange.pickup_end_time";

const options = (times: readonly string[]) => times.map((time) => ({ value: time, label: time }));

/** The days with their weekdays; days without collection cannot be chosen and say why. */
function DayField({
  calendar,
  now,
  onChosen,
}: {
  calendar: PickupCalendar;
  now: HongKongNow;
  onChosen: (date: string) => void;
}) {
  const t = useTranslations("orderForm");
  const language = useLocale();
  const field = useFormField(DATE);
  const label = (date: string, index: number) => {
    const near = index === 0 ? t("pickup.today") : index === 1 ? t("pickup.tomorrow") : "";
    const day = formatDate(date, language, { weekday: true });
    return near ? t("pickup.near", { day, near }) : day;
  };
  const days = pickupDays(calendar, now).map(({ date, closed }, index) => ({
    value: date,
    label: label(date, index),
    disabled: closed !== null,
    description: closed ? t(`pickup.closed.${closed}`) : undefined,
  }));
  // A draft's day that has passed stays visible.
  if (field.value && !days.some(({ value }) => value === field.value))
    days.unshift({ value: field.value, label: label(field.value, -1), disabled: true, description: undefined });
  return (
    <Field id={fieldId(DATE)} label={t("fields.pickup_date")} required error={field.error}>
      <Select
        ref={field.ref}
        options={days}
        value={field.value}
        onValueChange={(date) => {
          field.change(date);
          onChosen(date);
        }}
        onBlur={field.leave}
        className={WRITABLE}
      />
    </Field>
  );
}

/** Day and hours of a collection; only available ones can be chosen. */
export function PickupWindowFields({ calendar, now }: { calendar: PickupCalendar; now: HongKongNow }) {
  const { setValue, getValues } = useFormContext();
  const checks = useChecks();
  const [date, start] = useWatch({ name: [DATE, START] }).map((value: unknown) =>
    typeof value === "string" ? value : "",
  ) as [string, string];

  // When a start leaves too little time, the end moves to a later one.
  function moveEnd(nextStart: string) {
    const possible = endTimes(nextStart);
    const chosen: unknown = getValues(END);
    if (chosen && !possible.includes(String(chosen))) setValue(END, possible[0] ?? "", { shouldDirty: true });
    checks.left(END);
  }

  function moveStart(nextDate: string) {
    const possible = startTimes(nextDate, now);
    const chosen: unknown = getValues(START);
    if (!chosen || possible.includes(String(chosen))) return;
    setValue(START, possible[0] ?? "", { shouldDirty: true });
    moveEnd(possible[0] ?? "");
  }

  return (
    <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <DayField calendar={calendar} now={now} onChosen={moveStart} />
      <ChoiceField name={START} options={options(startTimes(date, now))} onChosen={moveEnd} />
      <ChoiceField name={END} options={options(endTimes(start))} />
    </div>
  );
}
