import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { clientOf, created, type Merchant, merchant, personOf, testDb } from "../factories";
import { type Api, api } from "../http";
import { deliveriesOf, endpoint } from "./work";

let shop: Merchant;
let other: Merchant;
let id: string;
let delivery: string;

/** Every operation on an endpoint or a delivery, with a body that is valid. */
const OPERATIONS = [
  ["GET", "/webhooks/{id}"],
  ["PATCH", "/webhooks/{id}", { description: "theirs" }],
  ["DELETE", "/webhooks/{id}"],
  ["POST", "/webhooks/{id}/enable"],
  ["POST", "/webhooks/{id}/disable"],
  ["POST", "/webhooks/{id}/roll-secret", { overlap_hours: 0 }],
  ["POST", "/webhooks/{id}/test", { event: "order.created" }],
  ["POST", "/webhooks/{id}/replay-missed", {}],
  ["GET", "/webhooks/{id}/deliveries"],
  ["GET", "/webhooks/deliveries/{delivery_id}"],
  ["POST", "/webhooks/deliveries/{delivery_id}/replay"],
] as const satisfies readonly (readonly [string, string, object?])[];
const LISTS = [
  ["GET", "/webhooks"],
  ["GET", "/events"],
] as const;

const pathTo = (path: string, endpointId = id, deliveryId = delivery) =>
  path.replace("{id}", endpointId).replace("{delivery_id}", deliveryId);
const ask = (client: Api, [method, path, body]: readonly [string, string, object?], ...ids: [string?, string?]) =>
  client.call(method, pathTo(path, ...ids), body ? { body } : {});

/** All stored rows of webhooks and events. */
async function stored(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(w order by id) from webhook_endpoints w) as endpoints,
      (select json_agg(d order by id) from webhook_deliveries d) as deliveries,
      (select count(*) from events) as events`.execute(await testDb());
  return rows[0];
}

beforeAll(async () => {
  shop = await merchant();
  other = await merchant();
  ({ id } = await endpoint(shop.testing, "https://shop.example/"));
  await created(shop.testing);
  delivery = (await deliveriesOf(shop.testing, id))[0].id;
});

describe.each(OPERATIONS)("%s %s", (...operation) => {
  it("answers 401 without a token", async () => {
    const answer = await ask(api("testing"), operation);
    expect([answer.status, answer.body.error.code]).toEqual([401, "401000"]);
  });

  it("answers another account's and environment's as one that does not exist, and changes nothing", async () => {
    const before = await stored();
    const none = await ask(shop.testing, operation, `we_${"0".repeat(20)}`, `dl_none_${"0".repeat(20)}`);
    expect([none.status, none.body.error.code]).toEqual([404, "404000"]);
    for (const client of [other.testing, shop.production]) {
      const answer = await ask(client, operation);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([404, JSON.stringify(none.body)]);
    }
    expect(await stored()).toEqual(before);
  });

  it.each(["warehouse", "carrier"] as const)("answers 403 to API clients of role %s", async (role) => {
    const before = await stored();
    const answer = await ask(await clientOf(role, shop.accountId), operation);
    expect([answer.status, answer.body.error.code]).toEqual([403, "403000"]);
    expect(await stored()).toEqual(before);
  });

  it("never answers 500 to an id that cannot be one", async () => {
    for (const wrong of ["'", "a\u0000", "x".repeat(81), "%", "../..", "we_"]) {
      const answer = await ask(shop.testing, operation, encodeURIComponent(wrong), encodeURIComponent(wrong));
      expect([400, 404], wrong).toContain(answer.status);
    }
  });
});

describe.each([...LISTS, ["POST", "/webhooks"] as const])("%s %s", (method, path) => {
  it("answers 401 without a token and 403 to roles that have no part in it", async () => {
    expect((await api("testing").call(method, path)).status).toBe(401);
    for (const role of ["warehouse", "carrier"] as const)
      expect((await (await clientOf(role, shop.accountId)).call(method, path)).status).toBe(403);
    expect((await (await personOf("warehouse", null)).api.call(method, path)).status).toBe(403);
  });
});

it.each(LISTS)("%s %s shows only the account's own of the environment", async (method, path) => {
  expect((await shop.testing.call(method, path)).body.pagination.total).toBe(1);
  for (const client of [other.testing, shop.production])
    expect((await client.call(method, path)).body).toMatchObject({ data: [], pagination: { total: 0 } });
});

describe("people", () => {
  it("of the account see everything, and owners change it, from our own pages", async () => {
    const owner = await personOf("owner", shop.accountId);
    expect((await owner.api.get(`/webhooks/${id}`)).status).toBe(200);
    const made = await endpoint(owner.api, "https://owner.example/");
    const member = await personOf("member", shop.accountId);
    for (const path of [`/webhooks/${made.id}`, `/webhooks/${made.id}/deliveries`, "/events"])
      expect((await member.api.get(path)).status).toBe(200);
    expect((await member.api.post("/webhooks", { body: { url: "https://member.example/" } })).status).toBe(403);
    expect((await member.api.call("PATCH", `/webhooks/${made.id}`, { body: { description: "Mine" } })).status).toBe(
      403,
    );
    for (const change of ["disable", "enable", "roll-secret"])
      expect((await member.api.post(`/webhooks/${made.id}/${change}`, { body: {} })).status).toBe(403);
    expect((await member.api.call("DELETE", `/webhooks/${made.id}`)).status).toBe(403);
    expect((await owner.api.call("DELETE", `/webhooks/${made.id}`)).status).toBe(200);
    const elsewhere = api("testing", { headers: { cookie: owner.cookie, "sec-fetch-site": "cross-site" } });
    expect((await elsewhere.post(`/webhooks/${id}/disable`)).status).toBe(403);
    expect((await elsewhere.get("/webhooks")).status).toBe(200);
  });

  it("of another account see nothing of it", async () => {
    const stranger = (await personOf("owner", other.accountId)).api;
    expect((await stranger.get(`/webhooks/${id}`)).status).toBe(404);
    expect((await stranger.get("/webhooks")).body.pagination.total).toBe(0);
  });
});

describe("support", () => {
  it("names the account, and is in the audit log with each call", async () => {
    const person = await personOf("support", null);
    const support = person.api;
    const naming = { headers: { "x-account-id": shop.accountId } };
    const unnamed = await support.get("/webhooks");
    expect(unnamed.entries.map(({ field }) => field)).toEqual(["X-Account-Id"]);
    expect((await support.get("/webhooks", naming)).body.data[0].id).toBe(id);
    expect((await support.get("/webhooks", { headers: { "x-account-id": other.accountId } })).body.data).toEqual([]);
    const made = await support.post("/webhooks", { url: "https://s.example/", events: ["order.created"] }, naming);
    expect(made.status).toBe(200);
    for (const [path, body] of [
      ["disable", undefined],
      ["roll-secret", {}],
      ["test", {}],
    ] as const)
      expect((await support.post(`/webhooks/${made.body.data.id}/${path}`, body, naming)).status).toBe(200);
    expect((await support.call("DELETE", `/webhooks/${made.body.data.id}`, naming)).status).toBe(200);
    expect((await support.get("/events", naming)).status).toBe(200);
    const rows = await (await testDb())
      .selectFrom("audit_log")
      .select(["operation", "object_id"])
      .where("account_id", "=", shop.accountId)
      .where("actor", "like", `%${person.id}`)
      .orderBy("id")
      .execute();
    const its = made.body.data.id;
    expect(rows).toEqual([
      { operation: "listWebhooks", object_id: null },
      { operation: "createWebhook", object_id: its },
      { operation: "disableWebhook", object_id: its },
      { operation: "rollWebhookSecret", object_id: its },
      { operation: "testWebhook", object_id: its },
      { operation: "deleteWebhook", object_id: its },
      { operation: "listEvents", object_id: null },
    ]);
  });

  it("by an API client may act too", async () => {
    const support = await clientOf("support", null);
    const answer = await support.get(`/webhooks/${id}`, { headers: { "x-account-id": shop.accountId } });
    expect(answer.body.data.id).toBe(id);
  });
});
