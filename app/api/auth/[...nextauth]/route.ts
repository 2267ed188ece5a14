import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions, type Browser, deviceCookie, deviceOf, sessionIdOf } from "@/server/accounts";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

// Options are made for each request: they need environment variables, which a build does not have.
async function handler(request: NextRequest, context: RouteContext): Promise<Response> {
  const browser: Browser = { device: deviceOf(request), sessionId: await sessionIdOf(request) };
  const answer = (await NextAuth(request as never, context as never, authOptions(browser))) as Response;
  if (browser.signedInWith) answer.headers.append("set-cookie", deviceCookie(browser.signedInWith));
  if (!browser.putOff) return answer;
  const headers = new Headers(answer.headers);
  headers.set("retry-after", browser.putOff.headers["retry-after"] ?? "5");
  return new Response(answer.body, { status: browser.putOff.status, headers });
}

export { handler as GET, handler as POST };
