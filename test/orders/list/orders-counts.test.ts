// @module-tag engine
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { ORDER_STATUSES } from "@/lib/orders/status";
import { foldCounts } from "@/server/orders";
import { clientOf, created, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import type { Api } from "@/test/http";

let shop: Merchant;
let owner: Api;

const counts = async (client: Api) => (await client.get("/orders/counts")).body.data;
const simulate = (order_id: string, event: string) => shop.testing.post("/simulate/tracking", { order_id, event });

beforeAll(async () => {
  shop = await merchant();
  owner = (await personOf("owner", shop.accountId)).api;
});

describe("GET /orders/counts", () => {
  it("names every status, with 0 where there is none", async () => {
    const empty = await personOf("owner", (await merchant()).accountId);
    const answer = await empty.api.get("/orders/counts");
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      total: 0,
      by_status: Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])),
    });
  });

  it("follows orders from state to state, and folding changes nothing", async () => {
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const sent = await created(shop.testing);
    const lost = await created(shop.testing);
    const unwanted = await created(shop.testing);
    expect(await counts(owner)).toMatchObject({ total: 4, by_status: { PENDING_CONFIRM: 1, READY_TO_SHIP: 3 } });
    await shop.testing.post("/order/confirm", { order_id: saved.order_id });
    await simulate(sent.order_id, "order.picked_up");
    await simulate(sent.order_id, "order.in_transit");
    await simulate(lost.order_id, "order.exception");
    await shop.testing.post("/order/cancel", { order_id: unwanted.order_id, reason: "OTHER" });
    const after = await counts(owner);
    expect(after).toMatchObject({
      total: 4,
      by_status: { PENDING_CONFIRM: 0, READY_TO_SHIP: 1, PICKED_UP: 0, IN_TRANSIT: 1, EXCEPTION: 1, CANCELLED: 1 },
    });
    await foldCounts(await testDb());
    expect(await counts(owner)).toEqual(after);
  });

  it("agrees with the list for each status", async () => {
    const { by_status, total } = await counts(owner);
    for (const status of ORDER_STATUSES) {
      const { body } = await owner.get(`/orders?status=${status}&limit=1`);
      expect(body.pagination.total, status).toBe(by_status[status]);
    }
    expect((await owner.get("/orders?limit=1")).body.pagination.total).toBe(total);
  });

  it("agrees with the list for each filter of the list, and refuses what the list refuses", async () => {
    const one = await merchant();
    const client = (await personOf("owner", one.accountId)).api;
    await created(one.testing);
    await created(one.testing, localOrder({ reference: "COUNTED-1", shipping_provider: "LOCAL_POINT" }));
    for (const filter of [
      "reference=COUNTED-1",
      "q=counted",
      "ship_type=local",
      "country=HK",
      "shipping_provider=LOCAL_POINT",
    ]) {
      const { by_status, total } = (await client.get(`/orders/counts?${filter}`)).body.data;
      for (const status of ["READY_TO_SHIP", "EXCEPTION"]) {
        const { body } = await client.get(`/orders?status=${status}&limit=1&${filter}`);
        expect(by_status[status], `${filter} ${status}`).toBe(body.pagination.total);
      }
      expect((await client.get(`/orders?limit=1&${filter}`)).body.pagination.total, filter).toBe(total);
    }
    expect((await client.get("/orders/counts?reference=COUNTED-1")).body.data).toMatchObject({
      total: 1,
      by_status: { READY_TO_SHIP: 1, EXCEPTION: 0 },
    });
    const refused = await client.get("/orders/counts?created_from=2026-02-02&created_to=2026-02-01");
    expect([refused.status, refused.body.error.error_trace[0].field]).toEqual([400, "created_to"]);
  });

  it("keeps accounts and environments apart", async () => {
    const other = await merchant();
    await created(other.production);
    const person = await personOf("member", other.accountId, "production");
    expect((await counts(person.api)).total).toBe(1);
    const inTesting = await person.api.get("/orders?limit=1");
    expect(inTesting.body.pagination.total).toBe(1);
    expect((await counts(owner)).total).toBe(4);
  });

  it("serves only people of the account and support that names it", async () => {
    const support = await personOf("support", null);
    const named = { headers: { "x-account-id": shop.accountId } };
    expect((await support.api.get("/orders/counts", named)).body.data.total).toBe(4);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_log where operation = 'countOrders' and account_id = ${shop.accountId}`.execute(
      await testDb(),
    );
    expect(rows[0]?.n).toBe(1);
    expect((await support.api.get("/orders/counts")).status).toBe(400);
    expect((await (await personOf("warehouse", null)).api.get("/orders/counts", named)).status).toBe(403);
    expect((await shop.testing.get("/orders/counts")).status).toBe(403);
    expect((await (await clientOf("support", null)).get("/orders/counts", named)).status).toBe(403);
  });

  it("is not in the public document", async () => {
    const { body } = await shop.testing.get("/openapi.json");
    expect(Object.keys(body.paths)).not.toContain("/orders/counts");
  });
});
