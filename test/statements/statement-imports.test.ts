// @module-tag engine
// What support imports into statements: carriers' invoices and lists of payouts (contract §26.6, §26.7).
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import type { ImportResult } from "@/lib/contracts/statement-import";
import { decimal, money } from "@/lib/decimal";
import type { SheetRow } from "@/lib/tariff-sheets";
import { cleanUp } from "@/server/clean-up";
import { resetDatabase } from "../database";
import { created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { api } from "../http";
import { rows as mails } from "../mail";
import { must } from "../pick-pack/warehouse";
import { dearerBy } from "../sheets";
import { AGAIN, APPLY, byRow, faultsOf, HEAD, IMPORT, importBody, importsOf, type Lines } from "./statement-files";

type Loose = Record<string, unknown>;
type Person = Awaited<ReturnType<typeof personOf>>;

let shop: Merchant;
let other: Merchant;
let support: Person;
let look: ReturnType<typeof importsOf>["look"];
let apply: ReturnType<typeof importsOf>["apply"];

beforeEach(async () => {
  await resetDatabase();
  shop = await merchant();
  other = await merchant({ name: "Other Merchant" });
  support = await personOf("support", null, "production");
  ({ look, apply } = importsOf(support, "CARRIER_INVOICE"));
});

const TODAY = hongKongDate(new Date());
const order = (of: Merchant, change: Loose = {}) => created(of.production, localOrder(change));
const numberOf = async (of: Merchant, change: Loose = {}) => (await order(of, change)).tracking_number ?? "";
/** The price of the example at another weight, by the sheets of today. */
const priceAt = async (act_weight: string) => {
  const example = localOrder();
  const [parcel] = example.shipment_detail.parcel_list;
  const parcel_list = [{ ...parcel, act_weight, length: undefined, width: undefined, height: undefined }];
  return (await order(shop, { confirm_shipment: "N", shipment_detail: { ...example.shipment_detail, parcel_list } }))
    .quote_price;
};
const entries = async () =>
  (
    await sql<Loose>`
    select account_id, order_id, amount::text, charged_weight::text as weight, reason, adjustment_kind as kind
    from order_entries where kind = 'ADJUSTMENT' order by reason`.execute(await testDb())
  ).rows;
const states = ({ lines }: ImportResult) => lines.map(({ row, state }) => [row, state]);
const audited = async () =>
  await (await testDb())
    .selectFrom("audit_log")
    .select(["account_id", "outcome", "after"])
    .where("operation", "=", "importStatementLines")
    .orderBy("account_id")
    .execute();

const on = (of: Merchant) => ({ "x-account-id": of.accountId });

describe("a carrier's invoice", () => {
  it("names the line that no database can hold, and makes none of it", async () => {
    const file: Lines = [HEAD, ["\u0000", await numberOf(shop), "7", null, null, null, null]];
    const shown = await look(file);
    expect(states(shown)).toEqual([[2, "WRONG"]]);
    expect((await apply(file)).lines[0]).toMatchObject({ state: "WRONG" });
    expect(await entries()).toEqual([]);
  });

  it("charges and credits the merchant's price at the billed weight, once, with invoice and line as proof", async () => {
    const [heavy, same, light, stated] = [
      await order(shop),
      await order(shop),
      await order(shop),
      await order(other, { confirm_shipment: "Y" }),
    ];
    const was = heavy.quote_price ?? "";
    const [at7, at1] = [await priceAt("7"), await priceAt("1")];
    const file: Lines = [
      HEAD,
      ["10", heavy.tracking_number, "7 kg", '"1,061.20"', "HKD", null, "Measured"],
      [11, same.tracking_number, "3", "18.00", null, null, null],
      ["012", ` ${light.tracking_number?.toLowerCase()} `, "1", null, "HK$", null, null],
      [13, stated.tracking_number, null, "25", null, "HK$12.30", "Remote area"],
      [null, null, null, null, null, null, null],
      [14, "SP00000000000", "3", "18", null, null, null],
    ];
    const up = money(decimal(at7 ?? 0).minus(was));
    const down = money(decimal(at1 ?? 0).minus(was));
    expect([decimal(up).gt(0), decimal(down).lt(0)]).toEqual([true, true]);
    const total = money(decimal(up).plus(down).plus("12.30"));
    const seen = await look(file);
    expect(seen).toMatchObject({ applied: false, wrong: 1, ready: 3, same: 1, already: 0, accounts: 2, total });
    expect(states(seen)).toEqual([
      [7, "WRONG"],
      [2, "READY"],
      [4, "READY"],
      [5, "READY"],
      [3, "SAME"],
    ]);
    expect(byRow(seen, 2)).toMatchObject({
      ...{ line: "10", account_id: shop.accountId, account_name: "Test Merchant", order_id: heavy.order_id },
      ...{ charged: was, charge: "1061.20", difference: money(decimal("1061.20").minus(was)), amount: up },
    });
    expect(byRow(seen, 4)).toMatchObject({ line: "12", order_id: light.order_id, amount: down });
    expect([await entries(), (await audited()).map(({ after }) => after)]).toEqual([[], [null, null]]);

    const file_id = expect.stringMatching(/^si_[\da-f]{18}$/);
    expect(await apply(file)).toEqual({ ...seen, applied: true, state: "APPLIED", import_id: file_id });
    const made = [
      [shop.accountId, light.order_id, down, "1", "CI-7 #12"],
      [shop.accountId, heavy.order_id, up, "7", "Measured · CI-7 #10"],
      [other.accountId, stated.order_id, "12.30", null, "Remote area · CI-7 #13"],
    ].map(([account_id, order_id, amount, weight, reason]) => ({
      ...{ account_id, order_id, amount, weight, reason, kind: "CARRIER_INVOICE" },
    }));
    expect(await entries()).toEqual(made);
    const owner = await personOf("owner", shop.accountId, "production");
    const month = must(await owner.api.get(`/statements/${TODAY.slice(0, 7)}`)).body.data;
    expect(month.totals.adjustments).toBe(money(decimal(up).plus(down)));
    // One mail for a merchant, of the price of an order where it is only one.
    const sent = (await mails()).filter(({ subject }) => /order|price/i.test(subject));
    expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [shop.email, "The prices of 2 orders were changed by the carrier’s invoice CI-7"],
      [other.email, `Charged HK$12.30 for order ${stated.order_id}`],
    ]);
    expect((await audited()).map(({ after }) => after).filter(Boolean)).toEqual([
      { kind: "CARRIER_INVOICE", reference: "CI-7", lines: 2, amount: money(decimal(up).plus(down)) },
      { kind: "CARRIER_INVOICE", reference: "CI-7", lines: 1, amount: "12.30" },
    ]);

    // Whatever the line says later, and however the reference is written.
    const again = await apply([...file.slice(0, 2), [11, light.tracking_number, "9"], [12, "?", ""]], {
      reference: "ci-7",
    });
    expect(states(again)).toEqual([
      [2, "ALREADY"],
      [3, "ALREADY"],
      [4, "ALREADY"],
    ]);
    expect(again).toMatchObject({ ready: 0, total: "0.00" });
    expect(again.lines.map(({ order_id, amount }) => [order_id, amount])).toEqual([
      [heavy.order_id, up],
      [same.order_id, "0.00"],
      [light.order_id, down],
    ]);
    expect(await entries()).toEqual(made);
  });

  it("goes on from what was billed before, parcel by parcel, in the file and in earlier ones", async () => {
    const example = intlOrder();
    const [parcel] = example.shipment_detail.parcel_list;
    const two = await created(
      shop.production,
      intlOrder({ shipment_detail: { ...example.shipment_detail, parcel_list: [parcel, parcel] } }),
    );
    const numbers = await sql<{ number: string }>`
      select tracking_number as number from order_parcels
      where order_id = ${two.order_id} and account_id = ${shop.accountId} order by position`.execute(await testDb());
    const [first = "", second = ""] = numbers.rows.map(({ number }) => number);
    const sum = async () =>
      (await entries()).reduce((total, { amount }) => total.plus(String(amount)), decimal(0)).toFixed(2);
    const both = await apply([HEAD, [1, first, "9"], [2, second, "12"], [3, first, "9"]]);
    expect(both).toMatchObject({ ready: 2, same: 1, total: await sum() });
    const later = await apply([AGAIN, [1, second, "12", "Y"]], { reference: "CI-8" });
    expect(states(later)).toEqual([[2, "SAME"]]);
    await apply([AGAIN, [1, first, "4", "Y"], [2, second, "4", "Y"]], { reference: "CI-9" });
    const whole = await apply([AGAIN, [1, first, "9", "Y"], [2, second, "12", "Y"]], { reference: "CI-10" });
    expect(whole.ready).toBe(2);
    // However it got there, the order costs what it costs at these weights.
    expect(await sum()).toBe(both.total);
    expect(byRow(whole, 3).charged).toBe(
      money(
        decimal(two.quote_price ?? 0)
          .plus(both.total)
          .minus(byRow(whole, 3).amount ?? 0),
      ),
    );
  });

  it("marks a parcel that another invoice has billed, and takes it only if its line says so", async () => {
    const [number, fresh] = [await numberOf(shop), await numberOf(shop)];
    const once = await apply([HEAD, [1, number, "7"]]);
    const twice = await apply([HEAD, [1, number, "7"], [2, number, null, null, null, "5"], [3, fresh, "7"]], {
      reference: "CI-8",
    });
    expect(twice).toMatchObject({ ready: 1, billed_before: 2, wrong: 0, total: once.total });
    expect(states(twice)).toEqual([
      [2, "BILLED_BEFORE"],
      [3, "BILLED_BEFORE"],
      [4, "READY"],
    ]);
    expect(byRow(twice, 2).problems).toEqual([
      { column: "again", message: "Invoice CI-7 has billed this parcel already: set “again” to Y to take it." },
    ]);
    expect(await entries()).toHaveLength(2);
    const again = await apply([AGAIN, [1, number, "9", " y "], [2, number, "9", "N"]], { reference: "CI-8a" });
    expect(states(again)).toEqual([
      [3, "BILLED_BEFORE"],
      [2, "READY"],
    ]);
    expect(faultsOf(await look([AGAIN, [1, number, "9", "perhaps"]], { reference: "CI-8b" }))).toEqual([
      [2, expect.stringMatching(/^again: /)],
    ]);
  });

  it("credits at most what an order has been charged so far", async () => {
    const { tracking_number, quote_price } = await order(shop);
    const all = money(decimal(quote_price ?? 0).neg());
    const seen = await apply([
      HEAD,
      [1, tracking_number, null, null, null, "-9999999.99"],
      [2, tracking_number, null, null, null, all],
      [3, tracking_number, null, null, null, "-0.01"],
    ]);
    const above = (max: string) =>
      `adjustment: At most ${max} HKD can be credited: the order has been charged no more so far.`;
    expect(faultsOf(seen)).toEqual([
      [2, above(money(quote_price ?? ""))],
      [4, above("0.00")],
    ]);
    expect((await entries()).map(({ amount }) => amount)).toEqual([all]);
  });

  it("is priced by the sheets of the day of the confirmation", async () => {
    const [old, young] = [await order(shop), await order(shop)];
    const db = await testDb();
    const was = await priceAt("7");
    const { rows } = await sql<{ rows: SheetRow[] }>`
      select rows from tariff_versions where kind = 'TARIFF' and provider = 'LOCAL_DOOR'`.execute(db);
    const dearer = rows[0]?.rows.map(dearerBy(10, "first_price")).map(dearerBy(2, "step_price"));
    await sql`insert into tariff_versions (id, kind, provider, valid_from, rows, state, proposed_by, decided_by, decided_at)
      values ('tv_dearer', 'TARIFF', 'LOCAL_DOOR', ${addDays(TODAY, -5)}, ${JSON.stringify(dearer)}::jsonb, 'APPROVED', 'test', 'test', now())`.execute(
      db,
    );
    await sql`update orders set confirmed_at = now() - interval '10 days'
      where id = ${old.order_id} and account_id = ${shop.accountId} and environment = 'production'`.execute(db);
    const seen = await look([HEAD, [1, old.tracking_number, "7"], [2, young.tracking_number, "7"]]);
    const [then, now] = [await priceAt("2.3"), await priceAt("7")];
    await sql`delete from tariff_versions where id = 'tv_dearer'`.execute(db);
    const less = (price?: string | null, other?: string | null) => money(decimal(price ?? 0).minus(other ?? 0));
    expect(less(now, then)).not.toBe(less(was, old.quote_price));
    expect([byRow(seen, 2).amount, byRow(seen, 3).amount]).toEqual([less(was, old.quote_price), less(now, then)]);
  });

  it("leaves out what is wrong, and says why", async () => {
    const saved = await order(shop, { confirm_shipment: "N" });
    const gone = await order(shop);
    must(await shop.production.post("/order/cancel", { order_id: gone.order_id, reason: "DUPLICATE" }));
    const byHand = await order(shop);
    await support.api.call("POST", "/support/visit", { body: { reason: "BILLING" }, headers: on(shop) });
    await support.api.call("PATCH", "/support/visit", { body: { acting: "Y" }, headers: on(shop) });
    const adjustment = { kind: "CARRIER_INVOICE", effect: "CHARGE", amount: "3", charged_weight: "4", note: "Weight" };
    must(
      await support.api.call("POST", "/adjustments", {
        body: { order_id: byHand.order_id, ...adjustment },
        headers: on(shop),
      }),
    );
    const erased = await numberOf(shop);
    await sql`update orders set erased_at = now() where tracking_number = ${erased}`.execute(await testDb());
    const testing = (await created(shop.testing, localOrder())).tracking_number;
    const fine = await numberOf(shop);
    const seen = await look([
      [...HEAD, "Fuel %"],
      [1, "SP99", "3"],
      [2, testing, "3"],
      [3, saved.order_id, "3"],
      [4, gone.tracking_number, "7"],
      [5, byHand.tracking_number, "7"],
      [6, erased, "7"],
      [7, fine, "9999"],
      [8, fine, "-1", "x", "USD", "1.005", "r".repeat(201)],
      [9, fine, null, "12"],
      [10, null, "3"],
      [10, fine, "3"],
      ["a".repeat(21), fine, "3"],
      // Each may be adjusted as it is said.
      [14, gone.tracking_number, null, null, null, "5.00"],
      [15, byHand.tracking_number, "7", null, null, "0"],
    ]);
    expect(faultsOf(seen)).toEqual([
      [2, "tracking_number: No parcel in production has this number."],
      [3, "tracking_number: No parcel in production has this number."],
      [4, "tracking_number: No parcel in production has this number."],
      [5, "weight: The order was cancelled, so its weight changes nothing: give the adjustment."],
      [6, "weight: The order has already been adjusted for its weight: give the adjustment, 0 for none."],
      [7, "weight: The service has no price for the order at this weight: give the adjustment."],
      [8, "weight: The service has no price for the order at this weight: give the adjustment."],
      [
        9,
        "currency: Must be one of: HKD.",
        expect.stringContaining("charge: Must be a decimal number"),
        expect.stringContaining("weight: Must be a decimal number"),
        "adjustment: At most 2 decimal places.",
        "reason: At most 200 characters; 201 were given.",
      ],
      [10, "weight: Give the weight that the carrier charged, or the adjustment."],
      [11, "tracking_number: This field is required."],
      [12, "line: Row 11 has this line number already."],
      [13, "line: At most 20 characters; 21 were given."],
    ]);
    expect([seen.ready, seen.same, seen.ignored_columns]).toEqual([1, 1, ["Fuel %"]]);
    expect(byRow(seen, 14)).toMatchObject({ charged: "0.00", amount: "5.00" });
    const inChinese = await support.api.call("POST", IMPORT, {
      body: importBody("CARRIER_INVOICE", [HEAD, [1, "SP99", "3"]]),
      headers: { "x-sampan-language": "zh-Hant" },
    });
    expect(inChinese.body.data.lines[0].problems[0].message).toBe("正式環境沒有此運單號碼的包裹。");
  });

  it("makes each adjustment once, however many import it at once, also lines that came before in another case", async () => {
    const numbers = [await numberOf(shop), await numberOf(other), await numberOf(shop)];
    const lines = numbers.map((number, index) => [index + 1, number, "7"]);
    const colleague = await personOf("support", null, "production");
    const both = await Promise.all(
      [support, colleague, support, colleague].map((by, index) =>
        importsOf(by, "CARRIER_INVOICE").apply([HEAD, ...(index % 2 ? lines : lines.toReversed())], {
          reference: index > 1 ? "ci-7" : "CI-7",
        }),
      ),
    );
    expect(both.map(({ ready, already }) => [ready, already]).sort()).toEqual([
      [0, 3],
      [0, 3],
      [0, 3],
      [3, 0],
    ]);
    const made = await entries();
    expect(made.length).toBe(3);
    expect(money(made.reduce((sum, { amount }) => sum.plus(String(amount)), decimal(0)))).toBe(
      both.find(({ ready }) => ready > 0)?.total,
    );
    // Two invoices about the same weight: the second finds that the first has charged it.
    const others = await Promise.all(
      ["CI-8", "CI-9"].map((reference) =>
        apply([AGAIN, ...lines.map(([n = "", number = ""]) => [n, number, "12", "Y"])], { reference }),
      ),
    );
    expect(others.map(({ ready, same }) => [ready, same]).sort()).toEqual([
      [0, 3],
      [3, 0],
    ]);
  });
});

it("a file that is none of its kind is refused as a whole", async () => {
  const at = async (given: Loose) =>
    (await support.api.post(IMPORT, given)).entries.map(({ field, message }) => [field, message]);
  const invoice = (lines: Lines) => importBody("CARRIER_INVOICE", lines, { apply: "Y" });
  expect(await at(invoice([HEAD]))).toEqual([["csv", "The file has no lines."]]);
  expect(
    await at(
      invoice([
        ["運單號碼", "Amount"],
        ["SP1", "3"],
      ]),
    ),
  ).toEqual([["csv", "The first line of the file names no column for weight / adjustment."]]);
  expect(await at(importBody("PAYOUTS", [["Date", "Amount", "Ref"], [TODAY]]))).toEqual([
    ["csv", "The first line of the file names no column for account."],
  ]);
  const long = Array.from({ length: 5001 }, (_, n) => [n, "SP1", "3"]);
  expect(await at(invoice([HEAD, ...long]))).toEqual([["csv", "At most 5000 of these."]]);
  expect(await at({ ...invoice([HEAD]), csv: "x".repeat(2_000_001) })).toEqual([
    ["csv", "The file is larger than 2 MB."],
  ]);
  expect(await at({ kind: "OTHER", reference: " ", apply: "yes" })).toEqual([
    ["kind", expect.any(String)],
    ["reference", expect.any(String)],
    ["csv", expect.any(String)],
    ["apply", expect.any(String)],
  ]);
});

/** Who is no member of support in production, and what they are told. */
const strangers = async () =>
  [
    [(await personOf("owner", shop.accountId, "production")).api, 403],
    [(await personOf("warehouse", null, "production")).api, 403],
    [shop.production, 403],
    [api("production"), 401],
    [(await personOf("support", null, "testing")).api, 404],
  ] as const;

it("is only support's, in production", async () => {
  const given = importBody("CARRIER_INVOICE", [HEAD, [1, await numberOf(shop), "7"]], APPLY);
  for (const [caller, status] of await strangers()) expect((await caller.post(IMPORT, given)).status).toBe(status);
  expect(await entries()).toEqual([]);
  expect((await support.api.post(IMPORT, given)).status).toBe(200);
});

it("is applied for a reason, by a person who acts: one for all merchants, or a visit of each", async () => {
  const lines: Lines = [HEAD, [1, await numberOf(shop), "7"], [2, await numberOf(other), "7"]];
  const send = async (more: Loose) => {
    const { status, body } = await support.api.post(IMPORT, importBody("CARRIER_INVOICE", lines, more));
    return body.error?.code ?? status;
  };
  const visit = async (of: Merchant, acting: boolean) => {
    await support.api.call("POST", "/support/visit", { body: { reason: "CHECK" }, headers: on(of) });
    if (acting) await support.api.call("PATCH", "/support/visit", { body: { acting: "Y" }, headers: on(of) });
  };
  expect(await send({ apply: "Y" })).toBe("403040");
  expect(await send({ apply: "Y", acting: "Y" })).toBe("403040");
  expect(await send({ apply: "Y", reason: "BILLING" })).toBe("403050");
  expect(await send({ apply: "Y", reason: "BORED", acting: "Y" })).toBe("400000");
  await visit(shop, true);
  expect(await send({ apply: "Y" })).toBe("403040");
  await visit(other, false);
  expect(await send({ apply: "Y" })).toBe("403050");
  expect(await entries()).toEqual([]);
  await visit(other, true);
  expect(await send({ apply: "Y" })).toBe(200);
  expect(await entries()).toHaveLength(2);
  const why = async () =>
    (
      await sql<Loose>`select reason, acting, object_id from audit_log
        where operation = 'importStatementLines' and outcome = 'ok' and account_id is not null and after is not null
        order by id desc limit 2`.execute(await testDb())
    ).rows;
  const object_id = expect.stringMatching(/^si_/);
  expect(await why()).toEqual(Array(2).fill({ reason: "CHECK", acting: true, object_id }));
  const more = importBody("CARRIER_INVOICE", [HEAD, [3, await numberOf(shop), "7"]], APPLY);
  expect((await support.api.post(IMPORT, more)).status).toBe(200);
  expect((await why())[0]).toEqual({ reason: "BILLING", acting: true, object_id });
});

describe("a file that charges more than HK$10,000", () => {
  const files = async (query = "", by = support) => (await by.api.get(`/statements/imports${query}`)).body.data;
  const decide = (by: Person, id: string, how: "approve" | "withdraw", body: object = APPLY) => {
    const { reason, acting } = body as Loose;
    return by.api.post(`/statements/imports/${id}/${how}`, how === "approve" ? { reason, acting } : {});
  };
  const refused = (answer: Awaited<ReturnType<typeof decide>>) => [
    answer.status,
    answer.entries.map(({ field }) => field),
  ];
  let colleague: Person;
  let numbers: string[];
  /** Weighs less than it was billed for. */
  let lighter: Awaited<ReturnType<typeof order>>;
  /** HKD, of the whole file. */
  let total: string;
  /** Charges that exceed it by a cent, and a credit that does not lessen them. */
  let large: Lines;

  beforeEach(async () => {
    colleague = await personOf("support", null, "production");
    numbers = [await numberOf(shop), await numberOf(other)];
    lighter = await order(shop);
    const credit = money(decimal((await priceAt("1")) ?? 0).minus(lighter.quote_price ?? 0));
    total = money(decimal("10000.01").plus(credit));
    large = [
      HEAD,
      [1, numbers[0] ?? "", null, null, null, "9999.99", "Customs"],
      [2, numbers[1] ?? "", null, null, null, "0.02", null],
      [3, lighter.tracking_number, "1"],
    ];
  });

  it("waits until another person of support applies it, with its lines as they are then", async () => {
    expect(await look(large)).toMatchObject({ needs_second: true, charges: "10000.01", total, state: null });
    const sent = await apply(large);
    const { import_id: id } = sent;
    expect(sent).toMatchObject({ applied: false, state: "WAITING", needs_second: true, ready: 3, accounts: 2 });
    expect(await entries()).toEqual([]);
    const file = {
      ...{ import_id: id, kind: "CARRIER_INVOICE", reference: "CI-7", state: "WAITING", reason: "BILLING" },
      ...{ ready: 3, accounts: 2, total, charges: "10000.01", decided_by: null, decided_time: null },
      ...{ proposed_by: { id: support.id, name: expect.any(String) }, proposed_time: expect.any(String) },
    };
    expect(await files("?state=WAITING")).toEqual([{ ...file, may_approve: false }]);
    expect(await files("?state=WAITING", colleague)).toEqual([{ ...file, may_approve: true }]);
    const seen = (await colleague.api.get(`/statements/imports/${id}`)).body.data;
    expect(seen).toMatchObject({ ...file, result: { ready: 3, state: "WAITING", lines: expect.any(Array) } });

    expect(refused(await decide(support, id ?? "", "approve"))).toEqual([400, ["import_id"]]);
    for (const [body, code] of [
      [{}, "403040"],
      [{ reason: "BILLING" }, "403050"],
    ] as const)
      expect((await decide(colleague, id ?? "", "approve", body)).body.error.code).toBe(code);
    expect(await entries()).toEqual([]);
    // In between, one of the lines became wrong.
    must(await shop.production.post("/order/cancel", { order_id: lighter.order_id, reason: "DUPLICATE" }));
    const answers = await Promise.all([1, 2].map(() => decide(colleague, id ?? "", "approve")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const done = answers.find(({ status }) => status === 200)?.body.data;
    expect(done).toMatchObject({ applied: true, state: "APPLIED", ready: 2, wrong: 1, total: "10000.01" });
    expect((await entries()).map(({ amount }) => amount).sort()).toEqual(["0.02", "9999.99"]);
    const decided = {
      ...{ ...file, state: "APPLIED", ready: 2, total: "10000.01", may_approve: false },
      ...{ decided_by: { id: colleague.id, name: expect.any(String) }, decided_time: expect.any(String) },
    };
    expect(await files("", colleague)).toEqual([decided]);
    expect((await colleague.api.get(`/statements/imports/${id}`)).body.data).toEqual({ ...decided, result: null });
    const { rows } = await sql<Loose>`select account_id, operation, object_id, reason, after from audit_log
      where object_id = ${id} and outcome = 'ok' order by id`.execute(await testDb());
    expect(rows.map(({ account_id, operation }) => [account_id, operation])).toEqual([
      [null, "importStatementLines"],
      [shop.accountId, "approveStatementImport"],
      [other.accountId, "approveStatementImport"],
    ]);
    expect(rows[0]).toMatchObject({ reason: "BILLING", after: { state: "WAITING", charges: "10000.01", lines: 3 } });
  });

  it("is withdrawn by any person of support, and keeps its name until then", async () => {
    const { import_id: id = "" } = await apply(large);
    const small = importBody("CARRIER_INVOICE", [HEAD, [9, numbers[0] ?? "", "7"]], { ...APPLY, reference: "ci-7" });
    expect(refused(await support.api.post(IMPORT, small))).toEqual([400, ["reference"]]);
    const withdrawn = await decide(support, id ?? "", "withdraw");
    expect(withdrawn.body.data).toMatchObject({ import_id: id, state: "WITHDRAWN", decided_by: { id: support.id } });
    for (const how of ["withdraw", "approve"] as const)
      expect(refused(await decide(colleague, id ?? "", how))).toEqual([400, ["import_id"]]);
    expect(await entries()).toEqual([]);
    expect((await support.api.post(IMPORT, small)).body.data.state).toBe("APPLIED");
    expect((await decide(colleague, "si_none", "approve")).status).toBe(404);
  });

  it("counts with what was applied under its name before; exactly as much takes no second person, nor where support has only one", async () => {
    const [first, second] = [large.slice(0, 2), [HEAD, large[2] ?? []]];
    expect(await apply([...first, [4, numbers[1] ?? "", null, null, null, "0.01", null]])).toMatchObject({
      ...{ state: "APPLIED", charges: "10000.00" },
    });
    expect(await apply(second)).toMatchObject({ state: "WAITING", charges: "0.02" });
    await sql`update people set disabled_at = now() where id = ${colleague.id}`.execute(await testDb());
    const alone = await apply([HEAD, [1, numbers[0] ?? "", null, null, null, "10000.01", null]], { reference: "CI-8" });
    expect(alone).toMatchObject({ state: "APPLIED", needs_second: false });
    const [waiting] = await files("?state=WAITING");
    expect(waiting.may_approve).toBe(true);
    expect((await decide(support, waiting.import_id, "approve")).status).toBe(200);
  });

  it("is dropped after 30 days in which it was not applied", async () => {
    const { import_id: id } = await apply(large);
    const since = async (ago: string) => {
      const db = await testDb();
      await sql`update statement_imports set proposed_at = now() - ${ago}::interval`.execute(db);
      await cleanUp(db);
      return (await files()).length;
    };
    expect([await since("29 days 23 hours"), await since("30 days 1 minute")]).toEqual([1, 0]);
    expect((await colleague.api.get(`/statements/imports/${id}`)).status).toBe(404);
  });

  it("is only support's, in production", async () => {
    const { import_id: id } = await apply(large);
    for (const [caller, status] of await strangers())
      for (const answer of [
        await caller.get("/statements/imports"),
        await caller.get(`/statements/imports/${id}`),
        await caller.post(`/statements/imports/${id}/approve`, { reason: "BILLING", acting: "Y" }),
        await caller.post(`/statements/imports/${id}/withdraw`, {}),
      ])
        expect(answer.status).toBe(status);
    expect(await entries()).toEqual([]);
  });
});
