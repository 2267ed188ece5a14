"use client";

import { SlidersHorizontal, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { ListOrdersQuery } from "@/lib/contracts/order";
import type { ListProvider } from "@/lib/lists/list-provider";
import type { OrderColumn } from "@/lib/orders/columns";
import { FilterFields } from "./filter-fields";
import { ListMenu } from "./list-menu";
import { ListPresets } from "./list-presets";
import { MoreFilters } from "./more-filters";
import type { ChangeList } from "./orders-url";
import { SearchBox } from "./search-box";

/** Filters whose fields are folded away; a button removes each. */
const NAMED = ["reference", "country", "pickup_date", "source"] as const;
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
  const names = useTranslations("orderList.fields");
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
            {names(field)}: <bdi>{field === "source" ? t(`sources.${query.source ?? "api"}`) : query[field]}</bdi>
            <X aria-hidden="true" />
          </Button>
        ) : null,
      )}
      <ListMenu query={query} columns={columns} onChange={onChange} />
    </search>
  );
}
