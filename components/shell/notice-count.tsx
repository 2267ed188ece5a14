"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { queryFor } from "@/lib/api-client";
import { formatNumber } from "@/lib/format";
import { usePlace } from "../environment";
import { useAttended } from "../use-attended";

const REFRESH_MS = 60_000;
const UNREAD = { unread: "Y", limit: "1" } as const;

/** How many notices the person has not read. */
export function NoticeCount() {
  const t = useTranslations("shell");
  const { where, may } = usePlace();
  const isAttended = useAttended();
  const { data } = useQuery({
    ...queryFor("listNotices", UNREAD, where),
    enabled: may("listNotices"),
    refetchInterval: isAttended ? REFRESH_MS : false,
  });
  const count = data?.pagination.total ?? 0;
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums">
      <span aria-hidden="true">{count > 99 ? "99+" : formatNumber(count)}</span>
      <span className="sr-only">{t("unreadNotices", { count })}</span>
    </span>
  );
}
