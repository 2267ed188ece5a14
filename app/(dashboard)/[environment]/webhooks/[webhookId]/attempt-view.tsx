"use client";

import { ChevronRight, CircleCheck, CircleX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { DateTime } from "@/components/ui/date-time";
import { Facts } from "@/components/ui/section";
import { AttemptResult, problemOf } from "@/components/webhooks/delivery-state";
import type { Attempt } from "@/lib/contracts/webhook-delivery";
import { curlCommand, shellQuoted } from "@/lib/curl";
import { causeIn } from "@/lib/webhooks/webhook-answer";
import { wholeMs } from "./lapse";

/** One attempt: its result in a line; unfolded, what went wrong and what to do, its phases, its request and answer. */
export function AttemptView({
  attempt,
  body,
  isOpenAtFirst = false,
}: {
  attempt: Attempt;
  /** The delivery's body, the same in each attempt. */
  body: string;
  isOpenAtFirst?: boolean;
}) {
  const t = useTranslations("webhooks.attempt");
  const tWebhooks = useTranslations("webhooks");
  const language = useLocale();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const problem = problemOf(attempt);
  // An attempt whose worker died, or whose secret could not be read, has no request to show.
  const wasSent = Object.keys(attempt.request_headers).length > 0;
  const Icon = problem ? CircleX : CircleCheck;
  return (
    <details
      open={isOpen}
      onToggle={(event) => {
        if (event.target === event.currentTarget) setIsOpen(event.currentTarget.open);
      }}
      className="group/attempt rounded-md border border-line"
    >
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-0.5 rounded-md px-3 py-2 marker:content-none hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-muted transition-transform group-open/attempt:rotate-90"
        />
        <span className="font-semibold">{t("number", { number: attempt.number })}</span>
        <span className={cn("flex items-center gap-1", problem ? "text-bad" : "text-ok")}>
          <Icon aria-hidden="true" className="size-4" />
          <AttemptResult attempt={attempt} />
        </span>
        <span className="ml-auto flex flex-wrap gap-x-3 text-xs text-muted">
          <span>{t(`triggers.${attempt.trigger}`)}</span>
          <span>{tWebhooks("milliseconds", { count: wholeMs(attempt.duration_ms) })}</span>
          <DateTime value={attempt.started_at} seconds />
        </span>
      </summary>
      {isOpen ? (
        <div className="flex flex-col gap-4 border-t border-line px-3 py-3">
          {problem ? (
            <div className="rounded-md bg-bad-tint px-3 py-2">
              <p className="font-semibold text-bad">{t(`problems.${problem}.title`)}</p>
              <p>{t(`problems.${problem}.todo`)}</p>
              {attempt.error_detail ? (
                <p className="mt-1 text-xs break-words">{causeIn(language, attempt.error_detail)}</p>
              ) : null}
            </div>
          ) : null}
          {!problem && attempt.error_detail ? (
            <p className="rounded-md bg-warn-tint px-3 py-2 text-warn">{t("resent")}</p>
          ) : null}
          {attempt.slow ? <p className="rounded-md bg-warn-tint px-3 py-2 text-warn">{t("slow")}</p> : null}
          <Phases phases={attempt.phases} />
          <Facts
            items={[
              { name: t("url"), value: <span className="font-mono text-xs break-all">{attempt.url}</span> },
              ...(attempt.address
                ? [{ name: t("address"), value: <span className="font-mono text-xs">{attempt.address}</span> }]
                : []),
            ]}
          />
          <CodeBlock title={t("requestHeaders")} code={headerLines(attempt.request_headers)}>
            {wasSent ? (
              <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
                <CopyButton
                  text={curlOf(attempt, body)}
                  what={t("curl")}
                  label={t("curl")}
                  size="sm"
                  variant="secondary"
                />
                <p className="min-w-0 flex-1 basis-48">{t("curlMeans")}</p>
              </div>
            ) : null}
          </CodeBlock>
          {attempt.status_code === null ? null : (
            <>
              <CodeBlock title={t("responseHeaders")} code={headerLines(attempt.response_headers)} />
              {attempt.response_head ? (
                <CodeBlock title={t("responseBody")} code={attempt.response_head}>
                  {attempt.response_truncated ? <p className="mt-1 text-xs text-muted">{t("truncated")}</p> : null}
                </CodeBlock>
              ) : (
                <p className="text-xs text-muted">{t("noBody")}</p>
              )}
            </>
          )}
        </div>
      ) : null}
    </details>
  );
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

const PHASES = ["dns", "connect", "tls", "wait", "read"] as const;

/** How long each phase took, one after the other. Phases that did not happen are left out. */
function Phases({ phases }: { phases: Attempt["phases"] }) {
  const t = useTranslations("webhooks.attempt.phases");
  const tWebhooks = useTranslations("webhooks");
  const parts = PHASES.flatMap((name) => {
    const ms = phases[`${name}_ms`];
    return ms === null ? [] : [{ name, ms }];
  });
  const whole = parts.reduce((sum, { ms }) => sum + ms, 0);
  if (parts.length === 0) return null;
  let before = 0;
  return (
    <div>
      <h4 className="mb-1 text-xs font-semibold">{t("title")}</h4>
      <dl className="grid grid-cols-[auto_minmax(4rem,1fr)_auto] items-center gap-x-3 gap-y-1 text-xs">
        {parts.map(({ name, ms }) => {
          const left = whole > 0 ? (before / whole) * 100 : 0;
          const width = whole > 0 ? (ms / whole) * 100 : 0;
          before += ms;
          return (
            <div key={name} className="contents">
              <dt className="text-muted">{t(name)}</dt>
              <dd aria-hidden="true" className="h-2 rounded-full bg-hover">
                <div
                  className="h-full min-w-0.5 rounded-full bg-info"
                  style={{ marginLeft: `${left}%`, width: `${width}%` }}
                />
              </dd>
              <dd className="text-right tabular-nums">{tWebhooks("milliseconds", { count: wholeMs(ms) })}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

/** The request of an attempt as a command for a POSIX shell, byte for byte except for the masked token. */
function curlOf({ url, request_headers }: Pick<Attempt, "url" | "request_headers">, body: string): string {
  const headers = Object.entries(request_headers).map(([name, value]) => shellQuoted(`${name}: ${value}`));
  return curlCommand({ url, headers, body });
}
