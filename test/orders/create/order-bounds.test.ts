import { beforeAll, describe, expect, it } from "vitest";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant } from "@/test/factories";

type Loose = Record<string, unknown>;

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

const create = (body: unknown) => shop.testing.post("/order/create", body);
const fieldsOf = ({ status, entries }: { status: number; entries: { field: string }[] }) => [
  status,
  entries.map(({ field }) => field),
];

function withParcel(body: ReturnType<typeof localOrder> | ReturnType<typeof intlOrder>, change: Loose): Loose {
  const [parcel] = body.shipment_detail.parcel_list as Loose[];
  return { ...body, shipment_detail: { ...body.shipment_detail, parcel_list: [{ ...parcel, ...change }] } };
}

describe("bounds, whatever the provider (contract §3.2)", () => {
  const huge = "999999999999";

  it("bind an international order, each reported only at its field", async () => {
    const item = { description: "Tea", qty: huge, single_price: huge, single_weight: huge, item_length: huge };
    const body = withParcel(intlOrder(), {
      act_weight: huge,
      length: huge,
      width: "1000.01",
      height: huge,
      insurance_fee: "10000000",
      declaration_list: [item],
    });
    const answer = await create(body);
    const at = "shipment_detail.parcel_list[].";
    expect(fieldsOf(answer)).toEqual([
      400,
      [
        ...["act_weight", "height", "width", "length", "insurance_fee"].map((field) => at + field),
        ...["qty", "single_price", "single_weight", "item_length"].map((field) => `${at}declaration_list[].${field}`),
      ],
    ]);
  });

  it("bind rates", async () => {
    const parcel = { act_weight: "10000.1", length: "1001", insurance_fee: huge };
    const items = [{ qty: "1000001", single_price: huge }];
    const answer = await shop.testing.post("/rates/get", {
      ship_type: "intl",
      recipient: { country: "JP" },
      shipment_detail: { parcel_list: [{ ...parcel, declaration_list: items }] },
    });
    expect(answer.status).toBe(400);
    expect(answer.entries.map(({ pointer }) => pointer.replace("/shipment_detail/parcel_list/0/", ""))).toEqual([
      "act_weight",
      "length",
      "insurance_fee",
      "declaration_list/0/qty",
      "declaration_list/0/single_price",
    ]);
    const cod = { ship_type: "local", cod: "Y", cod_amount: "10000000" };
    const local = await shop.testing.post("/rates/get", {
      ...cod,
      shipment_detail: { parcel_list: [{ act_weight: "1" }] },
    });
    expect(fieldsOf(local)).toEqual([400, ["cod_amount"]]);
  });

  it("bind the overview form", async () => {
    const party = { name: "Sampan Goods", phone: "23456789", address: "12 Nathan Road" };
    const send = (weight: number, length: number) =>
      shop.testing.post("/orders", {
        sender: party,
        recipient: party,
        package: { weight, dimensions: { length, width: 10, height: 10 } },
      });
    expect((await send(30, 150)).status).toBe(200);
    const answer = await send(10_000.5, 1000.5);
    expect(fieldsOf(answer)).toEqual([400, ["package.weight", "package.dimensions.length"]]);
    expect(answer.entries.map(({ message }) => message)).toEqual(["Must be at most 10000.", "Must be at most 1000."]);
    // What exceeds the provider's limits is reported at the measure that is too large.
    expect(fieldsOf(await send(30.5, 10))).toEqual([400, ["package.weight"]]);
    expect(fieldsOf(await send(1, 151))).toEqual([400, ["package.dimensions"]]);
  });

  it("bind products and repacked parcels", async () => {
    const fields = { length: "1001", weight: "10000.1", unit_value: huge, low_stock_mark: "1000001" };
    const product = await shop.testing.post("/products", { sku: "A", name: "A", ...fields });
    expect(product.status).toBe(400);
    expect(product.entries.map(({ field }) => field).sort()).toEqual(Object.keys(fields).sort());

    const packing = await merchant({ pickPack: true });
    const order = await created(
      packing.testing,
      withParcel(localOrder(), {
        parcel_items: [{ name: "A", qty: "1", single_value: "1", sku: "A", bar_code_eid: "B" }],
      }),
    );
    const warehouse = await clientOf("warehouse", packing.accountId);
    const parcel_list = [{ length: "1000.1", width: huge, height: "10", act_weight: "10001" }];
    const ready = await warehouse.post("/pickpack/ready", { order_id: order.order_id, parcel_list });
    expect(fieldsOf(ready)).toEqual([400, ["length", "width", "act_weight"].map((field) => `parcel_list[].${field}`)]);
  });
});

describe("fields of the other kind of order (contract §3.3)", () => {
  const saying: [string, Loose, string[]][] = [
    ["cod", { cod: "Y" }, ["cod"]],
    ["cod with its amount", { cod: "Y", cod_amount: "10" }, ["cod", "cod_amount"]],
    ["is_local_insurance", { is_local_insurance: "Y" }, ["is_local_insurance"]],
    ["delivery_proof", { delivery_proof: "E" }, ["delivery_proof"]],
    ["a proof that is none", { delivery_proof: 5 }, ["delivery_proof"]],
    ["pickup_arrange", { pickup_arrange: { pickup_date: "2096-02-29" } }, ["pickup_arrange"]],
    ["a list", { pickup_arrange: [] }, ["pickup_arrange"]],
  ];
  const silent: [string, Loose][] = [
    ["N", { cod: "N", is_local_insurance: "N", delivery_proof: "N" }],
    ["nothing", { cod: "", is_local_insurance: null, delivery_proof: "", pickup_arrange: "" }],
    ["an empty object", { pickup_arrange: {} }],
    ["an object that says nothing", { pickup_arrange: { pickup_date: "", pickup_start_time: null, x: { y: "N" } } }],
    ["an amount without cod", { cod_amount: "100" }],
    ["an amount that is not collected", { cod: "N", cod_amount: 100 }],
  ];

  it.each(saying)("an international order refuses %s", async (_name, more, fields) => {
    const answer = await create({ ...intlOrder(), ...more });
    expect(fieldsOf(answer)).toEqual([400, fields]);
    expect(answer.entries[0]?.message).toContain("Only local orders");
  });

  it.each(silent)("an international order takes %s", async (_name, more) => {
    expect((await create({ ...intlOrder(), ...more })).status).toBe(200);
  });

  it("a local order refuses shipment_options that say something", async () => {
    for (const shipment_options of [{ tax_party: "sender" }, { recipient_signature: "A" }, "x", { other: 1 }]) {
      const answer = await create(localOrder({ shipment_options }));
      expect(fieldsOf(answer)).toEqual([400, ["shipment_options"]]);
      expect(answer.entries[0]?.message).toContain("Only international orders");
    }
    for (const shipment_options of [{}, "", null, { recipient_signature: "N", ioss_number: "" }])
      expect((await create(localOrder({ shipment_options }))).status).toBe(200);
  });

  it("are reported after other failures", async () => {
    const answer = await create({ ...intlOrder(), shipping_provider: "NOBODY", cod: "Y" });
    expect(fieldsOf(answer)).toEqual([400, ["shipping_provider", "cod"]]);
    expect((await create({ ...intlOrder(), future_field: "Y" })).status).toBe(200);
  });

  it("are refused by rates too", async () => {
    const parcels = { shipment_detail: { parcel_list: [{ act_weight: "1", length: "1", width: "1", height: "1" }] } };
    const intl = { ship_type: "intl", recipient: { country: "JP" }, ...parcels };
    expect(fieldsOf(await shop.testing.post("/rates/get", { ...intl, cod: "Y" }))).toEqual([400, ["cod"]]);
    expect((await shop.testing.post("/rates/get", { ...intl, cod: "N" })).status).toBe(200);
  });
});

describe("local insurance (contract §3.4)", () => {
  const insured = (...fees: (string | undefined)[]) => {
    const body = localOrder({ is_local_insurance: "Y" });
    const [parcel] = body.shipment_detail.parcel_list;
    const parcel_list = fees.map((insurance_fee) => ({ ...parcel, insurance_fee }));
    return { ...body, shipment_detail: { ...body.shipment_detail, parcel_list } };
  };

  it("needs a value in some parcel", async () => {
    for (const fees of [[undefined], ["0"], ["0.00", ""]] as const) {
      const answer = await create(insured(...fees));
      expect(answer.entries.map(({ pointer }) => pointer)).toEqual(["/shipment_detail/parcel_list/0/insurance_fee"]);
    }
    expect((await create(insured("0", "0.01"))).status).toBe(200);
    expect((await create({ ...insured("0"), is_local_insurance: "N" })).status).toBe(200);
    // An invalid value has its own problem.
    const answer = await create(insured(undefined, "much"));
    expect(answer.entries.map(({ pointer }) => pointer)).toEqual(["/shipment_detail/parcel_list/1/insurance_fee"]);
  });

  it("needs it in rates and changes too", async () => {
    const rates = (fee: string) =>
      shop.testing.post("/rates/get", {
        ship_type: "local",
        is_local_insurance: "Y",
        shipment_detail: { parcel_list: [{ act_weight: "1", insurance_fee: fee }] },
      });
    expect(fieldsOf(await rates("0"))).toEqual([400, ["shipment_detail.parcel_list[].insurance_fee"]]);
    expect((await rates("1")).status).toBe(200);
    const order = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const change = { order_id: order.order_id, is_local_insurance: "Y" };
    expect(fieldsOf(await shop.testing.post("/order/update", change))).toEqual([
      400,
      ["shipment_detail.parcel_list[].insurance_fee"],
    ]);
  });
});

describe("names and addresses (contract §3.10)", () => {
  const INVISIBLE = [
    "\u200b\u200b\u200b\u200b\u200b",
    "\u2060\u2060\u2060\u2060\u2060",
    "\u3164\u3164\u3164\u3164\u3164",
    "\u2800\u2800\u2800\u2800\u2800",
  ];

  it.each(INVISIBLE)("must have something visible: %j", async (nothing) => {
    const intl = intlOrder();
    const party = { name: nothing, address: nothing, company_name: nothing, address_line_2: nothing };
    const answer = await create({ ...intl, sender: { ...intl.sender, ...party } });
    const fields = ["name", "company_name", "address", "address_line_2"].map((field) => `sender.${field}`);
    expect(fieldsOf(answer)).toEqual([400, fields]);
    expect(new Set(answer.entries.map(({ message }) => message))).toEqual(
      new Set(["Must have at least one character that can be seen."]),
    );
    const local = localOrder();
    const to = (address: string) => ({ ...local.recipient, name: nothing, address });
    for (const address of [nothing, `${nothing}^KLN-L001`])
      expect(fieldsOf(await create({ ...local, shipping_provider: "LOCAL_POINT", recipient: to(address) }))).toEqual([
        400,
        ["recipient.name", "recipient.address"],
      ]);
    const short = { name: nothing, phone: "23456789", address: nothing };
    const dimensions = { length: 1, width: 1, height: 1 };
    expect(
      fieldsOf(
        await shop.testing.post("/orders", { sender: short, recipient: short, package: { weight: 1, dimensions } }),
      ),
    ).toEqual([400, ["sender.name", "sender.address", "recipient.name", "recipient.address"]]);
  });

  it("may have invisible characters next to it", async () => {
    const local = localOrder();
    const recipient = { ...local.recipient, name: "\u200bล\u0e31", address: "\u200f號\u200b\u200b\u200b" };
    expect((await create({ ...local, recipient })).status).toBe(200);
    for (const name of ["字", "😀", "👩‍🚀", "é", "1", "-"])
      expect((await create({ ...local, recipient: { ...local.recipient, name } })).status).toBe(200);
  });
});

describe("cod_amount (contract §3.5)", () => {
  it.each([5, true, [], { a: 1 }, "many", "1.234"])("is not read without cod Y: %j", async (cod_amount) => {
    for (const cod of ["N", undefined]) expect((await create(localOrder({ cod, cod_amount }))).status).toBe(200);
    expect(fieldsOf(await create(localOrder({ cod: "Y", cod_amount })))).toEqual([400, ["cod_amount"]]);
  });
});
