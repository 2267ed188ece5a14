// @module-tag engine
// What support notes as paid out to a merchant, and takes back (contract §26.9).
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import type { StatementLine } from "@/lib/contracts/statement";
import { resetDatabase } from "../database";
import { created, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { type Answer, api } from "../http";
import { must } from "../pick-pack/warehouse";
import { collected } from "./collected";
import { ago, THIS } from "./months";

type Loose = Record<string, unknown>;
type Person = Awaited<ReturnType<typeof personOf>>;

const TODAY = hongKongDate(new Date());

let shop: Merchant;
let other: Merchant;
let staff: Person;

beforeEach(async () => {
  await resetDatabase();
  shop = await merchant();
  other = await merchant();
  staff = await personOf("support", null, "production");
  for (const of of [shop, other]) {
    await asStaff("POST", "/support/visit", { reason: "BILLING" }, of);
    await asStaff("PATCH", "/support/visit", { acting: "Y" }, of);
  }
});

const asStaff = (method: string, path: string, body?: unknown, of = shop, headers: Record<string, string> = {}) =>
  staff.api.call(method, path, { body, headers: { "x-account-id": of.accountId, ...headers } });
const pay = (amount: string, more: Loose = {}, of = shop) =>
  asStaff("POST", "/payouts", { amount, paid_on: TODAY, reference: "FPS 1", ...more }, of);
const paid = async (...given: Parameters<typeof pay>): Promise<string> => must(await pay(...given)).body.data.id;
const remove = (id: string, of = shop, reason: string | null = "Noted twice") =>
  asStaff("DELETE", `/payouts/${id}`, reason === null ? {} : { reason }, of);
const reverse = (id: string, of = shop, headers = {}) =>
  asStaff("POST", `/payouts/${id}/reverse`, { reason: "The bank sent it back" }, of, headers);
const faults = ({ status, entries }: Answer) => [
  status,
  ...entries.map(({ field, message }) => `${field}: ${message}`),
];
const lines = async (month = THIS): Promise<StatementLine[]> =>
  must(await asStaff("GET", `/statements/${month}/lines?kind=COD_PAID_OUT`)).body.data;
const balance = async () => must(await asStaff("GET", `/statements/${THIS}`)).body.data.totals.cod_balance;
/** Confirms an order at noon of a day. */
const confirmedOn = async (orderId: string, day: string) =>
  sql`update orders set confirmed_at = ${`${day}T12:00:00+08:00`} where id = ${orderId} and account_id = ${shop.accountId}`.execute(
    await testDb(),
  );

describe("POST /payouts", () => {
  it("takes at most what is to be paid out, also of two at once", async () => {
    await collected(shop, "120.50");
    expect(faults(await pay("120.51"))).toEqual([400, "amount: At most 120.50 HKD are to be paid out."]);
    const both = await Promise.all([pay("120.50"), pay("120.50", { reference: "FPS 2" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(faults(await pay("0.01", { reference: "FPS 3" }))).toEqual([
      400,
      "amount: At most 0.00 HKD are to be paid out.",
    ]);
    expect([await balance(), (await lines()).map(({ amount }) => amount)]).toEqual(["0.00", ["-120.50"]]);
  });

  it("counts from the account's first order to today, and none before it has one", async () => {
    const none = "paid_on: The account has no confirmed order yet, so nothing is to be paid out.";
    expect(faults(await pay("5"))[1]).toBe(none);
    await created(shop.production, localOrder({ confirm_shipment: "N" }));
    expect(faults(await pay("5"))[1]).toBe(none);
    const { order_id } = await collected(shop, "50");
    const first = addDays(TODAY, -3);
    await confirmedOn(order_id, first);
    for (const early of ["1999-01-01", addDays(first, -1)])
      expect(faults(await pay("5", { paid_on: early }))).toEqual([
        400,
        `paid_on: The account’s first order is of ${first}: nothing was paid out before.`,
      ]);
    expect((await pay("5", { paid_on: addDays(TODAY, 1) })).entries).toMatchObject([{ field: "paid_on" }]);
    expect((await pay("5", { paid_on: first })).status).toBe(200);
  });

  it("takes the same day, amount and reference once, unless it was deleted or reversed", async () => {
    await collected(shop, "50");
    await collected(other, "50");
    const id = await paid("20");
    const twice = "reference: A payout of this day, amount and reference is noted already.";
    expect(faults(await pay("20.00"))).toEqual([400, twice]);
    await paid("20", {}, other);
    await paid("20", { reference: "FPS 2" });
    await paid("1");
    must(await remove(id));
    await paid("20");
    expect(faults(await pay("20"))).toEqual([400, twice]);
  });

  it("names the orders whose cash it is: delivered, of the account, in one payout only, and adding up to it", async () => {
    const [first, second, theirs] = [
      await collected(shop, "20.50"),
      await collected(shop, "30"),
      await collected(other, "50.50"),
    ];
    const underWay = await created(shop.production, localOrder({ cod: "Y", cod_amount: "5" }));
    const free = await created(shop.production);
    const of = (...orders: string[]) => ({ orders });
    for (const order of [underWay.order_id, free.tracking_number])
      expect(faults(await pay("20.50", of(order)))).toEqual([
        400,
        `orders: ${order} is no delivered order with cash on delivery.`,
      ]);
    for (const order of [theirs.order_id, theirs.tracking_number, "99999", "SP00000000000"])
      expect(faults(await pay("20.50", of(order)))).toEqual([
        400,
        `orders: ${order} is no order of this account in production.`,
      ]);
    expect(faults(await pay("50", of(first.order_id, second.order_id)))).toEqual([
      400,
      "orders: The cash of these orders is 50.50 HKD, not the amount.",
    ]);
    // An order counts once, however it is named.
    const named = of(first.order_id, first.tracking_number.toLowerCase());
    const made = must(await pay("20.50", named)).body.data;
    const orders = [first.order_id];
    expect(made).toEqual({
      id: expect.stringMatching(/^po_/),
      ...{ amount: "20.50", paid_on: TODAY, reference: "FPS 1", orders, reverses: null },
    });
    expect(await lines()).toMatchObject([{ id: made.id, amount: "-20.50", reason: "FPS 1", orders, reverses: null }]);
    expect(faults(await pay("20.50", { reference: "FPS 2", ...of(first.tracking_number) }))).toEqual([
      400,
      `orders: ${first.tracking_number} is in the payout FPS 1 already.`,
    ]);
    must(await remove(made.id));
    await paid("50.50", of(second.order_id, first.order_id));
    // The other account's order of the same id is another one.
    await paid("50.50", of(theirs.order_id), other);
  });

  it("is made once for an idempotency key", async () => {
    await collected(shop, "50");
    const send = () =>
      asStaff("POST", "/payouts", { amount: "20", paid_on: TODAY, reference: "FPS 1" }, shop, {
        "idempotency-key": "k1",
      });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500, 500]);
    expect(await lines()).toHaveLength(1);
  });
});

describe("DELETE /payouts/{id}", () => {
  it("takes a payout back while its month is open, for a reason that the audit log keeps", async () => {
    await collected(shop, "50");
    const id = await paid("20");
    expect((await remove(id, shop, null)).entries).toMatchObject([{ field: "reason" }]);
    expect((await remove(id, other)).status).toBe(404);
    expect((await remove("po_none")).status).toBe(404);
    const answers = await Promise.all([remove(id), remove(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(answers.find(({ status }) => status === 200)?.body.data).toEqual({ id, deleted: true });
    expect([await lines(), await balance()]).toEqual([[], "50.00"]);
  });

  it("takes what an earlier version noted for 1999, after which months can be closed again", async () => {
    const { order_id } = await created(shop.production);
    await confirmedOn(order_id, `${ago(2)}-15`);
    await sql`insert into payouts (id, account_id, environment, amount, paid_on, reference, actor)
      values ('po_old', ${shop.accountId}, 'production', 5, '1999-01-01', 'FPS 0', 'person:1')`.execute(await testDb());
    const close = () => asStaff("POST", `/statements/${ago(2)}/close`);
    expect(faults(await close())).toEqual([400, "month: Close 1999-01 first."]);
    expect((await lines("1999-01"))[0]).toMatchObject({ id: "po_old", orders: [], reverses: null });
    must(await remove("po_old"));
    expect((await close()).status).toBe(200);
  });
});

describe("POST /payouts/{id}/reverse", () => {
  /** A payout of two months ago, which is closed. */
  async function ofClosedMonth() {
    const { order_id } = await collected(shop, "50");
    await confirmedOn(order_id, `${ago(2)}-10`);
    const id = await paid("50", { paid_on: `${ago(2)}-20`, orders: [order_id] });
    must(await asStaff("POST", `/statements/${ago(2)}/close`));
    return { id, order_id };
  }

  it("makes the opposite line today, once", async () => {
    const { id, order_id } = await ofClosedMonth();
    expect(faults(await remove(id))).toEqual([
      400,
      `id: The statement of ${ago(2)} is closed: reverse the payout instead.`,
    ]);
    expect((await reverse(id, other)).status).toBe(404);
    expect(await balance()).toBe("0.00");
    const answers = await Promise.all([reverse(id), reverse(id), reverse(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(faults(await reverse(id))).toEqual([400, "id: It was reversed already."]);
    const made = answers.find(({ status }) => status === 200)?.body.data;
    expect(made).toEqual({
      id: expect.stringMatching(/^po_/),
      ...{ amount: "-50.00", paid_on: TODAY, reference: "FPS 1", orders: [order_id], reverses: id },
    });
    expect(await lines()).toMatchObject([
      { id: made.id, amount: "50.00", reason: "FPS 1 · The bank sent it back", reverses: id },
    ]);
    expect(await balance()).toBe("50.00");
    expect(await lines(ago(2))).toMatchObject([{ id, reversed_by: made.id }]);
    // The cash is to be paid out again, and its order can be named again.
    await paid("50", { orders: [order_id] });
    for (const answer of [await remove(made.id), await reverse(made.id)])
      expect(faults(answer)).toEqual([400, "id: It takes another payout back, and stays."]);
  });

  it("is made once for an idempotency key, and only of a closed month", async () => {
    const { id } = await ofClosedMonth();
    const answers = await Promise.all([1, 2].map(() => reverse(id, shop, { "idempotency-key": "k2" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500]);
    await collected(shop, "9");
    expect(faults(await reverse(await paid("9")))).toEqual([400, "id: Its month is open: delete the payout instead."]);
  });
});

it("is only support's, in production, while acting for the merchant", async () => {
  await collected(shop, "50");
  const id = await paid("20");
  const tries = (client: typeof staff.api) => [
    client.post("/payouts", { amount: "5", paid_on: TODAY, reference: "FPS 2" }),
    client.call("DELETE", `/payouts/${id}`, { body: { reason: "Mine" } }),
    client.post(`/payouts/${id}/reverse`, { reason: "Mine" }),
  ];
  const statuses = async (client: typeof staff.api) => (await Promise.all(tries(client))).map(({ status }) => status);
  for (const role of ["owner", "member"] as const)
    expect(await statuses((await personOf(role, shop.accountId, "production")).api)).toEqual([403, 403, 403]);
  expect(await statuses((await personOf("warehouse", null, "production")).api)).toEqual([403, 403, 403]);
  expect(await statuses(shop.production)).toEqual([403, 403, 403]);
  expect(await statuses(api("production"))).toEqual([401, 401, 401]);
  must(await asStaff("PATCH", "/support/visit", { acting: "N" }));
  for (const answer of [await pay("5", { reference: "FPS 2" }), await remove(id), await reverse(id)])
    expect([answer.status, answer.body.error.code]).toEqual([403, "403050"]);
  const inTesting = (await personOf("support", null, "testing")).api;
  const headers = { "x-account-id": shop.accountId };
  for (const [method, path, body] of [
    ["POST", "/payouts", { amount: "5", paid_on: TODAY, reference: "FPS 2" }],
    ["DELETE", `/payouts/${id}`, { reason: "Mine" }],
    ["POST", `/payouts/${id}/reverse`, { reason: "Mine" }],
  ] as const)
    expect((await inTesting.call(method, path, { body, headers })).status).toBe(404);
  expect(await lines()).toHaveLength(1);
});
