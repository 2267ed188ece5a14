/** The target of a request, in a form that Next can serve. */
import type { IncomingMessage } from "node:http";
import { METHOD_HEADER, TARGET_HEADER } from "@/lib/pages/page-request";
import { operationsAt } from "./match";

export const NEXT_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** A request's target as its client sent it, resolved to one of our own addresses. */
export type Target = { url: string; host?: string };

const API = /^\/(testing\/)?v1(\/|$)/;
/** Looks like an API address but is none: another version, other letters, another word before it, a path below `/api`. */
const LIKE_API = /^\/(((api|rest|testing|production)\/)*v\d+(\.\d+)*|api(?!\/auth(\/|$)))(\/|$)/i;

/**
 * Reads the target of a request. An absolute URL brings its own host, which replaces the Host header (RFC 9112 §3.2.2).
 * Null: it is not an address (contract §1.2).
 */
export function targetOf(written: string): Target | null {
  if (written.startsWith("/")) return { url: repairPath(written) };
  const [, host, path = ""] = /^https?:\/\/([^/?#@\s]+)([/?].*)?$/i.exec(written) ?? [];
  if (!host || !URL.canParse(`http://${host}`)) return null;
  return { url: repairPath(path.startsWith("/") ? path : `/${path}`), host };
}

/** Next answers some malformed paths itself, as plain text; changed like this, our own 404 answers them. */
function repairPath(url: string): string {
  if (!/[\\%]|\/\//.test(url)) return url;
  const [path = "/", ...query] = url.split("?");
  let fixed = path.replaceAll("\\", "%5C").replace(/\/{2,}/g, "/");
  try {
    decodeURIComponent(fixed);
  } catch {
    fixed = fixed.replaceAll("%", "%25");
  }
  return fixed === path ? url : [fixed, ...query].join("?");
}

/** Whether the API answers at this address, even if only with a 404 (contract §1.3). */
export function isApi(url: string): boolean {
  const path = pathOf(url);
  return API.test(path) || LIKE_API.test(path) || operationsAt(path) !== null;
}

/**
 * Leads a request of the API to Next, whose one route for it is below `/v1` and reads address and method as they were
 * sent; Next has no handlers for other methods.
 */
export function leadToNext(request: IncomingMessage, target: string): void {
  const { method = "" } = request;
  // Both headers always, so that a client cannot set them.
  Object.assign(request.headers, { [TARGET_HEADER]: target, [METHOD_HEADER]: method });
  if (!NEXT_METHODS.includes(method)) request.method = "OPTIONS";
  request.url = /^\/v1(\/|$)/.test(pathOf(target)) ? target : `/v1${target}`;
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "/";
}
