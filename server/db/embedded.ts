/**
 * Owns the embedded database: PGlite on `DATA_DIR/database`, written through to the disk, one process at a time.
 * Stops at the protocol; `database.ts` puts the pool in front of it. Never opened while building.
 */
import fs from "node:fs";
import { dirname, join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { lockDataFolder } from "./data-folder-lock";
import type { EmbeddedServer } from "./embedded-connection";

/** Smaller files and less memory than PostgreSQL's defaults for a server. */
export const INITDB_PARAMETERS = ["--wal-segsize=1"];

const REOPEN_MS = 1000;

/**
 * Opens the embedded database in `dataDir`, making it when there is none, and keeps every other process out until
 * `close`. When the engine dies (a full disk, a failed fsync) the next connection starts another.
 * Throws `DataFolderInUseError`.
 */
export async function openEmbedded(dataDir: string): Promise<EmbeddedServer & { close(): Promise<void> }> {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
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
      // Each attempt stops the process for a while, and what is wrong is likely to stay wrong for longer.
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
    // At the start it is not a fault that passes.
    const { cause } = error as Error;
    throw new Error(`The database in ${folder} cannot be opened: ${(cause as Error).message}`, { cause });
  }
}

async function openFolder(folder: string): Promise<PGlite> {
  if (!fs.existsSync(join(folder, "PG_VERSION"))) {
    if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) {
      throw new Error("it holds files but no PG_VERSION: restore it or move it away");
    }
    // Made elsewhere and renamed: a process killed while the files are written would leave a folder beyond repair.
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
type Nodefs = {
  stream_ops: { fsync?(stream: Stream): number };
  realPath(node: unknown): string;
  tryFSOperation<T>(operation: () => T): T;
};

async function durablePGlite(folder: string): Promise<PGlite> {
  const [{ PGlite }, { NodeFS }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite/nodefs"),
  ]);

  /** PGlite's file system makes no fsync: without one a commit may be lost with the machine's power. */
  class DurableNodeFS extends NodeFS {
    override async init(...args: Parameters<InstanceType<typeof NodeFS>["init"]>) {
      const result = await super.init(...args);
      const addFsync = (module: unknown) => {
        const nodefs = (module as { NODEFS: Nodefs }).NODEFS;
        nodefs.stream_ops.fsync = (stream) => nodefs.tryFSOperation(() => fsync(nodefs, stream));
      };
      result.emscriptenOpts.preRun = [...(result.emscriptenOpts.preRun ?? []), addFsync];
      return result;
    }
  }

  const pglite = new PGlite({
    fs: new DurableNodeFS(folder),
    startParams: [
      // -F: no fsync.
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
      ...["-c", "fsync=on", "-c", "wal_sync_method=fsync", "-c", "shared_buffers=16MB"],
      // Else recovery leaves a timer behind, which keeps the memory of an engine that could not start, and the process.
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

/** Closes what a dead engine has open; it writes nothing, for what is in memory only is not to be trusted. */
function closeFiles(pglite: PGlite): void {
  const { FS } = (pglite.Module ?? {}) as { FS?: { streams: unknown[]; close(stream: unknown): void } };
  for (const stream of FS?.streams ?? []) {
    try {
      if (stream) FS?.close(stream);
    } catch {
      // Closed already.
    }
  }
}

function fsync(nodefs: Nodefs, stream: Stream): number {
  if (stream.nfd !== undefined) {
    fs.fsyncSync(stream.nfd);
    return 0;
  }
  // A directory, which PostgreSQL syncs so that new and renamed files stay.
  fsyncPath(nodefs.realPath(stream.node));
  return 0;
}

async function fsyncFolder(folder: string): Promise<void> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  // Several at a time: the disk does them together.
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
