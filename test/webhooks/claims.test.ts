// @module-tag engine
/** What a claim returns, and what it ignores; who may finish it, and what that disables. No worker runs. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { type Claimed, claim, type Finish, finish, takeOver } from "@/server/webhooks/claims";
import { finishExhausted } from "@/server/webhooks/disabling";
import { created, type Merchant, merchant, testDb } from "../factories";
import { endpoint } from "./work";

let shop: Merchant;
let id: string;
beforeEach(async () => {
  shop = await merchant();
  ({ id } = await endpoint(shop.testing, "https://shop.example/"));
});

const claimed = async (...ids: string[]) => {
  const lease = { worker: 1, token: randomUUID() };
  const asks = ids.map((asked) => ({ id: asked, room: 8 }));
  const answer = await claim(await testDb(), lease, asks);
  return { triggers: answer.claimed.map(({ trigger }) => trigger), drained: [...answer.drained] };
};

/** As a transaction leaves them that had more to hold than it could. */
async function disabledWith(waiting: number) {
  await created(shop.testing);
  const db = await testDb();
  await sql`
    insert into webhook_deliveries
      (id, account_id, environment, endpoint_id, event_id, order_id, event, status, trigger, next_attempt_at)
    select id || '_' || n, account_id, environment, endpoint_id, event_id, order_id, event, status, trigger, next_attempt_at
    from webhook_deliveries, generate_series(2, ${waiting}) n where endpoint_id = ${id}`.execute(db);
  await sql`
    update webhook_endpoints set status = 'disabled', disabled_reason = 'FAILING', disabled_at = now()
    where id = ${id}`.execute(db);
}

async function heldNow(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_deliveries where endpoint_id = ${id} and status = 'held'`.execute(
    await testDb(),
  );
  return rows[0]?.count ?? 0;
}

/** Creates an order and claims its delivery. */
async function claimedOne(): Promise<Claimed> {
  await created(shop.testing);
  const lease = { worker: 1, token: randomUUID() };
  const [one] = (await claim(await testDb(), lease, [{ id, room: 1 }])).claimed;
  if (!one) throw new Error("nothing was due");
  return one;
}

/** The result of a failed last attempt of a delivery. */
const failed = ({ id: delivery, lease_token, url }: Claimed): Finish => ({
  ...{ id: delivery, lease: lease_token, endpoint: id, succeeded: false, status: "failed", next_trigger: "retry" },
  ...{ tries: 6, abandoned: 0, wait_ms: null, trigger: "retry", duration_ms: 1, status_code: 500, error_kind: null },
  ...{ error_detail: null, address: null, url, request_headers: {}, response_headers: {}, response_head: null },
  ...{ response_truncated: false, phases: {} },
});

/** Everything that the end of an attempt changes. */
async function traces(delivery: string) {
  const { rows } = await sql`
    select to_jsonb(d) as delivery, to_jsonb(w) as endpoint,
      (select count(*)::int from webhook_attempts a where a.delivery_id = d.id) as attempts,
      (select count(*)::int from webhook_hours h where h.endpoint_id = w.id) as hours
    from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id where d.id = ${delivery}`.execute(
    await testDb(),
  );
  return rows[0];
}

describe("the end of an attempt", () => {
  it("is written by the holder of the lease, and changes nothing once another has it", async () => {
    const db = await testDb();
    const late = await claimedOne();
    const [taken] = await takeOver(db, { worker: 2, token: randomUUID() }, false, [late.lease_token]);
    const before = await traces(late.id);
    expect(before).toMatchObject({ attempts: 0, hours: 0 });
    expect(await finish(db, [failed(late)])).toEqual([]);
    await finishExhausted(db, failed(late));
    expect(await traces(late.id)).toEqual(before);
    expect(await finish(db, [failed(late), failed(taken as Claimed)])).toEqual([late.id]);
    expect(await traces(late.id)).toMatchObject({ attempts: 1, hours: 1, delivery: { status: "failed" } });
  });

  it("counts in the endpoint's health of seven days, which says since when it fails", async () => {
    const db = await testDb();
    const health = async () => (await shop.testing.get(`/webhooks/${id}`)).body.data.health;
    const end = async (succeeded: boolean) =>
      finish(db, [{ ...failed(await claimedOne()), succeeded, status: succeeded ? "succeeded" : "failed" }]);
    await end(false);
    const { failing_since } = await health();
    await end(false);
    expect(await health()).toMatchObject({ failed_7d: 2, succeeded_7d: 0, failing_since, last_success_at: null });
    await sql`update webhook_hours set hour = hour - interval '8 days' where endpoint_id = ${id}`.execute(db);
    for (const count of [1, 2]) {
      await end(true);
      expect(await health()).toMatchObject({ failed_7d: 0, succeeded_7d: count, failing_since: null });
    }
  });

  it.each([
    ["has never taken one", null, "disabled"],
    ["took none since the first attempt", "- interval '1 second'", "disabled"],
    ["took one since the first attempt", "+ interval '1 second'", "enabled"],
  ])("of the last attempt meets an endpoint that %s", async (_when, success, status) => {
    const last = await claimedOne();
    const db = await testDb();
    if (success)
      await sql`
        update webhook_endpoints w set last_success_at = d.first_attempt_at ${sql.raw(success)}
        from webhook_deliveries d where w.id = ${id} and d.id = ${last.id}`.execute(db);
    await finishExhausted(db, failed(last));
    expect((await shop.testing.get(`/webhooks/${id}`)).body.data).toMatchObject({ status });
    expect(await traces(last.id)).toMatchObject({ attempts: 1, delivery: { status: "failed" } });
  });
});

it("that is the last, when the endpoint is already disabled, neither disables it nor announces it again", async () => {
  const last = await claimedOne();
  const db = await testDb();
  await sql`
    update webhook_endpoints set status = 'disabled', disabled_reason = 'FAILING', disabled_at = '2026-01-02'
    where id = ${id}`.execute(db);
  const mails = async () => (await db.selectFrom("mails").select("id").execute()).length;
  const before = await mails();
  await finishExhausted(db, failed(last));
  expect(await traces(last.id)).toMatchObject({
    attempts: 1,
    endpoint: { disabled_at: expect.stringMatching(/^2026-01-0/) },
  });
  expect(await mails()).toBe(before);
});

describe("a claim", () => {
  it("takes what is due, and says when there is nothing more", async () => {
    await created(shop.testing);
    expect(await claimed(id)).toEqual({ triggers: ["event"], drained: [id] });
    expect(await claimed(id)).toEqual({ triggers: [], drained: [id] });
  });

  it("has nothing more of an endpoint that was deleted, or is gone, so that no worker asks for it again", async () => {
    await created(shop.testing);
    const other = await endpoint(shop.testing, "https://other.example/");
    await created(shop.testing);
    await shop.testing.call("DELETE", `/webhooks/${id}`);
    const { triggers, drained } = await claimed(id, "we_gone", other.id);
    expect(triggers).toEqual(["event"]);
    expect(drained.sort()).toEqual([id, "we_gone", other.id].sort());
  });

  it("sends nothing of a disabled endpoint's backlog, however long, but what is replayed", async () => {
    await disabledWith(10_050);
    expect(await claimed(id)).toEqual({ triggers: [], drained: [id] });
    expect(await heldNow()).toBe(5000);
    await shop.testing.post(`/webhooks/${id}/test`);
    expect(await claimed(id)).toEqual({ triggers: ["test"], drained: [id] });
    expect(await claimed(id)).toEqual({ triggers: [], drained: [id] });
    expect(await heldNow()).toBe(10_050);
  });
});
