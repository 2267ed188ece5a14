import { execFile, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../bench/servers";

const ROOT = join(import.meta.dirname, "../..");

/** A database of its own on the PostgreSQL of TEST_DATABASE_URL, a copy of `from`; null: the embedded one. */
async function ownDatabase(name: string, from?: string): Promise<{ url: string; drop: () => Promise<void> } | null> {
  const admin = process.env.TEST_DATABASE_URL;
  if (!admin) return null;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: admin });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name} ${from ? `template ${from}` : ""}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}

export type Product = {
  url: string;
  /** Its DATA_DIR, with the mails as files. */
  dataDir: string;
  /** Runs an admin command on the server's data. */
  admin: (...words: string[]) => Promise<void>;
  /** The name of its database on PostgreSQL. */
  database: string | null;
  /** Ends it, and unless its data are to be kept removes them. */
  stop: (options?: { keep?: boolean }) => Promise<void>;
};

/**
 * Starts the build, which must exist, with demonstration data: a copy of what `startProduct` has made, because making it
 * takes as long as many a journey. `settings` are more environment variables.
 */
export async function serve(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), "sampan-journeys-"));
  const dataDir = join(folder, "data");
  const port = await freePort();
  const { JOURNEY_DATA, JOURNEY_DATABASE } = process.env;
  if (JOURNEY_DATA) cpSync(JOURNEY_DATA, dataDir, { recursive: true });
  const database = await ownDatabase(`journeys_${port}`, JOURNEY_DATABASE);
  const url = `http://localhost:${port}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    APP_SECRET: "a journey has no secrets, yet needs a long text",
    ...(database ? { DATABASE_URL: database.url, SEED_DEMO: "1" } : {}),
    ...settings,
  };
  const child = spawn(process.execPath, [".next/programs/server.cjs"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (let attempt = 0; ; attempt++) {
    if (child.exitCode !== null || attempt > 900) throw new Error("the product did not come up");
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    if (ready?.ok) break;
    await wait(100);
  }
  return {
    url,
    dataDir,
    async admin(...words) {
      await promisify(execFile)(process.execPath, [".next/programs/admin.cjs", ...words], { cwd: ROOT, env });
    },
    database: database && new URL(database.url).pathname.slice(1),
    async stop({ keep } = {}) {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null)
        await new Promise((resolve) => child.once("exit", resolve));
      if (keep) return;
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the demonstration data that every server of the run starts with; returns what removes them. */
async function makeDemonstration(): Promise<() => Promise<void>> {
  const { dataDir, database, stop } = await serve();
  await stop({ keep: true });
  process.env.JOURNEY_DATA = dataDir;
  if (database) process.env.JOURNEY_DATABASE = database;
  return () => stop();
}

/** Starts the production build with demonstration data, and stops it after the journeys. */
export default async function startProduct(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ["server/ensure-build.mjs"], { cwd: ROOT, stdio: "inherit" });
  const forget = await makeDemonstration();
  const { url, stop } = await serve();
  const sessions = mkdtempSync(join(tmpdir(), "sampan-sessions-"));
  process.env.JOURNEY_URL = url;
  process.env.JOURNEY_SESSIONS = sessions;
  return async () => {
    await stop();
    await forget();
    rmSync(sessions, { recursive: true, force: true });
  };
}
