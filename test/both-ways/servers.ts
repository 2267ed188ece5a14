/**
 * The API on two http servers of this process, with one database: answered by the server itself, as the product does,
 * and by Next's one route, which the build must have made.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { Agent, createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Db } from "@/server/db/transaction";
import { serveApi } from "@/server/http/api";
import type { Door } from "@/server/http/drain";
import { type Handlers, httpServer } from "@/server/http/server";
import { leadToNext } from "@/server/http/target";

const ROOT = join(import.meta.dirname, "../..");
/** Such a peer says who calls. */
const SETTINGS = { trustedProxy: ["127.0.0.1"], appUrl: "http://localhost:3000", webConcurrency: 1 };

export type Way = { name: "itself" | "next"; port: number; door: Door };

async function nextHandler() {
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: ROOT, httpServer: createServer() });
  await app.prepare();
  return app.getRequestHandler();
}

const transactions = new AsyncLocalStorage<{ transaction?: Db }>();
const current = new Map<Way["name"], { transaction?: Db }>();

/** The transaction of the request that is being answered, while it is open. */
export const transactionOf = (): Db | undefined => transactions.getStore()?.transaction;

/** Does the work, for which a way's requests are answered in the transaction. */
export async function within<T>({ name }: Way, transaction: Db, work: () => Promise<T>): Promise<T> {
  const store: { transaction?: Db } = { transaction };
  current.set(name, store);
  try {
    return await work();
  } finally {
    current.delete(name);
    delete store.transaction;
  }
}

async function started(name: Way["name"], handlers: Handlers): Promise<Way> {
  const api: Handlers["api"] = (...call) => transactions.run(current.get(name) ?? {}, () => handlers.api(...call));
  const { server, door } = httpServer(SETTINGS, { ...handlers, api });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  door.open();
  return { name, door, port: (server.address() as AddressInfo).port };
}

/** Starts both. */
export async function bothWays(): Promise<[Way, Way]> {
  const handle = await nextHandler();
  const pages: Handlers["pages"] = (_, response) => void response.writeHead(404).end();
  const toNext: Handlers["api"] = (incoming, response, target) => {
    leadToNext(incoming, target);
    void handle(incoming, response);
  };
  return [
    await started("itself", { api: (...call) => void serveApi(...call), pages }),
    await started("next", { api: toNext, pages }),
  ];
}

export type Sent = { method: string; path: string; headers: Record<string, string>; body: Buffer | null };
export type Got = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const PLAIN: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync };
const agent = new Agent({ keepAlive: true });

/** Sends a request to one of them. */
export function send({ port }: Way, { method, path, headers, body }: Sent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const length = body ? { "content-length": String(body.length) } : {};
    const sending = request({ port, host: "127.0.0.1", method, path, agent, headers: { ...headers, ...length } });
    sending.on("error", reject).on("response", async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      const body = PLAIN[answer.headers["content-encoding"] ?? ""]?.(bytes) ?? bytes;
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
    });
    sending.end(body ?? undefined);
  });
}

/**
 * Headers that may differ: what Next varies by, how the end of a body is told, when it was answered, and what is left
 * for the account that has called twice.
 */
const MAY_DIFFER = [
  "vary",
  "content-length",
  "transfer-encoding",
  "date",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
];

/** Ids, numbers, secrets and instants, which are new at each call. */
const NEW =
  /\b\d{6,}\b|\bsecret=\w+|\bS[PT]\d{11}\b|\b[a-z]{1,12}_[\w/+=-]{6,}|\b[\da-f]{8}-[\da-f-]{27}\b|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?/g;
/** Fields that are new whatever their form. */
const NEW_FIELD = /(^|_)(id|secret|hint|token|code|codes|challenge|path|content)$/;

function normal(value: unknown): unknown {
  if (typeof value === "string") return value.replace(NEW, "…");
  if (Array.isArray(value)) return value.map(normal);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value);
  const isError = "code_reason" in value;
  return Object.fromEntries(
    fields.map(([name, each]) => [name, each && !isError && NEW_FIELD.test(name) ? "…" : normal(each)]),
  );
}

/** An answer without what may differ between two. */
export function comparable({ status, headers, body }: Got): unknown {
  // Next leaves out the length, without which a short answer is compressed, too.
  const isShort = body.length < 2048;
  const mayDiffer = [...MAY_DIFFER, ...(isShort ? ["content-encoding"] : [])];
  const kept = Object.entries(headers).filter(([name]) => !mayDiffer.includes(name));
  const type = String(headers["content-type"]);
  // Of files, which have ids in them, the beginning tells that they are whole and of their type.
  const content =
    type.includes("json") && body.length ? JSON.parse(body.toString()) : body.subarray(0, 8).toString("latin1");
  return normal({ status, headers: Object.fromEntries(kept), content });
}
