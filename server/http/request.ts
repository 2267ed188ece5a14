import type { IncomingMessage } from "node:http";
import { METHOD_HEADER, TARGET_HEADER } from "@/lib/pages/page-request";

/** What the API reads of a request. */
export type ApiRequest = {
  method: string;
  /** Path and query, as they were sent. */
  target: string;
  headers: Pick<Headers, "get" | "has">;
  /** The bytes of its body. A reader that stops leaves the rest, so that the client still sees the answer. */
  body: AsyncIterable<Uint8Array> | null;
};

/** A request of Node's http server. */
export function requestOf(request: IncomingMessage, target: string): ApiRequest {
  const get = (name: string) => {
    const value = request.headers[name];
    return value === undefined ? null : String(value);
  };
  return {
    method: request.method ?? "",
    target,
    headers: { get, has: (name) => name in request.headers },
    body: request.iterator({ destroyOnReturn: false }),
  };
}

/** A request of Next, which rewrites addresses and knows few methods: both are in headers (`server/http/target.ts`). */
export function requestOfNext(request: Request): ApiRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.headers.get(METHOD_HEADER) ?? request.method,
    target: request.headers.get(TARGET_HEADER) ?? pathname + search,
    headers: request.headers,
    body: request.body?.values({ preventCancel: true }) ?? null,
  };
}
