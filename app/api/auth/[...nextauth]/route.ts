import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions, type Browser, deviceCookie, deviceOf, sessionIdOf } from "@/server/accounts";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

/** What next-auth answers; it fails on other calls, with an error of its own. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  GET: ["csrf", "providers", "session", "signin", "signout", "error"],
  // The last is what its client says of failed calls; we keep nothing of it.
  POST: ["callback/credentials", "callback/passkey", "signout", "_log"],
};

// Options are made for each request: they need environment variables, which a build does not have.
async function handler(request: NextRequest, context: RouteContext): Promise<Response> {
  const { nextauth } = await context.params;
  if (!CALLS[request.method]?.includes(nextauth.join("/")))
    return new Response(`${request.method} ${request.nextUrl.pathname} is no call of signing in or out.\n`, {
      status: 400,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  const browser: Browser = { device: deviceOf(request), sessionId: await sessionIdOf(request) };
  const answer = (await NextAuth(request as never, context as never, authOptions(browser))) as Response;
  if (browser.signedInWith) answer.headers.append("set-cookie", deviceCookie(browser.signedInWith));
  if (!browser.putOff) return answer;
  const headers = new Headers(answer.headers);
  headers.set("retry-after", browser.putOff.headers["retry-after"] ?? "5");
  return new Response(answer.body, { status: browser.putOff.status, headers });
}

export { handler as GET, handler as POST };
