/** The log of prints: `/order/prints`, for people only; and the prints that downloads by API clients count as. */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_PRINT_JOB } from "@/lib/orders/choices";
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

type Person = Awaited<ReturnType<typeof personOf>>;
let shop: Merchant;
let owner: Person;
beforeAll(async () => {
  shop = await merchant();
  owner = await personOf("owner", shop.accountId);
  await (await testDb()).updateTable("people").set({ name: "Mak Siu Ming" }).where("id", "=", owner.id).execute();
});

const prints = async (orderId: string, by: Person = owner) => (await by.api.get(`/order/prints/${orderId}`)).body.data;
const record = (order_ids: unknown, document: unknown, paper?: unknown) =>
  owner.api.post("/order/prints", { order_ids, document, ...(paper ? { paper } : {}) });

describe("the documents of an order", () => {
  it("keep their 500 newest prints", async () => {
    const [order, other] = [await created(shop.testing), await created(shop.testing)];
    const db = await testDb();
    for (const { order_id } of [order, other]) await record([order_id], "label", "A4");
    await sql`
      insert into order_prints (account_id, environment, order_id, document, paper, pages, via, printer_kind, actor)
      select account_id, environment, order_id, document, 'A6', pages, via, printer_kind, actor
      from order_prints, generate_series(1, 500) where order_id = ${order.order_id}`.execute(db);
    await record([order.order_id, other.order_id], "label");
    const now = await prints(order.order_id);
    expect([now.print_count, now.print_list.length, now.print_list[0].paper]).toEqual([500, 50, "100x150"]);
    expect((await prints(other.order_id)).print_count).toBe(2);
    const { rows } = await sql`select from order_prints where order_id = ${order.order_id} and paper = 'A4'`.execute(
      db,
    );
    expect(rows).toHaveLength(0);
  });

  it("are named as they are printed, each with its last print", async () => {
    const order = await created(shop.testing, intlOrder());
    expect(await prints(order.order_id)).toEqual({
      order_id: order.order_id,
      is_printed: false,
      document_list: ["label", "commercial_invoice", "packing_slip"].map((type) => ({ type, last_print: null })),
      parcel_list: [{ parcel: 1, last_print: null }],
      print_list: [],
      print_count: 0,
    });
    expect((await record([order.order_id], "label", "A6")).body.data).toEqual({ recorded: 1 });
    const label = {
      document: "label",
      parcel: null,
      paper: "A6",
      pages: 1,
      via: "DASHBOARD",
      printed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+08:00$/),
      printed_by: { kind: "person", name: "Mak Siu Ming" },
    };
    let now = await prints(order.order_id);
    expect(now.print_list).toEqual([label]);
    expect(now.document_list.map(({ last_print }: { last_print: unknown }) => last_print)).toEqual([label, null, null]);
    await record([order.order_id], "all_documents", "A4");
    now = await prints(order.order_id);
    expect(now.print_count).toBe(2);
    expect(now.print_list[0]).toMatchObject({ document: "all_documents", paper: "A4", pages: 3 });
    for (const { last_print } of now.document_list) expect(last_print.document).toBe("all_documents");
  });

  it("make the order printed as its list says it: the labels of all parcels, or what a client fetched", async () => {
    const printed = async (id: string) => {
      const listed = (await shop.testing.get(`/orders?printed=Y&order_ids=${id}`)).body.data.length;
      const { is_printed } = await prints(id);
      expect(is_printed).toBe(listed === 1);
      return is_printed;
    };
    const order = await created(shop.testing, intlOrder());
    await record([order.order_id], "packing_slip");
    expect(await printed(order.order_id)).toBe(false);
    await record([order.order_id], "label");
    expect(await printed(order.order_id)).toBe(true);
    const fetched = await created(shop.testing);
    await shop.testing.get(`/order/label/${fetched.order_id}`);
    expect([await printed(fetched.order_id), (await prints(fetched.order_id)).print_count]).toEqual([true, 0]);
  });

  it("do not exist before confirmation and after cancellation, but the log stays", async () => {
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    expect((await prints(saved.order_id)).document_list).toEqual([]);
    const order = await created(shop.testing);
    await record([order.order_id], "packing_slip");
    await shop.testing.post("/order/cancel", { order_id: order.order_id, reason: "OTHER" });
    const { document_list, print_list } = await prints(order.order_id);
    expect([document_list, print_list.length]).toEqual([[], 1]);
  });

  it("are listed with the last 50 prints and the count of all", async () => {
    const order = await created(shop.testing);
    await record([order.order_id], "packing_slip");
    for (let count = 0; count < 51; count++) await record([order.order_id], "label");
    const { document_list, print_list, print_count } = await prints(order.order_id);
    expect([print_list.length, print_count]).toEqual([50, 52]);
    expect(document_list[1]).toMatchObject({ type: "packing_slip", last_print: { document: "packing_slip" } });
  });
});

describe("recording prints", () => {
  it("counts a page for each parcel, and passes over what has no label or is another's", async () => {
    const body = localOrder();
    const [parcel] = body.shipment_detail.parcel_list;
    const two = await created(shop.testing, {
      ...body,
      shipment_detail: { ...body.shipment_detail, parcel_list: [parcel, parcel] },
    });
    const one = await created(shop.testing);
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const foreign = await created((await merchant()).testing);
    const production = await created(shop.production);
    const ids = [two, one, saved, foreign, production].map(({ order_id }) => order_id);
    expect((await record([...ids, one.order_id, "1"], "label")).body.data).toEqual({ recorded: 2 });
    expect((await prints(two.order_id)).print_list[0].pages).toBe(2);
    expect((await prints(one.order_id)).print_list).toHaveLength(1);
    expect((await prints(saved.order_id)).print_list).toEqual([]);
  });

  it("is for one parcel's label when it is named; the others stay as they were", async () => {
    const [parcel] = localOrder().shipment_detail.parcel_list;
    const body = localOrder();
    Object.assign(body.shipment_detail, { parcel_list: [parcel, parcel, parcel] });
    const { order_id } = await created(shop.testing, body);
    const one = (number: string) =>
      owner.api.post("/order/prints", { order_ids: [order_id], document: "label", parcel: number });
    const lastPrints = async () =>
      (await prints(order_id)).parcel_list.map(
        (each: { parcel: number; last_print: { parcel: number | null } | null }) =>
          each.last_print && [each.parcel, each.last_print.parcel],
      );
    expect((await one("2")).body.data).toEqual({ recorded: 1 });
    expect(await lastPrints()).toEqual([null, [2, 2], null]);
    const { print_list, document_list } = await prints(order_id);
    expect(print_list).toMatchObject([{ document: "label", parcel: 2, pages: 1 }]);
    expect(document_list[0].last_print.parcel).toBe(2);
    await record([order_id], "label");
    await one("3");
    expect(await lastPrints()).toEqual([
      [1, null],
      [2, null],
      [3, 3],
    ]);
    for (let count = 0; count < 51; count++) await one("1");
    expect(await lastPrints()).toEqual([
      [1, 1],
      [2, null],
      [3, 3],
    ]);
    expect((await one("4")).body.data).toEqual({ recorded: 0 });
    await shop.testing.post("/order/cancel", { order_id, reason: "OTHER" });
    expect(await lastPrints()).toEqual([]);
  });

  it("is refused for a document that the order does not have", async () => {
    const order = await created(shop.testing);
    for (const document of ["commercial_invoice", "battery_label", "pickup_document"])
      expect((await record([order.order_id], document)).status).toBe(404);
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    expect((await record([saved.order_id], "packing_slip")).status).toBe(404);
    expect((await record(["1"], "packing_slip")).status).toBe(404);
  });

  it.each([
    ["order_ids", { document: "label" }],
    ["order_ids", { order_ids: [], document: "label" }],
    ["order_ids", { order_ids: Array.from({ length: MAX_PRINT_JOB + 1 }, () => "1"), document: "label" }],
    ["order_ids[]", { order_ids: ["x"], document: "label" }],
    ["document", { order_ids: ["1"] }],
    ["document", { order_ids: ["1"], document: "poster" }],
    ["paper", { order_ids: ["1"], document: "label", paper: "A5" }],
    ["order_ids", { order_ids: ["1", "2"], document: "packing_slip" }],
    ["order_ids", { order_ids: ["1", "2"], document: "label", parcel: "1" }],
    ["document", { order_ids: ["1"], document: "packing_slip", parcel: "1" }],
    ["parcel", { order_ids: ["1"], document: "label", parcel: "0" }],
    ["parcel", { order_ids: ["1"], document: "label", parcel: "51" }],
  ] as const)("is refused naming %s where that is wrong (%#)", async (field, body) => {
    const { status, entries } = await owner.api.post("/order/prints", body);
    expect([status, entries.map((entry) => entry.field)]).toEqual([400, [field]]);
  });

  it("by staff does not show merchants who it was, and is audited", async () => {
    const order = await created(shop.testing);
    const staff = await personOf("warehouse", null);
    const headers = { "x-account-id": shop.accountId };
    const body = { order_ids: [order.order_id], document: "label" };
    await withPickPack(shop.accountId, () => staff.api.post("/order/prints", body, { headers }));
    expect((await prints(order.order_id)).print_list[0].printed_by).toEqual({ kind: "staff", name: null });
    const path = `/order/prints/${order.order_id}`;
    const seen = await withPickPack(shop.accountId, () => staff.api.get(path, { headers }));
    expect(seen.body.data.print_list[0].printed_by).toEqual({ kind: "staff", name: expect.stringMatching(/./) });
    const audited = await (await testDb())
      .selectFrom("audit_log")
      .select(["operation", "account_id"])
      .where("actor", "=", `person:${staff.id}`)
      .execute();
    expect(audited).toContainEqual({ operation: "recordPrints", account_id: shop.accountId });
  });
});

describe("what API clients fetch as PDF", () => {
  const client = () => shop.credentials.testing.client_id;

  it("is logged: label, documents, one document, labels of many", async () => {
    const order = await created(shop.testing, intlOrder());
    const other = await created(shop.testing);
    await fetchDocument(shop, `/order/label/${order.order_id}?paper=A6`);
    await fetchDocument(shop, `/order/documents/${order.order_id}?paper=A4`);
    await fetchDocument(shop, `/order/documents/${order.order_id}?type=commercial_invoice`);
    await fetchDocument(shop, "/order/labels", { body: { order_ids: [other.order_id, order.order_id], paper: "A4" } });
    const { print_list } = await prints(order.order_id);
    expect(print_list.map((print: Record<string, unknown>) => [print.document, print.paper, print.pages])).toEqual([
      ["label", "A4", 1],
      ["commercial_invoice", "100x150", 1],
      ["all_documents", "A4", 3],
      ["label", "A6", 1],
    ]);
    for (const { via, printed_by } of print_list)
      expect([via, printed_by]).toEqual(["API", { kind: "client", name: client() }]);
    expect((await prints(other.order_id)).print_count).toBe(1);
  });

  it("shows staff what the client is called", async () => {
    const order = await created(shop.testing);
    await fetchDocument(shop, `/order/label/${order.order_id}?paper=A6`);
    const labelled = (label: string) =>
      testDb().then((db) => db.updateTable("api_clients").set({ label }).where("id", "=", client()).execute());
    const seen = await withPickPack(shop.accountId, async () => {
      await labelled("Shop software");
      const staff = await personOf("warehouse", null);
      const answer = await staff.api.get(`/order/prints/${order.order_id}`, {
        headers: { "x-account-id": shop.accountId },
      });
      await labelled("");
      return answer;
    });
    expect(seen.body.data.print_list[0].printed_by).toEqual({ kind: "client", name: "Shop software" });
    expect((await prints(order.order_id)).print_list[0].printed_by.name).toBe(client());
  });

  it("is not logged in JSON, nor when it is refused, nor when a person looks at it", async () => {
    const order = await created(shop.testing);
    await shop.testing.get(`/order/label/${order.order_id}`);
    const refused = await fetchDocument(shop, `/order/documents/${order.order_id}?type=commercial_invoice`);
    expect(refused.response.status).toBe(404);
    const looked = await owner.api.get(`/order/label/${order.order_id}`, { headers: { accept: "application/pdf" } });
    expect([looked.status, looked.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect((await prints(order.order_id)).print_list).toEqual([]);
  });
});

describe("one document of an order", () => {
  it("is the same by itself as among all", async () => {
    const order = await created(shop.testing, intlOrder());
    const all = (await shop.testing.get(`/order/documents/${order.order_id}`)).body.data.related_documents;
    const { body } = await shop.testing.get(`/order/documents/${order.order_id}?type=packing_slip`);
    expect(body.data.related_documents).toEqual([all[2]]);
    const { response, bytes } = await fetchDocument(shop, `/order/documents/${order.order_id}?type=packing_slip`);
    expect(Buffer.from(bytes).toString("base64")).toBe(all[2].content);
    expect(response.headers.get("content-disposition")).toContain(`packing-slip-${order.tracking_number}.pdf`);
    const none = await shop.testing.get(`/order/documents/${order.order_id}?type=battery_label`);
    expect(none.body.data.related_documents).toEqual([]);
    const { status, entries } = await shop.testing.get(`/order/documents/${order.order_id}?type=poster`);
    expect([status, entries[0]?.field]).toEqual([400, "type"]);
  });
});

describe("checking a batch", () => {
  it("says what is printed, what is left out, and what was printed before, in the given order", async () => {
    const [first, second] = [await created(shop.testing), await created(shop.testing)];
    const saved = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const foreign = await created((await merchant()).testing);
    await record([first.order_id], "packing_slip");
    await record([second.order_id], "label");
    const order_ids = [second, saved, first, foreign].map(({ order_id }) => order_id);
    const { body } = await owner.api.post("/order/prints/check", { order_ids });
    expect(body.data).toEqual({
      ready_list: [second.order_id, first.order_id],
      skipped_list: [
        { order_id: saved.order_id, code_reason: "NOT_CONFIRMED", message: expect.any(String) },
        { order_id: foreign.order_id, code_reason: "NOT_FOUND", message: expect.any(String) },
      ],
      printed_list: [{ order_id: second.order_id, last_print: expect.objectContaining({ document: "label" }) }],
    });
    expect((await prints(second.order_id)).print_count).toBe(1);
  });

  it("names a wrong list", async () => {
    const { status, entries } = await owner.api.post("/order/prints/check", { order_ids: [] });
    expect([status, entries[0]?.field]).toEqual([400, "order_ids"]);
  });
});

describe("the log", () => {
  it("is for people who may read the order's account", async () => {
    const order = await created(shop.testing);
    const path = `/order/prints/${order.order_id}`;
    const posts = [
      ["/order/prints", { order_ids: [order.order_id], document: "label" }],
      ["/order/prints/check", { order_ids: [order.order_id] }],
    ] as const;
    expect((await api("testing").get(path)).status).toBe(401);
    expect((await shop.testing.get(path)).status).toBe(403);
    expect((await (await clientOf("support", null)).get(path)).status).toBe(403);
    for (const [address, body] of posts) {
      expect((await api("testing").post(address, body)).status).toBe(401);
      expect((await shop.testing.post(address, body)).status).toBe(403);
      const elsewhere = { headers: { "sec-fetch-site": "cross-site" } };
      expect((await owner.api.post(address, body, elsewhere)).status).toBe(403);
    }
    const stranger = await personOf("owner", (await merchant()).accountId);
    expect((await stranger.api.get(path)).status).toBe(404);
    const inProduction = await personOf("owner", shop.accountId, "production");
    expect((await inProduction.api.get(path)).status).toBe(404);
    const member = await personOf("member", shop.accountId);
    expect((await member.api.get(path)).status).toBe(200);
  });
});
