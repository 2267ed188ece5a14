import { beforeAll, describe, expect, it } from "vitest";
import { updateAccount } from "@/server/accounts";
import { resetDatabase } from "@/test/database";
import { clientOf, created, type Merchant, merchant, personOf, testDb, withPickPack } from "@/test/factories";

let a: Merchant;
let b: Merchant;

beforeAll(async () => {
  await resetDatabase();
  a = await merchant();
  b = await merchant();
});

const naming = (account: Merchant) => ({ headers: { "x-account-id": account.accountId } });

describe("API clients with a staff role", () => {
  it("of an account stay in it, whatever account they name", async () => {
    const mine = await created(b.testing);
    const theirs = await created(a.testing);
    const warehouse = await clientOf("warehouse", b.accountId);
    await withPickPack(b.accountId, async () => {
      expect((await warehouse.get(`/order/detail/${theirs.order_id}`, naming(a))).status).toBe(404);
      expect((await warehouse.get(`/order/detail/${mine.order_id}`, naming(a))).body.data.order_id).toBe(mine.order_id);
    });
    const carrier = await clientOf("carrier", b.accountId);
    expect((await carrier.get(`/order/tracking/${theirs.order_id}`, naming(a))).status).toBe(404);
  });

  it("for support see every account", async () => {
    const theirs = await created(a.testing);
    const support = await clientOf("support", b.accountId);
    expect((await support.get(`/order/detail/${theirs.order_id}`, naming(a))).status).toBe(200);
  });

  it("of the platform name the account, carriers too", async () => {
    const order = await created(a.testing);
    const carrier = await clientOf("carrier", null);
    expect((await carrier.get(`/order/tracking/${order.order_id}`, naming(a))).body.data.order_id).toBe(order.order_id);
    expect((await carrier.get(`/order/tracking/${order.order_id}`, naming(b))).status).toBe(404);
    expect((await carrier.get(`/order/tracking/${order.order_id}`)).entries).toMatchObject([{ field: "X-Account-Id" }]);
  });
});

describe("clients of support and an account that may not use the service", () => {
  it.each([
    [{ suspended: true }, "403020"],
    [{ payment_plan: false }, "403010"],
  ])("look into it but do not act for it: %j", async (change, code) => {
    const shop = await merchant();
    const order = await created(shop.testing);
    await updateAccount(await testDb(), shop.accountId, change);
    const support = await clientOf("support", null);
    expect((await support.get(`/order/detail/${order.order_id}`, naming(shop))).status).toBe(200);
    const refused = await support.post("/order/cancel", { order_id: order.order_id, reason: "OTHER" }, naming(shop));
    expect([refused.status, refused.body.error.code]).toEqual([403, code]);
    expect((await shop.testing.get(`/order/detail/${order.order_id}`)).body.error.code).toBe(code);
  });
});

describe("the audit log", () => {
  it("names the order that staff changed, whether it was in the address, the query or the body", async () => {
    const order = await created(a.testing);
    const support = (await personOf("support", null)).api;
    await support.get(`/order/detail/${order.order_id}`, naming(a));
    await support.get(`/order/detail?order_id=${order.order_id}`, naming(a));
    await support.post("/order/cancel", { order_id: order.order_id, reason: "OTHER" }, naming(a));
    const rows = await (await testDb())
      .selectFrom("audit_log")
      .select("operation")
      .where("object_id", "=", order.order_id)
      .orderBy("id")
      .execute();
    expect(rows.map(({ operation }) => operation)).toEqual(["readOrderByPath", "readOrder", "cancelOrder"]);
  });
});
