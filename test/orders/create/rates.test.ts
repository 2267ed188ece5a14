import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { created, intlOrder, localOrder, type Merchant, merchant } from "@/test/factories";

type Loose = Record<string, unknown>;
type Rate = {
  shipping_provider: string;
  quote_price: string;
  price_breakdown: { code: string; amount: string }[];
  [field: string]: unknown;
};

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

const parcel = (act_weight: string, more: Loose = {}) => ({ act_weight, ...more });
const box = { length: "40", width: "30", height: "20" };
const local = (parcel_list: Loose[], more: Loose = {}) => ({
  ship_type: "local",
  shipment_detail: { parcel_list },
  ...more,
});
const intl = (country: string, parcel_list: Loose[], more: Loose = {}, detail: Loose = {}) => ({
  ship_type: "intl",
  recipient: { country },
  shipment_detail: { parcel_list, ...detail },
  ...more,
});
const rates = (body: unknown) => shop.testing.post("/rates/get", body);
const pricesOf = (list: Rate[]) =>
  Object.fromEntries(list.map(({ shipping_provider, quote_price }) => [shipping_provider, quote_price]));

describe("POST /rates/get", () => {
  it("answers every service of the kind, the cheapest first: the check price is 729.60", async () => {
    const answer = await rates(intl("JP", [parcel("3.2", box)]));
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      quote_id: expect.stringMatching(/^qt_[\w-]{24}$/),
      expires_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+\+08:00$/),
      currency: "HKD",
      rate_list: [
        expect.objectContaining({
          shipping_provider: "INTL_ECON",
          quote_price: "297.92",
          chargeable_weight: "4",
          weight_basis: "VOLUMETRIC",
        }),
        expect.objectContaining({ shipping_provider: "EXPR_EXPORT", quote_price: "669.44" }),
        {
          shipping_provider: "INTL_EXPR",
          provider_name: "Sampan International Express",
          quote_price: "729.60",
          price_breakdown: [
            { code: "BASE", amount: "570.00" },
            { code: "FUEL", amount: "159.60" },
          ],
          chargeable_weight: "5",
          weight_basis: "VOLUMETRIC",
          min_days: 2,
          max_days: 3,
          supports_cod: false,
          supports_pickup_point: false,
          supports_pickup_arrange: false,
        },
      ],
      unavailable_list: [],
      warnings: [],
    });
  });

  it.each<[string, Loose, Record<string, string>]>([
    ["2.3 kg at home", local([parcel("2.3")]), { LOCAL_DOOR: "54.00", LOCAL_POINT: "38.00", LOCAL_SAMEDAY: "110.00" }],
    ["exactly a kilogram", local([parcel("1")]), { LOCAL_DOOR: "30.00", LOCAL_POINT: "22.00", LOCAL_SAMEDAY: "80.00" }],
    [
      "a milligram more",
      local([parcel("1.000001")]),
      { LOCAL_DOOR: "42.00", LOCAL_POINT: "30.00", LOCAL_SAMEDAY: "95.00" },
    ],
    ["parcels that are light alone", local([parcel("0.4"), parcel("0.4"), parcel("0.4")]), { LOCAL_DOOR: "42.00" }],
    ["a large and a heavy parcel", local([parcel("0.1", box), parcel("3")]), { LOCAL_DOOR: "102.00" }],
    ["a district alone", local([parcel("1")], { recipient: { district: "Sai Kung" } }), { LOCAL_DOOR: "30.00" }],
    [
      "a remote place, named as the city",
      local([parcel("1")], { recipient: { city: "Sai Kung" } }),
      { LOCAL_DOOR: "50.00" },
    ],
    ["cash on delivery, at least 5", local([parcel("1")], { cod: "Y", cod_amount: "100" }), { LOCAL_DOOR: "35.00" }],
    ["cash on delivery of 1000.20", local([parcel("1")], { cod: "Y", cod_amount: "1000.20" }), { LOCAL_DOOR: "55.01" }],
    ["an amount without cash on delivery", local([parcel("1")], { cod_amount: "1000" }), { LOCAL_DOOR: "30.00" }],
    [
      "insurance, asked for",
      local([parcel("1", { insurance_fee: "3000" })], { is_local_insurance: "Y" }),
      { LOCAL_DOOR: "45.00" },
    ],
    ["insurance, not asked for", local([parcel("1", { insurance_fee: "3000" })]), { LOCAL_DOOR: "30.00" }],
    ["proof on paper", local([parcel("1")], { delivery_proof: "W" }), { LOCAL_DOOR: "40.00" }],
    [
      "the lightest letter abroad",
      intl("Macau", [parcel("0.01")]),
      { INTL_ECON: "87.36", INTL_EXPR: "211.20", EXPR_EXPORT: "189.44" },
    ],
    ["more than 20 kg", intl("GB", [parcel("25.3")]), { INTL_ECON: "2504.32" }],
    ["two parcels that pass 20 kg together", intl("GB", [parcel("12.65"), parcel("12.65")]), { INTL_ECON: "2504.32" }],
    ["a country without a row of its own", intl("BR", [parcel("0.5")]), { INTL_ECON: "210.56" }],
    ["a pallet", intl("US", [parcel("300")], {}, { package_type: "pallet" }), { INTL_ECON: "26208.00" }],
    [
      "USD 1000 insured",
      intl("JP", [parcel("0.5", { insurance_fee: "1000" })], {}, { currency: "USD" }),
      { INTL_ECON: "187.76" },
    ],
    [
      "a signature of an adult",
      intl("JP", [parcel("0.5")], { shipment_options: { recipient_signature: "A" } }),
      { INTL_ECON: "154.76" },
    ],
    [
      "duties paid by the sender",
      intl("JP", [parcel("0.5", { declaration_list: [{ qty: "3", single_price: "5000" }] })], {
        shipment_options: { tax_party: "sender" },
      }),
      { INTL_ECON: "409.76" },
    ],
    [
      "a battery in the second parcel",
      intl("JP", [
        parcel("0.2"),
        parcel("0.3", { declaration_list: [{ battery: { type: "chargeable", location: "inside" } }] }),
      ]),
      { INTL_ECON: "139.76" },
    ],
    [
      "a battery",
      intl("JP", [parcel("0.5", { declaration_list: [{ battery: { type: "chargeable", location: "inside" } }] })]),
      { INTL_ECON: "139.76" },
    ],
  ])("prices %s", async (_name, body, expected) => {
    const answer = await rates(body);
    expect(answer.status).toBe(200);
    expect(pricesOf(answer.body.data.rate_list)).toMatchObject(expected);
    for (const { quote_price, price_breakdown } of answer.body.data.rate_list as Rate[]) {
      const cents = price_breakdown.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
      expect(cents).toBe(Math.round(Number(quote_price) * 100));
    }
    const order = (answer.body.data.rate_list as Rate[]).map(({ quote_price }) => Number(quote_price));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it.each<[string, Loose, Record<string, string>]>([
    [
      "10.5 kg",
      local([parcel("10.5")]),
      { LOCAL_SAMEDAY: "LOCAL_SAMEDAY takes at most 10 kg a parcel; this one weighs 10.5 kg." },
    ],
    [
      "25 kg",
      local([parcel("25")]),
      { LOCAL_POINT: "LOCAL_POINT takes at most 20 kg", LOCAL_SAMEDAY: "LOCAL_SAMEDAY takes at most 10 kg" },
    ],
    [
      "a delivery code",
      local([parcel("1")], { recipient: { address: "旺角^KLN-L001" } }),
      { LOCAL_DOOR: "LOCAL_DOOR has no pickup points", LOCAL_SAMEDAY: "LOCAL_SAMEDAY has no pickup points" },
    ],
    [
      "an unknown delivery code",
      local([parcel("1")], { recipient: { address: "旺角^NOWHERE" } }),
      {
        LOCAL_DOOR: "no pickup points",
        LOCAL_POINT: "NOWHERE is not an open pickup point of LOCAL_POINT",
        LOCAL_SAMEDAY: "no pickup points",
      },
    ],
    [
      "a closed pickup point",
      local([parcel("1")], { recipient: { address: "荔枝角^KLN-C003" } }),
      {
        LOCAL_DOOR: "no pickup points",
        LOCAL_POINT: "KLN-C003 is not an open pickup point",
        LOCAL_SAMEDAY: "no pickup points",
      },
    ],
    [
      "6 kg to a store that takes 5",
      local([parcel("6")], { recipient: { address: "尖沙咀^KLN-C001" } }),
      { LOCAL_DOOR: "no pickup points", LOCAL_POINT: "KLN-C001 takes at most 5 kg", LOCAL_SAMEDAY: "no pickup points" },
    ],
    [
      "a parcel that no locker takes",
      local([parcel("1", { length: "90", width: "10", height: "10" })], { recipient: { address: "旺角^KLN-L001" } }),
      {
        LOCAL_DOOR: "no pickup points",
        LOCAL_POINT: "KLN-L001 takes parcels of at most 87 × 45 × 35 cm",
        LOCAL_SAMEDAY: "no pickup points",
      },
    ],
    [
      "31 kg abroad",
      intl("JP", [parcel("31")]),
      {
        INTL_ECON: "INTL_ECON takes at most 30 kg",
        INTL_EXPR: "INTL_EXPR takes at most 30 kg",
        EXPR_EXPORT: "EXPR_EXPORT takes at most 30 kg",
      },
    ],
  ])("says which services do not take %s, and why", async (_name, body, reasons) => {
    const { rate_list, unavailable_list } = (await rates(body)).body.data;
    expect(unavailable_list).toEqual(
      Object.entries(reasons).map(([shipping_provider, words]) => ({
        shipping_provider,
        code: "400470",
        code_reason: "SERVICE_NOT_AVAILABLE",
        message: expect.stringContaining(words),
      })),
    );
    expect(rate_list).toHaveLength(3 - unavailable_list.length);
  });

  it.each<[string, Loose, string[]]>([
    ["nothing", {}, ["ship_type"]],
    ["another kind", { ...local([parcel("1")]), ship_type: "sea" }, ["ship_type"]],
    ["no shipment", { ship_type: "local" }, ["shipment_detail"]],
    ["no parcels", local([]), ["shipment_detail.parcel_list"]],
    ["51 parcels", local(Array(51).fill(parcel("1"))), ["shipment_detail.parcel_list"]],
    ["no weight", local([{}]), ["shipment_detail.parcel_list[].act_weight"]],
    [
      "a package type of the other kind",
      { ship_type: "local", shipment_detail: { package_type: "pallet", parcel_list: [parcel("1")] } },
      ["shipment_detail.package_type"],
    ],
    ["a weight of 0", local([parcel("0")]), ["shipment_detail.parcel_list[].act_weight"]],
    ["a weight that is a number", local([{ act_weight: 1 }]), ["shipment_detail.parcel_list[].act_weight"]],
    ["a weight with a sign", local([parcel("+1")]), ["shipment_detail.parcel_list[].act_weight"]],
    ["no recipient abroad", { ...intl("JP", [parcel("1")]), recipient: undefined }, ["recipient"]],
    ["no country", intl("", [parcel("1")]), ["recipient.country"]],
    ["an unknown country", intl("Atlantis", [parcel("1")]), ["recipient.country"]],
    ["Hong Kong", intl("Hong Kong", [parcel("1")]), ["recipient.country"]],
    ["an unknown currency", intl("JP", [parcel("1")], {}, { currency: "XXX" }), ["shipment_detail.currency"]],
    ["cash on delivery without amount", local([parcel("1")], { cod: "Y" }), ["cod_amount"]],
    ["three decimals of cash", local([parcel("1")], { cod: "Y", cod_amount: "1.005" }), ["cod_amount"]],
    [
      "several faults",
      local([parcel("x"), parcel("1", { length: "-1" })], { cod: "yes" }),
      ["shipment_detail.parcel_list[].act_weight", "shipment_detail.parcel_list[].length", "cod"],
    ],
  ])("refuses %s", async (_name, body, fields) => {
    const answer = await rates(body);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
  });

  it("takes a country by code or name, and Puerto Rico as a state", async () => {
    const price = async (recipient: Loose) =>
      pricesOf((await rates({ ...intl("", [parcel("1")]), recipient })).body.data.rate_list);
    const japan = await price({ country: "JP" });
    expect(await price({ country: "jp" })).toEqual(japan);
    expect(await price({ country: "Japan" })).toEqual(japan);
    expect(await price({ country: "US", state: "PR" })).toEqual(await price({ country: "PR" }));
  });

  it("quotes what the order then costs, whatever is in it", async () => {
    const weight = fc.integer({ min: 1, max: 30_000 }).map((grams) => String(Math.max(grams, 10) / 1000));
    const side = fc.integer({ min: 1, max: 60 }).map(String);
    const parcels = fc.array(
      fc.record({
        act_weight: weight,
        length: side,
        width: side,
        height: side,
        insurance_fee: fc.constantFrom("0", "250", "9999.99"),
      }),
      { minLength: 1, maxLength: 3 },
    );
    const shape = fc.record({
      parcels,
      country: fc.constantFrom("JP", "GB", "PR", "BR"),
      provider: fc.nat(2),
      tax_party: fc.constantFrom("sender", "recipient"),
      recipient_signature: fc.constantFrom("N", "O", "A"),
      currency: fc.constantFrom("HKD", "USD", "JPY"),
      cod: fc.constantFrom("Y", "N"),
      insured: fc.constantFrom("Y", "N"),
      proof: fc.constantFrom("E", "W", "N"),
      address: fc.constantFrom("九龍旺角彌敦道 700 號", "西貢福民路 22 號", "1 Stanley Main Street"),
      isIntl: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(shape, async (some) => {
        const items = { description: "Tea", name: "Tea", qty: "2", single_price: "380", single_value: "380" };
        const parcel_list = some.parcels.map((each) => ({ ...each, declaration_list: [items], parcel_items: [items] }));
        const options = {
          tax_party: some.tax_party,
          recipient_signature: some.recipient_signature,
          courier_account_number: "123456789",
        };
        const body = some.isIntl
          ? intlOrder({
              recipient: { ...intlOrder().recipient, country: some.country },
              shipment_options: options,
              shipment_detail: { ...intlOrder().shipment_detail, currency: some.currency, parcel_list },
            })
          : localOrder({
              recipient: { ...localOrder().recipient, address: some.address },
              cod: some.cod,
              cod_amount: "500",
              is_local_insurance: some.parcels.some(({ insurance_fee }) => Number(insurance_fee) > 0)
                ? some.insured
                : "N",
              delivery_proof: some.proof,
              shipment_detail: { ...localOrder().shipment_detail, parcel_list },
            });
        const { quote_id, rate_list, unavailable_list } = (await rates(body)).body.data;
        for (const { shipping_provider } of unavailable_list) {
          const answer = await shop.testing.post("/order/create", {
            ...body,
            shipping_provider,
            confirm_shipment: "N",
          });
          expect([answer.status, answer.entries[0]?.code]).toEqual([400, "400470"]);
        }
        const rate = rate_list[some.provider % Math.max(1, rate_list.length)];
        if (!rate) return;
        for (const quote of [undefined, quote_id]) {
          const order = await created(shop.testing, {
            ...body,
            shipping_provider: rate.shipping_provider,
            quote_id: quote,
            confirm_shipment: "N",
          });
          expect(order.quote_price).toBe(rate.quote_price);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe("a quote", () => {
  const localBody = localOrder({ confirm_shipment: "N" });
  const intlBody = intlOrder({ confirm_shipment: "N" });
  const [localParcel, intlParcel] = [localBody.shipment_detail.parcel_list[0], intlBody.shipment_detail.parcel_list[0]];
  const remote = { ...localBody.recipient, address: "西貢福民路 22 號" };
  const insured = {
    is_local_insurance: "Y",
    shipment_detail: { ...localBody.shipment_detail, parcel_list: [{ ...localParcel, insurance_fee: "900" }] },
  };
  const heavier = (list: object) => ({
    shipment_detail: { ...localBody.shipment_detail, parcel_list: [{ ...list, act_weight: "2.9" }] },
  });
  const withBattery = {
    ...intlParcel,
    declaration_list: [{ ...intlParcel?.declaration_list[0], battery: { type: "chargeable", location: "inside" } }],
  };

  it.each<[string, Loose, Loose]>([
    ["a remote place", localBody, { recipient: remote }],
    ["another weight", localBody, heavier(localParcel ?? {})],
    ["cash on delivery", localBody, { cod: "Y", cod_amount: "100" }],
    ["more cash on delivery", { ...localBody, cod: "Y", cod_amount: "1000" }, { cod_amount: "9000" }],
    ["proof on paper", localBody, { delivery_proof: "W" }],
    ["insurance", localBody, insured],
    ["another country", intlBody, { recipient: { ...intlBody.recipient, country: "GB" } }],
    ["a signature", intlBody, { shipment_options: { recipient_signature: "A" } }],
    ["duties paid", intlBody, { shipment_options: { tax_party: "sender" } }],
    ["a battery", intlBody, { shipment_detail: { ...intlBody.shipment_detail, parcel_list: [withBattery] } }],
    ["another provider of the other kind", localBody, intlBody],
  ])("does not hold for %s that it was not asked for", async (_name, quoted, change) => {
    const { quote_id } = (await rates(quoted)).body.data;
    expect((await shop.testing.post("/order/create", { ...quoted, quote_id })).status).toBe(200);
    const answer = await shop.testing.post("/order/create", { ...quoted, ...change, quote_id });
    expect([answer.status, answer.entries.map(({ field, code }) => [field, code])]).toEqual([
      400,
      [["quote_id", "400471"]],
    ]);
    // A quote requested for exactly this does hold.
    const again = (await rates({ ...quoted, ...change })).body.data.quote_id;
    expect((await shop.testing.post("/order/create", { ...quoted, ...change, quote_id: again })).status).toBe(200);
  });
});
