/** Owns the judgement of rows: what the API would say of what they make, cell by cell, and what that would cost. */

import { setImmediate as turn } from "node:timers/promises";
import type { FileKind } from "@/lib/file-kinds";
import type { AccountContext } from "@/server/context";
import type { RowProblem } from "@/server/db/tables/imports";
import type { Db } from "@/server/db/transaction";
import type { Cells } from "./cells";
import { groupsOf } from "./groups";
import { kindOf } from "./kinds";
import type { Draft, ImportKind, KindProblem } from "./kinds/kind";

/** A row as it is kept, with its corrections. */
export type Row = { n: number; cells: Cells; edits: Cells | null };

/** A row with what is said about it. */
export type JudgedRow = Row & {
  first_n: number;
  reference: string | null;
  state: "good" | "fixed" | "wrong";
  problems: RowProblem[] | null;
  price: string | null;
  /** Of the thing as it would be made, on its first row; of an order its service, too. */
  fingerprint: string | null;
  service: string | null;
  /** Why an order will only be saved, on its first row. */
  hold: string | null;
};

/** Rows of one thing, and the thing if it may be made. */
export type Judged = { rows: JudgedRow[]; thing: unknown };

/** What a row has now. */
export function cellsNow({ cells, edits }: Pick<Row, "cells" | "edits">): Cells {
  if (!edits) return cells;
  return Object.fromEntries(Object.entries({ ...cells, ...edits }).filter(([, value]) => value !== ""));
}

/** What tells a row's thing from others; null: nothing does. */
function keyOf(kind: FileKind, row: Pick<Row, "cells" | "edits">): string | null {
  const { key } = kindOf(kind);
  return key === null ? null : (cellsNow(row)[key] ?? null);
}

type How = {
  db?: Db;
  /** Whether orders are to be confirmed. */
  confirm?: "Y" | "N";
  repeats?: Repeats;
};

/** Others have their turn after so long. */
const SLICE_MS = 20;
/** Things that are judged before it is looked whether the time is over. */
const STEP = 5;

/** Judges rows by the rules, prices and defaults of one moment. */
export class RowJudge {
  private constructor(
    private readonly ctx: AccountContext,
    private readonly kind: FileKind,
    private readonly prepare: Awaited<ReturnType<ImportKind<unknown>["open"]>>,
  ) {}

  static async open(ctx: AccountContext, kind: FileKind): Promise<RowJudge> {
    return new RowJudge(ctx, kind, await kindOf(kind).open(ctx));
  }

  /** Judges things, each with all its rows; `repeats`: what earlier rows have already. */
  async judge(
    things: readonly Row[][],
    { db = this.ctx.db, confirm = "N", repeats = new Map() }: How = {},
  ): Promise<Judged[]> {
    const judge = await this.prepare(db, things.flat().map(cellsNow));
    const judged: Judged[] = [];
    let ends = performance.now() + SLICE_MS;
    for (let at = 0; at < things.length; at += STEP) {
      if (performance.now() > ends) {
        await turn();
        ends = performance.now() + SLICE_MS;
      }
      const some = things.slice(at, at + STEP);
      const drafts = await judge(
        some.map((rows) => rows.map(cellsNow)),
        confirm,
      );
      judged.push(...some.map((rows, index) => this.said(rows, drafts[index] as Draft<unknown>, repeats)));
    }
    return judged;
  }

  private said(rows: readonly Row[], draft: Draft<unknown>, repeats: Repeats): Judged {
    const { columns } = kindOf(this.kind);
    const first = rows[0] as Row;
    const again = (repeats.get(first.n) ?? []).map(
      ({ column, row }): KindProblem => ({
        row: 0,
        column,
        key: column === "reference" ? "referenceAgain" : "rowAgain",
        params: { row },
      }),
    );
    const problems = oncePerCell([...again, ...rows.flatMap(cellProblems), ...draft.problems], columns);
    const thing = problems.length === 0 ? draft.thing : null;
    const kept = thing === null ? NOTHING : draft;
    return {
      thing,
      rows: rows.map((row, index): JudgedRow => {
        const own = problems.filter((problem) => problem.row === index);
        return {
          ...row,
          first_n: first.n,
          reference: keyOf(this.kind, row),
          state: own.length > 0 ? "wrong" : row.edits ? "fixed" : "good",
          problems: own.length > 0 ? own.map((problem) => inFile(problem, first)) : null,
          price: index === 0 ? kept.price : null,
          fingerprint: index === 0 ? kept.fingerprint : null,
          service: index === 0 ? kept.service : null,
          hold: (index === 0 && kept.hold) || null,
        };
      }),
    };
  }
}

const SHEET_ERROR = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/;

/** What is wrong with cells whatever they mean. */
function cellProblems(given: Row, row: number): KindProblem[] {
  return Object.entries(cellsNow(given)).flatMap(([column, value]): KindProblem[] => {
    // What could not be kept, or was lost before: nobody's name has it.
    if (value.includes("\ufffd")) return [{ row, column, key: "controlCharacters" }];
    return SHEET_ERROR.test(value) ? [{ row, column, key: "sheetError", params: { value } }] : [];
  });
}

const NOTHING = { price: null, fingerprint: null, service: null, hold: null };

function inFile({ row: _row, ...problem }: KindProblem, first: Row): RowProblem {
  return problem.key === "lineDiffers" ? { ...problem, params: { row: first.n } } : problem;
}

/** The first thing that is wrong with a cell says more than what follows from it. */
function oncePerCell(problems: readonly KindProblem[], columns: readonly string[]): KindProblem[] {
  const seen = new Set<string>();
  const isMissing = problems.some(({ column }) => column === "sender");
  const kept = problems.filter(({ row, column }) => {
    if (isMissing && column.startsWith("sender.")) return false;
    const cell = `${row} ${column}`;
    return !seen.has(cell) && seen.add(cell);
  });
  const placeOf = ({ column }: KindProblem) => {
    const at = columns.indexOf(column);
    return at < 0 ? columns.length : at;
  };
  return kept.sort((one, other) => placeOf(one) - placeOf(other));
}

/** Rows in the file's order, parted into those of each thing. */
export function thingsOf<R extends Row>(kind: FileKind, rows: readonly R[]): R[][] {
  const keys = rows.map((row) => keyOf(kind, row));
  return groupsOf(keys, kindOf(kind)).map(({ from, to }) => rows.slice(from, to));
}

/** A row's key, and what it has of the other columns in which each value is there once. */
export type Values = { n: number; reference: string | null; unique: readonly (string | null)[] };

/** The values of rows by which they may repeat one another. */
export function valuesOf(kind: FileKind, rows: readonly Row[]): Values[] {
  const { unique } = kindOf(kind);
  return rows.map((row) => {
    const cells = cellsNow(row);
    return { n: row.n, reference: keyOf(kind, row), unique: unique.map((column) => cells[column] ?? null) };
  });
}

/** Of the first rows of things, what an earlier row has already, and which. */
export type Repeats = ReadonlyMap<number, readonly { column: string; row: number }[]>;

/** What rows in the file's order repeat. */
export function repeatsOf(kind: FileKind, rows: readonly Values[]): Repeats {
  const { key, unique } = kindOf(kind);
  const found = new Map<number, { column: string; row: number }[]>();
  const add = (n: number, column: string, row: number) => found.set(n, [...(found.get(n) ?? []), { column, row }]);
  const keys = rows.map(({ reference }) => reference);
  for (const { from, before } of key === null ? [] : groupsOf(keys, kindOf(kind))) {
    const [first, earlier] = [rows[from], before === null ? undefined : rows[before]];
    if (first && earlier && key !== null) add(first.n, key, earlier.n);
  }
  for (const [at, column] of unique.entries()) {
    const seen = new Map<string, number>();
    for (const { n, unique: values } of rows) {
      const value = values[at];
      if (!value) continue;
      const earlier = seen.get(value);
      if (earlier === undefined) seen.set(value, n);
      else add(n, column, earlier);
    }
  }
  return found;
}
