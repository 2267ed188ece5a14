// The messages between a merchant and support about an order, and support's notes (contract §24).
import { beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "@/server/cli/admin-commands";
import { created, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import type { Api } from "@/test/http";

type Person = Awaited<ReturnType<typeof personOf>>;
let shop: Merchant;
let owner: Person;
let support: Person;
let order: { order_id: string };

beforeEach(async () => {
  shop = await merchant();
  owner = await personOf("owner", shop.accountId);
  support = await personOf("support", null);
  await (await testDb()).updateTable("people").set({ name: "Cheung Mei Fong" }).where("id", "=", support.id).execute();
  await (await testDb()).updateTable("people").set({ name: "Yip Tsz Kit" }).where("id", "=", owner.id).execute();
  order = await created(shop.testing);
});

const at = (account = shop) => ({ headers: { "x-account-id": account.accountId } });
const asSupport = (kind: string, text: string) =>
  support.api.post("/order/messages", { order_id: order.order_id, kind, text }, at());
const asOwner = (text: string, more: object = {}) =>
  owner.api.post("/order/messages", { order_id: order.order_id, text, ...more });
const thread = async (by: Api, options = {}) =>
  (await by.get(`/order/messages?order_id=${order.order_id}`, options)).body;
const texts = (rows: { text: string }[]) => rows.map(({ text }) => text);
const mails = async () =>
  (await testDb())
    .selectFrom("mails")
    .select(["recipient", "subject"])
    .where("account_id", "=", shop.accountId)
    .execute();

describe("the messages of an order", () => {
  it("are written by both sides; merchants see the first name of support and none of its notes", async () => {
    expect((await asOwner("She says that nobody rang.")).status).toBe(200);
    await asSupport("note", "Rang the depot: block 1");
    await asSupport("question", "Shall we deliver again?");
    const seen = await thread(owner.api);
    expect(seen.pagination.total).toBe(2);
    expect(seen.data).toMatchObject([
      { kind: "question", side: "support", author: "Cheung", is_own: false, text: "Shall we deliver again?" },
      { kind: "message", side: "merchant", author: "Yip Tsz Kit", is_own: true },
    ]);
    expect(JSON.stringify(seen)).not.toContain("depot");
    const all = await thread(support.api, at());
    expect(texts(all.data)).toEqual([
      "Shall we deliver again?",
      "Rang the depot: block 1",
      "She says that nobody rang.",
    ]);
    expect(all.data[1]).toMatchObject({ kind: "note", author: "Cheung Mei Fong", is_own: true });
  });

  it("reach the merchant by mail and as a notice that leads to them; notes do not", async () => {
    await asSupport("note", "A note");
    expect(await mails()).toEqual([]);
    await asSupport("question", "Which block?");
    const [mail] = (await mails()).filter(({ recipient }) => recipient !== shop.email);
    expect(mail?.subject).toBe(`[TEST] Sampan support asks about order ${order.order_id}`);
    expect((await owner.api.get("/notifications")).body.data).toMatchObject([
      { kind: "order_message", path: `/testing/orders/${order.order_id}#thread` },
    ]);
    await asOwner("Block 2");
    expect((await owner.api.get("/notifications")).body.pagination.total).toBe(1);
  });

  it("are marked as read by the other side only, once", async () => {
    const { id } = (await asSupport("message", "It is on its way")).body.data;
    const note = (await asSupport("note", "A note")).body.data.id;
    const mark = (by: Api, options = {}) =>
      by.post("/order/messages/read", { order_id: order.order_id, ids: [id, note] }, options);
    expect((await mark(support.api, at())).body.data).toEqual({ read: 0 });
    expect((await mark(owner.api)).body.data).toEqual({ read: 1 });
    expect((await mark(owner.api)).body.data).toEqual({ read: 0 });
    const [, row] = (await thread(support.api, at())).data;
    expect(row).toMatchObject({ read_time: expect.any(String), read_by: "Yip Tsz Kit" });
  });

  it("are up to 2,000 characters; merchants write only messages", async () => {
    expect((await asOwner("x".repeat(2001))).entries).toMatchObject([{ field: "text" }]);
    expect((await asOwner("  ")).entries).toMatchObject([{ field: "text" }]);
    for (const kind of ["note", "question"])
      expect((await asOwner("Hello", { kind })).entries).toMatchObject([{ field: "kind" }]);
    expect((await thread(owner.api)).data).toEqual([]);
  });

  it("sent again with the same key are there once", async () => {
    const key = { headers: { "idempotency-key": `k-${order.order_id}` } };
    const body = { order_id: order.order_id, text: "Hello" };
    expect((await owner.api.post("/order/messages", body, key)).status).toBe(200);
    expect((await owner.api.post("/order/messages", body, key)).body.error.code).toBe("500998");
    expect((await thread(owner.api)).pagination.total).toBe(1);
  });

  it("are for the people of the account and support, in their environment", async () => {
    await asSupport("message", "Hello");
    const foreign = await personOf("owner", (await merchant()).accountId);
    const live = await personOf("owner", shop.accountId, "production");
    for (const { api } of [foreign, live]) {
      expect((await api.get(`/order/messages?order_id=${order.order_id}`)).status).toBe(404);
      const body = { order_id: order.order_id, text: "Hello" };
      expect((await api.post("/order/messages", body)).status).toBe(404);
    }
    const packer = await personOf("warehouse", null);
    for (const by of [packer.api, shop.testing])
      expect((await by.get(`/order/messages?order_id=${order.order_id}`, at())).status).toBe(403);
    const nobody = { headers: { cookie: "", "sec-fetch-site": "same-origin" } };
    expect((await owner.api.get(`/order/messages?order_id=${order.order_id}`, nobody)).status).toBe(401);
  });

  it("say what support did with the order, and why", async () => {
    const scan = { event: "order.picked_up", occurred_at: new Date().toISOString(), description: "Handed in by hand" };
    const { tracking_number } = (await shop.testing.get(`/order/detail/${order.order_id}`)).body.data;
    await support.api.post("/tracking/events", { tracking_number, ...scan }, at());
    const other = await created(shop.testing);
    const cancel = { order_id: other.order_id, reason: "OTHER", remarks: "Asked by telephone" };
    await support.api.post("/order/cancel", cancel, at());
    expect((await thread(owner.api)).data).toMatchObject([{ kind: "scanned", text: "Handed in by hand" }]);
    order = other;
    expect((await thread(owner.api)).data).toMatchObject([{ kind: "cancelled", text: "Asked by telephone" }]);
    const own = await created(shop.testing);
    await shop.testing.post("/order/cancel", { order_id: own.order_id, reason: "OTHER", remarks: "Mine" });
    order = own;
    expect((await thread(owner.api)).data).toEqual([]);
  });

  it("go when the account is erased", async () => {
    await asSupport("message", "Hello");
    const db = await testDb();
    await runCommand(db, ["account", "close", shop.accountId, "--yes"]);
    await runCommand(db, ["account", "erase", shop.accountId, "--yes"]);
    expect((await thread(support.api, at())).data).toEqual([]);
  });
});
