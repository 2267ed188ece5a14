"use client";

import { useQuery } from "@tanstack/react-query";
import { CirclePause, CircleX, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { cn } from "@/components/ui/cn";
import { DateTime } from "@/components/ui/date-time";
import { type EndpointState, stateOf } from "@/components/webhooks/endpoint-state";
import type { Webhook } from "@/lib/contracts/webhook";
import type { Attempt, Delivery } from "@/lib/contracts/webhook-delivery";
import { lazyQueryFor } from "@/lib/lazy-contract";
import { LIST_DELIVERIES } from "../operations";
import { AttemptResult, problemOf } from "./delivery-state";
import { useLapseWords, useNow } from "./lapse";
import type { WebhookPageUrl } from "./webhook-url";

type Told = Exclude<EndpointState, "working" | "untried">;

const LOOK: Record<Told, { tint: string; icon: typeof CircleX }> = {
  failing: { tint: "bg-warn-tint text-warn", icon: TriangleAlert },
  disabledFailing: { tint: "bg-bad-tint text-bad", icon: CircleX },
  disabled: { tint: "bg-hover text-text", icon: CirclePause },
};

/** The latest attempt that failed, of the latest deliveries. */
function latestProblem(deliveries: readonly Delivery[]): { delivery: Delivery; attempt: Attempt } | undefined {
  return deliveries
    .flatMap((delivery) => delivery.attempts.map((attempt) => ({ delivery, attempt })))
    .filter(({ attempt }) => problemOf(attempt) !== null)
    .sort((a, b) => b.attempt.started_at.localeCompare(a.attempt.started_at))[0];
}

/** What whoever opens the endpoint must know first: that it fails, since when, why it was disabled, and what to do. */
export function EndpointNotice({ endpoint, view }: { endpoint: Webhook; view: WebhookPageUrl }) {
  const t = useTranslations("webhooks.notice");
  const now = useNow(10_000);
  const { since } = useLapseWords();
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
  const words = useTranslations("webhooks.attempt.problems");
  const { where } = usePlace();
  const { data } = useQuery(lazyQueryFor(LIST_DELIVERIES, { id: endpoint.id, limit: "10" }, where));
  const latest = data && latestProblem(data.data);
  const problem = latest && problemOf(latest.attempt);
  if (!latest || !problem) return null;
  const open = view.hrefOf({ delivery: latest.delivery.id });
  return (
    <p>
      {t.rich("latest", {
        result: () => <AttemptResult attempt={latest.attempt} />,
        todo: () => words(`${problem}.todo`),
      })}{" "}
      <a
        href={open}
        className="font-semibold text-text underline underline-offset-4"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          view.change({ delivery: latest.delivery.id });
        }}
      >
        {t("open")}
      </a>
    </p>
  );
}
