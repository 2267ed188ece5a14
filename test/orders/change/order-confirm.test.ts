// @module-tag engine
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import { updateAccount } from "@/server/accounts";
import { created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import type { Api } from "@/test/http";
import { naming } from "@/test/pick-pack/warehouse";
import { changeSheet } from "@/test/sheets";

let shop: Merchant;
let other: Merchant;
let restore = async () => {};
const today = hongKongDate(new Date());

beforeAll(async () => {
  shop = await merchant();
  other = await merchant();
});

// Tariffs are shared with other files.
afterEach(async () => {
  await restore();
  restore = async () => {};
});

/** Makes this the price of LOCAL_DOOR's first kilogram; 30.00 otherwise. */
async function newTariff(firstPrice: number): Promise<void> {
  await restore();
  restore = await changeSheet("TARIFF", "LOCAL_DOOR", (rows) =>
    rows.map((row) => ({ ...row, first_price: String(firstPrice) })),
  );
}

const saved = (change: Record<string, unknown> = {}, client: Api = shop.testing) =>
  created(client, localOrder({ ...change, confirm_shipment: "N" }));
const confirm = (order: { order_id: string }, quote_id?: string, client: Api = shop.testing) =>
  client.post("/order/confirm", { order_id: order.order_id, ...(quote_id === undefined ? {} : { quote_id }) });
const detail = async ({ order_id }: { order_id: string }) =>
  (await shop.testing.get(`/order/detail/${order_id}`)).body.data;
const totalOf = async (query: string) => (await shop.testing.get(`/orders?limit=1&${query}`)).body.pagination.total;

async function quoteFor(
  body: object,
  client: Api = shop.testing,
): Promise<{ quote_id: string; prices: Record<string, string> }> {
  const { data } = (await client.post("/rates/get", body)).body;
  const prices = data.rate_list.map((rate: Record<string, string>) => [rate.shipping_provider, rate.quote_price]);
  return { quote_id: data.quote_id, prices: Object.fromEntries(prices) };
}

describe("POST /order/confirm", () => {
  it("buys a saved order at its price and gives it a tracking number", async () => {
    const order = await saved();
    const answer = await confirm(order);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      ...order,
      order_status: "READY_TO_SHIP",
      confirm_shipment: "Y",
      quote_price: "54.00",
      tracking_number: expect.stringMatching(/^ST\d{11}$/),
      message: "The order is confirmed and ready to ship.",
    });
    const { message: _message, ...result } = answer.body.data;
    const record = await detail(order);
    expect(record).toMatchObject({ ...result, available_actions: ["update_remarks", "cancel", "label", "track"] });
    expect(Date.parse(record.confirm_time)).toBeGreaterThanOrEqual(Date.parse(order.create_time ?? ""));
    expect(record.estimated_delivery).toBe(`${addDays(today, 2)}T23:59:59.000+08:00`);
    expect(record.shipment_detail.parcel_list[0].tracking_number).toBe(result.tracking_number);
    const found = await shop.testing.get(`/orders?q=${result.tracking_number}`);
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([order.order_id]);
  });

  it("gives every parcel a number of its own, the first the order's", async () => {
    const [parcel] = localOrder().shipment_detail.parcel_list;
    const order = await saved({
      shipment_detail: { ...localOrder().shipment_detail, parcel_list: [parcel, parcel, parcel] },
    });
    const { tracking_number } = (await confirm(order)).body.data;
    const numbers = (await detail(order)).shipment_detail.parcel_list.map(
      (each: { tracking_number: string }) => each.tracking_number,
    );
    expect(numbers[0]).toBe(tracking_number);
    expect(new Set(numbers).size).toBe(3);
    for (const number of numbers)
      expect((await shop.testing.get(`/tracking/${number}`)).body.data.order_id).toBe(order.order_id);
  });

  it("buys an international order, and one in production", async () => {
    const intl = await created(shop.testing, intlOrder({ confirm_shipment: "N" }));
    expect((await confirm(intl)).body.data).toMatchObject({ order_status: "READY_TO_SHIP", quote_price: "729.60" });
    const live = await saved({}, shop.production);
    const answer = await confirm(live, undefined, shop.production);
    expect(answer.body.data.tracking_number).toMatch(/^SP\d{11}$/);
  });

  it("moves the order in the counts and announces only order.confirmed", async () => {
    const order = await saved();
    const before = [await totalOf("status=PENDING_CONFIRM"), await totalOf("status=READY_TO_SHIP"), await totalOf("")];
    await confirm(order);
    const after = [await totalOf("status=PENDING_CONFIRM"), await totalOf("status=READY_TO_SHIP"), await totalOf("")];
    expect(after).toEqual([before[0] - 1, before[1] + 1, before[2]]);
    const { rows } = await sql<{ event: string }>`
      select event from events where order_id = ${order.order_id} order by created_at, id`.execute(await testDb());
    expect(rows).toEqual([{ event: "order.created" }, { event: "order.confirmed" }]);
  });

  it.each([
    "READY_TO_SHIP",
    "PICKED_UP",
    "IN_TRANSIT",
    "OUT_FOR_DELIVERY",
    "DELIVERED",
    "FAILED_DELIVERY",
    "EXCEPTION",
    "CANCELLED",
  ])("answers 400452 for an order that is %s", async (status) => {
    const order = await created(shop.testing);
    await sql`update orders set status = ${status} where id = ${order.order_id}`.execute(await testDb());
    const answer = await confirm(order);
    expect(answer.status).toBe(400);
    expect(answer.entries).toEqual([
      {
        field: "order_id",
        pointer: "/order_id",
        code: "400452",
        code_reason: "ORDER_NOT_CONFIRMABLE",
        message: expect.stringContaining(status),
      },
    ]);
    expect((await detail(order)).tracking_number).toBe(order.tracking_number);
  });

  it("makes one tracking number of ten confirmations at once", async () => {
    const order = await saved();
    const before = await totalOf("status=READY_TO_SHIP");
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(order)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, entries } of answers.filter((answer) => answer.status !== 200))
      expect([status, entries[0]?.code]).toEqual([400, "400452"]);
    const record = await detail(order);
    const bought = answers.find(({ status }) => status === 200)?.body.data;
    expect(record.tracking_number).toBe(bought.tracking_number);
    expect(record.shipment_detail.parcel_list).toHaveLength(1);
    expect(record.shipment_detail.parcel_list[0].tracking_number).toBe(bought.tracking_number);
    expect(await totalOf("status=READY_TO_SHIP")).toBe(before + 1);
  });

  it("and a cancellation at once leave one of two complete histories", async () => {
    const totals = () =>
      Promise.all(["READY_TO_SHIP", "CANCELLED", "PENDING_CONFIRM"].map((status) => totalOf(`status=${status}`)));
    for (let round = 0; round < 4; round++) {
      const order = await saved();
      const [ready, cancelled, pending] = await totals();
      const buying = round % 2 ? confirm(order) : undefined;
      const cancelling = shop.testing.post("/order/cancel", { order_id: order.order_id, reason: "OTHER" });
      const bought = await (buying ?? confirm(order));
      expect((await cancelling).status).toBe(200);
      // If the confirmation came first, the order is cancelled as a confirmed one; otherwise nothing is bought.
      if (bought.status !== 200) expect([bought.status, bought.entries[0]?.code]).toEqual([400, "400452"]);
      const record = await detail(order);
      expect([record.order_status, record.tracking_number !== null]).toEqual(["CANCELLED", bought.status === 200]);
      expect(await totals()).toEqual([ready, cancelled + 1, pending - 1]);
      const events = await sql`select 1 from events where order_id = ${order.order_id}`.execute(await testDb());
      expect(events.rows).toHaveLength(bought.status === 200 ? 3 : 2);
    }
  });
});

describe("a price that has changed since the order was saved", () => {
  it("up: answers 400471 with a new quote, changes nothing, and then takes the quote", async () => {
    const order = await saved();
    await newTariff(40);
    const refused = await confirm(order);
    expect(refused.status).toBe(400);
    expect(refused.entries).toEqual([
      {
        field: "quote_id",
        pointer: "/quote_id",
        code: "400471",
        code_reason: "QUOTE_EXPIRED",
        message: expect.stringContaining("64.00"),
        quote_id: expect.stringMatching(/^qt_/),
        quote_price: "64.00",
        expires_at: expect.stringMatching(/\+08:00$/),
      },
    ]);
    const entry = refused.entries[0] as unknown as { quote_id: string; expires_at: string };
    const minutes = (Date.parse(entry.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30.1);
    expect(await detail(order)).toMatchObject({
      order_status: "PENDING_CONFIRM",
      quote_price: "54.00",
      tracking_number: null,
    });

    const bought = await confirm(order, entry.quote_id);
    expect([bought.status, bought.body.data.quote_price]).toEqual([200, "64.00"]);
    expect(await detail(order)).toMatchObject({
      quote_price: "64.00",
      price_breakdown: [{ code: "BASE", amount: "64.00" }],
    });
  });

  it("down: is bought at the lower price", async () => {
    const order = await saved();
    await newTariff(20);
    const answer = await confirm(order);
    expect([answer.status, answer.body.data.quote_price]).toEqual([200, "44.00"]);
    expect(await detail(order)).toMatchObject({
      quote_price: "44.00",
      price_breakdown: [{ code: "BASE", amount: "44.00" }],
    });
  });

  it("up, but a quote holds the old one", async () => {
    const order = await saved();
    const { ship_type, recipient, shipment_detail } = localOrder();
    const quote = await quoteFor({ ship_type, recipient: { address: recipient.address }, shipment_detail });
    expect(quote.prices.LOCAL_DOOR).toBe("54.00");
    await newTariff(40);
    expect((await confirm(order)).entries[0]?.code).toBe("400471");
    const answer = await confirm(order, quote.quote_id);
    expect([answer.status, answer.body.data.quote_price]).toEqual([200, "54.00"]);
  });

  it("up, for a person of support, whose refused change is undone: the quote stays", async () => {
    const order = await saved();
    await newTariff(40);
    const support = await personOf("support", null);
    const send = (quote_id?: string) =>
      support.api.post("/order/confirm", { order_id: order.order_id, quote_id }, naming(shop));
    const quote = (await send()).entries[0]?.quote_id as string;
    expect((await send(quote)).body.data).toMatchObject({ order_status: "READY_TO_SHIP", quote_price: "64.00" });
  });

  it("up again after the quote: the quote still holds", async () => {
    const order = await saved();
    await newTariff(40);
    const quote = (await confirm(order)).entries[0]?.quote_id as string;
    await newTariff(50);
    const answer = await confirm(order, quote);
    expect([answer.status, answer.body.data.quote_price]).toEqual([200, "64.00"]);
  });
});

describe("a quote that does not hold", () => {
  const wrongQuotes: [string, (quote: string) => Promise<string>][] = [
    ["is unknown", async () => "qt_unknown"],
    [
      "has expired",
      async (quote) => {
        await sql`update quotes set expires_at = now() where id = ${quote}`.execute(await testDb());
        return quote;
      },
    ],
    [
      "is of another account",
      async () =>
        (await quoteFor({ ship_type: "local", shipment_detail: localOrder().shipment_detail }, other.testing)).quote_id,
    ],
    [
      "is of the other environment",
      async () =>
        (await quoteFor({ ship_type: "local", shipment_detail: localOrder().shipment_detail }, shop.production))
          .quote_id,
    ],
    [
      "is for another weight",
      async () =>
        (await quoteFor({ ship_type: "local", shipment_detail: { parcel_list: [{ act_weight: "0.5" }] } })).quote_id,
    ],
  ];
  it.each(wrongQuotes)("because it %s is answered with 400471 and a new one", async (_name, wrong) => {
    const order = await saved();
    const quote = await quoteFor({ ship_type: "local", shipment_detail: localOrder().shipment_detail });
    const answer = await confirm(order, await wrong(quote.quote_id));
    expect([answer.status, answer.entries[0]?.code, answer.entries[0]?.quote_price]).toEqual([400, "400471", "54.00"]);
    expect((await detail(order)).order_status).toBe("PENDING_CONFIRM");
    expect((await confirm(order, answer.entries[0]?.quote_id as string)).status).toBe(200);
  });

  it("is not needed while the price is unchanged", async () => {
    expect((await confirm(await saved(), "")).status).toBe(200);
  });
});

describe("an order that can no longer be made as it was saved", () => {
  const change = async (text: string) => sql.raw(text).execute(await testDb());

  it("because its pickup day is past is refused until it has another", async () => {
    const order = await saved({ pickup_arrange: { pickup_date: addDays(today, 1) } });
    await sql`update orders set pickup_date = ${addDays(today, -1)}::date where id = ${order.order_id}`.execute(
      await testDb(),
    );
    const answer = await confirm(order);
    expect(answer.status).toBe(400);
    expect(answer.entries).toEqual([
      {
        field: "pickup_arrange.pickup_date",
        pointer: "/pickup_arrange/pickup_date",
        message: "Must be today or later in Hong Kong.",
      },
    ]);
    expect((await detail(order)).order_status).toBe("PENDING_CONFIRM");
    await shop.testing.post("/order/update", { order_id: order.order_id, pickup_arrange: { pickup_date: today } });
    expect((await confirm(order)).status).toBe(200);
  });

  it("because its pickup point has closed is refused with 400472", async () => {
    const recipient = { ...localOrder().recipient, address: "九龍旺角彌敦道701號地下^KLN-L001" };
    const order = await saved({ shipping_provider: "LOCAL_POINT", recipient });
    await change("update pickup_points set status = 'CLOSED' where delivery_code = 'KLN-L001'");
    try {
      const answer = await confirm(order);
      expect([answer.status, answer.entries.map(({ field, code }) => [field, code])]).toEqual([
        400,
        [["recipient.address", "400472"]],
      ]);
    } finally {
      await change("update pickup_points set status = 'ACTIVE' where delivery_code = 'KLN-L001'");
    }
    expect((await confirm(order)).status).toBe(200);
  });

  it("because its provider no longer serves is refused with 400470", async () => {
    const order = await saved({ shipping_provider: "LOCAL_SAMEDAY" });
    await change("update providers set active = false where code = 'LOCAL_SAMEDAY'");
    try {
      const answer = await confirm(order);
      expect([answer.status, answer.entries.map(({ field, code }) => [field, code])]).toEqual([
        400,
        [["shipping_provider", "400470"]],
      ]);
    } finally {
      await change("update providers set active = true where code = 'LOCAL_SAMEDAY'");
    }
    expect((await confirm(order)).status).toBe(200);
  });

  it("because the account now picks and packs is refused with 400438 for what its items lack", async () => {
    const account = await merchant();
    const order = await saved({}, account.testing);
    await updateAccount(await testDb(), account.accountId, { pick_pack: true });
    const answer = await confirm(order, undefined, account.testing);
    expect(answer.status).toBe(400);
    expect(answer.entries.map(({ pointer, code }) => [pointer, code])).toEqual([
      ["/shipment_detail/parcel_list/0/parcel_items/0/sku", "400438"],
      ["/shipment_detail/parcel_list/0/parcel_items/0/bar_code_eid", "400438"],
    ]);
  });
});

describe("order_id of a confirmation", () => {
  it.each([[{}], [{ order_id: "" }], [{ order_id: "abc" }], [{ order_id: 217384 }], [{ order_id: "1".repeat(16) }]])(
    "is a 400 in %j",
    async (body) => {
      const answer = await shop.testing.post("/order/confirm", body);
      expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["order_id"]]);
    },
  );

  it("of another account or environment answers as one that does not exist", async () => {
    const missing = await confirm({ order_id: "999999999999999" });
    expect([missing.status, missing.body.error.code]).toEqual([404, "404000"]);
    const theirs = await saved({}, other.testing);
    const live = await saved({}, shop.production);
    for (const order of [theirs, live]) {
      const answer = await confirm(order);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([404, JSON.stringify(missing.body)]);
    }
    expect((await confirm(theirs, undefined, other.testing)).status).toBe(200);
    expect((await confirm(live, undefined, shop.production)).status).toBe(200);
  });
});
