import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { ORDER_SORTS } from "@/lib/contracts/order";
import type { Environment } from "@/lib/environment";
import { gramsOf } from "@/server/search";
import { type Merchant, merchant, testDb } from "@/test/factories";

type Row = Record<string, string>;
type Model = { id: string; order_status: string; price: number; provider: string };

/**
 * More than the offset at which pages are read from the nearer end, on both sides of the middle, with a partly filled
 * last page.
 */
const COUNT = 2347;
const STATUSES = ["READY_TO_SHIP", "PENDING_CONFIRM", "IN_TRANSIT", "DELIVERED"];
const PROVIDERS = ["LOCAL_DOOR", "LOCAL_POINT"];

let shop: Merchant;
let other: Merchant;
let model: Model[];

/**
 * Inserts orders as rows, which is faster than creating them: with few prices and states, so that many orders are equal
 * in sorting.
 */
async function plant(accountId: string, environment: Environment, count: number): Promise<void> {
  const db = await testDb();
  await sql`
    insert into orders (account_id, environment, id, ship_type, status, shipping_provider, quote_price, chargeable_weight,
      weight_basis, price_breakdown, sender, recipient, recipient_name, recipient_country, shipment, options, created_at, updated_at)
    select ${accountId}::bigint, ${environment}, 200000000000000 + n * 7, 'local',
      (${STATUSES}::text[])[1 + (n * n) % ${STATUSES.length}], (${PROVIDERS}::text[])[1 + n % 5 / 3], 30 + 12 * (n % 6), 1, 'ACTUAL',
      '[]', '{}', '{}', 'Wong ' || n, 'HK', '{}', '{}', now(), now()
    from generate_series(1, ${count}::int) as n`.execute(db);
  await sql`
    insert into order_search (account_id, environment, order_id, text, grams)
    select account_id, environment, id, lower(recipient_name), ${gramsOf({ accountId, environment }, "wong")}::int[]
    from orders where account_id = ${accountId} and environment = ${environment}`.execute(db);
  await sql`
    insert into order_count_deltas (account_id, environment, status, shipping_provider, delta)
    select account_id, environment, status, shipping_provider, count(*) from orders
    where account_id = ${accountId} and environment = ${environment} group by 1, 2, 3, 4`.execute(db);
}

beforeAll(async () => {
  shop = await merchant();
  other = await merchant();
  await plant(shop.accountId, "testing", COUNT);
  await plant(shop.accountId, "production", 40);
  await plant(other.accountId, "testing", 40);
  const { rows } = await sql<Row>`
    select id, status, quote_price, shipping_provider from orders
    where account_id = ${shop.accountId} and environment = 'testing'`.execute(await testDb());
  model = rows.map((row) => ({
    id: row.id ?? "",
    order_status: row.status ?? "",
    price: Number(row.quote_price),
    provider: row.shipping_provider ?? "",
  }));
});

function sorted(orders: readonly Model[], sort: string): string[] {
  const keys = { create_time: "id", quote_price: "price", order_status: "order_status" } as const;
  const key = keys[sort.replace("-", "") as keyof typeof keys];
  const up = orders.toSorted((a, b) => (a[key] === b[key] ? (a.id < b.id ? -1 : 1) : a[key] < b[key] ? -1 : 1));
  return (sort.startsWith("-") ? up.reverse() : up).map(({ id }) => id);
}

async function page(query: Record<string, string | number>): Promise<{ ids: string[]; total: number }> {
  const text = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await shop.testing.get(`/orders?${new URLSearchParams(text)}`);
  expect(answer.status).toBe(200);
  return { ids: answer.body.data.map(({ id }: Row) => id), total: answer.body.pagination.total };
}

describe("a long list", () => {
  it.each(ORDER_SORTS)("by %s is the sum of its pages, from the first to the last", async (sort) => {
    const ids: string[] = [];
    for (let offset = 0; offset < COUNT + 100; offset += 100) {
      const { ids: some, total } = await page({ sort, limit: 100, offset });
      expect(total).toBe(COUNT);
      ids.push(...some);
    }
    expect(ids).toEqual(sorted(model, sort));
  });

  it("cut anywhere, filtered or searched, is a slice of the whole", async () => {
    const filters: [Record<string, string>, (order: Model) => boolean][] = [
      [{}, () => true],
      [{ shipping_provider: "LOCAL_DOOR" }, ({ provider }) => provider === "LOCAL_DOOR"],
      [
        { status: "READY_TO_SHIP,PENDING_CONFIRM" },
        ({ order_status }) => ["READY_TO_SHIP", "PENDING_CONFIRM"].includes(order_status),
      ],
      [{ q: "Wong" }, () => true],
      [{ q: "wong", status: "PENDING_CONFIRM" }, ({ order_status }) => order_status === "PENDING_CONFIRM"],
    ];
    const cut = fc.record({
      which: fc.integer({ min: 0, max: filters.length - 1 }),
      sort: fc.constantFrom(...ORDER_SORTS),
      limit: fc.integer({ min: 1, max: 100 }),
      offset: fc.oneof(
        fc.integer({ min: 980, max: COUNT + 30 }),
        fc.constantFrom(999, 1000, 1001, 1173, 1174, COUNT - 1, COUNT),
      ),
    });
    await fc.assert(
      fc.asyncProperty(cut, async ({ which, sort, limit, offset }) => {
        const [query, keep] = filters[which] ?? [{}, () => true];
        const whole = sorted(model.filter(keep), sort);
        // A search stops counting at 1,000; its pages go on.
        expect(await page({ ...query, sort, limit, offset })).toEqual({
          ids: whole.slice(offset, offset + limit),
          total: query.q ? Math.min(whole.length, 1000) : whole.length,
        });
      }),
      { numRuns: 120, examples: [[{ which: 0, sort: "-create_time", limit: 100, offset: COUNT - 50 }]] },
    );
  });

  it("has the same rows at the deep end as at the shallow one", async () => {
    const deep = await shop.testing.get(`/orders?sort=create_time&limit=1&offset=${COUNT - 1}`);
    const shallow = await shop.testing.get("/orders?sort=-create_time&limit=1");
    expect(deep.body.data).toEqual(shallow.body.data);
    expect(deep.body.pagination).toEqual({ total: COUNT, page: COUNT, per_page: 1, total_pages: COUNT });
  });

  it("never shows another account or environment", async () => {
    for (const client of [shop.production, other.testing]) {
      const answer = await client.get("/orders?limit=100");
      expect([answer.body.data.length, answer.body.pagination.total]).toEqual([40, 40]);
      expect((await client.get("/orders?offset=1000")).body).toEqual({
        data: [],
        pagination: { total: 40, page: 51, per_page: 20, total_pages: 2 },
      });
    }
  });
});
