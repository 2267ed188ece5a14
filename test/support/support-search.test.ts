// @module-tag engine
// Support finds anything of any merchant (contract §8.24).
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FoundEverywhere } from "@/lib/contracts/support";
import { flush } from "@/server/request-log";
import { changeAuditLog, clientOf, created, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { type Api, api } from "../http";

let tea: Merchant;
let outdoor: Merchant;
let support: Api;
const RECIPIENT = {
  ...localOrder().recipient,
  name: "鄭子軒 Zheng",
  mobile: "98761234",
  email: "Zheng@recipient.example",
};

beforeAll(async () => {
  tea = await merchant({ name: "Peak Tea Merchants" });
  outdoor = await merchant({ name: "Peak Outdoor" });
  support = (await personOf("support", null, "production")).api;
});
beforeEach(async () => {
  await (await testDb()).deleteFrom("rate_counters").execute();
  await changeAuditLog();
});

async function search(q: string, who = support): Promise<FoundEverywhere> {
  const { status, body } = await who.get(`/support/search?q=${encodeURIComponent(q)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const idsOf = ({ orders }: FoundEverywhere) => orders.map(({ order_id }) => order_id);
const searches = async () => {
  const { rows } = await sql<{ account_id: string | null; after: unknown }>`
    select account_id, after from audit_log where operation = 'searchEverything' order by id`.execute(await testDb());
  return rows;
};
const ship = (shop: Merchant, change: object = {}) =>
  created(shop.production, localOrder({ recipient: RECIPIENT, ...change }));

describe("support's search", () => {
  it("finds orders of every merchant by the beginning of a number", async () => {
    const order = await ship(tea, { reference: "PEAK-2026-77" });
    const other = await ship(outdoor, { reference: "peak-2026-78" });
    for (const q of [
      order.order_id,
      order.tracking_number,
      order.tracking_number.toLowerCase().slice(0, -1),
      "PEAK-2026-77",
    ])
      expect([q, idsOf(await search(q))]).toEqual([q, [order.order_id]]);
    const both = await search("Peak-2026");
    expect([both.kind, idsOf(both)]).toEqual(["number", [other.order_id, order.order_id]]);
    expect(both.orders[1]).toEqual({
      order_id: order.order_id,
      account_id: tea.accountId,
      account_name: "Peak Tea Merchants",
      tracking_number: order.tracking_number,
      reference: "PEAK-2026-77",
      recipient_name: RECIPIENT.name,
      order_status: "READY_TO_SHIP",
      create_time: expect.stringContaining("+08:00"),
    });
  });

  it("finds orders by name, mobile and e-mail, the newest first", async () => {
    const [first, second] = [await ship(tea), await ship(outdoor)];
    for (const q of ["子軒", "zheng", "9876 1234", "+852 98761234", "zheng@RECIPIENT.example"]) {
      const found = idsOf(await search(q));
      expect([q, found.slice(0, 2)]).toEqual([q, [second.order_id, first.order_id]]);
    }
    expect(idsOf(await search("zheng@recipient"))).toEqual([]);
  });

  it("finds a parcel by its own number", async () => {
    const {
      parcel_list: [parcel],
    } = localOrder().shipment_detail;
    const order = await ship(tea, {
      shipment_detail: { ...localOrder().shipment_detail, parcel_list: [parcel, parcel] },
    });
    const { rows } = await sql<{ tracking_number: string }>`
      select tracking_number from order_parcels where order_id = ${order.order_id} and position = 2`.execute(
      await testDb(),
    );
    expect(idsOf(await search(rows[0]?.tracking_number ?? ""))).toEqual([order.order_id]);
  });

  it("finds accounts by id, name and the e-mail of their people", async () => {
    const one = { account_id: tea.accountId, account_name: "Peak Tea Merchants" };
    for (const q of [tea.accountId, "peak tea", tea.email.toUpperCase()])
      expect([q, (await search(q)).accounts]).toEqual([q, [one]]);
    expect((await search("Peak")).accounts).toHaveLength(2);
  });

  it("says whose call a request id is", async () => {
    const answer = await tea.production.get("/orders");
    await flush();
    const id = answer.headers.get("x-request-id") ?? "";
    const call = { account_id: tea.accountId, account_name: "Peak Tea Merchants" };
    expect(await search(id)).toEqual({
      kind: "request",
      accounts: [],
      call,
      orders: [],
      has_more: false,
      unprepared: 0,
    });
    expect((await search(id.replace(/.$/, (last) => (last === "0" ? "1" : "0")))).call).toBeNull();
    const testing = (await personOf("support", null, "testing")).api;
    expect((await search(id, testing)).call).toBeNull();
  });

  it("never mixes the environments", async () => {
    const order = await created(
      tea.testing,
      localOrder({ reference: "ONLY-TESTING-1", recipient: { ...RECIPIENT, name: "Quux Only" } }),
    );
    const testing = (await personOf("support", null, "testing")).api;
    for (const q of ["ONLY-TESTING-1", "quux only", order.order_id]) {
      expect(idsOf(await search(q, testing))).toEqual([order.order_id]);
      expect(idsOf(await search(q))).toEqual([]);
    }
    expect(idsOf(await search("zheng@recipient.example", testing))).toEqual([order.order_id]);
    expect(idsOf(await search("zheng@recipient.example"))).not.toContain(order.order_id);
  });

  it("takes wildcards for what they are, finds nothing, and refuses one character", async () => {
    expect(await search("100%_of nobody")).toMatchObject({ kind: "text", accounts: [], orders: [], has_more: false });
    const { status, entries } = await support.get("/support/search?q=a");
    expect([status, entries.map(({ field }) => field)]).toEqual([400, ["q"]]);
  });

  it("is only for people of support", async () => {
    const q = "/support/search?q=Peak";
    expect((await api("production").get(q)).status).toBe(401);
    const people = [
      await personOf("owner", tea.accountId, "production"),
      await personOf("warehouse", null, "production"),
    ];
    const clients = [tea.production, await clientOf("support", null, "production")];
    for (const who of [...people.map(({ api: person }) => person), ...clients])
      expect((await who.get(q)).status).toBe(403);
    expect(await searches()).toEqual([]);
  });

  it("has one row in the audit log, with the accounts it found and no person's data", async () => {
    await ship(tea, { reference: "PEAK-AUDIT-9" });
    await search("PEAK-AUDIT-9");
    await search("zheng@recipient.example");
    await search("Zheng Nobody");
    expect(await searches()).toEqual([
      {
        account_id: null,
        after: { kind: "number", q: "PEAK-AUDIT-9", accounts: [tea.accountId], orders: 1 },
      },
      {
        account_id: null,
        after: { kind: "email", accounts: expect.arrayContaining([tea.accountId]), orders: expect.any(Number) },
      },
      { account_id: null, after: { kind: "text", accounts: [], orders: 0 } },
    ]);
  });
});
