// @module-tag large
/** How far the totals of lists are counted. */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { indexOrders } from "@/server/orders";
import { created, localOrder, merchant, testDb } from "@/test/factories";
import { must } from "@/test/pick-pack/warehouse";

describe("counting", () => {
  it("stops at 1,000 of a search and 10,000 of a filter, says so, and offsets beyond that work", async () => {
    const shop = await merchant();
    const { order_id } = await created(shop.testing, localOrder({ client_remarks: "needle" }));
    await indexOrders(await testDb());
    // Copies of one order, newer than it: in all as many as are counted of a filter.
    const copy = async (from: number, to: number) =>
      (await testDb()).transaction().execute(async (tx) => {
        // Without triggers, with which 10,000 copies would take a minute.
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`
          insert into orders (account_id, environment, id, ship_type, status, shipping_provider, quote_price, chargeable_weight,
            weight_basis, price_breakdown, sender, recipient, recipient_name, recipient_country, shipment, options, created_at, updated_at)
          select account_id, environment, id + n, ship_type, 'PENDING_CONFIRM', shipping_provider, quote_price,
            chargeable_weight, weight_basis, price_breakdown, sender, recipient, recipient_name, recipient_country, shipment,
            options, created_at, updated_at
          from orders, generate_series(${from}::int, ${to}::int) n
          where id = ${order_id} and account_id = ${shop.accountId} and environment = 'testing'`.execute(tx);
        await sql`
          insert into order_search (account_id, environment, order_id, text, grams)
          select account_id, environment, order_id + n, text, grams
          from order_search, generate_series(${from}::int, ${to}::int) n
          where order_id = ${order_id} and account_id = ${shop.accountId} and environment = 'testing'`.execute(tx);
      });
    const page = async (query: string) => must(await shop.testing.get(`/orders?${query}`)).body;
    await copy(1, 999);
    expect((await page("q=needle&limit=100")).pagination).toEqual({
      total: 1000,
      page: 1,
      per_page: 100,
      total_pages: 10,
    });
    await copy(1000, 9999);
    const searched = await page("q=needle&limit=100&offset=900");
    expect(searched.pagination).toEqual({
      total: 1000,
      page: 10,
      per_page: 100,
      total_pages: 10,
      total_is_at_least: true,
    });
    expect((await page("q=needle&limit=100&offset=9950")).data).toHaveLength(50);
    expect((await page("q=needle&limit=2&offset=9999&sort=create_time")).data).toHaveLength(1);
    expect((await page("q=needle&offset=20000")).data).toEqual([]);
    expect((await page("cod=N&limit=100")).pagination).toEqual({
      total: 10_000,
      page: 1,
      per_page: 100,
      total_pages: 100,
    });
    await copy(10_000, 10_000);
    const filtered = await page("cod=N&limit=100&offset=10000");
    expect(filtered.pagination).toMatchObject({ total: 10_000, total_pages: 100, total_is_at_least: true });
    expect(filtered.data.map(({ id }: { id: string }) => id)).toEqual([order_id]);
    const [newest] = (await page("limit=1")).data;
    expect((await page(`q=${newest.id}`)).pagination).toEqual({ total: 1, page: 1, per_page: 20, total_pages: 1 });
    expect((await page("ship_type=local")).pagination).not.toHaveProperty("total_is_at_least");
  });
});
