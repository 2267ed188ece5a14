/** Owns what a start says of connections that carry secrets beyond this network without TLS (contract §16.9). */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { hostOf, isPublicAddress } from "@/lib/public-address";
import { tlsOf } from "@/server/db/database";
import { type Env, env } from "@/server/env";
import { log } from "@/server/log";

/** One line for each of SMTP and PostgreSQL that is neither encrypted nor on this machine or its private networks. */
export async function plainConnections(settings: Pick<Env, "smtpUrl" | "databaseUrl"> = env()): Promise<string[]> {
  const plain = [smtp(settings.smtpUrl), postgresql(settings.databaseUrl)].filter((one) => one !== null);
  const lines = await Promise.all(plain.map(async ({ host, line }) => ((await isBeyond(host)) ? [line] : [])));
  return lines.flat();
}

/** Says it in the log. */
export async function warnOfPlainConnections(): Promise<void> {
  for (const line of await plainConnections()) log().warn(line);
}

type Plain = { host: string; line: string };

function smtp(url: string | undefined): Plain | null {
  if (!url) return null;
  const address = new URL(url);
  const { protocol, searchParams } = address;
  if (protocol === "smtps:" || searchParams.get("requireTLS") === "true" || searchParams.get("secure") === "true")
    return null;
  const line =
    "SMTP_URL: mails with links to sign in may leave this network in clear. Use smtps:// or add ?requireTLS=true.";
  return { host: hostOf(address).host, line };
}

function postgresql(url: string | undefined): Plain | null {
  if (!url) return null;
  const { host, isEncrypted } = tlsOf(url);
  if (isEncrypted || host.startsWith("/")) return null;
  const line = "DATABASE_URL: orders leave this network in clear. Add ?sslmode=verify-full.";
  return { host, line };
}

/** Whether a host is reached by an address that is neither this machine's nor private. Of one without an address nothing is said. */
async function isBeyond(host: string): Promise<boolean> {
  if (isIP(host)) return isPublicAddress(host);
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.some(({ address }) => isPublicAddress(address));
}
