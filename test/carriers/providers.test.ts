import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, hongKongDate, weekday } from "@/lib/calendar";
import { HOLIDAYS } from "@/server/db/sample/holidays";
import { TARIFFS } from "@/server/db/sample/tariffs";
import { clientOf, created, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { changeSheet } from "../sheets";

type Loose = Record<string, unknown>;

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

const rated = async (body: Loose, client = shop.testing): Promise<Record<string, string>> => {
  const { rate_list } = (await client.post("/rates/get", body)).body.data;
  return Object.fromEntries(
    rate_list.map((rate: Record<string, string>) => [rate.shipping_provider, rate.quote_price]),
  );
};
const parcels = (act_weight: string) => ({ shipment_detail: { parcel_list: [{ act_weight }] } });

describe("GET /providers", () => {
  it("lists what can be chosen, with services and limits", async () => {
    const { data } = (await shop.testing.get("/providers")).body;
    expect(data.map(({ code }: Loose) => code)).toEqual([
      "LOCAL_DOOR",
      "LOCAL_POINT",
      "LOCAL_SAMEDAY",
      "INTL_ECON",
      "INTL_EXPR",
      "EXPR_EXPORT",
    ]);
    const holidays = new Set(HOLIDAYS.map(({ date }) => date));
    const days = Array.from({ length: 60 }, (_, i) => addDays(hongKongDate(new Date()), i));
    expect(data[1]).toEqual({
      code: "LOCAL_POINT",
      ship_type: "local",
      name_en: "Sampan Local Pickup Point",
      name_zh: "舢舨本地自取點",
      services: {
        supports_cod: true,
        supports_pickup_point: true,
        supports_pickup_arrange: true,
        pickup_weekdays: [1, 2, 3, 4, 5, 6],
        pickup_on_holidays: false,
        pickup_closed_dates: days.filter((day) => weekday(day) === 7 || holidays.has(day)),
      },
      limits: {
        max_weight: "20",
        max_side: "100",
        max_sides_sum: "180",
        pallet: null,
        volumetric_divisor: 6000,
        package_types: ["parcel", "document", "envelope"],
      },
      countries: ["HK"],
      suspended: false,
      suspension: null,
    });
    expect(data[0].services).toMatchObject({ pickup_weekdays: [1, 2, 3, 4, 5, 6, 7], pickup_closed_dates: [] });
    expect(data[4]).toMatchObject({
      ship_type: "intl",
      countries: null,
      limits: { max_weight: "30", volumetric_divisor: 5000 },
    });
    expect(data[4].services).toMatchObject({ supports_pickup_arrange: false, pickup_closed_dates: [] });
  });

  it("lists one kind, and refuses another", async () => {
    for (const kind of ["local", "intl"]) {
      const { data } = (await shop.testing.get(`/providers?ship_type=${kind}`)).body;
      expect(data.map(({ ship_type }: Loose) => ship_type)).toEqual([kind, kind, kind]);
    }
    const answer = await shop.testing.get("/providers?ship_type=air");
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["ship_type"]]);
    expect((await shop.testing.get("/providers?ship_type=")).body.data).toHaveLength(6);
  });

  it("leaves out those that no longer serve, without a restart, as rates and pickup points do", async () => {
    const db = await testDb();
    const serve = (isServing: boolean) =>
      sql`update providers set active = ${isServing} where code in ('INTL_ECON', 'LOCAL_POINT')`.execute(db);
    await serve(false);
    try {
      expect((await shop.testing.get("/providers?ship_type=intl")).body.data).toHaveLength(2);
      const body = { ship_type: "intl", recipient: { country: "JP" }, ...parcels("1") };
      const { rate_list, unavailable_list } = (await shop.testing.post("/rates/get", body)).body.data;
      expect(rate_list.map(({ shipping_provider }: Loose) => shipping_provider)).toEqual(["EXPR_EXPORT", "INTL_EXPR"]);
      expect(unavailable_list).toEqual([]);
      const points = await shop.testing.get("/pickup-points?shipping_provider=LOCAL_POINT");
      expect(points.entries).toMatchObject([{ field: "shipping_provider", code: "400470" }]);
    } finally {
      await serve(true);
    }
    expect((await shop.testing.get("/providers?ship_type=intl")).body.data).toHaveLength(3);
  });

  it("names the countries of one that does not serve all the others", async () => {
    const restore = await changeSheet("TARIFF", "INTL_ECON", (rows) => rows.filter(({ zone }) => zone !== "Z5"));
    try {
      const [{ countries }] = (await shop.testing.get("/providers?ship_type=intl")).body.data;
      expect(countries).toEqual(expect.arrayContaining(["GB", "JP", "US"]));
      for (const country of ["BR", "HK"]) expect(countries).not.toContain(country);
    } finally {
      await restore();
    }
  });
});

describe("GET /pickup-points", () => {
  const points = (query: string, language?: string) =>
    shop.testing.get(`/pickup-points?${query}`, language ? { headers: { "x-sampan-language": language } } : {});
  const codes = async (query: string) =>
    (await points(`shipping_provider=LOCAL_POINT&limit=100&${query}`)).body.data.map(
      ({ delivery_code }: Loose) => delivery_code,
    );

  it("finds words in any order, accents, and simplified and traditional characters", async () => {
    for (const q of ["nathan locker mong", "旺角 弥敦道", "舢舨智能柜", "kln-l001", "ＫＬＮ-L001", "nathan kln"])
      expect([q, await codes(`q=${encodeURIComponent(q)}`)]).toEqual([q, expect.arrayContaining(["KLN-L001"])]);
    expect(await codes("q=nathan+nowhere")).toEqual([]);
  });

  it("gives each with what to send as the address", async () => {
    const answer = await points("shipping_provider=LOCAL_POINT&q=KLN-L001");
    expect(answer.body).toEqual({
      data: [
        {
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
        },
      ],
      pagination: { total: 1, page: 1, per_page: 20, total_pages: 1 },
    });
    const chinese = await points("shipping_provider=LOCAL_POINT&q=KLN-L001", "zh-Hant");
    expect(chinese.body.data[0]).toMatchObject({ region: "九龍", district: "油尖旺區" });
    const recipient = { ...localOrder().recipient, address: answer.body.data[0].address_value };
    expect(
      (await created(shop.testing, localOrder({ shipping_provider: "LOCAL_POINT", recipient }))).tracking_number,
    ).toMatch(/^ST/);
  });

  it.each([
    ["region", "Kowloon", "九龍"],
    ["region", "hong kong island", "香港島"],
    ["district", "Wan Chai", "灣仔"],
    ["district", "wan chai", "灣仔區"],
    ["q", "nathan road", "彌敦道"],
    ["q", "NT-S014", "nt-s014"],
  ])("finds the same by %s in either language: %s and %s", async (field, english, chinese) => {
    const found = await codes(`${field}=${encodeURIComponent(english)}`);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan((await codes("")).length);
    expect(await codes(`${field}=${encodeURIComponent(chinese)}`)).toEqual(found);
  });

  it("combines filters, takes signs literally and shows those that are not open", async () => {
    const all = await codes("");
    expect(await codes("region=Kowloon&district=%E7%81%A3%E4%BB%94")).toEqual([]);
    expect(await codes("district=Wan+Chai&q=HK-L")).toEqual(["HK-L003"]);
    for (const q of ["%25", "_", "\\", "' or 1=1"]) expect(await codes(`q=${q}`)).toEqual([]);
    const { data } = (await points("shipping_provider=LOCAL_POINT&limit=100")).body;
    expect(new Set(data.map(({ status }: Loose) => status))).toEqual(new Set(["ACTIVE", "SUSPENDED", "CLOSED"]));
    expect(all).toEqual(all.toSorted());
    const pages = await Promise.all(
      [0, 7, 14].map(async (offset) => (await points(`shipping_provider=LOCAL_POINT&limit=7&offset=${offset}`)).body),
    );
    expect(pages.flatMap(({ data }) => data.map(({ delivery_code }: Loose) => delivery_code))).toEqual(
      all.slice(0, 21),
    );
    expect(pages[1].pagination).toEqual({
      total: all.length,
      page: 2,
      per_page: 7,
      total_pages: Math.ceil(all.length / 7),
    });
    expect((await points("shipping_provider=LOCAL_POINT&offset=1000")).body.data).toEqual([]);
    expect((await points("shipping_provider=LOCAL_DOOR")).body.pagination.total).toBe(0);
  });

  it.each([
    ["", ["shipping_provider"]],
    ["shipping_provider=", ["shipping_provider"]],
    ["shipping_provider=NOBODY", ["shipping_provider"]],
    ["shipping_provider=LOCAL_POINT&limit=0&offset=x", ["limit", "offset"]],
    ["shipping_provider=LOCAL_POINT&limit=101", ["limit"]],
    ["shipping_provider=LOCAL_POINT&limit=", ["limit"]],
    [`shipping_provider=LOCAL_POINT&q=${"x".repeat(201)}`, ["q"]],
  ])("refuses %j", async (query, fields) => {
    const answer = await points(query);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
    if (query.endsWith("NOBODY"))
      expect(answer.entries[0]).toMatchObject({ code: "400470", code_reason: "SERVICE_NOT_AVAILABLE" });
  });
});

describe("rates, providers and pickup points", () => {
  it("keep the order of the providers where prices are equal", async () => {
    const body = { ship_type: "intl", recipient: { country: "JP" }, ...parcels("0.5") };
    const [{ first_price = "" } = {}] = TARIFFS.filter(
      ({ provider, zone }) => provider === "INTL_EXPR" && zone === "Z2",
    );
    const restore = await changeSheet("TARIFF", "EXPR_EXPORT", (rows) => rows.map((row) => ({ ...row, first_price })));
    try {
      const prices = Object.entries(await rated(body));
      expect(prices.map(([provider]) => provider)).toEqual(["INTL_ECON", "INTL_EXPR", "EXPR_EXPORT"]);
      expect(prices[1]?.[1]).toBe(prices[2]?.[1]);
    } finally {
      await restore();
    }
  });

  it("are the same in both environments and for people; a carrier's client has none of them", async () => {
    const owner = await personOf("owner", shop.accountId);
    for (const client of [shop.production, owner.api]) {
      expect((await client.get("/providers")).body.data).toHaveLength(6);
      expect((await client.get("/pickup-points?shipping_provider=LOCAL_POINT")).status).toBe(200);
      expect((await rated({ ship_type: "local", ...parcels("2.3") }, client)).LOCAL_DOOR).toBe("54.00");
    }
    const carrier = await clientOf("carrier", shop.accountId);
    for (const answer of [
      await carrier.get("/providers"),
      await carrier.get("/pickup-points"),
      await carrier.post("/rates/get", {}),
    ])
      expect(answer.body.error.code).toBe("403000");
  });
});
