/**
 * Holds the calls of this process until they are written, all at once, at most half a second later. What cannot be
 * written becomes a gap (contract §19.3); no request ever waits for it or fails because of it.
 */

import { type Database, database } from "@/server/db/database";
import { isDiskNearlyFull } from "@/server/db/free-space";
import type { Scope } from "@/server/db/scoped";
import { log } from "@/server/log";
import { processWide } from "@/server/process-wide";
import { type Gap, insertRows, type LogRow } from "./store";

const FLUSH_MS = 500;
/** In characters of the bodies, about 32 MB of memory. */
const MOST_HELD = 16_000_000;
/** A row that waits, and about how much memory it takes, in characters. */
export type Held = { row: LogRow; weight: number };
type Lost = { since: Date; until: Date; calls: number };
type State = {
  rows: Held[];
  held: number;
  most: number;
  lost: Map<string, Lost>;
  timer: NodeJS.Timeout | null;
  writing: Promise<void>;
};

const state = processWide(
  "request-log",
  (): State => ({ rows: [], held: 0, most: MOST_HELD, lost: new Map(), timer: null, writing: Promise.resolve() }),
);

/** A call before its bodies are masked. */
type Unmasked = Pick<LogRow, "account_id" | "environment" | "at">;

/** Takes a call to be written soon; if too many wait, it is only counted. `mask` makes its row, which takes time. */
export function hold(call: Unmasked, mask: () => Held): void {
  const held = state;
  if (held.most === 0) return;
  const row = held.held < held.most ? mask() : null;
  if (row && held.held + row.weight <= held.most) {
    held.rows.push(row);
    held.held += row.weight;
  } else lose(held, [call]);
  held.timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
}

function lose({ lost }: State, rows: readonly Unmasked[]): void {
  for (const { account_id, environment, at } of rows) {
    const key = `${account_id}:${environment}`;
    const before = lost.get(key);
    lost.set(key, { since: before?.since ?? at, until: at, calls: (before?.calls ?? 0) + 1 });
  }
}

/** Writes what is held. It never fails: rows that cannot be written are counted as lost, and that is tried again. */
export function flush(): Promise<void> {
  const held = state;
  if (held.timer) clearTimeout(held.timer);
  held.timer = null;
  // One after the other, so that a slow database gets one statement at a time.
  held.writing = held.writing.then(() => write(held));
  return held.writing;
}

async function write(held: State): Promise<void> {
  const { rows, lost } = held;
  if (rows.length === 0 && lost.size === 0) return;
  // Rows count towards the limit until they are written, so that a slow database cannot fill the memory.
  const weight = rows.reduce((sum, row) => sum + row.weight, 0);
  const calls = rows.map(({ row }) => row);
  held.rows = [];
  held.lost = new Map();
  try {
    const opened = await database();
    await refuseFullDisk(opened);
    await insertRows(opened.db, calls, [...lost].map(gapOf), { isQuick: opened.engine === "postgresql" });
  } catch (error) {
    log().error({ err: error, calls: calls.length }, "calls could not be written to the request log");
    const later = held.lost;
    held.lost = lost;
    lose(held, calls);
    for (const [key, { until, calls, since }] of later) {
      const before = held.lost.get(key);
      held.lost.set(key, { since: before?.since ?? since, until, calls: calls + (before?.calls ?? 0) });
    }
  } finally {
    held.held -= weight;
  }
}

async function refuseFullDisk(opened: Database): Promise<void> {
  if (await isDiskNearlyFull(opened)) throw new Error("the disk is nearly full");
}

function gapOf([key, { since, until, calls }]: [string, Lost]): Gap {
  const [accountId = "", environment] = key.split(":");
  const scope: Scope = { accountId, environment: environment as Scope["environment"] };
  return { scope, since, until, calls };
}

/** For tests and the bench: how much may be held; with 0 no call is logged. Returns a function that undoes this. */
export function holdAtMost(characters: number): () => void {
  state.most = characters;
  return () => {
    state.most = MOST_HELD;
  };
}
