import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { ENVIRONMENTS } from "@/lib/environment";
import { NONCE_HEADER, PATH_HEADER, SESSION_COOKIES } from "@/lib/page-request";
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

// What addresses of pages begin with. `[environment]` would take any other word, and a page that ends in `notFound()`
// below its layout is drawn by the browser alone.
const FIRST_SEGMENTS = new Set<string>([
  "",
  ...ENVIRONMENTS,
  "support",
  "warehouse",
  "sign-in",
  "second-factor",
  "set-password",
  "forgot-password",
  "invitation",
  "no-access",
  "reference",
  "track",
  "favicon.ico",
  "_next",
]);

function isNowhere({ nextUrl }: NextRequest): boolean {
  const [, first = "", second = ""] = nextUrl.pathname.split("/");
  if (first === "warehouse" && !["", "security", ...ENVIRONMENTS].includes(second)) return true;
  // The development server's own addresses.
  return !FIRST_SEGMENTS.has(first) && !first.startsWith("__nextjs");
}

/** Where a page that only signed-in people see sends whoever has no session cookie at all; null: let the page decide. */
function signInAddress(request: NextRequest): URL | null {
  const { pathname, search } = request.nextUrl;
  if (!/^\/(testing|production|support|warehouse)(\/|$)/.test(pathname)) return null;
  if (Object.values(SESSION_COOKIES).some((name) => request.cookies.has(name))) return null;
  return new URL(`/sign-in?next=${encodeURIComponent(pathname + search)}`, request.url);
}

/**
 * Gives every page its nonce and headers, and saves making a page for nobody. It never decides who may see what: pages
 * and operations do that themselves.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce for its own scripts from the policy of the request.
  headers.set("content-security-policy", policy);
  headers.set(NONCE_HEADER, nonce);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  const signIn = signInAddress(request);
  const response = signIn
    ? NextResponse.redirect(signIn)
    : isNowhere(request)
      ? NextResponse.rewrite(new URL("/_not-found", request.url), { request: { headers } })
      : NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value);
  return response;
}

// The API stays out: a proxy buffers bodies. `/testing/orders` is a page, `/testing/v1/…` is not.
export const config = {
  matcher: [
    "/((?!v1(?:/|$)|testing/v1(?:/|$)|api(?:/|$)|_next/static(?:/|$)|_next/image(?:/|$)|reference/assets/|healthz/?$|readyz/?$|icon\\.svg$).*)",
  ],
};
