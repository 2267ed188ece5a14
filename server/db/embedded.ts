/**
 * Owns the embedded database: PGlite on `DATA_DIR/database`, written through to the disk, one process at a time. Offers
 * only the wire protocol; `database.ts` puts the pool in front of it. Never opened during a build.
 */
import fs from "node:fs";
import { dirname, join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { OTHERS, secureDataFolder } from "./data-folder";
import { lockDataFolder } from "./data-folder-lock";
import type { EmbeddedServer } from "./embedded-connection";

/** Smaller files and less memory than PostgreSQL's server defaults. */
export const INITDB_PARAMETERS = ["--wal-segsize=1"];

const REOPEN_MS = 1000;
/** Space that a new database takes, including demonstration data. */
const NEW_BYTES = 64 * 1024 * 1024;

/**
 * Opens the embedded database in `dataDir`, creating it if there is none, and keeps every other process out until
 * `close`. When the engine dies (a full disk, a failed fsync) the next connection starts a new one. Throws
 * `DataFolderError`, `DataFolderInUseError`.
 */
export async function openEmbedded(dataDir: string): Promise<EmbeddedServer & { close(): Promise<void> }> {
  secureDataFolder(dataDir);
  const folder = join(dataDir, "database");
  const release = await lockDataFolder(folder);
  let isClosed = false;
  let current: Promise<PGlite> | undefined;
  let living: PGlite | undefined;
  const open = async () => {
    try {
      living = await openFolder(folder);
      return living;
    } catch (error) {
      // Each attempt blocks the process for a while, and the fault probably lasts longer than that.
      setTimeout(() => {
        current = undefined;
      }, REOPEN_MS).unref();
      throw new Error(`The embedded database cannot be opened again: ${(error as Error).message}`, { cause: error });
    }
  };
  const server = {
    pglite() {
      if (isClosed) return Promise.reject(new Error("The embedded database is closed"));
      current ??= open();
      return current;
    },
    broke(pglite: PGlite) {
      if (pglite !== living) return;
      // After a panic (a full disk while the log is written) the engine is gone. The next one recovers from the log.
      living = undefined;
      current = undefined;
      closeFiles(pglite);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      try {
        await current?.catch(() => {});
        await living?.close();
      } finally {
        release();
      }
    },
  };
  try {
    await server.pglite();
    return server;
  } catch (error) {
    release();
    // A failure at the start will not go away by itself.
    const { cause } = error as Error;
    // Errors of the engine's file system have no message.
    const reason = (cause as Error).message ?? "its files cannot be read or written, or its disk is full: see to both";
    throw new Error(`The database in ${folder} cannot be opened: ${reason}`, { cause });
  }
}

/** Checked first, because a half-made database is useless and looks like a broken one. */
function requireRoom(folder: string): void {
  const { bavail, bsize } = fs.statfsSync(folder);
  if (bavail * bsize >= NEW_BYTES) return;
  const [free, needed] = [bavail * bsize, NEW_BYTES].map((bytes) => Math.floor(bytes / 1024 / 1024));
  throw new Error(
    `its disk has ${free} MB free, and a new database takes ${needed} MB: make room, or set DATA_DIR to a folder on ` +
      "another disk",
  );
}

async function openFolder(folder: string): Promise<PGlite> {
  if (!fs.existsSync(join(folder, "PG_VERSION"))) {
    if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) {
      throw new Error("it holds files but no PG_VERSION: restore it or move it away");
    }
    requireRoom(dirname(folder));
    // Created under another name and renamed: a process killed in between would leave a folder that nothing can repair.
    const draft = `${folder}.new`;
    fs.rmSync(draft, { recursive: true, force: true });
    await (await durablePGlite(draft)).close();
    await fsyncFolder(draft);
    fs.renameSync(draft, folder);
    fsyncPath(dirname(folder));
  }
  return durablePGlite(folder);
}

type Stream = { nfd?: number; node: unknown };
type Attributes = { mode?: number };
type Nodefs = {
  node_ops: { setattr(node: unknown, attributes: Attributes): void };
  stream_ops: { fsync?(stream: Stream): number };
  realPath(node: unknown): string;
  tryFSOperation<T>(operation: () => T): T;
};

async function durablePGlite(folder: string): Promise<PGlite> {
  const [{ PGlite }, { NodeFS }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite/nodefs"),
  ]);

  /**
   * PGlite's file system does no fsync, so a power failure could lose a commit. It also makes each new file accessible
   * to every user, with a chmod that the umask does not affect (contract §9.1).
   */
  class DurableNodeFS extends NodeFS {
    override async init(...args: Parameters<InstanceType<typeof NodeFS>["init"]>) {
      const result = await super.init(...args);
      const amend = (module: unknown) => {
        const nodefs = (module as { NODEFS: Nodefs }).NODEFS;
        nodefs.stream_ops.fsync = (stream) => nodefs.tryFSOperation(() => fsync(nodefs, stream));
        const { setattr } = nodefs.node_ops;
        nodefs.node_ops.setattr = (node, { mode, ...others }) =>
          setattr(node, mode === undefined ? others : { ...others, mode: mode & ~OTHERS });
      };
      result.emscriptenOpts.preRun = [...(result.emscriptenOpts.preRun ?? []), amend];
      return result;
    }
  }

  const pglite = new PGlite({
    fs: new DurableNodeFS(folder),
    startParams: [
      // -F: no fsync.
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
      ...["-c", "fsync=on", "-c", "wal_sync_method=fsync", "-c", "shared_buffers=16MB"],
      // Otherwise recovery leaves a timer behind that keeps the memory of an engine that failed to start, and the
      // process, alive.
      ...["-c", "log_startup_progress_interval=0"],
    ],
    initDbStartParams: INITDB_PARAMETERS,
  });
  try {
    await pglite.waitReady;
    return pglite;
  } catch (error) {
    closeFiles(pglite);
    throw error;
  }
}

/** Closes the open files of a dead engine without writing anything, because its memory cannot be trusted. */
function closeFiles(pglite: PGlite): void {
  const { FS } = (pglite.Module ?? {}) as { FS?: { streams: unknown[]; close(stream: unknown): void } };
  for (const stream of FS?.streams ?? []) {
    try {
      if (stream) FS?.close(stream);
    } catch {
      // Already closed.
    }
  }
}

function fsync(nodefs: Nodefs, stream: Stream): number {
  if (stream.nfd !== undefined) {
    fs.fsyncSync(stream.nfd);
    return 0;
  }
  // A directory, which PostgreSQL syncs so that new and renamed files survive.
  fsyncPath(nodefs.realPath(stream.node));
  return 0;
}

async function fsyncFolder(folder: string): Promise<void> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  // Several at a time, so that the disk handles them together.
  while (names.length > 0) {
    await Promise.all(
      names.splice(0, 64).map(async (name) => {
        const file = await fs.promises.open(join(folder, name), "r");
        await file.sync().finally(() => file.close());
      }),
    );
  }
}

function fsyncPath(path: string): void {
  const descriptor = fs.openSync(path, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
