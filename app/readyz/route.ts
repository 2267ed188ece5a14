import { database } from "@/server/db/database";
import { pendingMigrations } from "@/server/db/migrate";
import { log } from "@/server/log";
import { hasUntrustedProxy } from "@/server/plain-address";

/**
 * The database answers and has every migration (contract §16.6); also reports a proxy that is not trusted (contract
 * §8.12).
 */
export async function GET(): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  try {
    const opened = await database();
    const pending = await pendingMigrations(opened);
    const status = pending.length ? "migrating" : "ready";
    return Response.json(
      {
        ...{ status, database: opened.engine, pending_migrations: pending },
        ...(hasUntrustedProxy() ? { proxy: "untrusted" } : {}),
      },
      { status: pending.length ? 503 : 200, headers },
    );
  } catch (error) {
    log().error({ err: error }, "not ready");
    return Response.json({ status: "unavailable" }, { status: 503, headers: { ...headers, "retry-after": "5" } });
  }
}
