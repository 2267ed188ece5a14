/** Labels as they come out of a printer, read by eye and scanner; what else they show: test/documents/order-label*.test.ts. */
import { beforeAll, describe, expect, it } from "vitest";
import { API_BASE, type Environment } from "@/lib/environment";
import { env } from "@/server/env";
import { created, intlOrder, localOrder, type Merchant, merchant } from "../factories";
import { respond } from "../http";
import {
  checkPdf,
  codesOn,
  inkBox,
  inkIn,
  missingPrograms,
  type Print,
  print,
  scan,
  stretches,
  textOf,
  type Word,
  wordsOf,
} from "./printed";

const missing = missingPrograms();
const isCi = Boolean(process.env.CI);

// Developers need only Node; a build server without the programs would silently leave labels untested.
if (missing.length && isCi) {
  it("has the programs that print and scan", () => {
    expect(missing).toEqual([]);
  });
} else if (missing.length) {
  console.warn(`The tests of printed labels are left out: ${missing.join(", ")} not installed.`);
}

const PAPERS = ["100x150", "A6", "A4"] as const;
type Paper = (typeof PAPERS)[number];
/** Where the label may have ink, in mm. */
const LABEL: Record<Paper, Omit<Word, "text">> = {
  "100x150": { left: 3, top: 3, right: 97, bottom: 147 },
  A6: { left: 5.5, top: 5, right: 99.5, bottom: 143 },
  A4: { left: 13, top: 13, right: 107, bottom: 157 },
};

describe.skipIf(missing.length > 0)("a printed label", () => {
  let shop: Merchant;
  beforeAll(async () => {
    shop = await merchant();
  });

  async function labelOf(
    body: unknown,
    paper: Paper = "100x150",
    environment: Environment = "production",
    placement = "",
  ) {
    const order = await created(shop[environment], body);
    const path = `/order/label/${order.order_id}?paper=${paper}${placement}`;
    const url = `http://localhost:3000${API_BASE[environment]}${path}`;
    const headers = { authorization: `Bearer ${shop.tokens[environment]}`, accept: "application/pdf" };
    const response = await respond(new Request(url, { headers }));
    expect(response.headers.get("content-type")).toBe("application/pdf");
    return { order, pdf: new Uint8Array(await response.arrayBuffer()) };
  }

  async function numbersOf(order: { order_id: string }): Promise<string[]> {
    const { body } = await shop.testing.get(`/order/detail/${order.order_id}`);
    return body.data.shipment_detail.parcel_list.map((parcel: { tracking_number: string }) => parcel.tracking_number);
  }

  /** What a scanner reads of labels on one page. */
  const codesOf = (numbers: string[]) =>
    numbers.flatMap((number) => [`CODE-128:${number}`, `QR-Code:${env().appUrl}/track/${number}`]).sort();

  const chinese = (length: number) => "深水埗長沙灣道西九龍中心廣場大廈地下商場鋪位".repeat(30).slice(0, length);
  const english = (length: number) =>
    "Flat B, 23/F, Tower 7, Grand Promenade Gardens, 888 Castle Peak Road, Cheung Sha Wan; ".repeat(9).slice(0, length);
  const endless = (length: number) => "WM".repeat(length).slice(0, length);

  /** A local order with every mark and with texts of the greatest length. */
  function longest(text: (length: number) => string) {
    const party = { name: text(200), mobile: "91234567", mobile_prefix: "852", address: text(480) };
    const body = localOrder({
      shipping_provider: "LOCAL_POINT",
      sender: party,
      recipient: { ...party, address: `${party.address}^KLN-L001` },
      cod: "Y",
      cod_amount: "99999.99",
      delivery_proof: "W",
    });
    Object.assign(body.shipment_detail, { consignment_declaration: text(35), consignment_remarks: text(200) });
    return body;
  }

  function longestAbroad(text: (length: number) => string) {
    const body = intlOrder({ shipment_options: { tax_party: "sender", recipient_signature: "A" } });
    const lines = { address: text(29), address_line_2: text(29), address_line_3: text(29) };
    const party = { ...lines, name: text(35), company_name: text(35), city: text(100), state: text(100) };
    Object.assign(body.sender, party);
    Object.assign(body.recipient, party, { post_code: "X".repeat(32), country: "GS" });
    Object.assign(body.shipment_detail, { consignment_remarks: text(200) });
    Object.assign(body.shipment_detail.parcel_list[0]?.declaration_list[0] ?? {}, {
      battery: { type: "chargeable", location: "inside" },
    });
    return body;
  }

  const bodies: [string, unknown][] = [
    ["a usual local order", localOrder()],
    ["a usual international order", intlOrder()],
    ["the longest local order in Chinese", longest(chinese)],
    ["the longest local order in English", longest(english)],
    ["the longest local order without a blank", longest(endless)],
    ["the longest international order in Chinese", longestAbroad(chinese)],
    ["the longest international order without a blank", longestAbroad(endless)],
  ];
  // On A4 a label is the 100 x 150 mm one at another place.
  const everywhere = bodies.flatMap(([name, body], index) =>
    PAPERS.filter((paper) => paper !== "A4" || index < 2).map((paper) => [name, paper, body] as const),
  );

  // At 203 dpi a label's module is three dots on any paper; at 300 dpi it is not a whole number of dots on any.
  it.each([...PAPERS.map((paper) => [paper, 203] as const), ["100x150", 300] as const])(
    "is read by a scanner on %s at %d dpi, each parcel by its own number",
    async (paper, dpi) => {
      const body = localOrder();
      const [parcel] = body.shipment_detail.parcel_list;
      if (parcel) body.shipment_detail.parcel_list = [parcel, parcel];
      const { order, pdf } = await labelOf(body, paper, "testing");
      const numbers = await numbersOf(order);
      expect(numbers).toHaveLength(2);
      const codes = numbers.map((number) => codesOf([number]));
      expect(scan(pdf, dpi)).toEqual({ smooth: codes, mono: codes, blurred: codes });
    },
  );

  it.each([203, 300])("is read four to a page at %d dpi", async (dpi) => {
    const body = localOrder();
    const [parcel] = body.shipment_detail.parcel_list;
    if (parcel) body.shipment_detail.parcel_list = [parcel, parcel, parcel];
    const { order, pdf } = await labelOf(body, "A4", "testing", "&per_page=4&start=3");
    const [first = "", second = "", third = ""] = await numbersOf(order);
    const codes = [codesOf([first, second]), codesOf([third])];
    expect(scan(pdf, dpi)).toEqual({ smooth: codes, mono: codes, blurred: codes });
  });

  it.each([203, 300])("is black and white at %d dpi", async (dpi) => {
    for (const [, body] of bodies.slice(0, 2)) {
      const { pdf } = await labelOf(body, "100x150", "testing");
      const [page] = print(pdf, dpi, false);
      expect(new Set(page?.dots)).toEqual(new Set([0, 255]));
    }
  });

  it("is a PDF without a fault, whatever it says", async () => {
    for (const [, body] of bodies) checkPdf((await labelOf(body, "A6", "testing")).pdf);
  });

  it("has bars of whole dots with their quiet zones", async () => {
    const { pdf } = await labelOf(localOrder());
    // 8 dots per mm: what is sold as 203 dpi.
    const [page] = print(pdf, 203.2);
    if (!page) throw new Error("no page");
    // Margin, frame and quiet zone on each side of 73 bars and spaces: what Code 128 makes of two letters and 11 digits.
    const rows = Array.from({ length: page.height }, (_, dot) => stretches(page, dot / 8)).filter(
      (row) => row.length === 3 + 73 + 3,
    );
    const barcode = rows[Math.floor(rows.length / 2)] ?? [];
    const bars = barcode.slice(3, -3);
    expect(bars).toHaveLength(73);
    expect(bars.filter((dots) => dots % 3 !== 0)).toEqual([]);
    for (const quiet of [barcode.at(2), barcode.at(-3)]) expect(quiet).toBeGreaterThanOrEqual(30);
    const length = bars.reduce((sum, dots) => sum + dots, 0) / 8;
    expect(rows.length / 8).toBeGreaterThanOrEqual(Math.max(6.35, 0.15 * length));
  });

  describe.each(everywhere)("of %s on %s", (_name, paper, body) => {
    let label: { order: { tracking_number: string }; pdf: Uint8Array; pages: Print[]; words: Word[][] };
    beforeAll(async () => {
      const { order, pdf } = await labelOf(body, paper, "testing");
      label = { order, pdf, pages: print(pdf, 203), words: wordsOf(pdf) };
    });

    it("keeps within its frame", () => {
      const frame = LABEL[paper];
      for (const page of label.pages) {
        const ink = inkBox(page);
        for (const side of ["left", "top", "right", "bottom"] as const)
          expect(Math.abs(ink[side] - frame[side])).toBeLessThan(0.2);
      }
      for (const word of label.words.flat()) {
        expect(word.left, word.text).toBeGreaterThan(frame.left);
        expect(word.right, word.text).toBeLessThan(frame.right);
      }
      // The boxes of words have the font's height, which is more than that of its characters.
      const core = ({ top, bottom }: Word) => ({
        from: top + (bottom - top) * 0.3,
        to: bottom - (bottom - top) * 0.25,
      });
      const overlaps = label.words.flatMap((page) =>
        page.flatMap((word, index) =>
          page
            .slice(index + 1)
            .filter(
              (other) =>
                Math.min(word.right, other.right) - Math.max(word.left, other.left) > 0.1 &&
                Math.min(core(word).to, core(other).to) - Math.max(core(word).from, core(other).from) > 0.1,
            )
            .map((other) => `${word.text} | ${other.text}`),
        ),
      );
      expect(overlaps).toEqual([]);
    });

    it("shows name and address whole, and has one code to scan", () => {
      const { recipient } = body as ReturnType<typeof intlOrder>;
      // A word that is too long is broken, and the consignee's tab is next to one of the lines.
      const shown = textOf(label.pdf).replaceAll(/收件|TO$|寄件|FROM|\s/gm, "");
      const lines = [recipient.name, ...recipient.address.replace(/\^.*/, "").split("\n")];
      for (const line of lines) expect(shown).toContain(line.replaceAll(/\s/g, ""));
      const [first = [], ...others] = label.pages.map(codesOn);
      expect(first).toEqual(codesOf([label.order.tracking_number]));
      expect(others.flat()).toEqual([]);
    });
  });

  it("prints every character that it is given", async () => {
    const name = "嘅 邨 埗 涌 㗎 喺 咗 冇 嚟 佢 哋 é Ø ß ą ễ 한 楼 陈 桜 さ ไทย 😀 ⰀⰁ □";
    const { pdf } = await labelOf(localOrder({ recipient: { ...localOrder().recipient, name } }));
    const [page] = print(pdf, 300);
    const [words = []] = wordsOf(pdf);
    if (!page) throw new Error("no page");
    for (const character of name.replace("ⰀⰁ", "□□").split(" ")) {
      const found = words.filter(({ text }) => text === character);
      expect(found.length, character).toBeGreaterThan(0);
      for (const word of found) expect(inkIn(page, word), character).toBeGreaterThan(40);
    }
  });

  it("can be read and copied, except for what cannot be printed", async () => {
    const body = localOrder({
      recipient: {
        name: "陳大文",
        mobile: "91234567",
        mobile_prefix: "852",
        address: "東涌逸東邨 嘅 深水埗",
      },
      client_remarks: "INTERNAL ONLY 內部備註",
    });
    Object.assign(body.shipment_detail, { consignment_remarks: "易碎物品 Fragile" });
    const { order, pdf } = await labelOf(body);
    const text = textOf(pdf);
    for (const part of ["陳大文", "+852 91234567", "東涌逸東邨 嘅 深水埗", "易碎物品 Fragile", order.order_id])
      expect(text).toContain(part);
    expect(text).toContain(order.tracking_number);
    expect(text).not.toMatch(/INTERNAL|內部備註|TEST|測試/);
  });

  it("says TEST large on testing labels, away from barcode and consignee", async () => {
    const { pdf, order } = await labelOf(localOrder(), "100x150", "testing");
    const [words = []] = wordsOf(pdf);
    const test = words.find(({ text }) => text === "TEST");
    const number = words.find(({ text }) => text === order.tracking_number);
    const consignee = words.find(({ text }) => text === "陳大文");
    if (!test || !number || !consignee) throw new Error("not all of the label is there");
    expect(test.bottom - test.top).toBeGreaterThan(7);
    expect(test.bottom).toBeLessThan(number.top - 14);
    expect(test.bottom).toBeLessThan(consignee.top);
  });
});
