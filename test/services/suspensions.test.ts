// A service that is suspended for a time: what is not offered, what goes on, and who may do so (contract §29.1).
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { object } from "@/lib/loose";
import { resetDatabase } from "../database";
import { clientOf, created, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { must } from "../pick-pack/warehouse";

type Loose = Record<string, unknown>;
type Person = Awaited<ReturnType<typeof personOf>>;
let shop: Merchant;
let support: Person;

beforeEach(async () => {
  await resetDatabase();
  shop = await merchant();
  support = await personOf("support", null);
});

afterEach(async () => {
  await sql`delete from service_suspensions`.execute(await testDb());
});

const NOTICE = { notice_en: "No courier in the typhoon.", notice_zh: "颱風期間沒有派遞員。" };
const PATH = "/providers/LOCAL_DOOR/suspension";
const suspend = (more: Loose = {}, by = support, path = PATH) =>
  by.api.call("PUT", path, { body: { ...NOTICE, ...more } });
const resume = () => support.api.call("DELETE", PATH);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const shown = async () => must(await shop.testing.get("/providers?ship_type=local")).body.data[0];
const rates = async (language?: string) => {
  const answer = await shop.testing.post(
    "/rates/get",
    localOrder(),
    language ? { headers: { "x-sampan-language": language } } : {},
  );
  const { quote_id, rate_list, unavailable_list } = must(answer).body.data;
  return { quote_id, codes: rate_list.map((rate: Loose) => rate.shipping_provider), unavailable: unavailable_list };
};
const refusal = (answer: { status: number; entries: Loose[] }) => [
  answer.status,
  answer.entries.map(({ field, code, message }) => [field, code, message]),
];
const REASON = "LOCAL_DOOR is suspended: No courier in the typhoon.";
const SUSPENDED = [400, [["shipping_provider", "400470", REASON]]];
const detail = async (id: string) => must(await shop.testing.get(`/order/detail/${id}`)).body.data;

describe("a suspended service", () => {
  it("is in no rates, cannot be bought, by a held quote either, and says why; what is confirmed goes on", async () => {
    const { quote_id } = await rates();
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const confirmed = await created(shop.testing);
    const done = must(await suspend({ until: inHours(24) })).body.data;
    expect(done).toMatchObject({
      code: "LOCAL_DOOR",
      suspended: true,
      suspension: { ...NOTICE, until: expect.stringMatching(/\+08:00$/) },
    });
    expect(await shown()).toMatchObject({ suspended: true, suspension: done.suspension });
    expect(await rates()).toMatchObject({
      codes: expect.not.arrayContaining(["LOCAL_DOOR"]),
      unavailable: [
        {
          shipping_provider: "LOCAL_DOOR",
          code: "400470",
          code_reason: "SERVICE_NOT_AVAILABLE",
          message: REASON,
        },
      ],
    });
    expect((await rates("zh-Hant")).unavailable[0].message).toBe("LOCAL_DOOR 暫停服務：颱風期間沒有派遞員。");

    for (const more of [{}, { quote_id }])
      expect(refusal(await shop.testing.post("/order/create", localOrder({ confirm_shipment: "Y", ...more })))).toEqual(
        SUSPENDED,
      );
    for (const more of [{}, { quote_id }])
      expect(refusal(await shop.testing.post("/order/confirm", { order_id: saved.order_id, ...more }))).toEqual(
        SUSPENDED,
      );
    const party = { name: "Chan", phone: "91234567", address: "1 Nathan Road, Kowloon" };
    const short = {
      sender: party,
      recipient: party,
      package: { weight: 1, dimensions: { length: 10, width: 10, height: 10 } },
    };
    expect(refusal(await shop.testing.post("/orders", short))[1]).toEqual([["account", "400470", REASON]]);
    expect(await detail(saved.order_id)).toMatchObject({
      suspension: done.suspension,
      available_actions: ["update", "cancel"],
    });

    // Saving and changing wait for better days, and confirmed orders go on.
    const later = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    must(
      await shop.testing.post("/order/update", {
        order_id: later.order_id,
        shipment_detail: localOrder().shipment_detail,
      }),
    );
    expect((await detail(confirmed.order_id)).suspension).toBeNull();
    must(await shop.testing.post("/simulate/tracking", { order_id: confirmed.order_id, event: "order.picked_up" }));

    expect(must(await resume()).body.data).toEqual({ code: "LOCAL_DOOR", suspended: false, suspension: null });
    expect((await rates()).codes).toContain("LOCAL_DOOR");
    expect(await detail(later.order_id)).toMatchObject({
      suspension: null,
      available_actions: ["confirm", "update", "cancel"],
    });
    must(await shop.testing.post("/order/confirm", { order_id: saved.order_id, quote_id }));
  });

  it("begins and ends at its times by itself, and is announced before", async () => {
    must(await suspend({ from: inHours(2), until: inHours(4) }));
    expect(await shown()).toMatchObject({ suspended: false, suspension: NOTICE });
    await created(shop.testing);
    const shift = async (hours: number) =>
      sql`update service_suspensions set starts_at = starts_at - make_interval(hours => ${hours}),
        ends_at = ends_at - make_interval(hours => ${hours})`.execute(await testDb());
    await shift(3);
    expect(await shown()).toMatchObject({ suspended: true });
    expect((await shop.testing.post("/order/create", localOrder({ confirm_shipment: "Y" }))).status).toBe(400);
    await shift(3);
    expect(await shown()).toMatchObject({ suspended: false, suspension: null });
    await created(shop.testing);
    const services = must(await support.api.get("/services")).body.data;
    expect(services.slice(0, 2)).toMatchObject([
      { code: "LOCAL_DOOR", suspended: false, supports_pickup_point: false, points_active: 0 },
      { code: "LOCAL_POINT", supports_pickup_point: true, points_active: expect.any(Number) },
    ]);
    expect(services[1].points_active).toBeGreaterThan(50);
  });

  it("is named only by support, with both notices and sensible times, and audited with what it was", async () => {
    const wrong = async (more: Loose) => (await suspend(more)).entries.map(({ field }) => field);
    expect(await wrong({ notice_en: " ", notice_zh: undefined })).toEqual(["notice_en", "notice_zh"]);
    expect(await wrong({ from: "soon", until: "2026-13-01T00:00:00Z" })).toEqual(["from", "until"]);
    expect(await wrong({ until: inHours(-1) })).toEqual(["until"]);
    expect(await wrong({ from: inHours(3), until: inHours(2) })).toEqual(["until"]);
    expect(await wrong({ from: inHours(24 * 400) })).toEqual(["from"]);
    expect((await suspend({}, support, "/providers/NOBODY/suspension")).status).toBe(404);
    expect((await shown()).suspended).toBe(false);

    const until = inHours(5);
    must(await suspend());
    must(await suspend({ until, notice_en: "Only until tonight." }));
    must(await resume());
    const rows = await (await testDb())
      .selectFrom("audit_log")
      .selectAll()
      .where("operation", "in", ["setSuspension", "endSuspension"])
      .where("outcome", "=", "ok")
      .orderBy("at")
      .execute();
    expect(rows).toMatchObject([
      {
        object_id: "LOCAL_DOOR",
        account_id: null,
        before: { from: null, notice_en: null },
        after: { notice_en: "***", notice_zh: "***" },
      },
      { before: { until: null, notice_en: "***" }, after: { until: expect.any(String), notice_en: "***" } },
      { operation: "endSuspension", before: { notice_en: "***" }, after: { from: null, until: null, notice_en: null } },
    ]);
    expect(rows[1]?.after).not.toHaveProperty("notice_zh");
    expect(new Date(String(object(rows[1]?.after).until)).toISOString()).toBe(until);

    const owner = await personOf("owner", shop.accountId);
    const warehouse = await personOf("warehouse", null);
    const program = await clientOf("support", null);
    for (const caller of [owner.api, warehouse.api, program, shop.testing])
      for (const method of ["PUT", "DELETE"] as const)
        expect((await caller.call(method, PATH, method === "PUT" ? { body: NOTICE } : {})).status).toBe(403);
  });
});
