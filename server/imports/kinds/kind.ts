import type { ApiError } from "@/lib/errors";
import type { Doubt } from "@/lib/goods/product-doubts";
import type { AccountContext } from "@/server/context";
import type { RowProblem } from "@/server/db/tables/imports";
import type { Db, Tx } from "@/server/db/transaction";
import type { Cells, Reading } from "../cells";

/** A problem of a row of a thing: `row` counts from 0. */
export type KindProblem = RowProblem & { row: number };

/** What rows make: the thing, or what is wrong with it, by cell. */
export type Draft<T> = {
  problems: readonly KindProblem[];
  thing: T | null;
  /** HKD, and the service that costs it; null: it costs nothing. */
  price: string | null;
  service: string | null;
  /** Of the thing as it would be made, so that another one is not made in its place. */
  fingerprint: string | null;
  /** Why it will only be saved; absent: it may be confirmed. */
  hold?: string | null;
};

/** A thing that is there now, and what became of it. */
export type Made = { id: string; did: "created" | "changed" | "unchanged" };

/** Judges some things, each with the cells of its rows. */
type Judge<T> = (things: readonly (readonly Cells[])[], confirm: "Y" | "N") => Promise<Draft<T>[]>;

/** What may be imported from a file, which is all that imports know of it. */
export type ImportKind<T> = Reading & {
  /** Columns in the template's order. */
  columns: readonly string[];
  /** The column that tells things apart; null: rows are never the same thing. */
  key: string | null;
  /** Columns besides the key of which a file has each value once. */
  unique: readonly string[];
  /** Columns of which spaces around a value are a part. */
  exact: readonly string[];
  /** Whether rows that follow one another with the same key are one thing; else the second one is wrong. */
  isJoinedByKey: boolean;
  /** Guesses what a file's columns hold; null: it is not read. */
  guess(headers: readonly string[], lines: readonly (readonly string[])[]): Readonly<Record<string, string | null>>;
  /** Whether a file's first line names its columns. */
  namesColumns(lines: readonly (readonly string[])[]): boolean;
  /** Reads what things are judged by, and then what these rows need. */
  open(ctx: AccountContext): Promise<(db: Db, rows: readonly Cells[]) => Promise<Judge<T>>>;
  /** What is wrong with a thing that is refused as a whole, or later, by row and cell. */
  blame(refusal: ApiError, head: Cells): KindProblem[];
  /** What to look at again in a row, by column; it never blocks. */
  doubts?(cells: Cells): Readonly<Partial<Record<string, Doubt>>>;
  /** Makes things; of each what was made of it, or why it was refused. */
  make(ctx: AccountContext & { db: Tx }, things: readonly T[]): Promise<(Made | ApiError)[]>;
};
