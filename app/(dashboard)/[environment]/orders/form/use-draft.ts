import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useWorkspace } from "@/components/environment";
import { dropUnsaved, saveUnsaved, type Unsaved } from "@/components/orders/unsaved";
import type { OrderForm } from "@/components/orders/use-snapshot";
import { useOperation } from "@/components/use-operation";
import { ApiFailure, type CallResult, call, madeBefore, onSessionRenewed } from "@/lib/api-client";
import { fieldOfPointer } from "@/lib/forms/form-paths";
import { isMine, rebase, valueAt } from "@/lib/forms/rebase";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { type Loose, string } from "@/lib/loose";
import { orderOfDraft } from "@/lib/orders/form-values";

const PAUSE_MS = 1500;
const RETRY_MS = 10_000;

/** Why work is not saved; `failed` is retried automatically. */
type Hindrance = "failed" | "tooLarge" | "tooMany";
export type DraftState =
  | { kind: "idle" | "saving" }
  | { kind: "unsaved"; why: Hindrance }
  /** The same field was changed in another window or by another person: the person says whose is kept. */
  | { kind: "changed"; now: string | null; keep: () => void; take: () => void }
  | { kind: "saved"; at: string };

type Stored = Pick<CallResult<"readDraft">, "draft_id" | "revision">;

/** `ERRORS.CHANGED_MEANWHILE`, without the messages of the whole table. */
const CHANGED_MEANWHILE = "409020";

/** Drafts have limits (contract §9.4); what exceeds them stays only in the page. */
function hindranceOf(error: unknown): Hindrance {
  if (!(error instanceof ApiFailure)) return "failed";
  const isAt = (field: string) => error.status === 400 && error.entries.some((entry) => entry.field === field);
  // A body too large for any operation is too large for a draft, too.
  if (error.status === 413 || isAt("body")) return "tooLarge";
  return isAt("drafts") ? "tooMany" : "failed";
}

/** Where the draft is stored: made by the first save, and again if it was deleted in another window. */
function useDraftStore(opened: Stored | null) {
  const { where } = useWorkspace();
  const id = useRef(opened?.draft_id ?? null);
  /** The revision that the page knows; null: whatever it is. */
  const revision = useRef(opened?.revision ?? null);
  /** The key of the draft that is being made: one for all attempts, until the page has its id. */
  const key = useRef<string | null>(null);

  return useMemo(() => {
    const known = <Answer extends Stored>(answer: Answer) => {
      revision.current = answer.revision;
      return answer;
    };
    const keyOf = () => {
      key.current ??= newIdempotencyKey();
      return key.current;
    };

    /** Saves the body. The address gets the draft's id if `isShown` says that the page is still the draft's. */
    async function store(body: Loose, isShown: () => boolean, keepalive: boolean) {
      const to = { ...where, keepalive };
      const keep = (draftId: string) => {
        id.current = draftId;
        key.current = null;
        if (isShown()) showInAddress(draftId);
      };
      const create = async () => {
        try {
          const made = await call("createDraft", { body }, { ...to, idempotencyKey: keyOf() });
          keep(made.draft_id);
          return known(made);
        } catch (error) {
          // An earlier attempt made the draft but its answer was lost; the form may have changed since.
          const existing = madeBefore(error);
          if (!existing) throw error;
          keep(existing);
          return known(await call("saveDraft", { draft_id: existing, body }, to));
        }
      };
      if (!id.current) return create();
      const since = revision.current === null ? {} : { revision: revision.current };
      try {
        return known(await call("saveDraft", { draft_id: id.current, body, ...since }, to));
      } catch (error) {
        // Deleted in another window: what is here is still worth keeping.
        if (error instanceof ApiFailure && error.status === 404) return create();
        throw error;
      }
    }

    /** Deletes it, until something is worth keeping again. */
    async function drop(isShown: () => boolean) {
      if (!id.current) return;
      await call("deleteDraft", { draft_id: id.current }, where).catch((error: unknown) => {
        if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
      });
      id.current = null;
      key.current = null;
      if (isShown()) showInAddress(null);
    }

    /** Reads what others made of it; what is saved next is made from that. */
    const reread = async () => known(await call("readDraft", { draft_id: id.current ?? "" }, where));
    /** Goes on with the draft of this key, if one was made with it. */
    const resume = (began: string | null) => {
      if (!id.current) key.current = began;
    };
    /** What names the draft: its id, or what it will be made with. */
    const named = () => ({ draft_id: id.current, key: id.current ? null : keyOf() });

    return { id, store, drop, reread, resume, named };
  }, [where]);
}

function showInAddress(draftId: string | null): void {
  const url = new URL(window.location.href);
  if (draftId) url.searchParams.set("draft", draftId);
  else url.searchParams.delete("draft");
  window.history.replaceState(null, "", url);
}

/** What is filled in, as text and as a body. */
function useTyped(form: OrderForm) {
  return useMemo(() => {
    const serialised = () => JSON.stringify(form.getValues(), (_, value) => (value === "" ? undefined : value));
    return { serialised, typed: () => JSON.parse(serialised()) as Loose };
  }, [form]);
}

/** What this form has and the server has not, in the browser; and what an earlier page left there. */
function useKeptHere(form: OrderForm, typed: () => Loose, resume: (key: string | null) => void) {
  const { account, environment, person } = useWorkspace();
  const [name] = useState(newIdempotencyKey);
  return useMemo(() => {
    const owner = { person: person.id, account: account.id, environment };
    return {
      owner,
      name,
      keep: (unsaved: Unsaved) => saveUnsaved(owner, name, unsaved),
      drop: () => dropUnsaved(owner, name),
      /** Puts what was typed before over what the form has. */
      restore: ({ key, base, body }: Unsaved) => {
        resume(key);
        const values = rebase(base, body, typed());
        form.reset(orderOfDraft(form.getValues("ship_type"), values), { keepDefaultValues: true });
      },
    };
  }, [person.id, account.id, environment, name, form, typed, resume]);
}

/** Tells of the form's changes, of a new session, and of the moments after which the person may not come back. */
function useMoments(form: OrderForm, changed: () => void, renewed: () => void, leaving: (hidden: boolean) => void) {
  useEffect(() => {
    const stop = form.subscribe({ formState: { values: true }, callback: changed });
    const stopWaiting = onSessionRenewed(renewed);
    const onHide = () => document.visibilityState === "hidden" && leaving(true);
    document.addEventListener("visibilitychange", onHide);
    return () => {
      stop();
      stopWaiting();
      document.removeEventListener("visibilitychange", onHide);
      leaving(false);
    };
  }, [form, changed, renewed, leaving]);
}

/**
 * Saves the form as a draft automatically, a moment after the last change, one save at a time. The draft's id is in the
 * address, so that a reload restores it; what the server does not have yet is also kept in the browser.
 */
export function useDraft(form: OrderForm, opened: Stored | null) {
  const [state, setState] = useState<DraftState>({ kind: "idle" });
  const { id, store, drop, reread, resume, named } = useDraftStore(opened);
  const isOpened = opened !== null;
  const saved = useRef<string | null>(null);
  /** What the form began with: returning to it leaves nothing to save. A draft that was opened is kept. */
  const begun = useRef<string | null>(null);
  /** Too large for a draft, until it is changed. */
  const refused = useRef<string | null>(null);
  const running = useRef<Promise<void> | null>(null);
  const isStopped = useRef(false);
  /** The person is asked whose change is kept. */
  const isAsked = useRef(false);
  const isSignedOut = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const { serialised, typed } = useTyped(form);
  const here = useKeptHere(form, typed, resume);

  /** Puts what was typed here over what others made of the draft. False: that cannot be read now. */
  const merge = useCallback(
    async (refusal: ApiFailure, sent: Loose) => {
      const theirs = (await reread().catch(() => null))?.body;
      if (!theirs) return false;
      const base = JSON.parse(saved.current ?? "{}") as Loose;
      const begin = (given: readonly string[]) => {
        const values = rebase(base, typed(), theirs, given);
        isAsked.current = false;
        saved.current = JSON.stringify(theirs);
        form.reset(orderOfDraft(form.getValues("ship_type"), values));
        setState({ kind: "saving" });
      };
      const paths = refusal.entries.map(({ pointer }) => fieldOfPointer(pointer).replace(/^body\./, ""));
      isAsked.current = paths.some((path) => isMine(base, sent, path));
      const now = string(valueAt(theirs, paths[0] ?? "")) ?? null;
      if (isAsked.current) setState({ kind: "changed", now, keep: () => begin([]), take: () => begin(paths) });
      else begin([]);
      return true;
    },
    [form, reread, typed],
  );

  /** Keeps in the browser what the server has not; what it has is dropped. */
  const saveHere = useCallback(() => {
    const text = serialised();
    if (isStopped.current || text === saved.current || text === begun.current) return here.drop();
    const body = typed();
    const base = JSON.parse(saved.current ?? "{}") as Loose;
    here.keep({ ...named(), ship_type: String(body.ship_type), base, body, at: new Date().toISOString() });
  }, [serialised, typed, here, named]);

  const save = useCallback(
    async (keepalive = false) => {
      clearTimeout(timer.current);
      if (running.current || isStopped.current || isAsked.current) return;
      const text = serialised();
      if (text === saved.current || text === refused.current) return;
      const body = typed();
      running.current = (async () => {
        setState({ kind: "saving" });
        try {
          const isShown = () => !isStopped.current;
          const answer = text === begun.current ? await drop(isShown) : await store(body, isShown, keepalive);
          saved.current = text;
          saveHere();
          setState(answer ? { kind: "saved", at: answer.update_time } : { kind: "idle" });
        } catch (error) {
          if (error instanceof ApiFailure && error.code === CHANGED_MEANWHILE && (await merge(error, body))) return;
          const why = hindranceOf(error);
          setState({ kind: "unsaved", why });
          if (why === "tooLarge") refused.current = text;
          // Without a session a save cannot succeed, and each one would ask for the password.
          isSignedOut.current = error instanceof ApiFailure && error.status === 401;
          if (!isSignedOut.current) timer.current = setTimeout(() => void save(), RETRY_MS);
        }
      })();
      await running.current;
      running.current = null;
      // The form changed during the save.
      if (saved.current === text && serialised() !== text) timer.current = setTimeout(() => void save(), PAUSE_MS);
    },
    [serialised, typed, store, drop, merge, saveHere],
  );

  useEffect(() => {
    // Its first values are not the merchant's work: by themselves they make no draft.
    saved.current ??= serialised();
    if (!isOpened) begun.current ??= saved.current;
    isStopped.current = false;
  }, [serialised, isOpened]);
  const changed = useCallback(() => {
    saveHere();
    clearTimeout(timer.current);
    if (!isSignedOut.current) timer.current = setTimeout(() => void save(), PAUSE_MS);
  }, [saveHere, save]);
  const renewed = useCallback(() => {
    if (!isSignedOut.current) return;
    isSignedOut.current = false;
    void save();
  }, [save]);
  useMoments(form, changed, renewed, save);

  const { send } = useOperation("deleteDraft");
  /** The order is made, so its draft is deleted. If that fails, there is only one draft too many. */
  const discard = useCallback(async () => {
    isStopped.current = true;
    clearTimeout(timer.current);
    here.drop();
    await running.current;
    if (id.current) await send({ draft_id: id.current }).catch(() => undefined);
  }, [id, send, here]);
  return { state, discard, id, typed, here };
}
export type Draft = ReturnType<typeof useDraft>;
