/**
 * Owns the status of pages other than 200. Next lets pages set only the status of `notFound()`, and renders that page
 * in the browser: without scripts it is empty.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { processWide } from "@/server/process-wide";

const EXCHANGE_HEADER = "x-sampan-exchange";
const PAGES = "/track";

const open = processWide("open-pages", () => ({ answers: new Map<string, ServerResponse>(), serial: 0 }));

/** Makes the answer of such a page reachable while the page is rendered; a client's own header is overwritten. */
export function watchAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (!request.url?.startsWith(PAGES)) return;
  const id = String(++open.serial);
  request.headers[EXCHANGE_HEADER] = id;
  open.answers.set(id, response);
  response.once("close", () => open.answers.delete(id));
}

/** Sets status and headers of the page that is being rendered for a request. */
export function answerWith(request: Headers, status: number, headers: Readonly<Record<string, string>> = {}): void {
  const response = open.answers.get(request.get(EXCHANGE_HEADER) ?? "");
  if (!response || response.headersSent) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
