/** Exports as a workbook, with chosen columns, and of a selection (contract §5.9). */
import readExcelFile from "read-excel-file/node";
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_WORKBOOK } from "@/lib/contracts/order-export";
import { EXPORT_COLUMNS } from "@/lib/orders/export-columns";
import { XLSX } from "@/lib/tables/file-types";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf } from "@/test/factories";
import { type Api, api, respond } from "@/test/http";
import { plant } from "@/test/planted";

const PICKUP = { pickup_date: "2096-02-29", pickup_start_time: "10:00", pickup_end_time: "14:00" };

let shop: Merchant;
let other: Merchant;
let owner: Api;
/** The shop's orders on testing, newest first. */
let orders: string[];

beforeAll(async () => {
  shop = await merchant();
  other = await merchant();
  owner = (await personOf("owner", shop.accountId)).api;
  orders = [];
  for (const body of [
    localOrder({ pickup_arrange: PICKUP, cod: "Y", cod_amount: "120.50", client_remarks: "=1+1" }),
    intlOrder({ client_remarks: "00123456789012" }),
    localOrder({ confirm_shipment: "N" }),
  ])
    orders.unshift((await created(shop.testing, body)).order_id);
  await created(other.testing);
  await created(shop.production);
});

type Data = { format: string; encoding: string; content: string };
type Line = Record<string, unknown>;

async function linesOf({ content }: Data): Promise<Line[]> {
  const [sheet, ...more] = await readExcelFile(Buffer.from(content, "base64"));
  expect([sheet?.sheet, more]).toEqual(["Orders", []]);
  const [heads = [], ...lines] = sheet?.data ?? [];
  // A workbook counts time in days, so a second read back may be a millisecond off.
  const exact = (cell: unknown) => (cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000) : cell);
  return lines.map((line) => Object.fromEntries(heads.map((head, at) => [String(head), exact(line[at])])));
}
const ask = (query: Record<string, string>, client: Api = shop.testing) =>
  client.get(`/orders/export?${new URLSearchParams(query)}`);
const select = (body: object, client: Api = owner) => client.post("/orders/export", body);

describe("GET /orders/export?format=xlsx", () => {
  it("is a workbook of what the CSV has, with amounts, weights, days and times as such", async () => {
    const { data } = (await ask({ format: "xlsx" })).body;
    expect(data).toMatchObject({ format: "xlsx", encoding: "base64" });
    const lines = await linesOf(data);
    expect(lines.map(({ order_id }) => order_id)).toEqual(orders);
    expect(Object.keys(lines[0] ?? {})).toEqual([...EXPORT_COLUMNS]);
    const record = (await shop.testing.get(`/order/detail/${orders[2]}`)).body.data;
    expect(lines[2]).toMatchObject({
      order_id: record.order_id,
      create_time: new Date(`${record.create_time.slice(0, 19)}Z`),
      pickup_date: new Date("2096-02-29T00:00:00Z"),
      pickup_start_time: "10:00",
      recipient_mobile: expect.stringContaining(" "),
      parcels: 1,
      chargeable_weight: Number(record.chargeable_weight),
      quote_price: Number(record.quote_price),
      cod_amount: 120.5,
      client_remarks: "=1+1",
      cancel_reason: null,
    });
    // Digits that are no amount stay text.
    expect(lines[1]).toMatchObject({
      client_remarks: "00123456789012",
      cod_amount: null,
      confirm_time: expect.any(Date),
    });
    expect(lines[0]).toMatchObject({ confirm_time: null });
  });

  it("is the file itself where that is accepted, whatever the format says", async () => {
    const headers = { authorization: `Bearer ${shop.tokens.testing}`, accept: XLSX };
    const url = "http://localhost/testing/v1/orders/export?format=csv&columns=order_id";
    const response = await respond(new Request(url, { headers }));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, XLSX]);
    expect(response.headers.get("content-disposition")).toContain('filename="orders-testing.xlsx"');
    const content = Buffer.from(await response.arrayBuffer()).toString("base64");
    expect(await linesOf({ content, format: "", encoding: "" })).toEqual(orders.map((order_id) => ({ order_id })));
  });

  it.each([
    [`${XLSX}, text/csv;q=0.5`, XLSX],
    [`${XLSX};q=0.5, text/csv`, "text/csv; charset=utf-8"],
    [`${XLSX}, text/csv`, "text/csv; charset=utf-8"],
    [`${XLSX};q=0.5, application/json`, "application/json; charset=utf-8"],
  ])("is what is accepted most: %s", async (accept, type) => {
    const headers = { authorization: `Bearer ${shop.tokens.testing}`, accept };
    const response = await respond(new Request("http://localhost/testing/v1/orders/export", { headers }));
    expect(response.headers.get("content-type")).toBe(type);
  });

  it("holds any text, also what programs take for a word of their own", async () => {
    const mine = await merchant();
    const texts = ["constructor", "__proto__", "<b>&amp;</b>", "=1+1", "a_x000D_b"];
    for (const client_remarks of texts) await created(mine.testing, localOrder({ client_remarks }));
    const lines = await linesOf((await ask({ format: "xlsx", columns: "client_remarks" }, mine.testing)).body.data);
    const shown = lines.map(({ client_remarks }) => String(client_remarks).replace(/\u200b$/, ""));
    const { data } = (await mine.testing.get("/orders?limit=20")).body;
    expect(shown).toEqual(data.map((row: { client_remarks: string }) => row.client_remarks));
  });

  it(`has at most ${MAX_WORKBOOK} orders, as CSV more`, async () => {
    const mine = await merchant();
    await plant(mine.accountId, MAX_WORKBOOK + 1);
    const refused = await ask({ format: "xlsx" }, mine.testing);
    expect([refused.status, refused.entries]).toMatchObject([400, [{ field: "created_from" }]]);
    expect((await ask({ format: "csv", columns: "order_id" }, mine.testing)).status).toBe(200);
    const most = (await ask({ format: "xlsx", status: "DELIVERED", columns: "order_id" }, mine.testing)).body.data;
    expect(await linesOf(most)).toHaveLength(MAX_WORKBOOK / 2);
  });

  it("names a wrong format and wrong columns", async () => {
    for (const [query, field] of [
      [{ format: "pdf" }, "format"],
      [{ columns: "order_id,colour" }, "columns"],
      [{ columns: "order_id," }, "columns"],
    ] as const) {
      const answer = await ask(query);
      expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, [field]]);
    }
  });
});

describe("columns", () => {
  it("are written in the order in which they are named, each once", async () => {
    const { data } = (await ask({ columns: "reference,order_id,quote_price,order_id" })).body;
    const text = Buffer.from(data.content, "base64").toString();
    expect(text.split("\r\n")[0]).toBe("\ufeffreference,order_id,quote_price");
    expect(text.split("\r\n")[1]).toMatch(/^,"=""\d{15}""",\d+\.\d\d$/);
  });
});

describe("POST /orders/export", () => {
  it("has the orders in the order that is given, without those of others, in either format", async () => {
    const [a, b, c] = orders as [string, string, string];
    const theirs = (await other.testing.get("/orders")).body.data[0].order_id;
    const elsewhere = (await shop.production.get("/orders")).body.data[0].order_id;
    const order_ids = [b, theirs, c, elsewhere, "5", a];
    const workbook = await select({ order_ids, format: "xlsx", columns: ["order_id"] });
    expect(await linesOf(workbook.body.data)).toEqual([b, c, a].map((order_id) => ({ order_id })));
    const csv = (await select({ order_ids, columns: ["order_id"] })).body.data;
    expect(csv.format).toBe("csv");
    expect(Buffer.from(csv.content, "base64").toString()).toBe(
      `\ufefforder_id\r\n${[b, c, a].map((id) => `"=""${id}"""\r\n`).join("")}`,
    );
  });

  it("takes 1,000 orders, and names what is wrong", async () => {
    const many = Array.from({ length: 1000 }, (_, n) => String(n + 1));
    expect((await select({ order_ids: many })).status).toBe(200);
    for (const [body, field] of [
      [{ order_ids: [...many, "5"] }, "order_ids"],
      [{ order_ids: [] }, "order_ids"],
      [{ order_ids: ["x"] }, "order_ids[]"],
      [{ order_ids: ["5"], format: "pdf" }, "format"],
      [{ order_ids: ["5"], columns: ["colour"] }, "columns[]"],
      [{ order_ids: ["5"], columns: [] }, "columns"],
    ] as const) {
      const answer = await select(body);
      expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, [field]]);
    }
  });

  it("is for people: the shop’s, and support in its account; no client, and no caller without a session", async () => {
    const body = { order_ids: [orders[0]], columns: ["order_id"] };
    const support = (await personOf("support", null)).api;
    const answer = await support.post("/orders/export", body, { headers: { "x-account-id": shop.accountId } });
    expect(answer.status).toBe(200);
    for (const client of [shop.testing, await clientOf("support", shop.accountId)])
      expect((await select(body, client)).status).toBe(403);
    expect((await select(body, api())).status).toBe(401);
    const stranger = (await personOf("owner", other.accountId)).api;
    expect(Buffer.from((await select(body, stranger)).body.data.content, "base64").toString()).toBe(
      "\ufefforder_id\r\n",
    );
  });
});
