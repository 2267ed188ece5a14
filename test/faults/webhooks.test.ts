import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it, type TestContext } from "vitest";
import { freePort } from "./server";
import { ADMIN_URL, duplicates, type Hook, hook, openStage, type Stage, started, until, wrong } from "./webhook-stage";

/** More take longer and find no more: each kill hits a random moment. */
const KILLS = Number(process.env.WEBHOOK_KILLS ?? 100);
const EVENTS = 10_000;
const TAKE_OVER_MS = 5000;
const LEASE_MS = 45_000;
const EXIT_MS = 25_000;
/**
 * Generous, because test machines are busy, and workers look for others' events once a second. `npm run bench` measures
 * it.
 */
const HEALTHY_MS = 2000;

const upTo50 = () => randomInt(51);

async function stageOf({ onTestFinished }: TestContext, hooks: Hook[], refused: string[] = []): Promise<Stage> {
  const stage = await openStage(ADMIN_URL ?? "", hooks, refused);
  onTestFinished(() => stage.close());
  return stage;
}

describe.runIf(ADMIN_URL)("two workers, of which one is killed again and again", () => {
  it(`lose nothing in ${KILLS} kills, send twice only what was cut off, and take over in time`, async (context) => {
    const to = await hook(upTo50);
    const stage = await stageOf(context, [to]);
    const endpoints = await Promise.all(Array.from({ length: 12 }, (_, n) => stage.endpoint(`${to.url}/${n}`)));
    const pair = [stage.worker(), stage.worker()];
    const committed: string[] = [];
    const kills: number[] = [];
    const open: number[] = [];
    for (let round = 0; round < KILLS; round++) {
      await started(...pair);
      const share = Math.round(EVENTS / KILLS);
      const before = to.arrivals.size;
      committed.push(...(await stage.commit(endpoints, share)));
      await stage.rollBack(endpoints, 5);
      // Most in the middle of deliveries, some at any moment.
      if (round % 5 === 0) await wait(randomInt(1500));
      else {
        const some = before + 1 + randomInt(share >> 1);
        await until(() => to.arrivals.size >= some, 30_000);
      }
      const victim = randomInt(2);
      kills.push(Date.now());
      open.push(to.open());
      pair[victim]?.child.kill("SIGKILL");
      pair[victim] = stage.worker();
    }
    await stage.drained(30_000);

    const entries = await stage.ledger();
    expect(entries).toHaveLength(committed.length);
    expect(wrong(entries)).toEqual([]);
    expect([...to.arrivals.keys()].sort()).toEqual(committed.sort());
    expect(entries.filter(({ event_id, attempts }) => (to.arrivals.get(event_id) ?? 0) > attempts)).toEqual([]);

    const { rows } = await sql<{ started: number; taken: number }>`
      select 1000 * extract(epoch from started_at)::float8 as started, 1000 * extract(epoch from next_attempt_at)::float8 as taken
      from webhook_attempts where error_kind = 'abandoned'`.execute(stage.db);
    // What a worker requested just before its end is claimed just after it.
    const tookMs = rows.map(({ started, taken }) => taken - (kills.find((at) => at >= started - 500) ?? Number.NaN));
    tookMs.sort((a, b) => a - b);
    console.log(
      `${kills.length} kills, ${open.filter((count) => count > 0).length} of them with requests open, ${Math.max(...open)} at most; ` +
        `${committed.length} events: ${duplicates(to)} duplicates, ${rows.length} abandoned, ` +
        `taken over after (ms) ${tookMs[tookMs.length >> 1]?.toFixed()} median, ${tookMs.at(-1)?.toFixed()} at most`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(duplicates(to)).toBeLessThanOrEqual(rows.length);
    expect(tookMs.filter((ms) => !(ms < TAKE_OVER_MS))).toEqual([]);
  }, 1_800_000);
});

// Each on its own stage, side by side, because the first mostly waits.
describe.runIf(ADMIN_URL).concurrent("workers that share an endpoint", () => {
  it("change nothing by what they finish after their leases, and go on working", async (context) => {
    const to = await hook(() => 1500);
    const stage = await stageOf(context, [to]);
    const endpoints = await Promise.all(Array.from({ length: 4 }, (_, n) => stage.endpoint(`${to.url}/${n}`)));
    const stopped = stage.worker();
    await stopped.started;
    const committed = await stage.commit(endpoints, 12);
    await until(() => to.open() === endpoints.length, 30_000);
    const since = performance.now();
    stopped.child.kill("SIGSTOP");
    const held = to.open();
    const other = stage.worker();
    await other.started;
    await stage.drained(LEASE_MS + TAKE_OVER_MS + 30_000);
    // It holds its lock the whole time, so only the lease can show that it is gone.
    expect(performance.now() - since).toBeGreaterThan(LEASE_MS);
    const before = await stage.ledger();
    expect(wrong(before)).toEqual([]);
    expect(before.filter(({ abandoned }) => abandoned === 1)).toHaveLength(held);
    expect(duplicates(to)).toBe(held);

    stopped.child.kill("SIGCONT");
    await wait(3000);
    expect(await stage.ledger()).toEqual(before);
    other.child.kill("SIGTERM");
    expect(await other.exited).toEqual({ code: 0, signal: null });
    committed.push(...(await stage.commit(endpoints, 40)));
    await stage.drained(30_000);
    expect(wrong(await stage.ledger())).toEqual([]);
    expect([...to.arrivals.keys()].sort()).toEqual(committed.sort());
    expect(duplicates(to)).toBe(held);
    expect(stopped.child.exitCode).toBe(null);
  });

  it("have at most 8 requests to it in flight, all three together", async (context) => {
    const to = await hook(() => 20 + randomInt(30));
    const stage = await stageOf(context, [to]);
    const endpoint = await stage.endpoint(to.url);
    await started(stage.worker(), stage.worker(), stage.worker());
    const committed: string[] = [];
    for (let part = 0; part < 6; part++) committed.push(...(await stage.commit([endpoint], 100)));
    await stage.drained(60_000);
    expect([...to.arrivals.keys()].sort()).toEqual(committed.sort());
    expect(duplicates(to)).toBe(0);
    expect(wrong(await stage.ledger())).toEqual([]);
    expect(to.mostOpen()).toBe(8);
    const { rows } = await sql`select distinct worker from webhook_attempts`.execute(stage.db);
    expect(rows).toHaveLength(3);
  });

  it("send nothing twice when one gets SIGTERM under load, which ends in time; the other goes on", async (context) => {
    const to = await hook(upTo50);
    const slow = await hook(() => 12_000);
    const stage = await stageOf(context, [to, slow]);
    const endpoints = await Promise.all(Array.from({ length: 6 }, (_, n) => stage.endpoint(`${to.url}/${n}`)));
    const slowly = await stage.endpoint(slow.url);
    const committed: string[] = [];
    const load = new AbortController();
    const feed = (async () => {
      while (!load.signal.aborted) {
        committed.push(...(await stage.commit(endpoints, 60)));
        await wait(200);
      }
    })();
    const times: number[] = [];
    let [first, second] = [stage.worker(), stage.worker()];
    for (let round = 0; round < 5; round++) {
      await started(first, second);
      const before = to.arrivals.size;
      await until(() => to.arrivals.size > before + 60 + randomInt(60), 30_000);
      if (round === 4) {
        // One for each of them, because an endpoint starts with one request at a time.
        await stage.commit([slowly], 2);
        await until(() => slow.open() === 2, 30_000);
      }
      const since = performance.now();
      first.child.kill("SIGTERM");
      const then = to.arrivals.size;
      expect(await first.exited).toEqual({ code: 0, signal: null });
      times.push(Math.round(performance.now() - since));
      await until(() => to.arrivals.size > then + 60, 30_000);
      [first, second] = [second, stage.worker()];
    }
    load.abort();
    await feed;
    await stage.drained(30_000);
    console.log(`${committed.length} events, stopped after (ms) ${times.join(" ")}`);
    expect([...to.arrivals.keys()].sort()).toEqual(committed.sort());
    expect([duplicates(to), duplicates(slow)]).toEqual([0, 0]);
    expect((await stage.ledger()).filter(({ attempts, succeeded }) => attempts !== 1 || succeeded !== 1)).toEqual([]);
    expect(times.filter((ms) => ms > EXIT_MS)).toEqual([]);
    // The last waited for what was in flight.
    expect(times.at(-1)).toBeGreaterThan(5000);
  });

  it("wait out a receiver that never answers when they get SIGTERM, and end in time with its attempt written", async (context) => {
    const silent = await hook(() => 60_000);
    const stage = await stageOf(context, [silent]);
    const endpoint = await stage.endpoint(silent.url);
    const worker = stage.worker();
    await started(worker);
    const committed = await stage.commit([endpoint], 3);
    await until(() => silent.open() === 1, 30_000);
    const since = performance.now();
    worker.child.kill("SIGTERM");
    expect(await worker.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - since).toBeLessThan(EXIT_MS);
    expect(silent.arrivals.size).toBe(1);
    const { rows } = await sql`
      select d.status, a.error_kind, a.duration_ms > 14000 as is_waited_for,
        d.next_attempt_at > a.started_at + make_interval(secs => a.duration_ms / 1000) as is_later
      from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id order by a.number`.execute(
      stage.db,
    );
    const untouched = { status: "pending", error_kind: null, is_waited_for: null, is_later: null };
    expect(rows).toEqual([
      { status: "pending", error_kind: "timeout", is_waited_for: true, is_later: true },
      ...committed.slice(1).map(() => untouched),
    ]);
  });
});

describe.runIf(ADMIN_URL)("200 dead endpoints with 10,000 deliveries waiting", () => {
  it("delay no healthy one, on whichever origin", async (context) => {
    const answer: Parameters<typeof hook>[1] = ({ path }, respond) => {
      if (path === "/hang") return;
      respond.statusCode = path === "/error" ? 500 : 200;
      respond.end();
    };
    const to = await hook(upTo50, answer);
    const other = await hook(upTo50, answer);
    const refused = `localhost:${await freePort()}`;
    const stage = await stageOf(context, [to, other], [refused]);
    const healthy = await stage.endpoint(`https://${to.host}/ok`);
    const { scope } = await stage.endpoint(`https://${other.host}/hang`);
    const dead = Array.from({ length: 200 }, (_, n) => {
      const host = n % 2 === 0 ? to.host : other.host;
      return [`https://${host}/hang`, `https://${host}/error`, `https://${refused}/`][n % 3] ?? "";
    });
    const ids = await stage.endpoints(scope, dead, "order.failed_delivery");
    await sql`
      insert into events (id, account_id, environment, event, body)
      values ('evt_dead', ${scope.accountId}, 'testing', 'order.failed_delivery', '{}')`.execute(stage.db);
    await sql`
      insert into webhook_deliveries (id, account_id, environment, endpoint_id, event_id, event, status, trigger, next_attempt_at)
      select 'dl_dead' || n, ${scope.accountId}, 'testing', (${sql.val(ids)}::text[])[1 + n % 200], 'evt_dead',
        'order.failed_delivery', 'pending', 'event', now()
      from generate_series(1, 10000) n`.execute(stage.db);
    await started(stage.worker(), stage.worker());
    await until(() => to.open() + other.open() > 60, 20_000);

    const committedAt = new Map<string, number>();
    for (let n = 0; n < 300; n++) {
      const [id] = await stage.commit([healthy], 1);
      committedAt.set(id ?? "", Date.now());
      await wait(20);
    }
    await until(() => [...committedAt.keys()].every((id) => to.arrivals.has(id)), 60_000);
    const tookMs = to.received
      .filter(({ path }) => path === "/ok")
      .map(({ headers, at }) => at.getTime() - (committedAt.get(String(headers["x-event-id"])) ?? Number.NaN))
      .sort((a, b) => a - b);
    const p99 = tookMs[Math.floor(tookMs.length * 0.99)];
    console.log(`healthy beside 200 dead (ms): median ${tookMs[tookMs.length >> 1]}, p99 ${p99}`);
    expect(tookMs).toHaveLength(committedAt.size);
    expect(p99).toBeLessThan(HEALTHY_MS);
    const { rows } = await sql`
      select from webhook_deliveries where event_id = 'evt_dead' and status in ('pending', 'in_flight')`.execute(
      stage.db,
    );
    expect(rows.length).toBeGreaterThan(5000);
  });
});
