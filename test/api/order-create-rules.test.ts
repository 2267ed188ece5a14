/** Rules of order creation across fields, of carriers and quotes, and of the body itself (specification §4.2, decisions §2 to §4). */
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { intlOrder, localOrder, type Merchant, merchant, testDb } from "../factories";
import type { Answer } from "../http";

// biome-ignore lint/suspicious/noExplicitAny: bodies are taken apart at every place
type Body = any;
type ShipType = "intl" | "local";

let shop: Merchant;
let packer: Merchant;
beforeAll(async () => {
  shop = await merchant();
  packer = await merchant({ pickPack: true });
  // PGlite takes its time from Date, which tests below move.
  await (await testDb())
    .updateTable("access_tokens")
    .set({ expires_at: new Date("2999-01-01") })
    .execute();
});
afterEach(() => {
  vi.useRealTimers();
});

const order = (shipType: ShipType, change: (body: Body) => void = () => {}): Body => {
  const body: Body = shipType === "intl" ? intlOrder() : localOrder();
  change(body);
  return body;
};
const parcelsOf = (body: Body): Body[] => body.shipment_detail.parcel_list;
const itemsOf = (body: Body, parcel = 0): Body[] =>
  parcelsOf(body)[parcel].declaration_list ?? parcelsOf(body)[parcel].parcel_items;
const create = (body: unknown, by = shop, options = {}): Promise<Answer> =>
  by.testing.post("/order/create", body, options);

/** What an answer says is wrong: pointers, with the code of the entry where it has one. */
function told(answer: Answer): string[] {
  return answer.entries.map(({ pointer, code }) => (code ? `${pointer} ${code}` : pointer));
}

async function expectTold(body: unknown, entries: string[], by = shop): Promise<Answer> {
  const answer = await create(body, by);
  expect(told(answer)).toEqual(entries);
  expect(answer.status).toBe(entries.length ? 400 : 200);
  return answer;
}

async function detailOf(body: unknown): Promise<Body> {
  const answer = await expectTold(body, []);
  return (await shop.testing.get(`/order/detail/${answer.body.data.order_id}`)).body.data;
}

describe("failures", () => {
  it("are told all at once, in document order (intl)", async () => {
    const body = order("intl", (it) => {
      delete it.sender.name;
      it.sender.mobile = "2345678";
      it.recipient.country = "Hong Kong";
      it.shipment_detail.package_type = "box";
      parcelsOf(it).push(structuredClone(parcelsOf(it)[0]));
      parcelsOf(it)[0].act_weight = "30.01";
      itemsOf(it, 1)[0].bar_code_eid = "4891234567894";
      itemsOf(it, 1).push({ description: "x", qty: 2, single_price: "-1", battery: { type: "wet" } });
      it.shipment_options = { tax_party: "nobody" };
      it.client_remarks = "x".repeat(501);
      it.confirm_shipment = "y";
    });
    const items = "/shipment_detail/parcel_list/1/declaration_list";
    const answer = await expectTold(body, [
      "/shipping_provider 400470",
      "/sender/name",
      "/sender/mobile",
      "/recipient/country",
      "/shipment_detail/package_type",
      `${items}/0/sku`,
      `${items}/1/qty`,
      `${items}/1/single_price`,
      `${items}/1/battery/type`,
      `${items}/1/battery/location`,
      "/shipment_options/tax_party",
      "/client_remarks",
      "/confirm_shipment",
    ]);
    expect(answer.entries[5]?.field).toBe("shipment_detail.parcel_list[].declaration_list[].sku");
    expect(answer.entries[0]).toMatchObject({ field: "shipping_provider", code_reason: "SERVICE_NOT_AVAILABLE" });
  });

  it("are told all at once, in document order (local)", async () => {
    const body = order("local", (it) => {
      it.shipping_provider = "LOCAL_POINT";
      it.sender.mobile = "2345678";
      it.recipient.mobile = "912345678";
      it.recipient.address += "^NO-SUCH";
      delete it.shipment_detail.consignment_declaration;
      parcelsOf(it)[0].parcel_items = [];
      it.cod = "Y";
      it.delivery_proof = "X";
      it.pickup_arrange = { pickup_date: "2020-01-01", pickup_start_time: "09:00", pickup_end_time: "11:00" };
    });
    await expectTold(body, [
      "/sender/mobile 400421",
      "/recipient/mobile",
      "/recipient/address 400472",
      "/shipment_detail/consignment_declaration",
      "/shipment_detail/parcel_list/0/parcel_items",
      "/cod_amount",
      "/delivery_proof",
      "/pickup_arrange/pickup_date",
      "/pickup_arrange/pickup_start_time",
      "/pickup_arrange/pickup_end_time",
    ]);
  });

  it("of a missing object or list are one entry under its own name", async () => {
    for (const ship_type of ["intl", "local"])
      await expectTold({ ship_type }, ["/shipping_provider", "/sender", "/recipient", "/shipment_detail"]);
    const declared = ["/shipment_detail/consignment_declaration"];
    for (const [shipType, more] of [
      ["intl", []],
      ["local", declared],
    ] as const)
      await expectTold({ ...order(shipType), shipment_detail: {} }, [
        "/shipment_detail/package_type",
        ...more,
        "/shipment_detail/parcel_list",
      ]);
  });

  it("are at most 100, the first ones", async () => {
    const body = order("local", (it) => {
      parcelsOf(it)[0].parcel_items = Array.from({ length: 60 }, () => ({ single_value: "1" }));
    });
    const at = (index: number) => `/shipment_detail/parcel_list/0/parcel_items/${index}`;
    const first100 = Array.from({ length: 50 }, (_, index) => [`${at(index)}/name`, `${at(index)}/qty`]).flat();
    await expectTold(body, first100);
  });

  it.each([undefined, null, "", "x", "INTL", " intl", "intl ", "constructor", 5, true, {}, [], ["intl"]])(
    "of ship_type %j are told alone",
    async (ship_type) => {
      const sender = { mobile: "2345678", mobile_prefix: "852" };
      const pickup_arrange = { pickup_start_time: "09:00" };
      const wrong = { ship_type, shipping_provider: 5, sender, recipient: "x", cod: "Y", pickup_arrange };
      const answer = await expectTold(wrong, ["/ship_type"]);
      const says =
        (ship_type ?? "") === "" ? /required/ : typeof ship_type === "string" ? /one of: intl, local/ : /JSON string/;
      expect(answer.entries[0]?.message).toMatch(says);
    },
  );
});

describe("parties", () => {
  it.each(["HK", "hk", "Hong Kong", "HONG KONG"])(
    "of an international order are not received in %s",
    async (country) => {
      const body = order("intl", (it) => {
        it.recipient.country = country;
      });
      const answer = await expectTold(body, ["/recipient/country"]);
      expect(answer.entries[0]?.message).toMatch(/local/);
      await expectTold({ ...body, confirm_shipment: "?" }, ["/recipient/country", "/confirm_shipment"]);
    },
  );

  it.each([
    ["intl", "sender", "+852", ""],
    ["intl", "recipient", "+852", ""],
    ["local", "sender", "852", " 400421"],
    ["local", "recipient", "852", ""],
  ] as const)("have 8 digits with prefix 852 (%s, %s)", async (shipType, side, mobile_prefix, code) => {
    const withMobile = (mobile: string) =>
      order(shipType, (it) => {
        Object.assign(it[side], { mobile, mobile_prefix });
      });
    for (const mobile of ["1234", "2345678", "234567890", "+85223456789"])
      await expectTold(withMobile(mobile), [`/${side}/mobile${code}`]);
    // libphonenumber takes 41234567 for no number; it only warns, in the form.
    for (const mobile of ["23456789", "2345 6789", "2345-6789", "41234567"]) await expectTold(withMobile(mobile), []);
  });

  it("have no code of their own when the whole sender is missing", async () => {
    const { sender: _sender, ...body } = order("local");
    await expectTold(body, ["/sender"]);
  });
});

describe.each(["intl", "local"] as const)("sku and bar_code_eid (%s)", (shipType) => {
  const at = `/shipment_detail/parcel_list/0/${shipType === "intl" ? "declaration_list" : "parcel_items"}`;
  const withItems = (...given: object[]) =>
    order(shipType, (it) => {
      const [item] = itemsOf(it);
      itemsOf(it).splice(0, 1, ...given.map((each) => ({ ...item, ...each })));
    });
  const both = { sku: "TEA-1", bar_code_eid: "4891234567894" };

  it("are both required of a pick-and-pack account, each with an entry of its own", async () => {
    const neither = [`${at}/1/sku 400438`, `${at}/1/bar_code_eid 400438`];
    const answer = await expectTold(withItems(both, {}), neither, packer);
    expect(answer.entries[0]).toEqual({
      field: at.slice(1).replace("/0", "[]").replaceAll("/", ".").concat("[].sku"),
      pointer: `${at}/1/sku`,
      message: expect.stringMatching(/pick-and-pack/),
      code: "400438",
      code_reason: "PICKPACK_ITEM_SKU_BARCODE_REQUIRED",
    });
    await expectTold(
      withItems({ sku: "", bar_code_eid: null }, both, {}),
      neither.concat(neither).map((entry, index) => entry.replace("/1/", index < 2 ? "/0/" : "/2/")),
      packer,
    );
    await expectTold(withItems({ sku: "TEA-1" }, both), [`${at}/0/bar_code_eid 400438`], packer);
    await expectTold(withItems(both, { bar_code_eid: "4891234567894" }), [`${at}/1/sku 400438`], packer);
    await expectTold(withItems({ ...both, sku: 5 }), [`${at}/0/sku`], packer);
    await expectTold(withItems(both, both), [], packer);
  });

  it("may be left out by other accounts, but a barcode needs a sku", async () => {
    await expectTold(withItems(both, {}, { bar_code_eid: "4891234567894" }), [`${at}/2/sku`]);
    await expectTold(withItems({ sku: "TEA-1" }, {}, both), []);
  });
});

it("takes a cod_amount only when cod is Y", async () => {
  for (const [cod, cod_amount] of [
    ["N", "abc"],
    ["N", "0"],
    [undefined, "1.234"],
  ])
    expect(await detailOf(order("local", (it) => Object.assign(it, { cod, cod_amount })))).toMatchObject({
      cod: "N",
      cod_amount: null,
      quote_price: "54.00",
    });
  expect(await detailOf(order("local", (it) => Object.assign(it, { cod: "Y", cod_amount: "1000.50" })))).toMatchObject({
    cod_amount: "1000.50",
    quote_price: "79.01",
  });
});

describe("courier_account_number", () => {
  const withAccount = (shipping_provider: string, country: string, shipment_options: unknown) =>
    order("intl", (it) => {
      Object.assign(it, { shipping_provider, shipment_options });
      it.recipient.country = country;
    });

  it.each([
    undefined,
    "",
    "12345678",
    "1234567890",
    "12345678 ",
    " 123456789",
    "12345678x",
    "１２３４５６７８９",
    "123456789\n",
  ])("%j is refused where the provider's rule holds", async (courier_account_number) => {
    const body = withAccount("EXPR_EXPORT", "PR", { tax_party: "recipient", courier_account_number });
    await expectTold(body, ["/shipment_options/courier_account_number"]);
  });

  it("is exactly 9 digits there, and not judged elsewhere", async () => {
    const options = { tax_party: "recipient", courier_account_number: "123456789" };
    expect((await detailOf(withAccount("EXPR_EXPORT", "PR", options))).shipment_options).toMatchObject(options);
    const free = { ...options, courier_account_number: "any thing" };
    await expectTold(withAccount("EXPR_EXPORT", "US", free), []);
    await expectTold(withAccount("INTL_EXPR", "PR", free), []);
    await expectTold(withAccount("EXPR_EXPORT", "PR", { ...free, tax_party: "sender" }), []);
    for (const none of [undefined, "", {}]) await expectTold(withAccount("EXPR_EXPORT", "PR", none), []);
  });
});

describe("pickup_arrange", () => {
  /** What is told of it at an instant; another failure keeps the order from being made. */
  async function toldAt(now: string, pickup_arrange: unknown, shipping_provider = "LOCAL_DOOR"): Promise<string[]> {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    const answer = await create(
      order("local", (it) => Object.assign(it, { shipping_provider, pickup_arrange, is_local_insurance: "?" })),
    );
    const [first, ...rest] = told(answer);
    expect(first).toBe("/is_local_insurance");
    return rest.map((entry) => entry.replace("/pickup_arrange/pickup_", ""));
  }
  const MONDAY = "2026-12-21T15:59:59Z"; // 23:59:59 in Hong Kong

  it.each([
    ["09:30", "20:30", []],
    ["18:00", "20:30", []],
    ["09:30", "12:00", []],
    ["10:00", "12:30", []],
    ["17:59", undefined, []],
    ["18:00", undefined, []],
    [undefined, "12:00", []],
    [undefined, undefined, []],
    ["09:29", "20:30", ["start_time"]],
    ["18:01", undefined, ["start_time", "end_time"]],
    ["18:01", "20:30", ["start_time", "end_time"]],
    ["09:30", "11:59", ["end_time"]],
    [undefined, "11:59", ["end_time"]],
    ["09:30", "20:31", ["end_time"]],
    ["10:00", "12:29", ["end_time"]],
    ["09:31", "12:00", ["end_time"]],
    ["18:00", "12:00", ["end_time"]],
    ["00:00", "23:59", ["start_time", "end_time"]],
    ["25:00", "12:00", ["start_time"]],
  ])("from %s to %s", async (pickup_start_time, pickup_end_time, wrong) => {
    expect(await toldAt(MONDAY, { pickup_date: "2026-12-22", pickup_start_time, pickup_end_time })).toEqual(wrong);
  });

  it("is of today or later in Hong Kong, without an end", async () => {
    const on = (pickup_date: string) => ({ pickup_date });
    expect(await toldAt(MONDAY, on("2026-12-20"))).toEqual(["date"]);
    expect(await toldAt(MONDAY, on("2026-12-21"))).toEqual([]);
    expect(await toldAt("2026-12-21T16:00:00Z", on("2026-12-21"))).toEqual(["date"]);
    expect(await toldAt("2026-12-21T16:00:00Z", on("2026-12-22"))).toEqual([]);
    expect(await toldAt(MONDAY, on("2199-12-31"))).toEqual([]);
    expect(await toldAt(MONDAY, on("2027-02-29"))).toEqual(["date"]);
  });

  it.each([
    {},
    "",
    null,
    undefined,
    { pickup_date: "", pickup_start_time: null },
    { pickup_end_time: "" },
    { other: "x" },
  ])("%j is not given", async (arrange) => {
    expect(await toldAt(MONDAY, arrange)).toEqual([]);
  });

  it("needs a date with any other field", async () => {
    expect(await toldAt(MONDAY, { pickup_start_time: "10:00" })).toEqual(["date"]);
    expect(await toldAt(MONDAY, { pickup_end_time: "11:00", pickup_date: "" })).toEqual(["date", "end_time"]);
  });

  it.each([
    ["LOCAL_DOOR", "2026-12-25 2026-12-26 2026-12-27 2027-02-08 2027-12-27", ""],
    ["LOCAL_POINT", "2026-12-24 2026-12-28 2027-02-10", "2026-12-25 2026-12-26 2026-12-27 2027-01-01 2027-02-08"],
    [
      "LOCAL_SAMEDAY",
      "2026-12-24 2026-12-28 2027-10-02",
      "2026-12-25 2026-12-26 2026-12-27 2027-03-29 2027-10-03 2027-12-27",
    ],
  ])("is on a day on which %s collects", async (provider, open, closed) => {
    for (const pickup_date of open.split(" "))
      expect(await toldAt(MONDAY, { pickup_date }, provider), pickup_date).toEqual([]);
    for (const pickup_date of closed.split(" ").filter(Boolean))
      expect(await toldAt(MONDAY, { pickup_date }, provider), pickup_date).toEqual(["date"]);
  });

  it("is returned as it was given", async () => {
    const detail = await detailOf(
      order("local", (it) => Object.assign(it, { pickup_arrange: { pickup_date: "2096-02-29" } })),
    );
    expect(detail.pickup_arrange).toEqual({
      pickup_date: "2096-02-29",
      pickup_start_time: null,
      pickup_end_time: null,
    });
  });
});

describe("address^delivery_code", () => {
  const to = (address: string, weight = "1", shipping_provider = "LOCAL_POINT") =>
    order("local", (it) => {
      it.shipping_provider = shipping_provider;
      it.recipient.address = address;
      parcelsOf(it)[0].act_weight = weight;
    });

  it("is split at the last caret", async () => {
    const { recipient } = await detailOf(to("12^3 Nathan Road^KLN-L001"));
    expect(recipient).toMatchObject({ address: "12^3 Nathan Road^KLN-L001", delivery_code: "KLN-L001" });
    await expectTold(to("KLN-L001^12 Nathan Road"), ["/recipient/address 400472"]);
  });

  it("has at least 5 characters before the caret", async () => {
    for (const address of ["^KLN-L001", "abcd^KLN-L001", "  abcd  ^KLN-L001", "abc^^KLN-L001"])
      await expectTold(to(address), ["/recipient/address"]);
    for (const address of ["abcde^KLN-L001", "旺角彌敦道 ^KLN-L001", "😀😀😀😀😀^KLN-L001"])
      await expectTold(to(address), []);
  });

  it("names an open point of the order's provider", async () => {
    const points = await shop.testing.get("/pickup-points?shipping_provider=LOCAL_POINT&limit=100");
    const codeOf = (wanted: string) => points.body.data.find((point: Body) => point.status === wanted).delivery_code;
    const closed = [codeOf("CLOSED"), codeOf("SUSPENDED"), "NO-SUCH", "kln-l001", "KLN-L001 x", "", "constructor"];
    for (const code of closed) await expectTold(to(`12 Nathan Road^${code}`), ["/recipient/address 400472"]);
    for (const provider of ["LOCAL_DOOR", "LOCAL_SAMEDAY"])
      await expectTold(to("12 Nathan Road^KLN-L001", "1", provider), ["/recipient/address 400472"]);
  });

  it("may be left out: the order goes to the door", async () => {
    expect((await detailOf(to("12 Nathan Road"))).recipient.delivery_code).toBeNull();
  });

  it("is the recipient's alone", async () => {
    const body = to("12 Nathan Road^KLN-L001");
    body.sender.address = "Shop 3^NO-SUCH";
    expect((await detailOf(body)).sender.address).toBe("Shop 3^NO-SUCH");
  });

  it("takes what the point has room for", async () => {
    await expectTold(to("12 Nathan Road^KLN-C001", "5"), []);
    await expectTold(to("12 Nathan Road^KLN-C001", "5.01"), ["/recipient/address 400470"]);
    const long = to("12 Nathan Road^KLN-L001");
    Object.assign(parcelsOf(long)[0], { length: "35", width: "87", height: "45" });
    await expectTold(long, []);
    parcelsOf(long)[0].length = "35.1";
    await expectTold(long, ["/recipient/address 400470"]);
  });
});
