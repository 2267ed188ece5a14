// @module-tag engine
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { everyAccount } from "@/server/db/scoped";
import { clientOf, created, type Merchant, personOf, testDb } from "../factories";
import type { Api } from "../http";
import { freshItem, ledgerGaps, must, naming, orderOf, stocked, stockOf, warehouse } from "../pick-pack/warehouse";

let place: { shop: Merchant; staff: Api };
let shop: Merchant;
let staff: Api;

beforeAll(async () => {
  place = await warehouse();
  ({ shop, staff } = place);
});

const change = (id: string, body: object, headers: Record<string, string> = {}) =>
  staff.post(`/products/${id}/stock`, body, { headers: { ...naming(shop).headers, ...headers } });

describe("POST /products/{product_id}/stock", () => {
  it("receives and corrects, with a row of the ledger each", async () => {
    const id = await stocked(place, freshItem(), "0");
    const received = must(await change(id, { kind: "RECEIVED", qty: "120", reason: "Delivery 4711" })).body.data;
    expect(received).toMatchObject({ on_hand: "120", reserved: "0", available: "120" });
    must(await change(id, { kind: "ADJUSTED", qty: "-20", reason: "Counted" }));
    must(await change(id, { kind: "ADJUSTED", qty: "3", reason: "Found" }));
    expect(await stockOf(shop.testing, id)).toEqual(["103", "0"]);
    const { data, pagination } = must(await shop.testing.get(`/products/${id}/movements?limit=2`)).body;
    expect(pagination).toMatchObject({ total: 3, total_pages: 2 });
    expect(data).toEqual([
      expect.objectContaining({ kind: "ADJUSTED", on_hand_change: "3", on_hand: "103", reason: "Found" }),
      {
        movement_id: expect.any(String),
        kind: "ADJUSTED",
        on_hand_change: "-20",
        reserved_change: "0",
        missing_change: "0",
        damaged_change: "0",
        on_hand: "100",
        reserved: "0",
        missing: "0",
        damaged: "0",
        reason: "Counted",
        order_id: null,
        by: expect.stringMatching(/^client:/),
        moved_by: { kind: "staff", name: null },
        time: expect.stringMatching(/\+08:00$/),
      },
    ]);
  });

  it("says who moved it: names of staff to staff only, the account's own to both", async () => {
    const keeper = await personOf("warehouse", null);
    const id = await stocked(place, freshItem(), "0");
    must(await keeper.api.post(`/products/${id}/stock`, { kind: "RECEIVED", qty: "9" }, naming(shop)));
    const movers = async (client: Api, options = {}) =>
      must(await client.get(`/products/${id}/movements`, options)).body.data.map(
        ({ moved_by }: { moved_by: object }) => moved_by,
      );
    expect(await movers(shop.testing)).toEqual([{ kind: "staff", name: null }]);
    expect(await movers(staff, naming(shop))).toEqual([{ kind: "staff", name: expect.stringMatching(/./) }]);

    const scanner = await clientOf("warehouse", null, "testing", "Gate scanner");
    must(await scanner.post(`/products/${id}/stock`, { kind: "RECEIVED", qty: "1" }, naming(shop)));
    expect((await movers(shop.testing))[0]).toEqual({ kind: "staff", name: null });
    expect((await movers(staff, naming(shop)))[0]).toEqual({ kind: "staff", name: "Gate scanner" });
  });

  it.each([
    [{ kind: "RECEIVED" }, ["qty"]],
    [{ kind: "RECEIVED", qty: "0" }, ["qty"]],
    [{ kind: "RECEIVED", qty: "-1" }, ["qty"]],
    [{ kind: "RECEIVED", qty: "1.5" }, ["qty"]],
    [{ kind: "RECEIVED", qty: 5 }, ["qty"]],
    [{ kind: "RECEIVED", qty: "9999999999999" }, ["qty"]],
    [{ kind: "ADJUSTED", qty: "1" }, ["reason"]],
    [{ kind: "ADJUSTED", qty: "+1", reason: "x" }, ["qty"]],
    [{ kind: "TAKEN", qty: "1" }, ["kind"]],
    [{ kind: "ADJUSTED", qty: "-6", reason: "More than there is" }, ["qty"]],
    [{ kind: "RECEIVED", qty: "1000001" }, ["qty"]],
    [{ kind: "ADJUSTED", qty: "-1000001", reason: "More than a change may be" }, ["qty"]],
  ])("refuses %j", async (body, fields) => {
    const id = await stocked(place, freshItem(), "5");
    const answer = await change(id, body);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
    expect(await stockOf(shop.testing, id)).toEqual(["5", "0"]);
  });

  it("never leaves less than is reserved", async () => {
    const item = freshItem("4");
    const id = await stocked(place, item, "5");
    const { order_id } = await created(shop.testing, orderOf([item]));
    must(await staff.post("/pickpack/confirm", { order_id }));
    expect((await change(id, { kind: "ADJUSTED", qty: "-2", reason: "Counted" })).entries).toMatchObject([
      { field: "qty", message: expect.stringContaining("4 of them reserved") },
    ]);
    must(await change(id, { kind: "ADJUSTED", qty: "-1", reason: "Counted" }));
    expect(await stockOf(shop.testing, id)).toEqual(["4", "4"]);
  });

  it("takes back what a cancelled order gives, beyond the most that may be received", async () => {
    const most = "999999999999";
    const item = freshItem("1000000");
    const id = await stocked(place, item, "1");
    // Otherwise this would take a million deliveries.
    const db = await testDb();
    await everyAccount(db).updateTable("products").set({ on_hand: most }).where("id", "=", id).execute();
    await everyAccount(db)
      .updateTable("stock_movements")
      .set({ on_hand_change: most })
      .where("product_id", "=", id)
      .execute();
    const { order_id } = await created(shop.testing, orderOf([item]));
    for (const move of ["confirm", "ready"]) must(await staff.post(`/pickpack/${move}`, { order_id }));
    must(await change(id, { kind: "RECEIVED", qty: "1000000" }));
    must(await staff.post("/pickpack/cancel", { order_id }));
    expect(await stockOf(shop.testing, id)).toEqual(["1000000999999", "0"]);
    expect((await change(id, { kind: "RECEIVED", qty: "1" })).entries).toMatchObject([{ field: "qty" }]);
    must(await change(id, { kind: "ADJUSTED", qty: "-1", reason: "Counted" }));
  });

  it("counts a retried delivery once", async () => {
    const id = await stocked(place, freshItem(), "0");
    const key = { "idempotency-key": `delivery-${id}` };
    const answers = await Promise.all([1, 2, 3].map(() => change(id, { kind: "RECEIVED", qty: "10" }, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500, 500]);
    expect(answers.find(({ status }) => status === 500)?.body.error).toMatchObject({ code: "500998", id });
    expect(await stockOf(shop.testing, id)).toEqual(["10", "0"]);
  });

  it("adds up when many change it at once", async () => {
    const id = await stocked(place, freshItem(), "100");
    const bodies = Array.from({ length: 12 }, (_, n) =>
      n % 2 ? { kind: "RECEIVED", qty: "5" } : { kind: "ADJUSTED", qty: "-3", reason: "Counted" },
    );
    const answers = await Promise.all(bodies.map((body) => change(id, body)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await stockOf(shop.testing, id)).toEqual(["112", "0"]);
    expect(await ledgerGaps()).toEqual([]);
  });
});

describe("the table itself", () => {
  it.each(["reserved = -1", "reserved = on_hand + 1", "on_hand = -1"])("refuses %s", async (assignment) => {
    const id = await stocked(place, freshItem(), "5");
    const write = sql`update products set ${sql.raw(assignment)} where id = ${id}`.execute(await testDb());
    await expect(write).rejects.toMatchObject({ code: "23514", constraint: "products_stock" });
  });
});
