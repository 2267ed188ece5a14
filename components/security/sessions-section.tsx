"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type CallResult, queryFor, type Where } from "@/lib/api-client";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { DateTime } from "../ui/date-time";
import { ErrorState } from "../ui/error-state";
import { Section } from "../ui/section";
import { useOperation } from "../use-operation";
import { ALL } from "./lists";

type SessionRow = CallResult<"listSessions">["data"][number];

/** Where the person is signed in. */
export function SessionsSection({ where }: { where: Where }) {
  const t = useTranslations("settings.security.sessions");
  const others = useOperation("revokeSessions", where);
  const { data, error, refetch } = useQuery(queryFor("listSessions", ALL, where));

  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const rows = data?.data ?? [];
  return (
    <Section
      title={t("title")}
      description={t("about")}
      flush
      actions={
        rows.length > 1 ? (
          <Button loading={others.isBusy} onClick={() => void others.attempt({ but_this: "Y" }, { done: t("done") })}>
            {t("endOthers")}
          </Button>
        ) : null
      }
    >
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                <span className="[overflow-wrap:anywhere]">{row.user_agent}</span>
                {row.is_current ? <Badge tone="info">{t("current")}</Badge> : null}
              </p>
              <p className="text-xs text-muted">
                {row.place ? `${row.place} · ` : null}
                {row.address ? `${t("address", { address: row.address })} · ` : null}
                {t("since")} <DateTime value={row.created_at} /> · {t("lastSeen")} <DateTime value={row.last_seen_at} />
              </p>
            </div>
            {row.is_current ? null : <EndSession row={row} where={where} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function EndSession({ row: { id, user_agent: browser }, where }: { row: SessionRow; where: Where }) {
  const t = useTranslations("settings.security.sessions");
  const { attempt, isBusy } = useOperation("endSession", where);
  return (
    <Button
      size="sm"
      loading={isBusy}
      aria-label={t("endOne", { browser })}
      onClick={() => void attempt({ id }, { done: t("done") })}
    >
      {t("end")}
    </Button>
  );
}
