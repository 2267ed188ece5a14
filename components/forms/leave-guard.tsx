"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useFormState } from "react-hook-form";
import { guardLeaving } from "@/components/forms/leave-by";
import { ConfirmDialog } from "@/components/ui/alert-dialog";

/** The messages of the question; those that are not given say that something is not saved. */
type LeaveMessages = { title?: string; text?: string };

function isHere({ pathname, search }: URL): boolean {
  return pathname === window.location.pathname && search === window.location.search;
}

/** The page of this product to which a click on a link would go; null for everything else. */
function leadsTo(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target === "_blank" || link.hasAttribute("download")) return null;
  const url = new URL(link.href);
  // When the browser itself loads another document, it asks by itself.
  if (url.origin !== window.location.origin || isHere(url)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Stops Back and Forward before the router sees them, where the browser allows it: not all have the Navigation API. */
function holdTraversals(isAgreed: RefObject<boolean>, ask: (go: () => void) => void): () => void {
  const navigation = window.navigation as Navigation | undefined;
  if (!navigation) return () => undefined;
  const hold = (event: NavigateEvent) => {
    const { navigationType, cancelable, destination } = event;
    if (isAgreed.current || navigationType !== "traverse" || !cancelable) return;
    if (isHere(new URL(destination.url))) return;
    event.preventDefault();
    ask(() => void navigation.traverseTo(destination.key));
  };
  navigation.addEventListener("navigate", hold);
  return () => navigation.removeEventListener("navigate", hold);
}

/** Asks before the page is left while something is not saved, or is running. */
export function LeaveQuestion({ isUnsaved, ...messages }: LeaveMessages & { isUnsaved: boolean }) {
  return isUnsaved ? <LeaveGuard {...messages} /> : null;
}

/** Within a form: asks before the page is left while something in it was changed. */
export function LeaveForm({ isBusy }: { isBusy: boolean }) {
  const { isDirty } = useFormState();
  return <LeaveQuestion isUnsaved={isDirty && !isBusy} />;
}

/** While mounted, asks before the page is closed, or left by a link, a shortcut, the palette, Back or Forward. */
function LeaveGuard({ title, text }: LeaveMessages) {
  const t = useTranslations("ui.leave");
  const router = useRouter();
  const isAgreed = useRef(false);
  const [leave, setLeave] = useState<(() => void) | null>(null);

  useEffect(() => {
    const ask = (go: () => void) => {
      isAgreed.current = false;
      setLeave(() => go);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isAgreed.current) event.preventDefault();
    };
    // In the capture phase, before the link itself gets the click.
    const onClick = (event: MouseEvent) => {
      const href = leadsTo(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => router.push(href));
    };
    const stops = [guardLeaving(ask), holdTraversals(isAgreed, ask)];
    window.addEventListener("beforeunload", onUnload);
    window.addEventListener("click", onClick, true);
    return () => {
      for (const stop of stops) stop();
      window.removeEventListener("beforeunload", onUnload);
      window.removeEventListener("click", onClick, true);
    };
  }, [router]);

  if (leave === null) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && setLeave(null)}
      tone="danger"
      title={title ?? t("title")}
      description={text ?? t("text")}
      confirmLabel={t("leave")}
      cancelLabel={t("stay")}
      onConfirm={() => {
        isAgreed.current = true;
        leave();
      }}
    />
  );
}
