/** The list that a courier signs, as a printer prints it: text read in order, barcodes scanned. */
import { beforeAll, describe, expect, it } from "vitest";
import { created, intlOrder, localOrder, type Merchant, merchant, personOf } from "../factories";
import { respond } from "../http";
import { must } from "../pick-pack/warehouse";
import { checkPdf, inkIn, missingPrograms, print, scanMono, textOf, wordsOf, wordsOutside } from "./printed";

const missing = missingPrograms();
if (missing.length && process.env.CI) {
  it("has the programs that print and scan", () => {
    expect(missing).toEqual([]);
  });
} else if (missing.length) {
  console.warn(`The tests of hand-over lists are left out: ${missing.join(", ")} not installed.`);
}

describe.skipIf(missing.length > 0)("a hand-over list", () => {
  let shop: Merchant;
  let owner: Awaited<ReturnType<typeof personOf>>;
  beforeAll(async () => {
    shop = await merchant({ name: "Harbour Tea House 海港茶莊" });
    owner = await personOf("owner", shop.accountId);
  });

  async function listOf(bodies: readonly object[]) {
    const orders = [];
    for (const body of bodies) {
      const order = await created(shop.testing, body);
      must(await owner.api.post("/dispatch/scans", { code: order.tracking_number }));
      orders.push(order);
    }
    const order_ids = orders.map(({ order_id }) => order_id);
    const { id } = must(await owner.api.post("/hand-overs", { order_ids })).body.data;
    return { id, orders };
  }

  async function pdfOf(id: string): Promise<Uint8Array> {
    const headers = { cookie: owner.cookie, "sec-fetch-site": "same-origin", accept: "application/pdf" };
    const response = await respond(new Request(`http://localhost:3000/testing/v1/hand-overs/${id}`, { headers }));
    expect(response.headers.get("content-type")).toBe("application/pdf");
    return new Uint8Array(await response.arrayBuffer());
  }

  it("has each parcel with its barcode, within the page, over as many pages as it takes", async () => {
    const recipient = { ...(localOrder().recipient as object), name: "深水埗 محمد ".repeat(3).trim() };
    const bodies = Array.from({ length: 24 }, (_, n) =>
      n % 3 ? localOrder({ recipient, reference: "W".repeat(64) }) : intlOrder({ reference: `R-${n}` }),
    );
    const { id, orders } = await listOf(bodies);
    const pdf = await pdfOf(id);
    checkPdf(pdf);
    const text = textOf(pdf);
    const pages = wordsOf(pdf);
    expect(pages.length).toBeGreaterThan(1);
    const parts = ["HAND-OVER LIST", "Harbour Tea House 海港茶莊", "24 parcels", "Collected by (courier)"];
    for (const part of [...parts, "TEST 測試", "R-21", `Page ${pages.length} of ${pages.length}`])
      expect(text).toContain(part);
    expect(wordsOutside(pages)).toEqual([]);
    expect(scanMono(pdf, 203).flat().sort()).toEqual(
      orders.map(({ tracking_number }) => `CODE-128:${tracking_number}`).sort(),
    );
  });

  it("shows who signed it, and the signature", async () => {
    const { id } = await listOf([localOrder()]);
    const body = { name: "Ah Keung 阿強", signature: "100,40 900,260;500,150" };
    must(await owner.api.post(`/hand-overs/${id}/sign`, body));
    const pdf = await pdfOf(id);
    checkPdf(pdf);
    expect(textOf(pdf)).toContain("Collected by (courier): Ah Keung 阿強");
    const line = wordsOf(pdf)[0]?.find(({ text }) => text === "Collected");
    const [page] = print(pdf, 203);
    if (!line || !page) throw new Error("nothing is printed");
    // Above the line, where nothing else is.
    expect(inkIn(page, { left: 20, right: 68, top: line.top - 18, bottom: line.top - 3 })).toBeGreaterThan(0);
  });
});
