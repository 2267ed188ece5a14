/** `GET /order/label/{order_id}`: decisions §7, and what a waybill carries (design, domain facts, Labels). */
import { beforeAll, describe, expect, it } from "vitest";
import type { Environment } from "@/lib/environment";
import { fetchDocument } from "../documents/fetch";
import { readPdf } from "../documents/read-pdf";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf } from "../factories";

let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
});

type Loose = Record<string, unknown>;

const fetchPdf = (path: string, environment: Environment = "testing", accept = "application/pdf") =>
  fetchDocument(shop, path, { environment, accept });

async function labelOf(body: unknown, environment: Environment = "testing", paper = "100x150") {
  const order = await created(shop[environment], body);
  const { response, bytes } = await fetchPdf(`/order/label/${order.order_id}?paper=${paper}`, environment);
  expect(response.status).toBe(200);
  return { order, bytes, pages: readPdf(bytes) };
}

function local(change: Loose = {}, shipment: Loose = {}, parcel: Loose = {}) {
  const body = localOrder(change);
  Object.assign(body.shipment_detail, shipment);
  Object.assign(body.shipment_detail.parcel_list[0] ?? {}, parcel);
  return body;
}

describe("in JSON", () => {
  it("holds one PDF in base64", async () => {
    const order = await created(shop.testing);
    const { status, body } = await shop.testing.get(`/order/label/${order.order_id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        order_id: order.order_id,
        label_status: "READY",
        related_documents: [{ type: "label", format: "pdf", encoding: "base64", content: expect.any(String) }],
      },
    });
    const bytes = Buffer.from(body.data.related_documents[0].content, "base64");
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(readPdf(bytes)[0]?.text).toContain(order.tracking_number);
  });

  it.each([
    ["*/*"],
    ["application/json, text/plain, */*"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
    ["application/pdf;q=0.5, application/json"],
    ["application/pdf;q=0"],
  ])("is what %s gets", async (accept) => {
    const order = await created(shop.testing);
    const { response } = await fetchPdf(`/order/label/${order.order_id}`, "testing", accept);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("says that an order is not confirmed", async () => {
    const order = await created(shop.testing, local({ confirm_shipment: "N" }));
    const { body } = await shop.testing.get(`/order/label/${order.order_id}`);
    expect(body.data).toEqual({ order_id: order.order_id, label_status: "NOT_CONFIRMED", related_documents: [] });
    await shop.testing.post("/order/confirm", { order_id: order.order_id });
    const confirmed = await shop.testing.get(`/order/label/${order.order_id}`);
    expect(confirmed.body.data.label_status).toBe("READY");
  });

  it.each(["Y", "N"])("says that an order is cancelled, confirmed before: %s", async (confirm_shipment) => {
    const order = await created(shop.testing, local({ confirm_shipment }));
    await shop.testing.post("/order/cancel", { order_id: order.order_id, reason: "DUPLICATE" });
    const { body } = await shop.testing.get(`/order/label/${order.order_id}`);
    expect(body.data).toEqual({ order_id: order.order_id, label_status: "CANCELLED", related_documents: [] });
  });
});

describe("as PDF", () => {
  it.each(["application/pdf", "application/pdf, application/json;q=0.9", "Application/PDF, */*"])(
    "is what %s gets, named after the tracking number",
    async (accept) => {
      const order = await created(shop.testing);
      const { response, bytes } = await fetchPdf(`/order/label/${order.order_id}`, "testing", accept);
      expect(response.headers.get("content-type")).toBe("application/pdf");
      expect(response.headers.get("content-disposition")).toContain(`filename="label-${order.tracking_number}.pdf"`);
      const { body } = await shop.testing.get(`/order/label/${order.order_id}`);
      expect(Buffer.from(bytes).toString("base64")).toBe(body.data.related_documents[0].content);
    },
  );

  it("is a 404 for an order that has none", async () => {
    const saved = await created(shop.testing, local({ confirm_shipment: "N" }));
    const cancelled = await created(shop.testing);
    await shop.testing.post("/order/cancel", { order_id: cancelled.order_id, reason: "OTHER", remarks: "Not needed" });
    for (const [order, words] of [
      [saved, "not confirmed"],
      [cancelled, "cancelled"],
    ] as const) {
      const { response, bytes } = await fetchPdf(`/order/label/${order.order_id}`);
      expect(response.status).toBe(404);
      expect(JSON.parse(Buffer.from(bytes).toString()).error).toEqual({
        code: "404000",
        code_reason: "NOT_FOUND",
        message: expect.stringContaining(words),
      });
    }
  });

  it("has the same bytes whenever and after whatever it is made", async () => {
    // One glyph stands for both dots: what was printed first must not decide what can be copied out of the second.
    const named = (name: string) => local({ recipient: { ...localOrder().recipient, name } });
    const [first, second] = [await labelOf(named("Ana・Lee")), await labelOf(named("Ana•Lee"))];
    expect(first.pages[0]?.text).toContain("Ana・Lee");
    expect(second.pages[0]?.text).toContain("Ana•Lee");
    const again = await fetchPdf(`/order/label/${first.order.order_id}`);
    expect(Buffer.from(again.bytes).equals(first.bytes)).toBe(true);
  });

  it("is small, has a title, prints at true size and does nothing by itself", async () => {
    const { order, bytes } = await labelOf(intlOrder());
    const source = Buffer.from(bytes).toString("latin1");
    expect(bytes.length).toBeLessThan(60_000);
    expect(source).toContain(`(Label ${order.tracking_number} \\(TEST\\))`);
    expect(source).toContain("/PrintScaling /None");
    expect(source).not.toMatch(/\/JS\b|\/JavaScript|\/OpenAction|\/URI\b|\/Annots|\/Launch/);
  });
});

describe("who may have it", () => {
  it("is nobody else", async () => {
    const { order } = await labelOf(local());
    const other = await merchant();
    for (const caller of [other.testing, shop.production]) {
      const { status, body } = await caller.get(`/order/label/${order.order_id}`);
      expect({ status, code: body.error.code }).toEqual({ status: 404, code: "404000" });
    }
    const carrier = await clientOf("carrier", null);
    const { status } = await carrier.get(`/order/label/${order.order_id}`, {
      headers: { "x-account-id": shop.accountId },
    });
    expect(status).toBe(403);
  });

  it("is warehouse and support staff too", async () => {
    const { order } = await labelOf(local());
    for (const role of ["warehouse", "support"] as const) {
      const staff = await personOf(role, null);
      const { status } = await staff.api.call("GET", `/order/label/${order.order_id}`, {
        headers: { "x-account-id": shop.accountId },
      });
      expect(status).toBe(200);
    }
  });

  it("refuses papers that there are not, by name", async () => {
    const { order } = await labelOf(local());
    const { status, entries } = await shop.testing.get(`/order/label/${order.order_id}?paper=A5`);
    expect(status).toBe(400);
    expect(entries).toEqual([expect.objectContaining({ field: "paper", pointer: "/paper" })]);
  });
});

describe("pages", () => {
  it.each([
    ["100x150", 100, 150],
    ["A6", 105, 148],
    ["A4", 210, 297],
  ])("of %s measure %d × %d mm", async (paper, width, height) => {
    const { pages } = await labelOf(local(), "testing", paper);
    expect(pages).toHaveLength(1);
    expect(Math.abs((pages[0]?.width ?? 0) - width)).toBeLessThan(0.1);
    expect(Math.abs((pages[0]?.height ?? 0) - height)).toBeLessThan(0.1);
  });

  it("of A4 hold four labels when asked to, from the place asked for", async () => {
    const [parcel] = localOrder().shipment_detail.parcel_list;
    const body = local({}, { parcel_list: Array.from({ length: 5 }, () => parcel) });
    const order = await created(shop.testing, body);
    const pagesFrom = async (start: number) => {
      const { bytes } = await fetchPdf(`/order/label/${order.order_id}?paper=A4&per_page=4&start=${start}`);
      return readPdf(bytes).map(({ text, width }) => [Math.round(width), text.match(/^\d\/5$/gm)]);
    };
    expect(await pagesFrom(1)).toEqual([
      [210, ["1/5", "2/5", "3/5", "4/5"]],
      [210, ["5/5"]],
    ]);
    expect(await pagesFrom(4)).toEqual([
      [210, ["1/5"]],
      [210, ["2/5", "3/5", "4/5", "5/5"]],
    ]);
  });

  it.each([
    ["paper=100x150&per_page=4", "per_page"],
    ["paper=A6&per_page=4", "per_page"],
    ["paper=A4&per_page=2", "per_page"],
    ["paper=A4&per_page=4&start=5", "start"],
    ["paper=A4&per_page=4&start=0", "start"],
  ])("are refused with %s, naming %s", async (query, field) => {
    const order = await created(shop.testing);
    const { status, entries } = await shop.testing.get(`/order/label/${order.order_id}?${query}`);
    expect([status, entries.map((entry) => entry.field)]).toEqual([400, [field]]);
  });

  it("are one for each parcel, with its own number and weight", async () => {
    const [parcel] = localOrder().shipment_detail.parcel_list;
    const weights = ["2.3", "12.75", "0.5"];
    const body = local({}, { parcel_list: weights.map((act_weight) => ({ ...parcel, act_weight })) });
    const { order, pages } = await labelOf(body);
    const { body: record } = await shop.testing.get(`/order/detail/${order.order_id}`);
    const parcels = record.data.shipment_detail.parcel_list as { tracking_number: string }[];
    expect(pages).toHaveLength(3);
    expect(new Set(parcels.map(({ tracking_number }) => tracking_number)).size).toBe(3);
    for (const [index, { text }] of pages.entries()) {
      expect(text).toContain(`${index + 1}/3`);
      expect(text).toContain(`${weights[index]} kg`);
      parcels.forEach(({ tracking_number }, other) => {
        expect(text.includes(tracking_number)).toBe(other === index);
      });
    }
  });
});

describe("what is printed", () => {
  it("of a local order to a pickup point", async () => {
    const { order, pages } = await labelOf(
      local(
        {
          shipping_provider: "LOCAL_POINT",
          recipient: {
            name: "陳大文 Chan Tai Man",
            mobile: "91234567",
            mobile_prefix: "852",
            address: "九龍深水埗嘅邨 5 樓^KLN-L001",
          },
          cod: "Y",
          cod_amount: "1234.5",
          delivery_proof: "W",
          client_remarks: "INTERNAL ONLY 內部備註",
        },
        { consignment_declaration: "Tea set 茶具", consignment_remarks: "易碎 Fragile" },
      ),
    );
    const text = pages[0]?.text ?? "";
    for (const part of [
      order.tracking_number,
      "Sampan Local Pickup Point",
      "LOCAL_POINT",
      "KLN-L001",
      "陳大文 Chan Tai Man",
      "+852 91234567",
      "九龍深水埗嘅邨 5 樓",
      "Sampan Goods",
      "+852 23456789",
      "Tsim Sha Tsui",
      "1/1",
      "2.3 kg",
      "3 kg",
      "30×20×10",
      "Tea set 茶具",
      "易碎 Fragile",
      "HK$1,234.50",
      "POD-W",
      `ORDER  ${order.order_id}`,
      order.create_time?.slice(0, 10) ?? "",
    ])
      expect(text).toContain(part);
    expect(text).not.toContain("^");
    expect(text).not.toMatch(/INTERNAL|內部備註/);
  });

  it.each([
    [{ tax_party: "sender", recipient_signature: "A" }, ["DDP", "SIG-A"]],
    [{ tax_party: "recipient", recipient_signature: "O" }, ["DAP", "SIG-O"]],
    [{}, ["DAP"]],
  ])("of an international order with %j", async (shipment_options, marks) => {
    const { pages } = await labelOf(intlOrder({ shipment_options }));
    const text = pages[0]?.text ?? "";
    for (const part of [...marks, "INTL_EXPR", "JP", "JAPAN 日本", "150-0001", "Shibuya, Tokyo, 150-0001", "5 kg"])
      expect(text).toContain(part);
    if (!("recipient_signature" in shipment_options)) expect(text).not.toContain("SIG-");
    expect(text).not.toMatch(/BATTERY|COD/);
  });

  it("of batteries, on the parcels that hold them", async () => {
    const [parcel] = intlOrder().shipment_detail.parcel_list;
    const [item] = parcel?.declaration_list ?? [];
    const withBattery = {
      ...parcel,
      declaration_list: [
        { ...item, battery: { type: "nonchargeable", location: "inside" } },
        { ...item, battery: { type: "chargeable", location: "outside" } },
        { ...item, battery: { type: "chargeable", location: "outside" } },
      ],
    };
    const body = intlOrder();
    const shipment_detail = { ...body.shipment_detail, parcel_list: [parcel, withBattery] };
    const { pages } = await labelOf({ ...body, shipment_detail });
    expect(pages[0]?.text).not.toContain("BATTERY");
    expect(pages[1]?.text.replaceAll("\n", " ")).toContain("UN3091 PI970 UN3481 PI966");
  });

  it("of batteries of every kind in one parcel, none left out", async () => {
    const [parcel] = intlOrder().shipment_detail.parcel_list;
    const [item] = parcel?.declaration_list ?? [];
    const kinds = ["chargeable", "nonchargeable"].flatMap((type) =>
      ["inside", "outside"].map((location) => ({ ...item, battery: { type, location } })),
    );
    const body = intlOrder({ shipment_options: { tax_party: "sender", recipient_signature: "A" } });
    const shipment_detail = { ...body.shipment_detail, parcel_list: [{ ...parcel, declaration_list: kinds }] };
    for (const paper of ["100x150", "A6"]) {
      const { pages } = await labelOf({ ...body, shipment_detail }, "testing", paper);
      for (const line of ["UN3091 PI969 + PI970", "UN3481 PI966 + PI967"])
        expect(pages[0]?.text.split("\n")).toContain(line);
    }
  });

  it("says TEST in the testing environment only", async () => {
    const [testing, production] = [await labelOf(local()), await labelOf(local(), "production")];
    expect(testing.pages[0]?.text).toContain("TEST 測試");
    expect(production.pages[0]?.text).not.toMatch(/TEST|測試/);
    expect(Buffer.from(production.bytes).toString("latin1")).not.toContain("TEST");
  });

  it("is a mark where no font has the character, and nothing where there is nothing to see", async () => {
    const name = "A\u{2c00}B\u200bC\u{20bb7}D";
    const { pages } = await labelOf(local({ recipient: { ...localOrder().recipient, name } }));
    expect(pages[0]?.text).toMatch(/^A□BC□D$/m);
  });

  it("is all of 200 characters of remarks in either language", async () => {
    const english = "Deliver between nine and six, ring twice, leave nothing outside. ".repeat(4).slice(0, 200).trim();
    const chinese = "請於辦公時間內送貨並先致電收件人確認地址切勿放置門外".repeat(10).slice(0, 200);
    for (const consignment_remarks of [english, chinese]) {
      for (const paper of ["100x150", "A6"]) {
        const { pages } = await labelOf(local({}, { consignment_remarks }), "testing", paper);
        expect(pages[0]?.text.replaceAll(/\s/g, "")).toContain(consignment_remarks.replaceAll(/\s/g, ""));
      }
    }
  });

  it("has names and addresses that are as long as they may be whole on a second label, the rest on the first", async () => {
    const zh = (length: number) => "深水埗長沙灣道西九龍中心廣場大廈地下商場鋪位".repeat(30).slice(0, length);
    const party = { name: zh(200), mobile: "91234567", mobile_prefix: "852", address: zh(480) };
    const remarks = `${zh(197)}終結了`;
    const body = local(
      {
        shipping_provider: "LOCAL_POINT",
        sender: { ...party, mobile: "23456789" },
        recipient: { ...party, address: `${party.address}^KLN-L001` },
        cod: "Y",
        cod_amount: "99999.99",
        delivery_proof: "E",
      },
      { consignment_remarks: remarks },
    );
    const { pages } = await labelOf(body, "testing", "A6");
    const [label = "", continuation = "", ...others] = pages.map(({ text }) => text.replaceAll("\n", ""));
    expect(others).toEqual([]);
    const onLabel = ["+852 91234567", "+852 23456789", "KLN-L001", "HK$99,999.99", remarks, "…", "全文見續頁"];
    for (const part of onLabel) expect(label).toContain(part);
    const number = /ST\d{11}/.exec(label)?.[0];
    const whole = [
      `${number}  1/1`,
      "續頁CONTINUED",
      "TEST",
      party.name,
      party.address,
      "+852 91234567",
      "+852 23456789",
    ];
    for (const part of whole) expect(continuation).toContain(part);
    // The sender has the same name and address.
    expect(continuation.split(party.address)).toHaveLength(3);
    expect(continuation).not.toContain("…");
  });

  it("is one label with every mark for an address of three lines, on each paper", async () => {
    const address = "Flat B, 23/F, Tower 7, Grand Promenade Gardens, 888 Castle Peak Road, Cheung Sha Wan, Kowloon";
    const body = local(
      {
        shipping_provider: "LOCAL_POINT",
        sender: { ...localOrder().sender, address },
        recipient: { ...localOrder().recipient, address: `${address}^KLN-L001` },
        cod: "Y",
        cod_amount: "99999.99",
        delivery_proof: "W",
      },
      { consignment_remarks: "請於辦公時間內送貨並先致電收件人確認地址切勿放置門外".repeat(10).slice(0, 200) },
    );
    for (const paper of ["100x150", "A6", "A4"]) {
      const { pages } = await labelOf(body, "testing", paper);
      expect(pages).toHaveLength(1);
      expect(pages[0]?.text.replaceAll("\n", " ").split(address)).toHaveLength(3);
    }
  });

  it("has as many labels for each parcel, each followed by its own continuation", async () => {
    const address = "深水埗長沙灣道西九龍中心廣場大廈地下商場鋪位".repeat(22).slice(0, 480);
    const [parcel] = localOrder().shipment_detail.parcel_list;
    const recipient = { ...localOrder().recipient, name: address.slice(0, 200), address };
    const body = local({ recipient }, { parcel_list: [parcel, parcel, parcel] });
    const { pages } = await labelOf(body, "testing", "A6");
    const told = pages.map(({ text }) => [/\d\/3/.exec(text)?.[0], text.includes("CONTINUED")]);
    expect(told).toEqual(
      ["1/3", "2/3", "3/3"].flatMap((piece) => [
        [piece, false],
        [piece, true],
      ]),
    );
    const four = (await labelOf(body, "testing", "A4&per_page=4&start=3")).pages;
    expect(four.map(({ text }) => text.match(/CONTINUED/g)?.length)).toEqual([1, 2]);
  });
});
