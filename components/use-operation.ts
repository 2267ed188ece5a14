"use client";

import { type Query, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type CallInput, type CallResult, call, type Where } from "@/lib/api-client";
import { readsChangedBy, type WriteId } from "@/lib/operations";
import { useFailureToast } from "./ui/failure-toast";
import { toast } from "./ui/toast";
import { useWhere } from "./where";

/** Reads again what pages show of what an operation changes. */
export function useReadAgain(): (changedBy: WriteId) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (id) => {
      const stale: readonly unknown[] = readsChangedBy(id);
      const isStale = ({ queryKey }: Query) => stale.includes(queryKey[0]);
      // A first read that is under way may be answered with what was before the change: it begins again.
      await client.cancelQueries({
        predicate: (query) => isStale(query) && query.isActive() && query.state.data === undefined,
      });
      await client.invalidateQueries({ predicate: isStale });
    },
    [client],
  );
}

export type SendOptions<Id extends WriteId> = {
  /** What is said once it is done. */
  done?: string | ((answer: CallResult<Id>) => string);
  /** The caller reads again what it changes. */
  isReadLater?: boolean;
  /** Before anything is read again. */
  onDone?: (answer: CallResult<Id>) => void;
  /** The same key makes at most one object, however often it is sent (contract §14.1). */
  idempotencyKey?: string;
};

export type OperationState<Id extends WriteId> = {
  /** Sends it, and reads again what it changed. @throws ApiFailure */
  send: (input: CallInput<Id>, options?: SendOptions<Id>) => Promise<CallResult<Id>>;
  /** As `send`; what fails is shown as a notice, and the answer is undefined. */
  attempt: (input: CallInput<Id>, options?: SendOptions<Id>) => Promise<CallResult<Id> | undefined>;
  /** What was sent is under way, or read again. */
  isBusy: boolean;
};

/**
 * An operation that changes something, as every button, dialog and form sends it. Whatever its outcome, what pages show
 * of what it changes is read again: a refusal may mean that another caller has changed it.
 * @param elsewhere another account or environment than the page's
 */
export function useOperation<Id extends WriteId>(id: Id, elsewhere?: Where): OperationState<Id> {
  const here = useWhere();
  const where = elsewhere ?? here;
  const readAgain = useReadAgain();
  const showFailure = useFailureToast();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ input, done, onDone, idempotencyKey }: { input: CallInput<Id> } & SendOptions<Id>) => {
      const answer = await call(id, input, { ...where, ...(idempotencyKey && { idempotencyKey }) });
      if (done) toast.success(typeof done === "string" ? done : done(answer));
      onDone?.(answer);
      return answer;
    },
    onSettled: (_answer, error, { isReadLater }) => {
      if (isReadLater) return undefined;
      const read = readAgain(id);
      // What went wrong is said at once.
      return error ? undefined : read;
    },
  });
  const send: OperationState<Id>["send"] = useCallback(
    (input, options) => mutateAsync({ input, ...options }),
    [mutateAsync],
  );
  const attempt: OperationState<Id>["attempt"] = useCallback(
    (input, options) =>
      send(input, options).catch((error: unknown) => {
        showFailure(error);
        return undefined;
      }),
    [send, showFailure],
  );
  return { send, attempt, isBusy: isPending };
}

/**
 * Work that is more than one operation, or only reads: busy while it runs, and a notice says why it failed. `reading`: it
 * changes nothing.
 */
export function useTask(failure?: { reading?: boolean }): {
  run: (work: () => Promise<void>) => void;
  isBusy: boolean;
} {
  const { mutate, isPending } = useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    onError: useFailureToast(failure),
  });
  return { run: mutate, isBusy: isPending };
}
