// @module-tag engine
import { beforeAll, describe, expect, it } from "vitest";
import { created, intlOrder, localOrder, type Merchant, merchant } from "@/test/factories";
import type { Api } from "@/test/http";

let shop: Merchant;
let other: Merchant;
const orders: Record<string, { order_id: string; tracking_number: string }> = {};

const to = (name: string, mobile: string, client_remarks?: string, change: Record<string, unknown> = {}) =>
  localOrder({ recipient: { ...localOrder().recipient, name, mobile }, client_remarks, ...change });
const parcel = localOrder().shipment_detail.parcel_list[0];

beforeAll(async () => {
  shop = await merchant();
  other = await merchant();
  const make = async (key: string, body: unknown) => {
    orders[key] = await created(shop.testing, body);
  };
  await make("wong", to("Wong Siu Ming", "9876 5432", "100% cotton_wool"));
  await make("chan", to("陳大文", "6123-4567", "Leave at C:\\door\nthen call"));
  await make("chen", to("陳大為", "91112222", "1000 cotton wool"));
  await make(
    "two",
    to("Lee", "55500000", "x", { shipment_detail: { ...localOrder().shipment_detail, parcel_list: [parcel, parcel] } }),
  );
  await make("saved", to("Ho", "53330000", "abcd bcde", { confirm_shipment: "N" }));
  await make("intl", intlOrder({ client_remarks: "Straße 𠮷野家" }));
  await make("long", to("Long", "54440000", `${"a".repeat(250)} needle ${"b".repeat(240)}`));
  await created(other.testing, to("Wong Siu Ming", "9876 5432", "100% cotton_wool"));
  await created(shop.production, to("Wong Siu Ming", "9876 5432", "100% cotton_wool"));
});

/** The orders that a search finds, and its total. */
async function find(q: string, more = "", client: Api = shop.testing): Promise<string[]> {
  const answer = await client.get(`/orders?limit=100&sort=create_time&q=${encodeURIComponent(q)}${more}`);
  expect(answer.status).toBe(200);
  const found = answer.body.data.map(
    ({ id }: { id: string }) => Object.keys(orders).find((key) => orders[key]?.order_id === id) ?? id,
  );
  expect(answer.body.pagination.total).toBe(found.length);
  return found;
}

describe("q", () => {
  it.each<[string, string, string[]]>([
    ["one letter", "g", ["wong", "intl", "long"]],
    ["one Chinese character", "為", ["chen"]],
    ["one character beyond the basic plane", "𠮷", ["intl"]],
    ["two letters", "ng", ["wong", "intl", "long"]],
    ["two Chinese characters", "陳大", ["chan", "chen"]],
    ["two others", "大文", ["chan"]],
    ["three Chinese characters", "陳大為", ["chen"]],
    ["three letters", "siu", ["wong"]],
    ["a part across words", "g Siu M", ["wong"]],
    ["a whole name", "Wong Siu Ming", ["wong"]],
    ["words in another order", "Ming Wong", ["wong"]],
    ["letters that are there, but not together", "wom", []],
    ["capitals", "WONG", ["wong"]],
    ["full-width letters", "ｗｏｎｇ", ["wong"]],
    ["blanks around and doubled", "  Wong   Siu ", ["wong"]],
    ["a sharp s", "straße", ["intl"]],
    ["remarks", "cotton", ["wong", "chen"]],
    ["remarks over a line's end", "door then", ["chan"]],
    ["the middle of long remarks", "needle", ["long"]],
    ["nothing that is there", "zzzz", []],
    ["parts that are apart", "abcde", []],
    ["a part of two fields", "Ming9876", []],
  ])("finds %s: %j", async (_name, q, expected) => {
    expect(await find(q)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ["98765432", ["wong"]],
    ["9876 5432", ["wong"]],
    ["9876-5432", ["wong"]],
    ["8765 432", ["wong"]],
    ["61234567", ["chan"]],
    ["6123-4567", ["chan"]],
    ["6123 4567", ["chan"]],
    ["9111 2222", ["chen"]],
    ["9012345678", ["intl"]],
    ["85298765432", ["wong"]],
    ["+852 9876 5432", ["wong"]],
    ["852-9876-5432", ["wong"]],
    ["8529876543", ["wong"]],
  ])("finds a mobile however it is written: %j", async (q, expected) => {
    expect(await find(q)).toEqual(expected);
  });

  it("finds a mobile in groups of two, which other numbers may contain, too", async () => {
    expect(await find("98 76 54")).toContain("wong");
  });

  it.each<[string, string[]]>([
    ["%", ["wong"]],
    ["100%", ["wong"]],
    ["_", ["wong"]],
    ["n_w", ["wong"]],
    ["\\", ["chan"]],
    ["C:\\d", ["chan"]],
    ["1__%", []],
    ["%%", []],
    ["c%n", []],
    ["cotton_", ["wong"]],
    ["*", []],
    [".*", []],
    ["'", []],
    ["' or '1'='1", []],
    ["{", []],
    ['"', []],
    [":", ["chan"]],
    ["-", ["intl"]],
  ])("takes special characters literally: %j", async (q, expected) => {
    expect(await find(q)).toEqual(expected);
  });

  it("finds a part of a tracking number, of any parcel, in any case", async () => {
    const { order_id, tracking_number } = orders.wong ?? { order_id: "", tracking_number: "" };
    expect(await find(tracking_number)).toEqual(["wong"]);
    expect(await find(tracking_number.toLowerCase())).toEqual(["wong"]);
    expect(await find(tracking_number.slice(4))).toEqual(["wong"]);
    expect(await find(tracking_number.slice(2, 9))).toContain("wong");
    expect((await find("ST")).sort()).toEqual(
      Object.keys(orders)
        .filter((key) => key !== "saved")
        .sort(),
    );
    expect(await find(order_id)).toEqual(["wong"]);
    expect(await find(order_id.slice(3))).toEqual(["wong"]);
    expect(await find(order_id.slice(0, 5))).toEqual(Object.keys(orders));
    const record = (await shop.testing.get(`/order/detail/${orders.two?.order_id}`)).body.data;
    const second = record.shipment_detail.parcel_list[1].tracking_number;
    expect(second).not.toBe(orders.two?.tracking_number);
    expect(await find(second)).toEqual(["two"]);
  });

  it("finds a saved order by its new number as soon as it is confirmed", async () => {
    const order = await created(shop.production, to("Ko", "59990000", undefined, { confirm_shipment: "N" }));
    const { tracking_number } = (await shop.production.post("/order/confirm", { order_id: order.order_id })).body.data;
    expect(await find(tracking_number, "", shop.production)).toEqual([order.order_id]);
  });

  it("goes with filters, sorting and pages", async () => {
    expect(await find("cotton", "&status=READY_TO_SHIP")).toEqual(["wong", "chen"]);
    expect(await find("cotton", "&status=CANCELLED")).toEqual([]);
    expect(await find("2", "&ship_type=intl")).toEqual(["intl"]);
    const answer = await shop.testing.get(`/orders?q=${encodeURIComponent("陳大")}&sort=-create_time&limit=1&offset=1`);
    expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual([orders.chan?.order_id]);
    expect(answer.body.pagination).toEqual({ total: 2, page: 2, per_page: 1, total_pages: 2 });
    expect((await shop.testing.get("/orders?q=cotton&offset=5")).body).toEqual({
      data: [],
      pagination: { total: 2, page: 1, per_page: 20, total_pages: 1 },
    });
  });

  it("of spaces only counts as no search", async () => {
    expect(await find("   ")).toHaveLength(Object.keys(orders).length);
  });

  it("may be at most 200 characters long", async () => {
    expect(await find("a".repeat(200))).toEqual(["long"]);
    const answer = await shop.testing.get(`/orders?q=${"a".repeat(201)}`);
    expect([answer.status, answer.entries[0]?.field]).toEqual([400, "q"]);
  });

  it("never finds another account's or environment's orders", async () => {
    expect(await find("Wong Siu Ming", "", other.testing)).toHaveLength(1);
    expect(await find("Wong Siu Ming", "", shop.production)).toHaveLength(1);
    const fresh = await merchant();
    expect(await find("Wong", "", fresh.testing)).toEqual([]);
    expect(await find("@", "")).toEqual([]);
  });
});
