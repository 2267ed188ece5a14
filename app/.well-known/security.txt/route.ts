import { env } from "@/server/env";

export const dynamic = "force-dynamic";

const MONTH_MS = 30 * 86_400_000;

/** Where a security problem is reported (RFC 9116): the operator's address, so no file can have it. */
export function GET(): Response {
  const { appUrl, securityContact } = env();
  // Of a month, so that it changes seldom.
  const expires = new Date((Math.floor(Date.now() / MONTH_MS) + 7) * MONTH_MS);
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en, zh-Hant",
    `Canonical: ${appUrl}/.well-known/security.txt`,
  ];
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=86400" };
  return new Response(`${lines.join("\n")}\n`, { headers });
}
