"use client";

import { Check, SlidersHorizontal, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SearchField } from "@/components/lists/search-field";
import type { TypedSearch } from "@/components/lists/use-typed-search";
import { useOpenOrder } from "@/components/orders/open-order";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { addDays, hongKongDate } from "@/lib/calendar";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { ListProvider } from "@/lib/lists/list-provider";
import type { OrderColumn } from "@/lib/orders/columns";
import { TO_PRINT } from "@/lib/orders/status";
import { FilterFields } from "./filter-fields";
import { ListMenu } from "./list-menu";
import { MoreFilters } from "./more-filters";
import type { ChangeList, ListChange } from "./orders-url";

/** Filters whose fields are folded away; a button removes each. */
const NAMED = ["reference", "country", "pickup_date", "source", "tag"] as const;
/** The same of filters whose other value has a button of its own. */
const OPPOSITE = { printed: "Y", late: "N", cod: "N" } as const;
const OPPOSITES = Object.keys(OPPOSITE) as (keyof typeof OPPOSITE)[];

/** Search and filters of the list. On a phone the filters are behind a button. */
export function ListToolbar({
  query,
  columns,
  providers,
  onChange,
  isPending,
}: {
  query: ListOrdersQuery;
  columns: readonly OrderColumn[];
  providers: readonly ListProvider[];
  onChange: ChangeList;
  isPending: boolean;
}) {
  const t = useTranslations("orderList.filters");
  const tFields = useTranslations("orderList.fields");
  const [isOpen, setIsOpen] = useState(false);
  const [isMore, setIsMore] = useState(false);
  const filtered = [query.ship_type, query.shipping_provider, query.created_from, query.created_to].filter(Boolean);

  return (
    <search className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
      <SearchBox
        value={query.q ?? ""}
        isPending={isPending}
        onSearch={(q) => onChange({ q: q || null }, query.q ? "replace" : "push")}
        className="quiet min-w-0 flex-1 basis-24 md:basis-48"
      />
      <ListPresets query={query} onChange={onChange} />
      <Button
        className="md:hidden"
        aria-expanded={isOpen}
        aria-controls="order-filters"
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden="true" />
        {filtered.length ? t("openWith", { count: filtered.length }) : t("open")}
      </Button>
      <div
        id="order-filters"
        className={cn(
          "grid w-full grid-cols-2 items-end gap-3 max-xl:order-last md:flex md:w-auto md:flex-wrap md:gap-2 lg:flex-nowrap",
          isOpen ? "" : "max-md:hidden",
        )}
      >
        <FilterFields query={query} columns={columns} providers={providers} onChange={onChange} />
      </div>
      <Button
        className="max-md:hidden"
        aria-expanded={isMore}
        aria-controls="more-filters"
        onClick={() => setIsMore(!isMore)}
      >
        <SlidersHorizontal aria-hidden="true" />
        {t("more")}
      </Button>
      <div
        id="more-filters"
        className={cn(
          "order-last grid w-full grid-cols-2 items-end gap-3 md:flex md:flex-wrap md:gap-2",
          isOpen ? "" : "max-md:hidden",
          isMore ? "" : "md:hidden",
        )}
      >
        {isOpen || isMore ? <MoreFilters query={query} onChange={onChange} /> : null}
      </div>
      {OPPOSITES.map((field) =>
        query[field] === OPPOSITE[field] ? (
          <Button key={field} size="sm" title={t("remove")} onClick={() => onChange({ [field]: null })}>
            {t(`opposites.${field}`)}
            <X aria-hidden="true" />
          </Button>
        ) : null,
      )}
      {NAMED.map((field) =>
        query[field] ? (
          <Button key={field} size="sm" title={t("remove")} onClick={() => onChange({ [field]: null })}>
            {tFields(field)}: <bdi>{field === "source" ? t(`sources.${query.source ?? "api"}`) : query[field]}</bdi>
            <X aria-hidden="true" />
          </Button>
        ) : null,
      )}
      <ListMenu query={query} columns={columns} onChange={onChange} />
    </search>
  );
}

/** The filters of one click: from a day in Hong Kong until today, one at a time; and what is left to do. */
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

/**
 * The search of the list: searches for what is typed, and opens the order of a complete number that is scanned or
 * entered.
 */
function SearchBox(props: Omit<TypedSearch, "open"> & { className: string }) {
  const t = useTranslations("orderList.search");
  const open = useOpenOrder();

  return <SearchField {...props} label={t("label")} placeholder={t("placeholder")} open={open} />;
}
