import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { COOKIES, cookieName } from "@/lib/cookies";
import { ENVIRONMENTS } from "@/lib/environment";
import { NONCE_HEADER, PATH_HEADER } from "@/lib/pages/page-request";
import { env } from "@/server/env";

/** The content security policy of pages: scripts run by the nonce of their own request only. */
function contentSecurityPolicy(nonce: string): string {
  const { nodeEnv, appUrl } = env();
  const isDevelopment = nodeEnv === "development";
  const policy: Record<string, string> = {
    "default-src": "'self'",
    // React's development build explains errors by eval, hot reload speaks over a socket.
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": `'self'${isDevelopment ? " ws:" : ""}`,
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  };
  const directives = Object.entries(policy).map(([name, sources]) => `${name} ${sources}`);
  if (appUrl.startsWith("https:")) directives.push("upgrade-insecure-requests");
  return directives.join("; ");
}

/** Security headers of pages beside the policy and those of every answer (contract §1.1). */
const SECURITY_HEADERS = {
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "private, no-store",
};

/** What `server/page-addresses.mjs` reads in `app/` and `public/`; the build writes it in. */
declare const PAGE_ADDRESSES: Record<"pages" | "files", readonly string[]>;

/** `[environment]` is one of the two: Next would take any other word. */
function isAmong(addresses: readonly string[], path: string): boolean {
  const steps = path.split("/").filter(Boolean);
  return addresses.some((address) => {
    const parts = address.split("/").filter(Boolean);
    if (parts.at(-1)?.startsWith("[...") ? steps.length < parts.length : steps.length !== parts.length) return false;
    return parts.every((part, index) => {
      const step = steps[index] ?? "";
      return part === "[environment]" ? isEnvironment(step) : part.startsWith("[") || part === step;
    });
  });
}

const isEnvironment = (word: string) => (ENVIRONMENTS as readonly string[]).includes(word);

/**
 * Only the browser draws a page that ends in `notFound()` below its layout, so Next is not asked. In development it
 * is: pages come while the server runs.
 */
function isNowhere(path: string): boolean {
  return env().nodeEnv !== "development" && !isAmong(PAGE_ADDRESSES.pages, path);
}

/** Where a page that only signed-in people see sends a caller who has no session cookie; null: let the page decide. */
function signInAddress(request: NextRequest): URL | null {
  const { pathname, search } = request.nextUrl;
  if (!/^\/(testing|production|support|warehouse)(\/|$)/.test(pathname)) return null;
  if ([true, false].some((isHttps) => request.cookies.has(cookieName(COOKIES.session, isHttps)))) return null;
  return new URL(`/sign-in?next=${encodeURIComponent(pathname + search)}`, request.url);
}

/**
 * Gives every page its nonce and headers, and saves making pages that no person sees. It never decides who may see
 * what: pages and operations do that themselves.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  if (isAmong(PAGE_ADDRESSES.files, pathname)) return NextResponse.next();
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce for its own scripts from the policy of the request.
  headers.set("content-security-policy", policy);
  headers.set(NONCE_HEADER, nonce);
  headers.set(PATH_HEADER, pathname + search);
  const signIn = signInAddress(request);
  const response = signIn
    ? NextResponse.redirect(signIn)
    : isNowhere(pathname)
      ? NextResponse.rewrite(new URL("/_not-found", request.url), { request: { headers } })
      : NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value);
  return response;
}

// The API stays out: a proxy buffers bodies. The http server leads all of it below /v1 (`server/http/target.ts`).
export const config = { matcher: ["/((?!v1(?:/|$)|api(?:/|$)|_next/).*)"] };
