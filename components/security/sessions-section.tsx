"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { call, keyOf, queryFor, type Where } from "@/lib/api-client";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { DateTime } from "../ui/date-time";
import { ErrorState } from "../ui/error-state";
import { useFailureToast } from "../ui/failure-toast";
import { Section } from "../ui/section";
import { toast } from "../ui/toast";
import { ALL } from "./lists";

/** Where the person is signed in. */
export function SessionsSection({ where }: { where: Where }) {
  const t = useTranslations("settings.security.sessions");
  const client = useQueryClient();
  const showFailure = useFailureToast();
  const { data, error, refetch } = useQuery(queryFor("listSessions", ALL, where));
  const [ending, setEnding] = useState<string | null>(null);

  async function end(what: string, work: () => Promise<unknown>) {
    setEnding(what);
    try {
      await work();
      toast.success(t("done"));
    } catch (failure) {
      showFailure(failure);
    }
    await client.invalidateQueries({ queryKey: keyOf("listSessions", where) });
    setEnding(null);
  }

  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const rows = data?.data ?? [];
  return (
    <Section
      title={t("title")}
      description={t("about")}
      flush
      actions={
        rows.length > 1 ? (
          <Button
            loading={ending === "others"}
            onClick={() => void end("others", () => call("revokeSessions", { but_this: "Y" }, where))}
          >
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
            {row.is_current ? null : (
              <Button
                size="sm"
                loading={ending === row.id}
                aria-label={t("endOne", { browser: row.user_agent })}
                onClick={() => void end(row.id, () => call("endSession", { id: row.id }, where))}
              >
                {t("end")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
