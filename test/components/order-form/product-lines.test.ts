import { describe, expect, it } from "vitest";
import {
  isShort,
  missingOf,
  productOfCode,
  sharedCurrency,
  unitsIn,
  withoutProducts,
  withProducts,
} from "@/components/order-form/product-lines";
import { emptyItem } from "@/lib/orders/form-values";
import { product } from "../product-frame";

const cap = product(1);

describe("lines from products", () => {
  it("fills exactly the fields that a local item has", () => {
    expect(withProducts("local", [emptyItem("local")], [{ product: cap, qty: 2 }], "HKD")).toEqual([
      {
        name: "Trail cap 1",
        qty: "2",
        single_value: "199.00",
        currency: "HKD",
        sku: "CAP-1",
        bar_code_eid: "4897654300011",
        item_length: "20",
      },
    ]);
  });

  it("fills exactly the fields that a declared line has", () => {
    expect(withProducts("intl", [emptyItem("intl")], [{ product: cap, qty: 1 }], "HKD")).toEqual([
      {
        description: "Trail cap 1",
        qty: "1",
        unit: "SET",
        single_price: "199.00",
        single_weight: "0.1",
        hscode: "650500",
        origin: "VN",
        battery: { type: "chargeable", location: "inside" },
        sku: "CAP-1",
        bar_code_eid: "4897654300011",
        item_length: "20",
      },
    ]);
  });

  it("leaves a value in another currency to the merchant", () => {
    const dollars = product(1, { currency: "USD" });
    const [line] = withProducts("local", [], [{ product: dollars, qty: 1 }], "HKD");
    expect(line).toMatchObject({ single_value: "", currency: "HKD" });
    const [declared] = withProducts("intl", [], [{ product: dollars, qty: 1 }], "USD");
    expect(declared).toMatchObject({ single_price: "199.00" });
    expect(sharedCurrency([{ product: dollars, qty: 1 }])).toBe("USD");
    expect(
      sharedCurrency([
        { product: dollars, qty: 1 },
        { product: cap, qty: 1 },
      ]),
    ).toBeNull();
    expect(sharedCurrency([{ product: product(1, { unit_value: null, currency: null }), qty: 1 }])).toBeNull();
  });

  it("raises the quantity of a line with the same SKU, keeps what was typed, replaces empty lines", () => {
    const typed = { ...emptyItem("local"), name: "My own name", sku: " CAP-1 ", qty: "3" };
    const other = { ...emptyItem("local"), name: "Gift" };
    const next = withProducts(
      "local",
      [typed, emptyItem("local"), other],
      [
        { product: cap, qty: 2 },
        { product: product(2), qty: 1 },
      ],
      "HKD",
    );
    expect(next.map(({ name, qty }) => [name, qty])).toEqual([
      ["My own name", "5"],
      ["Gift", "1"],
      ["Trail cap 2", "1"],
    ]);
    expect(unitsIn(next, cap)).toBe(5);
  });

  it("takes back what was added and nothing that was typed since", () => {
    const before = [{ ...emptyItem("local"), name: "Mine", sku: "CAP-1", qty: "" }];
    const chosen = [
      { product: cap, qty: 2 },
      { product: product(2), qty: 1 },
    ];
    const added = withProducts("local", before, chosen, "HKD");
    added.push({ ...emptyItem("local"), name: "Typed since" });
    expect(withoutProducts("local", added, chosen, before).map(({ name, qty }) => [name, qty])).toEqual([
      ["Mine", ""],
      ["Typed since", "1"],
    ]);
    const alone = [{ product: cap, qty: 1 }];
    expect(withoutProducts("local", withProducts("local", [], alone, "HKD"), alone, [emptyItem("local")])).toEqual([
      emptyItem("local"),
    ]);
  });
});

it("offers for a line only what is not filled in", () => {
  const line = { ...emptyItem("intl"), sku: "CAP-1", description: "My own words", origin: "CN" };
  expect(missingOf("intl", line, cap, "HKD")).toEqual({
    bar_code_eid: "4897654300011",
    hscode: "650500",
    battery: { type: "chargeable", location: "inside" },
    unit: "SET",
    single_weight: "0.1",
    single_price: "199.00",
    item_length: "20",
  });
  const [full] = withProducts("intl", [], [{ product: cap, qty: 1 }], "HKD");
  expect(missingOf("intl", full ?? {}, cap, "HKD")).toEqual({});
});

it("finds the product of a whole code: barcode first, then SKU", () => {
  const odd = product(2, { sku: "4897654300011", bar_code_eid: null });
  expect(productOfCode([odd, cap], "４８９７６５４３０００１１ ")).toBe(cap);
  expect(productOfCode([odd, cap], "cap-1")).toBe(cap);
  expect(productOfCode([odd, cap], "CAP")).toBeNull();
  expect(productOfCode([cap], "")).toBeNull();
});

it("says when more is wanted than there is, also when nothing is left", () => {
  expect([50, 51].map((wanted) => isShort(cap, wanted))).toEqual([false, true]);
  expect(isShort(product(1, { available: "-3" }), 1)).toBe(true);
});
