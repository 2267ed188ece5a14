/**
 * Compares, while the tests of the API run, one success and one refusal of each operation both ways: before such a call
 * both servers get it, each in a transaction that is rolled back, so that both find what the call will find.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, inject, vi } from "vitest";
import { type Database, openDatabaseWith } from "@/server/db/database";
import { operationsAt } from "@/server/http/match";
import { ADDRESS_HEADER } from "@/server/plain-address";
import { holdAtMost } from "@/server/request-log/buffer";
import { productDatabase } from "../database";
import { beforeCall } from "../http";
import { keepLog } from "../log";
import { COMPARED } from "./missing";
import { bothWays, comparable, type Got, type Sent, send, transactionOf, type Way, within } from "./servers";

/** Tries of an operation in a process: one that is seldom answered with success needs some. */
const MOST_TRIES = 2000;

/** Tries to find the same, where a worker changes meanwhile what is asked for. */
const MOST_PAIRS = 4;

const file = join(inject("testFolder"), COMPARED);
const seen = new Map<string, number>();
let ways: ReturnType<typeof bothWays> | undefined;

class Undone extends Error {}

/** Where `server/db/database.ts` keeps what opens the database. */
const OPENER = Symbol.for("sampan.database.opener");

/** The worker's database, where what is compared is in a transaction of its own, and nothing else is. */
async function opener(): Promise<Database> {
  const opened = await productDatabase();
  const db = new Proxy(opened.db, {
    get(target, name) {
      const current = transactionOf() ?? target;
      const value = Reflect.get(current, name, current);
      return typeof value === "function" ? value.bind(current) : value;
    },
  });
  return { ...opened, db };
}

/** The answer of one way, of which the database keeps nothing. */
async function undone(way: Way, sent: Sent): Promise<Got> {
  const { db } = await productDatabase();
  let got: Got | undefined;
  const release = holdAtMost(0);
  try {
    await db.transaction().execute(async (transaction) => {
      got = await within(way, transaction, () => send(way, sent));
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  } finally {
    release();
  }
  if (!got) throw new Error("no answer");
  return got;
}

async function sentOf(request: Request): Promise<Sent> {
  const { pathname, search } = new URL(request.url);
  const { [ADDRESS_HEADER]: address, ...headers } = Object.fromEntries(request.headers);
  const bytes = request.body ? Buffer.from(await request.clone().arrayBuffer()) : null;
  return {
    method: request.method,
    path: pathname + search,
    headers: { ...headers, ...(address ? { "x-forwarded-for": address } : {}) },
    body: bytes,
  };
}

/** What each way answers, where such an answer was not compared before. */
async function answeredByBoth(sent: Sent, id: string, [one, other]: Awaited<ReturnType<typeof bothWays>>) {
  const itself = await undone(one, sent);
  const kind = `${id} ${itself.status < 400 ? "success" : "refusal"}`;
  return itself.status < 500 && !seen.has(kind) ? { itself, next: await undone(other, sent), kind } : null;
}

async function compare(request: Request, isAlone: () => boolean): Promise<void> {
  const found = operationsAt(new URL(request.url).pathname);
  const id = found?.operations[request.method as keyof typeof found.operations];
  if (!id || !isAlone() || vi.isFakeTimers()) return;
  // Not where a test has put another database in the place of ours.
  if (Reflect.get(globalThis, OPENER) !== opener || new URL(request.url).searchParams.has("wait")) return;
  const tries = seen.get(id) ?? 0;
  const isDone = seen.has(`${id} success`) && seen.has(`${id} refusal`);
  if (isDone || tries >= MOST_TRIES) return;
  seen.set(id, tries + 1);
  ways ??= bothWays();
  const sent = await sentOf(request);
  for (let pairs = 1; ; pairs++) {
    const log = keepLog();
    let pair: Awaited<ReturnType<typeof answeredByBoth>>;
    try {
      pair = await answeredByBoth(sent, id, await ways);
    } finally {
      log.restore();
    }
    if (!pair) return;
    const { itself, next, kind } = pair;
    if (pairs < MOST_PAIRS && !isDeepStrictEqual(comparable(itself), comparable(next))) continue;
    const faults = log.lines.filter((line) => line.includes('"stack"'));
    expect(comparable(itself), `${id}, by the server itself and by Next's route ${faults}`).toEqual(comparable(next));
    seen.set(kind, 1);
    return;
  }
}

// One after the other, so that what is compared with another is no other call's.
let last = Promise.resolve();
beforeCall((request, isAlone) => {
  const compared = last.then(() => compare(request, isAlone));
  last = compared.catch(() => {});
  return compared;
});

/** Before each test file. */
export function compareCalls(): void {
  openDatabaseWith(opener);
}

/** After each test file: what has been compared. */
export function note(): void {
  appendFileSync(file, `${[...seen.keys()].join("\n")}\n`);
}
