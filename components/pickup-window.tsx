"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { hongKongDate } from "@/lib/calendar";
import { formatDate } from "@/lib/format";
import {
  endTimes,
  firstWindow,
  type HongKongNow,
  type PickupCalendar,
  pickupDays,
  startTimes,
} from "@/lib/pickup-window";
import { fieldId, useChecks } from "./form-checks";
import { ChoiceField, useHasErrors } from "./form-fields";
import { FieldGroup } from "./ui/field";
import { RadioGroup } from "./ui/radio-group";

const FIELDS = ["pickup_date", "pickup_start_time", "pickup_end_time"] as const;
const at = (field: (typeof FIELDS)[number]) => `pickup_arrange.${field}`;

/** The provider whose courier collects: its name and its calendar (`GET /providers`). */
export type Collector = { name: string; services: PickupCalendar & { supports_pickup_arrange: boolean } };

function hongKongNow(): HongKongNow {
  const now = new Date();
  const local = new Date(now.getTime() + 8 * 3_600_000);
  return { date: hongKongDate(now), minutes: local.getUTCHours() * 60 + local.getUTCMinutes() };
}

function options(times: readonly string[], chosen: string) {
  // A time of a draft, or of another client, that is not among them stays visible: it is judged, not changed.
  const all = chosen && !times.includes(chosen) ? [...times, chosen].sort() : times;
  return all.map((time) => ({ value: time, label: time }));
}

/** Day and hours; only what can be had can be chosen, the rest says why not. */
function WindowFields({ collector, now }: { collector: Collector; now: HongKongNow }) {
  const t = useTranslations("orderForm.pickup");
  const language = useLocale();
  const { setValue, getValues } = useFormContext();
  const checks = useChecks();
  const [date, start, end] = useWatch({ name: FIELDS.map(at) }).map((value: unknown) =>
    typeof value === "string" ? value : "",
  ) as [string, string, string];
  const days = pickupDays(collector.services, now);
  const ends = endTimes(start);

  const relative = (day: string) => {
    const index = days.findIndex((each) => each.date === day);
    return index === 0 ? ` (${t("today")})` : index === 1 ? ` (${t("tomorrow")})` : "";
  };
  const dayOptions = days.map(({ date: day, closed }) => ({
    value: day,
    label: `${formatDate(day, language, { weekday: true })}${relative(day)}`,
    disabled: closed !== null,
    description: closed ? t(`closed.${closed}`) : undefined,
  }));
  if (date && !days.some((day) => day.date === date))
    dayOptions.unshift({
      value: date,
      label: formatDate(date, language, { weekday: true }),
      disabled: true,
      description: undefined,
    });

  // The end moves along with a start that leaves it too little time, and is seen to.
  function keepWindow(nextStart: string) {
    const possible = endTimes(nextStart);
    const chosen = getValues(at("pickup_end_time"));
    if (chosen && !possible.includes(chosen)) setValue(at("pickup_end_time"), possible[0] ?? "", { shouldDirty: true });
    checks.left(at("pickup_end_time"));
  }

  function keepStart(nextDate: string) {
    const possible = startTimes(nextDate, now);
    const chosen = getValues(at("pickup_start_time"));
    if (!chosen || possible.includes(chosen)) return;
    setValue(at("pickup_start_time"), possible[0] ?? "", { shouldDirty: true });
    keepWindow(possible[0] ?? "");
  }

  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <ChoiceField name={at("pickup_date")} required options={dayOptions} onChosen={keepStart} />
      <ChoiceField
        name={at("pickup_start_time")}
        options={options(startTimes(date, now), start)}
        onChosen={keepWindow}
      />
      <ChoiceField name={at("pickup_end_time")} options={options(ends, end)} />
    </div>
  );
}

/** Whether and when a courier collects the order from the sender (specification §2.8, decisions §3.14). */
export function PickupWindow({ collector, now = hongKongNow() }: { collector: Collector | null; now?: HongKongNow }) {
  const t = useTranslations("orderForm");
  const { setValue } = useFormContext();
  const checks = useChecks();
  const values: unknown[] = useWatch({ name: FIELDS.map(at) });
  const hasErrors = useHasErrors(["pickup_arrange"]);
  const whole = (useFormState({ name: "pickup_arrange" }).errors.pickup_arrange as { root?: { message?: string } })
    ?.root;
  // Closed all month: whoever wants a collection sees that there is none, and why.
  const [wanted, setWanted] = useState(false);
  const isArranged = wanted || hasErrors || values.some(Boolean);

  const why = !collector
    ? t("pickup.noService")
    : !collector.services.supports_pickup_arrange && !isArranged
      ? t("pickup.unsupported", { provider: collector.name })
      : null;
  if (!collector || why)
    return (
      <div>
        <p className="mb-1 font-semibold">{t("fields.pickup_arrange")}</p>
        <p className="text-muted">{why}</p>
      </div>
    );

  function choose(choice: "none" | "arrange", { services }: Collector) {
    setWanted(choice === "arrange");
    const first = choice === "arrange" ? firstWindow(services, now) : null;
    for (const field of FIELDS) setValue(at(field), first?.[field] ?? "", { shouldDirty: true });
    checks.left("pickup_arrange");
  }

  return (
    <FieldGroup id={fieldId("pickup_arrange")} label={t("fields.pickup_arrange")} error={whole?.message}>
      <RadioGroup
        look="cards"
        className="grid gap-2 sm:grid-cols-2"
        value={isArranged ? "arrange" : "none"}
        onValueChange={(choice) => choose(choice, collector)}
        options={[
          { value: "none", label: t("pickup.none"), description: t("pickup.noneAbout") },
          {
            value: "arrange",
            label: t("pickup.arrange"),
            description: t("pickup.arrangeAbout"),
            disabled: !collector.services.supports_pickup_arrange,
          },
        ]}
      />
      {isArranged ? <WindowFields collector={collector} now={now} /> : null}
    </FieldGroup>
  );
}
