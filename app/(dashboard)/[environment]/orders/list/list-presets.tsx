"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { addDays, hongKongDate } from "@/lib/calendar";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import { TO_PRINT } from "@/lib/orders/status";
import type { ChangeList, ListChange } from "./orders-url";

/** What filters with one click: days of Hong Kong up to today, of which one is chosen at a time, and what is left to do. */
function presetsOn(today: string) {
  const since = (created_from: string) => ({ created_from, created_to: null });
  return {
    today: since(today),
    week: since(addDays(today, -6)),
    month: since(`${today.slice(0, 8)}01`),
    // What was printed, or has left, is nothing to print.
    unprinted: TO_PRINT,
    late: { late: "Y" },
    cod: { cod: "Y" },
  } as const satisfies Record<string, ListChange>;
}

const fieldsOf = (preset: ListChange) => Object.keys(preset) as (keyof ListChange & keyof ListOrdersQuery)[];

/** The common filters of the list, each a button that is pressed while it holds. */
export function ListPresets({ query, onChange }: { query: ListOrdersQuery; onChange: ChangeList }) {
  const t = useTranslations("orderList.presets");
  const presets = presetsOn(hongKongDate(new Date()));
  return (
    <fieldset
      aria-label={t("title")}
      className="-my-1 flex min-w-0 gap-1.5 overflow-x-auto py-1 max-md:order-last max-md:w-full"
    >
      {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => {
        const preset: ListChange = presets[name];
        const fields = fieldsOf(preset);
        const isOn = fields.every((field) => (query[field] ?? null) === preset[field]);
        return (
          <Button
            key={name}
            size="sm"
            aria-pressed={isOn}
            className="chip border-line"
            onClick={() => onChange(isOn ? Object.fromEntries(fields.map((field) => [field, null])) : preset)}
          >
            {isOn ? <Check aria-hidden="true" /> : null}
            {t(name)}
          </Button>
        );
      })}
    </fieldset>
  );
}
