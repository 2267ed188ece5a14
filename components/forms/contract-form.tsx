"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEventHandler, type ReactNode, type Ref, type RefObject, useRef, useState } from "react";
import { type FieldValues, type Resolver, type UseFormReturn, useForm } from "react-hook-form";
import { ApiFailure, madeBefore } from "@/lib/api-client";
import type { ErrorEntry } from "@/lib/errors";
import { fieldOfPointer } from "@/lib/forms/form-paths";
import { type FieldProblems, verdictOf } from "@/lib/forms/form-verdict";
import { isMine, rebase, valueAt } from "@/lib/forms/rebase";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { cn } from "../ui/cn";
import { RequestId, useFailureMessage } from "../ui/error-state";
import { FormChecks, fieldId, WarningStore } from "./form-checks";

/** The result of an attempt: the form shows what is wrong, the page is being left, or (void) it is done. */
// biome-ignore lint/suspicious/noConfusingVoidType: most senders have nothing to say
export type Sent = "refused" | "leaving" | void;

type SubmitOptions = {
  /** Continues with what an earlier attempt made when its answer was lost. */
  existed?: (id: string) => Sent | Promise<Sent>;
  /** The field for an entry of the server's answer, where the entry's pointer does not name it. */
  fieldOf?: (entry: ErrorEntry) => { name: string; type: string };
  /** What the form would begin with now: others have changed what is sent, which the sender then sends from that. */
  reread?: () => Promise<FieldValues>;
};

/** `ERRORS.CHANGED_MEANWHILE`, without the messages of the whole table. */
const CHANGED_MEANWHILE = "409020";
/** How often what the person did not touch may change under a form that is being sent. */
const MOST_REREADS = 3;

/** A form of one operation, as `FormChecks`, `ContractForm` and their fields read it. */
export type ContractFormState<Values extends FieldValues = FieldValues> = {
  form: UseFormReturn<FieldValues>;
  /** Judges and sends; a second call while it runs does nothing. What the server refuses goes to its fields. */
  submit: (send: (values: Values, key: string) => Promise<Sent>, options?: SubmitOptions) => Promise<Sent>;
  /** An attempt is running, or has led to another page that is not there yet. */
  isBusy: boolean;
  failure: ApiFailure | null;
  /** Begins again with what is stored. */
  begin: (values: Values) => void;
  /** Whether part of the failure belongs to no field of the page. */
  isElsewhere: boolean;
  /** Grows with each refused attempt: the first wrong field then gets the focus. */
  attempts: number;
  /** Where the focus goes when no field is wrong. */
  box: RefObject<HTMLDivElement | null>;
};

const ofPointer = ({ pointer }: ErrorEntry) => ({ name: fieldOfPointer(pointer), type: "server" });

/**
 * A form for one operation: judged as the API does before it is sent, with the server's refusals at their fields. All
 * its attempts share one idempotency key, so that it makes one thing however often it is sent and whatever happened to
 * the answers; a refused attempt does not use the key up (contract §14.1).
 */
export function useContractForm<Values extends FieldValues>({
  initial,
  judge,
}: {
  initial: Values;
  /** What the API would refuse, in the reader's language; or a resolver that knows more. */
  judge: ((values: Values) => FieldProblems) | { resolver: Resolver<FieldValues> };
}): ContractFormState<Values> {
  const form = useForm<FieldValues>({
    defaultValues: initial,
    resolver:
      typeof judge === "function"
        ? (values, _context, options) => verdictOf(values, judge(values as Values), options)
        : judge.resolver,
    // FormChecks judges the fields.
    mode: "onSubmit",
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });
  const t = useTranslations("failure");
  const key = useRef<string | null>(null);
  /** What the form began with, so that what the person changed is known. */
  const base = useRef<FieldValues>(initial);
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [isElsewhere, setIsElsewhere] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const box = useRef<HTMLDivElement>(null);

  const begin = (values: FieldValues) => {
    base.current = values;
    form.reset(values);
  };

  /** Puts what the person changed over what is stored now. Returns whether they changed none of what was refused. */
  function rebaseOn(now: FieldValues, refused: readonly { name: string }[]): boolean {
    const mine = form.getValues();
    const isUntouched = refused.every(({ name }) => !isMine(base.current, mine, name));
    const next = rebase(base.current, mine, now);
    begin(now);
    form.reset(next, { keepDefaultValues: true });
    return isUntouched;
  }

  const submit: ContractFormState<Values>["submit"] = async (send, { existed, fieldOf = ofPointer, reread } = {}) => {
    if (isRunning.current) return "refused";
    isRunning.current = true;
    setIsBusy(true);
    setFailure(null);
    let sent = "refused" as Sent;
    const attempt = (left: number): Promise<void> =>
      form
        .handleSubmit(async (values) => {
          key.current ??= newIdempotencyKey();
          sent = await send(values as Values, key.current).catch((error: unknown) => {
            const existing = existed && madeBefore(error);
            if (!existing) throw error;
            return existed(existing);
          });
        })()
        .catch(async (error: unknown) => {
          if (!reread || !(error instanceof ApiFailure) || error.code !== CHANGED_MEANWHILE) throw error;
          const isUntouched = rebaseOn(await reread(), error.entries.map(fieldOf));
          if (!isUntouched || left === 0) throw error;
          return attempt(left - 1);
        });
    try {
      await attempt(MOST_REREADS);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const places = error.entries.map((entry) => {
        const place = fieldOf(entry);
        if (!reread || error.code !== CHANGED_MEANWHILE) return { ...place, message: entry.message };
        const now = valueAt(base.current, place.name);
        // What is chosen from a list has words of its own.
        const isTyped = document.getElementById(fieldId(place.name))?.matches("input, textarea");
        return { ...place, message: isTyped && now ? t("meanwhileTo", { now: String(now) }) : t("meanwhile") };
      });
      for (const { name, ...problem } of places) form.setError(name, problem);
      setIsElsewhere(places.length === 0 || places.some(({ name }) => !document.getElementById(fieldId(name))));
      setFailure(error);
    } finally {
      if (sent !== "leaving") {
        isRunning.current = false;
        setIsBusy(false);
      }
      if (sent === "refused") setAttempts((count) => count + 1);
    }
    return sent;
  };

  return { form, submit, begin, isBusy, failure, isElsewhere, attempts, box };
}

export type ContractFormProps<Values extends FieldValues> = SubmitOptions & {
  state: ContractFormState<Values>;
  warnings?: WarningStore;
  /** Sends what was judged. @throws ApiFailure */
  onSend: (values: Values, key: string) => Promise<Sent>;
  id?: string;
  onKeyDown?: KeyboardEventHandler<HTMLFormElement>;
  className?: string;
  children: ReactNode;
};

/** The form on the page: its fields are judged when the person leaves them, and while they are corrected. */
export function ContractForm<Values extends FieldValues>({
  state,
  warnings,
  onSend,
  existed,
  fieldOf,
  reread,
  id,
  onKeyDown,
  className,
  children,
}: ContractFormProps<Values>) {
  const [none] = useState(() => new WarningStore());
  const { submit, attempts, box, failure, isElsewhere } = state;
  return (
    <FormChecks form={state.form} warnings={warnings ?? none} attempts={attempts} box={box}>
      <form
        id={id}
        method="post"
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          void submit(onSend, { ...(existed && { existed }), ...(fieldOf && { fieldOf }), ...(reread && { reread }) });
        }}
        className={cn("flex flex-col gap-4", className)}
      >
        {failure && isElsewhere ? <FailureBox ref={box} error={failure} /> : null}
        {children}
      </form>
    </FormChecks>
  );
}

/** The failure, as far as it belongs to no field. */
export function FailureBox({
  error,
  ref,
  className,
}: {
  error: unknown;
  ref: Ref<HTMLDivElement>;
  className?: string;
}) {
  const message = useFailureMessage()(error);
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className={cn("rounded-md border border-bad bg-bad-tint px-4 py-3", className)}
    >
      <p className="font-semibold text-bad">{message.detail ?? message.title}</p>
      <p>
        {message.lost} {message.todo}
      </p>
      {message.requestId ? <RequestId id={message.requestId} /> : null}
    </div>
  );
}
