// @module-tag engine
/** Orders stored before a rule was tightened: rows that creation would refuse today (contract §4.1). */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { judgeOrder } from "@/lib/contracts/form-resolver";
import { orderOfDraft, orderOfRecord } from "@/lib/orders/form-values";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import type { Api } from "../http";

type Loose = Record<string, unknown>;
type Kind = "local" | "intl";

let shop: Merchant;
let packing: Merchant;
let warehouse: Api;
const pickup_date = "2096-02-29";

beforeAll(async () => {
  shop = await merchant();
  packing = await merchant({ pickPack: true });
  warehouse = await clientOf("warehouse", packing.accountId);
});

const stocked = { sku: "TEA", bar_code_eid: "4006381333931" };

function bodyOf(kind: Kind, change: Loose): Loose {
  const body = structuredClone(kind === "local" ? localOrder(change) : intlOrder(change)) as ReturnType<
    typeof intlOrder
  >;
  for (const parcel of body.shipment_detail.parcel_list as Loose[])
    for (const item of (parcel.parcel_items ?? parcel.declaration_list) as Loose[]) Object.assign(item, stocked);
  return body;
}

/**
 * Sets values that no rule allows any more: texts, measures, sums, insurance without a value, cash on delivery abroad.
 */
async function spoil({ accountId }: Merchant, id: string): Promise<void> {
  const db = await testDb();
  const long = JSON.stringify({ name: "N".repeat(250), address: "A".repeat(600) });
  await sql`
    update orders set sender = sender || ${long}::jsonb, recipient = recipient || ${long}::jsonb,
      shipment = shipment || '{"consignment_declaration":"A very long declaration of what is in the parcel, indeed"}',
      options = options || '{"is_local_insurance":"Y","cod":"Y"}', cod_amount = 99999999999.123
    where account_id = ${accountId} and id = ${id}`.execute(db);
  await sql`
    update order_parcels set length = 999999999999, width = 5000, height = 5000, act_weight = 999999, insurance_fee = 0
    where account_id = ${accountId} and order_id = ${id}`.execute(db);
  await sql`
    update order_items set qty = 999999999999, unit_value = 999999999999, unit_weight = 999999, length = 99999,
      description = ${"D".repeat(300)} where account_id = ${accountId} and order_id = ${id}`.execute(db);
}

async function stored(kind: Kind, confirm_shipment: "Y" | "N", owner = shop): Promise<string> {
  const { order_id } = await created(owner.testing, bodyOf(kind, { confirm_shipment }));
  await spoil(owner, order_id);
  return order_id;
}

const ok = async (answer: Promise<{ status: number; body: Loose; entries: unknown[] }>) => {
  const { status, body } = await answer;
  expect([status, (body as { error?: unknown }).error]).toEqual([200, undefined]);
  return (body as { data: Loose }).data;
};

describe.each<Kind>(["local", "intl"])("a stored order (%s) that is older than a rule", (kind) => {
  it.each(["Y", "N"] as const)(
    "is read, listed, exported, tracked and cancelled (confirmed: %s)",
    async (confirmed) => {
      const order_id = await stored(kind, confirmed);
      const record = await ok(shop.testing.get(`/order/detail/${order_id}`));
      expect(record).toMatchObject({ order_id, sender: { name: "N".repeat(250) } });
      await ok(shop.testing.get("/orders?limit=100"));
      await ok(shop.testing.get(`/orders/export?order_ids=${order_id}`));
      await ok(shop.testing.get(`/order/tracking/${order_id}`));
      const answer = await ok(shop.testing.post("/order/cancel", { order_id, reason: "OTHER" }));
      expect(answer).toMatchObject({ cancel_status: "CANCELLED" });
    },
  );

  it("is printed", async () => {
    const order_id = await stored(kind, "Y");
    for (const paper of ["100x150", "A4", "A6"])
      expect(await ok(shop.testing.get(`/order/label/${order_id}?paper=${paper}`))).toMatchObject({
        label_status: "READY",
      });
    await ok(shop.testing.get(`/order/documents/${order_id}`));
    const merged = await ok(shop.testing.post("/order/labels", { order_ids: [order_id] }));
    expect(merged).toMatchObject({ skipped_list: [] });
  });

  it("takes scans of a carrier", async () => {
    const order_id = await stored(kind, "Y");
    for (const event of ["order.picked_up", "order.in_transit", "order.out_for_delivery", "order.delivered"])
      await ok(shop.testing.post("/simulate/tracking", { order_id, event }));
  });

  it.each(["Y", "N"] as const)("takes remarks, and nothing else of it changes (confirmed: %s)", async (confirmed) => {
    const order_id = await stored(kind, confirmed);
    const { update_time: _before, ...before } = await ok(shop.testing.get(`/order/detail/${order_id}`));
    const data = await ok(shop.testing.post("/order/update", { order_id, client_remarks: "Ring twice" }));
    expect(data).toMatchObject({ client_remarks: "Ring twice" });
    const cleared = await ok(shop.testing.post("/order/update", { order_id, clear: ["client_remarks"] }));
    const { update_time: _after, ...after } = cleared;
    // Cash on delivery of an order abroad was never shown, and is now removed.
    expect(after).toEqual({ ...before, client_remarks: null });
    const wrong = await shop.testing.post("/order/update", { order_id, client_remarks: "x".repeat(501) });
    expect([wrong.status, wrong.entries.map(({ field }) => field)]).toEqual([400, ["client_remarks"]]);
  });

  it("is confirmed only when its fields are corrected", async () => {
    const order_id = await stored(kind, "N");
    const answer = await shop.testing.post("/order/confirm", { order_id });
    const fields = answer.entries.map(({ field }) => field);
    expect(answer.status).toBe(400);
    for (const field of ["sender.name", "recipient.address", "shipment_detail.parcel_list[].length"])
      expect(fields).toContain(field);
    if (kind === "local") expect(fields).toContain("cod_amount");

    const { sender, recipient, shipment_detail } = bodyOf(kind, {});
    const options = kind === "local" ? { is_local_insurance: "N", cod: "N" } : {};
    await ok(shop.testing.post("/order/update", { order_id, sender, recipient, shipment_detail, ...options }));
    await ok(shop.testing.post("/order/confirm", { order_id }));
  });

  it("takes one field after the other, at the price it has until the provider takes it", async () => {
    const order_id = await stored(kind, "N");
    const before = await ok(shop.testing.get(`/order/detail/${order_id}`));
    const { sender, recipient, shipment_detail } = bodyOf(kind, {});
    // These changes do not touch the parcel, so its size is not checked.
    const one = await ok(shop.testing.post("/order/update", { order_id, sender }));
    expect(one).toMatchObject({ sender: { name: (sender as Loose).name }, quote_price: before.quote_price });
    const still = await shop.testing.post("/order/update", { order_id, sender: { ...(sender as Loose), name: "" } });
    expect([still.status, still.entries.map(({ field }) => field)]).toEqual([400, ["sender.name"]]);
    // The parcel's size decides whether it can go elsewhere, or with another provider.
    const provider = kind === "local" ? "LOCAL_SAMEDAY" : "INTL_ECON";
    const moved = await shop.testing.post("/order/update", { order_id, shipping_provider: provider });
    expect([moved.status, moved.entries.map(({ field, code }) => [field, code])]).toEqual([
      400,
      [["shipping_provider", "400470"]],
    ]);
    const parcels = await ok(
      shop.testing.post("/order/update", {
        order_id,
        shipment_detail,
        ...(kind === "local" ? { clear: ["is_local_insurance"] } : {}),
      }),
    );
    // 54 locally, including the fee for the amount that is still to be corrected.
    expect(parcels.quote_price).toBe(kind === "local" ? "2500000053.98" : "729.60");
    await ok(shop.testing.post("/order/update", { order_id, recipient }));
  });

  it("opens in the form, which shows what is wrong at its fields", async () => {
    const order_id = await stored(kind, "N");
    const record = await ok(shop.testing.get(`/order/detail/${order_id}`));
    const { problems } = judgeOrder(orderOfRecord(record as never));
    const paths = problems.map(({ path }) => path.join("."));
    expect(paths).toContain("sender.name");
    expect(paths).toContain("shipment_detail.parcel_list.0.length");
  });

  it("is packed into other parcels in the warehouse", async () => {
    const order_id = await stored(kind, "Y", packing);
    const db = await testDb();
    await sql`update order_items set qty = 1 where account_id = ${packing.accountId} and order_id = ${order_id}`.execute(
      db,
    );
    await sql`
      insert into products (account_id, environment, id, sku, name, on_hand, reserved)
      values (${packing.accountId}, 'testing', 'pr_old', 'TEA', 'Tea', 1000, 0) on conflict do nothing`.execute(db);
    await ok(warehouse.get(`/pickpack/detail/${order_id}`));
    await ok(warehouse.post("/pickpack/confirm", { order_id, is_require_repack: "Y" }));
    const measures = { length: "30", width: "20", height: "10", act_weight: "1" };
    const huge = await warehouse.post("/pickpack/ready", {
      order_id,
      parcel_list: [{ ...measures, length: "500" }],
    });
    expect([huge.status, huge.entries.map(({ code }) => code)]).toEqual([400, ["400470"]]);
    const data = await ok(warehouse.post("/pickpack/ready", { order_id, parcel_list: [measures] }));
    expect(data).toMatchObject({ order: { status: "PICKPACK_READY_TO_SHIPMENT" } });
    await ok(packing.testing.post("/order/update", { order_id, client_remarks: "Late" }));
  });
});

describe("a stored local order that is older than a rule", () => {
  it("takes another pickup", async () => {
    for (const confirmed of ["Y", "N"] as const) {
      const order_id = await stored("local", confirmed);
      const data = await ok(shop.testing.post("/order/update", { order_id, pickup_arrange: { pickup_date } }));
      expect(data).toMatchObject({ pickup_arrange: { pickup_date } });
      const wrong = await shop.testing.post("/order/update", {
        order_id,
        pickup_arrange: { pickup_start_time: "10:00" },
      });
      expect(wrong.entries.map(({ field }) => field)).toEqual(["pickup_arrange.pickup_date"]);
      await ok(shop.testing.post("/order/update", { order_id, clear: ["pickup_arrange"] }));
    }
  });

  it("is judged where a change needs another of its fields", async () => {
    const order_id = await stored("local", "N");
    const asked = async (change: Loose) =>
      (await shop.testing.post("/order/update", { order_id, ...change })).entries.map(({ field }) => field);
    expect(await asked({ is_local_insurance: "Y" })).toContain("shipment_detail.parcel_list[].insurance_fee");
    expect(await asked({ cod: "Y" })).toEqual(["cod_amount"]);
    expect(await asked({ delivery_proof: "E" })).toEqual([]);
  });
});

describe("an older draft", () => {
  it("opens without the fields of the other kind, and says what is wrong", async () => {
    const person = await personOf("owner", shop.accountId);
    const body = {
      ...intlOrder(),
      cod: "Y",
      cod_amount: "5",
      delivery_proof: "W",
      shipment_options: { tax_party: "x" },
    };
    const saved = await person.api.post("/drafts", { body });
    const draft = (await person.api.get(`/drafts/${saved.body.data.draft_id}`)).body.data;
    const values = orderOfDraft("intl", draft.body);
    expect(Object.keys(values)).not.toContain("cod");
    expect(judgeOrder(values).problems.map(({ path }) => path.join("."))).toEqual(["shipment_options.tax_party"]);
    expect(Object.keys(orderOfDraft("local", body))).not.toContain("shipment_options");
  });
});
