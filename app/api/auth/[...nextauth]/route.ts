import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/server/accounts";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

// Options are made for each request: they need the environment, which a build has not.
function handler(request: NextRequest, context: RouteContext): Promise<Response> {
  return NextAuth(request as never, context as never, authOptions()) as Promise<Response>;
}

export { handler as GET, handler as POST };
