"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";

import { formatNumber } from "@/lib/format";
import { LinkButton } from "../ui/link-button";

/** Links to the other pages of a list of support's; nothing if there is only one page. `isMore`: rows follow beyond `total`. */
export function PageLinks({
  total,
  isMore = false,
  offset,
  limit,
  path,
  query,
}: {
  total: number;
  isMore?: boolean;
  offset: number;
  limit: number;
  path: string;
  /** What stays in the address. */
  query: Readonly<Record<string, string | undefined>>;
}) {
  const t = useTranslations("ui");
  if (total <= limit) return null;
  const given = Object.entries(query).filter((each): each is [string, string] => Boolean(each[1]));
  const href = (to: number) => `${path}?${new URLSearchParams([...given, ["offset", String(to)]])}`;
  const to = isMore ? offset + limit : Math.min(total, offset + limit);
  return (
    <nav aria-label={t("pages")} className="flex items-center gap-2 border-t border-line px-4 py-2 text-xs text-muted">
      <p className="mr-auto">
        {t(isMore ? "rowsOfMore" : "rows", {
          from: formatNumber(offset + 1),
          to: formatNumber(to),
          total: formatNumber(total),
        })}
      </p>
      {offset > 0 ? (
        <LinkButton size="icon-sm" href={href(Math.max(0, offset - limit))} aria-label={t("previousPage")}>
          <ChevronLeft aria-hidden="true" />
        </LinkButton>
      ) : null}
      {isMore || to < total ? (
        <LinkButton size="icon-sm" href={href(to)} aria-label={t("nextPage")}>
          <ChevronRight aria-hidden="true" />
        </LinkButton>
      ) : null}
    </nav>
  );
}
