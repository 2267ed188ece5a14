// The database fails while webhooks are delivered: it ends connections, cancels statements, refuses rows.
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openDatabase } from "@/server/db/database";
import { env } from "@/server/env";
import { showLife } from "@/server/webhooks/liveness";
import { ADMIN_URL, duplicates, hook, openStage, started, until, wrong } from "./webhook-stage";

/** A lease lasts 45 s, so what was sent within this time did not wait for one to expire. */
const SOON_MS = 20_000;

/**
 * A connection to the database that can lose answers, so that a statement is executed but no process knows, or can go
 * silent.
 */
async function lossyNetwork(database: URL) {
  const sockets = new Set<Socket>();
  let isLosing = false;
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(database.port), database.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => isSilent || (isLosing && from === far) || to.write(chunk));
      // Errors are intended here; when one end closes, so does the other.
      from
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(from);
          to.destroy();
        });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    async lose() {
      isLosing = true;
      await wait(50);
      for (const socket of sockets) socket.destroy();
      isLosing = false;
    },
    /** Nothing gets through any more, and no error says so. */
    fallSilent: () => {
      isSilent = true;
    },
    speak: () => {
      isSilent = false;
    },
    close: () => server.close(),
  };
}

describe.runIf(ADMIN_URL)("workers whose database fails them", () => {
  it.each([
    ["connections are ended", "pg_terminate_backend"],
    ["statements are cancelled", "pg_cancel_backend"],
  ])("lose nothing and write no attempt twice while %s", async (_what, fault) => {
    const to = await hook(() => randomInt(51));
    const stage = await openStage(ADMIN_URL ?? "", [to]);
    try {
      const endpoints = await Promise.all(Array.from({ length: 8 }, (_, n) => stage.endpoint(`${to.url}/${n}`)));
      const named = (address: URL) => address.searchParams.set("application_name", "worker");
      const pair = [stage.worker(named), stage.worker(named)];
      await started(...pair);
      const committed: string[] = [];
      let hits = 0;
      for (let round = 0; round < 80; round++) {
        committed.push(...(await stage.commit(endpoints, 40)));
        // In turn any connection, including those of heartbeats, and active ones.
        const { rows } = await sql<{ hit: boolean }>`
          select ${sql.raw(fault)}(pid) as hit from (
            select pid from pg_stat_activity where datname = current_database() and application_name = 'worker'
            order by (state = 'active' and ${round % 2 === 0}) desc, random() limit 2) a`.execute(stage.db);
        hits += rows.filter(({ hit }) => hit).length;
        await wait(randomInt(150));
      }
      const since = performance.now();
      await stage.drained(SOON_MS);
      const tookMs = Math.round(performance.now() - since);
      const entries = await stage.ledger();
      const abandoned = entries.reduce((sum, entry) => sum + entry.abandoned, 0);
      console.log(
        `${fault}: ${hits} hits, ${committed.length} events, ${duplicates(to)} duplicates, ${abandoned} abandoned, ` +
          `drained ${tookMs} ms after the last`,
      );
      expect(hits).toBeGreaterThan(20);
      expect(entries).toHaveLength(committed.length);
      expect(wrong(entries)).toEqual([]);
      expect([...to.arrivals.keys()].sort()).toEqual(committed.sort());
      // Each request that was made is recorded, once.
      expect(entries.filter(({ event_id, attempts }) => (to.arrivals.get(event_id) ?? 0) > attempts)).toEqual([]);
      expect(pair.map(({ child }) => child.exitCode)).toEqual([null, null]);
    } finally {
      await stage.close();
    }
  });

  it("send soon what they claimed without hearing so, when the network loses answers", async () => {
    const to = await hook(() => randomInt(51));
    const stage = await openStage(ADMIN_URL ?? "", [to]);
    const network = await lossyNetwork(new URL(ADMIN_URL ?? ""));
    try {
      const endpoints = await Promise.all(Array.from({ length: 8 }, (_, n) => stage.endpoint(`${to.url}/${n}`)));
      // Only one: its claims look alive, as it comes back under its number.
      const worker = stage.worker((address) => {
        address.host = network.host;
      });
      await worker.started;
      const committed: string[] = [];
      for (let round = 0; round < 20; round++) {
        const before = to.arrivals.size;
        committed.push(...(await stage.commit(endpoints, 80)));
        await until(() => to.arrivals.size > before + randomInt(40), 30_000);
        await network.lose();
      }
      const since = performance.now();
      await stage.drained(SOON_MS);
      const tookMs = Math.round(performance.now() - since);
      const entries = await stage.ledger();
      const abandoned = entries.reduce((sum, entry) => sum + entry.abandoned, 0);
      console.log(
        `${committed.length} events, ${duplicates(to)} duplicates, ${abandoned} abandoned, drained after ${tookMs} ms`,
      );
      expect(entries).toHaveLength(committed.length);
      expect(wrong(entries)).toEqual([]);
      expect([...to.arrivals.keys()].sort()).toEqual(committed.sort());
      expect(entries.filter(({ event_id, attempts }) => (to.arrivals.get(event_id) ?? 0) > attempts)).toEqual([]);
      expect(abandoned).toBeGreaterThan(0);
    } finally {
      await stage.close();
      network.close();
    }
  });

  it("know within seconds that the way to it is cut without a word, and come back", async () => {
    const network = await lossyNetwork(new URL(ADMIN_URL ?? ""));
    const way = new URL(ADMIN_URL ?? "");
    way.host = network.host;
    const database = await openDatabase({ ...env(), databaseUrl: way.href });
    const life = showLife(database);
    try {
      await until(() => life.isUp(), 5000);
      network.fallSilent();
      await until(() => !life.isUp(), 12_000);
      network.speak();
      await until(() => life.isUp(), 12_000);
    } finally {
      await life.stop();
      await database.close();
      network.close();
    }
  });

  it("write what it takes when it refuses one, and that one as soon as it takes it", async () => {
    const to = await hook(() => randomInt(51));
    const stage = await openStage(ADMIN_URL ?? "", [to]);
    try {
      const refused = await stage.endpoint(`${to.url}/refused`);
      const endpoints = await Promise.all(Array.from({ length: 4 }, (_, n) => stage.endpoint(`${to.url}/${n}`)));
      await started(stage.worker(), stage.worker());
      await sql`alter table webhook_attempts add constraint refuses check (url not like '%/refused')`.execute(stage.db);
      const [first] = await stage.commit([refused], 1);
      await until(() => to.arrivals.has(first ?? ""), 30_000);
      const committed: string[] = [];
      for (let round = 0; round < 10; round++) {
        committed.push(...(await stage.commit(endpoints, 100)));
        await stage.commit([refused], 1);
        await wait(200);
      }
      const left = async () => {
        const entries = await stage.ledger();
        return entries.filter(({ status, event_id }) => committed.includes(event_id) && status !== "succeeded").length;
      };
      const since = performance.now();
      await until(async () => (await left()) === 0, SOON_MS);
      console.log(`the others are written ${Math.round(performance.now() - since)} ms after the last event`);
      await sql`alter table webhook_attempts drop constraint refuses`.execute(stage.db);
      await stage.drained(SOON_MS);
      const entries = await stage.ledger();
      expect(entries).toHaveLength(committed.length + 11);
      expect(wrong(entries)).toEqual([]);
      expect(entries.filter(({ attempts }) => attempts !== 1)).toEqual([]);
      expect(to.arrivals.size).toBe(entries.length);
      expect(duplicates(to)).toBe(0);
    } finally {
      await stage.close();
    }
  });
});
