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

function make() {
  return pino({
    level: env().logLevel,
    base: undefined,
    redact: {
      paths: [...MASKED, ...MASKED.map((name) => `*.${name}`), ...MASKED.map((name) => `*.*.${name}`)],
      censor: "[masked]",
    },
  });
}

const KEY = Symbol.for("sampan.log");
const store = globalThis as { [KEY]?: pino.Logger };

/** The process's structured log, one JSON object a line, secrets masked. */
export function log(): pino.Logger {
  store[KEY] ??= make();
  return store[KEY];
}
