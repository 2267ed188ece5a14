// @module-tag engine
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { startOfHongKongDay } from "@/lib/calendar";
import { ORDER_SORTS, orderInput } from "@/lib/contracts/order";
import { type AccountContext, NO_RULES } from "@/server/context";
import { createOrder } from "@/server/orders";
import { created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import type { Answer } from "@/test/http";

type Row = Record<string, string>;
type Model = {
  id: string;
  order_status: string;
  ship_type: string;
  shipping_provider: string;
  price: number;
  at: number;
};
type Filters = {
  status?: string;
  ship_type?: string;
  shipping_provider?: string;
  created_from?: string;
  created_to?: string;
  order_ids?: string;
};

let shop: Merchant;
let other: Merchant;
let model: Model[];

/** When the orders were made: around two midnights in Hong Kong, which are 16:00 UTC. */
const INSTANTS = [
  "2026-03-09T16:00:00.000Z",
  "2026-03-10T15:59:59.999Z",
  "2026-03-10T16:00:00.000Z",
  "2026-03-11T04:00:00.000Z",
  "2026-03-11T15:59:59.999Z",
  "2026-03-11T16:00:00.000Z",
  "2026-03-12T09:00:00.000Z",
  "2026-06-30T15:59:59.999Z",
  "2026-06-30T16:00:00.000Z",
  "2026-10-01T00:00:00.000Z",
];
const MOVES = [[], ["picked_up"], ["in_transit", "out_for_delivery", "delivered"], ["exception"], ["cancelled"]];
const weighing = (act_weight: string) => {
  const { shipment_detail } = localOrder();
  return { ...shipment_detail, parcel_list: [{ ...shipment_detail.parcel_list[0], act_weight }] };
};
const BODIES = [
  localOrder(),
  localOrder({ shipping_provider: "LOCAL_POINT", shipment_detail: weighing("4") }),
  intlOrder(),
  localOrder({ confirm_shipment: "N", shipment_detail: weighing("2.9") }),
  intlOrder({ shipping_provider: "INTL_ECON", confirm_shipment: "N" }),
];

/** The context that creating an order needs; orders of the past are made without a request. */
async function contextOf(account: Merchant): Promise<AccountContext> {
  const db = await testDb();
  const { version } = await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
  return {
    environment: "testing",
    account: {
      id: account.accountId,
      name: "",
      pickPack: false,
      defaultLocalProvider: "LOCAL_DOOR",
      remarksToPacker: false,
      rules: NO_RULES,
    },
    actor: { kind: "client", id: "ci_list", role: "merchant", accountId: account.accountId },
    catalogueVersion: version,
    idempotencyKey: null,
    db,
  } as AccountContext;
}

beforeAll(async () => {
  shop = await merchant();
  other = await merchant();
  const ctx = await contextOf(shop);
  const moves = MOVES.values();
  for (const [i, instant] of INSTANTS.entries()) {
    const result = await createOrder(
      { ...ctx, now: () => new Date(instant) },
      orderInput.parse(BODIES[i % BODIES.length]),
    );
    if (result.confirm_shipment === "Y")
      for (const event of moves.next().value ?? [])
        await shop.testing.post("/simulate/tracking", { order_id: result.order_id, event: `order.${event}` });
  }
  // Orders that must never appear.
  await created(other.testing);
  await created(shop.production);
  const { rows } = await sql<Row>`
    select id, status, ship_type, shipping_provider, quote_price, created_at::text from orders
    where account_id = ${shop.accountId} and environment = 'testing'`.execute(await testDb());
  model = rows.map((row) => ({
    id: row.id ?? "",
    order_status: row.status ?? "",
    ship_type: row.ship_type ?? "",
    shipping_provider: row.shipping_provider ?? "",
    price: Number(row.quote_price),
    at: Date.parse(`${row.created_at?.replace(" ", "T")}:00`),
  }));
});

const list = (query: string | Record<string, string> = "", client = shop.testing): Promise<Answer> =>
  client.get(`/orders?${typeof query === "string" ? query : new URLSearchParams(query)}`);
const idsOf = (answer: Answer): string[] => answer.body.data.map(({ id }: Row) => id);
const DAY = 86_400_000;

function matching({ status, ship_type, shipping_provider, created_from, created_to, order_ids }: Filters): Model[] {
  return model.filter(
    (order) =>
      (!status || status.split(",").includes(order.order_status)) &&
      (!ship_type || order.ship_type === ship_type) &&
      (!shipping_provider || order.shipping_provider === shipping_provider) &&
      (!created_from || order.at >= startOfHongKongDay(created_from).getTime()) &&
      (!created_to || order.at < startOfHongKongDay(created_to).getTime() + DAY) &&
      (!order_ids || order_ids.split(",").includes(order.id)),
  );
}

function sorted(orders: readonly Model[], sort = "-create_time"): Model[] {
  const backwards = sort.startsWith("-");
  const keys = { create_time: "id", quote_price: "price", order_status: "order_status" } as const;
  const key = keys[sort.replace("-", "") as keyof typeof keys];
  // Ids have one length here, so their text sorts as their number does.
  const up = orders.toSorted((a, b) => (a[key] === b[key] ? (a.id < b.id ? -1 : 1) : a[key] < b[key] ? -1 : 1));
  return backwards ? up.reverse() : up;
}

describe("GET /orders", () => {
  it("answers rows and pagination, the newest first, 20 by default", async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(["data", "pagination"]);
    expect(idsOf(answer)).toEqual(sorted(model).map(({ id }) => id));
    expect(answer.body.pagination).toEqual({ total: INSTANTS.length, page: 1, per_page: 20, total_pages: 1 });
  });

  it("gives every row the overview's fields and those of contract §13.4", async () => {
    const order = await created(other.testing, intlOrder({ client_remarks: "For Hanako", confirm_shipment: "N" }));
    const [row] = (await list("limit=1", other.testing)).body.data;
    expect(row).toEqual({
      id: order.order_id,
      status: "pending",
      tracking_number: null,
      created_at: new Date(order.create_time ?? "").toISOString(),
      order_id: order.order_id,
      account_id: other.accountId,
      ship_type: "intl",
      order_status: "PENDING_CONFIRM",
      shipping_provider: "INTL_EXPR",
      recipient_name: "Sato Hanako",
      recipient_country: "JP",
      recipient_district: null,
      recipient_city: "Shibuya",
      quote_price: "729.60",
      client_remarks: "For Hanako",
      reference: null,
      create_time: order.create_time,
      pickup_date: null,
      chargeable_weight: "5",
      estimated_delivery: null,
      tags: [],
      holds: [],
      printed: "N",
      late: "N",
      problem: null,
    });
  });

  it("says the day of the pickup and the weight as the full record does", async () => {
    const pickup_arrange = { pickup_date: "2096-02-29", pickup_start_time: "10:00", pickup_end_time: "14:00" };
    const { order_id } = await created(other.testing, localOrder({ pickup_arrange, shipment_detail: weighing("7.2") }));
    const [row] = (await list({ order_ids: order_id }, other.testing)).body.data;
    const record = (await other.testing.get(`/order/detail/${order_id}`)).body.data;
    expect([row.pickup_date, row.chargeable_weight]).toEqual(["2096-02-29", record.chargeable_weight]);
    expect(Number(row.chargeable_weight)).toBeGreaterThanOrEqual(7.2);
  });

  it("says pending before the pickup, then the state in lower case", async () => {
    for (const row of (await list()).body.data as Row[])
      expect(row.status).toBe(
        ["PENDING_CONFIRM", "READY_TO_SHIP"].includes(row.order_status ?? "")
          ? "pending"
          : row.order_status?.toLowerCase(),
      );
    expect(new Set(model.map(({ order_status }) => order_status)).size).toBeGreaterThanOrEqual(5);
  });

  it("shows an account and environment its own orders only, to people as well", async () => {
    const owner = await personOf("owner", shop.accountId);
    expect(idsOf(await list("", owner.api))).toEqual(idsOf(await list()));
    expect((await list("", shop.production)).body.pagination.total).toBe(1);
    const theirs = (await list("limit=100", other.testing)).body.data as Row[];
    expect(new Set(theirs.map(({ account_id }) => account_id))).toEqual(new Set([other.accountId]));
    const fresh = await merchant();
    expect((await list("", fresh.testing)).body).toEqual({
      data: [],
      pagination: { total: 0, page: 1, per_page: 20, total_pages: 0 },
    });
  });
});

describe("limit and offset", () => {
  it.each([
    [1, 0, 1, 10],
    [3, 0, 1, 4],
    [3, 2, 1, 4],
    [3, 3, 2, 4],
    [3, 9, 4, 4],
    [7, 8, 2, 2],
    [100, 0, 1, 1],
    [100, 10, 1, 1],
    [5, 999_999_999, 200_000_000, 2],
  ])("limit %i and offset %i are page %i of %i", async (limit, offset, page, total_pages) => {
    const answer = await list(`limit=${limit}&offset=${offset}`);
    expect(answer.body.pagination).toEqual({ total: 10, page, per_page: limit, total_pages });
    expect(idsOf(answer)).toEqual(
      sorted(model)
        .slice(offset, offset + limit)
        .map(({ id }) => id),
    );
  });
});

describe("filters", () => {
  it.each<[string, Filters]>([
    ["one state", { status: "READY_TO_SHIP" }],
    ["several states", { status: "PENDING_CONFIRM,DELIVERED,EXCEPTION" }],
    ["a state twice", { status: "DELIVERED,DELIVERED" }],
    ["local orders", { ship_type: "local" }],
    ["international orders", { ship_type: "intl" }],
    ["a provider", { shipping_provider: "LOCAL_POINT" }],
    ["an unknown provider", { shipping_provider: "NOBODY" }],
    ["a provider of the other kind", { ship_type: "intl", shipping_provider: "LOCAL_DOOR" }],
    ["a provider of this kind", { ship_type: "intl", shipping_provider: "INTL_ECON" }],
    ["one day", { created_from: "2026-03-11", created_to: "2026-03-11" }],
    ["from a day on", { created_from: "2026-03-12" }],
    ["up to a day", { created_to: "2026-03-10" }],
    ["a day before them all", { created_to: "2019-12-31" }],
    ["all the time that can be named", { created_from: "0001-01-01", created_to: "9999-12-31" }],
    ["the end of a month", { created_from: "2026-06-30", created_to: "2026-06-30" }],
    [
      "everything together",
      {
        status: "PENDING_CONFIRM,READY_TO_SHIP",
        ship_type: "intl",
        shipping_provider: "INTL_ECON",
        created_from: "2026-03-11",
        created_to: "2026-12-31",
      },
    ],
  ])("of %s", async (_name, filters) => {
    const answer = await list(filters as Record<string, string>);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    const expected = sorted(matching(filters)).map(({ id }) => id);
    expect(idsOf(answer)).toEqual(expected);
    expect(answer.body.pagination.total).toBe(expected.length);
  });

  it("take a day in Hong Kong from midnight to midnight", async () => {
    const at = async (day: string) => {
      const rows = (await list(`created_from=${day}&created_to=${day}&sort=create_time`)).body.data as Row[];
      return rows.map(({ created_at }) => created_at);
    };
    expect(await at("2026-03-10")).toEqual(INSTANTS.slice(0, 2));
    expect(await at("2026-03-11")).toEqual(INSTANTS.slice(2, 5));
    expect(await at("2026-03-12")).toEqual(INSTANTS.slice(5, 7));
    expect(await at("2026-07-01")).toEqual([INSTANTS[8]]);
  });

  it("of orders by their ids leave out what is unknown, another account's or another environment's", async () => {
    const [theirs, elsewhere] = [await created(other.testing), await created(shop.production)];
    const [first, second, third] = sorted(model).map(({ id }) => id) as [string, string, string];
    const asked = [third, "1", theirs.order_id, first, elsewhere.order_id, third, `0${second}`.slice(-15)];
    const answer = await list({ order_ids: asked.join(",") });
    expect(idsOf(answer)).toEqual([first, second, third]);
    expect(answer.body.pagination.total).toBe(3);
    expect((await list({ order_ids: theirs.order_id })).body.pagination.total).toBe(0);
    expect(idsOf(await list({ order_ids: asked.join(","), limit: "1", offset: "1" }))).toEqual([second]);
  });

  it("take a hundred ids", async () => {
    const known = sorted(model).map(({ id }) => id);
    const asked = [...Array.from({ length: 100 - known.length }, (_, n) => String(n)), ...known];
    expect(idsOf(await list({ order_ids: asked.join(","), limit: "100" }))).toEqual(known);
    expect((await list({ order_ids: [...asked, "100"].join(",") })).entries).toMatchObject([
      { field: "order_ids", message: "At most 100 of these." },
    ]);
  });

  it("that are empty or unknown are ignored", async () => {
    const answer = await list(
      "status=&ship_type=&shipping_provider=&q=&created_from=&created_to=&order_ids=&sort=&color=red",
    );
    expect(idsOf(answer)).toEqual(sorted(model).map(({ id }) => id));
  });
});

describe("sorting", () => {
  it.each(ORDER_SORTS)("by %s breaks ties by id", async (sort) => {
    expect(idsOf(await list({ sort }))).toEqual(sorted(model, sort).map(({ id }) => id));
  });

  it("has ties to break", () => {
    expect(new Set(model.map(({ price }) => price)).size).toBeLessThan(model.length);
    expect(new Set(model.map(({ order_status }) => order_status)).size).toBeLessThan(model.length);
  });
});

describe("any list", () => {
  it("is a page of all matching orders, sorted", async () => {
    const some = <T>(values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const days = ["2026-03-09", "2026-03-10", "2026-03-11", "2026-03-12", "2026-06-30", "2026-07-01"];
    const statuses = fc.subarray(
      ["PENDING_CONFIRM", "READY_TO_SHIP", "PICKED_UP", "DELIVERED", "EXCEPTION", "CANCELLED"],
      { minLength: 1 },
    );
    const query = fc.record({
      status: fc.option(
        statuses.map((all) => all.join(",")),
        { nil: undefined },
      ),
      ship_type: some(["local", "intl"]),
      shipping_provider: some(["LOCAL_DOOR", "LOCAL_POINT", "INTL_EXPR", "INTL_ECON"]),
      created_from: some(days),
      created_to: some(days),
      order_ids: fc.option(
        fc.subarray([...model.map(({ id }) => id), "7"], { minLength: 1 }).map((ids) => ids.join(",")),
        { nil: undefined },
      ),
      sort: some([...ORDER_SORTS]),
      q: some(["Order 1042", "Sato", "陳大", "9"]),
      limit: fc.integer({ min: 1, max: 12 }),
      offset: fc.integer({ min: 0, max: 12 }),
    });
    const inOrder = ({ created_from = "", created_to = "9999" }: { created_from?: string; created_to?: string }) =>
      created_from <= created_to;
    // What each search finds, by kind of order.
    const hits: Record<string, string[]> = {
      "Order 1042": ["local"],
      Sato: ["intl"],
      陳大: ["local"],
      "9": ["local", "intl"],
    };
    await fc.assert(
      fc.asyncProperty(query.filter(inOrder), async ({ limit, offset, sort, q, ...filters }) => {
        const given = Object.entries({ ...filters, sort, q, limit, offset }).filter(([, value]) => value !== undefined);
        const answer = await list(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
        const whole = sorted(
          matching(filters).filter(({ ship_type }) => hits[q ?? "9"]?.includes(ship_type)),
          sort,
        );
        expect(idsOf(answer)).toEqual(whole.slice(offset, offset + limit).map(({ id }) => id));
        expect(answer.body.pagination.total).toBe(whole.length);
      }),
      { numRuns: 120 },
    );
  });
});

describe("totals", () => {
  it("stay exact through creating, confirming, moving and cancelling", async () => {
    const account = await merchant();
    const totals = async () => {
      const answer = await list("limit=100", account.testing);
      const rows = answer.body.data as Row[];
      expect(answer.body.pagination.total).toBe(rows.length);
      for (const status of ["PENDING_CONFIRM", "READY_TO_SHIP", "PICKED_UP", "DELIVERED", "CANCELLED"]) {
        const filtered = await list(`status=${status}&limit=1`, account.testing);
        expect([status, filtered.body.pagination.total]).toEqual([
          status,
          rows.filter((row) => row.order_status === status).length,
        ]);
      }
      const local = await list("ship_type=local&limit=1", account.testing);
      expect(local.body.pagination.total).toBe(rows.filter((row) => row.ship_type === "local").length);
    };
    await totals();
    const one = await created(account.testing);
    const two = await created(account.testing, intlOrder({ confirm_shipment: "N" }));
    await totals();
    await account.testing.post("/order/confirm", { order_id: two.order_id });
    await totals();
    for (const event of ["picked_up", "in_transit", "in_transit", "delivered"]) {
      await account.testing.post("/simulate/tracking", { order_id: two.order_id, event: `order.${event}` });
      await totals();
    }
    await account.testing.post("/order/cancel", { order_id: one.order_id, reason: "OTHER" });
    await totals();
    expect((await account.testing.post("/order/create", localOrder({ sender: null }))).status).toBe(400);
    await totals();
  });
});
