/**
 * `npm run admin -- COMMAND … [--json]`: has a command carried out, by this process or by the one that has the
 * embedded database. With --json one document on stdout and nothing else.
 */

import { help, isHelp, readCommand, runCommand } from "@/server/admin-commands";
import { type AdminReply, askAdminSocket } from "@/server/admin-socket";
import { DataFolderInUseError } from "@/server/db/data-folder-lock";
import { isConnectionError, openDatabase } from "@/server/db/database";
import { reasonOf } from "@/server/db/reach";
import { type Env, env } from "@/server/env";

/** A server that starts has the data folder for a while before it answers. */
const PATIENCE_MS = 8000;

async function carryOut(argv: string[]): Promise<unknown> {
  if (isHelp(argv)) return help();
  // Before anything is opened or sent.
  readCommand(argv);
  const settings = env();
  if (settings.databaseUrl) return onOwnDatabase(settings, argv);

  const since = performance.now();
  for (;;) {
    const reply = await askAdminSocket(settings.dataDir, argv);
    if (reply) return resultOf(reply);
    try {
      return await onOwnDatabase(settings, argv);
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
      if (performance.now() - since > PATIENCE_MS) {
        throw new Error(
          `The data folder ${error.folder} is in use by process ${error.pid}, which takes no commands. ` +
            "Try again, or stop that process first.",
        );
      }
    }
  }
}

async function onOwnDatabase(settings: Env, argv: string[]): Promise<unknown> {
  const database = await openDatabase(settings);
  try {
    return await runCommand(database.db, argv);
  } catch (error) {
    throw isConnectionError(error) ? new Error(`The database cannot be reached: ${reasonOf(error)}`) : error;
  } finally {
    await database.close();
  }
}

function resultOf(reply: AdminReply): unknown {
  if ("error" in reply) throw new Error(reply.error.message);
  return reply.result;
}

/** For people: one value a line, what is in another one indented. */
function inWords(value: unknown, indent = ""): string {
  if (Array.isArray(value)) return value.map((item) => inWords(item, indent)).join("\n");
  if (typeof value !== "object" || value === null) return `${indent}${value}`;
  return Object.entries(value)
    .map(([name, item]) =>
      typeof item === "object" && item !== null
        ? `${indent}${name}:\n${inWords(item, `${indent}  `)}`
        : `${indent}${name}: ${item}`,
    )
    .join("\n");
}

function helpInWords(): string {
  return help()
    .commands.map(({ usage, does }) => `${usage}\n    ${does}`)
    .join("\n");
}

const argv = process.argv.slice(2);
const isJson = argv.includes("--json");
try {
  const result = await carryOut(argv);
  const words = isJson ? JSON.stringify(result) : isHelp(argv) ? helpInWords() : inWords(result);
  process.stdout.write(`${words}\n`);
} catch (error) {
  const message = error instanceof Error && error.message ? error.message : String(error);
  if (isJson) process.stdout.write(`${JSON.stringify({ error: { message } })}\n`);
  else process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
