/**
 * Owns which process runs an admin command: this one on its own database, or the one that has the embedded database
 * open.
 */
import { readCommand, runCommand } from "@/server/cli/admin-commands";
import { type AdminReply, askAdminSocket } from "@/server/cli/admin-socket";
import { secureDataFolder } from "@/server/db/data-folder";
import { DataFolderInUseError } from "@/server/db/data-folder-lock";
import { isConnectionError, openDatabase } from "@/server/db/database";
import { reasonOf } from "@/server/db/wait-for-database";
import { type Env, env } from "@/server/env";
import { isExposed } from "@/server/process/listen-address";

/** A starting server owns the data folder for a while before it answers. */
const PATIENCE_MS = 8000;

type Say = (notes: readonly string[]) => void;

/**
 * Has a command run and returns its result; `say` gets the notes. The owner of the data folder gets `patienceMs` to
 * accept commands. @throws Error with a message for the operator
 */
export async function carryOut(argv: string[], say: Say, patienceMs = PATIENCE_MS): Promise<unknown> {
  // Checked before anything is opened or sent.
  readCommand(argv);
  const settings = env();
  if (settings.databaseUrl) return onOwnDatabase(settings, argv, say);

  // Secured first: in an open folder the socket could belong to another user.
  secureDataFolder(settings.dataDir);
  const since = performance.now();
  for (;;) {
    const reply = await askAdminSocket(settings.dataDir, argv);
    if (reply) return resultOf(reply, say);
    try {
      return await onOwnDatabase(settings, argv, say);
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
      if (performance.now() - since > patienceMs) {
        throw new Error(
          `The data folder ${error.folder} is in use by process ${error.pid}, which takes no commands. ` +
            "Try again, or stop that process first.",
        );
      }
    }
  }
}

async function onOwnDatabase(settings: Env, argv: string[], say: Say): Promise<unknown> {
  const database = await openDatabase(settings);
  try {
    const notes: string[] = [];
    const result = await runCommand(database.db, argv, {
      notes,
      isExposed: settings.databaseUrl !== undefined && isExposed(settings.host),
    });
    say(notes);
    return result;
  } catch (error) {
    throw isConnectionError(error) ? new Error(`The database cannot be reached: ${reasonOf(error)}`) : error;
  } finally {
    await database.close();
  }
}

function resultOf(reply: AdminReply, say: Say): unknown {
  if ("error" in reply) throw new Error(reply.error.message);
  say(reply.notes ?? []);
  return reply.result;
}
