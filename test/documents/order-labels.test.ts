/** `POST /order/labels` (contract §13.12). */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, testDb, withPickPack } from "../factories";
import { api } from "../http";
import { fetchDocument } from "./fetch";
import { readPdf } from "./read-pdf";

let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
});

const labels = (order_ids: unknown, change: Record<string, unknown> = {}) =>
  shop.testing.post("/order/labels", { order_ids, ...change });

function textsOf(file: { content: string }): string[] {
  return readPdf(Buffer.from(file.content, "base64")).map(({ text }) => text);
}

describe("labels of many orders", () => {
  it("are one PDF in the given order, and the same bytes each time", async () => {
    const orders = [await created(shop.testing), await created(shop.testing, intlOrder()), await created(shop.testing)];
    const turned = [orders[2], orders[0], orders[1]].map((order) => order?.order_id);
    const { status, body } = await labels(turned);
    expect(status).toBe(200);
    expect(body.data.skipped_list).toEqual([]);
    expect(body.data.related_documents).toEqual([
      { type: "label", format: "pdf", encoding: "base64", content: expect.any(String) },
    ]);
    const texts = textsOf(body.data.related_documents[0]);
    expect(texts).toHaveLength(3);
    for (const [index, text] of texts.entries()) expect(text).toContain(`ORDER  ${turned[index]}`);
    expect((await labels(turned)).body.data).toEqual(body.data);
  });

  it("say what they leave out, and why", async () => {
    const ready = await created(shop.testing);
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const cancelled = await created(shop.testing);
    await shop.testing.post("/order/cancel", { order_id: cancelled.order_id, reason: "DUPLICATE" });
    const foreign = await created((await merchant()).testing);
    const inProduction = await created(shop.production);
    const { body } = await labels([
      saved.order_id,
      ready.order_id,
      cancelled.order_id,
      foreign.order_id,
      inProduction.order_id,
      ready.order_id,
      "1",
    ]);
    const skipped = body.data.skipped_list as { order_id: string; code_reason: string; message: string }[];
    expect(skipped.map(({ order_id, code_reason }) => [order_id, code_reason])).toEqual([
      [saved.order_id, "NOT_CONFIRMED"],
      [cancelled.order_id, "CANCELLED"],
      [foreign.order_id, "NOT_FOUND"],
      [inProduction.order_id, "NOT_FOUND"],
      [ready.order_id, "DUPLICATE"],
      ["1", "NOT_FOUND"],
    ]);
    for (const { message } of skipped) expect(message).toMatch(/\.$/);
    expect(textsOf(body.data.related_documents[0])).toHaveLength(1);
  });

  it("begin with a page of what they leave out where that is asked for, and only then", async () => {
    const [ready, saved] = [
      await created(shop.testing),
      await created(shop.testing, localOrder({ confirm_shipment: "N" })),
    ];
    const pagesOf = async (ids: string[], change: Record<string, unknown>) =>
      textsOf((await labels(ids, change)).body.data.related_documents[0]);
    const both = [ready.order_id, saved.order_id];
    expect(await pagesOf(both, { cover_page: "N" })).toHaveLength(1);
    expect(await pagesOf([ready.order_id], { cover_page: "Y" })).toHaveLength(1);
    const [cover, label] = await pagesOf(both, { cover_page: "Y" });
    expect(cover).toContain("1 order printed, 1 order left out:");
    expect(cover).toContain(`${saved.order_id}: not confirmed`);
    expect(label).toContain(ready.order_id);
    const many = Array.from({ length: 99 }, (_, index) => String(index + 1));
    const pages = await pagesOf([...many, ready.order_id], { cover_page: "Y", paper: "A6" });
    expect(pages.length).toBeGreaterThan(2);
    expect(pages[0]).toContain("1 order printed, 99 orders left out:");
    for (const id of many)
      expect(pages.some((text) => text.split("\n").includes(`${id}: no such order 沒有此訂單`))).toBe(true);
  });

  it("leave out an order whose label cannot be drawn, wherever it is named, and print the others", async () => {
    const [first, broken, last] = [
      await created(shop.testing),
      await created(shop.testing),
      await created(shop.testing),
    ];
    await sql`update order_parcels set tracking_number = null where order_id = ${broken.order_id}`.execute(
      await testDb(),
    );
    const ids = [first, broken, last, broken].map(({ order_id }) => order_id);
    const { status, body } = await labels(ids, { cover_page: "Y" });
    expect(status).toBe(200);
    expect(body.data.skipped_list.map((each: Record<string, string>) => [each.order_id, each.code_reason])).toEqual([
      [broken.order_id, "UNPRINTABLE"],
      [broken.order_id, "UNPRINTABLE"],
    ]);
    const [cover, ...rest] = textsOf(body.data.related_documents[0]);
    expect(cover).toContain("2 orders printed, 2 orders left out:");
    expect(cover).toContain("未能製作運單");
    expect(rest.map((text) => /(?<=ORDER {2})\d+/.exec(text)?.[0])).toEqual([first.order_id, last.order_id]);
    expect((await labels([broken.order_id])).body.data.related_documents).toEqual([]);
  });

  it("of fifteen parcels each are the same bytes when several are made at once", async () => {
    const [parcel] = localOrder().shipment_detail.parcel_list;
    const body = localOrder();
    Object.assign(body.shipment_detail, { parcel_list: Array.from({ length: 15 }, () => parcel) });
    const ids: string[] = [];
    for (let count = 0; count < 2; count++) ids.push((await created(shop.testing, body)).order_id);
    const alone = (await labels(ids)).body.data.related_documents[0].content;
    const answers = await Promise.all([labels(ids), labels([...ids].reverse()), labels(ids)]);
    const [one, turned, other] = answers.map(({ body: answer }) => answer.data.related_documents[0]);
    expect([one.content === alone, other.content === alone, turned.content === alone]).toEqual([true, true, false]);
    expect(textsOf(one)).toHaveLength(30);
    expect(textsOf(turned)[0]).toContain(`ORDER  ${ids.at(-1)}`);
  });

  it("are nothing when there is nothing to print", async () => {
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const { status, body } = await labels([saved.order_id]);
    expect(status).toBe(200);
    expect(body.data.related_documents).toEqual([]);
    const { response, bytes } = await fetchDocument(shop, "/order/labels", { body: { order_ids: [saved.order_id] } });
    expect(response.status).toBe(404);
    expect(JSON.parse(Buffer.from(bytes).toString()).error.skipped_list).toEqual(body.data.skipped_list);
  });

  it("are the PDF itself for clients that accept it, which names what was skipped", async () => {
    const [ready, saved] = [
      await created(shop.testing),
      await created(shop.testing, localOrder({ confirm_shipment: "N" })),
    ];
    const body = { order_ids: [ready.order_id, saved.order_id] };
    const { response, bytes } = await fetchDocument(shop, "/order/labels", { body });
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("x-skipped-orders")).toBe(`${saved.order_id}=NOT_CONFIRMED`);
    expect(Buffer.from(bytes).toString("base64")).toBe(
      (await labels(body.order_ids)).body.data.related_documents[0].content,
    );
    const all = await fetchDocument(shop, "/order/labels", { body: { order_ids: [ready.order_id] } });
    expect(all.response.headers.has("x-skipped-orders")).toBe(false);
  });

  it("share pages of A4 four by four, also across orders", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push((await created(shop.testing)).order_id);
    const { body } = await labels(ids, { paper: "A4", per_page: "4", start: "2" });
    const found = textsOf(body.data.related_documents[0]).map((text) => text.match(/(?<=ORDER {2})\d+/g));
    expect(found).toEqual([ids.slice(0, 3), ids.slice(3)]);
  });

  it("of a hundred orders are small", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 100; count++) ids.push((await created(shop.testing)).order_id);
    const { body } = await labels(ids);
    expect(Buffer.from(body.data.related_documents[0].content, "base64").length).toBeLessThan(150_000);
    expect(textsOf(body.data.related_documents[0])).toHaveLength(100);
  });

  it.each([
    [{}, "order_ids"],
    [{ order_ids: [] }, "order_ids"],
    [{ order_ids: "217" }, "order_ids"],
    [{ order_ids: Array.from({ length: 101 }, () => "1") }, "order_ids"],
    [{ order_ids: ["abc"] }, "order_ids[]"],
    [{ order_ids: [217] }, "order_ids[]"],
    [{ order_ids: ["1"], paper: "A5" }, "paper"],
    [{ order_ids: ["1"], per_page: "4" }, "per_page"],
    [{ order_ids: ["1"], paper: "A4", per_page: 4 }, "per_page"],
  ])("are refused for %j, naming %s", async (body, field) => {
    const { status, entries } = await shop.testing.post("/order/labels", body);
    expect([status, entries.map((entry) => entry.field)]).toEqual([400, [field]]);
  });

  it("are for those who may read orders", async () => {
    const order = await created(shop.testing);
    const body = { order_ids: [order.order_id] };
    expect((await api("testing").post("/order/labels", body)).status).toBe(401);
    const headers = { "x-account-id": shop.accountId };
    expect((await (await clientOf("carrier", null)).post("/order/labels", body, { headers })).status).toBe(403);
    const staff = await clientOf("warehouse", null);
    const warehouse = await withPickPack(shop.accountId, () => staff.post("/order/labels", body, { headers }));
    expect(warehouse.body.data.related_documents).toHaveLength(1);
  });
});
