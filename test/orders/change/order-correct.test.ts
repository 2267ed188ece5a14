// Support corrects the recipient of an order that is not collected yet (contract §4.6).
import { beforeAll, describe, expect, it } from "vitest";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import type { Api } from "@/test/http";
import { freshItem, must, orderOf, stocked, warehouse } from "@/test/pick-pack/warehouse";

let shop: Merchant;
let support: Api;

beforeAll(async () => {
  shop = await merchant();
  support = (await personOf("support", null)).api;
});

type Order = { order_id: string };
const REASON = "The courier found another family there";
const at = (account: Merchant = shop) => ({ headers: { "x-account-id": account.accountId } });
const local = localOrder().recipient;
const RIGHT = {
  name: "Lau Tsz Ching",
  mobile_prefix: "852",
  mobile: "65430987",
  address: "九龍旺角彌敦道 702 號 2 樓",
};
const correct = ({ order_id }: Order, recipient: object = RIGHT, by: Api = support) =>
  by.post("/order/correct", { order_id, recipient, reason: REASON }, at());
const detail = async ({ order_id }: Order) => (await shop.testing.get(`/order/detail/${order_id}`)).body.data;
const move = ({ order_id }: Order, event: string) => shop.testing.post("/simulate/tracking", { order_id, event });

describe("POST /order/correct", () => {
  it("changes name, telephone and address, keeps service and price, and prints count no more", async () => {
    const order = await created(shop.testing, localOrder({ recipient: { ...local, email: "a@b.example" } }));
    await shop.testing.get(`/order/label/${order.order_id}`);
    const before = await detail(order);
    expect((await shop.testing.get(`/orders?order_ids=${order.order_id}&printed=Y`)).body.data).toHaveLength(1);
    const answer = await correct(order);
    expect(answer.status).toBe(200);
    const after = await detail(order);
    expect(after.recipient).toEqual({ ...RIGHT, email: "a@b.example", delivery_code: null });
    for (const kept of ["quote_price", "price_breakdown", "shipping_provider", "tracking_number", "order_status"])
      expect(after[kept], kept).toEqual(before[kept]);
    expect((await shop.testing.get(`/orders?order_ids=${order.order_id}&printed=Y`)).body.data).toEqual([]);
    expect((await shop.testing.get("/orders?q=Lau Tsz Ching")).body.data).toMatchObject([{ order_id: order.order_id }]);
    const { data } = (await shop.testing.get("/events?events=order.updated&limit=100")).body;
    expect(data.filter((event: Order) => event.order_id === order.order_id)).toHaveLength(1);
  });

  it("takes the lines of an international address; country, company and tax numbers stay", async () => {
    const order = await created(shop.testing, intlOrder());
    const { recipient } = await detail(order);
    const given = { ...recipient, address: "221B Baker Street", address_line_2: "2nd floor", city: "London" };
    const { company_name, email, tax_code, eori_number, ...own } = given;
    expect((await correct(order, { ...own, country: "japan" })).status).toBe(200);
    expect((await detail(order)).recipient).toEqual(given);
    const elsewhere = await correct(order, { ...own, country: "KR", company_name: "Another" });
    expect(elsewhere.entries.map(({ field }) => field)).toEqual(["recipient.country", "recipient.company_name"]);
  });

  it("keeps the price where another address would cost something else", async () => {
    const order = await created(shop.testing);
    const before = await detail(order);
    expect((await correct(order, { ...RIGHT, address: "西貢滘西洲 1 號" })).status).toBe(200);
    expect(
      (await shop.testing.post("/rates/get", { ...localOrder(), recipient: { ...RIGHT, address: "西貢滘西洲 1 號" } }))
        .status,
    ).toBe(200);
    const after = await detail(order);
    expect([after.recipient.address, after.quote_price, after.price_breakdown]).toEqual([
      "西貢滘西洲 1 號",
      before.quote_price,
      before.price_breakdown,
    ]);
  });

  it("refuses what the form refuses, and where the service does not go", async () => {
    const order = await created(shop.testing);
    const wrong = await correct(order, { ...RIGHT, name: "", mobile: "12" });
    expect(wrong.entries.map(({ field }) => field)).toEqual(["recipient.name", "recipient.mobile"]);
    const point = await correct(order, { ...RIGHT, address: "九龍旺角彌敦道 702 號^NOWHERE" });
    expect(point.status).toBe(400);
    expect((await detail(order)).recipient.name).toBe(local.name);
    // The reason is the form's; a program may leave it out.
    const silent = await support.post("/order/correct", { order_id: order.order_id, recipient: RIGHT }, at());
    expect(silent.status).toBe(200);
    expect((await detail(order)).recipient.name).toBe(RIGHT.name);
  });

  it("refuses a pickup point that only is written otherwise", async () => {
    const to = (code: string) => ({ ...RIGHT, address: `九龍旺角彌敦道 702 號^${code}` });
    const order = await created(
      shop.testing,
      localOrder({ shipping_provider: "LOCAL_POINT", recipient: to("kln-l001") }),
    );
    for (const code of ["kln-l001", "KLN-L001"])
      expect((await correct(order, to(code))).entries.map(({ field }) => field)).toEqual(["recipient"]);
  });

  it("ends when the order is collected or cancelled", async () => {
    const collected = await created(shop.testing);
    await move(collected, "order.picked_up");
    const cancelled = await created(shop.testing);
    await shop.testing.post("/order/cancel", { order_id: cancelled.order_id, reason: "OTHER" });
    for (const order of [collected, cancelled])
      expect((await correct(order)).entries).toMatchObject([{ field: "order_id", code: "400451" }]);
  });

  it("is for support, people and API clients; others' orders are a 404", async () => {
    const order = await created(shop.testing);
    expect((await correct(order, RIGHT, await clientOf("support", null))).status).toBe(200);
    const people = [await personOf("owner", shop.accountId), await personOf("warehouse", null)];
    for (const by of [...people.map(({ api }) => api), shop.testing])
      expect((await correct(order, RIGHT, by)).status).toBe(403);
    const other = await merchant();
    const body = { order_id: order.order_id, recipient: RIGHT, reason: REASON };
    expect((await support.post("/order/correct", body, at(other))).status).toBe(404);
    const live = await clientOf("support", null, "production");
    expect((await live.post("/order/correct", body, at())).status).toBe(404);
  });

  it("is in the audit log with its fields, never their values", async () => {
    const order = await created(shop.testing);
    await correct(order);
    const rows = await (await testDb())
      .selectFrom("audit_log")
      .select("after")
      .where("operation", "=", "correctOrder")
      .where("object_id", "=", order.order_id)
      .execute();
    const hidden = { name: "***", mobile_prefix: "***", mobile: "***", address: "***" };
    expect(rows).toEqual([{ after: { order_id: order.order_id, reason: "***", recipient: hidden } }]);
  });

  it("of two at once keeps one whole, and both leave their line", async () => {
    const order = await created(shop.testing);
    const other = { ...RIGHT, name: "Another", mobile: "61112222" };
    const done = await Promise.all([correct(order), correct(order, other)]);
    expect(done.map(({ status }) => status)).toEqual([200, 200]);
    expect([RIGHT, other].map(({ name, mobile }) => name + mobile)).toContain(
      await detail(order).then(({ recipient }) => recipient.name + recipient.mobile),
    );
    const lines = (await support.get(`/order/messages?order_id=${order.order_id}`, at())).body.data;
    expect(lines.map(({ kind, text }: { kind: string; text: string }) => [kind, text])).toEqual([
      ["corrected", REASON],
      ["corrected", REASON],
    ]);
  });

  it("warns the packer, and labels must be scanned again", async () => {
    const place = await warehouse();
    const items = [freshItem("1"), freshItem("1")];
    for (const item of items) await stocked(place, item, "5");
    const order = await created(place.shop.testing, orderOf(...items.map((item) => [item])));
    must(await place.staff.post("/pickpack/confirm", { order_id: order.order_id }));
    const bench = async () => must(await place.staff.get(`/pickpack/bench/${order.order_id}`)).body.data;
    expect((await bench()).corrected_time).toBeNull();
    const parcels: { tracking_number: string }[] = (await bench()).parcel_list;
    for (const [index, item] of items.entries())
      must(
        await place.staff.post("/pickpack/scan", {
          order_id: order.order_id,
          scan_id: `s-${order.order_id}-${index}`,
          parcel: String(index + 1),
          code: item.sku,
        }),
      );
    for (const { tracking_number: code } of parcels)
      must(await place.staff.post("/pickpack/label", { order_id: order.order_id, scan_id: code, code }));
    const isScanned = async () =>
      (await bench()).parcel_list.map(({ is_label_scanned }: { is_label_scanned: boolean }) => is_label_scanned);
    expect(await isScanned()).toEqual([true, true]);
    const recipient = (await place.shop.testing.get(`/order/detail/${order.order_id}`)).body.data.recipient;
    const { delivery_code: _code, ...own } = recipient;
    must(
      await support.post(
        "/order/correct",
        { order_id: order.order_id, recipient: { ...own, name: "Somebody Else" }, reason: REASON },
        at(place.shop),
      ),
    );
    expect(await isScanned()).toEqual([false, false]);
    expect(await bench()).toMatchObject({ corrected_time: expect.any(String), recipient_name: "Somebody Else" });
  });
});
