/**
 * Owns the connection to the process that has the embedded database open: a socket in the data folder, which only the
 * folder's owner can open. One line of JSON in, one out. Knows no command.
 */
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

const NAME = "admin.sock";
/** Of a unix socket's path: 108 with the final NUL on Linux, 104 elsewhere. */
const MAX_PATH_BYTES = 100;
const MAX_LINE_BYTES = 1 << 20;
/** At its first start, a process creates its database before it answers. */
const ANSWER_MS = 120_000;

/** `notes` are lines for the person who gave the command. */
export type AdminReply = { result: unknown; notes?: string[] } | { error: { message: string } };
type AdminRequest = { argv: string[] };

/**
 * Serves admin commands at `DATA_DIR/admin.sock`. Only the owner of the data folder may call it, so an existing socket
 * file belongs to a dead server. If `run` throws, the reply has the error's message.
 */
export async function serveAdminSocket(
  dataDir: string,
  run: (argv: string[]) => Promise<AdminReply>,
): Promise<{ close(): Promise<void> }> {
  const file = join(dataDir, NAME);
  const idle = new Set<Socket>();
  const server = createServer((socket) => {
    idle.add(socket);
    // If the caller disconnects, its command still runs; only the reply is lost.
    socket.on("error", () => {});
    socket.once("close", () => idle.delete(socket));
    readLine(socket).then(
      async (line) => {
        idle.delete(socket);
        socket.end(`${JSON.stringify(await answer(line, run))}\n`);
      },
      () => socket.destroy(),
    );
  });
  rmSync(file, { force: true });
  await new Promise<void>((resolve, reject) => {
    const short = shortenPath(file);
    server.once("error", reject);
    server.once("listening", resolve);
    server.once("listening", short.forget).once("error", short.forget);
    // This call creates the file: no other user may open it before its mode is set.
    const umask = process.umask(0o177);
    try {
      server.listen(short.path);
    } finally {
      process.umask(umask);
    }
  });
  chmodSync(file, 0o600);
  const remove = () => rmSync(file, { force: true });
  process.once("exit", remove);
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      remove();
      process.off("exit", remove);
      for (const socket of idle) socket.destroy();
      await closed;
    },
  };
}

/**
 * Has a command run by the process that serves the data folder's socket. Null: no process serves it. Throws when the
 * connection ends without a reply.
 */
export async function askAdminSocket(dataDir: string, argv: string[]): Promise<AdminReply | null> {
  const short = shortenPath(join(dataDir, NAME));
  const socket = createConnection(short.path);
  try {
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (["ENOENT", "ECONNREFUSED", "ENOTDIR"].includes(code)) return null;
    throw new Error(`The running server's admin socket ${join(dataDir, NAME)} cannot be opened: ${code}`);
  } finally {
    short.forget();
  }
  const request: AdminRequest = { argv };
  socket.on("error", () => {});
  socket.setTimeout(ANSWER_MS, () => socket.destroy());
  socket.write(`${JSON.stringify(request)}\n`);
  try {
    return JSON.parse(await readLine(socket)) as AdminReply;
  } catch {
    throw new Error("The running server did not answer; look whether the command was carried out.");
  } finally {
    socket.destroy();
  }
}

async function answer(line: string, run: (argv: string[]) => Promise<AdminReply>): Promise<AdminReply> {
  try {
    const { argv } = JSON.parse(line) as AdminRequest;
    if (!Array.isArray(argv) || !argv.every((word) => typeof word === "string")) throw new Error("This is no command.");
    return await run(argv);
  } catch (error) {
    return { error: { message: error instanceof Error ? error.message : String(error) } };
  }
}

function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    socket.on("data", (chunk: Buffer) => {
      const end = chunk.indexOf(0x0a);
      chunks.push(end < 0 ? chunk : chunk.subarray(0, end));
      length += chunk.length;
      if (end >= 0) resolve(Buffer.concat(chunks).toString("utf8"));
      else if (length > MAX_LINE_BYTES) reject(new Error("too long"));
    });
    socket.once("end", () => reject(new Error("no line")));
    socket.once("close", () => reject(new Error("no line")));
  });
}

/** A shorter path to the same file if its own is too long for a socket: through a link in a new private folder. */
function shortenPath(file: string): { path: string; forget(): void } {
  if (Buffer.byteLength(file) <= MAX_PATH_BYTES) return { path: file, forget: () => {} };
  const parent = Buffer.byteLength(tmpdir()) <= MAX_PATH_BYTES / 2 ? tmpdir() : "/tmp";
  const folder = mkdtempSync(join(parent, "sampan-"));
  symlinkSync(dirname(file), join(folder, "d"));
  return { path: join(folder, "d", basename(file)), forget: () => rmSync(folder, { recursive: true, force: true }) };
}
