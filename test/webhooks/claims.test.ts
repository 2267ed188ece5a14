/** What a claim gives, and what it leaves alone. No worker runs. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { claim } from "@/server/webhooks/claims";
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

/** As a transaction would leave them that had more to hold than it could. */
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

describe("a claim", () => {
  it("takes what is due, and says when there is nothing more", async () => {
    await created(shop.testing);
    expect(await claimed(id)).toEqual({ triggers: ["event"], drained: [id] });
    expect(await claimed(id)).toEqual({ triggers: [], drained: [id] });
  });

  it("has nothing more of an endpoint that was deleted, or is gone, so that nobody asks for it again", async () => {
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
