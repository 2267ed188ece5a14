import { useCallback, useEffect, useRef, useState } from "react";
import { usePlace } from "@/components/environment";
import type { OrderForm } from "@/components/orders/use-snapshot";
import { ApiFailure, call, madeBefore, onSessionRenewed } from "@/lib/api-client";
import { newIdempotencyKey } from "@/lib/idempotency-key";

const PAUSE_MS = 1500;
const RETRY_MS = 10_000;

/** Why work is not saved; `failed` is retried automatically. */
type Hindrance = "failed" | "tooLarge" | "tooMany";
export type DraftState =
  | { kind: "idle" | "saving" }
  | { kind: "unsaved"; why: Hindrance }
  | { kind: "saved"; at: string };

/** Drafts have limits (contract §9.4); what exceeds them stays only in the page. */
function hindranceOf(error: unknown): Hindrance {
  if (!(error instanceof ApiFailure)) return "failed";
  const isAt = (field: string) => error.status === 400 && error.entries.some((entry) => entry.field === field);
  // A body too large for any operation is too large for a draft, too.
  if (error.status === 413 || isAt("body")) return "tooLarge";
  return isAt("drafts") ? "tooMany" : "failed";
}

/** Where the draft is stored: made by the first save, and again if it was deleted in another window. */
function useDraftStore(openedId: string | null) {
  const { where } = usePlace();
  const id = useRef(openedId);
  /** The key of the draft that is being made: one for all attempts, until the page has its id. */
  const key = useRef<string | null>(null);

  /** Saves the body. The address gets the draft's id if `isShown` says that the page is still the draft's. */
  const store = useCallback(
    async (body: Record<string, unknown>, isShown: () => boolean) => {
      const keep = (draftId: string) => {
        id.current = draftId;
        key.current = null;
        const url = new URL(window.location.href);
        url.searchParams.set("draft", draftId);
        if (isShown()) window.history.replaceState(null, "", url);
      };
      const create = async () => {
        key.current ??= newIdempotencyKey();
        try {
          const made = await call("createDraft", { body }, { ...where, idempotencyKey: key.current });
          keep(made.draft_id);
          return made;
        } catch (error) {
          // An earlier attempt made the draft but its answer was lost; the form may have changed since.
          const existing = madeBefore(error);
          if (!existing) throw error;
          keep(existing);
          return call("saveDraft", { draft_id: existing, body }, where);
        }
      };
      return id.current
        ? call("saveDraft", { draft_id: id.current, body }, where).catch((error: unknown) => {
            // Deleted in another window: what is here is still worth keeping.
            if (error instanceof ApiFailure && error.status === 404) return create();
            throw error;
          })
        : create();
    },
    [where],
  );

  return { id, store };
}

/**
 * Saves the form as a draft automatically, a moment after the last change, one save at a time. The draft's id is in the
 * address, so that a reload restores it.
 */
export function useDraft(form: OrderForm, openedId: string | null) {
  const { where } = usePlace();
  const [state, setState] = useState<DraftState>({ kind: "idle" });
  const { id, store } = useDraftStore(openedId);
  const saved = useRef<string | null>(null);
  /** Too large for a draft, until it is changed. */
  const refused = useRef<string | null>(null);
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
    if (text === saved.current || text === refused.current) return;
    const body = JSON.parse(text) as Record<string, unknown>;
    running.current = (async () => {
      setState({ kind: "saving" });
      try {
        const answer = await store(body, () => !isStopped.current);
        saved.current = text;
        setState({ kind: "saved", at: answer.update_time });
      } catch (error) {
        const why = hindranceOf(error);
        setState({ kind: "unsaved", why });
        if (why === "tooLarge") refused.current = text;
        // Without a session a save cannot succeed, and each one would ask for the password.
        isSignedOut.current = error instanceof ApiFailure && error.status === 401;
        if (!isSignedOut.current) timer.current = setTimeout(save, RETRY_MS);
      }
    })();
    await running.current;
    running.current = null;
    // The form changed during the save.
    if (saved.current === text && serialised() !== text) timer.current = setTimeout(save, PAUSE_MS);
  }, [serialised, store]);

  /** The form's present values are not the merchant's work: they alone make no draft. */
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
      // The person leaves for another page: save the last changes, too.
      void save();
    };
  }, [form, save, serialised]);

  /** The order is made, so its draft is deleted. If that fails, there is only one draft too many. */
  const discard = useCallback(async () => {
    isStopped.current = true;
    clearTimeout(timer.current);
    await running.current;
    if (id.current) await call("deleteDraft", { draft_id: id.current }, where).catch(() => undefined);
  }, [id, where]);

  return { state, rebase, discard, idOf: () => id.current };
}
export type Draft = ReturnType<typeof useDraft>;
