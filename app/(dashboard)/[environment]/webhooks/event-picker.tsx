"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldGroup } from "@/components/ui/field";
import { EVENTS, TRACKED, tracksAll } from "@/components/webhooks/events";
import { type EventName, OPT_IN_EVENTS, wordOf } from "@/lib/webhooks/event-names";

/**
 * Which events an endpoint receives, each with its meaning; one checkbox for all of tracking, and separate ones for the
 * others.
 */
export function EventPicker({
  value,
  onChange,
  error,
  id,
}: {
  value: readonly EventName[];
  onChange: (events: EventName[]) => void;
  error: string | undefined;
  id: string;
}) {
  const t = useTranslations("webhooks.form");
  const tEvents = useTranslations("webhooks.events");
  const isAll = tracksAll(value);
  const isSome = TRACKED.some((event) => value.includes(event));
  const choose = (isChosen: (event: EventName) => boolean) => onChange(EVENTS.filter(isChosen));
  const boxOf = (event: EventName) => (
    <Checkbox
      key={event}
      label={
        <>
          {tEvents(`${wordOf(event)}.name`)} <code className="font-mono text-xs text-muted">{event}</code>
        </>
      }
      hint={tEvents(`${wordOf(event)}.meaning`)}
      checked={value.includes(event)}
      onCheckedChange={(checked) => choose((each) => (each === event ? checked === true : value.includes(each)))}
    />
  );
  const isTracked = (event: EventName) => TRACKED.some((each) => each === event);
  return (
    <FieldGroup id={id} label={t("events")} required hint={t("eventsHint")} error={error}>
      <Checkbox
        label={<span className="font-semibold">{t("allEvents")}</span>}
        checked={isAll ? true : isSome ? "indeterminate" : false}
        onCheckedChange={() => choose((each) => (isTracked(each) ? !isAll : value.includes(each)))}
      />
      <div className="grid grid-cols-1 gap-x-6 gap-y-3 border-t border-line pt-3 sm:grid-cols-2">
        {TRACKED.map(boxOf)}
      </div>
      <div className="mt-2">
        <p className="font-semibold">{t("moreEvents")}</p>
        <p className="text-xs text-muted">{t("moreEventsHint")}</p>
      </div>
      <div className="grid grid-cols-1 gap-x-6 gap-y-3 border-t border-line pt-3 sm:grid-cols-2">
        {OPT_IN_EVENTS.map(boxOf)}
      </div>
    </FieldGroup>
  );
}
