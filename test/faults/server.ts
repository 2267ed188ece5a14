// Real servers for tests that end them: the build as `npm start` serves it, with its own data folder, and load.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { localExample } from "@/lib/contracts/examples";
import { hasOwnDeprecation } from "../deprecations";

const ROOT = join(import.meta.dirname, "../..");
/** The server as `npm start` starts it. */
const SERVER = [".next/programs/server.cjs"];
const READY_MS = 240_000;

/**
 * What a person's shell would have, without the variables of the test runner. Without demonstration data, which most
 * tests do not need and which take longer than the rest of a start.
 */
function settings(more: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  const quiet = { NODE_OPTIONS: "--trace-deprecation", NEXT_TELEMETRY_DISABLED: "1", LOG_LEVEL: "warn" };
  return { PATH, HOME, NODE_ENV: "production", SEED_DEMO: "0", ...quiet, ...more };
}

/** Builds when the sources are newer than the build, as `npm start` does. */
export async function ensureBuild(): Promise<void> {
  const child = spawn(process.execPath, ["server/ensure-build.mjs"], {
    cwd: ROOT,
    stdio: "inherit",
    env: settings({}),
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("the build failed");
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

export type Served = {
  url: string;
  port: number;
  /** What was started: the server, or npm above it. */
  child: ChildProcess;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** The log. */
  stdout(): string;
  stderr(): string;
  readyMs: number;
};

/** Starts a server, which may still be starting. */
export function launch(options: { dataDir: string; port: number; npm?: boolean; env?: Record<string, string> }) {
  const { dataDir, port, npm, env } = options;
  const [command, ...args] = npm ? ["npm", "start"] : [process.execPath, ...SERVER];
  const child = spawn(command as string, args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: settings({ DATA_DIR: dataDir, PORT: String(port), ...env }),
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once("close", (code, signal) => {
      if (hasOwnDeprecation(stderr)) reject(new Error(stderr));
      else resolve({ code, signal });
    });
  });
  return { child, exited, stdout: () => stdout, stderr: () => stderr };
}

/** Starts a server and waits until it is ready. */
export async function serve(options: {
  dataDir: string;
  npm?: boolean;
  env?: Record<string, string>;
}): Promise<Served> {
  const port = await freePort();
  const since = performance.now();
  const launched = launch({ ...options, port });
  const url = `http://127.0.0.1:${port}`;
  let hasExited = false;
  void launched.exited.then(() => {
    hasExited = true;
  });
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { headers: { connection: "close" } }).catch(() => null);
    if (answer?.status === 200) break;
    if (hasExited || performance.now() - since > READY_MS) {
      launched.child.kill("SIGKILL");
      throw new Error(`the server is not ready: ${launched.stderr()}`);
    }
    await wait(20);
  }
  return { ...launched, url, port, readyMs: Math.round(performance.now() - since) };
}

/** The process that holds the data folder: the server itself, also under npm. Null: none does. */
export function ownerOf(dataDir: string): number | null {
  const claims = join(dataDir, "database.lock");
  const [claim] = existsSync(claims) ? readdirSync(claims) : [];
  return claim ? Number.parseInt(claim, 10) : null;
}

/** Whether a process is alive; a zombie is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** `npm run admin -- … --json` as a person calls it; its stdout must be exactly one JSON document. */
export async function admin<T>(dataDir: string, ...argv: string[]): Promise<T> {
  const command = ["run", "admin", "--", ...argv, "--json"];
  const { stdout } = await promisify(execFile)("npm", command, { cwd: ROOT, env: settings({ DATA_DIR: dataDir }) });
  return JSON.parse(stdout) as T;
}

type Credentials = { client_id: string; client_secret: string };

/** A merchant with limits so high that no test reaches them. */
export async function merchant(dataDir: string, email: string): Promise<Credentials> {
  const { credentials } = await admin<{ credentials: { testing: Credentials } }>(
    dataDir,
    ...["account", "create", "--name", "Load", "--email", email, "--password", "correct horse battery"],
    ...["--rate-minute", "1000000", "--rate-hour", "10000000"],
  );
  return credentials.testing;
}

/** A token of the testing environment. */
export async function tokenFrom(url: string, credentials: Credentials): Promise<string> {
  const answer = await fetch(`${url}/testing/v1/auth/token`, {
    method: "POST",
    headers: { connection: "close" },
    body: new URLSearchParams({ grant_type: "client_credentials", ...credentials }),
  });
  const body = (await answer.json()) as { data: { access_token: string } };
  if (answer.status !== 200) throw new Error(JSON.stringify(body));
  return body.data.access_token;
}

/** Every order id that the API lists, and the total it states. */
export async function listedOrders(url: string, token: string): Promise<{ ids: Set<string>; total: number }> {
  const ids = new Set<string>();
  for (let total = 1; ; ) {
    const answer = await fetch(`${url}/testing/v1/orders?limit=100&offset=${ids.size}&sort=create_time`, {
      headers: { authorization: `Bearer ${token}`, connection: "close" },
    });
    const body = (await answer.json()) as { data: { id: string }[]; pagination: { total: number } };
    if (answer.status !== 200) throw new Error(JSON.stringify(body));
    total = body.pagination.total;
    for (const { id } of body.data) ids.add(id);
    if (body.data.length === 0 || ids.size >= total) return { ids, total };
  }
}

/** Creates orders as fast as they are answered, over this many connections, until the server is no longer reachable. */
export function createOrders(url: string, token: string, connections: number, keepAlive: boolean) {
  const agent = new Agent({ keepAlive, maxSockets: connections });
  const acknowledged: string[] = [];
  /** Everything that went wrong, by code or status, except that no server listens any more. */
  const errors: Record<string, number> = {};
  let isOver = false;
  const count = (what: string) => {
    errors[what] = (errors[what] ?? 0) + 1;
  };
  const one = () =>
    new Promise<void>((resolve) => {
      const call = request(`${url}/testing/v1/order/create`, {
        agent,
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      });
      const fail = (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED") isOver = true;
        else count(error.code ?? error.message);
        resolve();
      };
      call.once("error", fail);
      call.once("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.once("error", fail);
        response.once("end", () => {
          if (response.statusCode === 200) acknowledged.push(JSON.parse(text).data.order_id);
          else count(`${response.statusCode} ${text}`);
          resolve();
        });
      });
      call.end(JSON.stringify(localExample));
    });
  const loops = Array.from({ length: connections }, async () => {
    while (!isOver) await one();
  });
  const over = Promise.all(loops).then(() => agent.destroy());
  return {
    acknowledged,
    errors,
    /** Waits until this many orders are acknowledged. */
    async reached(number: number) {
      while (acknowledged.length < number && !isOver) await wait(5);
    },
    over,
  };
}
