/** `GET /order/documents/{order_id}`: contract §13.12, and the contents of the papers. */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import {
  clientOf,
  created,
  intlOrder,
  localOrder,
  type Merchant,
  merchant,
  personOf,
  testDb,
  withPickPack,
} from "../factories";
import { api } from "../http";
import { fetchDocument } from "./fetch";
import { type ReadPage, readPdf } from "./read-pdf";

let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
});

type Loose = Record<string, unknown>;
type File = { type: string; format: string; encoding: string; content: string };

async function filesOf(body: unknown, environment: "testing" | "production" = "testing") {
  const order = await created(shop[environment], body);
  const answer = await shop[environment].get(`/order/documents/${order.order_id}`);
  expect(answer.status).toBe(200);
  const files: File[] = answer.body.data.related_documents;
  const pages = new Map(
    files.map(({ type, content }): [string, ReadPage[]] => [type, readPdf(Buffer.from(content, "base64"))]),
  );
  const text = (type: string) => (pages.get(type) ?? []).map((page) => page.text).join("\n");
  return { order, data: answer.body.data, files, pages, text };
}

type Intl = ReturnType<typeof intlOrder>;
type Item = Intl["shipment_detail"]["parcel_list"][number]["declaration_list"][number] & Loose;

/** An international order with these items in each of its parcels. */
function intlWith(parcels: Loose[][], change: Loose = {}, shipment: Loose = {}): Intl {
  const body = intlOrder(change);
  const [parcel] = body.shipment_detail.parcel_list;
  const [item] = parcel?.declaration_list ?? [];
  const parcel_list = parcels.map((items) => ({
    ...parcel,
    declaration_list: items.map((each) => ({ ...item, ...each }) as Item),
  }));
  return { ...body, shipment_detail: { ...body.shipment_detail, ...shipment, parcel_list } } as Intl;
}

describe("the documents of an order", () => {
  it("are label and packing slip of a local order", async () => {
    const { order, data } = await filesOf(localOrder());
    expect(data).toEqual({
      order_id: order.order_id,
      label_status: "READY",
      related_documents: ["label", "packing_slip"].map((type) => ({
        type,
        format: "pdf",
        encoding: "base64",
        content: expect.any(String),
      })),
    });
  });

  it("are an invoice too of an international one, and marks where a parcel must bear them", async () => {
    const { files } = await filesOf(intlOrder());
    expect(files.map(({ type }) => type)).toEqual(["label", "commercial_invoice", "packing_slip"]);
    const battery = { type: "chargeable", location: "outside" };
    const marked = await filesOf(intlWith([[{ battery }]]));
    expect(marked.files.map(({ type }) => type)).toEqual([
      "label",
      "commercial_invoice",
      "battery_label",
      "packing_slip",
    ]);
  });

  it("are the label that its own operation answers", async () => {
    const { order, files } = await filesOf(localOrder());
    const { body } = await shop.testing.get(`/order/label/${order.order_id}`);
    expect(files[0]).toEqual(body.data.related_documents[0]);
  });

  it("do not exist before confirmation and after cancellation", async () => {
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const cancelled = await created(shop.testing);
    await shop.testing.post("/order/cancel", { order_id: cancelled.order_id, reason: "DUPLICATE" });
    for (const [order, label_status] of [
      [saved, "NOT_CONFIRMED"],
      [cancelled, "CANCELLED"],
    ] as const) {
      const { body } = await shop.testing.get(`/order/documents/${order.order_id}`);
      expect(body.data).toEqual({ order_id: order.order_id, label_status, related_documents: [] });
      const { response } = await fetchDocument(shop, `/order/documents/${order.order_id}`);
      expect(response.status).toBe(404);
    }
  });

  it("are one PDF for clients that accept it, page after page, the same each time", async () => {
    const { order, pages } = await filesOf(
      intlWith([[{ battery: { type: "chargeable", location: "outside" } }], [{}]]),
    );
    const { response, bytes } = await fetchDocument(shop, `/order/documents/${order.order_id}`);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toContain(`documents-${order.tracking_number}.pdf`);
    expect(readPdf(bytes)).toEqual([...pages.values()].flat());
    const again = await fetchDocument(shop, `/order/documents/${order.order_id}`);
    expect(Buffer.from(again.bytes).equals(bytes)).toBe(true);
    expect(Buffer.from(bytes).toString("latin1")).not.toMatch(
      /\/JS\b|\/JavaScript|\/OpenAction|\/URI\b|\/Annots|\/Launch/,
    );
  });

  it("have the label on the paper asked for and the others on A4", async () => {
    const { order } = await filesOf(intlOrder());
    const { bytes } = await fetchDocument(shop, `/order/documents/${order.order_id}?paper=A6`);
    const sizes = readPdf(bytes).map(({ width, height }) => [width, height]);
    for (const [index, expected] of [
      [105, 148],
      [210, 297],
      [210, 297],
    ].entries())
      for (const [side, length] of expected.entries())
        expect(Math.abs((sizes[index]?.[side] ?? 0) - length)).toBeLessThan(0.1);
    const { status, entries } = await shop.testing.get(`/order/documents/${order.order_id}?paper=A5`);
    expect([status, entries[0]?.field]).toEqual([400, "paper"]);
  });

  it("have the day in Hong Kong on which the order was confirmed", async () => {
    const { order } = await filesOf(intlOrder());
    await sql`update orders set created_at = '2026-11-01T02:00:00Z', confirmed_at = '2026-11-18T17:00:00Z'
      where id = ${order.order_id}`.execute(await testDb());
    const { bytes } = await fetchDocument(shop, `/order/documents/${order.order_id}`);
    for (const { text } of readPdf(bytes)) expect(text).toContain("2026-11-19");
  });

  it("are readable by the account and by staff only", async () => {
    const { order } = await filesOf(localOrder());
    const path = `/order/documents/${order.order_id}`;
    const other = await merchant();
    for (const caller of [other.testing, shop.production]) expect((await caller.get(path)).status).toBe(404);
    expect((await api("testing").get(path)).status).toBe(401);
    const headers = { "x-account-id": shop.accountId };
    expect((await (await clientOf("carrier", null)).get(path, { headers })).status).toBe(403);
    for (const role of ["warehouse", "support"] as const) {
      const staff = await personOf(role, null);
      expect((await withPickPack(shop.accountId, () => staff.api.get(path, { headers }))).status).toBe(200);
    }
  });
});

describe("the commercial invoice", () => {
  it("carries what customs asks for", async () => {
    const body = intlWith(
      [
        [
          {
            description: "Porcelain tea set",
            qty: "2",
            single_price: "1380.5",
            single_weight: "1.5",
            sku: "TEA-1",
            bar_code_eid: "4891234567890",
          },
          {
            description: "茶葉 Tea leaves",
            qty: "10",
            single_price: "12",
            single_weight: "0.1",
            hscode: "090230",
            unit: "BG",
            material: "Green tea",
          },
        ],
        [
          {
            description: "Wooden tray",
            qty: "1",
            single_price: "80",
            single_weight: "0.4",
            hscode: "441990",
            origin: "VN",
          },
        ],
      ],
      { shipment_options: { tax_party: "sender", ioss_number: "IM0400000000", courier_account_number: "123456789" } },
      { currency: "USD", reason_of_export: "Return of repair", consignment_invoice_number: "INV-2026/17" },
    );
    Object.assign(body.recipient, { tax_code: "JP-9988", eori_number: "DE1234567" });
    const { order, text } = await filesOf(body, "production");
    const invoice = text("commercial_invoice");
    for (const part of [
      "COMMERCIAL INVOICE",
      "Invoice number: INV-2026/17",
      `Order: ${order.order_id}`,
      `Date: ${order.create_time?.slice(0, 10)}`,
      "DDP",
      "Reason for export: Return of repair",
      "Customs category (CN23): Returned goods",
      "Sampan Goods Ltd",
      "Chan Tai Man",
      "Hong Kong (HK)",
      "Tel +852 23456789",
      "ship@sampan-goods.example",
      "Sato Hanako",
      "Japan (JP)",
      "Tel +81 9012345678",
      "Tax ID / VAT: JP-9988",
      "EORI: DE1234567",
      "IOSS: IM0400000000",
      `Tracking number: ${order.tracking_number}`,
      "Carrier: Sampan International Express",
      "Carrier account: 123456789",
      "Packages: 2",
      "Gross weight: 6.4 kg",
      "Net weight: 4.4 kg",
      "691110",
      "090230",
      "2 PCS",
      "10 BG",
      "茶葉 Tea leaves",
      "Material: Green tea",
      "SKU: TEA-1",
      "1,380.50",
      "2,761.00",
      "VN",
      "USD 2,961.00",
      "Signature and company stamp",
      "Page 1 of 1",
    ])
      expect(invoice).toContain(part);
    expect(invoice).not.toContain("Carried over");
    expect(text("packing_slip")).toContain("10 BG");
  });

  it.each([
    [{}, "DAP", "Sale of goods"],
    [{ reason_of_export: "Gift" }, "DAP", "Gift"],
    [{ reason_of_export: "Personal, Not for resale" }, "DAP", "Other"],
    [{ reason_of_export: "Airsoft toys" }, "DAP", "Other"],
    [{ reason_of_export: "Return after repair" }, "DAP", "Returned goods"],
  ])("of %j has the terms %s and the category %s", async (shipment, terms, category) => {
    const { text } = await filesOf(intlWith([[{}]], { shipment_options: {} }, shipment));
    expect(text("commercial_invoice")).toContain(`Terms of sale: ${terms}`);
    expect(text("commercial_invoice")).toContain(`Customs category (CN23): ${category}`);
  });

  it("leaves net weight out when an item does not state its own", async () => {
    const { text } = await filesOf(intlWith([[{}, { single_weight: "" }]]));
    expect(text("commercial_invoice")).not.toContain("Net weight");
  });

  it("goes on over pages with its running total", async () => {
    const items = Array.from({ length: 90 }, (_, index) => ({
      description: `Item ${index + 1}`,
      qty: "1",
      single_price: "10",
      single_weight: "0.01",
    }));
    const { pages } = await filesOf(intlWith([items]));
    const invoice = pages.get("commercial_invoice") ?? [];
    expect(invoice.length).toBeGreaterThan(2);
    const shown = invoice.map(({ text }) => ({
      items: text.match(/^Item \d+$/gm)?.length ?? 0,
      over: /Carried over\nHKD ([\d,.]+)/.exec(text)?.[1],
      forward: /Brought forward\nHKD ([\d,.]+)/.exec(text)?.[1],
      foot: /Page \d+ of \d+/.exec(text)?.[0],
      hasHeading: text.includes("Description of goods"),
    }));
    let sum = 0;
    shown.forEach((page, index) => {
      const isLast = index === shown.length - 1;
      expect(page.forward).toBe(index === 0 ? undefined : `${sum}.00`);
      sum += page.items * 10;
      expect(page.over).toBe(isLast ? undefined : `${sum}.00`);
      expect(page.foot).toBe(`Page ${index + 1} of ${shown.length}`);
      expect(page.hasHeading).toBe(page.items > 0);
    });
    expect(sum).toBe(900);
    expect(invoice.at(-1)?.text).toContain("HKD 900.00");
  });
});

describe("battery labels", () => {
  const battery = (type: string, location: string) => ({ battery: { type, location } });

  it.each([
    ["one outside", [[{ qty: "1", ...battery("chargeable", "outside") }]], ["UN3481_PI966 1"]],
    ["two inside", [[{ qty: "2", ...battery("chargeable", "inside") }]], []],
    ["two parcels with one inside each", [1, 2].map(() => [{ qty: "1", ...battery("chargeable", "inside") }]), []],
    ["three inside", [[{ qty: "3", ...battery("nonchargeable", "inside") }]], ["UN3091_PI970 1"]],
    [
      "one inside in each of three parcels",
      [1, 2, 3].map(() => [{ qty: "1", ...battery("chargeable", "inside") }]),
      ["UN3481_PI967 1", "UN3481_PI967 2", "UN3481_PI967 3"],
    ],
    [
      "different ones",
      [
        [{}],
        [
          { qty: "1", ...battery("nonchargeable", "outside") },
          { qty: "1", ...battery("chargeable", "outside") },
        ],
      ],
      ["UN3091_PI969 2", "UN3481_PI966 2"],
    ],
  ])("are for %s", async (_name, parcels, marks) => {
    const { pages } = await filesOf(intlWith(parcels));
    const found = (pages.get("battery_label") ?? []).map(({ text }) => {
      const [, type, parcel] = /^(UN\d{4}_PI\d{3}): order \d+, parcel (\d) of \d/m.exec(text) ?? [];
      expect(text).toMatch(new RegExp(`^${type?.split("_")[0]}$`, "m"));
      return `${type} ${parcel}`;
    });
    expect(found).toEqual(marks);
  });
});

describe("the packing slip", () => {
  it("says what is in which parcel, and no price or internal remark", async () => {
    const [parcel] = localOrder().shipment_detail.parcel_list;
    const items = [
      { name: "茶杯 Cup", qty: "12", single_value: "45.67", sku: "CUP", bar_code_eid: "4891234567890" },
      { name: "Saucer", qty: "3", single_value: "5" },
    ];
    const body = localOrder({
      shipping_provider: "LOCAL_POINT",
      recipient: { ...localOrder().recipient, address: "九龍旺角彌敦道 701 號^KLN-L001" },
      reference: "SHOP-17",
      client_remarks: "INTERNAL ONLY",
    });
    Object.assign(body.shipment_detail, {
      consignment_remarks: "易碎 Fragile",
      parcel_list: [
        { ...parcel, parcel_items: items },
        { ...parcel, parcel_items: items.slice(1) },
      ],
    });
    const { order, text } = await filesOf(body);
    const slip = text("packing_slip");
    const record = (await shop.testing.get(`/order/detail/${order.order_id}`)).body.data;
    const [, second] = record.shipment_detail.parcel_list;
    const [, from, to] = /FROM\n(.*)SHIP TO\n(.*)ORDER\n/s.exec(slip) ?? [];
    expect([from, to].map((box) => box?.split("\n")[0])).toEqual(["Sampan Goods", "陳大文"]);
    for (const part of [
      `Order ${order.order_id}`,
      `Parcel 1 of 2: ${order.tracking_number}`,
      `Parcel 2 of 2: ${second.tracking_number}`,
      "2.3 kg, 30 × 20 × 10 cm",
      "Reference: SHOP-17",
      "Pickup point: KLN-L001",
      "Parcels: 2",
      "茶杯 Cup",
      "CUP",
      "4891234567890",
      "陳大文",
      "Remarks: 易碎 Fragile",
      "Total: 2 parcels",
      "18 units",
      "TEST 測試",
    ])
      expect(slip).toContain(part);
    expect(slip).not.toMatch(/45\.67|INTERNAL/);
  });
});

describe("the pickup document", () => {
  it("says what is collected where and when, where a pickup is booked", async () => {
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const pickup_arrange = { pickup_date: soon, pickup_start_time: "10:00", pickup_end_time: "13:00" };
    const { order, files, text } = await filesOf(localOrder({ pickup_arrange }));
    expect(files.map(({ type }) => type)).toEqual(["label", "packing_slip", "pickup_document"]);
    for (const part of [
      `Date: ${soon}`,
      "Time: 10:00 to 13:00, Hong Kong",
      "1 parcel, 2.3 kg",
      "Sampan Goods",
      "Tsim Sha Tsui",
      "Tel +852 23456789",
      "1 of 1",
      order.tracking_number,
      "Carrier: Sampan Local Door-to-Door",
      "Contents: Tea set",
      "DELIVER TO\n陳大文\n",
    ])
      expect(text("pickup_document")).toContain(part);
  });
});
