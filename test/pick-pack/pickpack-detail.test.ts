import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { PICKPACK_STATUSES } from "@/lib/warehouse/pickpack-status";
import { forgetPickPackTwins } from "../database";
import { readPdf } from "../documents/read-pdf";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { type Api, api } from "../http";
import { freshItem, must, naming, orderIn, orderOf, stocked, warehouse } from "./warehouse";

let place: { shop: Merchant; staff: Api };
let shop: Merchant;
let staff: Api;

beforeAll(async () => {
  place = await warehouse();
  ({ shop, staff } = place);
});

const HONG_KONG = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const DOCUMENT = { format: "pdf", encoding: "base64", content: expect.stringMatching(/^JVBERi0/) };
const detail = async (order: { order_id: string }, client: Api = shop.testing) =>
  must(await client.get(`/pickpack/detail/${order.order_id}`)).body.data;
const textOf = async ({ content }: { content: string }) =>
  (await readPdf(Buffer.from(content, "base64"))).map(({ text }) => text).join("\n");

const WORDS = {
  PICKPACK_PENDING_CONFIRM: /received/,
  PICKPACK_CONFIRMED: /confirmed/,
  PICKPACK_READY_TO_SHIPMENT: /packed/,
  PICKPACK_CANCELLED: /cancelled/,
  PICKPACK_REJECTED: /rejected/,
} as const;

describe("GET /pickpack/detail", () => {
  it.each(PICKPACK_STATUSES)("has every field when it is %s", async (status) => {
    const item = freshItem("2");
    const order = await orderIn(place, status, item);
    const isReady = status === "PICKPACK_READY_TO_SHIPMENT";
    const { order: read, message } = await detail(order);
    expect(read).toEqual({
      order_id: order.order_id,
      customer_eid: shop.accountId,
      status,
      is_require_repack: "N",
      short: "N",
      short_list: [],
      reject_type: status === "PICKPACK_REJECTED" ? "OTHERS" : "",
      reject_reason: status === "PICKPACK_REJECTED" ? "Damaged" : "",
      tracking_number: order.tracking_number,
      courier_company: "Sampan Local Door-to-Door",
      shipment_detail: {
        parcel_list: [
          {
            tracking_number: order.tracking_number,
            length: "30",
            width: "20",
            height: "15",
            act_weight: "2.3",
            declaration_list: [
              {
                custom_declare_fulldesc: `Goods ${item.sku}`,
                custom_qty: "2",
                custom_single_price: "120.00",
                custom_hscode: "",
                custom_unit: "",
                custom_single_weight: "",
                custom_origin: "",
                currency: "HKD",
                custom_with_battery: "N",
                battery_type: "",
                battery_location: "",
                sku: item.sku,
                bar_code_eid: item.bar_code_eid,
              },
            ],
            is_require_battery_label: "N",
            battery_label_types: "",
            related_documents: "",
          },
        ],
      },
      pickup_detail: isReady
        ? {
            pickup_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
            pickup_session: "09:30 - 20:30",
            pickup_number: expect.stringMatching(/^PU\d{11}$/),
            is_pickup_document_required: "Y",
            related_documents: DOCUMENT,
          }
        : [],
      related_documents: DOCUMENT,
      request_datetime: expect.stringMatching(HONG_KONG),
      update_datetime: expect.stringMatching(HONG_KONG),
    });
    expect(message).toMatch(WORDS[status]);
    expect(await textOf(read.related_documents)).toContain(order.tracking_number);
    if (isReady)
      for (const part of [read.pickup_detail.pickup_number, "Time: 09:30 to 20:30, Hong Kong"])
        expect(await textOf(read.pickup_detail.related_documents)).toContain(part);
  });

  it("answers the same by query and by path, to merchants' people and staff", async () => {
    const order = await orderIn(place, "PICKPACK_CONFIRMED");
    const byPath = (await shop.testing.get(`/pickpack/detail/${order.order_id}`)).body;
    expect((await shop.testing.get(`/pickpack/detail?order_id=${order.order_id}`)).body).toEqual(byPath);
    const member = await personOf("member", shop.accountId);
    expect((await member.api.get(`/pickpack/detail/${order.order_id}`)).body).toEqual(byPath);
    const support = await personOf("support", null);
    await forgetPickPackTwins();
    for (const client of [staff, support.api]) {
      expect((await client.get(`/pickpack/detail/${order.order_id}`)).body).toEqual(byPath);
      expect((await client.get(`/pickpack/detail?order_id=${order.order_id}`, naming(shop))).body).toEqual(byPath);
    }
  });

  it("has times in Hong Kong", async () => {
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    await sql`update pick_pack_orders set requested_at = '2026-11-20T23:30:15Z', updated_at = '2026-12-31T16:00:00Z'
      where order_id = ${order.order_id}`.execute(await testDb());
    const { order: read } = await detail(order);
    expect([read.request_datetime, read.update_datetime]).toEqual(["2026-11-21 07:30:15", "2027-01-01 00:00:00"]);
  });

  it.each([
    "",
    "?order_id=",
    "?order_id=12x",
    "?order_id=1.5",
    "?order_id=-1",
    "?order_id=1e3",
    "?order_id=0x1f",
    `?order_id=${"1".repeat(16)}`,
  ])("answers 400 with an entry for order_id: '%s'", async (query) => {
    for (const client of [shop.testing, staff]) {
      const answer = await client.get(`/pickpack/detail${query}`);
      expect([answer.status, answer.body.error.code]).toEqual([400, "400000"]);
      expect(answer.entries).toMatchObject([{ field: "order_id", pointer: "/order_id" }]);
    }
  });

  it("is closed to others: token, account, environment", async () => {
    const order = await orderIn(place, "PICKPACK_CONFIRMED");
    const path = `/pickpack/detail/${order.order_id}`;
    for (const client of [api("testing"), api("testing", { token: shop.tokens.production })]) {
      const answer = await client.get(path);
      expect([answer.status, answer.body.error.code]).toEqual([401, "401000"]);
    }
    const other = await merchant({ pickPack: true });
    expect((await other.testing.get(path)).status).toBe(404);
    expect((await shop.production.get(path)).status).toBe(404);
    expect((await staff.get(path, naming(other))).status).toBe(404);
    expect((await (await clientOf("warehouse", other.accountId)).get(path)).status).toBe(404);
    expect((await (await clientOf("warehouse", null, "production")).get(path)).status).toBe(404);
    const carrier = await (await clientOf("carrier", null)).get(path, naming(shop));
    expect([carrier.status, carrier.body.error.code]).toEqual([403, "403000"]);
  });

  it("is a 404 for an order that the warehouse does not pack", async () => {
    const saved = await created(shop.testing, { ...orderOf([freshItem()]), confirm_shipment: "N" });
    const plain = await merchant();
    const order = await created(plain.testing, localOrder());
    for (const path of [`/pickpack/detail/${saved.order_id}`, `/pickpack/detail?order_id=${saved.order_id}`]) {
      const early = await shop.testing.get(path);
      expect([early.status, early.body.error.code]).toEqual([404, "404000"]);
      expect(early.body.error.message).toContain("not confirmed yet");
      // No other merchant learns that the order exists.
      expect((await plain.testing.get(path)).body.error.message).toContain("nothing at this address");
    }
    expect((await plain.testing.get(`/pickpack/detail/${order.order_id}`)).status).toBe(404);
    expect((await staff.get(`/pickpack/detail/${order.order_id}`)).status).toBe(404);
  });

  it("asks staff for the account where two have the number", async () => {
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const other = await merchant({ pickPack: true });
    const twin = await created(other.testing, orderOf([freshItem()]));
    await (await testDb()).transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update pick_pack_orders set order_id = ${order.order_id} where order_id = ${twin.order_id}`.execute(tx);
    });
    const answer = await staff.get(`/pickpack/detail/${order.order_id}`);
    expect([answer.status, answer.entries[0]?.field]).toEqual([400, "X-Account-Id"]);
    expect((await staff.get(`/pickpack/detail/${order.order_id}`, naming(shop))).status).toBe(200);
  });
});

describe("snapshots of international parcels", () => {
  const item = { ...freshItem(), description: "Head torch", single_price: "420.00", single_weight: "0.2" };
  const line = (battery?: { type: string; location: string }, qty = "1") => ({
    description: item.description,
    qty,
    single_price: item.single_price,
    single_weight: item.single_weight,
    hscode: "851310",
    origin: "CN",
    sku: item.sku,
    bar_code_eid: item.bar_code_eid,
    unit: "SET",
    ...(battery ? { battery } : {}),
  });
  const shipped = async (...parcels: object[][]) => {
    const body = intlOrder();
    const shipment = body.shipment_detail as Record<string, unknown>;
    const [parcel] = shipment.parcel_list as object[];
    shipment.parcel_list = parcels.map((declaration_list) => ({ ...parcel, declaration_list }));
    shipment.currency = "USD";
    return (await detail(await created(shop.testing, body))).order.shipment_detail.parcel_list;
  };

  it("carry the whole declaration", async () => {
    const [parcel] = await shipped([line({ type: "chargeable", location: "inside" })]);
    expect(parcel.declaration_list).toEqual([
      {
        custom_declare_fulldesc: "Head torch",
        custom_qty: "1",
        custom_single_price: "420.00",
        custom_hscode: "851310",
        custom_unit: "SET",
        custom_single_weight: "0.2",
        custom_origin: "CN",
        currency: "USD",
        custom_with_battery: "Y",
        battery_type: "chargeable",
        battery_location: "inside",
        sku: item.sku,
        bar_code_eid: item.bar_code_eid,
      },
    ]);
  });

  const inside = { type: "chargeable", location: "inside" };
  const outside = { type: "nonchargeable", location: "outside" };
  it.each([
    ["no battery", [[line()]], ["N"], [""]],
    ["two units inside", [[line(inside, "2")]], ["N"], [""]],
    ["three units inside", [[line(inside, "3")]], ["Y"], ["UN3481_PI967"]],
    ["any outside", [[line(outside)]], ["Y"], ["UN3091_PI969"]],
    ["both kinds", [[line(outside), line(inside)]], ["Y"], ["UN3091_PI969,UN3481_PI967"]],
    [
      "one inside, in each of three parcels",
      [[line(inside)], [line()], [line(inside)]],
      ["Y", "N", "Y"],
      ["UN3481_PI967", "", "UN3481_PI967"],
    ],
  ])("bear battery labels by the rules: %s", async (_name, parcels, required, types) => {
    const list = await shipped(...parcels);
    expect(list.map((parcel: { is_require_battery_label: string }) => parcel.is_require_battery_label)).toEqual(
      required,
    );
    expect(list.map((parcel: { battery_label_types: string }) => parcel.battery_label_types)).toEqual(types);
    for (const [index, parcel] of list.entries()) {
      expect(parcel.related_documents).toEqual(required[index] === "Y" ? DOCUMENT : "");
      if (required[index] === "Y") {
        const text = await textOf(parcel.related_documents);
        const own = types[index]?.split(",") ?? [];
        const captions = text.split("\n").filter((line) => line.includes(": order "));
        expect(captions).toEqual(
          own.map((type) =>
            expect.stringMatching(
              `^${type}: order \\d+, parcel ${index + 1} of ${list.length}, ${parcel.tracking_number}$`,
            ),
          ),
        );
        for (const type of own) expect(text).toContain(type.split("_")[0]);
      }
    }
    expect(new Set(list.map((parcel: { tracking_number: string }) => parcel.tracking_number)).size).toBe(list.length);
  });
});

describe("staff who look", () => {
  it("are in the audit log, whether they name the account or the order does", async () => {
    const order = await orderIn(place, "PICKPACK_PENDING_CONFIRM");
    const support = (await personOf("support", null)).api;
    await forgetPickPackTwins();
    await support.get(`/pickpack/detail/${order.order_id}`);
    await support.get(`/pickpack/detail?order_id=${order.order_id}`, naming(shop));
    await shop.testing.get(`/pickpack/detail/${order.order_id}`);
    const rows = await (await testDb())
      .selectFrom("audit_log")
      .select(["operation", "role", "account_id"])
      .where("object_id", "=", order.order_id)
      .orderBy("id")
      .execute();
    expect(rows.filter(({ role }) => role === "support")).toEqual([
      { operation: "readPickPackByPath", role: "support", account_id: shop.accountId },
      { operation: "readPickPack", role: "support", account_id: shop.accountId },
    ]);
    expect(rows.every(({ role }) => role === "support")).toBe(true);
  });
});

describe("a product's stock and an order's creation", () => {
  it("are independent: an order is made even with an unknown sku or without stock", async () => {
    const item = freshItem("900");
    const unknown = await created(shop.testing, orderOf([item]));
    await stocked(place, item, "0");
    const empty = await created(shop.testing, orderOf([item]));
    for (const order of [unknown, empty]) expect((await detail(order)).order.status).toBe("PICKPACK_PENDING_CONFIRM");
  });
});
