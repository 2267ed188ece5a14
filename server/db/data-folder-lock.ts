/**
 * One owner at a time for a folder that has no lock of its own (PGlite: two processes on one folder destroy it). Each
 * claimant has one file, named after its process, so that no process removes a file that could belong to a running one:
 * a claimant writes its file, looks at the others, and owns the folder if no other claimant is alive; otherwise it
 * withdraws. Only an owner writes into its file, so that a refused process can name it, and not another claimant.
 */
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const PATIENCE_MS = 2000;
/** Processes of another container cannot be looked up, so their claims count as alive while they are being touched. */
const TOUCH_MS = 1000;
const SILENCE_MS = 10_000;
/** What an owner's claim holds; that of a process that only looks is empty. */
const HELD_MARK = "held\n";

/** Another living process owns the data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = "DataFolderInUseError";

  constructor(
    readonly folder: string,
    readonly pid: number,
    place = "",
  ) {
    super(
      `The data folder ${folder} is in use by process ${pid}${place}. Only one process at a time may open the embedded ` +
        "database: stop that process, or give this one another DATA_DIR or a DATABASE_URL.",
    );
  }
}

const HELD = Symbol.for("sampan.data-folders");
const globals = globalThis as typeof globalThis & Record<symbol, Set<string> | undefined>;

/**
 * Claims `folder` for this process with a file in `FOLDER.lock`, waiting a little for an owner that is just exiting.
 * Returns the release, which also runs when the process exits. Throws `DataFolderInUseError`.
 */
export async function lockDataFolder(folder: string, patienceMs = PATIENCE_MS): Promise<() => void> {
  const claims = `${folder}.lock`;
  mkdirSync(claims, { recursive: true, mode: 0o700 });
  const me = `${process.pid}-${processStat(process.pid)?.start ?? "x"}-${pidNamespace()}`;
  const mine = join(claims, me);
  const since = performance.now();
  globals[HELD] ??= new Set();
  if (globals[HELD].has(claims)) throw new DataFolderInUseError(dirname(folder), process.pid, " (this very process)");
  globals[HELD].add(claims);
  try {
    for (;;) {
      closeSync(openSync(mine, "w", 0o600));
      const others = readdirSync(claims).filter((name) => name !== me);
      const living = others.filter((name) => isAlive(join(claims, name), mine));
      for (const name of others) if (!living.includes(name)) rmSync(join(claims, name), { force: true });
      if (living.length === 0) return keep(claims, mine);
      rmSync(mine, { force: true });
      const owner = living.find((name) => isHeld(join(claims, name))) ?? living[0] ?? "";
      const foreign = living.find(isForeign);
      const waited = performance.now() - since;
      if (waited > (foreign ? SILENCE_MS + patienceMs : patienceMs)) {
        const place = foreign ? " of another container" : "";
        throw new DataFolderInUseError(dirname(folder), Number.parseInt(foreign ?? owner, 10), place);
      }
      await wait(30 + Math.random() * 200);
    }
  } catch (error) {
    rmSync(mine, { force: true });
    globals[HELD].delete(claims);
    throw error;
  }
}

function keep(claims: string, mine: string): () => void {
  const hold = () => {
    try {
      // Writing sets the time by the file system's clock, and restores a deleted claim.
      const file = openSync(mine, constants.O_CREAT | constants.O_WRONLY, 0o600);
      try {
        writeSync(file, HELD_MARK, 0);
      } finally {
        closeSync(file);
      }
    } catch {
      // The next touch may succeed.
    }
  };
  hold();
  const touch = setInterval(hold, TOUCH_MS);
  touch.unref();
  const release = () => {
    clearInterval(touch);
    process.off("exit", release);
    rmSync(mine, { force: true });
    globals[HELD]?.delete(claims);
  };
  process.once("exit", release);
  return release;
}

function isHeld(claim: string): boolean {
  try {
    return statSync(claim).size > 0;
  } catch {
    return false;
  }
}

function isForeign(claim: string): boolean {
  return claim.split("-")[2] !== pidNamespace();
}

function isAlive(claim: string, mine: string): boolean {
  const name = basename(claim);
  if (isForeign(name)) {
    try {
      // Both times come from the file system, whose clock need not be this machine's.
      return statSync(mine).mtimeMs - statSync(claim).mtimeMs < SILENCE_MS;
    } catch {
      return false;
    }
  }
  const [pid, start] = name.split("-");
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const stat = processStat(Number(pid));
  if (!stat) return true;
  // A killed process stays a zombie until its parent reaps it; a recycled pid has another start time.
  return stat.state !== "Z" && stat.state !== "X" && (start === "x" || start === stat.start);
}

function processStat(pid: number): { state: string; start: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The process name is in brackets and may itself contain spaces and brackets.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", start: fields[19] ?? "" };
  } catch {
    return null;
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  } catch {
    return "x";
  }
}
