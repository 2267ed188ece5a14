import { useCallback, useEffect, useRef, useState } from "react";
import { usePlace } from "@/components/environment";
import { ApiFailure, onSessionRenewed } from "@/lib/api-client";
import { callLazily } from "@/lib/lazy-contract";
import { CREATE_DRAFT, DELETE_DRAFT, SAVE_DRAFT } from "./operations";
import type { OrderForm } from "./use-snapshot";

const PAUSE_MS = 1500;
const RETRY_MS = 10_000;

export type DraftState = { kind: "idle" | "saving" | "failed" } | { kind: "saved"; at: string };

/**
 * Saves the form as a draft by itself, a moment after the last change, one save at a time. The draft's id stands in the
 * address, so that reloading the page brings it back.
 */
export function useDraft(form: OrderForm, openedId: string | null) {
  const { where } = usePlace();
  const [state, setState] = useState<DraftState>({ kind: "idle" });
  const id = useRef(openedId);
  const saved = useRef<string | null>(null);
  const running = useRef<Promise<void> | null>(null);
  const isStopped = useRef(false);
  const isSignedOut = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const serialised = useCallback(
    () => JSON.stringify(form.getValues(), (_, value) => (value === "" ? undefined : value)),
    [form],
  );

  const save = useCallback(async () => {
    clearTimeout(timer.current);
    if (running.current || isStopped.current) return;
    const text = serialised();
    if (text === saved.current) return;
    const body = JSON.parse(text) as Record<string, unknown>;
    const create = async () => {
      const made = await callLazily(CREATE_DRAFT, { body }, where);
      id.current = made.draft_id;
      const url = new URL(window.location.href);
      url.searchParams.set("draft", made.draft_id);
      if (!isStopped.current) window.history.replaceState(null, "", url);
      return made;
    };
    running.current = (async () => {
      setState({ kind: "saving" });
      try {
        const answer = id.current
          ? await callLazily(SAVE_DRAFT, { draft_id: id.current, body }, where).catch((error: unknown) => {
              // Thrown away in another window: what is here is still worth keeping.
              if (error instanceof ApiFailure && error.status === 404) return create();
              throw error;
            })
          : await create();
        saved.current = text;
        setState({ kind: "saved", at: answer.update_time });
      } catch (error) {
        setState({ kind: "failed" });
        // Without a session there is no use in trying, and each try would ask for the password.
        isSignedOut.current = error instanceof ApiFailure && error.status === 401;
        if (!isSignedOut.current) timer.current = setTimeout(save, RETRY_MS);
      }
    })();
    await running.current;
    running.current = null;
    // What was changed meanwhile.
    if (saved.current === text && serialised() !== text) timer.current = setTimeout(save, PAUSE_MS);
  }, [serialised, where]);

  /** What the form holds now is no work of the merchant's: it alone makes no draft. */
  const rebase = useCallback(() => {
    saved.current = serialised();
  }, [serialised]);

  useEffect(() => {
    saved.current ??= serialised();
    isStopped.current = false;
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.current);
        if (!isSignedOut.current) timer.current = setTimeout(save, PAUSE_MS);
      },
    });
    const stopWaiting = onSessionRenewed(() => {
      if (!isSignedOut.current) return;
      isSignedOut.current = false;
      void save();
    });
    const onHide = () => document.visibilityState === "hidden" && void save();
    document.addEventListener("visibilitychange", onHide);
    return () => {
      stop();
      stopWaiting();
      document.removeEventListener("visibilitychange", onHide);
      // Left for another page: the last words are saved, too.
      void save();
    };
  }, [form, save, serialised]);

  /** The order is made: its draft goes. Should that fail, a draft too many is all. */
  const discard = useCallback(async () => {
    isStopped.current = true;
    clearTimeout(timer.current);
    await running.current;
    if (id.current) await callLazily(DELETE_DRAFT, { draft_id: id.current }, where).catch(() => undefined);
  }, [where]);

  return { state, rebase, discard, idOf: () => id.current };
}
export type Draft = ReturnType<typeof useDraft>;
