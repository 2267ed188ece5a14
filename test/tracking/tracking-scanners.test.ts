import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { clientOf, created, localOrder, personOf, testDb, withPickPack } from "../factories";
import { at, carrier, type Loose, other, scan, shop, statusOf, withCarrier } from "./tracking";

withCarrier();

describe("who may scan what", () => {
  it("the carrier's, the warehouse's and support's clients and people, in every account", async () => {
    const order = await created(other.testing);
    const results: unknown[] = [];
    for (const [i, client] of [
      await clientOf("warehouse", null),
      await clientOf("support", null),
      (await personOf("warehouse", null)).api,
      (await personOf("support", null)).api,
    ].entries())
      await withPickPack(other.accountId, async () => {
        results.push((await scan(order, "in_transit", at(`1${i}:00:00`), {}, client)).body.data.result);
      });
    expect(results).toEqual(Array(4).fill("MOVED"));
    const { rows } = await sql<{ source: string }>`
      select source from tracking_events where order_id = ${order.order_id} order by id`.execute(await testDb());
    expect(rows.map(({ source }) => source.split(":")[0])).toEqual(["warehouse", "support", "warehouse", "support"]);
  });

  it("not an order of another account or environment: the answer is that of a number that does not exist", async () => {
    const narrow = await clientOf("carrier", other.accountId);
    const order = await created(shop.testing);
    const live = await created(shop.production);
    const missing = await scan({ tracking_number: "ST00000000000" }, "picked_up", at("10:00:00"));
    expect([missing.status, missing.body.error.code]).toEqual([404, "404000"]);
    for (const answer of [
      await scan(order, "picked_up", at("10:00:00"), {}, narrow),
      await scan(live, "picked_up", at("10:00:00")),
    ])
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([404, JSON.stringify(missing.body)]);
    expect(await statusOf(order)).toBe("READY_TO_SHIP");
    const liveCarrier = await clientOf("carrier", null, "production");
    expect((await scan(live, "picked_up", at("10:00:00"), {}, liveCarrier)).body.data.result).toBe("MOVED");
    expect((await scan(await created(other.testing), "picked_up", at("10:00:00"), {}, narrow)).body.data.result).toBe(
      "MOVED",
    );
  });

  it.each<[string, Loose, string[]]>([
    ["no tracking number", { tracking_number: undefined }, ["tracking_number"]],
    ["no event", { event: undefined }, ["event"]],
    ["an unknown event", { event: "order.teleported" }, ["event"]],
    ["no time", { occurred_at: undefined }, ["occurred_at"]],
    ["a time without offset", { occurred_at: "2026-11-20T10:00:00" }, ["occurred_at"]],
    ["an impossible day", { occurred_at: "2026-02-30T10:00:00Z" }, ["occurred_at"]],
    ["another century", { occurred_at: "1999-12-31T23:59:59Z" }, ["occurred_at"]],
    ["a time far ahead", { occurred_at: new Date(Date.now() + 31 * 86_400_000).toISOString() }, ["occurred_at"]],
    [
      "everything wrong",
      { tracking_number: 1, event: 2, occurred_at: 3, location: [], signature_required: "no" },
      ["tracking_number", "event", "occurred_at", "location", "signature_required"],
    ],
  ])("refuses %s", async (_name, change, fields) => {
    const order = await created(shop.testing, localOrder());
    const body = {
      tracking_number: order.tracking_number,
      event: "order.picked_up",
      occurred_at: at("10:00:00"),
      ...change,
    };
    const answer = await carrier.post("/tracking/events", body);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
    expect(answer.entries.find(({ field }) => field === "event" && typeof change.event === "string")?.code).toBe(
      change.event && typeof change.event === "string" ? "400460" : undefined,
    );
    expect(await statusOf(order)).toBe("READY_TO_SHIP");
  });
});
