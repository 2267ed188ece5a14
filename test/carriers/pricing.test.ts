import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { intlExample, localExample } from "@/lib/contracts/examples";
import { orderInput } from "@/lib/contracts/order";
import { rateRequest } from "@/lib/contracts/rate";
import { decimal, money } from "@/lib/decimal";
import { areasOf } from "@/server/address-parser";
import { type Consignment, consignmentOfOrder, consignmentOfRate, priceConsignment } from "@/server/carriers";
import { SAMPLE } from "@/server/db/sample";
import { REMOTE_AREAS } from "@/server/db/sample/remote-areas";
import { consignment, INTL, LOCAL, linesOf, local, parcel, priced, refused, withRows } from "./consignments";

describe("prices of the tariffs", () => {
  it("prices the two checks of the tariff sheet to the cent", () => {
    expect(priced("INTL_EXPR", consignmentOfOrder(orderInput.parse(intlExample)))).toEqual({
      ok: true,
      price: "729.60",
      breakdown: [
        { code: "BASE", amount: "570.00" },
        { code: "FUEL", amount: "159.60" },
      ],
      chargeableWeight: "5",
      weightBasis: "VOLUMETRIC",
      minDays: 2,
      maxDays: 3,
    });
    expect(priced("LOCAL_DOOR", consignmentOfOrder(orderInput.parse(localExample)))).toMatchObject({
      price: "54.00",
      breakdown: [{ code: "BASE", amount: "54.00" }],
      chargeableWeight: "3",
      weightBasis: "ACTUAL",
    });
  });

  it.each([
    // At, just above, and far from a step.
    ["0.01", "98.00", "0.5"],
    ["0.5", "98.00", "0.5"],
    ["0.500001", "122.00", "1"],
    ["1", "122.00", "1"],
    ["19.5", "1010.00", "19.5"],
    ["20", "1034.00", "20"],
    ["20.000001", "1050.00", "21"],
    ["21", "1050.00", "21"],
    ["30", "1500.00", "30"],
  ])("INTL_ECON to Japan: %s kg has the base %s at %s kg", (weight, base, chargeable) => {
    const price = priced("INTL_ECON", consignment({ parcels: [parcel(weight)] }));
    expect(price.breakdown[0]).toEqual({ code: "BASE", amount: base });
    expect(price.chargeableWeight).toBe(chargeable);
  });

  it.each([
    ["LOCAL_DOOR", "1", "30.00"],
    ["LOCAL_DOOR", "1.01", "42.00"],
    ["LOCAL_POINT", "20", "174.00"],
    ["LOCAL_SAMEDAY", "10", "215.00"],
  ])("%s: %s kg costs %s", (provider, weight, price) => {
    expect(priced(provider, local({ parcels: [parcel(weight)] })).price).toBe(price);
  });

  it.each([
    // For the 20 kg that cost 1034 by the steps before, dearer and cheaper.
    ["60", ["1034.00", "1260.00", "1320.00"]],
    ["40", ["1034.00", "1034.00", "1034.00"]],
  ])("charges the heavy rate only above its weight, and never less than at it: %s a kg", (heavy_step_price, bases) => {
    const tariffs = SAMPLE.tariffs.map((row) => (row.heavy_from ? { ...row, heavy_step_price } : row));
    const base = (weight: string) =>
      priced("INTL_ECON", consignment({ parcels: [parcel(weight)] }), { catalogue: withRows({ tariffs }) })
        .breakdown[0];
    expect(["20", "20.01", "22"].map((weight) => base(weight)?.amount)).toEqual(bases);
  });

  it("sums the greater of weight and volume of each parcel before it rounds", () => {
    // Three parcels of a third over 1.3: 1.66… kg each are 5 kg, and not a step more.
    const third = parcel("1", ["100", "10", "10"]);
    const price = priced("INTL_ECON", consignment({ parcels: [third, third, third] }));
    expect(price.chargeableWeight).toBe("5");
    const mixed = priced("INTL_ECON", consignment({ parcels: [parcel("2.2", ["10", "10", "10"]), third] }));
    expect(mixed).toMatchObject({ chargeableWeight: "4", weightBasis: "VOLUMETRIC" });
  });

  it("charges by weight when a side is not known", () => {
    const flat = { ...parcel("1"), length: "150", width: "150" };
    expect(priced("LOCAL_DOOR", local({ parcels: [flat] }))).toMatchObject({ price: "30.00", weightBasis: "ACTUAL" });
  });

  it("has a zone for every country, and none for Hong Kong", () => {
    expect(linesOf("INTL_ECON", consignment({ country: "CN" })).BASE).toBe("96.00");
    expect(linesOf("INTL_ECON", consignment({ country: "US" })).BASE).toBe("176.00");
    expect(linesOf("INTL_ECON", consignment({ country: "GB" })).BASE).toBe("188.00");
    expect(linesOf("INTL_ECON", consignment({ country: "BR" })).BASE).toBe("244.00");
    expect(refused("INTL_ECON", consignment({ country: "HK" })).problem).toMatchObject({
      key: "routeNotServed",
      reason: "SERVICE_NOT_AVAILABLE",
    });
  });

  it("takes the newest row that has begun", () => {
    const [tariff] = SAMPLE.tariffs.filter(({ provider }) => provider === "LOCAL_DOOR");
    const [fuel] = SAMPLE.fuelRates.filter(({ provider }) => provider === "LOCAL_DOOR");
    if (!tariff || !fuel) throw new Error("no sample");
    const catalogue = withRows({
      tariffs: [...SAMPLE.tariffs, { ...tariff, valid_from: "2027-01-01", first_price: "33" }],
      fuelRates: [...SAMPLE.fuelRates, { ...fuel, valid_from: "2027-02-01", percent: "10" }],
    });
    const on = (date: string) => priced("LOCAL_DOOR", local(), { date, catalogue }).price;
    expect([on("2026-12-31"), on("2027-01-01"), on("2027-02-01")]).toEqual(["30.00", "33.00", "36.30"]);
    expect(priceConsignment(catalogue, "LOCAL_DOOR", local(), "2025-12-31").ok).toBe(false);
  });

  it("takes the newest surcharge and rate of exchange that have begun", () => {
    const surcharge = SAMPLE.surcharges.find(({ code, ship_type }) => code === "INSURANCE" && ship_type === "intl");
    const dollar = SAMPLE.currencyRates.find(({ currency }) => currency === "USD");
    if (!surcharge || !dollar) throw new Error("no sample");
    const catalogue = withRows({
      surcharges: [...SAMPLE.surcharges, { ...surcharge, valid_from: "2027-01-01", amount: "2" }],
      currencyRates: [...SAMPLE.currencyRates, { ...dollar, valid_from: "2027-02-01", hkd: "8" }],
    });
    const insured = consignment({ parcels: [parcel("1", null, { insuredValue: "1000" })], currency: "USD" });
    const on = (date: string) =>
      priced("INTL_ECON", insured, { date, catalogue }).breakdown.find(({ code }) => code === "INSURANCE")?.amount;
    expect([on("2026-12-31"), on("2027-01-01"), on("2027-02-01")]).toEqual(["78.00", "156.00", "160.00"]);
  });

  it("counts an order to the United States with state PR as one to Puerto Rico", () => {
    const toPuertoRico = { ...intlExample, recipient: { ...intlExample.recipient, country: "us", state: "pr" } };
    expect(consignmentOfOrder(orderInput.parse(toPuertoRico)).country).toBe("PR");
    const catalogue = withRows({
      zones: SAMPLE.zones.map((row) => (row.country === "PR" ? { ...row, zone: "Z5" } : row)),
    });
    const base = priced("INTL_ECON", consignmentOfOrder(orderInput.parse(toPuertoRico)), { catalogue }).breakdown[0];
    expect(base?.amount).toBe("580.00");
  });
});

describe("surcharges", () => {
  const isRemote = (address: string) => linesOf("LOCAL_DOOR", local({ address })).REMOTE_AREA === "20.00";

  it.each([
    ...["西貢福民路 22 號", "西貢", "Sai Kung, Kowloon", "Marina Cove, Sai Kung", "Hebe Haven, Sai Kung", "西贡福民路"],
    ...[
      "PENG CHAU",
      "坪洲永安街 3 號",
      "大嶼山塘福村",
      "貝澳新圍村 5 號",
      "Shui Hau Village, Lantau",
      "Pui O, South Lantau",
    ],
    ...[
      "長洲",
      "长洲新兴街 12 号",
      "Ｃｈｅｕｎｇ Ｃｈａｕ",
      "長 洲 新興街",
      "Cheüng\u200b Chau",
      "CHEUNG-CHAU",
      "長洲醫院",
    ],
    ...[
      "12 Tung Wan Road, Cheung Chau",
      "Cheung Chau, Hong Kong",
      "愉景灣 海澄湖畔路 5 號",
      "Discovery Bay, Lantau Island",
    ],
    ...[
      "珀麗灣 12 座",
      "Park Island, Ma Wan",
      "Ma Wan, New Territories",
      "南丫島榕樹灣大街 3 號",
      "Yung Shue Wan, Lamma Island",
    ],
    ...[
      "Stanley, Hong Kong",
      "78 Stanley Main Street, Stanley",
      "赤柱大街 78 號",
      "Tai Tam Road, Stanley",
      "12 Shek O Road",
    ],
    ...["石澳村 12 號", "Clear Water Bay Road, Sai Kung", "清水灣道 500 號", "Lot 227, Clear Water Bay, Kowloon"],
    ...["Silverstrand, Clear Water Bay Road, Sai Kung", "香港科技大學 清水灣", "Clearwater Bay, Sai Kung"],
  ])("charges an address in a remote area, however it is written: %s", (address) => {
    expect(isRemote(address)).toBe(true);
  });

  it.each([
    ...[
      "15 Stanley Street, Central, Hong Kong",
      "九龍佐敦西貢街 12 號",
      "Saigon Street, Jordan",
      "Flat A, 3 Sai Kung Road",
    ],
    ...[
      "Stanleyville Mansion, Mong Kok",
      "Stanley Chan, 15 Queen's Road Central",
      "Stanley Cafe, 3 Hennessy Road, Wan Chai",
    ],
    ...[
      "Stanley Building, 3 Nathan Road, Tsim Sha Tsui",
      "Peng Chau Building, 12 Nathan Road",
      "旺角彌敦道 700 號長洲大廈",
    ],
    ...[
      "Cheung Chau Fish Ball, 12 Fa Yuen Street, Mong Kok",
      "長洲餅店 佐敦白加士街 3 號",
      "西貢海鮮酒家 銅鑼灣謝斐道 400 號",
    ],
    ...["Sai Kung Ltd, 5 Wing Lok Street, Sheung Wan", "Sai Kung Restaurant, 88 Lockhart Road, Wan Chai", ""],
    ...[
      "西貢區",
      "Sai Kung District",
      "將軍澳寶林邨",
      "西貢將軍澳寶林邨",
      "Tseung Kwan O, Sai Kung",
      "Hang Hau, Sai Kung",
    ],
    ...["Po Lam Estate, Tseung Kwan O, Sai Kung, New Territories", "香港西貢區寶琳景明苑曦景閣地下", "清水灣半島"],
    ...[
      "清水灣道 8 號",
      "九龍彩虹清水灣道 20 號",
      "Clear Water Bay Road, Wong Tai Sin",
      "New Clear Water Bay Road, Kwun Tong",
    ],
    ...[
      "12 Clearwater Bay Road",
      "Discovery Park, Tsuen Wan",
      "愉景新城",
      "馬灣涌村 東涌",
      "Mui Wo",
      "Sai Kung North, Tai Po",
    ],
  ])("charges none where the name is a district's, a street's, a building's or a company's: %s", (address) => {
    expect(isRemote(address)).toBe(false);
  });

  it("knows every remote area of the sheet as a place", () => {
    for (const { name_en, names_zh } of REMOTE_AREAS)
      for (const name of [name_en, ...names_zh]) expect([...areasOf([name])], name).toHaveLength(1);
  });

  it("asks of a rate's district for more than its name, which is the town's too", () => {
    const rate = (recipient: object) => {
      const parcel_list = [{ act_weight: "1" }];
      const shipment_detail = { package_type: "parcel", parcel_list };
      const input = rateRequest.parse({ ship_type: "local", recipient, shipment_detail });
      return priced("LOCAL_DOOR", consignmentOfRate(input)).breakdown.some(({ code }) => code === "REMOTE_AREA");
    };
    expect([rate({ district: "Sai Kung" }), rate({ district: "西貢" }), rate({ district: "Islands" })]).toEqual([
      ...[false, false, false],
    ]);
    expect([rate({ district: "Sai Kung", address: "Sai Kung" }), rate({ city: "Cheung Chau" })]).toEqual([true, true]);
  });

  it("puts fuel on base and remote area, and not on fees", () => {
    const catalogue = withRows({ fuelRates: [{ provider: "LOCAL_DOOR", valid_from: "2026-01-01", percent: "10" }] });
    const price = priced("LOCAL_DOOR", local({ address: "南丫島", deliveryProof: "W" }), { catalogue });
    expect(price.breakdown).toEqual([
      { code: "BASE", amount: "30.00" },
      { code: "REMOTE_AREA", amount: "20.00" },
      { code: "FUEL", amount: "5.00" },
      { code: "PAPER_PROOF", amount: "10.00" },
    ]);
  });

  it.each([
    ["10", "5.00"],
    ["200", "5.00"],
    ["200.20", "5.01"],
    ["250.60", "6.27"],
    ["1000", "25.00"],
  ])("cash on delivery of %s costs %s", (codAmount, fee) => {
    expect(linesOf("LOCAL_DOOR", local({ codAmount })).COD).toBe(fee);
  });

  it("insures the sum of the parcels' values: locally when asked for, abroad in the declared currency", () => {
    const insure = (...values: string[]) => values.map((insuredValue) => parcel("0.4", null, { insuredValue }));
    expect(linesOf("LOCAL_DOOR", local({ parcels: insure("1000", "1001") })).INSURANCE).toBe("10.01");
    expect(linesOf("LOCAL_DOOR", local({ parcels: insure("1") })).INSURANCE).toBe("5.00");
    expect(linesOf("INTL_ECON", consignment({ parcels: insure("0") })).INSURANCE).toBeUndefined();
    expect(linesOf("INTL_ECON", consignment({ parcels: insure("100"), currency: "USD" })).INSURANCE).toBe("20.00");
    expect(linesOf("INTL_ECON", consignment({ parcels: insure("500", "0.5"), currency: "USD" })).INSURANCE).toBe(
      "39.04",
    );

    const order = { ...localExample, shipment_detail: structuredClone(localExample.shipment_detail) };
    Object.assign(order.shipment_detail.parcel_list[0] ?? {}, { insurance_fee: "2000" });
    const insuranceOf = (body: unknown) => linesOf("LOCAL_DOOR", consignmentOfOrder(orderInput.parse(body))).INSURANCE;
    expect(insuranceOf(order)).toBeUndefined();
    expect(insuranceOf({ ...order, is_local_insurance: "Y" })).toBe("10.00");
  });

  it("charges signatures, batteries once an order, paper proof, and the handling of duties paid", () => {
    expect(linesOf("INTL_ECON", consignment({ signature: "O" })).SIGNATURE_O).toBe("25.00");
    expect(linesOf("INTL_ECON", consignment({ signature: "A" })).SIGNATURE_A).toBe("45.00");
    expect(linesOf("INTL_ECON", consignment({ hasBattery: true, parcels: [parcel("1"), parcel("1")] })).BATTERY).toBe(
      "30.00",
    );
    expect(linesOf("LOCAL_DOOR", local({ deliveryProof: "W" })).PAPER_PROOF).toBe("10.00");
    expect(linesOf("LOCAL_DOOR", local({ deliveryProof: "E" })).PAPER_PROOF).toBeUndefined();
    const worth = (declaredValue: string, taxParty: Consignment["taxParty"], currency = "HKD") =>
      linesOf("INTL_ECON", consignment({ parcels: [parcel("1", null, { declaredValue })], taxParty, currency }))
        .DUTIES_PAID;
    expect(worth("10000", "sender")).toBe("200.00");
    expect(worth("10000", "recipient")).toBeUndefined();
    expect(worth("10000", null)).toBeUndefined();
    expect(worth("100", "sender")).toBe("120.00");
    expect(worth("1000", "sender", "EUR")).toBe("182.00");
    // Half a cent goes up.
    expect(worth("6000.25", "sender")).toBe("120.01");
  });

  it("reads values, batteries and duties off an order", () => {
    const order = orderInput.parse({
      ...intlExample,
      shipment_options: { tax_party: "sender", recipient_signature: "A" },
      shipment_detail: {
        ...intlExample.shipment_detail,
        currency: "USD",
        parcel_list: [
          {
            ...intlExample.shipment_detail.parcel_list[0],
            insurance_fee: "300",
            declaration_list: [
              {
                description: "Torch",
                qty: "3",
                single_price: "250.50",
                battery: { type: "chargeable", location: "inside" },
              },
              { description: "Cable", qty: "10", single_price: "4" },
            ],
          },
        ],
      },
    });
    // (3 × 250.50 + 10 × 4) × 7.80 × 2 % and 300 × 7.80 × 1 %
    expect(linesOf("INTL_EXPR", consignmentOfOrder(order))).toEqual({
      BASE: "570.00",
      FUEL: "159.60",
      INSURANCE: "23.40",
      SIGNATURE_A: "45.00",
      DUTIES_PAID: "123.47",
      BATTERY: "30.00",
    });
  });
});

describe("properties of all prices", () => {
  const weight = fc.integer({ min: 1, max: 30_000 }).map((grams) => decimal(grams).div(1000).toString());
  const side = fc.integer({ min: 0, max: 1500 }).map((mm) => decimal(mm).div(10).toString());
  const value = fc.integer({ min: 0, max: 5_000_00 }).map((cents) => decimal(cents).div(100).toString());
  const anyParcel = fc.record({
    weight,
    length: side,
    width: side,
    height: side,
    insuredValue: value,
    declaredValue: value,
  });
  const anyConsignment = fc.record({
    parcels: fc.array(anyParcel, { minLength: 1, maxLength: 4 }),
    country: fc.constantFrom("CN", "JP", "US", "PR", "GB", "DE", "BR"),
    currency: fc.constantFrom("HKD", "USD", "IDR"),
    signature: fc.constantFrom("N" as const, "O" as const, "A" as const),
    taxParty: fc.constantFrom("sender" as const, "recipient" as const, null),
    hasBattery: fc.boolean(),
    address: fc.constantFrom("旺角", "長洲"),
    cod: fc.option(value),
    deliveryProof: fc.constantFrom("E" as const, "W" as const, "N" as const),
  });
  type Generated = typeof anyConsignment extends fc.Arbitrary<infer T> ? T : never;

  function of(provider: string, { cod, address, ...rest }: Generated): Consignment {
    if (LOCAL.includes(provider))
      return local({
        ...rest,
        country: "HK",
        currency: "HKD",
        address,
        codAmount: cod,
        signature: "N",
        taxParty: null,
      });
    return consignment({ ...rest, packageType: "pallet" });
  }

  // Without the limits, so that every weight has a price.
  const boundless = withRows({
    providers: SAMPLE.providers.map((row) => ({ ...row, max_weight: "999999", pallet_max_weight: "999999" })),
    sizeLimits: [],
  });
  const priceOf = (provider: string, generated: Generated) =>
    priced(provider, of(provider, generated), { catalogue: boundless });

  it.each([...LOCAL, ...INTL])("%s: the lines sum to the price", (provider) => {
    fc.assert(
      fc.property(anyConsignment, (generated) => {
        const { price, breakdown } = priceOf(provider, generated);
        const sum = breakdown.reduce((total, { amount }) => total.plus(amount), decimal(0));
        expect(money(sum)).toBe(price);
        for (const { amount } of breakdown) expect(amount).toMatch(/^\d+\.\d\d$/);
        expect(breakdown.slice(1).every(({ amount }) => amount !== "0.00")).toBe(true);
      }),
    );
  });

  it.each([...LOCAL, ...INTL])("%s: heavier, larger or more parcels never cost less", (provider) => {
    const growth = fc.record({
      weight,
      length: side,
      width: side,
      height: side,
      insuredValue: value,
      declaredValue: value,
    });
    fc.assert(
      fc.property(anyConsignment, growth, anyParcel, (generated, more, another) => {
        const before = decimal(priceOf(provider, generated).price);
        const [first, ...others] = generated.parcels;
        if (!first) throw new Error("no parcel");
        const grown = Object.fromEntries(
          Object.entries(more).map(([field, amount]) => [
            field,
            decimal(first[field as keyof typeof first])
              .plus(amount)
              .toString(),
          ]),
        ) as typeof first;
        expect(decimal(priceOf(provider, { ...generated, parcels: [grown, ...others] }).price).gte(before)).toBe(true);
        expect(
          decimal(priceOf(provider, { ...generated, parcels: [...generated.parcels, another] }).price).gte(before),
        ).toBe(true);
      }),
    );
  });
});
