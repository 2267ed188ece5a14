/** What rules must not do, and what they keep (contract §40). */
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eraseOrders } from "@/server/personal-data/orders";
import { created, intlOrder, localOrder, type Merchant, merchant, testDb } from "@/test/factories";
import { checked, fileOf, lineOf, rowsOf, started, withDefaults } from "@/test/imports/files";
import { must } from "@/test/pick-pack/warehouse";

let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
  await withDefaults(shop);
});
beforeEach(async () => {
  await sql`delete from shipping_rules`.execute(await testDb());
  await sql`update accounts set rules_testing = 0, rules_production = 0`.execute(await testDb());
});

const condition = (field: string, operator: string, value: string) => ({ field, operator, value });
const add = async (name: string, conditions: object[], set: object) =>
  must(await shop.testing.post("/rules", { name, conditions, set })).body.data.rule_id;
const remove = async (id: string) => must(await shop.testing.call("DELETE", `/rules/${id}`));
const record = async (id: string) => must(await shop.testing.get(`/order/detail?order_id=${id}`)).body.data;
const made = async (body: unknown) => record((await created(shop.testing, body)).order_id);
const BOX = { length: "60", width: "50", height: "40" };

/** A local order without measures. */
function bare() {
  const order = localOrder();
  const [parcel = {}] = order.shipment_detail.parcel_list as Record<string, unknown>[];
  for (const side of Object.keys(BOX)) delete parcel[side];
  return order;
}

describe("an order of the API", () => {
  it("with a quote keeps the measures that were priced, alone and in a batch", async () => {
    await add("Box", [], { parcel: BOX, tag: "boxed" });
    const { recipient, shipment_detail, shipping_provider, ...rest } = bare();
    const { data } = must(
      await shop.testing.post("/rates/get", { ship_type: "local", recipient, shipment_detail }),
    ).body;
    const quote = data.rate_list.find(
      ({ shipping_provider: code }: { shipping_provider: string }) => code === shipping_provider,
    );
    const order = { ...rest, recipient, shipment_detail, shipping_provider, quote_id: data.quote_id };
    const alone = must(await shop.testing.post("/order/create", order)).body.data;
    const { results } = must(await shop.testing.post("/orders/batch", { orders: [order] })).body.data;
    expect([alone.quote_price, results[0].quote_price]).toEqual([quote.quote_price, quote.quote_price]);
    expect(await record(alone.order_id)).toMatchObject({ tags: ["boxed"], rules: [{ set: { tag: "boxed" } }] });
    // Without one it is priced as the rule says.
    const { quote_id: _quoted, ...unquoted } = order;
    expect(Number((await made(unquoted)).quote_price)).toBeGreaterThan(Number(quote.quote_price));
  });

  it.each(["junk", 5, ["x"], true])("is refused with options that are no object: %j", async (shipment_options) => {
    await add("Duties", [], { options: { tax_party: "recipient" } });
    const { status, entries } = await shop.testing.post("/order/create", intlOrder({ shipment_options }));
    expect([status, entries.map(({ pointer }) => pointer)]).toEqual([400, ["/shipment_options"]]);
  });

  it("that is like another one has its measures and options, and the tags of the rules", async () => {
    const { order_id } = await created(shop.testing, bare());
    await add("All", [], { parcel: BOX, options: { delivery_proof: "E" }, tag: "again" });
    const copy = must(await shop.testing.post("/order/duplicate", { order_id, confirm_shipment: "N" })).body.data;
    const stored = await record(copy.order_id);
    expect(stored).toMatchObject({ tags: ["again"], delivery_proof: "N", rules: [{ set: { tag: "again" } }] });
    expect(stored.shipment_detail.parcel_list[0].length).toBeFalsy();
  });

  it("is compared in Hong Kong dollars to the cent", async () => {
    await add("Exactly", [condition("value", "is", "14.82")], { tag: "exactly" });
    await add("From", [condition("value", "at_least", "14.82")], { tag: "from" });
    const order = intlOrder();
    const [parcel] = order.shipment_detail.parcel_list as { declaration_list: Record<string, unknown>[] }[];
    const [item = {}] = parcel?.declaration_list ?? [];
    if (parcel) parcel.declaration_list = [{ ...item, qty: "1", single_price: "1.90" }];
    Object.assign(order.shipment_detail, { currency: "USD" });
    expect((await made(order)).tags).toEqual(["exactly", "from"]);
  });

  it("says each reason once that rules give to hold it", async () => {
    await add("One", [], { hold: "Look" });
    await add("Two", [], { hold: "Look" });
    const { import_id } = await checked(shop.testing, fileOf([lineOf("T-1")]));
    const [row] = await rowsOf(shop.testing, import_id);
    expect(row?.hold).toBe("Look");
  });
});

describe("a rule", () => {
  it("that names a service of the other kind of order says nothing of it, and the next one does", async () => {
    await add("Door", [], { shipping_provider: "LOCAL_DOOR" });
    await add("Express", [condition("country", "is_not", "HK")], { shipping_provider: "INTL_EXPR", tag: "abroad" });
    const abroad = {
      ...{ ship_type: "intl", recipient_country: "US", recipient_city: "Portland", recipient_state: "OR" },
      ...{ recipient_address: "1 Main Street", recipient_postal_code: "97205", recipient_email: "a@example.com" },
      ...{ recipient_mobile_prefix: "1", recipient_mobile: "5035550100", recipient_name: "Ann Lee" },
      ...{ item_hscode: "6912000000", item_origin: "CN", length_cm: "10", width_cm: "10", height_cm: "10" },
    };
    const read = await checked(shop.testing, fileOf([lineOf("S-1"), lineOf("S-2", abroad)]));
    const rows = await rowsOf(shop.testing, read.import_id);
    expect(rows.flatMap(({ errors }) => errors)).toEqual([]);
    await started(shop.testing, read.import_id);
    const ids = (await rowsOf(shop.testing, read.import_id)).map(({ order_id }) => order_id ?? "");
    expect([await record(ids[0] ?? ""), await record(ids[1] ?? "")]).toMatchObject([
      { shipping_provider: "LOCAL_DOOR", rules: [{ name: "Door" }] },
      { shipping_provider: "INTL_EXPR", rules: [{ name: "Express", set: { shipping_provider: "INTL_EXPR" } }] },
    ]);
  });

  it("that chooses the cheapest service sends nothing to a pickup point that nobody named", async () => {
    await add("Cheap", [], { choose: "cheapest" });
    const { body } = await shop.testing.get("/providers");
    const services = body.data as { code: string; services: { supports_pickup_point: boolean } }[];
    const read = await checked(shop.testing, fileOf([lineOf("C-1")]));
    await started(shop.testing, read.import_id, { confirm_shipment: "Y" });
    const [row] = await rowsOf(shop.testing, read.import_id);
    const { shipping_provider } = await record(row?.order_id ?? "");
    expect(services.find(({ code }) => code === shipping_provider)?.services.supports_pickup_point).toBe(false);
  });

  it("must set something", async () => {
    const body = { name: "Nothing", conditions: [], set: { options: { ioss_number: "" } } };
    expect((await shop.testing.post("/rules", body)).entries).toMatchObject([{ pointer: "/set" }]);
  });

  it("is only counted as changing an order by what itself says", async () => {
    const other = await merchant();
    await created(other.testing, localOrder());
    const rules = [
      { name: "Same", conditions: [], set: { shipping_provider: "LOCAL_DOOR" } },
      { name: "Tag", conditions: [], set: { tag: "new" } },
      { name: "Later", conditions: [], set: { shipping_provider: "LOCAL_POINT", tag: "new" } },
    ];
    const tried = must(await other.testing.post("/rules/try", { rules })).body.data;
    expect(tried.rules.map(({ matched, changed }: Record<string, number>) => [matched, changed])).toEqual([
      ...[
        [1, 0],
        [1, 1],
        [1, 0],
      ],
    ]);
  });
});

describe("an import", () => {
  it("says of an order why it is only saved, also of a rule that came after the check", async () => {
    const { import_id } = await checked(shop.testing, fileOf([lineOf("L-1")]));
    await add("Late", [], { hold: "Look at it" });
    expect(await started(shop.testing, import_id, { confirm_shipment: "Y" })).toMatchObject({ done: 1, failed: 0 });
    const [row] = await rowsOf(shop.testing, import_id);
    expect(row).toMatchObject({ hold: "Look at it", state: "done" });
    expect(await record(row?.order_id ?? "")).toMatchObject({ order_status: "PENDING_CONFIRM", holds: ["Look at it"] });
  });

  it("that buys nothing makes an order whose hold has ended", async () => {
    const id = await add("Held", [], { hold: "Look at it" });
    const { import_id } = await checked(shop.testing, fileOf([lineOf("E-1")]));
    await remove(id);
    expect(await started(shop.testing, import_id)).toMatchObject({ done: 1, failed: 0 });
    const [row] = await rowsOf(shop.testing, import_id);
    expect(row?.hold).toBeNull();
  });

  it("that buys says that a hold has ended", async () => {
    const id = await add("Held", [], { hold: "Look at it" });
    const { import_id } = await checked(shop.testing, fileOf([lineOf("E-2")]));
    await remove(id);
    expect(await started(shop.testing, import_id, { confirm_shipment: "Y" })).toMatchObject({ done: 0, failed: 1 });
    const [row] = await rowsOf(shop.testing, import_id);
    expect(row?.errors[0]?.message).toContain("A rule held this order");
  });
});

it("what rules said of an order is erased with it", async () => {
  await add("For Mrs Zedmark", [], { tag: "Mrs Zedmark", hold: "Mrs Zedmark never pays" });
  const { import_id } = await checked(shop.testing, fileOf([lineOf("Z-1")]));
  await started(shop.testing, import_id);
  const [row] = await rowsOf(shop.testing, import_id);
  const id = row?.order_id ?? "";
  expect(JSON.stringify(await record(id))).toContain("Zedmark");
  await eraseOrders(await testDb(), { accountId: shop.accountId, environment: "testing" }, [id]);
  expect(JSON.stringify(await record(id))).not.toContain("Zedmark");
  expect(JSON.stringify(await rowsOf(shop.testing, import_id))).not.toContain("Zedmark");
});
