import { beforeAll, describe, expect, it } from "vitest";
import { intlExample, localExample } from "@/lib/contracts/examples";
import { judgeOrder, orderResolver } from "@/lib/contracts/form-resolver";
import { rateRequestOf } from "@/lib/contracts/rate-request";
import { MAX_ENTRIES, type Path, pointerOf } from "@/lib/errors";
import { fieldName, fieldOfPointer } from "@/lib/forms/form-paths";
import { validationMessage } from "@/lib/i18n/validation";
import { emptyOrder, orderOfDraft } from "@/lib/orders/form-values";
import { type Merchant, merchant } from "@/test/factories";

type Loose = Record<string, unknown>;

// Only the catalogue knows these: the form gets them from quotes, providers, or the server's own entries.
const CATALOGUE_CODES = ["400470", "400471", "400472"];

function paths(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  const below = Object.entries(value).flatMap(([key, child]) =>
    paths(child, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return at.length ? [at, ...below] : below;
}

function changed(body: Loose, path: Path, value: unknown): Loose {
  const copy = structuredClone(body);
  let at = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as typeof at;
  at[path.at(-1) as string] = value;
  return copy;
}

// Everything that a form could hold: every field is present and filled in.
const LOCAL: Loose = {
  ...orderOfDraft("local", {
    ...localExample,
    shipment_detail: {
      ...localExample.shipment_detail,
      parcel_list: localExample.shipment_detail.parcel_list.map((parcel) => ({ ...parcel, insurance_fee: "380" })),
    },
  }),
  cod: "Y",
  cod_amount: "120.50",
  is_local_insurance: "Y",
  delivery_proof: "W",
  client_remarks: "Order 1042",
  pickup_arrange: { pickup_date: "2099-12-01", pickup_start_time: "10:00", pickup_end_time: "13:00" },
};
const INTL: Loose = orderOfDraft("intl", {
  ...intlExample,
  recipient: { ...intlExample.recipient, tax_code: "T1", eori_number: "GB1" },
});

const WRONG = [
  "",
  null,
  "   ",
  "x",
  "-1",
  "0",
  "0.001",
  "1.2345678",
  "１２",
  "1e3",
  "N",
  "a@b",
  "2099-02-30",
  "2001-01-01",
  "09:00",
  "20:30",
  "25:00",
  "HK",
  "+852",
  "852",
  "12345678",
  "長".repeat(600),
  "a\u0000b",
  7,
  [],
  {},
];

function mutations(body: Loose): Loose[] {
  const made = paths(body)
    .filter((path) => path[0] !== "ship_type")
    .flatMap((path) => WRONG.map((wrong) => changed(body, path, wrong)));
  // Every third of all combinations: enough to reach each rule, few enough to run often.
  return made.filter((_, index) => index % 3 === 0);
}

describe("the form's verdict", () => {
  let plain: Merchant;
  let pickPack: Merchant;

  beforeAll(async () => {
    [plain, pickPack] = await Promise.all([merchant(), merchant({ pickPack: true })]);
  });

  async function expectSame(body: Loose, isPickPack = false) {
    const own = judgeOrder(body, { pickPack: isPickPack });
    const { status, entries } = await (isPickPack ? pickPack : plain).testing.post("/order/create", body);
    // Of two entries for a field the API reports the one with a code.
    const catalogue = entries.filter(({ code }) => CATALOGUE_CODES.includes(code ?? "")).map(({ pointer }) => pointer);
    const reported = own.problems
      .slice(0, MAX_ENTRIES)
      .map(({ path, key, params }) => [pointerOf(path), validationMessage(key, params)])
      .filter(([pointer]) => !catalogue.includes(pointer ?? ""));
    const shared = entries
      .filter(({ pointer }) => !catalogue.includes(pointer))
      .map(({ pointer, message }) => [pointer, message]);
    const about = JSON.stringify(body).slice(0, 2000);
    expect(reported, about).toEqual(shared);
    if (own.problems.length === 0 && entries.length === 0) expect(status, about).toBe(200);
  }

  it.each([
    ["local", LOCAL],
    ["international", INTL],
  ] as const)(
    "is the API's, field by field and word by word: %s",
    async (_kind, body) => {
      await expectSame(body);
      for (const mutated of mutations(body)) await expectSame(mutated);
    },
    120_000,
  );

  it("is the API's for several faults at once, and for an empty form", async () => {
    for (const [body, other] of [
      [LOCAL, "recipient"],
      [INTL, "sender"],
    ] as const) {
      for (const isPickPack of [false, true]) {
        await expectSame(emptyOrder(body === LOCAL ? "local" : "intl"), isPickPack);
        const whole = mutations(body).filter((each) => typeof each[other] === "object" && each[other] !== null);
        for (const each of whole.filter((_, index) => index % 40 === 0))
          await expectSame(changed(each, [other, "name"], ""), isPickPack);
      }
    }
  }, 120_000);

  it("is the API's for rules across fields", async () => {
    const bodies = [
      changed(LOCAL, ["cod_amount"], ""),
      changed(LOCAL, ["cod_amount"], "1.234"),
      changed(LOCAL, ["pickup_arrange"], { pickup_date: "", pickup_start_time: "10:00", pickup_end_time: "" }),
      changed(LOCAL, ["pickup_arrange", "pickup_end_time"], "12:29"),
      changed(LOCAL, ["shipment_detail", "parcel_list", 0, "parcel_items", 0, "bar_code_eid"], "B1"),
      changed(LOCAL, ["recipient", "address"], "abc^KLN-L001"),
      changed(INTL, ["recipient", "country"], "Hong Kong"),
      changed(INTL, ["shipment_detail", "parcel_list", 0, "declaration_list", 0, "battery"], { type: "chargeable" }),
      changed(INTL, ["shipment_detail", "parcel_list"], []),
      changed(INTL, ["shipment_detail", "parcel_list", 0, "declaration_list"], []),
    ];
    for (const body of bodies) await expectSame(body);
    for (const body of bodies) await expectSame(body, true);
  });

  it("leaves out what is empty, and sends what the API takes", () => {
    const { body, problems } = judgeOrder(INTL);
    expect(problems).toEqual([]);
    expect(JSON.stringify(body)).not.toContain('""');
    expect(JSON.parse(JSON.stringify(body)).recipient.address_line_2).toBeUndefined();
  });
});

describe("the resolver", () => {
  const resolve = (values: Loose, language: "en" | "zh-Hant" = "en") =>
    orderResolver({ judge: () => ({}), language })(values, undefined, { fields: {}, shouldUseNativeValidation: false });

  it("puts each error on its field, in the reader's language", async () => {
    const { errors } = await resolve(
      changed(LOCAL, ["shipment_detail", "parcel_list", 0, "act_weight"], "0"),
      "zh-Hant",
    );
    expect(errors).toEqual({
      shipment_detail: { parcel_list: [{ act_weight: { type: "rule", message: "不可小於 0.01。" } }] },
    });
  });

  it("takes the form's own words where it has them", async () => {
    const resolver = orderResolver({ judge: () => ({}), language: "en", messageOf: ({ key }) => `own ${key}` });
    const { errors } = await resolver(changed(LOCAL, ["cod_amount"], "0"), undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    expect(errors).toEqual({ cod_amount: { type: "rule", message: "own codAmount" } });
  });

  it("asks for further rules that the page knows", async () => {
    const resolver = orderResolver({
      judge: () => ({ more: () => [{ path: ["pickup_arrange", "pickup_date"], key: "pickupClosed" }] }),
      language: "en",
    });
    const { errors } = await resolver(LOCAL, undefined, { fields: {}, shouldUseNativeValidation: false });
    expect(Object.keys(errors)).toEqual(["pickup_arrange"]);
  });

  it("gives back the body that is sent when nothing is wrong", async () => {
    const { values, errors } = await resolve(LOCAL);
    expect(errors).toEqual({});
    expect(values).toMatchObject({ ship_type: "local", cod_amount: "120.50" });
  });

  it("keeps lists as lists, and errors of a whole list next to those of its rows", async () => {
    const { errors } = await resolve(changed(LOCAL, ["shipment_detail", "parcel_list"], []));
    expect(errors).toEqual({
      shipment_detail: { parcel_list: { root: { type: "rule", message: expect.any(String) } } },
    });
    const rows = await resolve(changed(INTL, ["shipment_detail", "parcel_list", 0, "act_weight"], "0"));
    const { shipment_detail } = rows.errors as Loose;
    expect(Array.isArray((shipment_detail as Loose).parcel_list)).toBe(true);
  });

  it("reads pointers as the API writes them", () => {
    for (const path of [
      ["sender", "mobile"],
      ["shipment_detail", "parcel_list", 0, "act_weight"],
      ["a/b", "c~d"],
    ])
      expect(fieldOfPointer(pointerOf(path))).toBe(fieldName(path));
  });
});

describe("a saved draft", () => {
  it("fills the form in with what it can use, whatever it holds", () => {
    const junk = {
      ship_type: "intl",
      sender: "nobody",
      recipient: { name: 7, city: "Tokyo", __proto__: { polluted: true } },
      shipment_detail: {
        currency: ["HKD"],
        parcel_list: [
          null,
          { act_weight: "1", declaration_list: [{ description: "Tea", battery: { type: "loose" } }] },
        ],
      },
      shipment_options: null,
    };
    const values = orderOfDraft("intl", junk) as ReturnType<typeof JSON.parse>;
    expect(values.sender).toEqual(emptyOrder("intl").sender);
    expect(values.recipient).toMatchObject({ name: "", city: "Tokyo" });
    expect(values.shipment_detail.currency).toBe("HKD");
    expect(values.shipment_detail.parcel_list).toHaveLength(2);
    expect(values.shipment_detail.parcel_list[1]).toMatchObject({
      act_weight: "1",
      length: "",
      declaration_list: [{ description: "Tea", qty: "1", battery: null }],
    });
    expect(orderOfDraft("local", undefined)).toEqual(emptyOrder("local"));
  });

  it("comes back as it was saved", () => {
    expect(orderOfDraft("local", JSON.parse(JSON.stringify(judgeOrder(LOCAL).body)))).toEqual(LOCAL);
    expect(orderOfDraft("intl", JSON.parse(JSON.stringify(judgeOrder(INTL).body)))).toEqual(INTL);
  });
});

describe("the question for prices", () => {
  it("says what is missing until route and parcels are known", () => {
    const missing = (values: Loose) => {
      const asked = rateRequestOf(values);
      return "missing" in asked ? asked.missing.map(fieldName) : [];
    };
    expect(missing(emptyOrder("local"))).toEqual(["recipient.address", "shipment_detail.parcel_list.0.act_weight"]);
    expect(missing(emptyOrder("intl"))).toEqual([
      "recipient.country",
      "shipment_detail.parcel_list.0.act_weight",
      "shipment_detail.parcel_list.0.length",
      "shipment_detail.parcel_list.0.width",
      "shipment_detail.parcel_list.0.height",
    ]);
    expect(missing(changed(LOCAL, ["cod_amount"], ""))).toEqual(["cod_amount"]);
    expect(missing(LOCAL)).toEqual([]);
    expect(missing(INTL)).toEqual([]);
  });

  it("is not held up by a half-written value, unless the price depends on it", () => {
    const half = changed(INTL, ["shipment_detail", "parcel_list", 0, "declaration_list", 0, "single_price"], "12.");
    expect("request" in rateRequestOf(half)).toBe(true);
    const paid = changed(half, ["shipment_options", "tax_party"], "sender");
    expect("missing" in rateRequestOf(paid)).toBe(true);
  });

  it("gets a quote that holds for the order", async () => {
    const { testing } = await merchant();
    const local = changed(LOCAL, ["pickup_arrange"], {});
    for (const values of [local, INTL, changed(INTL, ["shipment_options", "tax_party"], "sender")]) {
      const asked = rateRequestOf(values);
      if (!("request" in asked)) throw new Error("not ready");
      const quote = await testing.post("/rates/get", asked.request);
      expect(quote.status).toBe(200);
      const [rate] = quote.body.data.rate_list;
      const { body } = judgeOrder({ ...values, shipping_provider: rate.shipping_provider });
      const made = await testing.post("/order/create", { ...body, quote_id: quote.body.data.quote_id });
      expect(made.entries).toEqual([]);
      expect(made.body.data.quote_price).toBe(rate.quote_price);
    }
  });
});
