import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { createOverviewOrder } from "@/lib/contracts/order-overview";
import { type Merchant, merchant, testDb } from "@/test/factories";
import type { Api } from "@/test/http";

type Loose = Record<string, unknown>;

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

const example = createOverviewOrder.example as {
  sender: Loose;
  recipient: Loose;
  package: { weight: number; dimensions: Loose };
};
const order = (change: Loose = {}) => ({ ...structuredClone(example), ...change });
const sized = (weight: unknown, dimensions: Loose = {}) => ({
  package: { weight, dimensions: { ...example.package.dimensions, ...dimensions } },
});
const send = (body: unknown, client: Api = shop.testing) => client.post("/orders", body);
const detail = async (id: string, client: Api = shop.testing) => (await client.get(`/order/detail/${id}`)).body.data;

describe("POST /orders", () => {
  it("creates a confirmed local order with the account's default provider", async () => {
    const answer = await send(order());
    expect(answer.status).toBe(200);
    const { data } = answer.body;
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^\d{1,15}$/),
        status: "pending",
        tracking_number: expect.stringMatching(/^ST\d{11}$/),
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      },
    });
    const record = await detail(data.id);
    // 1.2 kg → 2 kg: 30 + 12.
    expect(record).toMatchObject({
      order_id: data.id,
      ship_type: "local",
      order_status: "READY_TO_SHIP",
      shipping_provider: "LOCAL_DOOR",
      quote_price: "42.00",
      sender: {
        name: "Sampan Goods",
        mobile_prefix: "852",
        mobile: "2345 6789",
        address: "12 Nathan Road, Tsim Sha Tsui",
      },
      recipient: { name: "陳大文", mobile_prefix: "852", mobile: "91234567" },
      tracking_number: data.tracking_number,
    });
    expect(Date.parse(record.create_time)).toBe(Date.parse(data.created_at));
    expect(record.shipment_detail.parcel_list[0]).toMatchObject({
      act_weight: "1.2",
      length: "30",
      width: "20",
      height: "10",
    });
    const listed = await shop.testing.get("/orders?limit=1");
    expect(listed.body.data[0]).toMatchObject(data);
  });

  it("prices by volume where that is more", async () => {
    const answer = await send(order(sized(1, { length: 60, width: 50, height: 40 })));
    // 120000 cm³ / 6000 = 20 kg.
    expect(await detail(answer.body.data.id)).toMatchObject({
      chargeable_weight: "20",
      weight_basis: "VOLUMETRIC",
      quote_price: "258.00",
    });
  });

  it("follows a changed default provider and works in production", async () => {
    const account = await merchant();
    await sql`update accounts set default_local_provider = 'LOCAL_SAMEDAY' where id = ${account.accountId}`.execute(
      await testDb(),
    );
    const answer = await send(order(), account.production);
    expect(answer.body.data.tracking_number).toMatch(/^SP\d{11}$/);
    expect((await detail(answer.body.data.id, account.production)).shipping_provider).toBe("LOCAL_SAMEDAY");
  });

  it.each([
    ["+852 9123 4567", "852", "9123 4567"],
    ["+85291234567", "852", "91234567"],
    ["91234567", "852", "91234567"],
    ["9123-4567", "852", "9123-4567"],
    ["+853 6612 3456", "853", "6612 3456"],
    ["+1-415-555-0100", "1", "415-555-0100"],
    ["(852) 9123 4567", "852", "9123 4567"],
    ["(852) 4123 4567", "852", "4123 4567"],
    ["+1 (415) 555-0100", "1", "4155550100"],
    ["00852 91234567", "852", "91234567"],
    ["0044 20 7946 0958", "44", "20 7946 0958"],
    ["+8613800138000", "86", "13800138000"],
    ["９１２３４５６７", "852", "91234567"],
  ])("reads the telephone number %j", async (phone, mobile_prefix, mobile) => {
    const answer = await send(order({ recipient: { ...example.recipient, phone } }));
    expect(answer.status).toBe(200);
    expect((await detail(answer.body.data.id)).recipient).toMatchObject({ mobile_prefix, mobile });
  });

  it("answers a pick-and-pack account that the full form is needed, and nothing else", async () => {
    const packing = await merchant({ pickPack: true });
    for (const body of [order(), order({ sender: { name: "" } }), {}]) {
      const answer = await send(body, packing.testing);
      expect([answer.status, answer.body.error.field, answer.entries.map(({ field }) => field)]).toEqual([
        400,
        "account",
        ["account"],
      ]);
      expect(answer.body.error.error_trace[0].message).toContain("full form");
    }
  });

  it("names the account when its provider no longer serves", async () => {
    const account = await merchant();
    await sql`update accounts set default_local_provider = 'GONE' where id = ${account.accountId}`.execute(
      await testDb(),
    );
    const answer = await send(order(), account.testing);
    expect([answer.status, answer.body.error.field]).toEqual([400, "account"]);
  });

  it.each<[string, Loose, string[]]>([
    ["nothing", { sender: undefined, recipient: undefined, package: undefined }, ["sender", "recipient", "package"]],
    ["no sender's name", { sender: { ...example.sender, name: " " } }, ["sender.name"]],
    ["no recipient's address", { recipient: { ...example.recipient, address: undefined } }, ["recipient.address"]],
    ["an address of 4 characters", { recipient: { ...example.recipient, address: "Here" } }, ["recipient.address"]],
    ["no telephone", { sender: { ...example.sender, phone: "" } }, ["sender.phone"]],
    ["a telephone of letters", { sender: { ...example.sender, phone: "call me" } }, ["sender.phone"]],
    ["a country that is none", { sender: { ...example.sender, phone: "+999 12345678" } }, ["sender.phone"]],
    ["an extension", { sender: { ...example.sender, phone: "+852 2345 6789 ext 12" } }, ["sender.phone"]],
    ["a Hong Kong number of 7 digits", { recipient: { ...example.recipient, phone: "9123456" } }, ["recipient.phone"]],
    [
      "a Hong Kong number of 9 digits",
      { recipient: { ...example.recipient, phone: "+852 912345678" } },
      ["recipient.phone"],
    ],
    ["a text for a party", { sender: "Chan" }, ["sender"]],
    ["a weight that is text", sized("1.2"), ["package.weight"]],
    ["no weight", sized(undefined), ["package.weight"]],
    ["a weight of 0", sized(0), ["package.weight"]],
    ["a negative weight", sized(-1), ["package.weight"]],
    ["less than 0.01 kg", sized(0.009), ["package.weight"]],
    ["a side of 0", sized(1, { width: 0 }), ["package.dimensions.width"]],
    ["a side that is text", sized(1, { height: "10" }), ["package.dimensions.height"]],
    ["no dimensions", { package: { weight: 1 } }, ["package.dimensions"]],
    [
      "all of it wrong",
      { ...sized(true, { length: null }), sender: { phone: "x" } },
      ["sender.name", "sender.phone", "sender.address", "package.weight", "package.dimensions.length"],
    ],
  ])("names the first failing field next to the trace: %s", async (_name, change, fields) => {
    const answer = await send(order(change));
    expect(answer.status).toBe(400);
    expect(answer.entries.map(({ field }) => field)).toEqual(fields);
    expect(answer.body.error).toMatchObject({ code: "400000", code_reason: "BAD_REQUEST", field: fields[0] });
  });

  it("refuses a number beyond all bounds", async () => {
    for (const weight of ["1e400", "1e6", "999999999999"]) {
      const answer = await send(JSON.stringify(order(sized(0))).replace('"weight":0', `"weight":${weight}`));
      expect([answer.status, answer.body.error.field]).toEqual([400, "package.weight"]);
    }
  });

  it("names what it was sent when the service does not take it", async () => {
    const answer = await send(order(sized(30.5)));
    expect([answer.status, answer.body.error.field]).toEqual([400, "package.weight"]);
    expect(answer.entries.map(({ code, code_reason }) => [code, code_reason])).toEqual([
      ["400470", "SERVICE_NOT_AVAILABLE"],
    ]);
  });

  it("has field for malformed JSON and a wrong content type too, and not for other errors", async () => {
    const malformed = await send("{");
    expect([malformed.status, malformed.body.error.field]).toEqual([400, "json_parse"]);
    const text = await shop.testing.post("/orders", JSON.stringify(order()), {
      headers: { "content-type": "text/plain" },
    });
    expect([text.status, text.body.error.field]).toEqual([400, "content_type"]);
    const unauthorized = await shop.testing.post("/orders", order(), { token: "at_test_wrong" });
    expect([unauthorized.status, Object.keys(unauthorized.body.error)]).toEqual([
      401,
      ["code", "code_reason", "message"],
    ]);
    const list = await shop.testing.get("/orders?limit=0");
    expect(Object.keys(list.body.error)).not.toContain("field");
  });

  it("makes an order for each of several equal requests at once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(order())));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(10);
    expect(new Set(answers.map(({ body }) => body.data.tracking_number)).size).toBe(10);
  });
});
