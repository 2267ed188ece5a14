import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_VIEWS } from "@/lib/contracts/view";
import { cleanUp } from "@/server/clean-up";
import { clientOf, cookieOf, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { type Api, api } from "@/test/http";

let shop: Merchant;
let owner: Api;
let production: Api;
let colleague: Api;
let stranger: Api;
let support: Api;
let otherSupport: Api;

const browser = (cookie: string, more: Record<string, string> = {}, environment?: "production") =>
  api(environment, { headers: { cookie, "sec-fetch-site": "same-origin", ...more } });

beforeAll(async () => {
  shop = await merchant();
  const person = await personOf("owner", shop.accountId);
  owner = person.api;
  production = browser(person.cookie, {}, "production");
  colleague = (await personOf("member", shop.accountId)).api;
  const other = await merchant();
  stranger = (await personOf("owner", other.accountId)).api;
  const staff = await personOf("support", null);
  support = browser(staff.cookie, { "x-account-id": shop.accountId });
  otherSupport = browser(await cookieOf(staff.id), { "x-account-id": other.accountId });
});

beforeEach(async () => {
  await (await testDb()).deleteFrom("order_views").execute();
});

type View = { id: string; name: string; [field: string]: unknown };
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+08:00$/;
const BODY = {
  name: "Late 運送",
  query: {
    status: "IN_TRANSIT,PICKED_UP",
    ship_type: "local",
    shipping_provider: "LOCAL_DOOR",
    q: "陳大文",
    created_from: "2026-11-01",
    created_to: "2026-11-30",
    sort: "-quote_price",
    limit: "50",
  },
  columns: ["created", "tracking", "price"],
};

const body = (change: object = {}) => ({ name: "Morning", query: {}, columns: [], ...change });
async function saved(change: object = {}, client: Api = owner): Promise<View> {
  const answer = await client.post("/views", body(change));
  expect([answer.status, answer.entries]).toEqual([200, []]);
  return answer.body.data;
}
const put = (id: string, given: unknown, client: Api = owner) => client.call("PUT", `/views/${id}`, { body: given });
const remove = (id: string, client: Api = owner) => client.call("DELETE", `/views/${id}`);
const tooMuch = { status: Array(200).fill("DELIVERED").join(",") };
const namesOf = async (client: Api) => (await client.get("/views?limit=100")).body.data.map(({ name }: View) => name);

describe("POST /views", () => {
  it("keeps filters, sorting, rows a page and columns", async () => {
    const view = await saved(BODY);
    expect(view).toEqual({
      id: expect.stringMatching(/^ov_[0-9a-f]{18}$/),
      ...BODY,
      is_shared: "N",
      is_own: "Y",
      shared_by: null,
      revision: 1,
      create_time: expect.stringMatching(ISO),
      update_time: expect.stringMatching(ISO),
    });
    const list = await owner.get("/views");
    expect(list.body).toEqual({ data: [view], pagination: { total: 1, page: 1, per_page: 20, total_pages: 1 } });
  });

  it("fills in defaults, and leaves out what is not part of a view", async () => {
    const view = await saved({
      query: { q: "", offset: "40", order_ids: "217123456789012", colour: "red" },
      columns: ["remarks", "created", "remarks"],
    });
    expect(view).toMatchObject({ query: { sort: "-create_time", limit: "20" }, columns: ["created", "remarks"] });
    expect(Object.keys(view.query as object).sort()).toEqual(["limit", "sort"]);
    expect((await saved({ name: " Noon " })).name).toBe("Noon");
  });

  it.each<[string, object, string[]]>([
    ["nothing", {}, ["name", "query", "columns"]],
    ["a blank name", body({ name: "  " }), ["name"]],
    ["a name of 61 characters", body({ name: "訂".repeat(61) }), ["name"]],
    ["a name with a control character", body({ name: "a\u0000b" }), ["name"]],
    ["a name that is no text", body({ name: 5 }), ["name"]],
    ["a query that is text", body({ query: "status=READY" }), ["query"]],
    ["a status that is none", body({ query: { status: "READY_TO_SHIP,GONE" } }), ["query.status"]],
    ["a type that is none", body({ query: { ship_type: "air" } }), ["query.ship_type"]],
    ["a day that is none", body({ query: { created_from: "2026-02-30" } }), ["query.created_from"]],
    ["a sorting that is none", body({ query: { sort: "colour" } }), ["query.sort"]],
    ["a number of rows that pages do not have", body({ query: { limit: "7" } }), ["query.limit"]],
    ["a search of 201 characters", body({ query: { q: "x".repeat(201) } }), ["query.q"]],
    ["columns that are text", body({ columns: "price" }), ["columns"]],
    ["a column that is none", body({ columns: ["price", "status"] }), ["columns[]"]],
  ])("refuses %s", async (_what, given, fields) => {
    const answer = await owner.post("/views", given);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
    expect(await namesOf(owner)).toEqual([]);
  });

  it("takes 60 characters, and as many columns as there are", async () => {
    const columns = ["created", "pickup", "service", "tracking", "weight", "price", "remarks"];
    expect(await saved({ name: "𠮷".repeat(60), columns })).toMatchObject({ name: "𠮷".repeat(60), columns });
  });

  it("refuses a name that another view of the person has, in whatever case, in the reader's language", async () => {
    await saved({ name: "Morning" });
    const again = await owner.post("/views", body({ name: "MORNING" }), {
      headers: { "x-sampan-language": "zh-Hant" },
    });
    expect([again.status, again.entries]).toEqual([
      400,
      [{ field: "name", pointer: "/name", message: "已有其他檢視使用此名稱。" }],
    ]);
    expect(await namesOf(owner)).toEqual(["Morning"]);
  });

  it("makes one view of two saves at once under one name", async () => {
    const answers = await Promise.all(["Rush", "rush", "RUSH"].map((name) => owner.post("/views", body({ name }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await namesOf(owner)).toHaveLength(1);
  });

  it("makes no more than 30, also at once; another account and another person have their own", async () => {
    for (let n = 1; n < MAX_VIEWS - 1; n++) await saved({ name: `View ${n}` });
    const answers = await Promise.all(["a", "b", "c", "d"].map((name) => owner.post("/views", body({ name }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.entries).toEqual([
      { field: "name", pointer: "/name", message: expect.stringContaining("There are 30 views already") },
    ]);
    expect(await namesOf(owner)).toHaveLength(MAX_VIEWS);
    await saved({}, colleague);
    const [first] = (await owner.get("/views")).body.data;
    await remove(first.id);
    await saved({ name: "again" });
  });

  it("with a used Idempotency-Key is answered with the id of what the key made", async () => {
    const send = () => owner.post("/views", body(), { headers: { "idempotency-key": "view-1" } });
    const made = (await send()).body.data;
    const again = await send();
    expect([again.status, again.body.error.code, again.body.error.id]).toEqual([500, "500998", made.id]);
    expect(await namesOf(owner)).toEqual(["Morning"]);
  });
});

describe("the query of a view", () => {
  it("has at most 2,000 characters, so that no view fills the disk", async () => {
    const view = await saved({ query: { status: Array(150).fill("DELIVERED").join(",") } });
    for (const answer of [
      await owner.post("/views", body({ query: tooMuch })),
      await put(view.id, body({ query: tooMuch })),
    ])
      expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["query"]]);
  });
});

describe("PUT /views/{id}", () => {
  it("saves it again, whole, in its place", async () => {
    const first = await saved(BODY);
    await saved({ name: "Second" });
    const answer = await put(first.id, body({ name: "LATE 運送", columns: ["weight"] }));
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      ...first,
      name: "LATE 運送",
      query: { sort: "-create_time", limit: "20" },
      columns: ["weight"],
      revision: 2,
      update_time: expect.stringMatching(ISO),
    });
    expect(await namesOf(owner)).toEqual(["LATE 運送", "Second"]);
  });

  it("moves its time of change; reading it, and a save that is refused, do not", async () => {
    const view = await saved();
    const before = new Date("2026-01-02T03:04:05.678Z");
    const times = { created_at: before, updated_at: before };
    await (await testDb()).updateTable("order_views").set(times).where("id", "=", view.id).execute();
    const shown = "2026-01-02T11:04:05.678+08:00";
    const read = async () => (await owner.get("/views")).body.data[0];
    await put(view.id, body({ name: "" }));
    for (let look = 0; look < 2; look++) expect(await read()).toMatchObject({ create_time: shown, update_time: shown });
    const begun = Date.now();
    const { create_time, update_time } = (await put(view.id, body())).body.data;
    expect(create_time).toBe(shown);
    expect(Date.parse(update_time)).toBeGreaterThanOrEqual(begun);
    expect(await read()).toMatchObject({ create_time, update_time });
  });

  it("refuses another view's name, and a body that is wrong", async () => {
    const first = await saved({ name: "First" });
    await saved({ name: "Second" });
    const taken = await put(first.id, body({ name: "second" }));
    expect([taken.status, taken.entries.map(({ field }) => field)]).toEqual([400, ["name"]]);
    const wrong = await put(first.id, body({ query: { sort: "x" } }));
    expect([wrong.status, wrong.entries.map(({ field }) => field)]).toEqual([400, ["query.sort"]]);
    expect(await namesOf(owner)).toEqual(["First", "Second"]);
  });
});

describe("DELETE /views/{id}", () => {
  it("deletes it, once", async () => {
    const view = await saved();
    expect((await remove(view.id)).body).toEqual({ data: { id: view.id, deleted: true } });
    expect((await remove(view.id)).status).toBe(404);
    expect(await namesOf(owner)).toEqual([]);
  });
});

describe("GET /views", () => {
  it("lists the oldest first, page by page", async () => {
    for (const name of ["c", "a", "b"]) await saved({ name });
    const page = await owner.get("/views?limit=2&offset=1");
    expect(page.body.data.map(({ name }: View) => name)).toEqual(["a", "b"]);
    expect(page.body.pagination).toEqual({ total: 3, page: 1, per_page: 2, total_pages: 2 });
  });

  it("leaves out what the list no longer takes of a view that was saved before", async () => {
    const view = await saved(BODY);
    await (await testDb())
      .updateTable("order_views")
      .set({
        query: JSON.stringify({ ...BODY.query, sort: "weight", limit: "500", status: "LOST", more: "1" }),
        columns: ["price", "colour"],
      })
      .where("id", "=", view.id)
      .execute();
    const [read] = (await owner.get("/views")).body.data;
    const { status: _status, ...rest } = BODY.query;
    expect(read).toMatchObject({ query: { ...rest, sort: "-create_time", limit: "20" }, columns: ["price"] });
    expect(read.query).not.toHaveProperty("status");
    expect(read.query).not.toHaveProperty("more");
  });
});

describe("whose views they are", () => {
  it("the person's, in both environments", async () => {
    const view = await saved();
    expect((await production.get("/views")).body.data).toEqual([view]);
    expect((await remove(view.id, production)).status).toBe(200);
    expect(await namesOf(owner)).toEqual([]);
  });

  it("no other person's: another of the account, of another account, and staff see and change nothing", async () => {
    const view = await saved();
    for (const other of [colleague, stranger, support]) {
      expect(await namesOf(other)).toEqual([]);
      expect((await put(view.id, body(), other)).status).toBe(404);
      expect((await remove(view.id, other)).status).toBe(404);
      await saved({}, other);
    }
    expect(await namesOf(owner)).toEqual(["Morning"]);
  });

  it("staff have their own for each account", async () => {
    const view = await saved({ name: "Of this shop" }, support);
    expect(await namesOf(otherSupport)).toEqual([]);
    expect((await remove(view.id, otherSupport)).status).toBe(404);
    expect((await put(view.id, body(), otherSupport)).status).toBe(404);
    await saved({ name: "Of this shop" }, otherSupport);
    expect(await namesOf(support)).toEqual(["Of this shop"]);
  });

  it("no API client's: those are refused, and so are callers without a session", async () => {
    const id = (await saved()).id;
    for (const client of [shop.testing, await clientOf("support", shop.accountId)])
      for (const answer of [
        await client.get("/views"),
        await client.post("/views", body()),
        await put(id, body(), client),
        await remove(id, client),
      ])
        expect([answer.status, answer.body.error.code]).toEqual([403, "403000"]);
    for (const answer of [await api().get("/views"), await api().post("/views", body()), await remove(id, api())])
      expect([answer.status, answer.body.error.code]).toEqual([401, "401000"]);
  });
});

describe("views that are shared", () => {
  const shared = (change: object = {}, client: Api = colleague) =>
    saved({ name: "Pack", is_shared: "Y", ...change }, client);

  it("are seen by all people of the account and by support, who are told whose they are; by no others", async () => {
    const view = await shared();
    expect(view).toMatchObject({ is_shared: "Y", is_own: "Y", shared_by: null });
    for (const reader of [owner, production, support]) {
      const [read] = (await reader.get("/views")).body.data;
      expect(read).toEqual({ ...view, is_own: "N", shared_by: expect.stringMatching(/./) });
    }
    expect(await namesOf(stranger)).toEqual([]);
    expect(await namesOf(otherSupport)).toEqual([]);
  });

  it("are changed and deleted by their author and by owners, not by members and support", async () => {
    const view = await shared({}, owner);
    for (const other of [colleague, support, stranger]) {
      expect((await put(view.id, body({ name: "Mine" }), other)).status).toBe(404);
      expect((await remove(view.id, other)).status).toBe(404);
    }
    const theirs = await shared({ name: "Theirs" });
    const answer = await put(theirs.id, body({ name: "Ours", is_shared: "Y" }));
    expect(answer.body.data).toMatchObject({ name: "Ours", is_own: "N", is_shared: "Y" });
    // Only its author takes it back.
    expect((await put(theirs.id, body({ name: "Ours" }))).entries).toMatchObject([{ field: "is_shared" }]);
    expect((await remove(theirs.id)).status).toBe(200);
    expect(await namesOf(colleague)).toEqual(["Pack"]);
  });

  it("are only their author's again when they are saved without it", async () => {
    const view = await shared();
    expect((await put(view.id, body({ name: "Pack" }), colleague)).body.data).toMatchObject({ is_shared: "N" });
    expect(await namesOf(owner)).toEqual([]);
    expect(await namesOf(colleague)).toEqual(["Pack"]);
  });

  it("have each a name of its own in the account, also of two at once; one's own may have the same", async () => {
    const answers = await Promise.all(
      [owner, colleague].map((client) => client.post("/views", body({ name: "Rush", is_shared: "Y" }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.entries).toEqual([{ field: "name", pointer: "/name", message: "Another view has this name." }]);
    const loser = answers[0] === refused ? owner : colleague;
    const mine = await saved({ name: "rush" }, loser);
    expect((await put(mine.id, body({ name: "rush", is_shared: "Y" }), loser)).entries).toMatchObject([
      { field: "name" },
    ]);
    await saved({ name: "Rush", is_shared: "Y" }, stranger);
  });

  it("are at most 30 in an account, also at once, by any person", async () => {
    for (let n = 1; n < MAX_VIEWS; n++) await shared({ name: `View ${n}` }, n % 2 ? owner : colleague);
    const answers = await Promise.all(
      [owner, colleague].map((client, index) => client.post("/views", body({ name: `Last ${index}`, is_shared: "Y" }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.entries).toMatchObject([{ field: "is_shared" }]);
    const own = await saved({ name: "Own" });
    expect((await put(own.id, body({ is_shared: "Y" }))).entries).toMatchObject([{ field: "is_shared" }]);
    const [first] = (await owner.get("/views")).body.data;
    expect((await put(first.id, body({ name: "Again", is_shared: "Y" }))).status).toBe(200);
  });

  it("are not for support, who have their own", async () => {
    expect((await support.post("/views", body({ is_shared: "Y" }))).entries).toMatchObject([{ field: "is_shared" }]);
    const own = await saved({}, support);
    expect((await put(own.id, body({ is_shared: "Y" }), support)).entries).toMatchObject([{ field: "is_shared" }]);
  });

  it("stay when their author leaves, and owners can delete them", async () => {
    const leaver = await personOf("member", shop.accountId);
    const view = await shared({ name: "Left" }, leaver.api);
    await saved({ name: "Private" }, leaver.api);
    const db = await testDb();
    await db.updateTable("people").set({ removed_at: new Date() }).where("id", "=", leaver.id).execute();
    await cleanUp(db);
    const { rows } = await sql<{ name: string }>`select name from order_views`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(["Left"]);
    expect((await remove(view.id)).status).toBe(200);
  });
});
