import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { hongKongDate, weekday } from "@/lib/calendar";
import { intlExample, localExample } from "@/lib/contracts/examples";
import { orderInput } from "@/lib/contracts/order";
import { catalogue, consignmentOfOrder, fingerprint, priceConsignment, readQuote, saveQuote } from "@/server/carriers";
import { buildCatalogue } from "@/server/carriers/catalogue";
import { cleanUp } from "@/server/clean-up";
import { systemClock } from "@/server/clock";
import { type AccountContext, NO_RULES } from "@/server/context";
import { SAMPLE } from "@/server/db/sample";
import { everyAccount } from "@/server/db/scoped";
import { sheetsOf } from "@/server/db/sheets";
import type { Db } from "@/server/db/transaction";
import { testDatabase } from "../database";
import { type Merchant, merchant } from "../factories";

let db: Db;
let shop: Merchant;
let version: string;

async function versionNow(): Promise<string> {
  return (await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow()).version;
}

function contextOf(accountId: string, environment: "testing" | "production" = "testing"): AccountContext {
  return {
    requestId: "req_test",
    environment,
    actor: { kind: "client", id: "c", role: "merchant", accountId },
    account: {
      id: accountId,
      name: "Test",
      pickPack: false,
      defaultLocalProvider: "LOCAL_DOOR",
      remarksToPacker: false,
      rules: NO_RULES,
    },
    catalogueVersion: version,
    idempotencyKey: null,
    language: "en",
    now: systemClock,
    db,
  } as AccountContext;
}

/** Counts the statements that read the carriers' tables. */
function counting(of: Db): { db: Db; reads: () => number } {
  let reads = 0;
  const db = of.withPlugin({
    transformQuery: ({ node }) => {
      reads++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db, reads: () => reads };
}

beforeAll(async () => {
  db = (await testDatabase()).db;
  version = await versionNow();
  shop = await merchant();
});

describe("the catalogue", () => {
  afterEach(async () => {
    await db.deleteFrom("tariff_versions").where("proposed_by", "=", "test").execute();
    version = await versionNow();
    await catalogue({ db, catalogueVersion: version });
  });

  const change = async (hkd: string, on: Db = db) => {
    await sql`
      insert into tariff_versions (id, kind, valid_from, rows, state, proposed_by, decided_at)
      values (${`tv_${hkd}`}, 'CURRENCIES', '2030-01-01', ${JSON.stringify([{ currency: "USD", hkd }])}, 'APPROVED', 'test',
        now())`.execute(on);
    return (await on.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow()).version;
  };

  it("holds what the migration inserted, to the last digit", async () => {
    const read = await catalogue({ db, catalogueVersion: await versionNow() });
    const { nameOf: _n, providersOf: _p, sheets: _s, ...rows } = read;
    const made = buildCatalogue(read.version, { ...SAMPLE, sheets: sheetsOf(SAMPLE) });
    const { nameOf: _m, providersOf: _q, sheets: _t, ...sample } = made;
    expect(rows).toEqual(sample);
    expect(read.nameOf("LOCAL_DOOR", "zh-Hant")).toBe("舢舨本地上門派送");
    expect(read.nameOf("GONE")).toBe("GONE");
    expect(read.providersOf("intl")).toEqual(["INTL_ECON", "INTL_EXPR", "EXPR_EXPORT"]);
  });

  it("is read once for all who ask at the same time, and not again until the version differs", async () => {
    const now = await change("7.81");
    const counted = counting(db);
    const all = await Promise.all(
      Array.from({ length: 5 }, () => catalogue({ db: counted.db, catalogueVersion: now })),
    );
    expect(new Set(all).size).toBe(1);
    expect(await catalogue({ db: counted.db, catalogueVersion: now })).toBe(all[0]);
    expect(counted.reads()).toBe(1);
    expect(all[0]?.currencies.map(({ rows }) => rows.get("USD")?.toString())).toEqual(["7.81", "7.8"]);
  });

  it("is not older than the request, also when another request's reading was under way", async () => {
    const before = catalogue({ db, catalogueVersion: "0" });
    const now = await change("7.82");
    const after = await catalogue({ db, catalogueVersion: now });
    expect(after.version).toBe(now);
    await before;
  });

  it("keeps nothing that a transaction may roll back", async () => {
    await db
      .transaction()
      .execute(async (tx) => {
        const inside = await change("7.83", tx);
        expect((await catalogue({ db: tx, catalogueVersion: inside })).currencies).toHaveLength(2);
        throw new Error("rolled back");
      })
      .catch(() => {});
    const now = await change("7.84");
    const read = await catalogue({ db, catalogueVersion: now });
    expect(read.currencies[0]?.rows.get("USD")?.toString()).toBe("7.84");
  });

  it("is read again after a failed reading", async () => {
    const now = await change("7.85");
    const broken = db.withPlugin({
      transformQuery: () => {
        throw new Error("no database");
      },
      transformResult: async ({ result }) => result,
    });
    await expect(catalogue({ db: broken, catalogueVersion: now })).rejects.toThrow("no database");
    expect((await catalogue({ db, catalogueVersion: now })).version).toBe(now);
  });
});

describe("POST /rates/get", () => {
  const japan = {
    ship_type: "intl",
    recipient: { country: "JP" },
    shipment_detail: { parcel_list: [{ act_weight: "3.2", length: "40", width: "30", height: "20" }] },
  };

  it("prices every service of the kind, the cheapest first, and keeps the quote for 30 minutes", async () => {
    const { status, body } = await shop.testing.post("/rates/get", japan);
    expect(status).toBe(200);
    const codes = body.data.rate_list.map((rate: { shipping_provider: string }) => rate.shipping_provider);
    expect(codes).toEqual(["INTL_ECON", "EXPR_EXPORT", "INTL_EXPR"]);
    expect(body.data.rate_list[2]).toEqual({
      shipping_provider: "INTL_EXPR",
      provider_name: "Sampan International Express",
      quote_price: "729.60",
      price_breakdown: [
        { code: "BASE", amount: "570.00" },
        { code: "FUEL", amount: "159.60" },
      ],
      chargeable_weight: "5",
      weight_basis: "VOLUMETRIC",
      min_days: 2,
      max_days: 3,
      supports_cod: false,
      supports_pickup_point: false,
      supports_pickup_arrange: false,
    });
    expect(body.data).toMatchObject({ currency: "HKD", unavailable_list: [] });
    expect(body.data.expires_at).toMatch(/\+08:00$/);
    const minutes = (Date.parse(body.data.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30.1);

    const quote = await readQuote(contextOf(shop.accountId), body.data.quote_id);
    const current = await catalogue(contextOf(shop.accountId));
    const consignment = consignmentOfOrder(orderInput.parse(intlExample));
    expect(quote?.INTL_EXPR).toEqual({
      fingerprint: fingerprint(current, consignment),
      price: "729.60",
      breakdown: body.data.rate_list[2].price_breakdown,
      chargeableWeight: "5",
      weightBasis: "VOLUMETRIC",
      minDays: 2,
      maxDays: 3,
    });
  });

  it("tells which services do not take it, and why", async () => {
    const heavy = {
      ship_type: "local",
      recipient: { address: "九龍旺角彌敦道 701 號^KLN-L001" },
      shipment_detail: { parcel_list: [{ act_weight: "15" }] },
    };
    const { body } = await shop.testing.post("/rates/get", heavy);
    expect(body.data.rate_list.map((rate: { shipping_provider: string }) => rate.shipping_provider)).toEqual([
      "LOCAL_POINT",
    ]);
    expect(body.data.unavailable_list).toEqual([
      {
        shipping_provider: "LOCAL_DOOR",
        code: "400470",
        code_reason: "SERVICE_NOT_AVAILABLE",
        message: "LOCAL_DOOR has no pickup points.",
      },
      {
        shipping_provider: "LOCAL_SAMEDAY",
        code: "400470",
        code_reason: "SERVICE_NOT_AVAILABLE",
        message: "LOCAL_SAMEDAY takes at most 10 kg a parcel; this one weighs 15 kg.",
      },
    ]);
    const chinese = await shop.testing.post("/rates/get", heavy, { headers: { "x-sampan-language": "zh-Hant" } });
    expect(chinese.body.data.unavailable_list[0].message).toBe("LOCAL_DOOR 沒有自取點。");
    expect(chinese.body.data.rate_list[0].provider_name).toBe("舢舨本地自取點");
  });

  it("charges remote areas by address or city, and never by the district only", async () => {
    const priceTo = async (recipient: unknown) => {
      const { body } = await shop.testing.post("/rates/get", {
        ship_type: "local",
        recipient,
        shipment_detail: { parcel_list: [{ act_weight: "1" }] },
      });
      return body.data.rate_list.at(-2).quote_price;
    };
    expect(await priceTo(undefined)).toBe("30.00");
    expect(await priceTo({ district: "西貢" })).toBe("30.00");
    expect(await priceTo({ district: "西貢", city: "西貢" })).toBe("50.00");
    expect(await priceTo({ address: "1 Main Street, Lamma Island" })).toBe("50.00");
  });

  it("refuses what an order would refuse", async () => {
    const cod = await shop.testing.post("/rates/get", {
      ship_type: "local",
      shipment_detail: { parcel_list: [{ act_weight: "0" }] },
      cod: "Y",
    });
    expect([cod.status, cod.entries.map(({ field }) => field)]).toEqual([
      400,
      ["shipment_detail.parcel_list[].act_weight", "cod_amount"],
    ]);
    const home = await shop.testing.post("/rates/get", { ...japan, recipient: { country: "hong kong" } });
    expect(home.entries.map(({ field }) => field)).toEqual(["recipient.country"]);
  });
});

describe("quotes", () => {
  const prices = {
    LOCAL_DOOR: {
      fingerprint: "f",
      price: "54.00",
      breakdown: [{ code: "BASE", amount: "54.00" }],
      chargeableWeight: "3",
      weightBasis: "ACTUAL" as const,
      minDays: 1,
      maxDays: 2,
    },
  };

  it("belong to one account and environment, and expire by the database's clock", async () => {
    const ctx = contextOf(shop.accountId);
    const { id } = await saveQuote(ctx, prices);
    expect(await readQuote(ctx, id)).toEqual(prices);
    expect(await readQuote(contextOf(shop.accountId, "production"), id)).toBeNull();
    expect(await readQuote(contextOf(String(Number(shop.accountId) + 1)), id)).toBeNull();
    expect(await readQuote(ctx, "qt_none")).toBeNull();

    await everyAccount(db)
      .updateTable("quotes")
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where("id", "=", id)
      .execute();
    expect(await readQuote(ctx, id)).toBeNull();
    const { id: kept } = await saveQuote(ctx, prices);
    await cleanUp(db);
    const rows = await everyAccount(db).selectFrom("quotes").select("id").execute();
    expect(rows.map((row) => row.id)).toContain(kept);
    expect(rows.map((row) => row.id)).not.toContain(id);
  });
});

describe("GET /providers", () => {
  it("lists services, limits and the days without collection", async () => {
    const { body } = await shop.testing.get("/providers");
    const codes = body.data.map((row: { code: string }) => row.code);
    expect(codes).toEqual(["LOCAL_DOOR", "LOCAL_POINT", "LOCAL_SAMEDAY", "INTL_ECON", "INTL_EXPR", "EXPR_EXPORT"]);
    const [door, point] = body.data;
    expect(door).toMatchObject({
      limits: {
        max_weight: "30",
        max_side: "150",
        max_sides_sum: "300",
        pallet: null,
        volumetric_divisor: 6000,
        package_types: ["parcel", "document", "envelope"],
      },
      services: { pickup_closed_dates: [], pickup_on_holidays: true },
      countries: ["HK"],
    });
    const closed: string[] = point.services.pickup_closed_dates;
    expect(closed.length).toBeGreaterThanOrEqual(8);
    expect(closed.every((date) => date >= hongKongDate(new Date()))).toBe(true);
    expect(closed.filter((date) => weekday(date) === 7).length).toBeGreaterThanOrEqual(8);
    expect(body.data[3].countries).toBeNull();
  });

  it("filters by kind", async () => {
    const { body } = await shop.testing.get("/providers?ship_type=intl");
    expect(body.data).toHaveLength(3);
    expect((await shop.testing.get("/providers?ship_type=sea")).entries.map(({ field }) => field)).toEqual([
      "ship_type",
    ]);
  });
});

describe("GET /pickup-points", () => {
  const find = async (query: Record<string, string>) => {
    const parameters = new URLSearchParams({ shipping_provider: "LOCAL_POINT", limit: "100", ...query });
    return (await shop.testing.get(`/pickup-points?${parameters}`)).body;
  };
  const codes = (body: { data: { delivery_code: string }[] }) => body.data.map((row) => row.delivery_code);

  it("lists all of them, with what to send as the address", async () => {
    const body = await find({});
    expect(body.pagination).toEqual({ total: SAMPLE.pickupPoints.length, page: 1, per_page: 100, total_pages: 1 });
    expect(new Set(body.data.map((row: { district: string }) => row.district)).size).toBe(18);
    expect(body.data.find((row: { delivery_code: string }) => row.delivery_code === "KLN-L001")).toEqual({
      delivery_code: "KLN-L001",
      point_type: "LOCKER",
      name_en: "Sampan Locker (Mong Kok, Nathan Road)",
      name_zh: "舢舨智能櫃（旺角彌敦道）",
      address_en: "G/F, 701 Nathan Road, Mong Kok, Kowloon",
      address_zh: "九龍旺角彌敦道701號地下",
      region: "Kowloon",
      district: "Yau Tsim Mong",
      opening_hours: "Mon–Sun 00:00–24:00",
      max_weight: "20",
      status: "ACTIVE",
      address_value: "九龍旺角彌敦道701號地下^KLN-L001",
    });
  });

  it("gives addresses that an order can be sent to", async () => {
    const { data } = await find({});
    const current = await catalogue(contextOf(shop.accountId));
    for (const { status, address_value, delivery_code } of data) {
      const order = { ...localExample, recipient: { ...localExample.recipient, address: address_value } };
      const priced = priceConsignment(
        current,
        "LOCAL_POINT",
        consignmentOfOrder(orderInput.parse(order)),
        "2026-11-20",
      );
      expect([delivery_code, priced.ok]).toEqual([delivery_code, status === "ACTIVE"]);
    }
  });

  it("filters in either language, case-insensitively and literally", async () => {
    const kowloon = codes(await find({ region: "kowloon" }));
    expect(kowloon.length).toBeGreaterThan(10);
    expect(codes(await find({ region: "九龍" }))).toEqual(kowloon);
    const wanChai = codes(await find({ district: "WAN CHAI" }));
    expect(wanChai).toEqual(["HK-C002", "HK-L003", "HK-S002", "HK-S003"]);
    expect(codes(await find({ district: "灣仔區" }))).toEqual(wanChai);
    expect(codes(await find({ district: "灣仔" }))).toEqual(wanChai);
    expect(codes(await find({ district: "灣仔", region: "九龍" }))).toEqual([]);
    expect(codes(await find({ q: "nathan" }))).toEqual(["KLN-L001"]);
    expect(codes(await find({ q: "彌敦道" }))).toEqual(["KLN-L001"]);
    expect(codes(await find({ q: "nt-s014" }))).toEqual(["NT-S014"]);
    for (const q of ["%", "_", ".*", "\\"]) expect(codes(await find({ q }))).toEqual([]);
  });

  it("pages", async () => {
    const all = codes(await find({}));
    const body = await find({ limit: "10", offset: "20" });
    expect(codes(body)).toEqual(all.slice(20, 30));
    expect(body.pagination).toMatchObject({ total: all.length, page: 3, per_page: 10 });
    expect(codes(await find({ offset: "1000" }))).toEqual([]);
  });

  it("has none for a provider without pickup points, and refuses one that does not exist", async () => {
    expect((await find({ shipping_provider: "LOCAL_DOOR" })).data).toEqual([]);
    const unknown = await shop.testing.get("/pickup-points?shipping_provider=NOBODY");
    expect(unknown.status).toBe(400);
    expect(unknown.entries).toMatchObject([
      { field: "shipping_provider", code: "400470", code_reason: "SERVICE_NOT_AVAILABLE" },
    ]);
    expect((await shop.testing.get("/pickup-points")).entries).toMatchObject([{ field: "shipping_provider" }]);
  });
});

describe("the sample", () => {
  it("has distinct delivery codes whose region and kind are those of the place", () => {
    const points = SAMPLE.pickupPoints;
    expect(new Set(points.map(({ delivery_code }) => delivery_code)).size).toBe(points.length);
    const regions = { HK: "香港", KLN: "九龍", NT: "新界" };
    const kinds = { L: "LOCKER", C: "STORE", S: "SHOP" };
    for (const { delivery_code, address_zh, point_type, max_weight } of points) {
      const [, region, kind] = /^(HK|KLN|NT)-([LCS])\d{3}$/.exec(delivery_code) ?? [];
      expect(address_zh.startsWith(regions[region as "HK"])).toBe(true);
      expect(point_type).toBe(kinds[kind as "L"]);
      expect({ LOCKER: ["20"], STORE: ["5"], SHOP: ["15", "20"] }[point_type]).toContain(max_weight);
    }
  });
});
