"use client";

import { FilterX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { ListProvider } from "@/lib/lists/list-provider";
import type { OrderColumn } from "@/lib/orders/columns";
import { isFiltered, NO_FILTERS } from "./list-filters";
import type { ChangeList } from "./orders-url";

const ANY = "any";
const SHIP_TYPES = ["local", "intl"] as const;
const SORTS = [
  "-create_time",
  "create_time",
  "-quote_price",
  "quote_price",
  "order_status",
  "-order_status",
] as const satisfies readonly ListOrdersQuery["sort"][];

/** The filters and the order of the list, and a button that clears them. */
export function FilterFields({
  query,
  columns,
  providers,
  onChange,
}: {
  query: ListOrdersQuery;
  columns: readonly OrderColumn[];
  providers: readonly ListProvider[];
  onChange: ChangeList;
}) {
  const t = useTranslations("orderList.filters");
  const hasSortHeads = columns.includes("created") && columns.includes("price");
  const offered = providers.filter(({ ship_type }) => !query.ship_type || ship_type === query.ship_type);
  // A service that is no longer offered, or is of the other kind, still has its orders.
  const chosen = query.shipping_provider;
  const isKnown = !chosen || offered.some(({ code }) => code === chosen);

  return (
    <>
      <Field label={t("type")} className="quiet md:w-36">
        <NativeSelect
          value={query.ship_type ?? ANY}
          options={[
            { value: ANY, label: t("any") },
            ...SHIP_TYPES.map((type) => ({ value: type, label: t(`types.${type}`) })),
          ]}
          onValueChange={(value) => onChange({ ship_type: SHIP_TYPES.find((type) => type === value) ?? null })}
        />
      </Field>
      <Field label={t("service")} className="quiet md:w-36">
        <NativeSelect
          value={chosen ?? ANY}
          options={[
            { value: ANY, label: t("any") },
            ...offered.map(({ code, shortName }) => ({ value: code, label: shortName })),
            ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
          ]}
          onValueChange={(value) => onChange({ shipping_provider: value === ANY ? null : value })}
        />
      </Field>
      <DateFilter
        label={t("from")}
        value={query.created_from}
        max={query.created_to}
        onChange={(created_from) => onChange({ created_from })}
      />
      <DateFilter
        label={t("to")}
        value={query.created_to}
        min={query.created_from}
        onChange={(created_to) => onChange({ created_to })}
      />
      {/* Shown where the headings that sort are hidden. */}
      <Field label={t("sort")} className={cn("quiet", hasSortHeads ? "md:hidden" : "md:w-40")}>
        <NativeSelect
          value={query.sort}
          options={SORTS.map((sort) => ({ value: sort, label: t(`sorts.${sort}`) }))}
          onValueChange={(sort) => onChange({ sort })}
        />
      </Field>
      {/* Keeps its space when there is nothing to clear, so that nothing moves when filters come and go. */}
      <Button
        variant="ghost"
        className={cn("md:size-9 md:px-0", !isFiltered(query) && "invisible")}
        title={t("clear")}
        onClick={() => onChange(NO_FILTERS)}
      >
        <FilterX aria-hidden="true" />
        <span className="md:sr-only">{t("clear")}</span>
      </Button>
    </>
  );
}

// Typing a year makes a date with each digit; only plausible ones are searched for.
const EARLIEST = "2020-01-01";
const TYPING_MS = 600;

export function DateFilter({
  label,
  value = "",
  min,
  max,
  onChange,
}: {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (value: string | null) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setTyped(value);
  }

  useEffect(() => {
    if (typed === value || (typed !== "" && typed < EARLIEST)) return;
    const timer = setTimeout(() => onChange(typed || null), TYPING_MS);
    return () => clearTimeout(timer);
  });

  return (
    <Field label={label} className="quiet md:w-34">
      <Input
        type="date"
        value={typed}
        min={min ?? EARLIEST}
        {...(max ? { max } : {})}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Field>
  );
}
