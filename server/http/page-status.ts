/**
 * Owns the status of pages that are not simply there. Next offers pages no status but `notFound()`'s, whose page it
 * leaves to the browser to draw: whoever reads without scripts gets an empty one.
 */
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

const EXCHANGE_HEADER = "x-sampan-exchange";

// On globalThis: pages and the start of the server are separate bundles of one process.
const OPEN = Symbol.for("sampan.open-pages");
const globals = globalThis as typeof globalThis & { [OPEN]?: Map<string, ServerResponse> };

function open(): Map<string, ServerResponse> {
  globals[OPEN] ??= new Map();
  return globals[OPEN];
}

/** Keeps the answers of pages below `prefix` within reach while they are made; a client's own header is overwritten. */
export function watchPages(prefix: string): void {
  let serial = 0;
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (!request.url?.startsWith(prefix)) return;
    const id = String(++serial);
    request.headers[EXCHANGE_HEADER] = id;
    open().set(id, response);
    response.once("close", () => open().delete(id));
  });
}

/** Gives the page that is being made for a request its status and headers. */
export function answerWith(request: Headers, status: number, headers: Readonly<Record<string, string>> = {}): void {
  const response = open().get(request.get(EXCHANGE_HEADER) ?? "");
  if (!response || response.headersSent) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
