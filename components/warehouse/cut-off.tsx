"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { hongKongIso } from "@/lib/calendar";

const HOURS = ["12:00", "15:00", "18:00"] as const;

const atHongKong = (local: string) => `${local.slice(0, 16)}:00+08:00`;
const localOf = (instant: string) => hongKongIso(new Date(instant)).slice(0, 16);

/** Up to when orders came in: no limit, an hour of today, or any time in Hong Kong. */
export function CutOff({
  value,
  today,
  onChange,
}: {
  /** ISO 8601 with offset. */
  value: string | undefined;
  /** Today in Hong Kong. */
  today: string;
  onChange: (value: string | null) => void;
}) {
  const t = useTranslations("warehouse.queue.cutOff");
  const id = useId();
  const current = value ? localOf(value) : "";
  const [typed, setTyped] = useState(current);
  // A shortcut or Back changed it: the field follows.
  useEffect(() => setTyped(current), [current]);

  const commit = () => {
    if (typed !== current) onChange(typed ? atHongKong(typed) : null);
  };
  const choices = [
    { local: "", label: t("none") },
    ...HOURS.map((hour) => ({ local: `${today}T${hour}`, label: hour })),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be on one line with its choices
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-2">
      <span id={id} className="font-semibold">
        {t("label")}
      </span>
      <span className="flex flex-wrap gap-1">
        {choices.map(({ local, label }) => (
          <Button
            key={label}
            aria-pressed={current === local}
            className="tabular-nums pointer-coarse:h-11 aria-pressed:border-accent aria-pressed:bg-accent-tint"
            onClick={() => onChange(local ? atHongKong(local) : null)}
          >
            {label}
          </Button>
        ))}
      </span>
      <input
        type="datetime-local"
        aria-label={t("other")}
        title={t("other")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          commit();
        }}
        className={cn("control h-9 w-52 px-2.5 tabular-nums max-sm:w-full pointer-coarse:h-11")}
      />
    </div>
  );
}
