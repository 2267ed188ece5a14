"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useContext } from "react";
import { ApiFailure } from "@/lib/api-client";
import { Button } from "./button";
import { cn } from "./cn";
import { CopyButton } from "./copy-button";
import { TextLink } from "./link-button";
import { RequestLogHref } from "./request-log-link";

type Kind =
  | "network"
  | "session"
  | "refused"
  | "forbidden"
  | "missing"
  | "limited"
  | "unavailable"
  | "full"
  | "unknown";

function kindOf(error: unknown): Kind {
  if (!(error instanceof ApiFailure)) return "unknown";
  if (error.kind === "network") return "network";
  // The disk of the server (contract §9.5): waiting a moment does not help.
  if (error.extra.disk === "nearly_full") return "full";
  const kinds: Record<number, Kind> = {
    400: "refused",
    401: "session",
    403: "forbidden",
    404: "missing",
    429: "limited",
    503: "unavailable",
  };
  return kinds[error.status] ?? "unknown";
}

/**
 * The message of a failure: what happened, whether anything was lost, what to do. `reading`: the call changed nothing.
 */
export function useFailureMessage() {
  const t = useTranslations("failure");
  return (error: unknown, { reading = false }: { reading?: boolean } = {}) => {
    const kind = kindOf(error);
    const failure = error instanceof ApiFailure ? error : null;
    const lost = kind === "network" && reading ? t("network.lostReading") : t(`${kind}.lost`);
    const todo = kind === "limited" ? t("limited.todo", { seconds: failure?.retryAfter ?? 0 }) : t(`${kind}.todo`);
    // Its own message says more than the general one; the entries say most.
    const detail = kind === "refused" ? (failure?.entries[0]?.message ?? null) : null;
    return { title: t(`${kind}.title`), lost, todo, detail, requestId: failure?.requestId ?? null };
  };
}

/** The request's id, to copy: support finds the request by it, and the account's people in their request log. */
export function RequestId({ id, className }: { id: string; className?: string }) {
  const t = useTranslations("failure");
  const hrefOf = useContext(RequestLogHref);
  return (
    <p className={cn("flex min-w-0 flex-wrap items-center gap-1 text-xs text-muted", className)}>
      {t("requestId")} <code className="font-mono break-all select-all">{id}</code>
      <CopyButton text={id} what={t("requestId")} size="icon-sm" />
      {hrefOf && id.startsWith("req_") ? <TextLink href={hrefOf(id)}>{t("requestLog")}</TextLink> : null}
    </p>
  );
}

/** A part of the page, or all of it, that could not be shown. */
export function ErrorState({
  error,
  onRetry,
  reading = true,
  requestId,
  actions,
  className,
}: {
  error: unknown;
  onRetry?: () => void;
  reading?: boolean;
  /** For an error that has none of its own, such as the digest of a page. */
  requestId?: string;
  actions?: ReactNode;
  className?: string;
}) {
  const t = useTranslations("failure");
  const { title, lost, todo, detail, requestId: own } = useFailureMessage()(error, { reading });
  const id = own ?? requestId;
  return (
    <div role="alert" className={cn("flex flex-col items-center px-4 py-12 text-center", className)}>
      <CircleAlert aria-hidden="true" className="mb-3 size-6 text-bad" />
      <p className="font-semibold">{title}</p>
      {detail ? <p className="mt-1 max-w-prose">{detail}</p> : null}
      <p className="mt-1 max-w-prose text-muted">
        {lost} {todo}
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {onRetry ? <Button onClick={onRetry}>{t("retry")}</Button> : null}
        {actions}
      </div>
      {id ? <RequestId id={id} className="mt-4 justify-center" /> : null}
    </div>
  );
}
