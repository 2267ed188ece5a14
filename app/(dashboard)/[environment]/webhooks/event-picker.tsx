"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldGroup } from "@/components/ui/field";
import { wordOf } from "@/lib/event-words";
import type { TrackingEvent } from "@/lib/order-status";
import { EVENTS } from "./events";

/** Which events an endpoint gets, each with its meaning; one box for all of them. */
export function EventPicker({
  value,
  onChange,
  error,
  id,
}: {
  value: readonly TrackingEvent[];
  onChange: (events: TrackingEvent[]) => void;
  error: string | undefined;
  id: string;
}) {
  const t = useTranslations("webhooks.form");
  const words = useTranslations("webhooks.events");
  const isAll = value.length === EVENTS.length;
  return (
    <FieldGroup id={id} label={t("events")} required hint={t("eventsHint")} error={error}>
      <Checkbox
        label={<span className="font-semibold">{t("allEvents")}</span>}
        checked={isAll ? true : value.length > 0 ? "indeterminate" : false}
        onCheckedChange={() => onChange(isAll ? [] : [...EVENTS])}
      />
      <div className="grid grid-cols-1 gap-x-6 gap-y-3 border-t border-line pt-3 sm:grid-cols-2">
        {EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={
              <>
                {words(`${wordOf(event)}.name`)} <code className="font-mono text-xs text-muted">{event}</code>
              </>
            }
            hint={words(`${wordOf(event)}.meaning`)}
            checked={value.includes(event)}
            onCheckedChange={(checked) =>
              onChange(EVENTS.filter((each) => (each === event ? checked === true : value.includes(each))))
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}
