"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { formatNumber } from "@/lib/format";
import { PAGE_SIZES, type PageSize } from "@/lib/lists/pagination";
import { Button } from "./button";
import { cn } from "./cn";
import { NativeSelect } from "./native-select";

/**
 * "1–20 of 1,234", the page size, and the links to the next and previous page. The caller keeps offset and limit in the
 * URL.
 */
export function Pagination({
  total,
  more,
  offset,
  limit,
  onChange,
  className,
}: {
  total: number;
  /** Counting stopped at the total: `shown` rows are on this page. */
  more?: { shown: number } | undefined;
  offset: number;
  limit: number;
  /** A new size begins on the page that holds the first row now shown. */
  onChange: (next: { offset: number; limit: number }) => void;
  className?: string;
}) {
  const t = useTranslations("ui");
  const sizeLabel = useId();
  const to = more ? offset + more.shown : Math.min(total, offset + limit);
  const isFirst = offset <= 0;
  const isLast = more ? more.shown < limit : to >= total;
  const isNone = more ? more.shown === 0 : total === 0 || offset >= total;
  return (
    <nav
      aria-label={t("pages")}
      className={cn("flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-xs text-muted", className)}
    >
      <p aria-live="polite">
        {isNone
          ? t("noRows")
          : t(more ? "rowsOfMore" : "rows", {
              from: formatNumber(offset + 1),
              to: formatNumber(to),
              total: formatNumber(total),
            })}
      </p>
      <div className="flex items-center gap-2">
        <span id={sizeLabel} className="hidden sm:inline">
          {t("perPage")}
        </span>
        <NativeSelect<PageSize>
          size="sm"
          className="w-16"
          aria-label={t("perPage")}
          value={PAGE_SIZES.find((size) => Number(size) === limit) ?? "20"}
          options={PAGE_SIZES.map((size) => ({ value: size, label: size }))}
          onValueChange={(size) => onChange({ limit: Number(size), offset: offset - (offset % Number(size)) })}
        />
        <Button
          size="icon-sm"
          aria-label={t("previousPage")}
          disabled={isFirst}
          onClick={() => onChange({ limit, offset: Math.max(0, offset - limit) })}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Button
          size="icon-sm"
          aria-label={t("nextPage")}
          disabled={isLast}
          onClick={() => onChange({ limit, offset: offset + limit })}
        >
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
    </nav>
  );
}
