// @module-tag engine
/** Sending again what failed or was held. No worker runs, so due deliveries wait. */
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { created, type Merchant, merchant, testDb } from "../factories";
import { planOf, type State, setState } from "./delivery-states";
import { deliveriesOf, endpoint } from "./work";

let shop: Merchant;
let id: string;
beforeEach(async () => {
  shop = await merchant();
  ({ id } = await endpoint(shop.testing, "https://shop.example/"));
});

/** Creates an order and returns the id of its delivery. */
async function delivered(): Promise<string> {
  const { order_id } = await created(shop.testing);
  return (await deliveriesOf(shop.testing, id, `?order_id=${order_id}`))[0].id;
}

describe("POST /webhooks/{id}/replay-missed", () => {
  const replayMissed = async (body?: object) => {
    const answer = await shop.testing.post(`/webhooks/${id}/replay-missed`, body);
    expect([answer.status, answer.entries]).toEqual([200, []]);
    return answer.body.data;
  };

  /** Deliveries by name: two held and two failed, one and three hours old, and some that do not count as missed. */
  async function mixed(): Promise<Record<string, string>> {
    const states: Record<string, State> = {
      oldHeld: { status: "held", created: "3 hours" },
      newHeld: { status: "held", created: "1 hour" },
      oldFailed: { status: "failed", trigger: "retry", tries: 6, created: "3 hours" },
      newFailed: { status: "failed", trigger: "replay", tries: 1_000_001, created: "1 hour" },
      succeeded: { status: "succeeded" },
      waiting: { status: "pending", trigger: "retry", tries: 2, at: "10 minutes" },
      inFlight: { status: "in_flight" },
    };
    const ids: Record<string, string> = {};
    for (const [name, state] of Object.entries(states)) {
      const delivery = await delivered();
      ids[name] = delivery;
      await setState(delivery, state);
    }
    return ids;
  }

  async function replayedOf(ids: Record<string, string>): Promise<string[]> {
    const plans = await Promise.all(
      Object.entries(ids).map(async ([name, each]) => [name, await planOf(each)] as const),
    );
    return plans.flatMap(([name, plan]) => (plan?.trigger === "replay" && plan.status === "pending" ? [name] : []));
  }

  const succeededAgo = async (interval: string) =>
    sql`update webhook_endpoints set last_success_at = now() - ${interval}::interval where id = ${id}`.execute(
      await testDb(),
    );

  it("by default sends all that is held and what failed since the last success, with all retries", async () => {
    const ids = await mixed();
    await succeededAgo("2 hours");
    const { replayed, since } = await replayMissed();
    expect(replayed).toBe(3);
    expect(Math.abs(Date.parse(since) - Date.now() + 2 * 3_600_000)).toBeLessThan(60_000);
    expect(await replayedOf(ids)).toEqual(["oldHeld", "newHeld", "newFailed"]);
    for (const name of ["oldHeld", "newHeld", "newFailed"])
      expect(await planOf(ids[name] ?? "")).toMatchObject({ tries: 0, is_due: true, resumes_in_minutes: null });
    expect(await planOf(ids.waiting ?? "")).toMatchObject({ trigger: "retry", tries: 2, is_due: false });
    expect(await replayMissed()).toEqual({ replayed: 0, since });
  });

  it("after it was disabled, sends what failed before, though a test and later events have succeeded since", async () => {
    const ids = await mixed();
    await succeededAgo("2 hours");
    const health = async () => (await shop.testing.get(`/webhooks/${id}`)).body.data.health;
    expect((await health()).missed).toBe(0);
    await shop.testing.post(`/webhooks/${id}/disable`);
    await succeededAgo("1 minute");
    await shop.testing.post(`/webhooks/${id}/enable`);
    // Being disabled a second time does not hide what was left from the first time.
    await shop.testing.post(`/webhooks/${id}/disable`);
    await shop.testing.post(`/webhooks/${id}/enable`);
    expect(await health()).toMatchObject({ held: 3, missed: 1 });

    const { replayed, since } = await replayMissed();
    expect(replayed).toBe(4);
    expect(Math.abs(Date.parse(since) - Date.now() + 2 * 3_600_000)).toBeLessThan(60_000);
    expect(await replayedOf(ids)).toEqual(["oldHeld", "newHeld", "newFailed", "waiting"]);
    expect(await health()).toMatchObject({ held: 0, missed: 0 });
    const later = await replayMissed();
    expect(later.replayed).toBe(0);
    expect(Math.abs(Date.parse(later.since) - Date.now() + 60_000)).toBeLessThan(60_000);
  });

  it("counts as missed until all of it was sent again with retries", async () => {
    await mixed();
    await succeededAgo("5 hours");
    await shop.testing.post(`/webhooks/${id}/disable`);
    const missed = async () => (await shop.testing.get(`/webhooks/${id}`)).body.data.health.missed;
    const first = await delivered();
    // Its event came before the last success, its first attempt after it.
    await sql`update webhook_deliveries set status = 'failed', created_at = now() - interval '1 day', first_attempt_at = now()
      where id = ${first}`.execute(await testDb());
    expect(await missed()).toBe(3);
    await shop.testing.post(`/webhooks/${id}/enable`);
    await replayMissed({ since: new Date(Date.now() - 7_200_000).toISOString() });
    expect(await missed()).toBe(2);
    expect((await replayMissed()).replayed).toBe(3);
    expect(await missed()).toBe(0);
  });

  it("of an endpoint that never succeeded sends all that is held or failed", async () => {
    const ids = await mixed();
    expect(await replayMissed({})).toEqual({ replayed: 4, since: null });
    expect(await replayedOf(ids)).toEqual(["oldHeld", "newHeld", "oldFailed", "newFailed"]);
  });

  it("with since sends what is held or failed of events from then on", async () => {
    const ids = await mixed();
    await succeededAgo("1 minute");
    const since = new Date(Date.now() - 2 * 3_600_000).toISOString();
    expect(await replayMissed({ since: since.replace("Z", "+00:00") })).toEqual({ replayed: 2, since });
    expect(await replayedOf(ids)).toEqual(["newHeld", "newFailed"]);
  });

  it("while disabled gives each a single attempt, which is not held", async () => {
    const ids = await mixed();
    await succeededAgo("5 hours");
    await shop.testing.post(`/webhooks/${id}/disable`);
    await replayMissed({ since: "2020-01-01T00:00:00Z" });
    expect(await replayedOf(ids)).toEqual(["oldHeld", "newHeld", "oldFailed", "newFailed", "waiting"]);
    expect(Number((await planOf(ids.oldHeld ?? ""))?.tries)).toBeGreaterThan(1000);
    expect((await shop.testing.post(`/webhooks/${id}/disable`)).body.data.health).toMatchObject({
      waiting: 5,
      held: 0,
    });
    // They may fail again, so they are still missed.
    for (const delivery of Object.values(ids)) await setState(delivery, { status: "failed", trigger: "replay" });
    expect((await shop.testing.post(`/webhooks/${id}/enable`)).body.data.health.missed).toBe(7);
    expect((await replayMissed()).replayed).toBe(7);
  });

  it("five times at once sends each once", async () => {
    await mixed();
    const answers = await Promise.all(Array.from({ length: 5 }, () => replayMissed()));
    expect(answers.reduce((sum, { replayed }) => sum + replayed, 0)).toBe(4);
  });

  it("sends thousands, only of this endpoint", async () => {
    const other = await endpoint(shop.testing, "https://other.example/");
    await sql`
      insert into webhook_deliveries (id, account_id, environment, endpoint_id, event_id, event, status, trigger)
      select 'dl_' || lpad(n::text, 26, '0') || '_' || e, ${shop.accountId}, 'testing', e, 'evt_' || n, 'order.created',
        case n % 2 when 0 then 'held' else 'failed' end, 'event'
      from generate_series(1, 9001) n, unnest(array[${id}, ${other.id}]) e`.execute(await testDb());
    expect(await replayMissed()).toEqual({ replayed: 9001, since: null });
    expect((await shop.testing.get(`/webhooks/${id}`)).body.data.health).toMatchObject({ waiting: 1000, held: 0 });
    const theirs = await shop.testing.get(`/webhooks/${other.id}`);
    expect(theirs.body.data.health).toMatchObject({ waiting: 0, held: 1000 });
  });

  it.each(["yesterday", "2026-11-20", "2026-13-01T00:00:00Z", "2026-11-20T00:00:00", "2099-01-01T00:00:00Z"])(
    "refuses since %s",
    async (since) => {
      const answer = await shop.testing.post(`/webhooks/${id}/replay-missed`, { since });
      expect([answer.status, answer.entries.map(({ pointer }) => pointer)]).toEqual([400, ["/since"]]);
    },
  );
});
