// @module-tag engine
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, hongKongDate } from "@/lib/calendar";
import { migrate } from "@/server/db/migrate";
import { migrations } from "@/server/db/migrations";
import { emptyDatabase } from "@/test/database";
import { intlOrder, localOrder, type Merchant, merchant, testDb } from "@/test/factories";

type Loose = Record<string, unknown>;
type Sides = [length: string, width: string, height: string];

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

const sided = ([length, width, height]: Sides) => ({ length, width, height });

function orderOf(provider: string, sides: Loose, change: Loose = {}, weight = "3") {
  const body = provider.startsWith("LOCAL") ? localOrder() : intlOrder();
  const { length: _l, width: _w, height: _h, ...parcel } = body.shipment_detail.parcel_list[0] as Loose;
  const shipment_detail = {
    ...body.shipment_detail,
    parcel_list: [{ ...parcel, ...sides, act_weight: weight }],
    ...change,
  };
  return { ...body, shipping_provider: provider, shipment_detail };
}

const create = (body: unknown) => shop.testing.post("/order/create", body);

async function refusalOf(body: unknown): Promise<string> {
  const answer = await create(body);
  expect([answer.status, answer.entries.map(({ field, code, code_reason }) => [field, code, code_reason])]).toEqual([
    400,
    [["shipping_provider", "400470", "SERVICE_NOT_AVAILABLE"]],
  ]);
  return answer.entries[0]?.message ?? "";
}

describe("the sizes that providers take (contract §3.1)", () => {
  it.each<[string, string, string, Sides, Sides, Sides]>([
    ["LOCAL_DOOR", "150", "300", ["150", "100", "50"], ["10", "150.01", "10"], ["150", "100", "50.000001"]],
    ["LOCAL_POINT", "100", "180", ["40", "40", "100"], ["100.1", "1", "1"], ["60", "60", "60.1"]],
    ["LOCAL_SAMEDAY", "80", "180", ["80", "80", "20"], ["150", "150", "150"], ["80", "80", "21"]],
    ["INTL_ECON", "120", "240", ["60", "120", "60"], ["121", "1", "1"], ["100", "100", "41"]],
    ["INTL_EXPR", "270", "400", ["65", "65", "270"], ["1", "1", "271"], ["200", "100", "101"]],
    ["EXPR_EXPORT", "270", "400", ["270", "65", "65"], ["271", "1", "1"], ["134", "134", "133"]],
  ])("%s: the longest side %s cm, the three together %s cm", async (provider, max, sum, at, long, large) => {
    expect((await create(orderOf(provider, sided(at)))).status).toBe(200);
    expect(await refusalOf(orderOf(provider, sided(long)))).toContain(`at most ${max} cm on the longest side`);
    expect(await refusalOf(orderOf(provider, sided(large)))).toContain(`at most ${sum} cm for the three sides`);

    const { limits } = (await shop.testing.get("/providers")).body.data.find(({ code }: Loose) => code === provider);
    expect(limits).toMatchObject({ max_side: max, max_sides_sum: sum });
    const local = provider.startsWith("LOCAL");
    const parcel_list = [{ act_weight: "1", ...sided(large) }];
    const rates = await shop.testing.post("/rates/get", {
      ship_type: local ? "local" : "intl",
      ...(local ? {} : { recipient: { country: "JP" } }),
      shipment_detail: { parcel_list },
    });
    expect(rates.body.data.unavailable_list).toContainEqual({
      shipping_provider: provider,
      code: "400470",
      code_reason: "SERVICE_NOT_AVAILABLE",
      message: expect.stringContaining(`at most ${sum} cm`),
    });
  });

  it.each(["INTL_ECON", "INTL_EXPR", "EXPR_EXPORT"])("%s takes pallets of other sizes", async (provider) => {
    const pallet = (...sides: Sides) => orderOf(provider, sided(sides), { package_type: "pallet" }, "290");
    expect((await create(pallet("300", "200", "100"))).status).toBe(200);
    expect(await refusalOf(pallet("301", "1", "1"))).toContain("at most 300 cm on the longest side");
    expect(await refusalOf(pallet("300", "200", "101"))).toContain("at most 600 cm for the three sides");
    const providers = (await shop.testing.get("/providers")).body.data;
    expect(providers.find(({ code }: Loose) => code === provider).limits.pallet).toBe(
      "At most 300 kg, 300 cm on the longest side, 600 cm for the three sides together",
    );
  });

  it("judges the sides that are given, of every parcel", async () => {
    expect((await create(orderOf("LOCAL_SAMEDAY", {}))).status).toBe(200);
    await refusalOf(orderOf("LOCAL_SAMEDAY", { height: "81" }));
    const body = orderOf("LOCAL_SAMEDAY", {});
    const [small] = body.shipment_detail.parcel_list;
    await refusalOf({
      ...body,
      shipment_detail: { ...body.shipment_detail, parcel_list: [small, { ...small, length: "80.5" }] },
    });
  });

  it("judges the weight as it is, not by volume", async () => {
    // 80 × 80 × 20 cm is 21.3 kg by volume.
    expect((await create(orderOf("LOCAL_SAMEDAY", sided(["80", "80", "20"]), {}, "10"))).status).toBe(200);
    expect(await refusalOf(orderOf("LOCAL_SAMEDAY", {}, {}, "10.01"))).toContain("at most 10 kg");
  });

  it("takes the row that holds today", async () => {
    const db = await testDb();
    const today = hongKongDate(new Date());
    const body = orderOf("LOCAL_DOOR", sided(["100", "20", "20"]));
    try {
      await sql`insert into size_limits values ('LOCAL_DOOR', 'parcel', ${addDays(today, 1)}, 90, 100)`.execute(db);
      expect((await create(body)).status).toBe(200);
      await sql`insert into size_limits values ('LOCAL_DOOR', 'parcel', ${today}, 95, null)`.execute(db);
      expect(await refusalOf(body)).toContain("at most 95 cm");
    } finally {
      await sql`delete from size_limits where valid_from > '2026-01-01'`.execute(db);
    }
  });
});

describe("a database of the previous version", () => {
  let own: Awaited<ReturnType<typeof emptyDatabase>>;
  beforeAll(async () => {
    own = await emptyDatabase();
  });
  afterAll(() => own.close());

  it("gets the sizes of the sample providers, and keeps those that were set before", async () => {
    const before = Object.entries(migrations).filter(([name]) => name < "0018");
    await migrate(own, Object.fromEntries(before));
    await own.pool.query("update providers set max_side = 60 where code = 'LOCAL_POINT'");
    await own.pool.query(
      `insert into providers (code, ship_type, name_en, name_zh, volumetric_divisor, max_weight, max_side, package_types,
         supports_cod, supports_pickup_point, supports_pickup_arrange, pickup_weekdays, pickup_on_holidays, position)
       values ('OWN', 'local', 'Own', '自家', 6000, 5, 45, '{parcel}', false, false, false, '{}', false, 99)`,
    );
    await own.pool.query("delete from tariffs where provider = 'EXPR_EXPORT'");
    await own.pool.query("delete from fuel_rates where provider = 'EXPR_EXPORT'");
    await own.pool.query("delete from providers where code = 'EXPR_EXPORT'");
    await migrate(own);
    const { rows } = await own.pool.query(
      `select provider || ' ' || packed as what, max_side::text as side, max_sides_sum::text as sum from size_limits order by 1`,
    );
    expect(rows.map(({ what, side, sum }) => `${what} ${side}/${sum}`)).toEqual([
      "INTL_ECON pallet 300/600",
      "INTL_ECON parcel 120/240",
      "INTL_EXPR pallet 300/600",
      "INTL_EXPR parcel 270/400",
      "LOCAL_DOOR parcel 150/300",
      "LOCAL_POINT parcel 60/180",
      "LOCAL_SAMEDAY parcel 80/180",
      "OWN parcel 45/null",
    ]);
  });
});
