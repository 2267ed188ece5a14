"use client";

import { keepPreviousData, type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useFailureToast } from "@/components/ui/failure-toast";
import { useWhere } from "@/components/where";
import { type CallInput, type CallResult, call, queryFor } from "@/lib/api-client";

export type GridRow = CallResult<"listImportRows">["data"][number];
type Page = CallResult<"listImportRows">;
/** A cell that changes; `before`: what is in it, of a row that is not shown. */
export type CellChange = { n: number; column: string; value: string; before?: string };
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

/** A page of an import's rows, and their correction: shown at once, sent one after the other, and undone. */
export function useRows(import_id: string, query: Omit<CallInput<"listImportRows">, "import_id">) {
  const where = useWhere();
  const client = useQueryClient();
  const showFailure = useFailureToast();
  const [typed, setTyped] = useState<Typed>(new Map());
  const [unsent, setUnsent] = useState(0);
  const undoable = useRef<CellChange[][]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());
  const input = { ...query, import_id };
  // Rows that were corrected stay under the eyes of whoever corrects them until the next page is asked for.
  const rows = useQuery({
    ...queryFor("listImportRows", input, where),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = useRef<readonly GridRow[]>([]);
  useEffect(() => {
    shown.current = rows.data?.data ?? [];
  }, [rows.data]);

  const store = useCallback(
    async (changes: readonly CellChange[]) => {
      const all = valuesByRow(changes);
      for (let at = 0; at < all.length; at += MOST) {
        const answer = await call("changeImportRows", { import_id, changes: all.slice(at, at + MOST) }, where);
        const judged = new Map(answer.rows.map((row) => [row.n, row]));
        const isOwn = ({ queryKey: [operation, , , given] }: Query) =>
          operation === "listImportRows" && (given as { import_id?: string } | undefined)?.import_id === import_id;
        client.setQueriesData<Page>({ predicate: isOwn }, (page) =>
          page ? { ...page, data: page.data.map((row) => judged.get(row.n) ?? row) } : page,
        );
        client.setQueryData(queryFor("readImport", { import_id }, where).queryKey, answer.import);
      }
    },
    [client, import_id, where],
  );

  const readAgain = useCallback(
    (operation: "readImport" | "readImportSummary" | "listImportRows") =>
      client.invalidateQueries({ queryKey: queryFor(operation, { import_id } as never, where).queryKey.slice(0, 3) }),
    [client, import_id, where],
  );

  const send = useCallback(
    (changes: readonly CellChange[]) => {
      setTyped((now) => withTyped(now, changes));
      setUnsent((count) => count + 1);
      last.current = last.current.then(async () => {
        try {
          await store(changes);
        } catch (error) {
          showFailure(error);
          await Promise.all([readAgain("readImport"), readAgain("listImportRows")]);
        }
        setTyped((now) => withoutTyped(now, changes));
        setUnsent((count) => count - 1);
        void readAgain("readImportSummary");
      });
    },
    [store, readAgain, showFailure],
  );

  const textOf = useCallback(
    (n: number, column: string) =>
      typed.get(n)?.[column] ?? shown.current.find((row) => row.n === n)?.values[column] ?? "",
    [typed],
  );

  return {
    rows,
    typed,
    isSaving: unsent > 0,
    /** Corrects cells; what is in them already changes nothing. Gives how many change. */
    change(changes: readonly CellChange[]): number {
      const real = changes
        .map((change) => ({ ...change, before: change.before ?? textOf(change.n, change.column) }))
        .filter(({ value, before }) => value !== before);
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
