"use client";

import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { holdCalls, onSessionEnded, renewSession } from "@/lib/api-client";

const Question = lazy(() => import("./shell/session-question"));

/**
 * Keeps the page and the person it was made for together. The session ended: asks for the password, in place, so that
 * nothing typed is lost. Somebody else signed in in another tab: nothing is done as them, and the page says so.
 */
export function SessionEnded({ person }: { person: { id: string; email: string } }) {
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<"ended" | "other" | null>(null);
  const isOther = useRef(false);
  const channel = useRef<BroadcastChannel>(undefined);

  const renew = useCallback(() => {
    isOther.current = false;
    setTrouble(null);
    renewSession();
    void client.invalidateQueries();
  }, [client]);

  useEffect(() => onSessionEnded(() => setTrouble(isOther.current ? "other" : "ended")), []);

  // Every page of this browser tells the others whom it was made for.
  useEffect(() => {
    const pages = new BroadcastChannel("sampan-session");
    channel.current = pages;
    pages.onmessage = ({ data }) => {
      if (data === person.id) return renew();
      isOther.current = true;
      holdCalls();
      setTrouble("other");
    };
    pages.postMessage(person.id);
    return () => pages.close();
  }, [person.id, renew]);

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
