import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { numberOfPath, shownNumber, trackPath } from "@/app/track/tracking-number";
import { countryCodes } from "@/lib/addresses/country";
import { ApiError } from "@/lib/errors";
import english from "@/lib/i18n/en.json";
import chinese from "@/lib/i18n/zh-Hant.json";
import { SUB_STATUSES } from "@/lib/orders/status";
import { environmentOfNumber } from "@/server/orders";
import { newTrackingNumber } from "@/server/orders/create/numbers";
import { publicTracking } from "@/server/tracking";
import { publicLocality } from "@/server/tracking/places";
import { holdWindow } from "../accounts/rate-window";
import { clientOf, created, localOrder, type Merchant, merchant, testDb } from "../factories";
import type { Api } from "../http";

let shop: Merchant;
let carrier: Api;

beforeAll(async () => {
  shop = await merchant({ name: "MARK account" });
  carrier = await clientOf("carrier", null);
});

let visitors = 0;
const freshAddress = () => `192.0.2.${++visitors}`;
const track = async (number: string, address = freshAddress()) =>
  publicTracking({ db: await testDb(), address }, number);
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "FOUND",
    (error: unknown) => (error instanceof ApiError ? error.reason : String(error)),
  );

/** Text in every field that accepts any, and figures that occur nowhere else. */
const marked = (more: object = {}) =>
  localOrder({
    sender: {
      name: "MARK sender",
      mobile: "61111111",
      mobile_prefix: "852",
      email: "mark@sender.example",
      address: "MARK sender street",
    },
    recipient: {
      name: "MARK recipient",
      mobile: "62222222",
      mobile_prefix: "852",
      email: "mark@recipient.example",
      address: "MARK recipient street",
    },
    shipment_detail: {
      package_type: "parcel",
      consignment_declaration: "MARK declaration",
      consignment_remarks: "MARK label",
      parcel_list: [1, 2, 3].map((number) => ({
        act_weight: "4.44",
        parcel_items: [{ name: `MARK item ${number}`, qty: "77", single_value: "888.88", sku: `MARK-SKU-${number}` }],
      })),
    },
    cod: "Y",
    cod_amount: "999.99",
    client_remarks: "MARK remarks",
    ...more,
  });

const scan = (tracking_number: string, event: string, more: object = {}) =>
  carrier.post("/tracking/events", {
    tracking_number,
    event: `order.${event}`,
    occurred_at: new Date(Date.now() - 1000).toISOString(),
    ...more,
  });

async function numbersOf(orderId: string): Promise<string[]> {
  const { body } = await shop.testing.get(`/order/detail/${orderId}`);
  return body.data.shipment_detail.parcel_list.map((parcel: { tracking_number: string }) => parcel.tracking_number);
}

describe("what the public learns of a parcel", () => {
  it("is where it is, and nothing of people, goods, prices, orders or accounts", async () => {
    const order = await created(shop.testing, marked());
    await scan(order.tracking_number, "delivered", {
      location: { city: "MARK Chan, Flat A", state: "MARK Tower", country: "HK" },
      description: "Left with MARK Chan at Flat A",
      sub_status: "MARK-Chan",
      delivered_to: "MARK neighbour",
      proof_of_delivery_url: "https://mark.example/proof",
      signature_required: true,
    });
    const shown = await track(order.tracking_number);
    expect(Object.keys(shown).sort()).toEqual(
      ["checkpoints", "environment", "estimatedDelivery", "number", "parcel", "provider", "status"].sort(),
    );
    expect(shown).toMatchObject({
      number: order.tracking_number,
      environment: "testing",
      status: "DELIVERED",
      parcel: { position: 1, count: 3 },
      provider: { en: "Sampan Local Door-to-Door" },
    });
    expect(shown.checkpoints.map(({ event }) => event)).toEqual(["order.delivered", "order.created"]);
    expect(shown.checkpoints[0]).toEqual({
      time: expect.any(String),
      event: "order.delivered",
      status: "delivered",
      sub_status: null,
      place: { city: null, country: "HK" },
    });
    const text = JSON.stringify(shown);
    expect(text).not.toMatch(/mark/i);
    for (const secret of [order.order_id, shop.accountId, order.quote_price, "61111111", "62222222", "888.88", "4.44"])
      expect(text).not.toContain(`"${secret}"`);
    expect(text).not.toContain(order.order_id);
  });

  it.each<[string, object | undefined, { city: string | null; country: string | null } | null]>([
    ["a district", { city: "Sham Shui Po", country: "HK" }, { city: "深水埗區", country: "HK" }],
    ["a district in Chinese", { city: "沙田區", country: "Hong Kong" }, { city: "沙田區", country: "HK" }],
    ["a town as it may be written", { city: " TSIM-SHA TSUI ", country: "hk" }, { city: "尖沙咀", country: "HK" }],
    ["a city with accents", { city: "São Paulo", country: "BR" }, { city: "聖保羅", country: "BR" }],
    ["a city in the writer's own letters", { city: "深圳市", country: "CN" }, { city: "深圳", country: "CN" }],
    ["Hong Kong as a part of China", { city: "Hong Kong", country: "China" }, { city: "香港", country: "CN" }],
    [
      "a city whose state says more",
      { city: "Chicago", state: "Flat 5", country: "US" },
      { city: "芝加哥", country: "US" },
    ],
    ["a city alone", { city: "Tokyo" }, { city: "東京", country: null }],
    ["a city of another country", { city: "Tokyo", country: "DE" }, { city: null, country: "DE" }],
    ["a person's flat", { city: "Ms Lee, Flat 5, Kwai Chung", country: "HK" }, { city: null, country: "HK" }],
    ["a state alone", { state: "California", country: "US" }, { city: null, country: "US" }],
    ["a country that is none", { city: "Ms Lee", country: "Flat 5" }, null],
    ["no place", undefined, null],
  ])("names %s in our words or not at all", async (_name, location, place) => {
    const order = await created(shop.testing);
    await scan(order.tracking_number, "in_transit", { location, sub_status: "available_for_pickup" });
    const [newest] = (await track(order.tracking_number)).checkpoints;
    expect(newest?.sub_status).toBe("available_for_pickup");
    expect(newest?.place && { ...newest.place, city: newest.place.city?.["zh-Hant"] ?? null }).toEqual(place);
  });

  it("has words in both languages", () => {
    for (const words of [english, chinese]) expect(Object.keys(words.subStatus)).toEqual([...SUB_STATUSES]);
    const named = publicLocality({ city: "kwai chung", country: null });
    expect(named?.city).toEqual({ en: "Kwai Chung", "zh-Hant": "葵涌" });
    for (const country of ["Z", ...countryCodes()])
      expect(publicLocality({ city: "", country })?.city ?? null).toBe(null);
  });

  it("is the same by the number of every parcel, with the parcel's place", async () => {
    const order = await created(shop.testing, marked());
    const numbers = await numbersOf(order.order_id);
    expect(new Set(numbers).size).toBe(3);
    for (const [index, number] of numbers.entries())
      expect(await track(number)).toMatchObject({
        number,
        status: "READY_TO_SHIP",
        parcel: { position: index + 1, count: 3 },
      });
  });

  it("shows a cancellation, and belongs to one environment", async () => {
    const order = await created(shop.production);
    expect(order.tracking_number).toMatch(/^SP/);
    await shop.production.post("/order/cancel", { order_id: order.order_id, reason: "OTHER", remarks: "MARK why" });
    const shown = await track(order.tracking_number);
    expect(shown).toMatchObject({ environment: "production", status: "CANCELLED" });
    expect(JSON.stringify(shown)).not.toContain("MARK");
    // A row of one environment does not match a number of the other.
    await sql`update orders set tracking_number = ${order.tracking_number.replace("SP", "ST")}
      where id = ${order.order_id}`.execute(await testDb());
    expect(await reasonOf(track(order.tracking_number.replace("SP", "ST")))).toBe("NOT_FOUND");
  });
});

describe("numbers that lead nowhere", () => {
  it("are refused by their check digit before anything is asked or counted", async () => {
    const number = newTrackingNumber("testing");
    const wrong = number.slice(0, 12) + ((Number(number[12]) + 1) % 10);
    const unasked = { db: null as never, address: "unasked" };
    for (const typed of [
      wrong,
      "",
      "-",
      "217123456789012",
      "SP",
      `${number}0`,
      number.toLowerCase(),
      `XX${number.slice(2)}`,
    ])
      expect(await reasonOf(publicTracking(unasked, typed)), typed).toBe("NOT_FOUND");
  });

  it("may be tried sixty times a minute from an address; after that nothing is shown, not even what exists", async () => {
    const { tracking_number } = await created(shop.testing);
    const address = freshAddress();
    // Within one minute of the database's clock.
    const { rows } = await sql<{ left: number }>`select 60 - extract(second from clock_timestamp()) as left`.execute(
      await testDb(),
    );
    const left = Number(rows[0]?.left);
    if (left < 8) await new Promise((resolve) => setTimeout(resolve, (left + 0.1) * 1000));
    for (let miss = 0; miss < 60; miss++) {
      if (miss === 30) expect(await reasonOf(track(tracking_number, address))).toBe("FOUND");
      expect(await reasonOf(track(newTrackingNumber("testing"), address))).toBe("NOT_FOUND");
    }
    expect(await reasonOf(track(newTrackingNumber("testing"), address))).toBe("RATE_LIMIT_EXCEEDED");
    expect(await reasonOf(track(tracking_number, address))).toBe("RATE_LIMIT_EXCEEDED");
    await holdWindow("pt:2001:db8:0:6::/64", { minute: 60 });
    expect(await reasonOf(track(tracking_number, "2001:db8:0:6:a::1"))).toBe("RATE_LIMIT_EXCEEDED");
    expect(await reasonOf(track(tracking_number, "2001:db8:0:5::1"))).toBe("FOUND");
    expect(await reasonOf(track(tracking_number))).toBe("FOUND");
  });
});

describe("a typed number", () => {
  it("is read as people write it", () => {
    for (const typed of [
      "sp01234567896",
      " SP 0123-456 7896\n",
      "ＳＰ０１２３４５６７８９６",
      "SP–0123456–7896",
      "\u200bSP01234567896\ufeff",
      "https://ship.sampan-goods.example/track/sp01234567896?utm_source=sms#x",
    ])
      expect(shownNumber(typed)).toBe("SP01234567896");
    expect(environmentOfNumber("SP01234567896")).toBe("production");
    expect(environmentOfNumber("ST01234567896")).toBe("testing");
  });

  it("leads to a page below /track whatever it is", () => {
    expect(trackPath("st 0123 4567 896")).toBe("/track/ST01234567896");
    expect(trackPath("   ")).toBe("/track/-");
    expect(trackPath("../testing/orders?x=1#y")).toBe("/track/..%2FTESTING%2FORDERS%3FX%3D1%23Y");
    expect(trackPath("9".repeat(500)).length).toBeLessThan(100);
    expect(numberOfPath("%E4%B8")).toBe("%E4%B8");
  });
});
