// @module-tag engine
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { addDays } from "@/lib/calendar";
import { intlOrder as intlContract, localOrder as localContract } from "@/lib/contracts/order";
import { updateAccount } from "@/server/accounts";
import { engine } from "@/test/database";
import { merchant, testDb } from "@/test/factories";
import {
  detail,
  heavier,
  INTL,
  idsOf,
  intl,
  LOCAL,
  type Loose,
  local,
  other,
  saved,
  savedIntl,
  shop,
  soon,
  today,
  totalOf,
  update,
  withMerchants,
} from "./order-update";

withMerchants();

describe("POST /order/update before confirmation", () => {
  it.each(LOCAL)(
    "changes %s of a local order and calculates its price again",
    async (_field, change, expected, price) => {
      const order = await saved();
      const before = await detail(order);
      const answer = await update(order, change);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({ ...expected, quote_price: price, order_status: "PENDING_CONFIRM" });
      const after = await detail(order);
      expect(after).toEqual(answer.body.data);
      // Nothing else moved.
      const touched = [
        ...Object.keys(change),
        "update_time",
        "quote_price",
        "price_breakdown",
        "chargeable_weight",
        "provider_name",
        "tracking",
      ];
      const rest = (record: Loose) =>
        Object.fromEntries(Object.entries(record).filter(([field]) => !touched.includes(field)));
      expect(rest(after)).toEqual(rest(before));
      expect(Date.parse(after.update_time)).toBeGreaterThanOrEqual(Date.parse(before.update_time));
    },
  );

  it.each(INTL)(
    "changes %s of an international order and calculates its price again",
    async (_field, change, expected, price) => {
      const order = await savedIntl();
      const answer = await update(order, change);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({ ...expected, quote_price: price });
      expect(await detail(order)).toEqual(answer.body.data);
    },
  );

  it("tries every root field of both kinds", () => {
    const named = (rows: typeof LOCAL) => new Set(rows.flatMap(([, change]) => Object.keys(change)));
    const fixed = ["ship_type", "confirm_shipment", "quote_id"];
    const open = (shape: object) => new Set(Object.keys(shape).filter((field) => !fixed.includes(field)));
    expect(named(LOCAL)).toEqual(open(localContract.shape));
    expect(named(INTL)).toEqual(open(intlContract.shape));
  });

  it("replaces a given field whole", async () => {
    const order = await saved({ sender: { ...local.sender, email: "old@shop.example" } });
    const answer = await update(order, { sender: local.sender });
    expect(answer.body.data.sender).toEqual({ ...local.sender, email: null });
    const options = await savedIntl({ shipment_options: { tax_party: "sender", recipient_signature: "A" } });
    const changed = await update(options, { shipment_options: { ioss_number: "IM1" } });
    expect(changed.body.data.shipment_options).toMatchObject({ tax_party: null, ioss_number: "IM1" });
  });

  it("replaces the parcels, more or fewer", async () => {
    const order = await saved();
    const parcel = local.shipment_detail.parcel_list[0];
    for (const count of [3, 1, 2]) {
      const parcel_list = Array.from({ length: count }, (_, i) => ({ ...parcel, act_weight: String(i + 1) }));
      const answer = await update(order, { shipment_detail: { ...local.shipment_detail, parcel_list } });
      expect(answer.body.data.shipment_detail.parcel_list.map((each: Loose) => each.act_weight)).toEqual(
        ["1", "2", "3"].slice(0, count),
      );
    }
    expect((await shop.testing.post("/order/confirm", { order_id: order.order_id })).status).toBe(200);
  });

  it("changes nothing for no field, empty ones and unknown ones", async () => {
    const order = await saved();
    const { update_time: _time, ...before } = await detail(order);
    const answer = await update(order, {
      client_remarks: "",
      sender: null,
      nonsense: { a: 1 },
      account_id: other.accountId,
      quote_price: "0.01",
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject(before);
  });

  it("never buys", async () => {
    const order = await saved();
    for (const confirm_shipment of ["Y", "N", 5]) {
      const answer = await update(order, { confirm_shipment, client_remarks: "x" });
      expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["confirm_shipment"]]);
      expect(answer.entries[0]?.message).toContain("POST /order/confirm");
    }
    expect((await update(order, { confirm_shipment: "" })).status).toBe(200);
    expect(await detail(order)).toMatchObject({ order_status: "PENDING_CONFIRM", client_remarks: "Order 1042" });
  });

  it("removes a pickup", async () => {
    const order = await saved({ pickup_arrange: { pickup_date: soon } });
    expect((await update(order, { pickup_arrange: {} })).body.data.pickup_arrange).toBeNull();
  });

  it("removes the amount when cash on delivery is switched off", async () => {
    const order = await saved({ cod: "Y", cod_amount: "1000" });
    const answer = await update(order, { cod: "N" });
    expect(answer.body.data).toMatchObject({ cod: "N", cod_amount: null, quote_price: "54.00" });
  });

  it("keeps the price of a quote, and refuses a quote that does not fit", async () => {
    const order = await saved();
    const rates = await shop.testing.post("/rates/get", {
      ship_type: "local",
      recipient: { address: local.recipient.address },
      shipment_detail: heavier,
    });
    const answer = await update(order, { shipment_detail: heavier, quote_id: rates.body.data.quote_id });
    expect([answer.status, answer.body.data.quote_price]).toEqual([200, "90.00"]);
    const refused = await update(order, { shipment_detail: local.shipment_detail, quote_id: rates.body.data.quote_id });
    expect([refused.status, refused.entries.map(({ field, code }) => [field, code])]).toEqual([
      400,
      [["quote_id", "400471"]],
    ]);
    expect((await detail(order)).quote_price).toBe("90.00");
  });

  it("moves an order from provider to provider in the counts", async () => {
    const order = await saved();
    const counts = async () => [
      await totalOf("shipping_provider=LOCAL_DOOR"),
      await totalOf("shipping_provider=LOCAL_POINT"),
      await totalOf(""),
    ];
    const before = (await counts()) as [number, number, number];
    await update(order, { shipping_provider: "LOCAL_POINT" });
    expect(await counts()).toEqual([before[0] - 1, before[1] + 1, before[2]]);
    expect(await idsOf("shipping_provider=LOCAL_POINT")).toContain(order.order_id);
    await update(order, { shipping_provider: "LOCAL_POINT" });
    expect(await counts()).toEqual([before[0] - 1, before[1] + 1, before[2]]);
  });

  it("lets a search find the new text and not the old one", async () => {
    const order = await saved({
      recipient: { ...local.recipient, name: "Ng Siu Ming", mobile: "60001111" },
      client_remarks: "zebra crossing",
    });
    expect([await idsOf("q=Siu+Ming"), await idsOf("q=60001111"), await idsOf("q=zebra")]).toEqual(
      Array(3).fill([order.order_id]),
    );
    await update(order, {
      recipient: { ...local.recipient, name: "歐陽靖雯", mobile: "6222-3333" },
      client_remarks: "quokka park",
    });
    for (const q of ["歐陽", "62223333", "quokka"])
      expect(await idsOf(`q=${encodeURIComponent(q)}`)).toEqual([order.order_id]);
    for (const q of ["Siu Ming", "60001111", "zebra"]) expect(await idsOf(`q=${encodeURIComponent(q)}`)).toEqual([]);
  });

  it.each<[string, Loose, [string, string | undefined][]]>([
    ["an unknown provider", { shipping_provider: "NOBODY" }, [["shipping_provider", "400470"]]],
    ["a provider of the other kind", { shipping_provider: "INTL_EXPR" }, [["shipping_provider", "400470"]]],
    ["a sender without mobile", { sender: { ...local.sender, mobile: "" } }, [["sender.mobile", "400421"]]],
    ["a text in an object's place", { recipient: "Chan" }, [["recipient", undefined]]],
    [
      "too much weight",
      { shipment_detail: { ...heavier, parcel_list: [{ ...heavier.parcel_list[0], act_weight: "30.01" }] } },
      [["shipping_provider", "400470"]],
    ],
    ["no parcels", { shipment_detail: { ...heavier, parcel_list: [] } }, [["shipment_detail.parcel_list", undefined]]],
    ["cash on delivery without amount", { cod: "Y" }, [["cod_amount", undefined]]],
    ["an unknown choice", { delivery_proof: "X" }, [["delivery_proof", undefined]]],
    [
      "a pickup in the past",
      { pickup_arrange: { pickup_date: addDays(today, -1) } },
      [["pickup_arrange.pickup_date", undefined]],
    ],
    [
      "an unknown pickup point",
      { shipping_provider: "LOCAL_POINT", recipient: { ...local.recipient, address: "Mong Kok^NOWHERE" } },
      [["recipient.address", "400472"]],
    ],
    ["remarks that are too long", { client_remarks: "x".repeat(501) }, [["client_remarks", undefined]]],
    ["another kind of order", { ship_type: "intl" }, [["ship_type", undefined]]],
    [
      "two faults at once",
      { cod: "Y", sender: { ...local.sender, name: "" } },
      [
        ["sender.name", undefined],
        ["cod_amount", undefined],
      ],
    ],
  ])("refuses %s and changes nothing", async (_name, change, expected) => {
    const order = await saved();
    const before = await detail(order);
    const answer = await update(order, change);
    expect(answer.status).toBe(400);
    expect(answer.entries.map(({ field, code }) => [field, code])).toEqual(expected);
    expect(await detail(order)).toEqual(before);
  });

  it("refuses a Hong Kong recipient of an international order, and items without sku for pick-and-pack", async () => {
    const answer = await update(await savedIntl(), { recipient: { ...intl.recipient, country: "HK" } });
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["recipient.country"]]);
    const account = await merchant();
    const order = await saved({}, account.testing);
    await updateAccount(await testDb(), account.accountId, { pick_pack: true });
    const lacking = await update(order, { shipment_detail: local.shipment_detail }, account.testing);
    expect(lacking.entries.map(({ code }) => code)).toEqual(["400438", "400438"]);
  });
});

describe("updates at once", () => {
  it("lose nothing", async () => {
    const order = await saved();
    const answers = await Promise.all(LOCAL.map(([, change]) => update(order, change)));
    expect(answers.map(({ status }) => status)).toEqual(LOCAL.map(() => 200));
    const { quote_price: _price, ...expected } = Object.assign({}, ...LOCAL.map(([, , fields]) => fields));
    const record = await detail(order);
    expect(record).toMatchObject(expected);
    // 6 kg the same day: 80 + 5 × 15; remote 20; COD 25; insurance 5; paper proof 10.
    expect(record.quote_price).toBe("215.00");
  });

  it("of one field leave one of the values complete", async () => {
    const order = await saved();
    const lists = Array.from({ length: 12 }, (_, i) =>
      Array.from({ length: (i % 3) + 1 }, () => ({
        ...local.shipment_detail.parcel_list[0],
        act_weight: String(i + 1),
      })),
    );
    const answers = await Promise.all(
      lists.map((parcel_list) => update(order, { shipment_detail: { ...local.shipment_detail, parcel_list } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const weights = (await detail(order)).shipment_detail.parcel_list.map(
      ({ act_weight }: { act_weight: string }) => act_weight,
    );
    expect(lists.map((list) => list.map(({ act_weight }) => act_weight))).toContainEqual(weights);
  });

  it("and a confirmation at the same time buy what was saved, at its price", async () => {
    for (let round = 0; round < 4; round++) {
      const order = await saved();
      const changing = round % 2 ? update(order, { shipment_detail: heavier }) : undefined;
      const confirming = shop.testing.post("/order/confirm", { order_id: order.order_id });
      const changed = await (changing ?? update(order, { shipment_detail: heavier }));
      expect((await confirming).status).toBe(200);
      const record = await detail(order);
      expect([record.order_status, record.quote_price]).toEqual([
        "READY_TO_SHIP",
        changed.status === 200 ? "90.00" : "54.00",
      ]);
      if (changed.status !== 200) expect(changed.entries.map(({ code }) => code)).toEqual(["400451"]);
      expect(record.shipment_detail.parcel_list[0].tracking_number).toBe(record.tracking_number);
    }
  });

  it.runIf(engine === "postgresql")("between the reads of row and parcels do not refuse a confirmation", async () => {
    const order = await saved();
    const db = await testDb();
    const confirmed = await db.transaction().execute(async (tx) => {
      await sql`lock table order_parcels in access exclusive mode`.execute(tx);
      const confirming = shop.testing.post("/order/confirm", { order_id: order.order_id });
      const waiting = sql`select from pg_locks where not granted and relation = 'order_parcels'::regclass
        and database = (select oid from pg_database where datname = current_database())`;
      await vi.waitFor(async () => expect((await waiting.execute(tx)).rows).toHaveLength(1), 10_000);
      await sql`update order_parcels set act_weight = '5.5'
        where account_id = ${shop.accountId} and order_id = ${order.order_id}`.execute(tx);
      await sql`update orders set quote_price = 90, revision = revision + 1
        where account_id = ${shop.accountId} and id = ${order.order_id}`.execute(tx);
      return { answer: confirming };
    });
    expect((await confirmed.answer).status).toBe(200);
    expect((await detail(order)).quote_price).toBe("90.00");
  });
});

describe("order_id of an update", () => {
  it.each([[{}], [{ order_id: "x" }], [{ order_id: 5 }]])("is a 400 in %j", async (body) => {
    const answer = await shop.testing.post("/order/update", { client_remarks: "x", ...body });
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["order_id"]]);
  });

  it("of another account or environment answers as one that does not exist, and nothing changes", async () => {
    const missing = await update({ order_id: "999999999999999" }, { client_remarks: "x" });
    expect([missing.status, missing.body.error.code]).toEqual([404, "404000"]);
    const theirs = await saved({}, other.testing);
    const live = await saved({}, shop.production);
    for (const order of [theirs, live])
      for (const change of [{ client_remarks: "mine now" }, { sender: "wrong" }]) {
        const answer = await update(order, change);
        expect([answer.status, JSON.stringify(answer.body)]).toEqual([404, JSON.stringify(missing.body)]);
      }
    expect((await other.testing.get(`/order/detail/${theirs.order_id}`)).body.data.client_remarks).toBe("Order 1042");
    expect((await shop.production.get(`/order/detail/${live.order_id}`)).body.data.client_remarks).toBe("Order 1042");
  });
});
