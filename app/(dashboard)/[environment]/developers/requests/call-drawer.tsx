"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { CodeBlock } from "@/components/ui/code-block";
import { CopiedId } from "@/components/ui/copied-id";
import { CopyButton } from "@/components/ui/copy-button";
import { DateTime } from "@/components/ui/date-time";
import { ReadDrawer } from "@/components/ui/read-drawer";
import { Facts } from "@/components/ui/section";
import { type CallResult, queryFor } from "@/lib/api-client";
import { requestCurl } from "@/lib/request-curl";
import { nameOfCode, StatusBadge, shortPath } from "./call-state";

type Call = CallResult<"readRequest">;

/** One call: what was sent and answered, masked, its errors, and the command that repeats it in testing. */
export function CallDrawer({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const t = useTranslations("developers.requests.call");
  const { where } = useWorkspace();
  const read = useQuery(queryFor("readRequest", { request_id: requestId }, where));
  const call = read.data;
  return (
    <ReadDrawer
      read={read}
      title={
        call ? (
          <>
            <code className="font-mono text-sm break-all">
              {call.method} {shortPath(call.path)}
            </code>
            <StatusBadge status={call.status} />
          </>
        ) : (
          t("title")
        )
      }
      footer={call?.client_id ? <Curl call={call} /> : null}
      onClose={onClose}
    >
      {(data) => <Content call={data} />}
    </ReadDrawer>
  );
}

function Content({ call }: { call: Call }) {
  const t = useTranslations("developers.requests.call");
  const tRequests = useTranslations("developers.requests");
  return (
    <div className="flex flex-col gap-5">
      <Facts
        items={[
          {
            name: t("id"),
            value: <CopiedId id={call.request_id} what={t("id")} />,
          },
          { name: tRequests("columns.caller"), value: call.caller || call.client_id || tRequests("gone") },
          { name: t("operation"), value: <code className="font-mono text-xs">{call.operation}</code> },
          ...(call.query
            ? [{ name: t("query"), value: <code className="font-mono text-xs break-all">{call.query}</code> }]
            : []),
          { name: tRequests("columns.time"), value: <DateTime value={call.at} seconds /> },
          {
            name: tRequests("columns.ms"),
            value: tRequests("ms", { count: String(Math.max(1, Math.round(call.ms))) }),
          },
        ]}
      />
      {call.errors.length > 0 ? (
        <section aria-labelledby="call-errors">
          <h3 id="call-errors" className="mb-1 font-semibold">
            {t("errors")}
          </h3>
          <ul className="flex flex-col gap-1 rounded-md bg-bad-tint px-3 py-2 text-xs">
            {call.errors.map(({ code, field }) => (
              <li key={`${code} ${field}`} className="break-words">
                <span className="font-mono font-semibold text-bad">{code}</span> {nameOfCode(code)}
                {field ? <code className="font-mono"> · {field}</code> : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Body title={t("request")} none={t("noRequest")} body={call.request} />
      <Body title={t("answer")} none={t("noAnswer")} body={call.answer} />
      <p className="text-xs text-muted">{t("masked")}</p>
    </div>
  );
}

function Body({ title, none, body }: { title: string; none: string; body: string | null }) {
  if (body === null)
    return (
      <p className="text-xs text-muted">
        <span className="font-semibold text-text">{title}</span> {none}
      </p>
    );
  return <CodeBlock title={title} code={indentJson(body)} />;
}

/** A body that was cut is no JSON any more. */
function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Copies the command that repeats the call in testing. */
function Curl({ call }: { call: Call }) {
  const t = useTranslations("developers.requests.call");
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(window.location.origin), []);
  const { method, repeat } = call;
  const command = repeat && requestCurl({ method, repeat }, origin);
  return (
    <>
      <p className="min-w-0 flex-1 basis-48 text-xs text-muted">{t(command ? "curlMeans" : "curlCut")}</p>
      {command ? <CopyButton text={command} what={t("curl")} label={t("curl")} variant="primary" /> : null}
    </>
  );
}
