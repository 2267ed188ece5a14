"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { holdCalls, onSessionEnded, renewSession } from "@/lib/api-client";
import { SignInAgain } from "../shell/sign-in-again";

type Trouble = "ended" | "other" | null;

/**
 * Keeps the page and its person together. When the session ended: asks for the password in place, so that nothing typed
 * is lost. When another person signed in in another tab: does nothing in their name, and says so.
 */
export function SessionEnded({ person }: { person: { id: string; email: string } }) {
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<Trouble>(null);
  // Kept while the question is postponed.
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

  // Every page of this browser tells the others for whom it was made.
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
  const close = () => setTrouble(null);
  if (trouble === "other") return <OtherPerson email={person.email} onClose={close} />;
  return (
    <SignInAgain
      email={person.email}
      onClose={close}
      onDone={() => {
        renew();
        channel.current?.postMessage(person.id);
      }}
    />
  );
}

/** Says that another person signed in in another tab of this browser. */
function OtherPerson({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations("sessionEnded");
  function reload() {
    window.location.reload();
    // The dialog stays until the page has been left.
    return new Promise(() => undefined);
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("otherTitle")}
      description={t("otherText", { email })}
      confirmLabel={t("reload")}
      cancelLabel={t("stay")}
      onConfirm={reload}
    />
  );
}
