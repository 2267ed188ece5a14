// @module-tag engine
// Lists of payouts that support imports into statements (contract §26.6, §26.7).
import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import { resetDatabase } from "../database";
import { created, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { must } from "../pick-pack/warehouse";
import { collected } from "./collected";
import { byRow, faultsOf, HEAD, importsOf, type Lines } from "./statement-files";

type Loose = Record<string, unknown>;

let shop: Merchant;
let other: Merchant;
let look: ReturnType<typeof importsOf>["look"];
let apply: ReturnType<typeof importsOf>["apply"];
let invoice: typeof apply;

beforeEach(async () => {
  await resetDatabase();
  shop = await merchant();
  other = await merchant({ name: "Other Merchant" });
  const support = await personOf("support", null, "production");
  ({ look, apply } = importsOf(support, "PAYOUTS"));
  invoice = importsOf(support, "CARRIER_INVOICE").apply;
});

const TODAY = hongKongDate(new Date());
const order = (of: Merchant, change: Loose = {}) => created(of.production, localOrder(change));
const PAYOUTS = ["帳戶", "付款日期", "金額", "Currency", "參考編號", "Orders"];

it("a list of payouts is noted as one by one, once", async () => {
  const { order_id, tracking_number } = await collected(shop, "1100.50");
  await collected(shop, "20");
  await collected(other, "20");
  const file: Lines = [
    PAYOUTS,
    [shop.accountId, TODAY.replaceAll("-", "/"), '"1,100.50"', "hkd", "FPS 1", `${order_id}; ${tracking_number}`],
    [other.accountId, TODAY, "20", null, "FPS 2", null],
    [shop.accountId, TODAY, "20", null, "FPS 3", null],
  ];
  const seen = await look(file);
  expect(seen).toMatchObject({ ready: 3, accounts: 2, total: "1140.50" });
  expect(byRow(seen, 3)).toMatchObject({
    line: "3",
    account_name: "Other Merchant",
    paid_on: TODAY,
    reason: "FPS 2",
  });
  const answers = await Promise.all([1, 2].map(() => apply(file)));
  expect(answers.map(({ ready, already }) => [ready, already]).sort()).toEqual([
    [0, 3],
    [3, 0],
  ]);
  expect(await apply(file, { reference: "ci-7" })).toMatchObject({ ready: 0, already: 3 });
  for (const [who, lines] of [
    [shop, ["-1100.50", "-20.00"]],
    [other, ["-20.00"]],
  ] as const) {
    const owner = await personOf("owner", who.accountId, "production");
    const { body: answer } = must(await owner.api.get(`/statements/${TODAY.slice(0, 7)}/lines?kind=COD_PAID_OUT`));
    expect(answer.data.map(({ amount }: Loose) => amount).sort()).toEqual(lines);
    if (who === shop)
      expect(answer.data.find(({ reason }: Loose) => reason === "FPS 1")).toMatchObject({ orders: [order_id] });
  }
  // The same reference of the other kind is another file.
  const { tracking_number: number } = await order(shop);
  expect(await invoice([HEAD, [3, number, "7"]])).toMatchObject({ ready: 1 });
});

it("leaves out of a list of payouts what is wrong: account, day, closed month, amount, currency, other accounts' orders", async () => {
  const theirs = await collected(other, "5");
  const first = await collected(shop, "12");
  const month = addDays(`${TODAY.slice(0, 7)}-01`, -1).slice(0, 7);
  await sql`insert into statements (account_id, month, closed_by, totals, document, csv, pdf_en, pdf_zh_hant)
      values (${shop.accountId}, ${month}, 'person:1', '{}', '', '', '', '')`.execute(await testDb());
  await sql`update orders set confirmed_at = ${`${month}-01T12:00:00+08:00`}
    where (account_id, id) in ((${shop.accountId}, ${first.order_id}::bigint), (${other.accountId}, ${theirs.order_id}::bigint))`.execute(
    await testDb(),
  );
  const pay = (account: string, day: string, more: Loose = {}) => {
    const cells = { amount: "5", currency: "HKD", reference: "FPS", orders: "", ...more };
    return [account, day, cells.amount, cells.currency, cells.reference, cells.orders];
  };
  const seen = await look([
    PAYOUTS,
    pay("123456789012345", TODAY),
    pay("Test Merchant", addDays(TODAY, 1)),
    pay(shop.accountId, `${month}-02`, { orders: theirs.order_id }),
    pay(shop.accountId, TODAY, { amount: "-5", currency: "USD", reference: "" }),
    pay(shop.accountId, TODAY, { orders: "SP99" }),
    pay(other.accountId, `${month}-02`),
    pay(other.accountId, addDays(`${month}-01`, -1)),
    pay(shop.accountId, TODAY, { amount: "7" }),
    pay(shop.accountId, TODAY, { amount: "5.01" }),
    pay(shop.accountId, TODAY, { amount: "7" }),
    pay(shop.accountId, TODAY, { amount: "5", orders: first.order_id }),
  ]);
  expect(faultsOf(seen)).toEqual([
    [2, "account: There is no such account."],
    [3, "account: Must be a whole number written in digits.", "paid_on: Must not be more than 0 days in the future."],
    [
      4,
      `paid_on: The statement of ${month} is closed.`,
      `orders: ${theirs.order_id} is no order of this account in production.`,
    ],
    [
      5,
      "currency: Must be one of: HKD.",
      expect.stringContaining("amount: Must be a decimal number"),
      "reference: This field is required.",
    ],
    [6, "orders: SP99 is no order of this account in production."],
    [
      8,
      `paid_on: The account’s first order is of ${month}-01: nothing was paid out before.`,
      "amount: At most 0.00 HKD are to be paid out.",
    ],
    [10, "amount: At most 5.00 HKD are to be paid out."],
    [11, "reference: A payout of this day, amount and reference is noted already."],
    [12, "orders: The cash of these orders is 12.00 HKD, not the amount."],
  ]);
  expect(seen).toMatchObject({ ready: 2, total: "12.00" });
});

it("a list of payouts counts what was noted by hand or by another list, and orders once", async () => {
  const { order_id } = await collected(shop, "30");
  const line = (reference: string, amount: string, orders = "") => [
    shop.accountId,
    TODAY,
    amount,
    "",
    reference,
    orders,
  ];
  expect(await apply([PAYOUTS, line("FPS 1", "30", order_id)])).toMatchObject({ ready: 1 });
  const seen = await look([PAYOUTS, line("FPS 1", "30"), line("FPS 2", "30", order_id)], { reference: "CI-8" });
  expect(faultsOf(seen)).toEqual([
    [2, "reference: A payout of this day, amount and reference is noted already."],
    [3, "amount: At most 0.00 HKD are to be paid out.", `orders: ${order_id} is in the payout FPS 1 already.`],
  ]);
  // The same file and line was applied, which is no mistake.
  expect(await look([PAYOUTS, line("FPS 1", "30", order_id)])).toMatchObject({ already: 1, wrong: 0 });
});
