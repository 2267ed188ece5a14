// @module-tag engine
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { hongKongDate } from "@/lib/calendar";
import type { Statement, StatementLine } from "@/lib/contracts/statement";
import { decimal, money } from "@/lib/decimal";
import { readCsv } from "@/lib/tables/csv-file";
import { created, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { api, respond } from "../http";
import { rows as mails } from "../mail";
import { collected } from "./collected";
import { ago, THIS } from "./months";

type Person = Awaited<ReturnType<typeof personOf>>;

let shop: Merchant;
let owner: Person;
let staff: Person;

beforeEach(async () => {
  shop = await merchant();
  owner = await personOf("owner", shop.accountId, "production");
  staff = await personOf("support", null, "production");
  await asStaff("POST", "/support/visit", { reason: "BILLING" });
  await asStaff("PATCH", "/support/visit", { acting: "Y" });
});

const asStaff = (method: string, path: string, body?: unknown) =>
  staff.api.call(method, path, { body, headers: { "x-account-id": shop.accountId } });
const read = async (month = THIS): Promise<Statement> => (await owner.api.get(`/statements/${month}`)).body.data;
const months = async () =>
  (await owner.api.get("/statements")).body.data.map((row: Statement) => [row.month, row.status, row.totals.charges]);
const lines = async (month = THIS) =>
  (await read(month)).lines.map(({ kind, amount }: StatementLine) => [kind, amount]);
const order = (confirm_shipment = "Y", change: object = {}) =>
  created(shop.production, localOrder({ confirm_shipment, ...change }));
const confirmedAt = async (orderId: string, at: string) =>
  sql`update orders set confirmed_at = ${at} where id = ${orderId} and account_id = ${shop.accountId}`.execute(
    await testDb(),
  );
const cancel = (order_id: string) => shop.production.post("/order/cancel", { order_id, reason: "DUPLICATE" });
const adjust = (order_id: string, effect: string, amount: string) =>
  asStaff("POST", "/adjustments", { order_id, kind: "OTHER", effect, amount, note: "The carrier measured 2 kg" });
const file = async (type: string, month: string, query = "") => {
  const url = `http://localhost:3000/v1/statements/${month}${query}`;
  const answer = await respond(new Request(url, { headers: { cookie: owner.cookie, accept: type } }));
  return Buffer.from(await answer.arrayBuffer());
};

describe("a statement", () => {
  it("has confirmed orders with weights and price lines, and none that is only saved", async () => {
    await order("N");
    const { order_id, quote_price } = await order();
    const statement = await read();
    expect(statement).toMatchObject({ month: THIS, status: "OPEN", closed_at: null, account_id: shop.accountId });
    expect(statement.lines).toEqual([
      expect.objectContaining({ kind: "SHIPMENT", order_id, amount: money(quote_price ?? ""), adjustment_kind: null }),
    ]);
    const [line] = statement.lines;
    expect(line?.price_lines.reduce((sum, { amount }) => sum.plus(amount), decimal(0)).toFixed(2)).toBe(line?.amount);
    expect([line?.declared_weight, line?.charged_weight]).toEqual(["2.3", "3"]);
    expect(JSON.stringify(statement)).not.toMatch(/陳大文|91234567|彌敦道/);
  });

  it("gives an order to the Hong Kong month of its confirmation, and what happens later to the month in which it does", async () => {
    const [first, last, next] = [await order(), await order(), await order()];
    const month = ago(2);
    await confirmedAt(first.order_id, `${month}-01T00:00:00+08:00`);
    await confirmedAt(last.order_id, `${ago(1)}-01T00:00:00+08:00`);
    await confirmedAt(next.order_id, new Date(Date.parse(`${ago(1)}-01T00:00:00+08:00`) - 1).toISOString());
    expect((await cancel(first.order_id)).status).toBe(200);
    expect((await read(month)).lines.map((line) => [line.kind, line.order_id])).toEqual([
      ["SHIPMENT", first.order_id],
      ["SHIPMENT", next.order_id],
    ]);
    expect((await read(ago(1))).lines.map((line) => line.order_id)).toEqual([last.order_id]);
    expect(await lines()).toEqual([["CANCELLATION", `-${money(first.quote_price ?? "")}`]]);
    expect((await months()).map(([each]: string[]) => each)).toEqual([THIS, ago(1), month]);
  });

  it("has what was collected and paid out, and passes the balance on", async () => {
    const cod = await collected(shop, "120.50");
    expect(
      (await asStaff("POST", "/payouts", { amount: "100", paid_on: hongKongDate(new Date()), reference: "FPS 1" }))
        .status,
    ).toBe(200);
    expect((await lines()).filter(([kind]) => kind?.startsWith("COD"))).toEqual(
      expect.arrayContaining([
        ["COD_COLLECTED", "120.50"],
        ["COD_PAID_OUT", "-100.00"],
      ]),
    );
    expect((await read()).totals).toMatchObject({
      cod_before: "0.00",
      cod_collected: "120.50",
      cod_paid_out: "-100.00",
      cod_balance: "20.50",
    });
    await sql`update order_entries set at = at - interval '40 days' where account_id = ${shop.accountId}`.execute(
      await testDb(),
    );
    await confirmedAt(cod.order_id, new Date(Date.now() - 40 * 86_400_000).toISOString());
    expect((await read()).totals).toMatchObject({ cod_before: "120.50", cod_collected: "0.00", cod_balance: "20.50" });
  });

  it("adds up, whatever happened", async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const orders: { order_id: string }[] = [];
    for (let step = 0; step < 40; step++) {
      const what = random(4);
      const some = orders[random(Math.max(1, orders.length))];
      if (what < 2 || !some) orders.push(await order());
      else if (what === 2) await cancel(some.order_id);
      else await adjust(some.order_id, random(2) ? "CHARGE" : "CREDIT", `${random(90) + 1}.${random(10)}${random(10)}`);
      if (random(5) === 0 && some) await confirmedAt(some.order_id, `${ago(random(3) + 1)}-15T12:00:00+08:00`);
    }
    const all = (await owner.api.get("/statements")).body.data as Statement[];
    expect(all.length).toBeGreaterThan(1);
    for (const { month, totals } of all) {
      const statement = await read(month);
      const sum = (...kinds: string[]) =>
        money(
          statement.lines
            .filter(({ kind }) => kinds.includes(kind))
            .reduce((total, { amount }) => total.plus(amount), decimal(0)),
        );
      expect(statement.totals).toEqual(totals);
      expect(totals).toMatchObject({
        shipments: sum("SHIPMENT"),
        cancellations: sum("CANCELLATION"),
        adjustments: sum("ADJUSTMENT"),
        charges: sum("SHIPMENT", "CANCELLATION", "ADJUSTMENT"),
      });
      const [head = [], ...rows] = readCsv((await file("text/csv", month)).toString("utf8").trimEnd());
      const at = head.indexOf("amount");
      expect(money(rows.reduce((total, row) => total.plus(row[at] ?? ""), decimal(0)))).toBe(totals.charges);
      const parts: StatementLine[] = [];
      for (let offset = 0; offset < statement.lines.length; offset += 7)
        parts.push(...(await owner.api.get(`/statements/${month}/lines?limit=7&offset=${offset}`)).body.data);
      expect(parts).toEqual(statement.lines);
    }
  });
});

// Not last month: for its first ten minutes the new one keeps it open.
describe("closing a month", () => {
  it("keeps its files for good, in order, and only once it is over", async () => {
    const { order_id } = await order();
    await confirmedAt(order_id, `${ago(3)}-15T12:00:00+08:00`);
    const close = (month: string) => asStaff("POST", `/statements/${month}/close`);
    expect((await close(THIS)).entries).toMatchObject([{ field: "month" }]);
    expect((await close(ago(2))).entries).toMatchObject([{ field: "month", message: `Close ${ago(3)} first.` }]);
    const closed = await close(ago(3));
    expect([closed.status, closed.body.data.status]).toEqual([200, "CLOSED"]);
    const kept = await Promise.all(
      [
        ["application/json", ""],
        ["text/csv", ""],
        ["application/pdf", ""],
        ["application/pdf", "?language=zh-Hant"],
      ].map(([type = "", query]) => file(type, ago(3), query)),
    );
    expect(kept[2]?.subarray(0, 5).toString()).toBe("%PDF-");
    expect(kept[2]?.equals(kept[3] ?? Buffer.alloc(0))).toBe(false);
    // Whatever changes in the order, what is closed stays.
    await sql`update orders set quote_price = 1, declared_price = null, reference = 'changed' where id = ${order_id}`.execute(
      await testDb(),
    );
    await cancel(order_id);
    expect((await close(ago(3))).body.data).toEqual(closed.body.data);
    const again = await Promise.all(
      [
        ["application/json", ""],
        ["text/csv", ""],
        ["application/pdf", ""],
        ["application/pdf", "?language=zh-Hant"],
      ].map(([type = "", query]) => file(type, ago(3), query)),
    );
    expect(again.map((bytes, i) => bytes.equals(kept[i] ?? Buffer.alloc(0)))).toEqual([true, true, true, true]);
    expect((await months()).map(([month, status]: string[]) => [month, status])).toEqual([
      [THIS, "OPEN"],
      [ago(1), "OPEN"],
      [ago(2), "OPEN"],
      [ago(3), "CLOSED"],
    ]);
    for (const statement of [
      "update statements set month = '2020-01'",
      "delete from statements",
      "truncate statements",
    ])
      await expect(sql.raw(statement).execute(await testDb())).rejects.toThrow("statements are only added to");
    await collected(shop, "5");
    const late = { amount: "5", paid_on: `${ago(3)}-20`, reference: "FPS 2" };
    expect((await asStaff("POST", "/payouts", late)).entries).toMatchObject([{ field: "paid_on" }]);
  });

  it("happens once, however many ask", async () => {
    const { order_id } = await order();
    await confirmedAt(order_id, `${ago(2)}-15T12:00:00+08:00`);
    const answers = await Promise.all([1, 2, 3].map(() => asStaff("POST", `/statements/${ago(2)}/close`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of answers) expect(body.data).toEqual(answers[0]?.body.data);
  });
});

describe("an adjustment", () => {
  it("is on this month's statement, with a mail and a notice to the merchant", async () => {
    const { order_id } = await order();
    const answer = await adjust(order_id, "CHARGE", "12.3");
    expect(answer.body.data).toEqual({ id: expect.stringMatching(/^oe_/), order_id, amount: "12.30" });
    expect((await adjust(order_id, "CREDIT", "2")).body.data.amount).toBe("-2.00");
    expect((await read()).lines.filter(({ kind }) => kind === "ADJUSTMENT")).toMatchObject([
      { amount: "12.30", adjustment_kind: "OTHER", reason: "The carrier measured 2 kg" },
      { amount: "-2.00" },
    ]);
    expect((await owner.api.get("/notifications")).body.data.map(({ kind }: { kind: string }) => kind)).toEqual([
      "order_adjusted",
      "order_adjusted",
    ]);
    expect((await mails()).filter(({ recipient }) => recipient === shop.email).map(({ subject }) => subject)).toContain(
      `Charged HK$12.30 for order ${order_id}`,
    );
  });

  it("credits at most what the order has been charged so far, also of two at once", async () => {
    const { order_id, quote_price = "" } = await order();
    const above = (max: string) => [
      { field: "amount", message: `At most ${max} HKD can be credited: the order has been charged no more so far.` },
    ];
    const one = decimal(quote_price);
    expect((await adjust(order_id, "CREDIT", "9999999.99")).entries).toMatchObject(above(money(one)));
    expect((await adjust(order_id, "CREDIT", money(one.plus("0.01")))).entries).toMatchObject(above(money(one)));
    const both = await Promise.all([1, 2].map(() => adjust(order_id, "CREDIT", quote_price)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await adjust(order_id, "CREDIT", "0.01")).entries).toMatchObject(above("0.00"));
    await adjust(order_id, "CHARGE", "3");
    expect((await adjust(order_id, "CREDIT", "3")).status).toBe(200);
  });

  it("is taken off with the order that is cancelled, which costs nothing then; what comes later stays", async () => {
    const [credited, charged] = [await order(), await order()];
    const price = money(credited.quote_price ?? "");
    await adjust(credited.order_id, "CREDIT", price);
    await adjust(charged.order_id, "CHARGE", "20");
    for (const { order_id } of [credited, charged]) expect((await cancel(order_id)).status).toBe(200);
    const of = async (id: string) =>
      (await read()).lines
        .filter(({ order_id }) => order_id === id)
        .map(({ kind, amount }) => [kind, amount])
        .sort();
    expect([await of(credited.order_id), await of(charged.order_id)]).toEqual([
      [
        ["ADJUSTMENT", `-${price}`],
        ["CANCELLATION", "0.00"],
        ["SHIPMENT", price],
      ],
      [
        ["ADJUSTMENT", "20.00"],
        ["CANCELLATION", `-${money(decimal(price).plus(20))}`],
        ["SHIPMENT", price],
      ],
    ]);
    expect((await read()).totals.charges).toBe("0.00");
    expect((await adjust(charged.order_id, "CREDIT", "0.01")).status).toBe(400);
    expect((await adjust(charged.order_id, "CHARGE", "7")).status).toBe(200);
    expect((await adjust(charged.order_id, "CREDIT", "7")).status).toBe(200);
  });

  it("is refused for what was never confirmed, for another account's order, and without a sum or a note", async () => {
    const saved = await order("N");
    expect((await adjust(saved.order_id, "CHARGE", "1")).entries).toMatchObject([{ field: "order_id" }]);
    const other = await merchant();
    const theirs = await created(other.production, localOrder());
    expect((await adjust(theirs.order_id, "CHARGE", "1")).status).toBe(404);
    const wrong = await asStaff("POST", "/adjustments", {
      order_id: saved.order_id,
      kind: "REPACKED",
      effect: "CHARGE",
      amount: "0.001",
      note: " ",
    });
    expect(wrong.entries.map(({ field }) => field)).toEqual(["kind", "amount", "note"]);
    expect(await months()).toEqual([]);
  });
});

it("an adjustment is made once, however often it is sent", async () => {
  const { order_id } = await order();
  const note = "The carrier measured 2 kg";
  const send = () =>
    staff.api.call("POST", "/adjustments", {
      body: { order_id, kind: "CARRIER_INVOICE", effect: "CHARGE", amount: "3", note },
      headers: { "x-account-id": shop.accountId, "idempotency-key": "k1" },
    });
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 500, 500]);
  const made = answers.find(({ status }) => status === 200)?.body.data.id;
  for (const { body: refused } of answers.filter(({ status }) => status === 500))
    expect(refused.error).toMatchObject({ code: "500998", id: made });
  expect((await lines()).map(([kind]) => kind).sort()).toEqual(["ADJUSTMENT", "SHIPMENT"]);
});

describe("who may", () => {
  it("read: owners, members and support, only in production; no other role, and no other account", async () => {
    await order();
    const member = await personOf("member", shop.accountId, "production");
    const packer = await personOf("warehouse", null, "production");
    const stranger = await personOf("owner", (await merchant()).accountId, "production");
    for (const path of ["/statements", `/statements/${THIS}`, `/statements/${THIS}/lines`]) {
      expect([(await owner.api.get(path)).status, (await member.api.get(path)).status]).toEqual([200, 200]);
      expect((await asStaff("GET", path)).status).toBe(200);
      expect((await packer.api.call("GET", path, { headers: { "x-account-id": shop.accountId } })).status).toBe(403);
      expect((await shop.production.get(path)).status).toBe(403);
      expect((await api("production").get(path)).status).toBe(401);
    }
    expect((await stranger.api.get("/statements")).body.data).toEqual([]);
    expect((await stranger.api.get(`/statements/${THIS}`)).status).toBe(404);
    const testing = await personOf("owner", shop.accountId, "testing");
    await created(shop.testing, localOrder());
    expect((await testing.api.get("/statements")).body.data).toEqual([]);
    expect((await testing.api.get(`/statements/${THIS}`)).status).toBe(404);
    expect((await testing.api.get(`/statements/${THIS}/lines`)).status).toBe(404);
    for (const wrong of ["2026-13", "26-01", "2026-1"])
      expect((await owner.api.get(`/statements/${wrong}`)).status).toBe(400);
    expect((await owner.api.get(`/statements/${ago(30)}`)).status).toBe(404);
  });

  it("close, adjust and pay out: only support", async () => {
    for (const [path, body] of [
      [`/statements/${ago(1)}/close`, {}],
      ["/adjustments", { order_id: "1", kind: "OTHER", effect: "CHARGE", amount: "1", note: "x" }],
      ["/payouts", { amount: "1", paid_on: "2026-01-01", reference: "x" }],
    ] as const) {
      expect((await owner.api.post(path, body)).status).toBe(403);
      expect((await shop.production.post(path, body)).status).toBe(403);
      expect((await api("production").post(path, body)).status).toBe(401);
    }
    expect((await asStaff("POST", `/statements/${ago(30)}/close`)).status).toBe(404);
  });
});
