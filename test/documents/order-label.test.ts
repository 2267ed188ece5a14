/** `GET /order/label/{order_id}` (contract §13.12). */
import { describe, expect, it } from "vitest";
import { clientOf, created, intlOrder, localOrder, merchant, personOf, withPickPack } from "../factories";
import { fetchFile, labelOf, local, shop, withMerchant } from "./order-label";
import { readPdf } from "./read-pdf";

withMerchant();

describe("in JSON", () => {
  it("holds one PDF in base64", async () => {
    const order = await created(shop.testing, local({ reference: "SHOP-17" }));
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
    expect(readPdf(bytes)[0]?.text).not.toContain("SHOP-17");
  });

  it.each([
    ["*/*"],
    ["application/json, text/plain, */*"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
    ["application/pdf;q=0.5, application/json"],
    ["application/pdf;q=0"],
  ])("is what %s gets", async (accept) => {
    const order = await created(shop.testing);
    const { response } = await fetchFile(`/order/label/${order.order_id}`, "testing", accept);
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
  it.each([
    "application/pdf",
    "application/pdf, application/json;q=0.9",
    "Application/PDF, */*",
    // A client that names PDF wants it: it wins where both are equal.
    "application/json, application/pdf",
    "application/pdf;q=0.5, application/json;q=0.5",
  ])("is what %s gets, named after the tracking number", async (accept) => {
    const order = await created(shop.testing);
    const { response, bytes } = await fetchFile(`/order/label/${order.order_id}`, "testing", accept);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toContain(`filename="label-${order.tracking_number}.pdf"`);
    const { body } = await shop.testing.get(`/order/label/${order.order_id}`);
    expect(Buffer.from(bytes).toString("base64")).toBe(body.data.related_documents[0].content);
  });

  it("is a 404 for an order that has none", async () => {
    const saved = await created(shop.testing, local({ confirm_shipment: "N" }));
    const cancelled = await created(shop.testing);
    await shop.testing.post("/order/cancel", { order_id: cancelled.order_id, reason: "OTHER", remarks: "Not needed" });
    for (const [order, words] of [
      [saved, "not confirmed"],
      [cancelled, "cancelled"],
    ] as const) {
      const { response, bytes } = await fetchFile(`/order/label/${order.order_id}`);
      expect(response.status).toBe(404);
      expect(JSON.parse(Buffer.from(bytes).toString()).error).toEqual({
        code: "404000",
        code_reason: "NOT_FOUND",
        message: expect.stringContaining(words),
      });
    }
  });

  it("has the same bytes whenever it is made, whatever was made before", async () => {
    // Both dots have the same glyph: the first label must not decide which character is copied out of the second.
    const named = (name: string) => local({ recipient: { ...localOrder().recipient, name } });
    const [first, second] = [await labelOf(named("Ana・Lee")), await labelOf(named("Ana•Lee"))];
    expect(first.pages[0]?.text).toContain("Ana・Lee");
    expect(second.pages[0]?.text).toContain("Ana•Lee");
    const again = await fetchFile(`/order/label/${first.order.order_id}`);
    expect(Buffer.from(again.bytes).equals(first.bytes)).toBe(true);
  });

  it("is small, has a title, prints at its true size and contains nothing active", async () => {
    const { order, bytes } = await labelOf(intlOrder());
    const source = Buffer.from(bytes).toString("latin1");
    expect(bytes.length).toBeLessThan(60_000);
    expect(source).toContain(`(Label ${order.tracking_number} \\(TEST\\))`);
    expect(source).toContain("/PrintScaling /None");
    expect(source).not.toMatch(/\/JS\b|\/JavaScript|\/OpenAction|\/URI\b|\/Annots|\/Launch/);
  });
});

describe("who may have it", () => {
  it("is refused to all others", async () => {
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
      const named = { headers: { "x-account-id": shop.accountId } };
      const read = () => staff.api.get(`/order/label/${order.order_id}`, named);
      expect((await withPickPack(shop.accountId, read)).status).toBe(200);
    }
  });

  it("refuses an unknown paper, by its field", async () => {
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
      const { bytes } = await fetchFile(`/order/label/${order.order_id}?paper=A4&per_page=4&start=${start}`);
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
