/**
 * Owns the http server: its time-outs, the headers of every answer, the caller's address, who answers, and methods and
 * targets that would make Next fail. Knows no page and no operation.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from "node:http";
import compression from "compression";
import type { Env } from "@/server/env";
import { addressList, isAmong, plainAddress } from "@/server/plain-address";
import { noteAddress } from "./address";
import { type Door, doorOf } from "./drain";
import { callsAction, isRouterState } from "./next-headers";
import { watchAnswer } from "./page-status";
import { isApi, NEXT_METHODS, type Target, targetOf } from "./target";
import { limitUnfinished } from "./unfinished";

/**
 * Node checks every second for requests that take longer (contract §1.4). An unused connection stays open for longer than
 * proxies keep one (60 s): they end it, and send nothing on one that is being closed.
 */
const TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1000,
};

/** For HTML without its own policy: pages of libraries and the framework's error pages. */
const PLAIN_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Text of this length and more travels compressed, to clients that accept it. */
const compress = compression({ threshold: 2048 }) as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/** Answers that always have the headers of contract §1.1. */
function answersWith(always: Readonly<Record<string, string>>): typeof ServerResponse {
  return class Answer<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
    override writeHead(status: number, ...rest: unknown[]): this {
      // Only now: code that sets these headers itself would otherwise send them twice.
      for (const name in always) if (!this.hasHeader(name)) this.setHeader(name, always[name] as string);
      if (String(this.getHeader("content-type")).startsWith("text/html") && !this.hasHeader("content-security-policy"))
        this.setHeader("content-security-policy", PLAIN_POLICY);
      return (super.writeHead as (...all: unknown[]) => this).call(this, status, ...rest);
    }
  };
}

/** Who answers: operations get the target as it was sent, and pages a request that Next can handle. */
export type Handlers = {
  api: (request: IncomingMessage, response: ServerResponse, target: string) => void;
  pages: RequestListener;
};

/** A server, not listening yet, and its door. */
export function httpServer(
  { trustedProxy, appUrl, webConcurrency }: Pick<Env, "trustedProxy" | "appUrl" | "webConcurrency">,
  { api, pages }: Handlers,
  times: Readonly<Partial<typeof TIMES>> = {},
): { server: Server; door: Door } {
  const trusted = addressList(trustedProxy);
  const isHttps = appUrl.startsWith("https:");
  const server = createServer({
    ...TIMES,
    ...times,
    ServerResponse: answersWith({
      "x-content-type-options": "nosniff",
      ...(isHttps ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
    }),
  });
  limitUnfinished(server, webConcurrency, ({ remoteAddress }) =>
    isAmong(plainAddress(remoteAddress ?? "") ?? "", trusted),
  );
  const door = doorOf(server, (request, response) => {
    const target = targetTaken(request, response);
    if (!target) return;
    if (target.host) request.headers.host = target.host;
    noteAddress(request, trusted);
    compress(request, response, () => {
      if (isApi(target.url)) return api(request, response, target.url);
      if (!isRouterState(request.headers["next-router-state-tree"]))
        return answerPlainly(response, 400, "The header Next-Router-State-Tree cannot be read.");
      if (callsAction(request)) return answerPlainly(response, 400, "No page has an action of the server to call.");
      request.url = target.url;
      watchAnswer(request, response);
      pages(request, response);
    });
  });
  return { server, door };
}

/** The target of a request; null: it has been answered, because it has none or no operation has its method. */
function targetTaken({ method = "", url = "" }: IncomingMessage, response: ServerResponse): Target | null {
  if (url === "*" && method === "OPTIONS") {
    response.writeHead(204, { allow: NEXT_METHODS.join(", "), "x-request-id": newRequestId() }).end();
    return null;
  }
  const target = targetOf(url);
  if (!target) return answerPlainly(response, 400, "The request's target is no address.");
  // Next fails on other methods; operations answer with those that they support (contract §1.2).
  if (NEXT_METHODS.includes(method) || isApi(target.url)) return target;
  return answerPlainly(response, 501, "This server does not know that method.");
}

function answerPlainly(response: ServerResponse, status: number, text: string): null {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "x-request-id": newRequestId() });
  response.end(`${text}\n`);
  return null;
}

/** The id that an answer carries and its log line names. */
function newRequestId(): string {
  return `req_${randomUUID().replaceAll("-", "")}`;
}
