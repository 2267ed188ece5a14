/** Every field of parties, parcels, items and options, and of the root of an order, judged by contract §12. */
import { beforeAll, describe, expect, it } from "vitest";
import { intlOrder, localOrder, type Merchant, merchant } from "@/test/factories";
import {
  amount,
  choice,
  code,
  count,
  country,
  currency,
  date,
  digitPrefix,
  email,
  IN_HONG_KONG,
  type Kind,
  kilograms,
  many,
  mobile,
  money,
  parcelSide,
  past,
  plusPrefix,
  side,
  tariffCode,
  text,
  time,
  weight,
  yesNo,
} from "./order-field-kinds";

type ShipType = "intl" | "local";
// biome-ignore lint/suspicious/noExplicitAny: bodies are taken apart at every place
type Body = any;

const NOT_GIVEN = Symbol("not given");
const REQUIRED = /^This field is required\.$/;
let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
});

/** A valid order of two parcels with two items each, so that a pointer's indices can be wrong. */
function order(shipType: ShipType): Body {
  const body: Body = shipType === "intl" ? intlOrder() : localOrder();
  const items = shipType === "intl" ? "declaration_list" : "parcel_items";
  const [parcel] = body.shipment_detail.parcel_list;
  // Items may not weigh more than their parcel (contract §12.13).
  delete parcel[items][0].single_weight;
  parcel[items].push(structuredClone(parcel[items][0]));
  body.shipment_detail.parcel_list.push(structuredClone(parcel));
  return body;
}

const read = (body: Body, at: string) => at.split(".").reduce((here, step) => here?.[step], body);

function put(body: Body, at: string, value: unknown): void {
  const steps = at.split(".");
  const last = steps.pop() ?? "";
  let here = body;
  for (const step of steps) {
    here[step] ??= {};
    here = here[step];
  }
  if (value === NOT_GIVEN) delete here[last];
  else here[last] = value;
}

type Entry = { at: string; says: RegExp; code?: Record<string, string> };

/** Expects a 400 with exactly these entries, in this order. */
async function expectRefused(body: Body, entries: Entry[]): Promise<void> {
  const answer = await shop.testing.post("/order/create", body);
  expect({ status: answer.status, error: answer.body.error }).toEqual({
    status: 400,
    error: {
      code: "400000",
      code_reason: "BAD_REQUEST",
      message: "The request is not valid. See error_trace.",
      error_trace: entries.map(({ at, says, code }) => ({
        field: at.replace(/\.\d+/g, "[]"),
        pointer: `/${at.replaceAll(".", "/")}`,
        message: expect.stringMatching(says),
        ...code,
      })),
    },
  });
}

/** Expects the order to be accepted, with these values in its detail. */
async function expectTaken(body: Body, returned: [at: string, value: unknown][]): Promise<void> {
  const answer = await shop.testing.post("/order/create", body);
  expect(answer.body.error).toBeUndefined();
  expect(answer.status).toBe(200);
  const detail = await shop.testing.get(`/order/detail/${answer.body.data.order_id}`);
  expect(detail.status).toBe(200);
  expect(returned.map(([at]) => [at, read(detail.body.data, at)])).toEqual(returned);
}

/** `at` may have one `*`: the list there then holds an element for each value that is tried. `@` is either party. */
type Row = {
  at: string;
  kind: Kind;
  isRequired: boolean;
  /** What the message says when a required field is missing. */
  missing?: RegExp;
  /** What order/detail returns of an optional field that is not given. */
  absent?: string;
  /** Other fields that the order must have. */
  beside?: Record<string, unknown>;
};

const must = (at: string, kind: Kind, more: Partial<Row> = {}): Row => ({ at, kind, isRequired: true, ...more });
const may = (at: string, kind: Kind, more: Partial<Row> = {}): Row => ({ at, kind, isRequired: false, ...more });
const mays = (prefix: string, names: string, kind: Kind): Row[] =>
  names.split(" ").map((name) => may(prefix + name, kind));

// The limits of lengths are the contract's.
const INTL_PARTY: Row[] = [
  must("@.name", text(35)),
  may("@.company_name", text(35)),
  must("@.mobile", mobile, { beside: { "@.mobile_prefix": "+86" } }),
  must("@.mobile_prefix", plusPrefix, { beside: { "@.mobile": "23456789" } }),
  must("@.email", email),
  must("@.address", text(29, { min: 5 })),
  ...mays("@.", "address_line_2 address_line_3", text(29)),
  ...mays("@.", "city state", text(100)),
  may("@.post_code", code(32)),
  must("@.country", country),
];

const DETAIL = "shipment_detail.";
const PARCEL = `${DETAIL}parcel_list.*.`;
const ITEM = `${DETAIL}parcel_list.1.parcel_items.*.`;
const DECLARED = `${DETAIL}parcel_list.1.declaration_list.*.`;
const CURRENCIES = many(
  "HKD|USD|EUR|CNY|GBP|AED|ARS|AUD|BRL|CAD|CHF|CZK|DKK|EGP|HUF|IDR|ILS|INR|JPY|KES|KRW|MOP|MXN|MYR|NOK|NZD|PHP|PLN|RUB|SAR|" +
    "SEK|SGD|THB|TRY|TWD|ZAR",
);
const REASONS = many(
  "Gift|Return of goods|Sale of goods|Commercial sample|Documents|Personal, Not for resale|" +
    "Personal effects (transfer of residence)|Return of repair|Return after repair|Airsoft toys",
);

const INTL: Row[] = [
  must("shipping_provider", { takes: ["INTL_ECON", "INTL_EXPR", "EXPR_EXPORT"], refuses: [] }),
  ...INTL_PARTY,
  must("sender.country", { takes: IN_HONG_KONG, refuses: [] }),
  may("recipient.tax_code", code(100)),
  may("recipient.eori_number", code(20)),
  must(`${DETAIL}package_type`, choice("parcel", "document", "pallet")),
  may(`${DETAIL}consignment_declaration`, text(35)),
  may(`${DETAIL}consignment_invoice_number`, code(50)),
  may(`${DETAIL}consignment_remarks`, text(200, { lines: true })),
  may(`${DETAIL}currency`, choice(...CURRENCIES)),
  may(`${DETAIL}reason_of_export`, choice(...REASONS)),
  must(`${PARCEL}act_weight`, weight),
  must(`${PARCEL}height`, parcelSide),
  must(`${PARCEL}width`, parcelSide),
  must(`${PARCEL}length`, parcelSide),
  may(`${PARCEL}insurance_fee`, money),
  may(`${PARCEL}item_remarks`, text(30, { lines: true })),
  must(`${DECLARED}description`, text(35)),
  must(`${DECLARED}qty`, count),
  must(`${DECLARED}single_price`, money),
  may(`${DECLARED}single_weight`, { ...kilograms, takes: ["0", "0.5", "0.000001", ["00.25", "0.25"]] }),
  ...mays(DECLARED, "item_length item_width item_height", side),
  may(`${DECLARED}hscode`, tariffCode),
  may(`${DECLARED}origin`, { ...country, takes: [...country.takes, ...IN_HONG_KONG] }),
  may(`${DECLARED}sku`, code(100)),
  may(`${DECLARED}bar_code_eid`, code(100), { beside: { [`${DECLARED}sku`]: "SKU-1" } }),
  ...mays(DECLARED, "item_application material", text(200)),
  ...mays(DECLARED, "merchant_product_id manufacturer_product_id standardised_product_id", code(100)),
  may(`${DECLARED}is_cpsc_registered`, yesNo),
  ...mays(DECLARED, "cpsc_product_id cpsc_certifier_id cpsc_version_id", code(100)),
  ...mays(DECLARED, "manufacture_date most_recent_test_date", past),
  ...["manufacturer", "testing_laboratory", "records_keeper"].flatMap((role) => [
    may(`${DECLARED}${role}_name`, text(200)),
    may(`${DECLARED}${role}_address`, text(500)),
    may(`${DECLARED}${role}_phone`, code(50)),
    may(`${DECLARED}${role}_email`, email),
  ]),
  may(`${DECLARED}unit`, choice("PCS", "BOX", "BG", "PRS", "CT", "SET", "DOZ", "OTH"), { absent: "PCS" }),
  must(`${DECLARED}battery.type`, choice("chargeable", "nonchargeable"), {
    beside: { [`${DECLARED}battery.location`]: "inside" },
  }),
  must(`${DECLARED}battery.location`, choice("inside", "outside"), {
    beside: { [`${DECLARED}battery.type`]: "chargeable" },
  }),
  may("shipment_options.tax_party", choice("sender", "recipient")),
  may("shipment_options.ioss_number", code(50)),
  may("shipment_options.courier_account_number", code(100)),
  may("shipment_options.recipient_signature", choice("N", "O", "A"), { absent: "N" }),
  may("client_remarks", text(500, { lines: true })),
  may("confirm_shipment", yesNo, { absent: "N" }),
];

const LOCAL_PARTY: Row[] = [
  must("@.name", text(200)),
  must("@.mobile", mobile, { beside: { "@.mobile_prefix": "86" } }),
  must("@.mobile_prefix", digitPrefix, { beside: { "@.mobile": "23456789" } }),
  may("@.email", email),
  must("@.address", text(500, { min: 5 })),
];
const PICKUP_DATE = { beside: { "pickup_arrange.pickup_date": "2096-02-29" } };

const LOCAL: Row[] = [
  must("shipping_provider", { takes: ["LOCAL_DOOR", "LOCAL_POINT", "LOCAL_SAMEDAY"], refuses: [] }),
  ...LOCAL_PARTY,
  must(`${DETAIL}package_type`, choice("parcel", "document", "envelope")),
  must(`${DETAIL}consignment_declaration`, text(35)),
  may(`${DETAIL}consignment_remarks`, text(200, { lines: true })),
  must(`${PARCEL}act_weight`, weight),
  ...mays(PARCEL, "length width height", parcelSide),
  may(`${PARCEL}insurance_fee`, money, { absent: "0" }),
  must(`${ITEM}name`, text(200)),
  must(`${ITEM}qty`, count),
  may(`${ITEM}currency`, currency, { absent: "HKD" }),
  must(`${ITEM}single_value`, money),
  may(`${ITEM}sku`, code(100)),
  may(`${ITEM}bar_code_eid`, code(100), { beside: { [`${ITEM}sku`]: "SKU-1" } }),
  ...mays(ITEM, "item_length item_width item_height", side),
  may("client_remarks", text(500, { lines: true })),
  may("is_local_insurance", yesNo, { absent: "N", beside: { [`${DETAIL}parcel_list.0.insurance_fee`]: "100" } }),
  may("cod", yesNo, { absent: "N", beside: { cod_amount: "10" } }),
  must("cod_amount", amount, { beside: { cod: "Y" } }),
  may("delivery_proof", choice("E", "W", "N"), { absent: "N" }),
  may("confirm_shipment", yesNo, { absent: "N" }),
  must("pickup_arrange.pickup_date", date("2096-02-29", "9999-12-31"), {
    beside: { "pickup_arrange.pickup_start_time": "09:30" },
    missing: /given with any other part of the collection/,
  }),
  may("pickup_arrange.pickup_start_time", time("09:30", "18:00"), PICKUP_DATE),
  may("pickup_arrange.pickup_end_time", time("12:00", "20:30"), PICKUP_DATE),
];

type Case<T> = [value: unknown, expected: T];

/**
 * Orders in which the row's field has the values, with the place of each: one order with a list of them, or one order
 * each.
 */
function ordersWith<T>(
  shipType: ShipType,
  row: Row,
  cases: Case<T>[],
): { body: Body; placed: [at: string, expected: T][] }[] {
  const [list = "", isSpread] = row.at.split(".*");
  const groups = isSpread === undefined ? cases.map((each) => [each]) : [cases];
  return groups.map((group) => {
    const body = order(shipType);
    const element = isSpread === undefined ? undefined : read(body, list)[0];
    if (element)
      put(
        body,
        list,
        Array.from(group, () => structuredClone(element)),
      );
    const sides = row.at.startsWith("@") ? ["sender", "recipient"] : [""];
    const placed = sides.flatMap((side) =>
      group.map(([value, expected], index): [string, T] => {
        const at = (place: string) => place.replace("*", String(index)).replace("@", side);
        for (const [place, other] of Object.entries(row.beside ?? {})) put(body, at(place), other);
        put(body, at(row.at), value);
        return [at(row.at), expected];
      }),
    );
    return { body, placed };
  });
}

const SENDER_MOBILE = { code: "400421", code_reason: "SENDER_MOBILE_INVALID" };
const WRONG_TYPES: Case<RegExp>[] = [
  [0, /JSON string; a number was given/],
  [false, /JSON string; a boolean was given/],
  [["x"], /JSON string; an array was given/],
  [{}, /JSON string; an object was given/],
];

describe.each([
  ["intl", INTL],
  ["local", LOCAL],
] as const)("a field of an order (%s)", (shipType, rows) => {
  it.each(rows.map((row) => [row.at, row] as const))("%s", async (_at, row) => {
    const { kind, isRequired, absent = null, missing = REQUIRED } = row;
    const blank = [NOT_GIVEN, "", null, ...(kind.isText ? ["   ", "\u3000\t\n"] : [])];
    const refused: Case<RegExp>[] = [
      ...(isRequired ? blank.map((value): Case<RegExp> => [value, missing]) : []),
      ...WRONG_TYPES,
      ...kind.refuses.flatMap(([says, values]) => values.map((value): Case<RegExp> => [value, says])),
    ];
    const taken: Case<unknown>[] = [
      ...(isRequired ? [] : blank.map((value): Case<unknown> => [value, absent])),
      ...kind.takes.map((each): Case<unknown> => (typeof each === "string" ? [each, each] : each)),
    ];
    for (const { body, placed } of ordersWith(shipType, row, refused)) {
      const coded = (at: string) => (shipType === "local" && at === "sender.mobile" ? SENDER_MOBILE : {});
      await expectRefused(
        body,
        placed.map(([at, says]) => ({ at, says, code: coded(at) })),
      );
    }
    for (const { body, placed } of ordersWith(shipType, row, taken)) await expectTaken(body, placed);
  });
});

const NO_OBJECT = /Must be a JSON object; (null|a string|a number|a boolean|an array) was given/;
const NO_ARRAY = /Must be a JSON array; (a string|a number|a boolean|an object) was given/;

function orderWith(shipType: ShipType, at: string, value: unknown): Body {
  const body = order(shipType);
  put(body, at, value);
  return body;
}

describe.each(["intl", "local"] as const)("an object or list of an order (%s)", (shipType) => {
  const items = shipType === "intl" ? "declaration_list" : "parcel_items";
  const list = `${DETAIL}parcel_list`;
  const refused = (at: string, value: unknown, says: RegExp) =>
    expectRefused(orderWith(shipType, at, value), [{ at, says }]);
  const asText = (at: string) => JSON.stringify(read(order(shipType), at));

  it.each(["sender", "recipient", "shipment_detail"])("%s", async (at) => {
    for (const value of [NOT_GIVEN, "", null]) await refused(at, value, REQUIRED);
    for (const value of [asText(at), "x", 5, true, [], [{}]]) await refused(at, value, NO_OBJECT);
  });

  it.each([`${list}.1`, `${list}.1.${items}.1`])("%s", async (at) => {
    for (const value of [null, "", asText(at), "x", 5, true, [], [{}]]) await refused(at, value, NO_OBJECT);
  });

  it.each([list, `${list}.1.${items}`])("%s", async (at) => {
    for (const value of [NOT_GIVEN, "", null]) await refused(at, value, REQUIRED);
    for (const value of [asText(at), "x", 5, true, {}, { 0: {} }]) await refused(at, value, NO_ARRAY);
    await refused(at, [], /At least 1 of these/);
  });
});

it.each([
  ["intl", `${DETAIL}parcel_list.1.declaration_list.1.battery`, null],
  ["local", "pickup_arrange", null],
  [
    "intl",
    "shipment_options",
    { tax_party: null, ioss_number: null, courier_account_number: null, recipient_signature: "N" },
  ],
] as const)("an object of an order (%s) that may be left out: %s", async (shipType, at, returned) => {
  // A battery that is given needs both fields.
  const isNotGiven = [NOT_GIVEN, "", null, ...(at.endsWith("battery") ? [] : [{}])];
  for (const value of isNotGiven) await expectTaken(orderWith(shipType, at, value), [[at, returned]]);
  for (const value of ["{}", "x", 5, true, [], [{}]])
    await expectRefused(orderWith(shipType, at, value), [{ at, says: NO_OBJECT }]);
});

it("wants both fields of a battery that is given", async () => {
  const at = `${DETAIL}parcel_list.1.declaration_list.1.battery`;
  await expectRefused(orderWith("intl", at, {}), [
    { at: `${at}.type`, says: REQUIRED },
    { at: `${at}.location`, says: REQUIRED },
  ]);
});

it.each([
  ["PR", undefined],
  ["Puerto Rico", "Ponce"],
  ["US", "PR"],
  ["us", "pr"],
  ["United States", " PR "],
])("takes country %s with state %s for Puerto Rico", async (country, state) => {
  const body = order("intl");
  body.shipping_provider = "EXPR_EXPORT";
  body.shipment_options = { tax_party: "recipient" };
  Object.assign(body.recipient, { country, state });
  // Only this service requires the account number.
  await expectRefused(body, [{ at: "shipment_options.courier_account_number", says: /exactly 9 digits/ }]);
  body.recipient.state = "TX";
  if (country.toUpperCase().startsWith("U")) await expectTaken(body, [["recipient.country", "US"]]);
});
