"use client";

import { Eye, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Message } from "@/lib/contracts/thread";
import { useWorkspace } from "../environment";
import { cn } from "../ui/cn";
import { DateTime } from "../ui/date-time";
import { ErrorState } from "../ui/error-state";
import { Section } from "../ui/section";
import { LoadingRegion, Skeleton } from "../ui/skeleton";
import { MessageHead, MessageText, useDone, useReadBy } from "./message";
import { useThread } from "./use-thread";

/** What merchant and support wrote about an order, what support did with it, and the field to write. */
export function Thread({ orderId }: { orderId: string }) {
  const t = useTranslations("thread");
  const { isStaff } = useWorkspace();
  const { read, messages, askButton, composer } = useThread(orderId);
  return (
    <Section
      id="thread"
      flush
      title={t("title")}
      description={t(isStaff ? "staffHint" : "hint")}
      className="scroll-mt-16"
      actions={askButton}
    >
      {read.isPending ? (
        <LoadingRegion className="p-4">
          <Skeleton className="h-16 w-full" />
        </LoadingRegion>
      ) : null}
      {read.error && !read.data ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : null}
      {messages.length > 0 ? (
        <ol aria-label={t("title")} className="divide-y divide-line border-b border-line">
          {messages.toReversed().map((message) => (
            <Item key={message.id} message={message} />
          ))}
        </ol>
      ) : null}
      {composer}
    </Section>
  );
}

function Line({ icon: Icon, time, children }: { icon: LucideIcon; time: string; children: ReactNode }) {
  return (
    <p className="flex items-start gap-3 px-4 py-2 text-muted">
      <Icon aria-hidden="true" className="mx-1.5 mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 flex-1 whitespace-pre-line wrap-anywhere">{children}</span>
      <DateTime value={time} className="text-xs" />
    </p>
  );
}

function Item({ message }: { message: Message }) {
  const t = useTranslations("thread");
  const done = useDone()(message);
  const readBy = useReadBy()(message);
  const { kind, author, time } = message;
  if (done)
    return (
      <li>
        <Line icon={done.icon} time={time}>
          {done.label}
        </Line>
      </li>
    );
  const isNote = kind === "note";
  return (
    <li className={cn(isNote && "bg-warn-tint")}>
      <div className="flex items-start gap-3 px-4 py-3">
        <span
          aria-hidden="true"
          className="flex size-7 shrink-0 items-center justify-center rounded-full bg-hover text-xs font-semibold text-muted"
        >
          {(author ?? t("support")).slice(0, 1).toUpperCase()}
        </span>
        <div className="min-w-0 flex-1 space-y-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <MessageHead message={message} />
            <DateTime value={time} className={cn("ml-auto text-xs", isNote ? "text-text" : "text-muted")} />
          </p>
          <MessageText message={message} />
        </div>
      </div>
      {readBy ? (
        <Line icon={Eye} time={readBy.time}>
          {readBy.label}
        </Line>
      ) : null}
    </li>
  );
}
