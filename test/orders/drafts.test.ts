// @module-tag engine
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { everyAccount } from "@/server/db/scoped";
import { localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { type Answer, type Api, api } from "../http";

let shop: Merchant;
let owner: Api;
let colleague: Api;
let stranger: Api;
let production: Api;

beforeAll(async () => {
  shop = await merchant();
  const person = await personOf("owner", shop.accountId);
  owner = person.api;
  production = api("production", { headers: { cookie: person.cookie, "sec-fetch-site": "same-origin" } });
  colleague = (await personOf("member", shop.accountId)).api;
  stranger = (await personOf("owner", (await merchant()).accountId)).api;
});

beforeEach(async () => {
  await everyAccount(await testDb())
    .deleteFrom("order_drafts")
    .execute();
});

type Draft = { draft_id: string; create_time: string; update_time: string; [field: string]: unknown };
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+08:00$/;

async function saved(body: unknown = { ship_type: "local" }, client: Api = owner): Promise<Draft> {
  const answer = await client.post("/drafts", { body });
  expect(answer.status).toBe(200);
  return answer.body.data;
}
const put = (id: string, body: unknown, client: Api = owner) => client.call("PUT", `/drafts/${id}`, { body: { body } });
const remove = (id: string, client: Api = owner) => client.call("DELETE", `/drafts/${id}`);

describe("POST /drafts", () => {
  it("keeps an incomplete order as it is", async () => {
    const body = {
      ship_type: "local",
      shipping_provider: "LOCAL_DOOR",
      recipient: { name: "Wong", mobile: "12" },
      parcel: [{ act_weight: "abc" }],
      step: 2,
      open: true,
    };
    const draft = await saved(body);
    expect(draft).toEqual({
      draft_id: expect.stringMatching(/^dr_[0-9a-f]{18}$/),
      order_status: "DRAFT",
      ship_type: "local",
      recipient_name: "Wong",
      shipping_provider: "LOCAL_DOOR",
      content: null,
      body,
      revision: 1,
      create_time: expect.stringMatching(ISO),
      update_time: expect.stringMatching(ISO),
    });
    expect((await owner.get(`/drafts/${draft.draft_id}`)).body).toEqual({ data: draft });
  });

  it.each<[string, object, string | null, string | null]>([
    ["nothing", {}, null, null],
    ["a whole international order", { ...localOrder(), ship_type: "intl" }, "intl", "陳大文"],
    ["a ship_type that is none", { ship_type: "air" }, null, null],
    ["a ship_type that is no text", { ship_type: ["local"] }, null, null],
    ["a recipient that is text", { recipient: "Wong" }, null, null],
    ["a recipient's name that is a number", { recipient: { name: 7 } }, null, null],
    ["a list for a recipient", { recipient: [{ name: "x" }] }, null, null],
  ])("takes %s", async (_name, body, ship_type, recipient_name) => {
    expect(await saved(body)).toMatchObject({ ship_type, recipient_name, body });
  });

  it("leaves out of texts and names what PostgreSQL's JSON cannot hold, and nothing else", async () => {
    const literal = String.raw`a literal \u0000 and \ud800 in the text`;
    const draft = await saved({
      literal,
      [literal]: "as a name",
      nul: "a\u0000b",
      "n\u0000ame": "x",
      broken: "a\ud800b",
      "lone\udc00": "y",
      whole: "𠮷",
      deep: [{ list: ["\u0000", { "k\u0000": "1" }] }],
      signs: '"\\',
    });
    expect(draft.body).toEqual({
      literal,
      [literal]: "as a name",
      nul: "ab",
      name: "x",
      broken: "ab",
      lone: "y",
      whole: "𠮷",
      deep: [{ list: ["", { k: "1" }] }],
      signs: '"\\',
    });
    expect((await owner.get(`/drafts/${draft.draft_id}`)).body.data).toEqual(draft);
  });

  it("says what it holds, whatever shape that has", async () => {
    const items = (...names: unknown[]) => ({ parcel_list: [{ parcel_items: names.map((name) => ({ name })) }] });
    for (const [shipment_detail, content] of [
      [{ consignment_declaration: "Tea set", ...items("Teapot") }, "Tea set"],
      [items("Teapot", "Cup", "", "Tray", "Spoon"), "Teapot, Cup, Tray"],
      [{ parcel_list: [{ declaration_list: [{ description: "Porcelain" }] }] }, "Porcelain"],
      [items(12, null, { a: 1 }), null],
      [{ parcel_list: "x", consignment_declaration: [1] }, null],
      ["x", null],
      [null, null],
    ])
      expect((await saved({ shipment_detail })).content).toBe(content);
  });

  it("treats names such as __proto__ as data", async () => {
    const answer = await owner.post(
      "/drafts",
      '{"body":{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"a":"1"}}',
    );
    expect(answer.status).toBe(200);
    expect(answer.body.data.body.a).toBe("1");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each([[{}], [{ body: "text" }], [{ body: [] }], [{ body: 1 }], [{ body: null }]])(
    "wants a body that is an object, not %j",
    async (given) => {
      const answer = await owner.post("/drafts", given);
      expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["body"]]);
    },
  );

  it("with a used Idempotency-Key is answered with the id of the draft that the key made", async () => {
    const send = (key: string, body: unknown = { body: { note: "x" } }, client: Api = owner) =>
      client.post("/drafts", body, { headers: { "idempotency-key": key } });
    expect((await send("k", { body: 5 })).status).toBe(400);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send("k")));
    const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.draft_id);
    expect(made).toHaveLength(1);
    for (const answer of [...answers.filter(({ status }) => status !== 200), await send("k", { body: 5 })]) {
      expect([answer.status, answer.headers.get("idempotency-key")]).toEqual([500, "k"]);
      expect(answer.body.error).toMatchObject({ code: "500998", code_reason: "idempotency_key_exists", id: made[0] });
    }
    expect((await owner.get("/drafts")).body.pagination.total).toBe(1);
    expect((await send("k", undefined, production)).status).toBe(200);
    expect((await send("k", undefined, stranger)).status).toBe(200);
    expect((await send("a b")).entries.map(({ field }) => field)).toEqual(["Idempotency-Key"]);
  });

  it("fires no event and makes no order", async () => {
    await saved(localOrder());
    const { rows } = await sql<{ events: number; orders: number }>`
      select (select count(*)::int from events) as events, (select count(*)::int from orders) as orders`.execute(
      await testDb(),
    );
    expect(rows).toEqual([{ events: 0, orders: 0 }]);
    expect((await owner.get("/orders")).body.pagination.total).toBe(0);
    expect((await owner.get("/orders?status=DRAFT")).body.data).toEqual([]);
  });
});

describe("what a person may keep", () => {
  const ofBytes = (bytes: number) => ({
    note: "€".repeat(Math.floor((bytes - 11) / 3)) + "x".repeat((bytes - 11) % 3),
  });
  const tooLarge = (answer: Answer) => {
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["body"]]);
    expect(answer.entries[0]?.message).toMatch(/at most 200 KiB; this one has 201 KiB/);
  };

  it("is drafts of 200 KiB each, new ones and those saved again", async () => {
    const most = ofBytes(200 * 1024);
    expect(Buffer.byteLength(JSON.stringify(most))).toBe(200 * 1024);
    const { draft_id } = await saved(most);
    tooLarge(await owner.post("/drafts", { body: ofBytes(200 * 1024 + 1) }));
    tooLarge(await put(draft_id, ofBytes(200 * 1024 + 1)));
    expect((await owner.get(`/drafts/${draft_id}`)).body.data.body).toEqual(most);
    expect((await owner.get("/drafts")).body.pagination.total).toBe(1);
    expect((await put(draft_id, { note: "shorter" })).status).toBe(200);
  });

  it("is 200 drafts in an environment, also when several are saved at once", async () => {
    const { draft_id } = await saved();
    await sql`
      insert into order_drafts (account_id, environment, id, person_id, body)
      select account_id, environment, 'dr_more' || n, person_id, body
      from order_drafts, generate_series(1, 197) n where id = ${draft_id}`.execute(await testDb());
    // Rows that belong to no person, as those of a shop's orders will.
    await sql`
      insert into order_drafts (account_id, environment, id, body)
      select account_id, environment, 'dr_of_nobody' || n, body
      from order_drafts, generate_series(1, 5) n where id = ${draft_id}`.execute(await testDb());
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => owner.post("/drafts", { body: {} })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["drafts"]]);
      expect(answer.entries[0]?.message).toContain("200 drafts");
    }
    expect((await owner.get("/drafts")).body.pagination.total).toBe(205);
    // Other people, and the other environment, have their own limit; existing drafts can be saved and deleted.
    await saved({}, colleague);
    await saved({}, production);
    expect((await put(draft_id, { note: "again" })).status).toBe(200);
    await remove(draft_id);
    await saved();
    expect((await owner.post("/drafts", { body: {} })).status).toBe(400);
  });
});

describe("PUT /drafts/{draft_id}", () => {
  it("saves it again, whole", async () => {
    const draft = await saved({ ship_type: "local", recipient: { name: "Wong" } });
    const answer = await put(draft.draft_id, { ship_type: "intl", note: "new" });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      ...draft,
      ship_type: "intl",
      recipient_name: null,
      body: { ship_type: "intl", note: "new" },
      revision: 2,
      update_time: expect.stringMatching(ISO),
    });
    expect(Date.parse(answer.body.data.update_time)).toBeGreaterThanOrEqual(Date.parse(draft.update_time));
    expect((await colleague.get(`/drafts/${draft.draft_id}`)).body.data).toEqual(answer.body.data);
    const wrong = await owner.call("PUT", `/drafts/${draft.draft_id}`, { body: { body: 5 } });
    expect([wrong.status, wrong.entries[0]?.field]).toEqual([400, "body"]);
  });

  it("several times at once leaves one of the bodies whole", async () => {
    const draft = await saved();
    const bodies = Array.from({ length: 8 }, (_, i) => ({ ship_type: i % 2 ? "intl" : "local", note: String(i) }));
    const answers = await Promise.all(bodies.map((body) => put(draft.draft_id, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { data } = (await owner.get(`/drafts/${draft.draft_id}`)).body;
    expect(bodies).toContainEqual(data.body);
    expect(data.ship_type).toBe(data.body.ship_type);
  });
});

describe("DELETE /drafts/{draft_id}", () => {
  it("throws it away, once", async () => {
    const draft = await saved();
    const answers = await Promise.all([remove(draft.draft_id), remove(draft.draft_id), remove(draft.draft_id)]);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.map(({ body }) => body)).toEqual([{ data: { id: draft.draft_id, deleted: true } }]);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(2);
    expect((await owner.get(`/drafts/${draft.draft_id}`)).status).toBe(404);
    expect((await put(draft.draft_id, {})).status).toBe(404);
  });
});

describe("GET /drafts", () => {
  it("lists them without their bodies, the latest change first", async () => {
    const [one, two, three] = [
      await saved({ recipient: { name: "One" } }),
      await saved({ recipient: { name: "Two" } }),
      await saved({ recipient: { name: "Three" } }, colleague),
    ];
    const names = async (query = "") =>
      (await owner.get(`/drafts${query}`)).body.data.map((draft: Draft) => draft.recipient_name);
    expect(await names()).toEqual(["Three", "Two", "One"]);
    await put(one.draft_id, { recipient: { name: "One again" } });
    expect(await names()).toEqual(["One again", "Three", "Two"]);
    await remove(three.draft_id);
    const answer = await owner.get("/drafts?limit=1&offset=1");
    const { body: _body, ...summary } = two;
    expect(answer.body).toEqual({ data: [summary], pagination: { total: 2, page: 2, per_page: 1, total_pages: 2 } });
  });

  it.each(["limit=0", "limit=101", "limit=", "offset=-1", "offset="])("refuses %s", async (query) => {
    const answer = await owner.get(`/drafts?${query}`);
    expect([answer.status, answer.entries[0]?.field]).toEqual([400, query.split("=")[0]]);
  });
});

describe("drafts of others", () => {
  it("answer as those that do not exist", async () => {
    const draft = await saved();
    const missing = await owner.get("/drafts/dr_000000000000000000");
    expect([missing.status, missing.body.error.code]).toEqual([404, "404000"]);
    for (const client of [stranger, production]) {
      for (const answer of [
        await client.get(`/drafts/${draft.draft_id}`),
        await put(draft.draft_id, {}, client),
        await remove(draft.draft_id, client),
      ])
        expect([answer.status, JSON.stringify(answer.body)]).toEqual([404, JSON.stringify(missing.body)]);
      expect((await client.get("/drafts")).body.pagination.total).toBe(0);
    }
    expect((await owner.get(`/drafts/${draft.draft_id}`)).body.data).toEqual(draft);
  });

  it("are not for API clients, whichever their role", async () => {
    const draft = await saved();
    for (const [method, path] of [
      ["GET", "/drafts"],
      ["POST", "/drafts"],
      ["GET", `/drafts/${draft.draft_id}`],
      ["PUT", `/drafts/${draft.draft_id}`],
      ["DELETE", `/drafts/${draft.draft_id}`],
    ] as const) {
      const answer = await shop.testing.call(
        method,
        path,
        ["POST", "PUT"].includes(method) ? { body: { body: {} } } : {},
      );
      expect([answer.status, answer.body.error.code]).toEqual([403, "403000"]);
    }
    expect((await owner.get("/drafts")).body.pagination.total).toBe(1);
  });

  it("are open to support that names the account", async () => {
    const draft = await saved();
    const support = (await personOf("support", null)).api;
    const headers = { "x-account-id": shop.accountId };
    expect((await support.get(`/drafts/${draft.draft_id}`, { headers })).body.data).toEqual(draft);
    const own = await support.post("/drafts", { body: { note: "for you" } }, { headers });
    expect((await owner.get(`/drafts/${own.body.data.draft_id}`)).body.data.body).toEqual({ note: "for you" });
  });
});

describe("draft_id", () => {
  it.each(["x".repeat(41), "a\u0001b"])("that cannot be one is a 400 or 404, never a 500: %j", async (id) => {
    const path = `/drafts/${encodeURIComponent(id)}`;
    for (const method of ["GET", "DELETE"]) expect([400, 404]).toContain((await owner.call(method, path)).status);
    expect((await owner.get("/drafts/%27%20or%201%3D1%20--")).status).toBe(404);
  });
});
