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
        if (isShown()) showInAddress(draftId);
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

  /** Deletes it, until something is worth keeping again. */
  const drop = useCallback(
    async (isShown: () => boolean) => {
      if (!id.current) return;
      await call("deleteDraft", { draft_id: id.current }, where).catch((error: unknown) => {
        if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
      });
      id.current = null;
      key.current = null;
      if (isShown()) showInAddress(null);
    },
    [where],
  );

  return { id, store, drop };
}

function showInAddress(draftId: string | null): void {
  const url = new URL(window.location.href);
  if (draftId) url.searchParams.set("draft", draftId);
  else url.searchParams.delete("draft");
  window.history.replaceState(null, "", url);
}

/**
 * Saves the form as a draft automatically, a moment after the last change, one save at a time. The draft's id is in the
 * address, so that a reload restores it.
 */
export function useDraft(form: OrderForm, openedId: string | null) {
  const { where } = usePlace();
  const [state, setState] = useState<DraftState>({ kind: "idle" });
  const { id, store, drop } = useDraftStore(openedId);
  const saved = useRef<string | null>(null);
  /** What the form began with: whoever comes back to it has nothing to keep. A draft that was opened is kept. */
  const begun = useRef<string | null>(null);
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
        const isShown = () => !isStopped.current;
        const answer = text === begun.current ? await drop(isShown) : await store(body, isShown);
        saved.current = text;
        setState(answer ? { kind: "saved", at: answer.update_time } : { kind: "idle" });
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
  }, [serialised, store, drop]);

  useEffect(() => {
    // Its first values are not the merchant's work: they alone make no draft.
    saved.current ??= serialised();
    if (openedId === null) begun.current ??= saved.current;
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
  }, [form, save, serialised, openedId]);

  /** The order is made, so its draft is deleted. If that fails, there is only one draft too many. */
  const discard = useCallback(async () => {
    isStopped.current = true;
    clearTimeout(timer.current);
    await running.current;
    if (id.current) await call("deleteDraft", { draft_id: id.current }, where).catch(() => undefined);
  }, [id, where]);

  return { state, discard, idOf: () => id.current };
}
export type Draft = ReturnType<typeof useDraft>;
