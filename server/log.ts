import pino from "pino";
import { env } from "@/server/env";

const MASKED = [
  "authorization",
  "cookie",
  "set-cookie",
  "client_secret",
  "access_token",
  "password",
  "secret",
  "auth_header",
];

/** What PostgreSQL says of a failed statement beside its message: values of rows, and the statement itself. */
const OF_ROWS = ["detail", "where", "internalQuery", "hint", "parameters", "query", "sql"];

/** An error as pino writes it, without what may hold a row's values, in its causes, too. */
function errorOf(error: Error): unknown {
  const written: Record<string, unknown> = { ...pino.stdSerializers.errWithCause(error) };
  for (let at: unknown = written; typeof at === "object" && at !== null; at = (at as { cause?: unknown }).cause)
    for (const name of OF_ROWS) delete (at as Record<string, unknown>)[name];
  return written;
}

/** A log as the process writes it; `destination` absent: standard output. */
export function makeLog(level: string, destination?: pino.DestinationStream): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    serializers: { err: errorOf },
    redact: {
      paths: [...MASKED, ...MASKED.map((name) => `*.${name}`), ...MASKED.map((name) => `*.*.${name}`)],
      censor: "[masked]",
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

const KEY = Symbol.for("sampan.log");
const store = globalThis as { [KEY]?: pino.Logger };

/** The process's structured log, one JSON object a line, secrets masked. */
export function log(): pino.Logger {
  store[KEY] ??= makeLog(env().logLevel);
  return store[KEY];
}
