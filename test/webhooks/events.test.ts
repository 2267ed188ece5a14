// @module-tag engine
import { sql } from "kysely";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { disablePerson, revokeClient, revokeSessionsOf, rollClient, updateAccount } from "@/server/accounts";
import { clientOf, created, localOrder, type Merchant, merchant, personOf, testDb, tokenFor } from "../factories";
import type { Answer } from "../http";
import { endpoint } from "./work";

let shop: Merchant;
beforeEach(async () => {
  shop = await merchant();
});

type Stored = { event_id: string; event: string; order_id: string; created_at: string; body: string };
const ask = (query = ""): Promise<Answer> => shop.testing.get(`/events${query}`);
const rowsOf = async (query = ""): Promise<Stored[]> => {
  const answer = await ask(query);
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const move = (order_id: string, event: string) => shop.testing.post("/simulate/tracking", { order_id, event });

/** Makes the account's events older. */
const age = async (interval: string) =>
  sql`update events set created_at = created_at - ${interval}::interval where account_id = ${shop.accountId}`.execute(
    await testDb(),
  );

describe("GET /events", () => {
  it("lists what happened with the very bodies that endpoints get, the oldest first", async () => {
    const { id } = await endpoint(shop.testing, "https://shop.example/");
    const order = await created(shop.testing);
    await move(order.order_id, "order.picked_up");
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const answer = await ask();
    const { data } = answer.body;
    expect(data.map(({ order_id, event }: Stored) => [order_id, event])).toEqual([
      [order.order_id, "order.created"],
      [order.order_id, "order.picked_up"],
      [saved.order_id, "order.created"],
    ]);
    expect(answer.body.pagination).toEqual({ total: 3, page: 1, per_page: 20, total_pages: 1 });
    expect(data[2]).toEqual({
      event_id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      event: "order.created",
      order_id: saved.order_id,
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      body: expect.any(String),
    });
    expect(JSON.parse(data[2].body).data).toEqual({
      order_id: saved.order_id,
      tracking_number: null,
      status: "pending",
    });
    const deliveries = (await shop.testing.get(`/webhooks/${id}/deliveries`)).body.data;
    for (const { id: delivery, event_id } of deliveries) {
      const { body } = (await shop.testing.get(`/webhooks/deliveries/${delivery}`)).body.data;
      expect(data.find((event: Stored) => event.event_id === event_id)?.body).toBe(body);
    }
  });

  it("leaves out test events", async () => {
    const { id } = await endpoint(shop.testing, "https://shop.example/");
    expect((await shop.testing.post(`/webhooks/${id}/test`)).status).toBe(200);
    expect(await rowsOf()).toEqual([]);
  });

  it("begins 24 hours ago by default, else at the moment given, which is included", async () => {
    const old = await created(shop.testing);
    await age("23 hours 59 minutes");
    expect((await rowsOf()).map(({ order_id }) => order_id)).toEqual([old.order_id]);
    await age("2 minutes");
    expect(await rowsOf()).toEqual([]);
    const fresh = await created(shop.testing);
    expect((await rowsOf()).map(({ order_id }) => order_id)).toEqual([fresh.order_id]);
    const all = await rowsOf("?since=2020-01-01T00:00:00Z");
    expect(all.map(({ order_id }) => order_id)).toEqual([old.order_id, fresh.order_id]);
    expect(await rowsOf(`?since=${all[1]?.created_at}`)).toEqual([all[1]]);
    const offset = new Date(Date.parse(all[1]?.created_at ?? "") + 8 * 3_600_000).toISOString().replace("Z", "+08:00");
    expect(await rowsOf(`?since=${encodeURIComponent(offset)}`)).toEqual([all[1]]);
    // A plus that is not escaped arrives as a space.
    expect(await rowsOf(`?since=${offset}`)).toEqual([all[1]]);
    expect(await rowsOf(`?since=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
  });

  it("gives pages that together hold each event once", async () => {
    for (let i = 0; i < 5; i++) await created(shop.testing);
    // All at the same moment: the ids decide the order.
    await sql`update events set created_at = now() where account_id = ${shop.accountId}`.execute(await testDb());
    const all = await rowsOf();
    const pages = [await rowsOf("?limit=2"), await rowsOf("?limit=2&offset=2"), await rowsOf("?limit=2&offset=4")];
    expect(pages.flat()).toEqual(all);
    expect(new Set(all.map(({ event_id }) => event_id)).size).toBe(5);
    expect((await ask("?limit=2&offset=2")).body.pagination).toEqual({
      total: 5,
      page: 2,
      per_page: 2,
      total_pages: 3,
    });
  });

  it.each([
    ["since", "since=yesterday"],
    ["since", "since=2026-02-30T00:00:00Z"],
    ["wait", "wait=16"],
    ["wait", "wait=-1"],
    ["wait", "wait=1.5"],
    ["wait", "wait=soon"],
    ["limit", "limit=0"],
    ["offset", "offset=x"],
  ])("refuses a wrong %s: %s", async (field, query) => {
    const answer = await ask(`?${query}`);
    expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, [field]]);
  });

  it("reports everything that is wrong at once", async () => {
    expect((await ask("?wait=99&since=x&limit=0")).entries.map(({ field }) => field).sort()).toEqual([
      "limit",
      "since",
      "wait",
    ]);
  });
});

describe("wait", () => {
  /** On a clock that is stopped the time of a wait is never up: what is answered was not held back until then. */
  function stopClock(): void {
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
  }

  it("answers at once when there is something", async () => {
    await created(shop.testing);
    stopClock();
    expect((await ask("?wait=15")).body.data).toHaveLength(1);
  });

  it("holds an empty answer back until an event commits", async () => {
    stopClock();
    const waiting = ask("?wait=15");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { order_id } = await created(shop.testing);
    const { body } = await waiting;
    expect(body.data).toMatchObject([{ order_id, event: "order.created" }]);
    expect(body.pagination.total).toBe(1);
  });

  it("also waits for the next event on a page past the last", async () => {
    const first = await created(shop.testing);
    const waiting = ask("?wait=15&offset=1");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { order_id } = await created(shop.testing);
    expect(order_id).not.toBe(first.order_id);
    expect((await waiting).body.data).toMatchObject([{ order_id }]);
  });

  it("answers empty when the time is up, whatever happens elsewhere", async () => {
    const stranger = await merchant();
    const started = performance.now();
    const waiting = ask("?wait=1");
    await created(stranger.testing);
    await created(shop.production);
    expect((await waiting).body.data).toEqual([]);
    expect(performance.now() - started).toBeGreaterThan(950);
  });

  it("finds events of other processes too", async () => {
    const { order_id } = await created(shop.testing);
    await age("2 days");
    stopClock();
    const waiting = ask("?wait=15");
    await new Promise((resolve) => setTimeout(resolve, 300));
    // Not announced in this process.
    await sql`update events set created_at = now() where account_id = ${shop.accountId}`.execute(await testDb());
    expect((await waiting).body.data).toMatchObject([{ order_id }]);
  });

  it.each<[string, (client: string, person: string) => Promise<unknown>, number | null, number | null]>([
    ["the client is revoked", async (client) => revokeClient(await testDb(), client), 401, null],
    [
      "the client's secret is rolled without overlap",
      async (client) => tokenFor(await rollClient(await testDb(), client, 0), "testing"),
      401,
      null,
    ],
    ["the secret is rolled with overlap", async (client) => rollClient(await testDb(), client, 1), null, null],
    ["the person is disabled", async (_, person) => disablePerson(await testDb(), person, "staff"), null, 401],
    ["the person's sessions end", async (_, person) => revokeSessionsOf(await testDb(), person), null, 401],
    [
      "the account is suspended",
      async () => updateAccount(await testDb(), shop.accountId, { suspended: true }),
      403,
      403,
    ],
    [
      "its payment plan ends",
      async () => updateAccount(await testDb(), shop.accountId, { payment_plan: false }),
      403,
      403,
    ],
  ])("gives nothing to a caller who has lost access meanwhile: %s", async (_what, end, client, person) => {
    const owner = await personOf("owner", shop.accountId);
    const carrier = await clientOf("carrier", null);
    const { order_id, tracking_number } = await created(shop.testing);
    await age("2 days");
    const waiting = [ask("?wait=15"), owner.api.get("/events?wait=15")];
    await new Promise((resolve) => setTimeout(resolve, 300));
    await end(shop.credentials.testing.client_id, owner.id);
    await carrier.post("/tracking/events", {
      tracking_number,
      event: "order.picked_up",
      occurred_at: new Date().toISOString(),
    });
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual([client ?? 200, person ?? 200]);
    for (const { status, body } of answers)
      if (status === 200) expect(body.data).toMatchObject([{ order_id, event: "order.picked_up" }]);
      else expect(body.data).toBeUndefined();
  });
});
