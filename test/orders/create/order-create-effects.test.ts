// @module-tag engine
/** What creating an order takes, costs and stores (contract §11.7, §12.5, §13, §15.3). */

import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { SheetRow } from "@/lib/tariff-sheets";
import { everyAccount } from "@/server/db/scoped";
import { checkDigit, newOrderId } from "@/server/orders/create/numbers";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, testDb } from "@/test/factories";
import type { Answer, Api } from "@/test/http";
import { changeSheet, dearerBy } from "@/test/sheets";

// biome-ignore lint/suspicious/noExplicitAny: bodies are taken apart at every place
type Body = any;

let shop: Merchant;
let packer: Merchant;
beforeAll(async () => {
  shop = await merchant();
  packer = await merchant({ pickPack: true });
});

const create = (body: unknown, by: Api = shop.testing): Promise<Answer> => by.post("/order/create", body);
const refusals = (answer: Answer) => answer.entries.map(({ pointer, code }) => (code ? `${pointer} ${code}` : pointer));
const detailOf = async (id: string) => (await shop.testing.get(`/order/detail/${id}`)).body.data;

function withParcels(base: Body, ...changes: object[]): Body {
  const [parcel] = base.shipment_detail.parcel_list;
  base.shipment_detail.parcel_list = changes.map((change) => ({ ...structuredClone(parcel), ...change }));
  return base;
}
const times = (count: number) => Array.from({ length: count }, () => ({}));

/** Runs with the carriers' tables changed, and restores them for other tests. */
async function withTables(change: string, undo: string, work: () => Promise<void>): Promise<void> {
  const db = await testDb();
  await sql.raw(change).execute(db);
  try {
    await work();
  } finally {
    await sql.raw(undo).execute(db);
  }
}
async function dearer(work: () => Promise<void>): Promise<void> {
  const add = (rows: readonly SheetRow[]) => rows.map(dearerBy(100, "first_price"));
  const restore = await Promise.all(
    ["LOCAL_DOOR", "LOCAL_POINT", "LOCAL_SAMEDAY"].map((provider) => changeSheet("TARIFF", provider, add)),
  );
  try {
    await work();
  } finally {
    for (const each of restore) await each();
  }
}

describe.each([
  ["intl", intlOrder, "declaration_list"],
  ["local", localOrder, "parcel_items"],
] as const)("sizes of an order (%s)", (_shipType, order, items) => {
  it("are 1 to 50 parcels, each with a tracking number of its own", async () => {
    const result = await created(shop.testing, withParcels(order(), ...times(50)));
    const { parcel_list } = (await detailOf(result.order_id)).shipment_detail;
    const numbers: string[] = parcel_list.map((parcel: Body) => parcel.tracking_number);
    expect(numbers).toHaveLength(50);
    expect(numbers[0]).toBe(result.tracking_number);
    expect(new Set(numbers).size).toBe(50);
    for (const number of numbers) {
      expect(number).toMatch(/^ST\d{11}$/);
      expect(number.at(-1)).toBe(checkDigit(number.slice(2, -1)));
    }
    const answer = await create(withParcels(order(), ...times(51)));
    expect(refusals(answer)).toEqual(["/shipment_detail/parcel_list"]);
    expect(answer.entries[0]?.message).toMatch(/At most 50/);
  });

  it("are 1 to 200 items a parcel", async () => {
    const item = { ...(order() as Body).shipment_detail.parcel_list[0][items][0], single_weight: undefined };
    const of = (count: number) => ({ [items]: Array.from({ length: count }, () => item) });
    const { order_id } = await created(shop.testing, withParcels(order(), of(1), of(200)));
    const { parcel_list } = (await detailOf(order_id)).shipment_detail;
    expect(parcel_list.map((parcel: Body) => parcel[items].length)).toEqual([1, 200]);
    const answer = await create(withParcels(order(), of(201), of(1), of(201)));
    const at = (index: number) => `/shipment_detail/parcel_list/${index}/${items}`;
    expect(refusals(answer)).toEqual([at(0), at(2)]);
    expect(answer.entries[0]?.message).toMatch(/At most 200/);
    const wrongToo = await create(withParcels(order(), { [items]: Array.from({ length: 201 }, () => ({})) }));
    expect(refusals(wrongToo)).toEqual([at(0)]);
  });
});

describe("shipping_provider", () => {
  const none = "/shipping_provider 400470";

  it.each(["NO_SUCH", "local_door", "LOCAL_DOOR ", "constructor", "__proto__", "\u0000", "\ud83d", "x".repeat(65)])(
    "%j is unknown",
    async (shipping_provider) => {
      for (const order of [intlOrder, localOrder])
        expect(refusals(await create(order({ shipping_provider })))).toEqual([none]);
    },
  );

  it("is of the order's own kind", async () => {
    for (const shipping_provider of ["INTL_ECON", "INTL_EXPR", "EXPR_EXPORT"])
      expect(refusals(await create(localOrder({ shipping_provider })))).toEqual([none]);
    for (const shipping_provider of ["LOCAL_DOOR", "LOCAL_POINT", "LOCAL_SAMEDAY"])
      expect(refusals(await create(intlOrder({ shipping_provider })))).toEqual([none]);
  });

  it("still serves", async () => {
    const set = (active: boolean) => `update providers set active = ${active} where code = 'LOCAL_SAMEDAY'`;
    await withTables(set(false), set(true), async () => {
      expect(refusals(await create(localOrder({ shipping_provider: "LOCAL_SAMEDAY" })))).toEqual([none]);
    });
    await created(shop.testing, localOrder({ shipping_provider: "LOCAL_SAMEDAY" }));
  });

  it.each([
    ["LOCAL_DOOR", "parcel", "30", "30.000001"],
    ["LOCAL_POINT", "parcel", "20", "20.01"],
    ["LOCAL_SAMEDAY", "envelope", "10", "10.01"],
    ["INTL_ECON", "parcel", "30", "30.01"],
    ["INTL_EXPR", "document", "30", "31"],
    ["EXPR_EXPORT", "pallet", "300", "300.01"],
  ])("%s takes each %s of %s kg, not of %s", async (shipping_provider, package_type, most, tooMuch) => {
    const order = shipping_provider.startsWith("LOCAL") ? localOrder : intlOrder;
    const weighing = (...weights: string[]) => {
      const body = withParcels(order({ shipping_provider }), ...weights.map((act_weight) => ({ act_weight })));
      body.shipment_detail.package_type = package_type;
      for (const { declaration_list = [] } of body.shipment_detail.parcel_list)
        for (const item of declaration_list) delete item.single_weight;
      return body;
    };
    await created(shop.testing, weighing(most, most));
    const answer = await create(weighing("1", tooMuch, tooMuch));
    expect(refusals(answer)).toEqual([none]);
    expect(answer.entries[0]?.message).toContain(`${tooMuch} kg`);
  });
});

describe("the price", () => {
  it("is that of the sample tariffs", async () => {
    const intl = await created(shop.testing, intlOrder());
    expect(intl.quote_price).toBe("729.60");
    expect((await detailOf(intl.order_id as string)).price_breakdown).toEqual([
      { code: "BASE", amount: "570.00" },
      { code: "FUEL", amount: "159.60" },
    ]);
    expect((await created(shop.testing, localOrder())).quote_price).toBe("54.00");
  });

  const local = { shipment_detail: localOrder().shipment_detail };
  const quoteFor = async (body: object, by = shop.testing): Promise<string> =>
    (await by.post("/rates/get", { ship_type: "local", ...local, ...body })).body.data.quote_id;
  const expectExpired = async (body: Record<string, unknown>, price: string) => {
    const answer = await create(localOrder(body));
    expect(refusals(answer)).toEqual(["/quote_id 400471"]);
    expect(answer.entries[0]).toMatchObject({ field: "quote_id", code_reason: "QUOTE_EXPIRED" });
    expect(answer.entries[0]?.message).toContain(`HKD ${price}.`);
  };

  it("is held by a quote, for every service that it prices", async () => {
    const quote_id = await quoteFor({});
    await dearer(async () => {
      expect((await created(shop.testing, localOrder())).quote_price).toBe("154.00");
      expect((await created(shop.testing, localOrder({ quote_id }))).quote_price).toBe("54.00");
      const point = await created(shop.testing, localOrder({ quote_id, shipping_provider: "LOCAL_POINT" }));
      expect(point.quote_price).toBe("38.00");
    });
  });

  it("is not held by a quote that has expired", async () => {
    const quote_id = await quoteFor({});
    await sql`update quotes set expires_at = clock_timestamp() where id = ${quote_id}`.execute(await testDb());
    await dearer(() => expectExpired({ quote_id }, "154.00"));
    await expectExpired({ quote_id }, "54.00");
  });

  it("is not held by a quote of another account or environment, or none", async () => {
    for (const quote_id of [
      await quoteFor({}, packer.testing),
      await quoteFor({}, shop.production),
      "qt_none",
      "constructor",
    ])
      await expectExpired({ quote_id }, "54.00");
  });

  it("is not held by a quote for other parcels, services or places", async () => {
    const quote_id = await quoteFor({});
    await expectExpired({ ...withParcels(localOrder(), { act_weight: "3.1" }), quote_id }, "66.00");
    await expectExpired({ ...withParcels(localOrder(), {}, {}), quote_id }, "78.00");
    await expectExpired({ quote_id, delivery_proof: "W" }, "64.00");
    await expectExpired({ quote_id, cod: "Y", cod_amount: "1000" }, "79.00");
    const remote = { ...localOrder().recipient, address: "12 Main Street, Cheung Chau" };
    await expectExpired({ quote_id, recipient: remote }, "74.00");
  });

  it("is not held by a quote for another provider", async () => {
    const { order_id } = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    let quote_id: unknown;
    await dearer(async () => {
      const dear = await shop.testing.post("/order/confirm", { order_id });
      quote_id = dear.entries[0]?.quote_id;
    });
    expect(quote_id).toMatch(/^qt_/);
    await expectExpired({ quote_id, shipping_provider: "LOCAL_SAMEDAY" }, "110.00");
    expect((await created(shop.testing, localOrder({ quote_id }))).quote_price).toBe("154.00");
  });
});

describe("the result", () => {
  it.each([
    ["intl", intlOrder, "729.60"],
    ["local", localOrder, "54.00"],
  ] as const)("of a confirmed order (%s)", async (ship_type, order, quote_price) => {
    const before = Date.now();
    const answer = await create(order({ client_remarks: "Order 7", confirm_shipment: "Y" }));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: {
        order_id: expect.stringMatching(/^[1-9]\d{0,14}$/),
        ship_type,
        order_status: "READY_TO_SHIP",
        quote_price,
        confirm_shipment: "Y",
        tracking_number: expect.stringMatching(/^ST\d{11}$/),
        client_remarks: "Order 7",
        create_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00$/),
        message: expect.stringMatching(/confirmed/),
      },
    });
    const createdAt = Date.parse(answer.body.data.create_time);
    // Ids of one process only grow, so they may be ahead of the clock: by as much as the next one is.
    expect(createdAt).toBeGreaterThanOrEqual(before);
    const ahead = Math.max(0, newOrderId().createdAt.getTime() - Date.now());
    expect(createdAt).toBeLessThan(Date.now() + ahead + 1000);
  });

  it.each([undefined, null, "", "N"])(
    "of an order with confirm_shipment %j: silence never buys",
    async (confirm_shipment) => {
      for (const order of [intlOrder, localOrder]) {
        const { data } = (await create(withParcels(order({ confirm_shipment, client_remarks: "" }), {}, {}))).body;
        expect(data).toMatchObject({ order_status: "PENDING_CONFIRM", confirm_shipment: "N", tracking_number: null });
        expect(data).toMatchObject({ client_remarks: null, message: expect.stringMatching(/saved/) });
        const { shipment_detail } = await detailOf(data.order_id);
        expect(shipment_detail.parcel_list.map((parcel: Body) => parcel.tracking_number)).toEqual([null, null]);
      }
    },
  );

  it("of production has a number of its own kind", async () => {
    expect((await created(shop.production)).tracking_number).toMatch(/^SP\d{11}$/);
  });

  it("leaves out what is not known", async () => {
    const { order_id } = await created(
      shop.testing,
      localOrder({ colour: "red", sender: { ...localOrder().sender, pet: "x" } }),
    );
    const text = JSON.stringify(await detailOf(order_id));
    expect(text).not.toMatch(/colour|pet/);
  });
});

describe("what is stored", () => {
  const TABLES = [
    "orders",
    "order_parcels",
    "order_items",
    "events",
    "idempotency_keys",
    "order_count_deltas",
  ] as const;
  async function counts(): Promise<Record<string, number>> {
    const db = await testDb();
    const count = async (table: string) =>
      [
        table,
        Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n),
      ] as const;
    return Object.fromEntries(await Promise.all(TABLES.map(count)));
  }

  const counted = async (status: string, provider: string): Promise<number> => {
    const { rows } = await sql<{ n: string }>`
      select coalesce(sum(delta), 0) as n from order_count_deltas
      where account_id = ${shop.accountId} and environment = 'testing' and status = ${status}
        and shipping_provider = ${provider}`.execute(await testDb());
    return Number(rows[0]?.n);
  };

  it("of an order: itself, one order.created, one count", async () => {
    const db = await testDb();
    for (const [confirm_shipment, order, provider] of [
      ["Y", intlOrder, "INTL_EXPR"],
      ["N", localOrder, "LOCAL_DOOR"],
    ] as const) {
      const before = await counts();
      const status = confirm_shipment === "Y" ? "READY_TO_SHIP" : "PENDING_CONFIRM";
      const countedBefore = await counted(status, provider);
      const result = await created(shop.testing, withParcels(order({ confirm_shipment }), {}, {}));
      const added = Object.entries(await counts()).map(([table, count]) => [table, count - (before[table] ?? 0)]);
      expect(Object.fromEntries(added)).toEqual({
        orders: 1,
        order_parcels: 2,
        order_items: 2,
        events: 1,
        idempotency_keys: 0,
        order_count_deltas: 1,
      });
      const scope = { account_id: shop.accountId, environment: "testing" as const };
      const event = await everyAccount(db)
        .selectFrom("events")
        .selectAll()
        .where("order_id", "=", result.order_id)
        .executeTakeFirstOrThrow();
      expect(event).toMatchObject({ ...scope, event: "order.created" });
      expect(JSON.parse(event.body)).toEqual({
        event: "order.created",
        timestamp: new Date(result.create_time ?? "").toISOString(),
        data: { order_id: result.order_id, tracking_number: result.tracking_number, status: "pending" },
      });
      expect(await counted(status, provider)).toBe(countedBefore + 1);
    }
  });

  it("of a refused order: nothing at all", async () => {
    const warehouse = await clientOf("warehouse", shop.accountId);
    const quote_id = "qt_none";
    const before = await counts();
    const key = { headers: { "idempotency-key": "refused" } };
    const refusals: [status: number, unknown, by?: Api][] = [
      [400, localOrder({ sender: undefined })],
      [400, localOrder({ ship_type: "sea" })],
      [400, localOrder({ shipping_provider: "NO_SUCH" })],
      [400, withParcels(localOrder(), { act_weight: "31" })],
      [400, localOrder({ quote_id })],
      [400, intlOrder({ quote_id, client_remarks: "x".repeat(501) })],
      [400, localOrder({ recipient: { ...localOrder().recipient, address: "12 Nathan Road^NO-SUCH" } })],
      [400, localOrder(), packer.testing],
      [400, intlOrder(), packer.testing],
      [400, "{"],
      [400, "[]"],
      [413, `{"x":"${"x".repeat(1_048_576)}"}`],
      [403, localOrder(), warehouse],
    ];
    for (const [status, body, by = shop.testing] of refusals)
      expect((await by.post("/order/create", body, key)).status, JSON.stringify(body).slice(0, 80)).toBe(status);
    const empty = await shop.testing.post("/order/create", localOrder(), { headers: { "idempotency-key": "a b" } });
    expect(empty.status).toBe(400);
    expect(await counts()).toEqual(before);
  });
});
