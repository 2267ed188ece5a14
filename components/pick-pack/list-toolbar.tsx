"use client";

import { FilterX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SearchField } from "@/components/lists/search-field";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import type { ListProvider } from "@/lib/lists/list-provider";

const ANY = "any";
const QUIET = "[&_label]:text-xs [&_label]:font-normal [&_label]:text-muted";

type Filter = { q?: string | null; shipping_provider?: string | null };

/** Search and service of a list of pick-and-pack orders. */
export function ListToolbar({
  chosen,
  searched,
  isPending,
  isFiltered,
  providers,
  onChange,
  onClear,
  children,
}: {
  /** The chosen service. */
  chosen: string | undefined;
  /** The search text of the rows. */
  searched: string;
  isPending: boolean;
  isFiltered: boolean;
  providers: readonly ListProvider[];
  onChange: (change: Filter, history?: "push" | "replace") => void;
  onClear: () => void;
  /** Further filters. */
  children?: ReactNode;
}) {
  const t = useTranslations("pickPack");
  // A service that is no longer offered still has its orders.
  const isKnown = !chosen || providers.some(({ code }) => code === chosen);
  return (
    <search className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-3">
      <SearchField
        label={t("search.label")}
        placeholder={t("search.placeholder")}
        value={searched}
        isPending={isPending}
        onSearch={(q) => onChange({ q: q || null }, searched ? "replace" : "push")}
        className={cn(QUIET, "min-w-0 flex-1 basis-56 max-sm:basis-full")}
      />
      <Field label={t("filters.service")} className={cn(QUIET, "w-48 max-sm:min-w-0 max-sm:flex-1")}>
        <NativeSelect
          value={chosen ?? ANY}
          options={[
            { value: ANY, label: t("filters.any") },
            ...providers.map(({ code, shortName }) => ({ value: code, label: shortName })),
            ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
          ]}
          onValueChange={(value) => onChange({ shipping_provider: value === ANY ? null : value })}
        />
      </Field>
      {children}
      {/* Keeps its space when there is nothing to clear. */}
      <Button
        variant="ghost"
        size="icon"
        className={cn(!isFiltered && "invisible")}
        aria-label={t("filters.clear")}
        title={t("filters.clear")}
        onClick={onClear}
      >
        <FilterX aria-hidden="true" />
      </Button>
    </search>
  );
}
