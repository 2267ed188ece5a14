// @module-tag engine
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { everyAccount } from "@/server/db/scoped";
import { created, localOrder, type Merchant, merchant, testDb } from "../factories";
import { deliveriesOf, endpoint, until, type Work, work } from "./work";

let shop: Merchant;
let running: Work | undefined;

beforeEach(async () => {
  shop = await merchant();
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

describe("a delivery", () => {
  it("brings the stored bytes to the receiver, signed, and is recorded", async () => {
    running = work();
    const receiver = await running.receiver();
    const { id } = await endpoint(shop.testing, receiver.url);
    await running.start();
    const order = await created(shop.testing, localOrder({ confirm_shipment: "Y" }));
    const got = await until(() => receiver.received[0]);
    const [row] = await until(async () => {
      const rows = await deliveriesOf(shop.testing, id);
      return rows[0]?.status === "succeeded" ? rows : undefined;
    });
    expect(row).toMatchObject({
      event: "order.created",
      order_id: order.order_id,
      status: "succeeded",
      attempt_count: 1,
    });
    expect(row.attempts[0]).toMatchObject({
      number: 1,
      trigger: "event",
      status_code: 200,
      error_kind: null,
      response_head: "ok",
    });
    expect(got.headers["x-event-id"]).toBe(row.event_id);
    const stored = await everyAccount(await testDb())
      .selectFrom("events")
      .select("body")
      .where("id", "=", row.event_id)
      .executeTakeFirstOrThrow();
    expect(got.body).toBe(stored.body);
  });

  it("is tried again by the schedule until it succeeds", async () => {
    running = work([0.1, 0.1, 0.1]);
    let count = 0;
    const receiver = await running.receiver({
      answer: (_request, respond) => {
        respond.statusCode = ++count < 3 ? 500 : 200;
        respond.end("x");
      },
    });
    const { id } = await endpoint(shop.testing, receiver.url);
    await running.start();
    await created(shop.testing);
    const [row] = await until(async () => {
      const rows = await deliveriesOf(shop.testing, id);
      return rows[0]?.status === "succeeded" ? rows : undefined;
    });
    expect(row.attempt_count).toBe(3);
    expect(row.attempts.map((a: { status_code: number }) => a.status_code)).toEqual([500, 500, 200]);
    expect(new Set(receiver.received.map(({ headers }) => headers["x-event-id"])).size).toBe(1);
  });

  it.each([201, 204, 302, 400])(
    "that is answered with %i has failed, and waits as Retry-After asks",
    async (status) => {
      running = work([60]);
      const receiver = await running.receiver({
        answer: (_request, respond) => respond.writeHead(status, { "Retry-After": "90", location: "/elsewhere" }).end(),
      });
      const { id } = await endpoint(shop.testing, receiver.url);
      await running.start();
      await created(shop.testing);
      const row = await until(async () => {
        const [first] = await deliveriesOf(shop.testing, id);
        return first.attempt_count > 0 ? first : undefined;
      });
      expect(row).toMatchObject({ status: "pending", attempts: [{ status_code: status, error_kind: null }] });
      const next = Date.parse(row.next_attempt_at);
      expect(next - Date.parse(row.attempts[0].started_at)).toBeGreaterThanOrEqual(90_000);
      expect(next - Date.now()).toBeLessThanOrEqual(90_000);
      expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
    },
  );

  it("that fails to the end disables its endpoint, holds the rest and tells the owner", async () => {
    running = work([0.1]);
    const receiver = await running.receiver({
      answer: (_request, respond) => {
        respond.statusCode = 500;
        respond.end();
      },
    });
    const { id } = await endpoint(shop.testing, receiver.url);
    await running.start();
    await created(shop.testing);
    await until(async () => {
      const { body } = await shop.testing.get(`/webhooks/${id}`);
      return body.data.status === "disabled" || undefined;
    });
    await created(shop.testing);
    const statuses = (await deliveriesOf(shop.testing, id)).map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(["held", "failed"]);
    expect((await shop.testing.get(`/webhooks/${id}`)).body.data.health).toMatchObject({ held: 1, missed: 1 });
    const mails = await (await testDb()).selectFrom("mails").selectAll().execute();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ recipient: shop.email, account_id: shop.accountId });
    expect(mails[0]?.body_text).toContain(receiver.url);
  });

  it("that fails to the end disables nothing when the endpoint took another one since its first attempt", async () => {
    running = work([1]);
    const refused = await created(shop.testing);
    const receiver = await running.receiver({
      answer: ({ body }, respond) => {
        respond.statusCode = body.includes(refused.order_id) ? 500 : 200;
        respond.end();
      },
    });
    const { id } = await endpoint(shop.testing, receiver.url);
    await running.start();
    await shop.testing.post("/order/cancel", { order_id: refused.order_id, reason: "DUPLICATE" });
    await until(() => receiver.received[0]);
    await created(shop.testing);
    await until(async () => ((await deliveriesOf(shop.testing, id, "?status=failed"))[0] ? true : undefined));
    const { body } = await shop.testing.get(`/webhooks/${id}`);
    expect(body.data).toMatchObject({ status: "enabled", health: { held: 0 } });
    const mails = (await testDb()).selectFrom("mails").select("id").where("account_id", "=", shop.accountId);
    expect(await mails.execute()).toEqual([]);
    expect(receiver.received).toHaveLength(3);
  });

  it("that was on its way when its endpoint was enabled again, and fails to the end, does not disable it", async () => {
    running = work([0.1]);
    let count = 0;
    const receiver = await running.receiver({
      answer: async (_request, respond) => {
        if (++count === 2) {
          await shop.testing.post(`/webhooks/${id}/disable`);
          await shop.testing.post(`/webhooks/${id}/enable`);
        }
        respond.statusCode = 500;
        respond.end();
      },
    });
    const { id } = await endpoint(shop.testing, receiver.url);
    await running.start();
    await created(shop.testing);
    await until(async () => ((await deliveriesOf(shop.testing, id, "?status=failed"))[0] ? true : undefined));
    expect((await shop.testing.get(`/webhooks/${id}`)).body.data.status).toBe("enabled");
  });

  it("that fails after its endpoint was disabled is held, with its attempt", async () => {
    running = work([60]);
    const receiver = await running.receiver({
      answer: async (_request, respond) => {
        await shop.testing.post(`/webhooks/${id}/disable`);
        respond.statusCode = 500;
        respond.end();
      },
    });
    const { id } = await endpoint(shop.testing, receiver.url);
    await running.start();
    await created(shop.testing);
    const [row] = await until(async () => {
      const rows = await deliveriesOf(shop.testing, id, "?status=held");
      return rows[0] ? rows : undefined;
    });
    expect(row).toMatchObject({ attempt_count: 1, next_attempt_at: null, attempts: [{ status_code: 500 }] });
  });

  it("that is a test marks the endpoint neither as failing nor as well", async () => {
    running = work([3600]);
    const receiver = await running.receiver({ answer: (_request, respond) => respond.writeHead(500).end() });
    const { id } = await endpoint(shop.testing, receiver.url);
    await running.start();
    const health = async () => (await shop.testing.get(`/webhooks/${id}`)).body.data.health;
    expect((await shop.testing.post(`/webhooks/${id}/test`)).status).toBe(200);
    await until(async () => (await health()).failed_7d === 1 || undefined);
    expect(await health()).toMatchObject({ failing_since: null, last_attempt_at: expect.any(String) });
    await created(shop.testing);
    await until(async () => (await health()).failed_7d === 2 || undefined);
    const { failing_since } = await health();
    expect(failing_since).toMatch(/Z$/);
    await shop.testing.post(`/webhooks/${id}/test`);
    await until(async () => (await health()).failed_7d === 3 || undefined);
    expect((await health()).failing_since).toBe(failing_since);
  });

  it("that outlasts the stop of its worker is cut off, given back without a retry used, and sent by the next", async () => {
    running = work([3600]);
    let isSilent = true;
    const receiver = await running.receiver({ answer: (_request, respond) => isSilent || respond.end("ok") });
    const { id } = await endpoint(shop.testing, receiver.url);
    const worker = await running.start(300);
    await created(shop.testing);
    await until(() => receiver.received[0]);
    await worker.stop();
    const [given] = await deliveriesOf(shop.testing, id);
    expect(given).toMatchObject({ status: "pending", attempt_count: 1, attempts: [{ error_kind: "abandoned" }] });
    expect(Date.parse(given.next_attempt_at)).toBeLessThanOrEqual(Date.now() + 1000);
    const { health } = (await shop.testing.get(`/webhooks/${id}`)).body.data;
    expect(health).toMatchObject({ last_attempt_at: null, failing_since: null, succeeded_7d: 0, failed_7d: 0 });

    isSilent = false;
    await running.start();
    const [sent] = await until(async () => {
      const rows = await deliveriesOf(shop.testing, id, "?status=succeeded");
      return rows[0] ? rows : undefined;
    });
    expect(sent.attempts.map(({ trigger }: { trigger: string }) => trigger)).toEqual(["event", "event"]);
    expect(receiver.received.map(({ headers }) => headers["x-event-id"])).toEqual([sent.event_id, sent.event_id]);
  });

  it("that is replayed between its retries, and cut off, goes on with its retries", async () => {
    running = work([3600]);
    let isSilent = false;
    const receiver = await running.receiver({
      answer: (_request, respond) => isSilent || respond.writeHead(500).end(),
    });
    const { id } = await endpoint(shop.testing, receiver.url);
    const worker = await running.start(300);
    await created(shop.testing);
    const tried = (count: number) =>
      until(async () => {
        const [row] = await deliveriesOf(shop.testing, id);
        return row.attempt_count === count && row.status === "pending" ? row : undefined;
      });
    const { id: delivery } = await tried(1);
    // Not the time that the schedule would give it again.
    const inTen = sql`now() + interval '10 minutes'`;
    await sql`update webhook_deliveries set next_attempt_at = ${inTen} where id = ${delivery}`.execute(await testDb());
    const { next_attempt_at } = await tried(1);
    isSilent = true;
    await shop.testing.post(`/webhooks/deliveries/${delivery}/replay`);
    await until(() => receiver.received[1]);
    await worker.stop();
    isSilent = false;
    await running.start();
    const row = await tried(3);
    expect(row.attempts.map((each: { trigger: string }) => each.trigger)).toEqual(["event", "replay", "replay"]);
    expect(Math.abs(Date.parse(row.next_attempt_at) - Date.parse(next_attempt_at))).toBeLessThan(60_000);
  });

  it("is signed with a rolled secret too while that overlaps, and no longer", async () => {
    running = work();
    const receiver = await running.receiver();
    const { id, secret: old } = await endpoint(shop.testing, receiver.url);
    const rolled = await shop.testing.post(`/webhooks/${id}/roll-secret`);
    await running.start();
    await created(shop.testing);
    const { headers, body } = await until(() => receiver.received[0]);
    const signature = String(headers["x-signature"]);
    const t = /^t=(\d+),/.exec(signature)?.[1];
    const v1 = (secret: string) => createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
    expect(signature).toBe(`t=${t},v1=${v1(rolled.body.data.secret)},v1=${v1(old)}`);

    await sql`update webhook_endpoints set previous_secret_until = now() where id = ${id}`.execute(await testDb());
    await created(shop.testing);
    const later = await until(() => receiver.received[1]);
    expect(later.headers["x-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  });

  it.each([
    [{ signature: true, legacy_signature: false }, ["webhook-signature", "x-signature"]],
    [{ signature: true, legacy_signature: true }, ["webhook-signature", "x-service-signature", "x-signature"]],
    [{ signature: false, legacy_signature: true }, ["x-service-signature"]],
  ])("has the signatures that its endpoint asks for: %j", async (wanted, names) => {
    running = work();
    const receiver = await running.receiver();
    const { secret } = await endpoint(shop.testing, receiver.url, wanted);
    await running.start();
    await created(shop.testing);
    const { headers, body } = await until(() => receiver.received[0]);
    const signatures = Object.keys(headers).filter((name) => name.includes("signature"));
    expect(signatures.sort()).toEqual(names);
    const own = createHmac("sha256", secret).update(body).digest("hex");
    if (wanted.legacy_signature) expect(headers["x-service-signature"]).toBe(own);
  });

  it("whose old secret cannot be read is signed with the new one; if that cannot be read either, it says so", async () => {
    running = work();
    const receiver = await running.receiver();
    const { id } = await endpoint(shop.testing, receiver.url);
    await shop.testing.post(`/webhooks/${id}/roll-secret`);
    const spoil = async (column: string) =>
      sql`update webhook_endpoints set ${sql.ref(column)} = ${Buffer.from("under another APP_SECRET")}
        where id = ${id}`.execute(await testDb());
    await spoil("previous_secret");
    await running.start();
    await created(shop.testing);
    const { headers } = await until(() => receiver.received[0]);
    expect(headers["x-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);

    await spoil("secret");
    await created(shop.testing);
    const attempt = await until(async () => (await deliveriesOf(shop.testing, id))[0].attempts[0]);
    expect(attempt).toMatchObject({ status_code: null, error_kind: "protocol" });
    expect(attempt.error_detail).toContain("Roll the secret");
    expect(receiver.received).toHaveLength(1);
  });
});
