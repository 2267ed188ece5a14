"use client";

import { useEffect, useRef, useState } from "react";
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
  /** Called with its id once it runs, which stops it. */
  onBegun?: (id: string) => void;
  onProgress: (progress: BulkProgress) => void;
  /** Ends the waiting, not the action. */
  signal?: AbortSignal;
};

const PAGE = 100;
/** How long it waits before it looks again: most actions are done within a second. */
const PAUSES_MS = [150, 300, 500, 1000];

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

async function untilEnded(id: string, { where, onProgress, signal }: Options): Promise<Bulk> {
  for (let look = 0; ; look++) {
    await pause(PAUSES_MS[look] ?? 1000);
    signal?.throwIfAborted();
    try {
      const bulk = await call("readBulk", { id }, { ...where, ...(signal && { signal }) });
      onProgress({ done: bulk.done + bulk.failed, total: bulk.total });
      if (bulk.state !== "RUNNING") return bulk;
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
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
    const { data } = await call("listBulkResults", page, where);
    for (const result of data) failures.set(result.id, failureOf(result));
  }
  return failures;
}

/**
 * Does an operation to many orders, in the background of the server, and waits for its end. It goes on if the page is
 * left. @throws ApiFailure; the signal's reason
 */
async function runBulk(input: CallInput<"createBulk"> & { ids: string[] }, options: Options): Promise<BulkEnd> {
  const id = await begin(input, options);
  options.onBegun?.(id);
  const bulk = await untilEnded(id, options);
  const failures = await failuresOf(bulk, options.where);
  return { bulk, failures, untried: new Set(input.ids.slice(bulk.done + bulk.failed)) };
}

/** Runs bulk actions, one at a time, and knows how far it is. */
export function useBulkRun() {
  const where = useWhere();
  const readAgain = useReadAgain();
  const stopping = useOperation("stopBulk");
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [bulkId, setBulkId] = useState<string | null>(null);
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => () => waiting.current?.abort(), []);

  return {
    progress,
    isStopping: stopping.isBusy,
    /** The server has it: it goes on without the page. */
    hasBegun: bulkId !== null,
    /** Null: one runs already, or the page was left. @throws ApiFailure */
    async run(input: CallInput<"createBulk"> & { ids: string[] }, idempotencyKey: string): Promise<BulkEnd | null> {
      if (waiting.current) return null;
      const controller = new AbortController();
      waiting.current = controller;
      setProgress({ done: 0, total: input.ids.length });
      try {
        const watching = { onBegun: setBulkId, onProgress: setProgress, signal: controller.signal };
        return await runBulk(input, { where, idempotencyKey, ...watching });
      } catch (error) {
        if (controller.signal.aborted) return null;
        throw error;
      } finally {
        waiting.current = null;
        setProgress(null);
        setBulkId(null);
        // Not awaited: without a network it would wait until there is one.
        void readAgain(input.operation);
      }
    },
    stop() {
      if (bulkId !== null) void stopping.attempt({ id: bulkId });
    },
  };
}
