import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { TRACKING_EVENT_NAMES } from "@/lib/orders/status";
import { everyAccount } from "@/server/db/scoped";
import { merchant, testDb } from "../factories";
import type { Api } from "../http";
import {
  failures,
  ISO,
  type Loose,
  post,
  read,
  registered,
  shop,
  totalOf,
  URL,
  valid,
  withFreshMerchant,
} from "./webhook-endpoints";

withFreshMerchant();

describe("POST /webhooks", () => {
  it("registers an endpoint and answers its secret, with all defaults", async () => {
    const made = await registered();
    expect(made).toEqual({
      id: expect.stringMatching(/^we_[0-9a-f]{20}$/),
      url: URL,
      events: ["order.created"],
      status: "enabled",
      disabled_reason: null,
      disabled_at: null,
      enabled_at: null,
      description: null,
      signature: true,
      legacy_signature: false,
      auth_header: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      secret_hint: made.secret.slice(-4),
      previous_secret_until: null,
      created_at: expect.stringMatching(ISO),
      updated_at: made.created_at,
      health: {
        last_attempt_at: null,
        last_success_at: null,
        failing_since: null,
        succeeded_7d: 0,
        failed_7d: 0,
        waiting: 0,
        held: 0,
        missed: 0,
      },
    });
    expect(Buffer.from(made.secret.slice(6), "base64")).toHaveLength(32);
    const { secret: _secret, ...shown } = made;
    expect(await read(made.id)).toEqual(shown);
  });

  it("takes every field as it is given, and shows only the name of the header", async () => {
    const events = [...TRACKING_EVENT_NAMES].reverse();
    const made = await registered({
      events,
      description: "  店舖後台 ",
      auth_header: { name: "X-API-Key", value: "a token with blanks" },
      signature: false,
      legacy_signature: true,
    });
    expect(made).toMatchObject({
      events,
      description: "店舖後台",
      auth_header: { name: "X-API-Key" },
      signature: false,
      legacy_signature: true,
    });
    expect(made.auth_header).toEqual({ name: "X-API-Key" });
  });

  it("gives each endpoint a secret of its own, also at the same address", async () => {
    const [one, two] = [await registered(), await registered()];
    expect(one.secret).not.toBe(two.secret);
    expect(await totalOf()).toBe(2);
  });

  it("keeps an event type that is named twice once", async () => {
    expect((await registered({ events: ["order.delivered", "order.created", "order.delivered"] })).events).toEqual([
      "order.delivered",
      "order.created",
    ]);
  });

  it.each<[string, Loose, string, string]>([
    ["no url", { url: undefined }, "url", "required"],
    ["an empty url", { url: "" }, "url", "required"],
    ["a url that is no text", { url: 1 }, "url", "string"],
    ["no events", { events: undefined }, "events", "required"],
    ["an empty list of events", { events: [] }, "events", "At least 1"],
    ["events as text", { events: "order.created" }, "events", "list|array"],
    ["a description that is too long", { description: "字".repeat(201) }, "description", "200"],
    ["a description with control characters", { description: "a\u0007b" }, "description", "control"],
    ["a signature that is text", { signature: "true" }, "signature", "true or false|boolean"],
    ["a legacy_signature that is a number", { legacy_signature: 1 }, "legacy_signature", "true or false|boolean"],
    ["a header that is text", { auth_header: "X-Key: 1" }, "auth_header", "object"],
  ])("refuses %s", async (_name, change, field, words) => {
    const answer = await post(valid(change));
    expect(answer.status).toBe(400);
    expect(answer.entries).toEqual([
      { field, pointer: `/${field}`, message: expect.stringMatching(new RegExp(words, "i")) },
    ]);
    expect(await totalOf()).toBe(0);
  });

  it("takes a description of 200 characters, whatever their bytes", async () => {
    const description = "𠮷".repeat(200);
    expect((await registered({ description })).description).toBe(description);
  });

  it.each(["order.paid", "*", "ORDER.CREATED", "order.created "])(
    "refuses the event %j and says where it is",
    async (event) => {
      const answer = await post(valid({ events: ["order.created", event] }));
      expect(answer.entries).toEqual([
        { field: "events[]", pointer: "/events/1", message: expect.stringContaining("order.cancelled") },
      ]);
    },
  );

  it.each([
    ...["Host", "content-type", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Upgrade", "TE"],
    ...["Trailer", "Expect", "Date", "User-Agent", "Accept", "Accept-Encoding", "Cookie", "Proxy-Authorization"],
    ...["X-Signature", "x-service-signature", "X-Event-Id", "X-Event-Type", "X-Event-Test", "webhook-id"],
  ])("refuses the header %s, which is the service's own", async (name) => {
    const answer = await post(valid({ auth_header: { name, value: "x" } }));
    expect(answer.entries).toEqual([
      { field: "auth_header.name", pointer: "/auth_header/name", message: expect.stringContaining(name) },
    ]);
  });

  it.each(["X Key", "X-Key:", "Schlüssel", "X\r\nInjected", "x".repeat(101)])(
    "refuses the header name %j",
    async (name) => {
      expect(failures(await post(valid({ auth_header: { name, value: "x" } })))).toEqual([400, ["/auth_header/name"]]);
    },
  );

  it.each(["a\r\nInjected: 1", " leading", "trailing ", "é", "x".repeat(1025), "a\tb"])(
    "refuses the header value %j",
    async (value) => {
      expect(failures(await post(valid({ auth_header: { name: "X-Key", value } })))).toEqual([
        400,
        ["/auth_header/value"],
      ]);
    },
  );

  it.each([
    ["Authorization", "Bearer abc.def"],
    ["x".repeat(100), "y".repeat(1024)],
  ])("takes the header %s", async (name, value) => {
    expect((await registered({ auth_header: { name, value } })).auth_header).toEqual({ name });
  });

  it("names all failures at once, in document order", async () => {
    const answer = await post({
      legacy_signature: "n",
      signature: "y",
      auth_header: { name: "Host", value: " " },
      description: 1,
      events: ["no"],
      url: "http://127.0.0.1/",
    });
    expect(failures(answer)).toEqual([
      400,
      [
        "/url",
        "/events/0",
        "/description",
        "/auth_header/name",
        "/auth_header/value",
        "/signature",
        "/legacy_signature",
      ],
    ]);
    const both = await post({ url: "https://127.0.0.1/", events: [], auth_header: {} });
    expect(failures(both)).toEqual([400, ["/url", "/events", "/auth_header/name", "/auth_header/value"]]);
  });
});

describe("the limit of 20 endpoints", () => {
  it("holds for 25 requests at once, and for each environment separately", async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => post(valid())));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(5);
    for (const { status, entries } of refused) {
      expect(status).toBe(400);
      expect(entries).toEqual([{ field: "url", pointer: "/url", message: expect.stringContaining("20") }]);
    }
    expect(await totalOf()).toBe(20);
    await registered({}, shop.production);
    const { id } = answers.find(({ status }) => status === 200)?.body.data ?? {};
    await shop.testing.call("DELETE", `/webhooks/${id}`);
    await registered();
    expect((await post(valid())).status).toBe(400);
  });
});

describe("Idempotency-Key", () => {
  const send = (key: string, body: unknown = valid(), client: Api = shop.testing) =>
    client.post("/webhooks", body, { headers: { "idempotency-key": key } });

  it("that made an endpoint is answered with its id and without its secret, whatever the body", async () => {
    const first = await send("k");
    expect(first.status).toBe(200);
    for (const body of [
      valid(),
      valid({ url: "https://other.example/" }),
      valid({ url: "https://10.0.0.1/" }),
      {},
      "{",
    ]) {
      const again = await send("k", body);
      expect(again.status).toBe(500);
      expect(again.headers.get("idempotency-key")).toBe("k");
      expect(again.body.error).toEqual({
        code: "500998",
        code_reason: "idempotency_key_exists",
        message: expect.any(String),
        id: first.body.data.id,
      });
    }
    expect(await totalOf()).toBe(1);
  });

  it("makes one of ten at once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send("k")));
    const [made, ...more] = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.id);
    expect(more).toEqual([]);
    const others = answers.filter(({ status }) => status === 500).map(({ body }) => body.error.id);
    expect(others).toEqual(Array(9).fill(made));
    expect(await totalOf()).toBe(1);
  });

  it("is not used up by a refused request, nor by the limit, and belongs to account and environment", async () => {
    expect((await send("k", {})).status).toBe(400);
    expect((await send("k", valid({ url: "https://localhost/" }))).status).toBe(400);
    expect((await send("k")).status).toBe(200);
    expect((await send("k", valid(), shop.production)).status).toBe(200);
    expect((await send("k", valid(), (await merchant()).testing)).status).toBe(200);
    for (let i = 0; i < 19; i++) await registered();
    expect((await send("over")).status).toBe(400);
    await shop.testing.call("DELETE", `/webhooks/${(await shop.testing.get("/webhooks")).body.data[0].id}`);
    expect((await send("over")).status).toBe(200);
  });

  it("is free again after 30 days, and must be visible ASCII", async () => {
    const { id } = (await send("k")).body.data;
    await sql`update idempotency_keys set created_at = now() - interval '30 days 1 minute'`.execute(await testDb());
    const again = await send("k");
    expect(again.status).toBe(200);
    expect((await send("k")).body.error.id).toBe(again.body.data.id);
    expect(again.body.data.id).not.toBe(id);
    expect((await send("a b")).entries.map(({ field }) => field)).toEqual(["Idempotency-Key"]);
  });
});

describe("GET /webhooks", () => {
  it("lists them, the oldest first, in pages", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push((await registered({ description: `no. ${i}` })).id);
    const all = await shop.testing.get("/webhooks");
    expect(all.body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(all.body.data[1]).toEqual(await read(ids[1] ?? ""));
    const page = await shop.testing.get("/webhooks?limit=1&offset=2");
    expect(page.body).toEqual({
      data: [await read(ids[2] ?? "")],
      pagination: { total: 3, page: 3, per_page: 1, total_pages: 3 },
    });
    expect((await shop.testing.get("/webhooks?offset=3")).body.data).toEqual([]);
  });

  it.each(["limit=0", "limit=101", "limit=", "offset=-1"])("refuses %s", async (query) => {
    const answer = await shop.testing.get(`/webhooks?${query}`);
    expect([answer.status, answer.entries[0]?.field]).toEqual([400, query.split("=")[0]]);
  });
});

describe("DELETE /webhooks/{id}", () => {
  it("removes it once, with its secrets", async () => {
    const { id } = await registered({ auth_header: { name: "X-Key", value: "x" } });
    await shop.testing.post(`/webhooks/${id}/roll-secret`);
    const answers = await Promise.all([1, 2, 3].map(() => shop.testing.call("DELETE", `/webhooks/${id}`)));
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([
      { data: { id, deleted: true } },
    ]);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(2);
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/enable"],
      ["POST", "/disable"],
      ["POST", "/roll-secret"],
      ["POST", "/test"],
      ["POST", "/replay-missed"],
      ["GET", "/deliveries"],
    ] as const)
      expect((await shop.testing.call(method, `/webhooks/${id}${path}`)).status, path).toBe(404);
    expect(await totalOf()).toBe(0);
    const row = await everyAccount(await testDb())
      .selectFrom("webhook_endpoints")
      .select(["secret", "previous_secret", "auth_header_name", "auth_header_value"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect([row.secret.length, row.previous_secret, row.auth_header_name, row.auth_header_value]).toEqual([
      0,
      null,
      null,
      null,
    ]);
  });
});
