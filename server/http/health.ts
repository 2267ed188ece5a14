import { hongKongIso } from "@/lib/calendar";
import type { DataOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/health";
import { ApiError } from "@/lib/errors";
import { database } from "@/server/db/database";
import { pendingMigrations } from "@/server/db/migrate";
import { log } from "@/server/log";
import { untrustedPeers } from "@/server/untrusted-proxies";

/** The process is alive (contract §16.6). */
export async function readHealth(): Promise<DataOf<typeof contracts.readHealth>> {
  return { status: "ok" };
}

/**
 * The database answers and has every migration (contract §16.6); also tells of a proxy that is not trusted (contract
 * §8.12). @throws ApiError SERVICE_UNAVAILABLE
 */
export async function readReadiness(): Promise<DataOf<typeof contracts.readReadiness>> {
  const { engine, pending } = await state();
  const peers = untrustedPeers();
  const latest = peers.at(-1);
  const facts = {
    database: engine,
    pending_migrations: pending,
    ...(latest
      ? { proxy: "untrusted" as const, proxy_peers: peers.length, proxy_seen_at: hongKongIso(new Date(latest.last)) }
      : {}),
  };
  if (pending.length) throw new ApiError("SERVICE_UNAVAILABLE", { extra: { status: "migrating", ...facts } });
  return { status: "ready", ...facts };
}

async function state() {
  try {
    const opened = await database();
    return { engine: opened.engine, pending: await pendingMigrations(opened) };
  } catch (error) {
    log().error({ err: error }, "not ready");
    throw new ApiError("SERVICE_UNAVAILABLE", { headers: { "retry-after": "5" } });
  }
}
