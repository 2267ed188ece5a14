/** `GET /orders/export` (contract §13.6). */
import type { CompiledQuery } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import { MAX_EXPORT } from "@/lib/contracts/order-export";
import { readCell } from "@/lib/tables/csv-cells";
import { readCsv } from "@/lib/tables/csv-file";
import type { AccountContext } from "@/server/context";
import type { Db } from "@/server/db/transaction";
import { exportOrders } from "@/server/orders";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { type Answer, type Api, api } from "@/test/http";
import { plant } from "@/test/planted";

type Row = Record<string, string>;

let shop: Merchant;
let other: Merchant;
/** The shop's orders on testing, newest first. */
let orders: string[];

const NASTY = 'Line one, "quoted"\n第二行；完';
const PICKUP = { pickup_date: "2096-02-29", pickup_start_time: "10:00", pickup_end_time: "14:00" };

const ask = (query: Row = {}, client: Api = shop.testing, headers: Row = {}): Promise<Answer> =>
  client.get(`/orders/export?${new URLSearchParams(query)}`, { headers });

function textOf(answer: Answer): string {
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return Buffer.from(answer.body.data.content, "base64").toString();
}

function rowsOf(text: string): Row[] {
  const [heads = [], ...lines] = readCsv(text.replace(/\r\n$/, ""));
  return lines.map((line) => {
    expect(line).toHaveLength(heads.length);
    return Object.fromEntries(heads.map((head, at) => [head, readCell(line[at] ?? "")]));
  });
}

const exported = async (query?: Row, client?: Api) => rowsOf(textOf(await ask(query, client)));
const idsOf = (rows: Row[]) => rows.map(({ order_id }) => order_id);

/** The database, with a callback after each of its statements. */
function afterEachStatement(db: Db, happen: () => Promise<void>): Db {
  const executor = new Proxy(db.getExecutor(), {
    get: (target, key) => {
      if (key === "executeQuery")
        return async (query: CompiledQuery) => {
          const result = await target.executeQuery(query);
          await happen();
          return result;
        };
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { getExecutor: () => executor } as Db;
}

beforeAll(async () => {
  shop = await merchant();
  other = await merchant();
  const sender = { ...localOrder().recipient, name: "=HYPERLINK(1)", mobile: "23456789" };
  const bodies = [
    localOrder({ pickup_arrange: PICKUP, cod: "Y", cod_amount: "120.50", client_remarks: NASTY }),
    localOrder({ recipient: sender, confirm_shipment: "N", client_remarks: "00123456789012" }),
    intlOrder(),
    intlOrder({ shipping_provider: "INTL_ECON", confirm_shipment: "N", client_remarks: "@shop" }),
    intlOrder({
      recipient: { ...intlOrder().recipient, company_name: "佐藤商店", post_code: "0010001", mobile: "0312345678" },
    }),
    localOrder({
      shipping_provider: "LOCAL_POINT",
      recipient: { ...localOrder().recipient, address: "12^3 Nathan Road^KLN-L001" },
    }),
    localOrder({ client_remarks: "cancelled" }),
  ];
  orders = [];
  for (const body of bodies) orders.unshift((await created(shop.testing, body)).order_id);
  const cancel = { order_id: orders[0], reason: "WRONG_INFO", remarks: "-1 flat, wrong" };
  expect((await shop.testing.post("/order/cancel", cancel)).status).toBe(200);
  // This order must never appear.
  await created(other.testing);
  await created(shop.production);
});

describe("GET /orders/export", () => {
  it("says about every order what its full record says, newest first", async () => {
    const rows = await exported();
    expect(idsOf(rows)).toEqual(orders);
    for (const row of rows) {
      const record = (await shop.testing.get(`/order/detail/${row.order_id}`)).body.data;
      const { recipient, pickup_arrange, shipment_detail } = record;
      expect(row).toEqual({
        order_id: record.order_id,
        order_status: record.order_status,
        ship_type: record.ship_type,
        shipping_provider: record.shipping_provider,
        tracking_number: record.tracking_number ?? "",
        create_time: record.create_time,
        confirm_time: record.confirm_time ?? "",
        pickup_date: pickup_arrange?.pickup_date ?? "",
        pickup_start_time: pickup_arrange?.pickup_start_time ?? "",
        pickup_end_time: pickup_arrange?.pickup_end_time ?? "",
        recipient_name: recipient.name,
        recipient_company_name: recipient.company_name ?? "",
        recipient_mobile: `${recipient.mobile_prefix.replace("+", "")} ${recipient.mobile}`,
        recipient_country: recipient.country ?? "HK",
        recipient_address: recipient.address,
        recipient_address_line_2: recipient.address_line_2 ?? "",
        recipient_address_line_3: recipient.address_line_3 ?? "",
        recipient_city: recipient.city ?? "",
        recipient_state: recipient.state ?? "",
        recipient_post_code: recipient.post_code ?? "",
        delivery_code: recipient.delivery_code ?? "",
        parcels: String(shipment_detail.parcel_list.length),
        chargeable_weight: record.chargeable_weight,
        declared_value: expect.stringMatching(/^\d+\.\d\d$/),
        declared_currency: shipment_detail.currency ?? "HKD",
        quote_price: record.quote_price,
        price_breakdown: record.price_breakdown
          .map(({ code, amount }: { code: string; amount: string }) => `${code} ${amount}`)
          .join("; "),
        cod_amount: record.cod_amount ?? "",
        client_remarks: record.client_remarks ?? "",
        cancel_reason: record.cancel_reason ?? "",
        cancel_remarks: record.cancel_remarks ?? "",
        reference: record.reference ?? "",
        tags: record.tags.join("; "),
      });
    }
  });

  it("sums what is declared by currency, over all parcels", async () => {
    const mine = await merchant();
    const { shipment_detail } = localOrder();
    const [parcel] = shipment_detail.parcel_list;
    const [item] = parcel?.parcel_items ?? [];
    const worth = (qty: string, single_value: string, currency: string) => ({ ...item, qty, single_value, currency });
    const parcel_list = [
      { ...parcel, parcel_items: [worth("3", "10.335", "USD"), worth("2", "100", "HKD")] },
      { ...parcel, parcel_items: [worth("1", "0.5", "HKD")] },
    ];
    await created(mine.testing, localOrder({ shipment_detail: { ...shipment_detail, parcel_list } }));
    expect(await exported({}, mine.testing)).toMatchObject([
      { parcels: "2", declared_value: "200.50; 31.01", declared_currency: "HKD; USD" },
    ]);
  });

  it("is CSV that a spreadsheet opens, does not run, and whose digits it leaves", async () => {
    const text = textOf(await ask());
    expect(text).toMatch(/^\ufefforder_id,order_status,ship_type,/);
    expect(text).toContain(`\r\n"=""${orders[0]}""",CANCELLED,local,LOCAL_DOOR,ST`);
    expect(text).toContain(",'=HYPERLINK(1),,852 23456789,HK,");
    expect(text).toContain(',"=""00123456789012""",,,,\r\n');
    expect(text).toContain(',"=""0010001""",');
    expect(text).toContain(",'@shop,,,,\r\n");
    expect(text).toContain(`,"'-1 flat, wrong",,\r\n`);
    expect(text).toContain(`,"${NASTY.replaceAll('"', '""')}",,,,\r\n`);
    expect(text).toContain("陳大文");
    expect(text).toContain(",12^3 Nathan Road^KLN-L001,,,,,,KLN-L001,1,");
  });

  it("is the file itself where that is accepted", async () => {
    const answer = await ask({}, shop.testing, { accept: "text/csv" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(answer.headers.get("content-disposition")).toContain('filename="orders-testing.csv"');
    const json = await ask();
    expect(json.body.data).toMatchObject({ format: "csv", encoding: "base64" });
    // An answer that was read as text has lost its byte order mark.
    expect(textOf(json)).toBe(`\ufeff${answer.body}`);
  });

  it.each([
    ["text/csv, application/json;q=0.9", "text/csv; charset=utf-8"],
    ["application/json, text/csv;q=0.9", "application/json; charset=utf-8"],
    ["*/*", "application/json; charset=utf-8"],
  ])("comes in the form that the request prefers: %s", async (accept, type) => {
    const answer = await ask({}, shop.testing, { accept });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
  });

  it("answers only the column headings when there are no orders", async () => {
    const fresh = await merchant();
    const text = textOf(await ask({}, fresh.testing));
    expect(text.split("\r\n")).toEqual([
      expect.stringMatching(/^\ufefforder_id,.*,cancel_remarks,reference,tags$/),
      "",
    ]);
  });
});

describe("filters", () => {
  const today = hongKongDate(new Date());
  // The tests may run over midnight.
  const [created_from, created_to] = [today, addDays(today, 1)];
  it.each<Row>([
    { status: "CANCELLED" },
    { status: "PENDING_CONFIRM,CANCELLED" },
    { ship_type: "intl" },
    { shipping_provider: "LOCAL_DOOR" },
    { ship_type: "intl", shipping_provider: "INTL_ECON" },
    { q: "@shop" },
    { q: "cancelled" },
    { status: "READY_TO_SHIP", ship_type: "local", q: "9", created_from, created_to },
  ])("select the same orders as in the list: %j", async (query) => {
    const ids = idsOf(await exported(query));
    const listed = (await shop.testing.get(`/orders?${new URLSearchParams(query)}`)).body.data as Row[];
    expect(ids).toEqual(listed.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.length).toBeLessThan(orders.length);
  });

  it("of days include whole days", async () => {
    expect(idsOf(await exported({ created_from, created_to }))).toEqual(orders);
    expect(await exported({ created_to: "2020-12-31" })).toEqual([]);
    expect(await exported({ created_from: "2999-01-01" })).toEqual([]);
  });

  it("of ids answer in their order, and leave out what is not found", async () => {
    const [a, b, c] = orders as [string, string, string];
    const theirs = (await other.testing.get("/orders")).body.data[0].order_id;
    expect(idsOf(await exported({ order_ids: [b, "5", c, theirs, a, b].join(",") }))).toEqual([b, c, a]);
    expect(idsOf(await exported({ order_ids: `${a},${b}`, status: "CANCELLED" }))).toEqual([a]);
    expect(await exported({ order_ids: theirs })).toEqual([]);
  });

  it("that are wrong are each named; pages and sorting mean nothing here", async () => {
    const wrong = {
      status: "x",
      ship_type: "y",
      q: "x".repeat(201),
      created_from: "z",
      created_to: "w",
      order_ids: "v",
    };
    const answer = await ask(wrong);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, Object.keys(wrong)]);
    expect(idsOf(await exported({ limit: "0", offset: "x", sort: "name" }))).toEqual(orders);
  });
});

describe("whose orders", () => {
  it("are the account's own, of this environment", async () => {
    const theirs = (await other.testing.get("/orders")).body.data as Row[];
    expect(idsOf(await exported({}, other.testing))).toEqual(theirs.map(({ order_id }) => order_id));
    const [elsewhere, ...more] = await exported({}, shop.production);
    expect(more).toEqual([]);
    expect(orders).not.toContain(elsewhere?.order_id);
    const owner = await personOf("owner", shop.accountId);
    expect(idsOf(await exported({}, owner.api))).toEqual(orders);
  });

  it("needs a token, and a role that reads orders", async () => {
    expect((await ask({}, api("testing"))).status).toBe(401);
    expect((await ask({}, api("testing", { token: shop.tokens.production }))).status).toBe(401);
    expect((await ask({}, await clientOf("carrier", null))).status).toBe(403);
  });

  it("are read by support in the account that it names, which is audited", async () => {
    const support = await personOf("support", null);
    const headers = { "x-account-id": shop.accountId };
    const answer = await ask({}, support.api, headers);
    expect(idsOf(rowsOf(textOf(answer)))).toEqual(orders);
    expect((await ask({}, support.api)).entries).toMatchObject([{ field: "X-Account-Id" }]);
    const audited = await (await testDb())
      .selectFrom("audit_log")
      .select(["operation", "account_id", "environment"])
      .where("actor", "=", `person:${support.id}`)
      .execute();
    expect(audited).toEqual([{ operation: "exportOrders", account_id: shop.accountId, environment: "testing" }]);
  });

  it("count as one request against the rate limit", async () => {
    const limited = await merchant({ rateMinute: 2, rateHour: 2 });
    expect((await ask({}, limited.testing)).headers.get("x-ratelimit-remaining")).toBe("1");
    expect((await ask({}, limited.testing)).status).toBe(200);
    const refused = await ask({}, limited.testing);
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  });
});

describe("a long export", { tags: ["large"] }, () => {
  it("has every order once while others are made between its pages", async () => {
    const mine = await merchant();
    const count = 3210;
    await plant(mine.accountId, count);
    const planted = Array.from({ length: count }, (_, n) => String(200000000000000 + (count - n) * 7));
    const meanwhile: string[] = [];
    const db = afterEachStatement(await testDb(), async () => {
      meanwhile.push((await created(mine.testing)).order_id);
    });
    const ctx = { environment: "testing", account: { id: mine.accountId }, db } as AccountContext;
    const answer = (await exportOrders(ctx, { format: "csv", columns: undefined })) as { content: string };
    expect(idsOf(rowsOf(Buffer.from(answer.content, "base64").toString()))).toEqual([meanwhile[0], ...planted]);
    // One after the count, and one after each page.
    expect(meanwhile).toHaveLength(1 + Math.ceil(count / 1000));
  });

  it("is refused beyond its limit, in the reader's language, and given where the filters narrow it", async () => {
    const mine = await merchant();
    await plant(mine.accountId, MAX_EXPORT + 1);
    const message = "50001 orders match; a file of this kind holds at most 50000. Narrow the days; CSV holds the most.";
    for (const query of [{}, { created_from: "2020-01-01" }] as Row[]) {
      const answer = await ask(query, mine.testing, { accept: "text/csv" });
      expect([answer.status, answer.entries]).toEqual([
        400,
        [{ field: "created_from", message, pointer: "/created_from" }],
      ]);
    }
    const chinese = await ask({}, mine.testing, { "x-sampan-language": "zh-Hant" });
    expect(chinese.entries).toMatchObject([{ message: expect.stringContaining("縮窄日期範圍") }]);
    const rows = await exported({ status: "DELIVERED" }, mine.testing);
    expect(new Set(idsOf(rows)).size).toBe(MAX_EXPORT / 2);
  });
});
