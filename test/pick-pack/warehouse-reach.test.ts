import { beforeAll, describe, expect, it } from "vitest";
import { updateAccount } from "@/server/accounts";
import { withTransaction } from "@/server/db/transaction";
import { insertPickPack } from "@/server/pick-pack/store";
import { resetDatabase } from "../database";
import { readPdf } from "../documents/read-pdf";
import { clientOf, created, type Merchant, merchant, personOf, testDb } from "../factories";
import type { Api } from "../http";
import { freshItem, must, naming, orderIn, orderOf, stocked } from "./warehouse";

let plain: Merchant;
let packed: Merchant;
let callers: Record<"client" | "person" | "own client", Api>;
let order: { order_id: string; tracking_number: string };

beforeAll(async () => {
  await resetDatabase();
  plain = await merchant();
  packed = await merchant({ pickPack: true });
  order = await created(plain.testing);
  callers = {
    client: await clientOf("warehouse", null),
    person: (await personOf("warehouse", null)).api,
    "own client": await clientOf("warehouse", plain.accountId),
  };
});

const scanOf = (tracking_number: string) => ({
  tracking_number,
  event: "order.picked_up",
  occurred_at: new Date().toISOString(),
});

describe("warehouse staff see nothing of an account without pick-and-pack", () => {
  it.each(["client", "person", "own client"] as const)("as %s, whatever the operation", async (who) => {
    const staff = callers[who];
    const id = order.order_id;
    const reads = [
      `/order/detail/${id}`,
      `/order/tracking/${id}`,
      `/order/label/${id}`,
      `/order/documents/${id}`,
      `/orders`,
      `/products`,
      `/pickpack/list`,
      `/pickpack/counts`,
      `/tracking/${order.tracking_number}`,
    ];
    const statuses = await Promise.all(reads.map(async (path) => (await staff.get(path, naming(plain))).status));
    // The dashboard's own counts are not for API clients.
    const isClient = who !== "person";
    expect(statuses).toEqual(reads.map((path) => (isClient && path === "/pickpack/counts" ? 403 : 404)));
    expect((await staff.post("/order/labels", { order_ids: [id] }, naming(plain))).status).toBe(404);
    for (const options of [naming(plain), {}])
      expect((await staff.post("/tracking/events", scanOf(order.tracking_number), options)).status).toBe(404);
    expect((await plain.testing.get(`/order/detail/${id}`)).body.data.order_status).toBe("READY_TO_SHIP");
  });

  it("nor by an order number without the account, as if the account did not exist", async () => {
    for (const staff of [callers.client, callers.person]) {
      expect((await staff.get(`/tracking/${order.tracking_number}`)).status).toBe(404);
      expect((await staff.get(`/pickpack/find?code=${order.tracking_number}`)).status).toBe(404);
      expect((await staff.get("/orders", { headers: { "x-account-id": "999999999" } })).status).toBe(404);
    }
  });

  it("nor in /accounts", async () => {
    const listed = async (api: Api) =>
      (await api.get("/accounts?limit=100")).body.data.map((row: { account_id: string }) => row.account_id);
    expect(await listed(callers.person)).toEqual([packed.accountId]);
    expect((await listed((await personOf("support", null)).api)).sort()).toEqual(
      [packed.accountId, plain.accountId].sort(),
    );
  });

  it("but they see one with pick-and-pack as before, and export nothing", async () => {
    const theirs = await created(packed.testing, orderOf([freshItem()]));
    for (const staff of [callers.client, callers.person]) {
      expect((await staff.get(`/order/detail/${theirs.order_id}`, naming(packed))).status).toBe(200);
      expect((await staff.get(`/tracking/${theirs.tracking_number}`)).status).toBe(200);
      expect((await staff.get("/orders", naming(packed))).body.data).toHaveLength(1);
      for (const path of ["/orders/export", "/products/export"])
        expect((await staff.get(path, naming(packed))).status).toBe(403);
    }
  });

  it("nor finished orders of an account whose pick-and-pack was switched off", async () => {
    const shop = await merchant({ pickPack: true });
    const place = { shop, staff: callers.client };
    const done = await orderIn(place, "PICKPACK_REJECTED");
    const seen = async () => {
      const { body } = await callers.client.get("/pickpack/list?status=PICKPACK_REJECTED");
      const bench = await callers.client.get(`/pickpack/bench/${done.order_id}`);
      return [body.data.length, body.pagination.total, bench.status];
    };
    expect(await seen()).toEqual([1, 1, 200]);
    await updateAccount(await testDb(), shop.accountId, { pick_pack: false });
    expect(await seen()).toEqual([0, 0, 404]);
    const support = (await personOf("support", null)).api;
    const looked = await support.get("/pickpack/list?status=PICKPACK_REJECTED", naming(shop));
    expect(looked.body).toMatchObject({ data: [{}] });
  });
});

describe("switching pick-and-pack off", () => {
  it.each(["PICKPACK_PENDING_CONFIRM", "PICKPACK_CONFIRMED", "PICKPACK_READY_TO_SHIPMENT"] as const)(
    "is refused while an order is %s, until it is collected",
    async (status) => {
      const shop = await merchant({ pickPack: true });
      const place = { shop, staff: callers.client };
      const { tracking_number } = await orderIn(place, status);
      const db = await testDb();
      const off = () => updateAccount(db, shop.accountId, { pick_pack: false });
      await expect(off()).rejects.toThrow("has 1 order in the warehouse");
      must(await callers.client.post("/tracking/events", scanOf(tracking_number)));
      expect((await off()).pick_pack).toBe(false);
    },
  );

  it("leaves an order that is confirmed at that moment to the merchant", async () => {
    const db = await testDb();
    const { order_id } = await created(plain.testing);
    const scope = { accountId: plain.accountId, environment: "testing" } as const;
    await withTransaction(db, (tx) =>
      insertPickPack(tx, scope, [{ id: order_id, provider: "LOCAL_DOOR", at: new Date() }]),
    );
    expect((await plain.testing.get(`/pickpack/detail/${order_id}`)).status).toBe(404);
  });
});

it("the packer sees the merchant's own remarks only where the account says so", async () => {
  const shop = await merchant({ pickPack: true });
  const item = freshItem();
  await stocked({ shop, staff: callers.client }, item, "1");
  const { order_id } = await created(shop.testing, { ...orderOf([item]), client_remarks: "Gift: no prices" });
  must(await callers.client.post("/pickpack/confirm", { order_id }));
  const { wave_id } = must(await callers.client.post("/pickpack/waves", {}, naming(shop))).body.data;
  const remarks = async () => {
    const bench = must(await callers.client.get(`/pickpack/bench/${order_id}`)).body.data;
    const wave = must(await callers.client.get(`/pickpack/waves/${wave_id}`)).body.data;
    const { content } = must(await callers.client.get(`/pickpack/waves/${wave_id}/document`)).body.data;
    const text = readPdf(Buffer.from(content, "base64"))
      .map((page) => page.text)
      .join(" ");
    const printed = text.replaceAll("\n", " ").includes("Gift: no prices");
    const all = [bench.client_remarks, wave.order_list[0].client_remarks, printed ? "Gift: no prices" : null];
    expect(new Set(all).size, JSON.stringify(all)).toBe(1);
    return all[0];
  };
  expect(await remarks()).toBeNull();
  const db = await testDb();
  expect(await updateAccount(db, shop.accountId, { remarks_to_packer: true })).toMatchObject({
    remarks_to_packer: true,
  });
  expect(await remarks()).toBe("Gift: no prices");
  await updateAccount(db, shop.accountId, { remarks_to_packer: false });
  expect(await remarks()).toBeNull();
});
