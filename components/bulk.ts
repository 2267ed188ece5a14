"use client";

import { useRef, useState } from "react";
import { useOperation, useReadAgain } from "@/components/use-operation";
import { useWhere } from "@/components/where";
import { ApiFailure, type CallInput, call, madeBefore, type Where } from "@/lib/api-client";
import type { Bulk, BulkResult } from "@/lib/contracts/bulk";
import type { ErrorBody } from "@/lib/errors";

/** What became of a bulk action: the failures by order, and the orders that it did not come to. */
export type BulkEnd = { bulk: Bulk; failures: ReadonlyMap<string, ApiFailure>; untried: ReadonlySet<string> };

export type BulkProgress = { done: number; total: number };

type Options = {
  where: Where;
  /** The same key begins at most one, however often it is sent. */
  idempotencyKey: string;
  /** Called with its id once it runs. */
  onBegun: (id: string) => void;
  onProgress: (progress: BulkProgress) => void;
};

const PAGE = 100;
/** How long it waits before it looks again: most actions are done within a second. */
const PAUSES_MS = [150, 300, 500];
const LONGEST_PAUSE_MS = 1000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether asking again may help. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiFailure && (error.kind === "network" || [429, 503].includes(error.status));
}

async function begin(input: CallInput<"createBulk">, { where, idempotencyKey }: Options): Promise<string> {
  try {
    return (await call("createBulk", input, { ...where, idempotencyKey })).bulk_id;
  } catch (error) {
    const id = madeBefore(error);
    if (id === null) throw error;
    return id;
  }
}

/** Asks until there is an answer. @throws ApiFailure that asking again would not help */
async function answerOf<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(LONGEST_PAUSE_MS);
    }
  }
}

async function untilEnded(id: string, { where, onProgress }: Options): Promise<Bulk> {
  for (let look = 0; ; look++) {
    await pause(PAUSES_MS[look] ?? LONGEST_PAUSE_MS);
    const bulk = await answerOf(() => call("readBulk", { id }, where));
    onProgress({ done: bulk.done + bulk.failed, total: bulk.total });
    if (bulk.state !== "RUNNING") return bulk;
  }
}

/** The failure that a call for this order would have had. */
export function failureOf({ error }: BulkResult): ApiFailure {
  const { code, code_reason, message, error_trace, ...extra } = { error_trace: [], ...(error as ErrorBody) };
  return new ApiFailure({
    status: Number(code.slice(0, 3)) || 500,
    code,
    code_reason,
    message,
    entries: error_trace,
    extra,
  });
}

async function failuresOf({ bulk_id: id, failed }: Bulk, where: Where): Promise<Map<string, ApiFailure>> {
  const failures = new Map<string, ApiFailure>();
  for (let offset = 0; offset < failed; offset += PAGE) {
    const page = { id, failed: "Y", limit: String(PAGE), offset: String(offset) } as const;
    const { data } = await answerOf(() => call("listBulkResults", page, where));
    for (const result of data) failures.set(result.id, failureOf(result));
  }
  return failures;
}

/**
 * Does an operation to many orders, in the background of the server, and waits for its end. It goes on if the page is
 * left. @throws ApiFailure
 */
async function runBulk(input: CallInput<"createBulk"> & { ids: string[] }, options: Options): Promise<BulkEnd> {
  const id = await begin(input, options);
  options.onBegun(id);
  const bulk = await untilEnded(id, options);
  const failures = await failuresOf(bulk, options.where);
  return { bulk, failures, untried: new Set(input.ids.slice(bulk.done + bulk.failed)) };
}

/**
 * Runs bulk actions, one at a time, and knows how far it is. It goes on to the end although the component is gone: then
 * pages read again what it has changed.
 */
export function useBulkRun() {
  const where = useWhere();
  const readAgain = useReadAgain();
  const stopping = useOperation("stopBulk");
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [isStopping, setIsStopping] = useState(false);
  const running = useRef<{ id: string | null; isStopped: boolean } | null>(null);

  return {
    progress,
    isStopping,
    /** Null: one runs already. @throws ApiFailure */
    async run(input: CallInput<"createBulk"> & { ids: string[] }, idempotencyKey: string): Promise<BulkEnd | null> {
      if (running.current) return null;
      const own: { id: string | null; isStopped: boolean } = { id: null, isStopped: false };
      running.current = own;
      setProgress({ done: 0, total: input.ids.length });
      const onBegun = (id: string) => {
        own.id = id;
        if (own.isStopped) void stopping.attempt({ id });
      };
      try {
        return await runBulk(input, { where, idempotencyKey, onBegun, onProgress: setProgress });
      } finally {
        running.current = null;
        setProgress(null);
        setIsStopping(false);
        // Not awaited: without a network it would wait until there is one.
        void readAgain(input.operation);
      }
    },
    /** Stops it, or once it has begun. */
    stop() {
      const own = running.current;
      if (!own || own.isStopped) return;
      own.isStopped = true;
      setIsStopping(true);
      if (own.id !== null) void stopping.attempt({ id: own.id });
    },
  };
}
