/**
 * Owns the status of pages other than 200. Next lets pages set only the status of `notFound()`, and renders that page
 * in the browser: without scripts it is empty.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

const EXCHANGE_HEADER = "x-sampan-exchange";
const PAGES = "/track";

// On globalThis: pages and the server are separate bundles of one process.
const OPEN = Symbol.for("sampan.open-pages");
const globals = globalThis as typeof globalThis & { [OPEN]?: Map<string, ServerResponse> };
let serial = 0;

function open(): Map<string, ServerResponse> {
  globals[OPEN] ??= new Map();
  return globals[OPEN];
}

/** Makes the answer of such a page reachable while the page is rendered; a client's own header is overwritten. */
export function keepAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (!request.url?.startsWith(PAGES)) return;
  const id = String(++serial);
  request.headers[EXCHANGE_HEADER] = id;
  open().set(id, response);
  response.once("close", () => open().delete(id));
}

/** Sets status and headers of the page that is being rendered for a request. */
export function answerWith(request: Headers, status: number, headers: Readonly<Record<string, string>> = {}): void {
  const response = open().get(request.get(EXCHANGE_HEADER) ?? "");
  if (!response || response.headersSent) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
