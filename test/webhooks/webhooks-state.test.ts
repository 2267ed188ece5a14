// @module-tag engine
/** Enabling and disabling, and what happens to deliveries meanwhile. No worker runs unless a test starts one. */
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withTransaction } from "@/server/db/transaction";
import { makeEvent, recordEvent } from "@/server/webhooks";
import { engine } from "../database";
import { created, type Merchant, merchant, testDb } from "../factories";
import { deliveriesOf, endpoint, until, type Work, work } from "./work";

let shop: Merchant;
let id: string;
let running: Work | undefined;
beforeEach(async () => {
  shop = await merchant();
  ({ id } = await endpoint(shop.testing, "https://shop.example/"));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

const act = async (action: "enable" | "disable", endpointId = id) => {
  const answer = await shop.testing.post(`/webhooks/${endpointId}/${action}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const read = async () => (await shop.testing.get(`/webhooks/${id}`)).body.data;
type Row = { id: string; status: string; next_attempt_at: string | null };
const statuses = async () => (await deliveriesOf(shop.testing, id)).map(({ status }: Row) => status);

describe("POST /webhooks/{id}/disable", () => {
  it("holds what waits, and what comes later", async () => {
    await created(shop.testing);
    const before = await read();
    expect(before.health).toMatchObject({ waiting: 1, held: 0 });
    const disabled = await act("disable");
    expect(disabled).toEqual({
      ...before,
      status: "disabled",
      disabled_reason: "BY_HAND",
      disabled_at: expect.stringMatching(/Z$/),
      updated_at: expect.any(String),
      health: { ...before.health, waiting: 0, held: 1 },
    });
    await created(shop.testing);
    const rows: Row[] = await deliveriesOf(shop.testing, id);
    expect(rows.map(({ status, next_attempt_at }) => [status, next_attempt_at])).toEqual([
      ["held", null],
      ["held", null],
    ]);
    expect((await read()).health).toMatchObject({ waiting: 0, held: 2 });
  });

  it("again changes neither when nor why it was disabled", async () => {
    const first = await act("disable");
    expect(await act("disable")).toMatchObject({ disabled_at: first.disabled_at, disabled_reason: "BY_HAND" });
    await sql`update webhook_endpoints set disabled_reason = 'FAILING' where id = ${id}`.execute(await testDb());
    expect(await act("disable")).toMatchObject({ disabled_at: first.disabled_at, disabled_reason: "FAILING" });
  });

  it("holds retries, and leaves what was sent, is on its way or failed, tests and replays", async () => {
    for (let i = 0; i < 6; i++) await created(shop.testing);
    const rows: Row[] = await deliveriesOf(shop.testing, id);
    const db = await testDb();
    for (const [index, [status, trigger]] of [
      ["pending", "retry"],
      ["succeeded", "event"],
      ["failed", "retry"],
      ["in_flight", "event"],
      ["pending", "replay"],
      ["held", "event"],
    ].entries()) {
      await sql`
        update webhook_deliveries set status = ${status}, trigger = ${trigger},
          lease_token = ${status === "in_flight" ? sql`gen_random_uuid()` : sql`null`}
        where id = ${rows[index]?.id}`.execute(db);
    }
    const test = await shop.testing.post(`/webhooks/${id}/test`);
    await act("disable");
    expect(await statuses()).toEqual(["pending", "held", "succeeded", "failed", "in_flight", "pending", "held"]);
    expect(test.body.data.status).toBe("pending");
  });

  it("touches no other endpoint", async () => {
    const other = await endpoint(shop.testing, "https://other.example/");
    await created(shop.testing);
    await act("disable", other.id);
    expect(await statuses()).toEqual(["pending"]);
    expect((await read()).status).toBe("enabled");
  });
});

describe("POST /webhooks/{id}/enable", () => {
  it("leaves held what was held; later events are sent", async () => {
    await created(shop.testing);
    await act("disable");
    await created(shop.testing);
    const enabled = await act("enable");
    expect(enabled).toMatchObject({ status: "enabled", disabled_reason: null, disabled_at: null });
    expect(Math.abs(Date.parse(enabled.enabled_at) - Date.now())).toBeLessThan(60_000);
    expect(enabled.health).toMatchObject({ waiting: 0, held: 2 });
    await created(shop.testing);
    expect(await statuses()).toEqual(["pending", "held", "held"]);
  });

  it("changes nothing of one that is enabled", async () => {
    await created(shop.testing);
    const { updated_at: _before, ...before } = await read();
    const { updated_at: _after, ...after } = await act("enable");
    expect(after).toEqual(before);
  });

  it("resets the count of failures if it was disabled, and only then", async () => {
    const failing = sql`update webhook_endpoints set failing_since = now() - interval '1 hour' where id = ${id}`;
    await failing.execute(await testDb());
    expect((await act("enable")).health.failing_since).toMatch(/Z$/);
    await act("disable");
    expect((await act("enable")).health.failing_since).toBeNull();
  });

  it("and disabling at once leave the endpoint whole", async () => {
    const actions = Array.from({ length: 10 }, (_, i) => (i % 2 ? "enable" : "disable") as "enable" | "disable");
    await Promise.all([...actions.map((action) => act(action)), created(shop.testing)]);
    const { status, disabled_at, disabled_reason } = await read();
    expect([disabled_at !== null, disabled_reason]).toEqual(status === "disabled" ? [true, "BY_HAND"] : [false, null]);
  });
});

describe("with a worker", () => {
  it("everything at once, while deliveries are under way, loses no event and refuses no request", async () => {
    running = work([1]);
    let count = 0;
    const receiver = await running.receiver({
      answer: (_request, respond) => setTimeout(() => respond.writeHead(count++ % 2 ? 200 : 500).end(), 20),
    });
    ({ id } = await endpoint(shop.testing, receiver.url));
    await running.start();
    const actions = ["disable", "roll-secret", "replay-missed", "test", "enable"];
    const answers = new Set<number>();
    const orders: string[] = [];
    for (let round = 0; round < 4; round++) {
      const rows: Row[] = await deliveriesOf(shop.testing, id);
      const paths = [...actions, ...actions].map((action) => `${id}/${action}`);
      const replays = rows.slice(0, 5).map((row) => `deliveries/${row.id}/replay`);
      const [made] = await Promise.all([
        Promise.all([1, 2, 3].map(() => created(shop.testing))),
        ...[...paths, ...replays].map(async (path) => {
          answers.add((await shop.testing.post(`/webhooks/${path}`, {})).status);
        }),
      ]);
      orders.push(...made.map(({ order_id }) => order_id));
    }
    expect([...answers]).toEqual([200]);
    await act("enable");
    await until(async () => {
      await shop.testing.post(`/webhooks/${id}/replay-missed`, { since: "2020-01-01T00:00:00Z" });
      const rows = await deliveriesOf(shop.testing, id, "?limit=100");
      const ofOrders = rows.filter(({ order_id }: { order_id: string | null }) => order_id !== null);
      return ofOrders.every(({ status }: Row) => status === "succeeded") ? true : undefined;
    });
    const received = new Set(receiver.received.map(({ body }) => JSON.parse(body).data.order_id));
    expect(orders.filter((order) => !received.has(order))).toEqual([]);
  });

  it.runIf(engine === "postgresql")("an order that commits while its endpoint is being enabled is sent", async () => {
    running = work();
    const receiver = await running.receiver();
    ({ id } = await endpoint(shop.testing, receiver.url));
    await act("disable");
    const { order_id } = await created(shop.testing);
    const db = await testDb();
    const late = makeEvent("order.delivered", new Date(), { id: order_id, trackingNumber: null });
    await withTransaction(db, async (tx) => {
      await recordEvent(tx, { accountId: shop.accountId, environment: "testing" }, order_id, late);
      await act("enable");
    });
    expect(await statuses()).toEqual(["held", "held"]);
    await running.start();
    expect(await until(() => receiver.received[0])).toMatchObject({ headers: { "x-event-id": late.id } });
    await until(async () => ((await statuses())[0] === "succeeded" ? true : undefined));
    // What was held when it was enabled stays for the merchant to send, also at a later check.
    await wait(1200);
    expect(await statuses()).toEqual(["succeeded", "held"]);
    expect(receiver.received).toHaveLength(1);
  });

  it("nothing is sent to a disabled endpoint, and after enabling only what is new", async () => {
    running = work();
    const receiver = await running.receiver();
    ({ id } = await endpoint(shop.testing, receiver.url));
    await act("disable");
    const held = await created(shop.testing);
    await running.start();
    await act("enable");
    const fresh = await created(shop.testing);
    await until(() => receiver.received[0]);
    await until(async () => ((await statuses())[0] === "succeeded" ? true : undefined));
    const sent = receiver.received.map(({ body }) => JSON.parse(body).data.order_id);
    expect(sent).toEqual([fresh.order_id]);
    expect(await statuses()).toEqual(["succeeded", "held"]);
    expect((await read()).health).toMatchObject({ succeeded_7d: 1, failed_7d: 0, waiting: 0, held: 1 });
    await shop.testing.post(`/webhooks/${id}/replay-missed`, { since: "2020-01-01T00:00:00Z" });
    await until(() => receiver.received[1]);
    expect(JSON.parse(receiver.received[1]?.body ?? "").data.order_id).toBe(held.order_id);
  });
});
