"use client";

import { keepPreviousData, type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useFailureToast } from "@/components/ui/failure-toast";
import { useWhere } from "@/components/where";
import { ApiFailure, type CallInput, type CallResult, call, onSessionRenewed, queryFor } from "@/lib/api-client";

export type GridRow = CallResult<"listImportRows">["data"][number];
type Page = CallResult<"listImportRows">;
/** A cell that changes, and what is in it before. */
export type CellChange = { n: number; column: string; value: string; before: string };
type Typed = ReadonlyMap<number, Readonly<Record<string, string>>>;

/** As many as one call takes. */
const MOST = 1000;
/** How far back changes can be undone. */
const MOST_UNDONE = 100;

function withTyped(typed: Typed, changes: readonly CellChange[]): Typed {
  const next = new Map(typed);
  for (const { n, column, value } of changes) next.set(n, { ...next.get(n), [column]: value });
  return next;
}

/** Without what is stored now; what was typed since stays. */
function withoutTyped(typed: Typed, stored: readonly CellChange[]): Typed {
  const next = new Map(typed);
  for (const { n, column, value } of stored) {
    const { [column]: last, ...others } = next.get(n) ?? {};
    if (last !== value) continue;
    if (Object.keys(others).length > 0) next.set(n, others);
    else next.delete(n);
  }
  return next;
}

function valuesByRow(changes: readonly CellChange[]): CallInput<"changeImportRows">["changes"] {
  const rows = new Map<number, Record<string, string>>();
  for (const { n, column, value } of changes) rows.set(n, { ...rows.get(n), [column]: value });
  return [...rows].map(([n, values]) => ({ n, values }));
}

/** Whether the same may be taken later: no answer came, or the session has ended. */
const isPassing = (error: unknown) =>
  error instanceof ApiFailure && (error.kind === "network" || [401, 429, 503].includes(error.status));

/** Sends corrections of an import one after the other, and puts what the server answers onto the pages that show it. */
function useSending(import_id: string) {
  const where = useWhere();
  const client = useQueryClient();
  const showFailure = useFailureToast();
  const [typed, setTyped] = useState<Typed>(new Map());
  const [underWay, setUnderWay] = useState(0);
  /** Neither stored nor refused. */
  const [unsent, setUnsent] = useState<readonly CellChange[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());

  const ofImport = useCallback(
    (operation: "listImportRows" | "readImport" | "readImportSummary") =>
      ({ queryKey: [id, , , given] }: Query) =>
        id === operation && (given as { import_id?: string } | undefined)?.import_id === import_id,
    [import_id],
  );

  const store = useCallback(
    async (changes: readonly CellChange[]) => {
      const all = valuesByRow(changes);
      for (let at = 0; at < all.length; at += MOST) {
        const answer = await call("changeImportRows", { import_id, changes: all.slice(at, at + MOST) }, where);
        const judged = new Map(answer.rows.map((row) => [row.n, row]));
        const predicate = ofImport("listImportRows");
        client.setQueriesData<Page>({ predicate }, (page) =>
          page ? { ...page, data: page.data.map((row) => judged.get(row.n) ?? row) } : page,
        );
        // Other pages may have other rows now; on this one they stay under the eyes of whoever corrects them.
        await client.invalidateQueries({ predicate, refetchType: "none" });
        client.setQueryData(queryFor("readImport", { import_id }, where).queryKey, answer.import);
      }
    },
    [client, import_id, where, ofImport],
  );

  const fail = useCallback(
    async (error: unknown, changes: readonly CellChange[]) => {
      showFailure(error);
      if (isPassing(error)) {
        setUnsent((before) => [...before, ...changes]);
        return;
      }
      setTyped((now) => withoutTyped(now, changes));
      const reads = ["readImport", "listImportRows"] as const;
      await Promise.all(reads.map((id) => client.invalidateQueries({ predicate: ofImport(id) })));
    },
    [client, showFailure, ofImport],
  );

  const send = useCallback(
    (changes: readonly CellChange[]) => {
      setTyped((now) => withTyped(now, changes));
      setUnderWay((count) => count + 1);
      last.current = last.current.then(async () => {
        try {
          await store(changes);
          setTyped((now) => withoutTyped(now, changes));
        } catch (error) {
          await fail(error, changes);
        }
        setUnderWay((count) => count - 1);
        void client.invalidateQueries({ predicate: ofImport("readImportSummary") });
      });
    },
    [client, store, fail, ofImport],
  );

  const sendAgain = useCallback(() => {
    if (unsent.length === 0) return;
    setUnsent([]);
    send(unsent);
  }, [unsent, send]);
  useEffect(() => onSessionRenewed(sendAgain), [sendAgain]);

  return { typed, send, unsent, sendAgain, isSaving: underWay > 0 || unsent.length > 0 };
}

/** A page of an import's rows, and their correction: shown at once, sent one after the other, and undone. */
export function useRows(import_id: string, query: Omit<CallInput<"listImportRows">, "import_id">) {
  const where = useWhere();
  const { typed, send, ...sending } = useSending(import_id);
  const undoable = useRef<CellChange[][]>([]);
  const rows = useQuery({
    ...queryFor("listImportRows", { ...query, import_id }, where),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const shown = rows.data?.data;

  return {
    rows,
    typed,
    ...sending,
    /** What is in a cell of this page, with what is typed into it. */
    textOf: (n: number, column: string) =>
      typed.get(n)?.[column] ?? shown?.find((row) => row.n === n)?.values[column] ?? "",
    /** Corrects cells; what is in them already changes nothing. Gives how many change. */
    change(changes: readonly CellChange[]): number {
      const real = changes.filter(({ value, before }) => value !== before);
      if (real.length === 0) return 0;
      const undo = real.map(({ n, column, value, before }) => ({ n, column, value: before, before: value }));
      undoable.current = [...undoable.current, undo].slice(-MOST_UNDONE);
      send(real);
      return real.length;
    },
    /** Takes the last correction back; gives its first cell, or null if there is none. */
    undo(): CellChange | null {
      const changes = undoable.current.pop();
      if (!changes) return null;
      send(changes);
      return changes[0] ?? null;
    },
  };
}

export type Rows = ReturnType<typeof useRows>;
