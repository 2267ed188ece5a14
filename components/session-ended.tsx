"use client";

import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { holdCalls, onSessionEnded, renewSession } from "@/lib/api-client";

const Question = lazy(() => lazyPart(() => import("./shell/session-question")));

type Trouble = "ended" | "other" | null;

/**
 * Keeps the page and the person it was made for together. The session ended: asks for the password, in place, so that
 * nothing typed is lost. Somebody else signed in in another tab: nothing is done as them, and the page says so.
 */
export function SessionEnded({ person }: { person: { id: string; email: string } }) {
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<Trouble>(null);
  // Stays while the question is put off.
  const lost = useRef<Trouble>(null);
  const channel = useRef<BroadcastChannel>(undefined);

  const lose = useCallback((next: Trouble) => {
    lost.current = next;
    setTrouble(next);
  }, []);
  const renew = useCallback(() => {
    lost.current = null;
    setTrouble(null);
    renewSession();
    void client.invalidateQueries();
  }, [client]);

  useEffect(() => onSessionEnded(() => lose(lost.current ?? "ended")), [lose]);

  // Every page of this browser tells the others whom it was made for.
  useEffect(() => {
    const pages = new BroadcastChannel("sampan-session");
    channel.current = pages;
    pages.onmessage = ({ data }) => {
      if (data !== person.id) {
        holdCalls();
        lose("other");
      } else if (lost.current) renew();
    };
    pages.postMessage(person.id);
    return () => pages.close();
  }, [person.id, lose, renew]);

  if (trouble === null) return null;
  return (
    <Suspense fallback={null}>
      <Question
        trouble={trouble}
        email={person.email}
        onClose={() => setTrouble(null)}
        onDone={() => {
          renew();
          channel.current?.postMessage(person.id);
        }}
      />
    </Suspense>
  );
}
