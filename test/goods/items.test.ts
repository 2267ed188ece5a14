// Items of every merchant, which are products without what the warehouse adds (contract §31).
import { beforeAll, describe, expect, it } from "vitest";
import { clientOf, type Merchant, merchant, personOf } from "../factories";
import { type Api, api } from "../http";
import { freshItem, must, naming, warehouse } from "../pick-pack/warehouse";

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
});

let serial = 0;
const fresh = (change: object = {}) => ({ sku: `IT-${++serial}`, name: `Bamboo scoop ${serial}`, ...change });
const create = (body: object, by: Api = shop.testing, options = {}) => by.post("/items", body, options);
const FULL = {
  bar_code_eid: "4890000000017",
  name: "Bamboo scoop 竹茶則",
  description: "Tea scoop of bamboo",
  hscode: "441919",
  origin: "china",
  currency: "HKD",
  single_price: "88.00",
  single_weight: "0.09",
  unit: "PCS",
  battery: { type: "nonchargeable", location: "inside" },
};

describe("items", () => {
  it("are made with all that a declaration asks, and are the products of the same id", async () => {
    const made = must(await create({ ...fresh(), ...FULL })).body.data;
    expect(made).toEqual({
      id: expect.stringMatching(/^pr_/),
      sku: `IT-${serial}`,
      ...FULL,
      origin: "CN",
      revision: 1,
    });
    expect((await shop.testing.get(`/items/${made.id}`)).body.data).toEqual(made);
    const product = (await shop.testing.get(`/products/${made.id}`)).body.data;
    expect(product).toMatchObject({ product_id: made.id, unit_value: "88.00", weight: "0.09", on_hand: "0" });
    expect(product).not.toHaveProperty("description");
    const other = must(await shop.testing.post("/products", { sku: `IT-${++serial}`, name: "Tray", unit_value: "5" }));
    expect((await shop.testing.get(`/items/${other.body.data.product_id}`)).body.data).toMatchObject({
      name: "Tray",
      single_price: "5",
      description: null,
      battery: null,
    });
  });

  it("change what is given, and lose what is cleared", async () => {
    const { id } = must(await create({ ...fresh(), ...FULL, bar_code_eid: "" })).body.data;
    const path = `/items/${id}`;
    const body = { single_price: "90", description: "Scoop", clear: ["single_weight", "battery", "unit"] };
    const changed = (await shop.testing.call("PATCH", path, { body })).body.data;
    expect(changed).toMatchObject({ single_price: "90", description: "Scoop", hscode: "441919", name: FULL.name });
    expect([changed.single_weight, changed.battery, changed.unit]).toEqual([null, null, null]);
    const cleared = await shop.testing.call("PATCH", path, { body: { clear: ["description", "single_price"] } });
    expect([cleared.body.data.description, cleared.body.data.single_price]).toEqual([null, null]);
    // An import of products does not touch what it does not know.
    await shop.testing.call("PATCH", path, { body: { description: "Scoop" } });
    must(await shop.testing.post("/products/import", { product_list: [{ sku: changed.sku, name: "New name" }] }));
    expect((await shop.testing.get(path)).body.data).toMatchObject({ name: "New name", description: "Scoop" });
  });

  it("are refused with every wrong field, and where another one has the sku or barcode", async () => {
    const wrong = await create({
      name: " ",
      description: "x".repeat(36),
      hscode: "x".repeat(11),
      origin: "Atlantis",
      currency: "XXX",
      single_price: "10000000",
      single_weight: "10001",
      unit: "TON",
      battery: { type: "chargeable" },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.entries.map(({ pointer }) => pointer)).toEqual(
      ["name", "description", "hscode", "origin", "currency", "single_price", "single_weight", "unit"]
        .map((field) => `/${field}`)
        .concat("/battery/location"),
    );
    const first = must(await create(fresh({ bar_code_eid: "B-1" }))).body.data;
    const second = must(await create(fresh())).body.data;
    const taken = [
      await create({ ...fresh(), sku: first.sku }),
      await create(fresh({ bar_code_eid: "B-1" })),
      await shop.testing.call("PATCH", `/items/${second.id}`, { body: { sku: first.sku } }),
    ];
    expect(taken.map(({ status, entries }) => [status, entries.map(({ pointer }) => pointer)])).toEqual([
      [400, ["/sku"]],
      [400, ["/bar_code_eid"]],
      [400, ["/sku"]],
    ]);
    const wrongClear = await shop.testing.call("PATCH", `/items/${second.id}`, { body: { clear: ["sku"] } });
    expect(wrongClear.status).toBe(400);
    for (const path of [`/items/${second.id}`, `/products/${second.id}`]) {
      const both = await shop.testing.call("PATCH", path, { body: { hscode: "441919", clear: ["hscode"] } });
      expect([both.status, both.entries.map(({ pointer }) => pointer)], path).toEqual([400, ["/clear"]]);
    }
  });

  it("need only a name, and get a sku of their own", async () => {
    const made = must(await create({ name: "Kraft box" })).body.data;
    const other = must(await create({ name: "Kraft box", sku: "" })).body.data;
    expect(made).toMatchObject({ name: "Kraft box", sku: expect.stringMatching(/^ITEM-[0-9A-F]{10}$/) });
    expect(other.sku).not.toBe(made.sku);
    const product = must(await shop.testing.get(`/products/${made.id}`)).body.data;
    expect(product).toMatchObject({ product_id: made.id, sku: made.sku });
  });

  it("are made once for a key, also at the same time", async () => {
    const body = fresh();
    const answers = await Promise.all(
      [1, 2].map(() => create(body, shop.testing, { headers: { "idempotency-key": `item-${serial}` } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500]);
    const made = answers.find(({ status }) => status === 200)?.body.data.id;
    expect(answers.find(({ status }) => status === 500)?.body.error).toMatchObject({ code: "500998", id: made });
  });

  it("are listed by name and found by a part of sku, barcode, name or description; wildcards mean nothing", async () => {
    const other = await merchant();
    for (const [sku, name, description] of [
      ["Z-1", "apple tea", "Dried apple"],
      ["A_2", "Zinc cup", undefined],
      ["B%3", "Mug 杯", undefined],
    ])
      must(await create({ sku, name, description, bar_code_eid: `EID-${sku}` }, other.testing));
    const skus = async (query: Record<string, string>) => {
      const { body } = await other.testing.get(`/items?${new URLSearchParams(query)}`);
      return [body.data.map((row: { sku: string }) => row.sku), body.pagination.total];
    };
    expect(await skus({})).toEqual([["Z-1", "B%3", "A_2"], 3]);
    expect(await skus({ limit: "1", offset: "1" })).toEqual([["B%3"], 3]);
    expect(await skus({ q: "DRIED" })).toEqual([["Z-1"], 1]);
    expect(await skus({ q: "eid-a" })).toEqual([["A_2"], 1]);
    expect(await skus({ q: "杯" })).toEqual([["B%3"], 1]);
    expect(await skus({ q: "%" })).toEqual([["B%3"], 1]);
    expect((await other.testing.get("/items?limit=0")).status).toBe(400);
  });

  it("go when they have no stock; others and other environments do not see them", async () => {
    const { id } = must(await create(fresh())).body.data;
    const path = `/items/${id}`;
    const stranger = (await merchant()).testing;
    for (const by of [stranger, shop.production]) {
      const answers = await Promise.all([
        by.get(path),
        by.call("PATCH", path, { body: { name: "Mine" } }),
        by.call("DELETE", path),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect((await shop.testing.call("DELETE", path)).body.data).toEqual({ id, deleted: true });
    expect((await shop.testing.get(path)).status).toBe(404);
    expect((await shop.testing.call("DELETE", path)).status).toBe(404);
    const place = await warehouse();
    const { qty: _, ...item } = freshItem();
    const stocked = must(await place.shop.testing.post("/items", { ...item, name: "Stocked" })).body.data;
    must(await place.staff.post(`/products/${stocked.id}/stock`, { kind: "RECEIVED", qty: "1" }, naming(place.shop)));
    const kept = await place.shop.testing.call("DELETE", `/items/${stocked.id}`);
    expect([kept.status, kept.entries.map(({ pointer }) => pointer)]).toEqual([400, ["/id"]]);
  });

  it("are for the account's clients and people, and for support that acts; not for the warehouse", async () => {
    const member = await personOf("member", shop.accountId);
    expect((await create(fresh(), member.api)).status).toBe(200);
    expect((await create(fresh(), await clientOf("warehouse", null))).status).toBe(403);
    expect((await create(fresh(), api("testing"))).status).toBe(401);
    const support = await personOf("support", null, "production");
    const acting = (method: string, path: string, body?: object) =>
      support.api.call(method, path, { body, headers: { "x-account-id": shop.accountId } });
    expect((await acting("GET", "/items")).status).toBe(403);
    must(await acting("POST", "/support/visit", { reason: "CHECK" }));
    expect((await acting("GET", "/items")).status).toBe(200);
    expect((await acting("POST", "/items", fresh())).status).toBe(403);
    must(await acting("PATCH", "/support/visit", { acting: "Y" }));
    expect((await acting("POST", "/items", fresh())).status).toBe(200);
  });
});
