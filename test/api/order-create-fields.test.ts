/** Every row of specification tables 2.1 to 2.8 and of the root fields of 4.2, judged by decisions §3. */
import { beforeAll, describe, expect, it } from "vitest";
import { intlOrder, localOrder, type Merchant, merchant } from "../factories";

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

/** Expects an order whose detail holds these values. */
async function expectTaken(body: Body, returned: [at: string, value: unknown][]): Promise<void> {
  const answer = await shop.testing.post("/order/create", body);
  expect(answer.body.error).toBeUndefined();
  expect(answer.status).toBe(200);
  const detail = await shop.testing.get(`/order/detail/${answer.body.data.order_id}`);
  expect(detail.status).toBe(200);
  expect(returned.map(([at]) => [at, read(detail.body.data, at)])).toEqual(returned);
}

/** What a field takes, with what is returned where that differs, and what it refuses, by what the message says. */
type Kind = {
  takes: (string | [sent: string, returned: string])[];
  refuses: [says: RegExp, values: string[]][];
  /** Free text: blank is not given. */
  isText?: boolean;
};

const many = (values: string) => values.split("|");
const BROKEN = many("abcd\u0000e|abcde\u007ff|\u0085abcde|abc\rde|abcde\ud83d|\ude00abcde");
const IN_LINES = many("abcd\ne|abcd\te");

/** Free text: trimmed, then counted in code points. */
function text(max: number, { min = 1, lines = false } = {}): Kind {
  const tooLong = ["x".repeat(max + 1), "字".repeat(max + 1), ` ${"😀".repeat(max + 1)}\u3000`];
  const tooShort = ["x", "😀"].flatMap((one) => [one.repeat(min - 1), `  ${one.repeat(min - 1)}  `]);
  const inLines = lines ? IN_LINES : [];
  return {
    isText: true,
    takes: ["x".repeat(min), "😀".repeat(max), [`\u3000 ${"字".repeat(max)} \n`, "字".repeat(max)], ...inLines],
    refuses: [
      [new RegExp(`At most ${max} characters; ${max + 1} were given`), tooLong],
      // A letter and its accent are two code points.
      [/At most/, ["e\u0301".repeat(Math.floor(max / 2) + 1)]],
      [/control characters or broken text/, lines ? BROKEN : [...BROKEN, ...IN_LINES]],
      ...(min > 1 ? [[new RegExp(`At least ${min} characters`), tooShort] as Kind["refuses"][number]] : []),
    ],
  };
}

/** A code: judged as it comes, blanks and all. */
function code(max: number): Kind {
  const tooLong = [`${"x".repeat(max)} `, "字".repeat(max + 1), "😀".repeat(max + 1)];
  return {
    takes: ["x", "x".repeat(max), "😀".repeat(max), " x "],
    refuses: [
      [new RegExp(`At most ${max} characters; ${max + 1} were given`), tooLong],
      [/control characters or broken text/, many("a\u0000|a\n|a\tb|\u0085|\ud83d|\ude00")],
    ],
  };
}

const SIGNS =
  "-1|+1| 1|1 |1\n|1e3|1E3|0x10|１２|٣|1,000|1_000|1 000|.5|5.|1.2.3|1,5|NaN|Infinity|½|one|\u0000|constructor";
const NO_DECIMAL: Kind["refuses"][number] = [/decimal number/, many(`${SIGNS}|1234567890123|0.1234567`)];
const decimal: Kind = {
  takes: ["0", "0.0", "12.50", ["007.5", "7.5"], "999999999999", "0.000001", "999999999999.999999"],
  refuses: [NO_DECIMAL],
};
const weight: Kind = {
  takes: ["0.01", "0.010000", "29.999999", ["0030", "30"]],
  refuses: [NO_DECIMAL, [/at least 0\.01/, ["0", "0.00", "0.009999"]]],
};
const count: Kind = {
  takes: ["1", ["007", "7"], "999999999999"],
  refuses: [
    [/whole number/, many(`${SIGNS}|1.0|1.5|1234567890123`)],
    [/at least 1\b/, ["0", "000"]],
  ],
};
const amount: Kind = {
  takes: ["0.01", "10", "99.90", "999999999999.99"],
  refuses: [NO_DECIMAL, [/more than 0/, ["0", "0.00"]], [/At most 2 decimal/, ["1.234", "0.001"]]],
};

function choice(...values: string[]): Kind {
  const [first = ""] = values;
  const wide = [...first].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join("");
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  const wrong = [
    `${first} `,
    ` ${first}`,
    other,
    `${first}x`,
    wide,
    ...many("?| |null|constructor|__proto__|\u0000|\ud83d"),
  ];
  return { takes: values, refuses: [[/Must be one of: /, wrong]] };
}
const yesNo = choice("Y", "N");

const NO_EMAILS = "a|@b|a@|@|a@@b|a@b@c|a b@c|a@b c| a@b|a@b |a@b\n|a@\u3000b|a@\u00a0b|a\u0000@b|a\ud83d@b";
const email: Kind = {
  takes: ["a@b", "first.last+tag@mail.example.com", "陳@例子.香港", `${"a".repeat(248)}@b.com`],
  refuses: [[/e-mail address/, [...many(NO_EMAILS), `${"a".repeat(249)}@b.com`]]],
};

const NO_DATES = many(
  "2023-02-29|1900-02-29|2024-02-30|2024-04-31|2024-13-01|2024-00-10|2024-01-00|2024-01-32|0000-01-01|2024-1-1|20240101|" +
    "01-01-2024|2024/01/01|２０２４-01-01| 2024-01-01|2024-01-01 |2024-01-01T00:00:00Z|-2024-01-01|12024-01-01|today",
);
const date = (...takes: string[]): Kind => ({ takes, refuses: [[/real date written YYYY-MM-DD/, NO_DATES]] });
const past = date("2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31");
const NO_TIMES = many("9:30|0930|24:00|12:60|12:00:00|１２:00| 12:00|12:00 |12.00|12:00 PM|noon");
const time = (...takes: string[]): Kind => ({ takes, refuses: [[/time written HH:MM/, NO_TIMES]] });

const NO_MOBILES = many(
  "123|1 2-3|1234567890123456|+81912345678|9123  4567|9123 -4567|9123--4567| 91234567|91234567 |-91234567|91234567\n|" +
    "(03)91234567|９１２３４５６７|9123.4567|91234567x|٩١٢٣٤٥٦٧|9123\u00a04567|\u0000",
);
const mobile: Kind = {
  takes: ["1234", "123456789012345", "9123 4567", "9123-4567", "9 1-2 3-4", "00000000"],
  refuses: [[/telephone number/, NO_MOBILES]],
};
const plusPrefix: Kind = {
  takes: ["+1", "+81", "+852", "+1242"],
  refuses: [[/plus sign and 1 to 4 digits/, many("852|+|+12345|++1|+ 1|+1 | +1|+1a|＋852|+８５２|00852|+1\n")]],
};
const digitPrefix: Kind = {
  takes: ["1", "86", "852", "1242"],
  refuses: [[/1 to 4 digits/, many("+852|12345|85 2| 852|852 |８５２|8a|-1|852\n")]],
};

const NAMES = many(
  "jp=JP|Jp=JP|Japan=JP|JAPAN=JP|United States=US|united states of america=US|United Kingdom=GB|Macau=MO|Macao=MO|Taiwan=TW|" +
    "South Korea=KR|Vietnam=VN|Puerto Rico=PR|China=CN|Germany=DE",
);
const NO_COUNTRIES = many(
  "XX|ZZ|EU|JPN|392|J|J P|日本|Atlantis|constructor|__proto__|toString|ＪＰ|JP\u0000|\ud83d|   ",
);
const country: Kind = {
  takes: ["JP", "PR", "FR", ...NAMES.map((each) => each.split("=") as [string, string])],
  refuses: [[/alpha-2 code or an English country name/, NO_COUNTRIES]],
};
/** Where recipients of an international order cannot be. */
const IN_HONG_KONG: Kind["takes"] = ["HK", ["hk", "HK"], ["Hong Kong", "HK"]];
const currency: Kind = {
  takes: ["HKD", "usd", "Xyz"],
  refuses: [[/3 English letters/, many("HK|HKDD|H1D|港幣圓|ＨＫＤ| HKD|HKD |HK D|HKD\n")]],
};

/** `at` may have one `*`: the list there then holds an element for each value that is tried. `@` is either party. */
type Row = {
  at: string;
  kind: Kind;
  isRequired: boolean;
  /** What the message says when a required field is missing. */
  missing?: RegExp;
  /** What order/detail returns of an optional field that is not given. */
  absent?: string;
  /** What else the order must hold. */
  beside?: Record<string, unknown>;
};

const must = (at: string, kind: Kind, more: Partial<Row> = {}): Row => ({ at, kind, isRequired: true, ...more });
const may = (at: string, kind: Kind, more: Partial<Row> = {}): Row => ({ at, kind, isRequired: false, ...more });
const mays = (prefix: string, names: string, kind: Kind): Row[] =>
  names.split(" ").map((name) => may(prefix + name, kind));

// Where the specification states no length, the longest is ours.
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
  must(`${PARCEL}height`, decimal),
  must(`${PARCEL}width`, decimal),
  must(`${PARCEL}length`, decimal),
  may(`${PARCEL}insurance_fee`, decimal),
  may(`${PARCEL}item_remarks`, text(30, { lines: true })),
  must(`${DECLARED}description`, text(35)),
  must(`${DECLARED}qty`, count),
  must(`${DECLARED}single_price`, decimal),
  ...mays(DECLARED, "single_weight item_length item_width item_height", decimal),
  may(`${DECLARED}hscode`, code(10)),
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
  ...mays(PARCEL, "length width height", decimal),
  may(`${PARCEL}insurance_fee`, decimal, { absent: "0" }),
  must(`${ITEM}name`, text(200)),
  must(`${ITEM}qty`, count),
  may(`${ITEM}currency`, currency, { absent: "HKD" }),
  must(`${ITEM}single_value`, decimal),
  may(`${ITEM}sku`, code(100)),
  may(`${ITEM}bar_code_eid`, code(100), { beside: { [`${ITEM}sku`]: "SKU-1" } }),
  ...mays(ITEM, "item_length item_width item_height", decimal),
  may("client_remarks", text(500, { lines: true })),
  may("is_local_insurance", yesNo, { absent: "N" }),
  may("cod", yesNo, { absent: "N", beside: { cod_amount: "10" } }),
  must("cod_amount", amount, { beside: { cod: "Y" } }),
  may("delivery_proof", choice("E", "W", "N"), { absent: "N" }),
  may("confirm_shipment", yesNo, { absent: "N" }),
  must("pickup_arrange.pickup_date", date("2096-02-29", "9999-12-31"), {
    beside: { "pickup_arrange.pickup_start_time": "09:30" },
    missing: /given with any other field/,
  }),
  may("pickup_arrange.pickup_start_time", time("09:30", "18:00"), PICKUP_DATE),
  may("pickup_arrange.pickup_end_time", time("12:00", "20:30"), PICKUP_DATE),
];

type Case<T> = [value: unknown, expected: T];

/** Orders in which the row's field has the values, with where each stands: one with a list of them, or one for each. */
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
  // Of a battery that is given, both fields are required.
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
  // Only there does the service want the account number.
  await expectRefused(body, [{ at: "shipment_options.courier_account_number", says: /exactly 9 digits/ }]);
  body.recipient.state = "TX";
  if (country.toUpperCase().startsWith("U")) await expectTaken(body, [["recipient.country", "US"]]);
});
