// A setting for the faults of webhooks: a separate database, receivers in this process, and workers that are processes.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { createAccount } from "@/server/accounts";
import { type Database, openDatabase } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";
import type { Scope } from "@/server/db/scoped";
import { withTransaction } from "@/server/db/transaction";
import { overrideEnv, readEnv } from "@/server/env";
import { makeEvent, recordEvent } from "@/server/webhooks";
import { newSecret, seal } from "@/server/webhooks/secrets";
import { testCertificates } from "../certificates";
import { type Receiver, type ReceiverOptions, startReceiver } from "../receiver";

const ROOT = join(import.meta.dirname, "../..");
const APP_SECRET = "workers and servers share one secret and one database";
const EVENT = "order.in_transit";

/** Where databases can be created. Without PostgreSQL workers have nothing to share; in CI its absence is a failure. */
export const ADMIN_URL = process.env.TEST_DATABASE_URL;
if (!ADMIN_URL && process.env.CI) throw new Error("TEST_DATABASE_URL must name a PostgreSQL here");

/** The state of a delivery, from its rows. */
export type Entry = {
  event_id: string;
  status: string;
  attempt_count: number;
  attempts: number;
  last: number;
  succeeded: number;
  abandoned: number;
};

export type Hook = Receiver & {
  /** How often each event arrived. */
  arrivals: Map<string, number>;
  /** Requests that arrived and are not answered yet. */
  open(): number;
  mostOpen(): number;
};

export type WorkerProcess = {
  child: ChildProcess;
  /** Resolves once it works. */
  started: Promise<void>;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

export type Endpoint = { id: string; scope: Scope; credentials: { client_id: string; client_secret: string } };

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** A receiver that counts requests and answers 200 after this many milliseconds. */
export async function hook(latencyMs: () => number, answer?: ReceiverOptions["answer"]): Promise<Hook> {
  const arrivals = new Map<string, number>();
  let open = 0;
  let mostOpen = 0;
  const receiver = await startReceiver({
    answer: (request, respond) => {
      const id = String(request.headers["x-event-id"]);
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
      mostOpen = Math.max(mostOpen, ++open);
      let isOpen = true;
      const end = () => {
        if (isOpen) open--;
        isOpen = false;
      };
      // Once the answer is written, the sender may react before this process gets the event that it was sent.
      respond.once("prefinish", end).once("close", end);
      if (answer) answer(request, respond);
      else setTimeout(() => respond.end("ok"), latencyMs());
    },
  });
  return { ...receiver, arrivals, open: () => open, mostOpen: () => mostOpen };
}

/** How many arrivals were repetitions, over all events. */
export function duplicates({ arrivals }: Hook): number {
  return [...arrivals.values()].reduce((sum, times) => sum + times - 1, 0);
}

/** Waits until the workers work. */
export function started(...workers: WorkerProcess[]): Promise<unknown> {
  return Promise.all(workers.map((worker) => worker.started));
}

/** Waits until `look` returns true. Throws after `timeoutMs`. */
export async function until(look: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await look())) {
    if (performance.now() > end) throw new Error(`not within ${timeoutMs} ms: ${look}`);
    await wait(10);
  }
}

/** Entries that did not end correctly: with one success, and each attempt counted and numbered once. */
export function wrong(entries: readonly Entry[]): Entry[] {
  return entries.filter(
    ({ status, attempt_count, attempts, last, succeeded }) =>
      status !== "succeeded" || succeeded !== 1 || attempt_count !== attempts || last !== attempts,
  );
}

/**
 * The settings with which a process sends to these receivers, and to hosts where no server listens; its files are in
 * the folder.
 */
export async function sendingTo(
  hooks: readonly Receiver[],
  folder: string,
  refused: readonly string[] = [],
): Promise<Record<string, string>> {
  const authority = join(folder, "authority.pem");
  writeFileSync(authority, (await testCertificates()).authority.cert);
  return {
    NODE_EXTRA_CA_CERTS: authority,
    WEBHOOK_ALLOWED_PRIVATE_HOSTS: [...hooks.map(({ host }) => host), ...refused].join(","),
    // Short, so that a delivery that is cut off or fails because of another fault does not take minutes.
    WEBHOOK_RETRY_SCHEDULE: "1,1,1,1,1",
  };
}

/** A stage on the cluster of this superuser; `hooks` are the receivers that workers may reach. */
export async function openStage(adminUrl: string, hooks: readonly Receiver[], refused: readonly string[] = []) {
  const name = `webhooks_${process.pid}_${randomBytes(4).toString("hex")}`;
  const folder = mkdtempSync(join(tmpdir(), "sampan-webhooks-"));
  await maintain(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const env = { ...(await sendingTo(hooks, folder, refused)), DATABASE_URL: url.href, APP_SECRET, DATA_DIR: folder };
  // The rows of endpoints are encrypted with this secret.
  overrideEnv(readEnv({ ...env, LOG_LEVEL: "silent" }));
  const database = await openDatabase(readEnv(env));
  await migrate(database);
  const { db } = database;
  const workers: WorkerProcess[] = [];
  let serial = 0;

  return {
    database,
    db,
    env,
    folder,

    /** Starts a worker; `change` gives it another way to the database. */
    worker(change: (address: URL) => void = () => {}): WorkerProcess {
      const address = new URL(url);
      change(address);
      const child = spawn(process.execPath, [".next/programs/worker.cjs"], {
        cwd: ROOT,
        stdio: ["ignore", "pipe", "inherit"],
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          ...env,
          DATABASE_URL: address.href,
          LOG_LEVEL: "info",
        } as never,
      });
      const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
        child.once("close", (code, signal) => resolve({ code, signal }));
      });
      const started = new Promise<void>((resolve, reject) => {
        child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
          if (chunk.includes("worker started")) resolve();
        });
        void exited.then(() => reject(new Error("the worker ended before it worked")));
      });
      // No test waits for the start of those that are killed.
      started.catch(() => {});
      const worker = { child, exited, started };
      workers.push(worker);
      return worker;
    },

    /** An account whose limits are out of the way, with an endpoint for the event of these tests or for another. */
    async endpoint(address: string, event: string = EVENT): Promise<Endpoint> {
      const made = await createAccount(db, {
        name: "Faults",
        email: `faults-${++serial}@example.com`,
        password: "correct horse battery",
        rateMinute: 1_000_000,
        rateHour: 10_000_000,
      });
      const scope: Scope = { accountId: made.account_id, environment: "testing" };
      const [id] = await this.endpoints(scope, [address], event);
      return { id: id ?? "", scope, credentials: made.credentials.testing };
    },

    /** Endpoints of an account: as many as one likes, which the operation does not allow. */
    async endpoints(scope: Scope, addresses: readonly string[], event: string = EVENT): Promise<string[]> {
      const rows = addresses.map((address) => {
        const id = `we_${String(++serial).padStart(20, "0")}`;
        return { id, address, secret: seal(newSecret(), id) };
      });
      for (const { id, address, secret } of rows)
        await sql`
          insert into webhook_endpoints (id, account_id, environment, url, events, signature, legacy_signature, secret, secret_hint)
          values (${id}, ${scope.accountId}, ${scope.environment}, ${address}, array[${event}], true, false, ${secret}, '')`.execute(
          db,
        );
      return rows.map(({ id }) => id);
    },

    /**
     * Writes this many events in one transaction, to the endpoints' accounts in turn; returns their ids once committed.
     */
    async commit(endpoints: readonly Endpoint[], count: number): Promise<string[]> {
      return withTransaction(db, (tx) => record(tx, endpoints, count));
    },

    /** Writes this many events in a transaction that is rolled back: no receiver may ever get them. */
    async rollBack(endpoints: readonly Endpoint[], count: number): Promise<void> {
      const undone = new Error("rolled back");
      await withTransaction(db, async (tx) => {
        await record(tx, endpoints, count);
        throw undone;
      }).catch((error) => {
        if (error !== undone) throw error;
      });
    },

    /** Waits until nothing is left to send. */
    async drained(timeoutMs: number): Promise<void> {
      await until(async () => {
        const { rows } = await sql<{ left: boolean }>`
          select exists (select from webhook_deliveries where status in ('pending', 'in_flight')) as left`.execute(db);
        return rows[0]?.left === false;
      }, timeoutMs);
    },

    /** All deliveries with what their attempts' rows say. */
    async ledger(): Promise<Entry[]> {
      const { rows } = await sql<Entry>`
        select d.event_id, d.status, d.attempt_count, count(a)::int as attempts, coalesce(max(a.number), 0) as last,
          (count(*) filter (where a.status_code = 200))::int as succeeded,
          (count(*) filter (where a.error_kind = 'abandoned'))::int as abandoned
        from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id group by d.id`.execute(db);
      return rows;
    },

    async close(): Promise<void> {
      for (const { child, exited } of workers) {
        child.kill("SIGKILL");
        await exited;
      }
      await database.close();
      await maintain(adminUrl, `drop database if exists ${name} with (force)`);
      await Promise.all(hooks.map((receiver) => receiver.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function record(tx: Database["db"], endpoints: readonly Endpoint[], count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const to = endpoints[n % endpoints.length];
    if (!to) throw new Error("no endpoint");
    const stored = makeEvent(EVENT, new Date(), { id: "1", trackingNumber: "SP0000000000" });
    await recordEvent(tx, to.scope, "1", stored);
    ids.push(stored.id);
  }
  return ids;
}

async function maintain(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
