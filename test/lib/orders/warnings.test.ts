import { describe, expect, it } from "vitest";
import { isPossiblePhone } from "@/lib/addresses/phone-number";
import { intlExample, localExample } from "@/lib/contracts/examples";
import { isCheckDigitWrong, isNonLatin, isVague, orderWarnings } from "@/lib/orders/warnings";

type Loose = Record<string, unknown>;

const ITEM = intlExample.shipment_detail.parcel_list[0]?.declaration_list[0] as Loose;
const warned = (body: unknown, isPossible?: (prefix: string, mobile: string) => boolean) =>
  orderWarnings(body, isPossible).map(({ path, key }) => `${path.join(".")} ${key}`);

function declaring(item: Loose, change: Loose = {}): Loose {
  const [parcel] = intlExample.shipment_detail.parcel_list;
  return {
    ...intlExample,
    ...change,
    shipment_detail: {
      ...intlExample.shipment_detail,
      parcel_list: [{ ...parcel, declaration_list: [{ ...ITEM, ...item }] }],
    },
  };
}
const AT = "shipment_detail.parcel_list.0.declaration_list.0";

describe("warnings", () => {
  it("are absent for correct orders", () => {
    expect(warned(intlExample)).toEqual([]);
    expect(warned(localExample)).toEqual([]);
  });

  it("are absent for what is not filled in yet, and never throw", () => {
    for (const body of [undefined, null, "x", 7, [], {}, { ship_type: "intl" }, { ship_type: "intl", sender: "x" }])
      expect(warned(body)).toEqual([]);
    expect(
      warned({ ship_type: "intl", shipment_detail: { parcel_list: [null, { declaration_list: ["x"] }] } }),
    ).toEqual([]);
  });

  it.each(["gift", "Gifts", "sample", "spare parts", "General goods", "Gift, sample", "禮物", "樣本", "貨品及配件"])(
    "of a description that fits anything: %s",
    (description) => {
      expect(isVague(description)).toBe(true);
      expect(warned(declaring({ description }))).toEqual([`${AT}.description vagueDescription`]);
    },
  );

  it.each(["Porcelain tea set", "Gift box of tea", "car parts", "cotton T-shirt", "茶具", "瓷器禮物", "", "123"])(
    "but not of one that says what it is: %s",
    (description) => expect(isVague(description)).toBe(false),
  );

  it("of an HS code under 6 digits", () => {
    expect(warned(declaring({ hscode: "6911" }))).toEqual([`${AT}.hscode hsShort`]);
    for (const hscode of ["691110", "6911.10", "6911101000"]) expect(warned(declaring({ hscode }))).toEqual([]);
  });

  it.each(["US", "CA", "AU", "JP", "BR", "CN", "MX", "IN"])(
    "of a state and a postal code that are missing: %s",
    (country) => {
      const recipient = { ...intlExample.recipient, country, state: "", post_code: undefined };
      expect(warned({ ...intlExample, recipient })).toEqual([
        "recipient.state stateMissing",
        "recipient.post_code postcodeMissing",
      ]);
    },
  );

  it("of an address that lacks what its country has, and of nothing else", () => {
    const missing = (country: string) =>
      warned({ ...intlExample, recipient: { ...intlExample.recipient, country, state: "", post_code: "" } });
    for (const country of ["GB", "CH", "SG", "KR"])
      expect(missing(country), country).toEqual(["recipient.post_code postcodeMissing"]);
    for (const country of ["AE", "MO", "PA", ""]) expect(missing(country), country).toEqual([]);
    expect(warned({ ...intlExample, sender: { ...intlExample.sender, country: "cn" } })).toEqual([
      "sender.state stateMissing",
      "sender.post_code postcodeMissing",
    ]);
    expect(warned({ ...localExample, recipient: { ...localExample.recipient, country: "US" } })).toEqual([]);
  });

  it("of an HS code and an origin that a line lacks, once it is begun", () => {
    expect(warned(declaring({ hscode: "", origin: null }))).toEqual([
      `${AT}.hscode hsMissing`,
      `${AT}.origin originMissing`,
    ]);
    expect(warned(declaring({ description: "", hscode: "", origin: "" }))).toEqual([]);
  });

  it("of batteries on their own, and not of things with one or for one", () => {
    for (const description of ["Power bank 20000 mAh", "AA batteries", "lithium battery pack", "行動電源", "鋰電池"])
      expect(warned(declaring({ description })), description).toEqual([`${AT}.battery looseBattery`]);
    for (const description of [
      "Toy car with batteries",
      "Battery charger",
      "Power bank case",
      "玩具車（連電池）",
      "電池盒",
    ])
      expect(warned(declaring({ description })), description).toEqual([]);
  });

  it("of a missing IOSS number to the European Union, up to EUR 150", () => {
    const to = (country: string, currency: string, single_price: string, qty = "2") => {
      const order = declaring({ single_price, qty }, { recipient: { ...intlExample.recipient, country } });
      return warned({ ...order, shipment_detail: { ...(order.shipment_detail as Loose), currency } });
    };
    const ioss = ["shipment_options.ioss_number iossMissing"];
    for (const country of ["DE", "GR", "SE"]) expect(to(country, "EUR", "75")).toContain(ioss[0]);
    expect(to("FR", "HKD", "380")).toEqual(ioss);
    for (const order of [to("FR", "EUR", "75.01"), to("FR", "HKD", "1380"), to("GB", "EUR", "5"), to("CH", "EUR", "5")])
      expect(order).toEqual([]);
  });

  it("of each CPSC id that a registered product lacks", () => {
    expect(warned(declaring({ is_cpsc_registered: "Y", cpsc_certifier_id: "C1" }))).toEqual([
      `${AT}.cpsc_product_id cpscMissing`,
      `${AT}.cpsc_version_id cpscMissing`,
    ]);
    expect(warned(declaring({ is_cpsc_registered: "N" }))).toEqual([]);
  });

  it("of letters that customs abroad cannot read, in international parties only", () => {
    const recipient = { ...intlExample.recipient, name: "佐藤花子", city: "Київ" };
    expect(warned({ ...intlExample, recipient })).toEqual(["recipient.name nonLatin", "recipient.city nonLatin"]);
    expect(warned({ ...intlExample, sender: { ...intlExample.sender, company_name: "海港茶莊" } })).toEqual([
      "sender.company_name nonLatin",
    ]);
    for (const text of ["São Paulo", "Lukas Müller", "Straße 5", "Łódź", "12/F, #08-11"])
      expect(isNonLatin(text), text).toBe(false);
  });

  it("of telephone numbers that cannot be, once the check is loaded", () => {
    const call = (mobile_prefix: string, mobile: string) =>
      warned({ ...intlExample, recipient: { ...intlExample.recipient, mobile_prefix, mobile } }, isPossiblePhone);
    expect(call("+81", "9012345678")).toEqual([]);
    expect(call("+81", "90123")).toEqual(["recipient.mobile phoneNotPossible"]);
    // Real mobile numbers of Hong Kong that stricter checks refuse.
    for (const mobile of ["41234567", "7123 4567", "91234567"])
      expect(warned({ ...localExample, recipient: { ...localExample.recipient, mobile } }, isPossiblePhone)).toEqual(
        [],
      );
    expect(call("", "")).toEqual([]);
  });

  it("of IOSS and EORI numbers of another form", () => {
    const ioss = (ioss_number: string) => warned({ ...intlExample, shipment_options: { ioss_number } });
    expect(ioss("IM1234567890")).toEqual([]);
    expect(ioss("1234567890")).toEqual(["shipment_options.ioss_number iossForm"]);
    const eori = (eori_number: string) =>
      warned({ ...intlExample, recipient: { ...intlExample.recipient, eori_number } });
    expect(eori("GB123456789000")).toEqual([]);
    expect(eori("123456789000")).toEqual(["recipient.eori_number eoriForm"]);
  });

  it("of barcodes whose check digit is wrong, whatever the kind of order", () => {
    for (const right of ["4006381333931", "73513537", "036000291452", "10614141000415", "TEA-1", "12345"])
      expect(isCheckDigitWrong(right), right).toBe(false);
    expect(isCheckDigitWrong("4006381333932")).toBe(true);
    expect(warned(declaring({ sku: "A", bar_code_eid: "4006381333932" }))).toEqual([
      `${AT}.bar_code_eid barcodeCheckDigit`,
    ]);
  });

  it("of items that weigh more than their parcel", () => {
    expect(warned(declaring({ qty: "3", single_weight: "1.5" }))).toEqual([
      "shipment_detail.parcel_list.0.act_weight itemsHeavier",
    ]);
    // The parcel weighs 3.2 kg.
    expect(warned(declaring({ qty: "1", single_weight: "3.36" }))).toEqual([]);
    expect(warned(declaring({ qty: "1", single_weight: "3.37" }))).toHaveLength(1);
    expect(warned(declaring({ qty: "many", single_weight: "1.5" }))).toEqual([]);
  });
});
