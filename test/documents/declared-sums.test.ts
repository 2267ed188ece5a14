/** Figures that must agree wherever customs reads them: lines and total, pages, weights, invoice and label. */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Decimal, decimal, money } from "@/lib/decimal";
import { created, intlOrder, type Merchant, merchant } from "../factories";
import { readPdf } from "./read-pdf";

let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
});

const figure = (text: string | undefined) => decimal((text ?? "").replaceAll(",", ""));
const sumOf = (figures: readonly Decimal[]) => figures.reduce((sum, each) => sum.plus(each), decimal(0));

/** Figures of an order: the lines of its invoice page by page, its totals, and the value on its label. */
async function printed(declaration_lists: readonly object[][], currency: string | undefined) {
  const body = intlOrder();
  const [parcel] = body.shipment_detail.parcel_list;
  const [item] = parcel?.declaration_list ?? [];
  const parcel_list = declaration_lists.map((list, index) => ({
    ...parcel,
    act_weight: String(index + 20.25),
    declaration_list: list.map((each) => ({ ...item, ...each })),
  }));
  const shipment_detail = { ...body.shipment_detail, ...(currency ? { currency } : {}), parcel_list };
  const order = await created(shop.testing, { ...body, shipment_detail });
  const { data } = (await shop.testing.get(`/order/documents/${order.order_id}`)).body;
  const file = (type: string) => {
    const found = data.related_documents.find((each: { type: string }) => each.type === type);
    return readPdf(Buffer.from(found.content, "base64")).map(({ text }) => text.split("\n"));
  };
  const invoice = file("commercial_invoice");
  const pages = invoice.map((lines) => {
    const after = (caption: string) => lines[lines.findIndex((line) => line.startsWith(caption)) + 1];
    return {
      lines: lines.flatMap((line, at) => {
        const [unit, each, total] = lines.slice(at + 1, at + 4);
        const [, qty] = /^(\d+) PCS$/.exec(line) ?? [];
        return qty ? [{ qty: decimal(qty), kg: figure(unit), each: figure(each), total: figure(total) }] : [];
      }),
      over: lines.includes("Carried over") ? after("Carried over") : undefined,
      forward: lines.includes("Brought forward") ? after("Brought forward") : undefined,
      total: lines.find((line) => line.startsWith("Total:")),
      sum: after("Total:"),
    };
  });
  const value = file("label")[0]?.find((line) => line.includes("VALUE"));
  return { pages, value, batteries: invoice.flat().filter((line) => line.startsWith("Lithium batteries")) };
}

const item = fc.record({
  description: fc.constantFrom("Porcelain tea set", "茶葉 Tea leaves", "陶瓷茶壺連茶杯六隻裝禮盒", "도자기", "ชุดน้ำชา"),
  qty: fc.integer({ min: 1, max: 2000 }).map(String),
  single_price: fc.oneof(
    fc.constant("0"),
    fc.integer({ min: 1, max: 99_999_999 }).map((millionths) => (millionths / 1_000_000).toFixed(6)),
    fc.integer({ min: 1, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2)),
  ),
  single_weight: fc.integer({ min: 1, max: 199 }).map((milligrams) => (milligrams / 1_000_000).toFixed(6)),
  hscode: fc.constantFrom("691110", ""),
});
const parcels = fc.array(fc.array(item, { minLength: 1, maxLength: 70 }), { minLength: 1, maxLength: 3 });

describe("the figures of an invoice", () => {
  it("add up on every page and in the end, and the label says the same", async () => {
    await fc.assert(
      fc.asyncProperty(parcels, fc.constantFrom(undefined, "USD", "JPY", "EUR"), async (lists, currency) => {
        const { pages, value } = await printed(lists, currency);
        const items = lists.flat();
        const lines = pages.flatMap((page) => page.lines);
        expect(lines).toHaveLength(items.length);
        lines.forEach((line, index) => {
          expect(line.each.eq(items[index]?.single_price ?? "")).toBe(true);
          expect(line.total.toFixed(2)).toBe(money(line.each.times(line.qty)));
        });
        const said = (amount: Decimal) => {
          const figures = money(amount).replace(/\B(?=(\d{3})+\.)/g, ",");
          return `${currency ?? "HKD"} ${currency === "JPY" ? figures.replace(/\.00$/, "") : figures}`;
        };
        let sum = decimal(0);
        pages.forEach((page, index) => {
          const hasMore = pages.slice(index + 1).some(({ lines: later }) => later.length > 0);
          if (index > 0) expect(page.forward).toBe(said(sum));
          sum = sum.plus(sumOf(page.lines.map(({ total }) => total)));
          if (hasMore) expect(page.over).toBe(said(sum));
        });
        const last = pages.at(-1);
        expect(last?.sum).toBe(said(sum));
        expect(value).toBe(`${lists.length > 1 ? "全單價值 ORDER VALUE" : "申報價值 VALUE"}  ${said(sum)}`);
        const net = sumOf(lines.map(({ kg, qty }) => kg.times(qty)));
        const gross = sumOf(lists.map((_, index) => decimal(index + 20.25)));
        expect(last?.total).toContain(`${items.length} line${items.length === 1 ? "" : "s"}, ${lists.length} package`);
        expect(last?.total).toContain(`${gross} kg gross, ${net} kg net`);
      }),
      {
        numRuns: 12,
        seed: 11,
        examples: [
          [
            [
              [
                {
                  description: "Porcelain tea set",
                  qty: "3",
                  single_price: "0.333333",
                  single_weight: "0.001",
                  hscode: "",
                },
              ],
            ],
            "USD",
          ],
        ],
      },
    );
  });

  it("go on over pages with 200 lines, each there once, and name the batteries of a line", async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({
      description: `品 ${index + 1}`,
      qty: "1",
      single_price: "1.01",
      single_weight: "0.01",
      ...(index % 50 ? {} : { battery: { type: "chargeable", location: "outside" } }),
    }));
    const { pages, batteries } = await printed([many], "USD");
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.flatMap(({ lines }) => lines)).toHaveLength(200);
    expect(pages.at(-1)?.sum).toBe("USD 202.00");
    expect(batteries).toEqual(Array(4).fill("Lithium batteries: UN3481 PI966"));
  });
});
