/** The papers other than the label, as a printer prints them: marks measured, barcodes scanned, text read in order. */
import { beforeAll, describe, expect, it } from "vitest";
import { created, intlOrder, localOrder, type Merchant, merchant } from "../factories";
import { checkPdf, inkBox, missingPrograms, type Print, print, scan, scanMono, textOf, wordsOf } from "./printed";

const missing = missingPrograms();
const isCi = Boolean(process.env.CI);
if (missing.length && isCi) {
  it("has the programs that print and scan", () => {
    expect(missing).toEqual([]);
  });
} else if (missing.length) {
  console.warn(`The tests of printed documents are left out: ${missing.join(", ")} not installed.`);
}

describe.skipIf(missing.length > 0)("printed documents", () => {
  let shop: Merchant;
  beforeAll(async () => {
    shop = await merchant();
  });

  async function documentOf(body: unknown, type: string, environment: "testing" | "production" = "production") {
    const order = await created(shop[environment], body);
    const answer = await shop[environment].get(`/order/documents/${order.order_id}`);
    const file = answer.body.data.related_documents.find((each: { type: string }) => each.type === type);
    return { order, pdf: new Uint8Array(Buffer.from(file.content, "base64")) };
  }

  function withItems(change: Record<string, unknown>, count = 1) {
    const body = intlOrder();
    const [parcel] = body.shipment_detail.parcel_list;
    const [item] = parcel?.declaration_list ?? [];
    const declaration_list = Array.from({ length: count }, () => ({ ...item, ...change }));
    return { ...body, shipment_detail: { ...body.shipment_detail, parcel_list: [{ ...parcel, declaration_list }] } };
  }

  it("have battery marks large enough, with an edge wide enough and nothing else in them", async () => {
    const body = withItems({ battery: { type: "chargeable", location: "outside" } });
    const { pdf } = await documentOf(body, "battery_label");
    checkPdf(pdf);
    const [page] = print(pdf, 254) as [Print];
    const [words = []] = wordsOf(pdf);
    const dot = (x: number, y: number) => page.dots[Math.round(y * 10) * page.width + Math.round(x * 10)] ?? 255;
    // Red is no darker than that in shades of grey; the symbol and the number are black.
    const isRed = (x: number, y: number) => dot(x, y) > 40 && dot(x, y) < 160;
    const frame = inkBox(page);
    const number = words.find(({ text }) => text === "UN3481");
    if (!number) throw new Error("no number");
    const bottom = 140;
    expect(frame.right - frame.left).toBeGreaterThanOrEqual(100);
    expect(bottom - frame.top).toBeGreaterThanOrEqual(100);
    const reds = { left: 0, top: 0, right: 0, bottom: 0 };
    for (let depth = 0.2; depth < 12; depth += 0.1) {
      const along = Array.from({ length: 160 }, (_, at) => at * 0.5);
      const has = (place: (at: number) => [number, number]) => along.some((at) => isRed(...place(at)));
      if (has((at) => [frame.left + depth, frame.top + 10 + at])) reds.left = depth;
      if (has((at) => [frame.right - depth, frame.top + 10 + at])) reds.right = depth;
      if (has((at) => [frame.left + 10 + at, frame.top + depth])) reds.top = depth;
      if (has((at) => [frame.left + 10 + at, bottom - depth])) reds.bottom = depth;
    }
    for (const depth of Object.values(reds)) {
      expect(depth).toBeGreaterThanOrEqual(5);
      expect(depth).toBeLessThan(7);
    }
    // The capitals: from the first black row of the number's box to the last.
    const rows = Array.from({ length: Math.round((number.bottom - number.top) * 10) }, (_, row) => row / 10).filter(
      (row) =>
        Array.from({ length: Math.round((number.right - number.left) * 10) }, (_, at) => at / 10).some(
          (at) => dot(number.left + at, number.top + row) < 40,
        ),
    );
    expect((rows.at(-1) ?? 0) - (rows[0] ?? 0)).toBeGreaterThanOrEqual(12);
    const inside = words.filter(({ top, bottom: end }) => top < bottom && end > frame.top);
    expect(inside.map(({ text }) => text)).toEqual(["UN3481"]);
    expect(number.bottom).toBeLessThan(bottom - 5);
  });

  it("say TEST outside the battery mark", async () => {
    const body = withItems({ battery: { type: "nonchargeable", location: "outside" } });
    const { pdf } = await documentOf(body, "battery_label", "testing");
    const [words = []] = wordsOf(pdf);
    const [test, number] = ["TEST", "UN3091"].map((text) => words.find((word) => word.text === text));
    expect(test?.bottom).toBeLessThan(30);
    expect(number?.top).toBeGreaterThan(60);
  });

  it("have barcodes on the pickup document that are read at 203 and 300 dpi", async () => {
    const pickup_date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const body = localOrder({ pickup_arrange: { pickup_date } });
    const [parcel] = body.shipment_detail.parcel_list;
    body.shipment_detail.parcel_list = Array.from({ length: 12 }, () => parcel as NonNullable<typeof parcel>);
    const { order, pdf } = await documentOf(body, "pickup_document");
    checkPdf(pdf);
    const { body: record } = await shop.production.get(`/order/detail/${order.order_id}`);
    const numbers = record.data.shipment_detail.parcel_list.map(
      ({ tracking_number }: { tracking_number: string }) => `CODE-128:${tracking_number}`,
    );
    for (const [how, pages] of Object.entries({ ...scan(pdf, 203), "mono at 300 dpi": scanMono(pdf, 300) }))
      expect(pages.flat().sort(), how).toEqual([...numbers].sort());
  });

  it("have an invoice that reads from top to bottom, its columns apart and within the page", async () => {
    const endless = "W".repeat(35);
    const body = withItems(
      {
        description: endless,
        qty: "1000000",
        single_price: "123456.78",
        single_weight: "0.000001",
        hscode: "6911100000",
        sku: "SKU".repeat(30),
      },
      40,
    );
    for (const parcel of body.shipment_detail.parcel_list) parcel.act_weight = "30";
    const { pdf } = await documentOf(body, "commercial_invoice", "testing");
    checkPdf(pdf);
    const text = textOf(pdf);
    const parts = [
      "TEST 測試",
      "COMMERCIAL INVOICE",
      "SHIPPER",
      "Terms of sale",
      "Description of goods",
      "691110",
      "Carried over",
      "Brought forward",
      "Total:",
      "Signature",
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    for (const words of wordsOf(pdf)) {
      for (const word of words) {
        expect(word.left, word.text).toBeGreaterThanOrEqual(13.9);
        expect(word.right, word.text).toBeLessThanOrEqual(196.1);
        expect(word.bottom, word.text).toBeLessThan(288);
      }
      const overlaps = words.flatMap((word, index) =>
        words
          .slice(index + 1)
          .filter(
            (other) =>
              Math.min(word.right, other.right) - Math.max(word.left, other.left) > 0.1 &&
              Math.min(word.bottom, other.bottom) - Math.max(word.top, other.top) > 1.6,
          )
          .map((other) => `${word.text} | ${other.text}`),
      );
      expect(overlaps).toEqual([]);
    }
  });

  it("have a packing slip without a fault, whatever it says", async () => {
    const body = localOrder();
    const [parcel] = body.shipment_detail.parcel_list;
    const name = "深水埗 محمد ไทย (/JS <</OpenAction>>) ".repeat(6).slice(0, 200).trim();
    const parcel_items = Array.from({ length: 60 }, () => ({ name, qty: "2", single_value: "1" }));
    Object.assign(body.shipment_detail, {
      parcel_list: [
        { ...parcel, parcel_items },
        { ...parcel, parcel_items },
      ],
    });
    const { pdf } = await documentOf(body, "packing_slip", "testing");
    checkPdf(pdf);
    expect(Buffer.from(pdf).toString("latin1")).not.toMatch(/\/JS\b|\/OpenAction|\/URI\b/);
    const text = textOf(pdf);
    expect(text.match(/深水埗/g)?.length).toBeGreaterThanOrEqual(120);
    expect(text).toContain("240 units");
  });
});
