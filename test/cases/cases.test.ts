// @module-tag engine
// The review queue of support (contract §25).
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { CaseKind } from "@/lib/cases";
import type { CaseRow } from "@/lib/contracts/case";
import { syncCases } from "@/server/cases";
import { resetDatabase } from "../database";
import { created, type Merchant, merchant, personOf, testDb } from "../factories";
import { freshItem, must, orderOf, stocked, warehouse } from "../pick-pack/warehouse";

type Person = Awaited<ReturnType<typeof personOf>>;
let shop: Merchant;
let first: Person;
let second: Person;

beforeEach(async () => {
  await resetDatabase();
  shop = await merchant();
  first = await personOf("support", null);
  second = await personOf("support", null);
});

type Order = { order_id: string };
const move = (order: Order, ...events: string[]) =>
  events.reduce(async (before, event) => {
    await before;
    must(await shop.testing.post("/simulate/tracking", { order_id: order.order_id, event }));
  }, Promise.resolve());
const keep = async () => syncCases(await testDb());
const listed = async (query = "", by = first): Promise<CaseRow[]> => must(await by.api.get(`/cases${query}`)).body.data;
const kinds = async () => (await listed()).map(({ kind }) => kind);
const change = async (statement: ReturnType<typeof sql>) => statement.execute(await testDb());
const late = ({ order_id }: Order, hours: number) =>
  change(sql`update orders set estimated_delivery = now() - make_interval(hours => ${hours})
    where id = ${order_id} and account_id = ${shop.accountId} and environment = 'testing'`);
const claim = (ids: string[], by = first) => by.api.post("/cases/claim", { ids });
const close = (ids: string[], closed_as: string, by = first, more = {}) =>
  by.api.post("/cases/close", { ids, closed_as, ...more });

/** An order whose exception is in the queue. */
async function inQueue(): Promise<{ order: Order; row: CaseRow }> {
  const order = await created(shop.testing);
  await move(order, "order.exception");
  await keep();
  const row = (await listed()).find(({ order_id }) => order_id === order.order_id);
  if (!row) throw new Error("the exception is not in the queue");
  return { order, row };
}

/** For each kind: how it comes, and how it goes by itself. */
const WAYS: Record<CaseKind, () => Promise<() => Promise<unknown>>> = {
  EXCEPTION: async () => {
    const order = await created(shop.testing);
    await move(order, "order.exception");
    return () => move(order, "order.in_transit");
  },
  DELIVERY_FAILED: async () => {
    const order = await created(shop.testing);
    await move(order, "order.in_transit", "order.out_for_delivery", "order.failed_delivery");
    return () => move(order, "order.out_for_delivery");
  },
  LATE: async () => {
    const order = await created(shop.testing);
    await late(order, 1);
    return () => move(order, "order.in_transit", "order.delivered");
  },
  ENDPOINT_DISABLED: async () => {
    const body = { url: "https://shop.example/hooks", events: ["order.created"] };
    const { id } = must(await shop.testing.post("/webhooks", body)).body.data;
    await change(sql`update webhook_endpoints set status = 'disabled', disabled_reason = 'FAILING', disabled_at = now()
      where id = ${id} and account_id = ${shop.accountId} and environment = 'testing'`);
    return () => shop.testing.post(`/webhooks/${id}/enable`);
  },
  CANCELLATION_ASKED: async () => {
    const place = await warehouse();
    const item = freshItem("1");
    await stocked(place, item, "5");
    const order = await created(place.shop.testing, orderOf([item]));
    must(await place.staff.post("/pickpack/confirm", { order_id: order.order_id }));
    must(await place.shop.testing.post("/order/cancel", { order_id: order.order_id, reason: "OTHER" }));
    return () => place.staff.post("/pickpack/cancel", { order_id: order.order_id });
  },
  PICK_PACK_WAITING: async () => {
    const place = await warehouse();
    const order = await created(place.shop.testing, orderOf([freshItem("1")]));
    await change(sql`update pick_pack_orders set requested_at = now() - interval '25 hours'
      where order_id = ${order.order_id} and account_id = ${place.shop.accountId} and environment = 'testing'`);
    return () => place.shop.testing.post("/order/cancel", { order_id: order.order_id, reason: "OTHER" });
  },
  QUESTION: async () => {
    const order = await created(shop.testing);
    const owner = await personOf("owner", shop.accountId);
    must(await owner.api.post("/order/messages", { order_id: order.order_id, text: "Where is it?" }));
    const at = { headers: { "x-account-id": shop.accountId } };
    return () => first.api.post("/order/messages", { order_id: order.order_id, text: "In Kwai Chung" }, at);
  },
  DISPUTE: async () => {
    const order = await created(shop.testing);
    await change(sql`insert into order_entries (account_id, environment, id, order_id, kind, amount, adjustment_kind, actor)
      values (${shop.accountId}, 'testing', 'oe_1', ${order.order_id}, 'ADJUSTMENT', 12, 'REPACKED', 'person:1')`);
    const owner = await personOf("owner", shop.accountId);
    must(await owner.api.post("/adjustments/oe_1/dispute", { note: "It weighs 1 kg" }));
    const at = { headers: { "x-account-id": shop.accountId } };
    return () => first.api.post("/order/messages", { order_id: order.order_id, text: "We give it back" }, at);
  },
};

describe("the review queue", () => {
  it.each(Object.entries(WAYS))("opens %s once and closes it by itself", async (kind, come) => {
    const settle = await come();
    await keep();
    await keep();
    const rows = await listed();
    expect(rows.map((row) => row.kind)).toEqual([kind]);
    await settle();
    await keep();
    expect(await listed()).toEqual([]);
    // The person who answered closes it, also where no person had claimed it.
    const closed_by = ["QUESTION", "DISPUTE"].includes(kind) ? { id: first.id } : null;
    expect(await listed("?state=closed")).toMatchObject([
      { case_id: rows[0]?.case_id, closed_as: "SETTLED", closed_by },
    ]);
    const { people } = must(await first.api.get("/cases/figures")).body.data;
    expect(people).toHaveLength(closed_by ? 1 : 0);
  });

  it("keeps a late order until it comes, and opens none for one that is late for more than 30 days", async () => {
    const [waiting, forgotten] = [await created(shop.testing), await created(shop.testing)];
    await late(waiting, 1);
    await late(forgotten, 31 * 24);
    await keep();
    expect((await listed()).map(({ order_id }) => order_id)).toEqual([waiting.order_id]);
    await late(waiting, 45 * 24);
    await keep();
    expect((await listed()).map(({ order_id }) => order_id)).toEqual([waiting.order_id]);
    // Nothing would open it again after an exception.
    await move(waiting, "order.exception");
    await keep();
    expect((await kinds()).sort()).toEqual(["EXCEPTION", "LATE"]);
    await move(waiting, "order.in_transit");
    await keep();
    expect(await kinds()).toEqual(["LATE"]);
    await move(waiting, "order.delivered");
    await keep();
    expect(await listed()).toEqual([]);
  });

  it.each(Object.entries(WAYS))("closes %s of an account that is closed, and opens none", async (_kind, come) => {
    await come();
    await keep();
    expect(await listed()).toHaveLength(1);
    await change(sql`update accounts set closed_at = now()`);
    await keep();
    await keep();
    expect(await listed()).toEqual([]);
    expect(await listed("?state=closed")).toMatchObject([{ closed_as: "SETTLED", closed_by: null }]);
  });

  it("counts what one person claimed and another answered for the one who answered", async () => {
    const answer = await WAYS.DISPUTE();
    await keep();
    must(await claim([(await listed())[0]?.case_id ?? ""], second));
    await answer();
    await keep();
    const { people } = must(await first.api.get("/cases/figures")).body.data;
    expect(people).toMatchObject([{ id: first.id, closed: 1 }]);
  });

  it("counts for no person what was claimed and needed no answer", async () => {
    await WAYS.QUESTION();
    await keep();
    const [row] = await listed();
    must(await claim([row?.case_id ?? ""]));
    const at = { headers: { "x-account-id": shop.accountId } };
    must(await first.api.post("/order/messages", { order_id: row?.order_id, text: "Ask Mary", kind: "note" }, at));
    await change(sql`update order_messages set answered_at = now() where account_id = ${shop.accountId}`);
    await keep();
    expect(await listed("?state=closed")).toMatchObject([{ closed_as: "SETTLED", closed_by: null }]);
  });

  it("counts what a program answered for who had claimed it", async () => {
    const answer = await WAYS.QUESTION();
    await keep();
    must(await claim([(await listed())[0]?.case_id ?? ""], second));
    await answer();
    await change(sql`update order_messages set author = 'client:ci_test_platform' where side = 'support'`);
    await keep();
    expect(await listed("?state=closed")).toMatchObject([{ closed_by: { id: second.id } }]);
  });

  it("is the same with several workers at once", async () => {
    await WAYS.EXCEPTION();
    await Promise.all([keep(), keep(), keep()]);
    expect(await kinds()).toEqual(["EXCEPTION"]);
  });

  it("opens what a person closed again only after its state was left", async () => {
    const { order, row } = await inQueue();
    must(await close([row.case_id], "REDELIVERY", first, { note: "Tomorrow" }));
    await keep();
    expect(await listed()).toEqual([]);
    await move(order, "order.in_transit");
    await keep();
    await move(order, "order.exception");
    await keep();
    expect((await listed()).map(({ case_id }) => case_id)).not.toContain(row.case_id);
    expect(await kinds()).toEqual(["EXCEPTION"]);
  });

  it("opens a question again when the merchant writes again", async () => {
    await WAYS.QUESTION();
    await keep();
    const [row] = await listed();
    must(await close([row?.case_id ?? ""], "ANSWERED_ELSEWHERE"));
    await keep();
    expect(await listed()).toEqual([]);
    const owner = await personOf("owner", shop.accountId);
    await owner.api.post("/order/messages", { order_id: row?.order_id, text: "And now?" });
    await keep();
    expect(await kinds()).toEqual(["QUESTION"]);
  });

  it("has the most urgent first, by age against the target of the kind", async () => {
    const [slow, fast] = [await created(shop.testing), await created(shop.testing)];
    await late(slow, 6);
    await move(fast, "order.exception");
    await change(sql`update orders set moved_at = now() - interval '4 hours'
      where id = ${fast.order_id} and account_id = ${shop.accountId} and environment = 'testing'`);
    await keep();
    const rows = await listed();
    expect(rows.map(({ kind, target_hours }) => [kind, target_hours])).toEqual([
      ["EXCEPTION", 4],
      ["LATE", 8],
    ]);
    expect(rows[0]?.age_minutes).toBeGreaterThanOrEqual(240);
    expect((await listed("?limit=1&offset=1")).map(({ kind }) => kind)).toEqual(["LATE"]);
    expect((await listed("?kind=LATE")).map(({ kind }) => kind)).toEqual(["LATE"]);
    expect(await listed(`?account_id=${(await merchant()).accountId}`)).toEqual([]);
  });

  it("counts what is open by kind and person", async () => {
    const { row } = await inQueue();
    await WAYS.LATE();
    await keep();
    must(await claim([row.case_id]));
    const counts = must(await first.api.get("/cases/counts")).body.data;
    expect(counts).toMatchObject({ all: 2, mine: 1, unclaimed: 1, kinds: { EXCEPTION: 1, LATE: 1, QUESTION: 0 } });
    expect(await listed("?claimed=mine")).toMatchObject([{ case_id: row.case_id }]);
    expect((await listed("?claimed=none")).map(({ kind }) => kind)).toEqual(["LATE"]);
    expect(must(await second.api.get("/cases/counts")).body.data.mine).toBe(0);
  });

  it("gives a case that two claim at once to one, and tells the other who has it", async () => {
    const { row } = await inQueue();
    const answers = await Promise.all([claim([row.case_id]), claim([row.case_id], second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? first : second;
    const { claimed_by } = must(await first.api.get(`/cases/${row.case_id}`)).body.data;
    expect(claimed_by.id).toBe(winner.id);
    expect(answers.find(({ status }) => status === 409)?.body.error).toMatchObject({
      code: "409010",
      claimed_by: claimed_by.name,
    });
    expect((await claim([row.case_id], winner)).status).toBe(200);
    const loser = winner === first ? second : first;
    expect((await close([row.case_id], "REDELIVERY", loser)).status).toBe(409);
    const { rows } = await sql<{ operation: string; outcome: string }>`
      select operation, outcome from audit_log where actor = ${`person:${loser.id}`} and outcome <> 'ok' order by at`.execute(
      await testDb(),
    );
    expect(rows.map(({ operation }) => operation)).toEqual(["claimCases", "closeCases"]);
    must(await loser.api.post("/cases/release", { ids: [row.case_id] }));
    expect((await claim([row.case_id], loser)).status).toBe(200);
  });

  it("claims and closes many, leaving to others what they have", async () => {
    const rows = [(await inQueue()).row, (await inQueue()).row, (await inQueue()).row];
    const ids = rows.map(({ case_id }) => case_id);
    must(await claim([ids[0] ?? ""], second));
    const done = must(await claim(ids)).body.data;
    expect([done.done.sort(), done.taken.map(({ case_id }: CaseRow) => case_id)]).toEqual([
      ids.slice(1).sort(),
      [ids[0]],
    ]);
    expect(must(await close(ids, "RETURNED")).body.data.done.sort()).toEqual(ids.slice(1).sort());
    expect((await close(ids.slice(1), "RETURNED")).body.data).toEqual({ done: [], taken: [] });
    const audit = await (await testDb())
      .selectFrom("audit_log")
      .select("object_id")
      .where("operation", "=", "closeCases")
      .where("account_id", "=", shop.accountId)
      .execute();
    expect(audit.map(({ object_id }) => object_id).sort()).toEqual(ids.slice(1).sort());
  });

  it("closes only for a reason of the kind", async () => {
    const { row } = await inQueue();
    expect((await close([row.case_id], "ANSWERED_ELSEWHERE")).entries).toMatchObject([{ field: "closed_as" }]);
    expect((await close([row.case_id], "SETTLED")).entries).toMatchObject([{ field: "closed_as" }]);
    expect((await close(["ca_no"], "NO_ACTION")).status).toBe(404);
    expect(await kinds()).toEqual(["EXCEPTION"]);
  });

  it("is of one environment", async () => {
    const { row } = await inQueue();
    const live = await personOf("support", null, "production");
    // In production, too, without a reason.
    expect(await listed("", live)).toEqual([]);
    expect((await live.api.get(`/cases/${row.case_id}`)).status).toBe(404);
    expect((await claim([row.case_id], live)).status).toBe(404);
    expect((await close([row.case_id], "REDELIVERY", live)).status).toBe(404);
  });

  it("is only for people of support", async () => {
    const { row } = await inQueue();
    const others = [
      (await personOf("owner", shop.accountId)).api,
      (await personOf("warehouse", null)).api,
      shop.testing,
    ];
    for (const by of others) {
      for (const path of ["/cases", "/cases/counts", "/cases/figures", `/cases/${row.case_id}`])
        expect((await by.get(path)).status, path).toBe(403);
      for (const path of ["/cases/claim", "/cases/release", "/cases/close"])
        expect((await by.post(path, { ids: [row.case_id], closed_as: "NO_ACTION" })).status, path).toBe(403);
    }
    const nobody = { headers: { cookie: "", "sec-fetch-site": "same-origin" } };
    expect((await first.api.get("/cases", nobody)).status).toBe(401);
  });

  it("has figures by day and person", async () => {
    const [one, two] = [await inQueue(), await inQueue()];
    must(await close([one.row.case_id], "REDELIVERY"));
    await move(two.order, "order.in_transit");
    await keep();
    const { days, people } = must(await first.api.get("/cases/figures")).body.data;
    expect(days).toMatchObject([{ opened: 2, closed: 2, settled: 1, median_minutes: 0 }]);
    expect(people).toMatchObject([{ id: first.id, closed: 1, median_minutes: 0 }]);
    const none = must(await first.api.get("/cases/figures?from=2026-01-01&to=2026-01-31")).body.data;
    expect(none).toEqual({ days: [], people: [] });
    const wrong = await first.api.get("/cases/figures?from=2026-02-01&to=2026-01-31");
    expect(wrong.entries).toMatchObject([{ field: "to" }]);
  });
});
