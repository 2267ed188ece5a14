/**
 * Owns the http server: its time-outs, the headers of every answer, the caller's address, and methods and targets that
 * would make Next fail. Knows no page and no operation.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from "node:http";
import { METHOD_HEADER, TARGET_HEADER } from "@/lib/page-request";
import type { Env } from "@/server/env";
import { addressList, isAmong, plainAddress } from "@/server/plain-address";
import { noteAddress } from "./address";
import { type Door, doorOf } from "./drain";
import { keepAnswer } from "./page-status";
import { isApi, routeOf, targetOf } from "./target";
import { limitUnfinished } from "./unfinished";

/** Node checks every second for requests that take longer (contract §1.4). */
const TIMES = { headersTimeout: 10_000, requestTimeout: 120_000, connectionsCheckingInterval: 1000 };

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** For HTML without its own policy: pages of libraries and the framework's error pages. */
const PLAIN_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

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

/** A server, not listening yet, and its door; `serve` gets requests in a form that Next can handle. */
export function httpServer(
  { trustedProxy, appUrl, webConcurrency }: Pick<Env, "trustedProxy" | "appUrl" | "webConcurrency">,
  serve: RequestListener,
  times: Readonly<typeof TIMES> = TIMES,
): { server: Server; door: Door } {
  const trusted = addressList(trustedProxy);
  const isHttps = appUrl.startsWith("https:");
  const server = createServer({
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
    if (!isTaken(request, response)) return;
    noteAddress(request, trusted);
    keepAnswer(request, response);
    serve(request, response);
  });
  return { server, door };
}

/** Changes method and target so that Next can handle them, or answers the request. */
function isTaken(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = "", url = "" } = request;
  if (url === "*" && method === "OPTIONS") {
    response.writeHead(204, { allow: METHODS.join(", "), "x-request-id": newRequestId() }).end();
    return false;
  }
  const target = targetOf(url);
  if (!target) return answered(response, 400, "The request's target is no address.");
  if (target.host) request.headers.host = target.host;
  // Both headers are always ours, so that nobody else can set them.
  delete request.headers[METHOD_HEADER];
  if (!METHODS.includes(method)) {
    if (!isApi(target.url)) return answered(response, 501, "This server does not know that method.");
    // Next fails on it; the operation answers with the methods that it supports (contract §1.2).
    request.headers[METHOD_HEADER] = method;
    request.method = "OPTIONS";
  }
  request.headers[TARGET_HEADER] = target.url;
  request.url = routeOf(target.url);
  return true;
}

function answered(response: ServerResponse, status: number, words: string): false {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "x-request-id": newRequestId() });
  response.end(`${words}\n`);
  return false;
}

/** The id that an answer carries and its log line names. */
function newRequestId(): string {
  return `req_${randomUUID().replaceAll("-", "")}`;
}
