"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleX, Eye, Lock, type LucideIcon, MapPin, ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { call, keyOf, queryFor } from "@/lib/api-client";
import type { Message } from "@/lib/contracts/thread";
import { formatMoney } from "@/lib/format";
import { THREAD_LIMIT } from "@/lib/thread";
import { usePlace } from "../environment";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { DateTime } from "../ui/date-time";
import { ErrorState } from "../ui/error-state";
import { Section } from "../ui/section";
import { LoadingRegion, Skeleton } from "../ui/skeleton";
import { Composer } from "./composer";
import { InstructionWords } from "./instruction-words";
import { Pictures } from "./pictures";

/** Marks what the other side wrote as read, once it is on the page; if that fails, the next visit does it. */
function useMarkRead(orderId: string, messages: readonly Message[]): void {
  const { where, isStaff } = usePlace();
  const marked = useRef(new Set<string>());
  useEffect(() => {
    const isOther = ({ side, kind }: Message) => side === (isStaff ? "merchant" : "support") && kind !== "note";
    const ids = messages
      .filter((message) => isOther(message) && !message.read_time && !marked.current.has(message.id))
      .map(({ id }) => id);
    if (ids.length === 0) return;
    for (const id of ids) marked.current.add(id);
    call("markMessages", { order_id: orderId, ids }, where).catch(() => {});
  }, [orderId, messages, where, isStaff]);
}

/** What merchant and support wrote about an order, what support did with it, and the field to write. */
export function Thread({ orderId, className }: { orderId: string; className?: string }) {
  const t = useTranslations("thread");
  const visit = useTranslations("shell.visit");
  const { where, isStaff, may } = usePlace();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const read = useQuery(queryFor("listMessages", { order_id: orderId, limit: THREAD_LIMIT }, where));
  const messages = read.data?.data ?? NONE;
  useMarkRead(orderId, messages);
  const isEmpty = messages.length === 0;
  return (
    <Section
      id="thread"
      flush
      title={t("title")}
      description={t(isStaff ? "staffHint" : "hint")}
      className={cn("scroll-mt-16", className)}
      actions={
        isEmpty && read.data && !isStaff && !isAsking ? (
          <Button size="sm" onClick={() => setIsAsking(true)}>
            {t("ask")}
          </Button>
        ) : null
      }
    >
      {read.isPending ? (
        <LoadingRegion className="p-4">
          <Skeleton className="h-16 w-full" />
        </LoadingRegion>
      ) : null}
      {read.isError && !read.data ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : null}
      {isEmpty ? null : (
        <ol aria-label={t("title")} className="divide-y divide-line">
          {messages.toReversed().map((message) => (
            <Item key={message.id} message={message} />
          ))}
        </ol>
      )}
      {may("writeMessage") ? null : <p className="px-4 py-3 text-muted">{visit("actFirst")}</p>}
      {read.data && may("writeMessage") && (isStaff || isAsking || !isEmpty) ? (
        <Composer
          orderId={orderId}
          hasFocus={isAsking}
          onSent={() => client.invalidateQueries({ queryKey: keyOf("listMessages", where) })}
          className={isEmpty ? "" : "border-t border-line"}
        />
      ) : null}
    </Section>
  );
}

const NONE: readonly Message[] = [];

const DONE: Record<"corrected" | "scanned" | "cancelled" | "cancel_requested", LucideIcon> = {
  corrected: MapPin,
  scanned: ScanLine,
  cancelled: CircleX,
  cancel_requested: CircleX,
};

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
  const disputes = useTranslations("adjustments.dispute");
  const { isStaff } = usePlace();
  const { kind, side, author, text, time } = message;
  if (kind !== "message" && kind !== "question" && kind !== "note" && kind !== "dispute" && kind !== "instruction")
    return (
      <li>
        <Line icon={DONE[kind]} time={time}>
          {text ? t(`done.${kind}.because`, { reason: text }) : t(`done.${kind}.alone`)}
        </Line>
      </li>
    );
  const isNote = kind === "note";
  const name = message.is_own ? t("you") : author;
  const team = side === "support" && !isStaff ? t("support") : null;
  return (
    <li className={cn(isNote && "bg-warn-tint")}>
      <div className="flex items-start gap-3 px-4 py-3">
        <span
          aria-hidden="true"
          className="flex size-7 shrink-0 items-center justify-center rounded-full bg-hover text-xs font-semibold text-muted"
        >
          {(author ?? team ?? "?").slice(0, 1).toUpperCase()}
        </span>
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{name ?? team ?? t("support")}</span>
            {name && team ? <span className="text-xs text-muted">{team}</span> : null}
            {isNote ? (
              <Badge tone="warn" icon={<Lock aria-hidden="true" />}>
                {t("note")}
              </Badge>
            ) : null}
            {kind === "question" ? <Badge tone="info">{t("question")}</Badge> : null}
            {kind === "dispute" ? (
              <Badge tone="warn">{disputes("badge", { amount: formatMoney(message.disputed_amount ?? "0") })}</Badge>
            ) : null}
            {kind === "instruction" ? <Badge tone="info">{t("instruction.badge")}</Badge> : null}
            {side === "support" && isStaff && !isNote ? (
              <span className="text-xs text-muted">{t("toMerchant")}</span>
            ) : null}
            <DateTime value={time} className={cn("ml-auto text-xs", isNote ? "text-text" : "text-muted")} />
          </p>
          {message.instruction ? <InstructionWords instruction={message.instruction} /> : null}
          {text ? (
            <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          ) : null}
          <Pictures pictures={message.pictures} />
        </div>
      </div>
      {message.read_time && side === (isStaff ? "support" : "merchant") ? (
        <Line icon={Eye} time={message.read_time}>
          {t("readBy", { name: message.read_by ?? t(isStaff ? "merchant" : "support") })}
        </Line>
      ) : null}
    </li>
  );
}
