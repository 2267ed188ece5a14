import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { call, queryFor } from "@/lib/api-client";
import type { Message } from "@/lib/contracts/thread";
import { THREAD_LIMIT } from "@/lib/orders/thread";
import { useWorkspace } from "../environment";
import { Button } from "../ui/button";
import { Composer } from "./composer";

const NONE: readonly Message[] = [];

/** Marks what the other side wrote as read, once it is on the page; if that fails, the next visit does it. */
function useMarkRead(orderId: string, messages: readonly Message[]): void {
  const { where, isStaff } = useWorkspace();
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

/** The messages about an order, newest first, read as soon as they are shown, and the parts to write one with. */
export function useThread(orderId: string): {
  read: { data: unknown; error: Error | null; isPending: boolean; refetch: () => unknown };
  messages: readonly Message[];
  /** Opens the field; null where it is open, or the reader may not write. */
  askButton: ReactNode;
  /** The field to write in, or why there is none; null while it is closed. */
  composer: ReactNode;
} {
  const t = useTranslations("thread");
  const tVisit = useTranslations("shell.visit");
  const { where, isStaff, may } = useWorkspace();
  const [isAsking, setIsAsking] = useState(false);
  const read = useQuery(queryFor("listMessages", { order_id: orderId, limit: THREAD_LIMIT }, where));
  const messages = read.data?.data ?? NONE;
  useMarkRead(orderId, messages);
  const isOpen = isStaff || isAsking || messages.length > 0;
  return {
    read,
    messages,
    askButton:
      read.data && !isOpen ? (
        <Button size="sm" onClick={() => setIsAsking(true)}>
          {t("ask")}
        </Button>
      ) : null,
    composer: !may("writeMessage") ? (
      <p className="px-4 py-3 text-muted">{tVisit("actFirst")}</p>
    ) : read.data && isOpen ? (
      <Composer orderId={orderId} hasFocus={isAsking} />
    ) : null,
  };
}
