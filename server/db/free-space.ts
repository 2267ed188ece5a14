/** Owns how full the disk of the embedded database is; PostgreSQL manages its own. */
import { statfs } from "node:fs/promises";
import { env } from "@/server/env";
import { log } from "@/server/log";
import { processWide } from "@/server/process-wide";
import type { Database } from "./database";

/** In bytes. */
export type Space = { free: number; total: number };
type SpaceReader = (folder: string) => Promise<Space>;

const LEAST_SHARE = 0.05;
const LEAST_BYTES = 500_000_000;
/** Requests in between use the last result. */
const LOOK_MS = 1000;

type State = { read: SpaceReader; lookedAt: number; isFull: boolean; looking: Promise<boolean> | null };
const stateWith = (read: SpaceReader): State => ({
  read,
  lookedAt: Number.NEGATIVE_INFINITY,
  isFull: false,
  looking: null,
});
const known = processWide("free-space", () => stateWith(readSpace));

async function readSpace(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/**
 * Whether the disk of an embedded database has less room than the smaller of 5 % and 500 MB (contract §9.5). Checks at
 * most once a second; a failed check changes nothing.
 */
export async function isDiskNearlyFull({ engine }: Pick<Database, "engine">): Promise<boolean> {
  if (engine !== "embedded") return false;
  if (performance.now() - known.lookedAt < LOOK_MS) return known.isFull;
  known.looking ??= look().finally(() => {
    known.looking = null;
  });
  return known.looking;
}

async function look(): Promise<boolean> {
  try {
    const { free, total } = await known.read(env().dataDir);
    const isFull = free < Math.min(total * LEAST_SHARE, LEAST_BYTES);
    if (isFull && !known.isFull) log().error({ free, total }, "the disk is nearly full: changes are refused");
    if (!isFull && known.isFull) log().warn({ free, total }, "the disk has room again: changes are taken");
    known.isFull = isFull;
  } catch (error) {
    log().warn({ err: error }, "how full the disk is cannot be read");
  }
  known.lookedAt = performance.now();
  return known.isFull;
}

/**
 * For tests: pretends that the disk has another size; the next call checks again. Returns a function that undoes this.
 */
export function readSpaceWith(read: SpaceReader): () => void {
  const before = { ...known };
  Object.assign(known, stateWith(read));
  return () => {
    Object.assign(known, before);
  };
}
