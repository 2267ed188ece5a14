"use client";

import { useQuery } from "@tanstack/react-query";
import { CirclePause, CircleX, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { ViewLink } from "@/components/ui/view-link";
import { AttemptResult, problemOf } from "@/components/webhooks/delivery-state";
import { type EndpointState, stateOf } from "@/components/webhooks/endpoint-state";
import { queryFor } from "@/lib/api-client";
import type { Webhook } from "@/lib/contracts/webhook";
import type { Attempt, Delivery } from "@/lib/contracts/webhook-delivery";
import { useLapseLabels, useNow } from "./lapse";
import type { WebhookPageUrl } from "./webhook-url";

type Noticed = Exclude<EndpointState, "working" | "untried">;

const LOOK: Record<Noticed, { tint: string; icon: typeof CircleX }> = {
  failing: { tint: "bg-warn-tint text-warn", icon: TriangleAlert },
  disabledFailing: { tint: "bg-bad-tint text-bad", icon: CircleX },
  disabled: { tint: "bg-hover text-text", icon: CirclePause },
};

/** The latest failed attempt among the latest deliveries. */
function latestProblem(deliveries: readonly Delivery[]): { delivery: Delivery; attempt: Attempt } | undefined {
  return deliveries
    .flatMap((delivery) => delivery.attempts.map((attempt) => ({ delivery, attempt })))
    .filter(({ attempt }) => problemOf(attempt) !== null)
    .sort((a, b) => b.attempt.started_at.localeCompare(a.attempt.started_at))[0];
}

/** What a reader must know first about the endpoint: that it fails, since when, why it was disabled, and what to do. */
export function EndpointNotice({ endpoint, view }: { endpoint: Webhook; view: WebhookPageUrl }) {
  const t = useTranslations("webhooks.notice");
  const now = useNow(10_000);
  const { since } = useLapseLabels();
  const state = stateOf(endpoint);
  if (state === "working" || state === "untried") return null;
  const { tint, icon: Icon } = LOOK[state];
  const from = state === "failing" ? endpoint.health.failing_since : endpoint.disabled_at;
  return (
    <div className={cn("mb-4 flex items-start gap-2 rounded-md px-4 py-3", tint)}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-semibold">
          {t(`${state}.title`)}
          {from ? (
            <span className="font-normal">
              {" "}
              {now === null
                ? t.rich("since", { time: () => <DateTime value={from} /> })
                : t.rich("sinceFor", { time: () => <DateTime value={from} />, span: since(from, now) })}
            </span>
          ) : null}
        </p>
        <p>{t(`${state}.why`)}</p>
        <p>{t(`${state}.todo`)}</p>
        {state === "disabled" ? null : <LatestProblem endpoint={endpoint} view={view} />}
      </div>
    </div>
  );
}

function LatestProblem({ endpoint, view }: { endpoint: Webhook; view: WebhookPageUrl }) {
  const t = useTranslations("webhooks.notice");
  const tProblems = useTranslations("webhooks.attempt.problems");
  const { where } = useWorkspace();
  const { data } = useQuery(queryFor("listDeliveries", { id: endpoint.id, limit: "10" }, where));
  const latest = data && latestProblem(data.data);
  const problem = latest && problemOf(latest.attempt);
  if (!latest || !problem) return null;
  const open = view.hrefOf({ delivery: latest.delivery.id });
  return (
    <p>
      {t.rich("latest", {
        result: () => <AttemptResult attempt={latest.attempt} />,
        todo: () => tProblems(`${problem}.todo`),
      })}{" "}
      <ViewLink
        href={open}
        className="font-semibold text-text underline underline-offset-4"
        onPress={() => view.change({ delivery: latest.delivery.id })}
      >
        {t("open")}
      </ViewLink>
    </p>
  );
}
