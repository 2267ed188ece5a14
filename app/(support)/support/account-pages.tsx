"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/ui/link-button";
import { formatNumber } from "@/lib/format";

/** The ways between pages of merchants; nothing where one page holds them all. */
export function AccountPages({ total, offset, limit, q }: { total: number; offset: number; limit: number; q: string }) {
  const t = useTranslations("ui");
  if (total <= limit) return null;
  const href = (to: number) => `/support?${new URLSearchParams({ ...(q ? { q } : {}), offset: String(to) })}`;
  const to = Math.min(total, offset + limit);
  return (
    <nav aria-label={t("pages")} className="flex items-center gap-2 border-t border-line px-4 py-2 text-xs text-muted">
      <p className="mr-auto">
        {t("rows", { from: formatNumber(offset + 1), to: formatNumber(to), total: formatNumber(total) })}
      </p>
      {offset > 0 ? (
        <LinkButton size="icon-sm" href={href(Math.max(0, offset - limit))} aria-label={t("previousPage")}>
          <ChevronLeft aria-hidden="true" />
        </LinkButton>
      ) : null}
      {to < total ? (
        <LinkButton size="icon-sm" href={href(to)} aria-label={t("nextPage")}>
          <ChevronRight aria-hidden="true" />
        </LinkButton>
      ) : null}
    </nav>
  );
}
