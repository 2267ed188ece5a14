import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { intlExample, localExample } from "@/lib/contracts/examples";
import { orderInput } from "@/lib/contracts/order";
import { rateRequest } from "@/lib/contracts/rate";
import { rateRules } from "@/lib/contracts/rate-rules";
import { consignmentOfOrder, consignmentOfRate, fingerprint, nextCollection, serviceProblems } from "@/server/carriers";
import { SAMPLE } from "@/server/db/sample";
import {
  consignment,
  DAY,
  INTL,
  LOCAL,
  local,
  type Parcel,
  parcel,
  priced,
  refused,
  sample,
  withRows,
} from "./consignments";

describe("what a provider does not take", () => {
  it("keeps the kinds of order apart", () => {
    expect(refused("INTL_EXPR", local())).toMatchObject({ at: "provider", problem: { key: "providerUnknown" } });
    expect(refused("LOCAL_DOOR", consignment({})).problem.reason).toBe("SERVICE_NOT_AVAILABLE");
    expect(refused("NOBODY", local()).problem.key).toBe("providerUnknown");
    expect(refused("constructor", local()).problem.key).toBe("providerUnknown");
    const catalogue = withRows({ providers: SAMPLE.providers.map((row) => ({ ...row, active: false })) });
    expect(refused("LOCAL_DOOR", local(), catalogue).problem.key).toBe("providerUnknown");
  });

  it("judges the weight of each parcel, not of all, nor its volume", () => {
    expect(priced("LOCAL_SAMEDAY", local({ parcels: [parcel("10"), parcel("10")] })).chargeableWeight).toBe("20");
    expect(refused("LOCAL_SAMEDAY", local({ parcels: [parcel("1"), parcel("10.01")] })).problem).toMatchObject({
      key: "tooHeavy",
      params: { provider: "LOCAL_SAMEDAY", max: "10", weight: "10.01" },
    });
    expect(priced("INTL_ECON", consignment({ parcels: [parcel("1", ["100", "80", "60"])] })).chargeableWeight).toBe(
      "80",
    );
    expect(refused("INTL_ECON", consignment({ parcels: [parcel("31")] })).problem.key).toBe("tooHeavy");
    expect(priced("INTL_ECON", consignment({ packageType: "pallet", parcels: [parcel("300")] })).ok).toBe(true);
    expect(refused("INTL_ECON", consignment({ packageType: "pallet", parcels: [parcel("300.1")] })).problem.key).toBe(
      "tooHeavy",
    );
  });

  it("does not collect cash or take pallets where it is not offered", () => {
    expect(refused("INTL_ECON", consignment({ codAmount: "10" }))).toMatchObject({
      at: "cod",
      problem: { key: "codNotSupported" },
    });
    expect(refused("LOCAL_DOOR", local({ packageType: "pallet" })).problem.key).toBe("packageTypeNotServed");
  });

  it("judges pickup points: known, open, its own, with room", () => {
    const to = (deliveryCode: string, ...parcels: Parcel[]) =>
      local({ deliveryCode, parcels: parcels.length ? parcels : [parcel("5")] });
    const codeOf = (status: string) =>
      SAMPLE.pickupPoints.find((point) => point.status === status)?.delivery_code ?? "";
    expect(priced("LOCAL_POINT", to("KLN-L001")).ok).toBe(true);
    expect(priced("LOCAL_POINT", to("KLN-C001")).ok).toBe(true);
    for (const code of ["KLN-L999", "kln-l001", "", codeOf("SUSPENDED"), codeOf("CLOSED"), "__proto__"]) {
      expect(refused("LOCAL_POINT", to(code))).toMatchObject({
        at: "pickup_point",
        problem: { key: "pickupPointUnknown", reason: "PICKUP_POINT_UNAVAILABLE" },
      });
    }
    expect(refused("LOCAL_DOOR", to("KLN-L001")).problem).toMatchObject({
      key: "pickupNotSupported",
      reason: "PICKUP_POINT_UNAVAILABLE",
    });
    expect(refused("LOCAL_POINT", to("KLN-C001", parcel("5.01")))).toMatchObject({
      at: "pickup_point",
      problem: { key: "tooHeavy", reason: "SERVICE_NOT_AVAILABLE", params: { provider: "KLN-C001", max: "5" } },
    });
    expect(priced("LOCAL_POINT", to("KLN-L001", parcel("5", ["35", "87", "45"]))).ok).toBe(true);
    expect(refused("LOCAL_POINT", to("KLN-L001", parcel("5", ["36", "87", "45"]))).problem).toMatchObject({
      key: "tooLarge",
      params: { max: "87 × 45 × 35" },
    });
    expect(refused("LOCAL_POINT", to("KLN-L001", { ...parcel("5"), height: "88" })).problem.key).toBe("tooLarge");
  });
});

describe("fingerprints", () => {
  const printOfRate = (body: unknown) => fingerprint(sample, consignmentOfRate(rateRequest.parse(body)));
  const printOfOrder = (body: unknown) => fingerprint(sample, consignmentOfOrder(orderInput.parse(body)));

  it("are equal for a bare rate request and an order whose defaults say the same", () => {
    const rate = {
      ship_type: "local",
      shipment_detail: { parcel_list: [{ act_weight: "2.30", length: "30.0", width: "10", height: "20" }] },
    };
    expect(printOfRate(rate)).toBe(printOfOrder(localExample));
    expect(printOfRate({ ...rate, cod: "Y", cod_amount: "10.0" })).toBe(
      printOfOrder({ ...localExample, cod: "Y", cod_amount: "10.00", delivery_proof: "E" }),
    );
    expect(printOfRate({ ...rate, recipient: { city: "Sai Kung" } })).toBe(
      printOfOrder({ ...localExample, recipient: { ...localExample.recipient, address: "西貢萬年街 1 號" } }),
    );
  });

  it("are equal abroad, whatever the values when no fee depends on them", () => {
    const rate = {
      ship_type: "intl",
      recipient: { country: "Japan" },
      shipment_detail: {
        currency: "USD",
        parcel_list: [{ act_weight: "3.2", length: "40", width: "30", height: "20" }],
      },
    };
    expect(printOfRate(rate)).toBe(printOfOrder(intlExample));
    const paidBySender = { shipment_options: { tax_party: "sender" } };
    expect(printOfRate({ ...rate, ...paidBySender })).not.toBe(printOfOrder({ ...intlExample, ...paidBySender }));
  });

  it("are equal whichever parcel is named first", () => {
    const parcels = [{ act_weight: "1" }, { act_weight: "2", length: "30", width: "10", height: "20" }];
    const rate = (parcel_list: object[]) => ({ ship_type: "local", shipment_detail: { parcel_list } });
    expect(printOfRate(rate(parcels))).toBe(printOfRate(rate(parcels.toReversed())));
  });

  it("differ as soon as the price may", () => {
    const base = printOfOrder(localExample);
    const remote = { ...localExample, recipient: { ...localExample.recipient, address: "長洲新興街 1 號" } };
    for (const other of [
      remote,
      { ...localExample, delivery_proof: "W" },
      { ...localExample, cod: "Y", cod_amount: "10" },
    ])
      expect(printOfOrder(other)).not.toBe(base);
  });
});

describe("rules of a whole order", () => {
  const problemsOf = (body: unknown, today = DAY) =>
    serviceProblems(sample, body, today).map(({ path, key, reason }) => [path.join("."), key, reason]);

  it("has nothing to say of good orders", () => {
    expect(problemsOf(localExample)).toEqual([]);
    expect(problemsOf(intlExample)).toEqual([]);
  });

  it("reports an unknown service, and one of the other kind", () => {
    for (const code of ["NOBODY", "INTL_EXPR"])
      expect(problemsOf({ ...localExample, shipping_provider: code })).toEqual([
        ["shipping_provider", "providerUnknown", "SERVICE_NOT_AVAILABLE"],
      ]);
  });

  it("judges what it can of a broken order, all at once", () => {
    const problems = problemsOf({
      ship_type: "local",
      shipping_provider: "LOCAL_SAMEDAY",
      recipient: { address: "Somewhere^KLN-L001", name: 5 },
      shipment_detail: { parcel_list: [null, { act_weight: "heavy" }, { act_weight: "11" }] },
      cod: "Y",
      pickup_arrange: { pickup_date: "2026-11-22" },
    });
    expect(problems).toEqual([
      ["shipping_provider", "tooHeavy", "SERVICE_NOT_AVAILABLE"],
      ["recipient.address", "pickupNotSupported", "PICKUP_POINT_UNAVAILABLE"],
      ["pickup_arrange.pickup_date", "pickupClosed", undefined],
    ]);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.constantFrom("intl", "local"),
        fc.constantFrom(...LOCAL, ...INTL),
        (value, ship_type, shipping_provider) => {
          serviceProblems(sample, value, DAY);
          serviceProblems(
            sample,
            {
              ship_type,
              shipping_provider,
              recipient: value,
              shipment_detail: value,
              pickup_arrange: value,
              shipment_options: value,
            },
            DAY,
          );
          serviceProblems(
            sample,
            {
              ship_type,
              shipping_provider,
              recipient: { address: value, country: value, state: value },
              shipment_detail: { parcel_list: [value] },
            },
            DAY,
          );
        },
      ),
    );
  });

  it.each([
    ["LOCAL_DOOR", "2026-11-22", false],
    ["LOCAL_DOOR", "2026-12-25", false],
    ["LOCAL_POINT", "2026-11-21", false],
    ["LOCAL_POINT", "2026-11-22", true],
    ["LOCAL_POINT", "2026-12-25", true],
    ["LOCAL_SAMEDAY", "2027-02-08", true],
    ["LOCAL_SAMEDAY", "2027-02-10", false],
    // Another rule reports it.
    ["LOCAL_POINT", "2026-11-15", false],
    ["LOCAL_POINT", "2026-11-31", false],
  ])("%s on %s: closed is %s", (shipping_provider, pickup_date, isClosed) => {
    const problems = problemsOf({ ...localExample, shipping_provider, pickup_arrange: { pickup_date } });
    expect(problems.map(([path]) => path)).toEqual(isClosed ? ["pickup_arrange.pickup_date"] : []);
  });

  it("says for today, too, that no courier collects", () => {
    const order = { ...localExample, shipping_provider: "LOCAL_POINT", pickup_arrange: { pickup_date: "2026-12-25" } };
    expect(problemsOf(order, "2026-12-25").map(([path]) => path)).toEqual(["pickup_arrange.pickup_date"]);
    // A past day has its own problem.
    expect(problemsOf(order, "2026-12-26")).toEqual([]);
  });

  it("treats every Sunday as a holiday, though the provider's row names it", () => {
    const providers = SAMPLE.providers.map((row) => ({ ...row, pickup_weekdays: [1, 2, 3, 4, 5, 6, 7] }));
    const order = { ...localExample, shipping_provider: "LOCAL_POINT", pickup_arrange: { pickup_date: "2026-11-22" } };
    expect(serviceProblems(withRows({ providers }), order, DAY)).toMatchObject([{ key: "pickupClosed" }]);
    expect(serviceProblems(withRows({ providers }), { ...order, shipping_provider: "LOCAL_DOOR" }, DAY)).toEqual([]);
  });

  it("asks for the account number where the provider's row says so", () => {
    const order = (options: unknown, change = {}) => ({
      ...intlExample,
      shipping_provider: "EXPR_EXPORT",
      recipient: { ...intlExample.recipient, country: "US", state: "PR" },
      shipment_options: options,
      ...change,
    });
    const wanted = [["shipment_options.courier_account_number", "courierAccount", undefined]];
    expect(problemsOf(order({ tax_party: "recipient" }))).toEqual(wanted);
    for (const courier_account_number of ["12345678", "1234567890", "12345678a", "１２３４５６７８９", "123456789\n"])
      expect(problemsOf(order({ tax_party: "recipient", courier_account_number }))).toEqual(wanted);
    expect(problemsOf(order({ tax_party: "recipient", courier_account_number: "123456789" }))).toEqual([]);
    expect(problemsOf(order({ tax_party: "sender" }))).toEqual([]);
    expect(problemsOf(order(undefined))).toEqual([]);
    expect(problemsOf(order({ tax_party: "recipient" }, { shipping_provider: "INTL_EXPR" }))).toEqual([]);
    expect(
      problemsOf(
        order({ tax_party: "recipient" }, { recipient: { ...intlExample.recipient, country: "US", state: "NY" } }),
      ),
    ).toEqual([]);
    expect(
      problemsOf(
        order({ tax_party: "recipient" }, { recipient: { ...intlExample.recipient, country: "puerto rico" } }),
      ),
    ).toEqual(wanted);
  });
});

describe("the next day on which a provider collects from the warehouse", () => {
  const catalogue = withRows({
    providers: SAMPLE.providers.map((row) => ({
      ...row,
      pickup_weekdays: row.code === "INTL_ECON" ? [] : row.code === "INTL_EXPR" ? [5] : [1, 2, 3, 4, 5, 6, 7],
      pickup_on_holidays: row.code === "LOCAL_DOOR",
    })),
    holidays: ["2026-12-25", "2026-12-26"].map((date) => ({
      date,
      name_en: "Christmas",
      name_zh: "聖誕節",
      source: "test",
    })),
  });

  it.each([
    ["that collects on holidays and Sundays", "LOCAL_DOOR", ["2026-12-25", "2026-12-26", "2026-12-27"]],
    ["that does not", "LOCAL_SAMEDAY", ["2026-12-28", "2026-12-28", "2026-12-28"]],
    ["whose rows name no days", "INTL_ECON", ["2026-12-28", "2026-12-28", "2026-12-28"]],
    ["that comes on Fridays, once a holiday is over", "INTL_EXPR", ["2027-01-01", "2027-01-01", "2027-01-01"]],
    ["that is unknown", "NOBODY", ["2026-12-28", "2026-12-28", "2026-12-28"]],
  ])("of one %s", (_name, provider, days) => {
    const after = ["2026-12-24", "2026-12-25", "2026-12-26"];
    expect(after.map((day) => nextCollection(catalogue, provider, day))).toEqual(days);
  });
});

describe("rules of a rate request", () => {
  const problemsOf = (body: Record<string, unknown>) =>
    rateRules(body, []).map(({ path, key }) => [path.join("."), key]);

  it("judges cash on delivery and the recipient's country", () => {
    expect(problemsOf({ ship_type: "local", cod: "Y" })).toEqual([["cod_amount", "required"]]);
    expect(problemsOf({ ship_type: "local", cod: "Y", cod_amount: "0" })).toEqual([["cod_amount", "codAmount"]]);
    expect(problemsOf({ ship_type: "local", cod: "N", cod_amount: "x" })).toEqual([]);
    for (const country of ["HK", "hk", "Hong Kong"])
      expect(problemsOf({ ship_type: "intl", recipient: { country } })).toEqual([
        ["recipient.country", "recipientInHongKong"],
      ]);
    expect(problemsOf({ ship_type: "intl", recipient: { country: "JP" } })).toEqual([]);
    expect(problemsOf({})).toEqual([]);
  });
});
