import { beforeAll, describe, expect, it } from "vitest";
import { clientOf, type Merchant, merchant, personOf, testDb } from "../factories";
import { type Api, api } from "../http";
import { freshItem, must, naming, orderIn, stocked, stockOf, warehouse } from "../pick-pack/warehouse";

let place: { shop: Merchant; staff: Api };
let shop: Merchant;
let staff: Api;

beforeAll(async () => {
  place = await warehouse();
  ({ shop, staff } = place);
});

type Packed = Awaited<ReturnType<typeof orderIn>>;

const create = (body: object, client: Api = shop.testing, options = {}) => client.post("/products", body, options);
const FULL = {
  name: "Rechargeable head torch 頭燈",
  length: "12.5",
  width: "8",
  height: "4",
  weight: "0.2",
  hscode: "851310",
  origin: "china",
  battery: { type: "chargeable", location: "inside" },
  unit: "PCS",
  unit_value: "420.00",
  currency: "HKD",
  warehouse_location: "A-03-2",
  low_stock_mark: "5",
};

describe("POST /products", () => {
  it("creates a product with everything that is known of it, and no stock", async () => {
    const { qty: _qty, ...item } = freshItem();
    const made = must(await create({ ...item, ...FULL })).body.data;
    expect(made).toEqual({
      product_id: expect.stringMatching(/^pr_/),
      ...item,
      ...FULL,
      origin: "CN",
      on_hand: "0",
      reserved: "0",
      available: "0",
      missing: "0",
      damaged: "0",
      is_low_stock: "Y",
      revision: 1,
      create_time: expect.stringMatching(/\+08:00$/),
      update_time: expect.stringMatching(/\+08:00$/),
    });
    expect((await shop.testing.get(`/products/${made.product_id}`)).body.data).toEqual(made);
  });

  it("needs only a sku and a name; what is left out is null", async () => {
    const made = must(await create({ sku: freshItem().sku, name: "Rope", bar_code_eid: "", unit: null })).body.data;
    expect(made).toMatchObject({
      bar_code_eid: null,
      unit: null,
      battery: null,
      low_stock_mark: null,
      is_low_stock: "N",
    });
  });

  it("reports everything that is wrong at once", async () => {
    const answer = await create({
      bar_code_eid: "x".repeat(101),
      name: "  ",
      weight: "1,2",
      origin: "Atlantis",
      battery: { type: "nuclear", location: "inside" },
      currency: "XXX",
      low_stock_mark: "-1",
    });
    expect(answer.status).toBe(400);
    expect(answer.entries.map(({ field }) => field)).toEqual([
      "sku",
      "name",
      "bar_code_eid",
      "weight",
      "origin",
      "battery.type",
      "currency",
      "low_stock_mark",
    ]);
  });

  it("keeps sku and barcode unique within an account and environment", async () => {
    const item = freshItem();
    must(await create({ ...item, name: "First" }));
    const again = await create({ ...item, bar_code_eid: undefined, name: "Second" });
    expect([again.status, again.entries]).toEqual([400, [expect.objectContaining({ field: "sku", pointer: "/sku" })]]);
    const barcode = await create({ sku: `${item.sku}-2`, bar_code_eid: item.bar_code_eid, name: "Third" });
    expect(barcode.entries).toMatchObject([{ field: "bar_code_eid" }]);
    for (const sku of [`${item.sku}-3`, `${item.sku}-4`]) must(await create({ sku, name: "No barcode" }));
    must(await create({ ...item, name: "Elsewhere" }, shop.production));
    must(await create({ ...item, name: "Elsewhere" }, (await merchant()).testing));
    const race = { sku: `${item.sku}-race`, name: "Race" };
    const answers = await Promise.all([1, 2, 3].map(() => create(race)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it("honours an Idempotency-Key", async () => {
    const headers = { "idempotency-key": `product-${freshItem().sku}` };
    const body = { sku: freshItem().sku, name: "Once" };
    const made = must(await create(body, shop.testing, { headers })).body.data;
    const again = await create(body, shop.testing, { headers });
    expect([again.status, again.body.error.code, again.body.error.id]).toEqual([500, "500998", made.product_id]);
  });
});

describe("PATCH /products/{product_id}", () => {
  it("changes what is given, clears what is named, and leaves the rest", async () => {
    const item = freshItem();
    const id = await stocked(place, item, "3", FULL);
    const before = (await shop.testing.get(`/products/${id}`)).body.data;
    const change = {
      name: "Torch",
      battery: { type: "nonchargeable", location: "outside" },
      clear: ["hscode", "weight"],
    };
    const { data } = must(await shop.testing.call("PATCH", `/products/${id}`, { body: change })).body;
    expect(data).toEqual({
      ...before,
      name: "Torch",
      battery: change.battery,
      hscode: null,
      weight: null,
      revision: before.revision + 1,
      update_time: expect.any(String),
    });
    const cleared = must(await shop.testing.call("PATCH", `/products/${id}`, { body: { clear: ["battery"] } }));
    expect(cleared.body.data.battery).toBeNull();
    expect(must(await shop.testing.call("PATCH", `/products/${id}`, { body: {} })).body.data.name).toBe("Torch");
    const staffChange = { body: { warehouse_location: "Z-1" }, ...naming(shop) };
    expect(must(await staff.call("PATCH", `/products/${id}`, staffChange)).body.data.warehouse_location).toBe("Z-1");
  });

  it("takes no stock, no other product's sku, and nothing that creation would not", async () => {
    const [a, b] = [freshItem(), freshItem()];
    const id = await stocked(place, a, "3");
    await stocked(place, b, "0");
    const patch = (body: object) => shop.testing.call("PATCH", `/products/${id}`, { body });
    expect((await patch({ on_hand: "9" })).body.data.on_hand).toBe("3");
    expect((await patch({ sku: b.sku })).entries).toMatchObject([{ field: "sku" }]);
    expect((await patch({ bar_code_eid: b.bar_code_eid })).entries).toMatchObject([{ field: "bar_code_eid" }]);
    expect((await patch({ length: "x", clear: ["sku"] })).entries.map(({ field }) => field)).toEqual([
      "length",
      "clear[]",
    ]);
  });
});

describe("DELETE /products/{product_id}", () => {
  it("deletes a product without stock, whose sku is free again", async () => {
    const item = freshItem();
    const id = await stocked(place, item, "2");
    const remove = () => shop.testing.call("DELETE", `/products/${id}`);
    const refused = await remove();
    expect([refused.status, refused.entries[0]?.field]).toEqual([400, "product_id"]);
    const counted = { kind: "ADJUSTED", qty: "-2", reason: "Sold elsewhere" };
    must(await staff.post(`/products/${id}/stock`, counted, naming(shop)));
    expect(must(await remove()).body.data).toEqual({ id, deleted: true });
    expect((await remove()).status).toBe(404);
    expect((await shop.testing.get(`/products/${id}`)).status).toBe(404);
    expect((await staff.post(`/products/${id}/stock`, { kind: "RECEIVED", qty: "1" }, naming(shop))).status).toBe(404);
    await stocked(place, item, "1");
  });

  it("waits until what is packed has left, so that a cancelled order can give it back", async () => {
    const orders = [0, 1].map(() => orderIn(place, "PICKPACK_READY_TO_SHIPMENT", freshItem("5")));
    const [sent, back] = (await Promise.all(orders)) as [Packed, Packed];
    const remove = ({ product_id }: Packed) => shop.testing.call("DELETE", `/products/${product_id}`);
    for (const order of [sent, back])
      expect((await remove(order)).entries).toMatchObject([
        { field: "product_id", message: expect.stringContaining("not collected yet") },
      ]);
    const { order_id } = sent;
    must(await shop.testing.post("/simulate/tracking", { order_id, event: "order.picked_up" }));
    must(await remove(sent));
    must(await staff.post("/pickpack/cancel", { order_id: back.order_id }));
    expect(await stockOf(shop.testing, back.product_id)).toEqual(["5", "0"]);
  });
});

describe("GET /products", () => {
  it("searches, filters, sorts and pages", async () => {
    const mine = await warehouse();
    const names = ["Rope 登山繩", "Cap", "Torch 100%"];
    const items = names.map(() => freshItem());
    for (const [index, name] of names.entries())
      await stocked(mine, items[index] as (typeof items)[number], String(index * 10), { name, low_stock_mark: "10" });
    const list = async (query: string) => {
      const { body } = must(await mine.shop.testing.get(`/products?${query}`));
      return { names: body.data.map(({ name }: { name: string }) => name), pagination: body.pagination };
    };
    expect((await list("")).names).toEqual(names);
    expect((await list("sort=name")).names).toEqual([names[1], names[0], names[2]]);
    expect((await list("sort=-available")).names).toEqual([names[2], names[1], names[0]]);
    expect((await list("q=登山")).names).toEqual([names[0]]);
    expect((await list("q=TORCH")).names).toEqual([names[2]]);
    expect((await list("q=%25")).names).toEqual([names[2]]);
    expect((await list(`q=${items[1]?.bar_code_eid}`)).names).toEqual([names[1]]);
    expect((await list(`code=${items[1]?.bar_code_eid}`)).names).toEqual([names[1]]);
    expect((await list(`code=${items[2]?.sku}`)).names).toEqual([names[2]]);
    expect((await list(`code=${items[1]?.sku.slice(0, -1)}`)).names).toEqual([]);
    expect((await list("is_low_stock=Y")).names).toEqual([names[0], names[1]]);
    expect((await list("is_low_stock=N")).names).toEqual([names[2]]);
    const page = await list("limit=1&offset=1");
    expect(page).toEqual({ names: [names[1]], pagination: { total: 3, page: 2, per_page: 1, total_pages: 3 } });
    expect((await mine.shop.testing.get("/products?sort=price")).entries).toMatchObject([{ field: "sort" }]);
  });
});

describe("who may do what with products", () => {
  it("is closed to others: token, account, environment, role", async () => {
    const id = await stocked(place, freshItem(), "4");
    const other = await merchant();
    const member = (await personOf("member", shop.accountId)).api;
    const support = (await personOf("support", null)).api;
    for (const path of [`/products/${id}`, `/products/${id}/movements`]) {
      expect((await api("testing").get(path)).status).toBe(401);
      expect((await other.testing.get(path)).status).toBe(404);
      expect((await shop.production.get(path)).status).toBe(404);
      expect((await (await clientOf("carrier", null)).get(path, naming(shop))).status).toBe(403);
      expect((await staff.get(path)).entries).toMatchObject([{ field: "X-Account-Id" }]);
      for (const [client, options] of [
        [member, {}],
        [staff, naming(shop)],
        [support, naming(shop)],
      ] as const)
        expect((await client.get(path, options)).status).toBe(200);
    }
    const received = { kind: "RECEIVED", qty: "1" };
    for (const client of [shop.testing, member])
      expect((await client.post(`/products/${id}/stock`, received)).status).toBe(403);
    expect((await create({ sku: "W", name: "W" }, staff, naming(shop))).status).toBe(403);
    expect((await staff.call("DELETE", `/products/${id}`, naming(shop))).status).toBe(403);
    expect((await other.testing.call("PATCH", `/products/${id}`, { body: { name: "Mine" } })).status).toBe(404);
    expect((await other.testing.call("DELETE", `/products/${id}`)).status).toBe(404);
    expect(await stockOf(shop.testing, id)).toEqual(["4", "0"]);
  });

  it("is audited where staff look or change", async () => {
    const id = await stocked(place, freshItem(), "0");
    const person = await personOf("warehouse", null);
    const other = await stocked(place, freshItem(), "0");
    await person.api.get(`/products/${id}`, naming(shop));
    await person.api.get(`/products/${other}`, naming(shop));
    await person.api.post(`/products/${id}/stock`, { kind: "RECEIVED", qty: "1" }, naming(shop));
    const rows = await (await testDb())
      .selectFrom("audit_log")
      .select(["operation", "account_id", "object_id"])
      .where("actor", "=", `person:${person.id}`)
      .orderBy("id")
      .execute();
    const { accountId: account_id } = shop;
    expect(rows).toEqual([
      { operation: "readProduct", account_id, object_id: id },
      { operation: "readProduct", account_id, object_id: other },
      { operation: "changeStock", account_id, object_id: id },
    ]);
  });
});
