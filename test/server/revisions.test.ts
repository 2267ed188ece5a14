// @module-tag engine
// Two writers of one record (contract §11.10): what others changed is kept, and what both changed is refused.
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import type { Answer, Api } from "../http";
import { must } from "../pick-pack/warehouse";

let shop: Merchant;
let owner: Api;
beforeAll(async () => {
  shop = await merchant({ pickPack: true });
  owner = (await personOf("owner", shop.accountId)).api;
});

type Loose = Record<string, unknown>;
type Kind = {
  /** Makes a record, and answers it. */
  make: () => Promise<Loose>;
  read: (id: string) => Promise<Loose>;
  save: (id: string, body: Loose) => Promise<Answer>;
  id: string;
  /** Bodies that change one field each, to two values; and where the error and the answer have it. */
  one: [(value: string) => Loose, field: string, at: string];
  two: [(value: string) => Loose, field: string, at: string];
};

let serial = 0;
const patch = (path: string) => (id: string, body: Loose) => owner.call("PATCH", `/${path}/${id}`, { body });
const put = (path: string, whole: Loose) => (id: string, body: Loose) =>
  owner.call("PUT", `/${path}/${id}`, { body: { ...whole, ...body } });
const get = (path: string) => async (id: string) => must(await owner.get(`/${path}/${id}`)).body.data;
const party = { ...localOrder().recipient };

const KINDS: Record<string, Kind> = {
  "an address": {
    make: async () => must(await owner.post("/addresses", { kind: "recipient", label: "A", party })).body.data,
    read: get("addresses"),
    save: patch("addresses"),
    id: "id",
    one: [(label) => ({ label }), "label", "label"],
    two: [(name) => ({ party: { ...party, name } }), "party.name", "party.name"],
  },
  "an item": {
    make: async () => must(await owner.post("/items", { sku: `REV-${++serial}`, name: "A" })).body.data,
    read: get("items"),
    save: patch("items"),
    id: "id",
    one: [(name) => ({ name }), "name", "name"],
    two: [(value) => ({ single_price: `${value.length}.50` }), "single_price", "single_price"],
  },
  "a product": {
    make: async () => must(await owner.post("/products", { sku: `REV-${++serial}`, name: "A" })).body.data,
    read: get("products"),
    save: patch("products"),
    id: "product_id",
    one: [(name) => ({ name }), "name", "name"],
    two: [
      (value) => ({ battery: { type: "chargeable", location: value.length > 5 ? "inside" : "outside" } }),
      "battery",
      "battery.location",
    ],
  },
  "a draft": {
    make: async () => must(await owner.post("/drafts", { body: { a: "1", deep: { b: "1", list: [1] } } })).body.data,
    read: get("drafts"),
    save: (id, body) => owner.call("PUT", `/drafts/${id}`, { body }),
    id: "draft_id",
    one: [(a) => ({ body: { a, deep: { b: "1", list: [1] } } }), "body.a", "body.a"],
    two: [(b) => ({ body: { deep: { b, list: [1] } } }), "body.deep.b", "body.deep.b"],
  },
  "a view": {
    make: async () =>
      must(await owner.post("/views", { name: `View ${++serial}`, query: {}, columns: ["price"] })).body.data,
    read: async (id) => (await owner.get("/views?limit=100")).body.data.find((view: Loose) => view.id === id),
    save: async (id, body) => {
      const { name, columns } = (await owner.get("/views?limit=100")).body.data.find((view: Loose) => view.id === id);
      return put("views", { name, columns, query: {} })(id, body);
    },
    id: "id",
    one: [(value) => ({ name: value }), "name", "name"],
    two: [(value) => ({ query: { q: value } }), "query.q", "query.q"],
  },
};

const at = (record: Loose, path: string) =>
  path.split(".").reduce<unknown>((value, step) => (value as Loose | undefined)?.[step], record);
/** One body of two; a draft's own body, too. */
const both = (one: Loose, two: Loose) => {
  const body = { ...(one.body as Loose), ...(two.body as Loose) };
  return { ...one, ...two, ...(one.body !== undefined && { body }) };
};
const refusal = ({ status, body, entries }: Answer) => [status, body.error?.code, entries.map(({ field }) => field)];

describe.each(Object.entries(KINDS))("%s", (_name, { make, read, save, id: idName, one, two }) => {
  const [first, firstField, firstAt] = one;
  const [second, secondField, secondAt] = two;
  const began = async () => {
    const made = await make();
    expect(made.revision).toBe(1);
    return String(made[idName]);
  };

  it("takes changes of different fields from one revision", async () => {
    const id = await began();
    const after = must(await save(id, { ...first("Other 1"), revision: 1 })).body.data;
    expect(after.revision).toBe(2);
    const merged = must(await save(id, { ...second("Mine"), revision: 1 })).body.data;
    expect(merged.revision).toBe(3);
    expect(await read(id)).toEqual(merged);
    expect(at(merged, firstAt)).toEqual(at(after, firstAt));
    expect(at(merged, secondAt)).not.toEqual(at(after, secondAt));
  });

  it("refuses a field that both changed, names it, and changes nothing", async () => {
    const id = await began();
    must(await save(id, { ...first("Other 2"), revision: 1 }));
    const stands = await read(id);
    expect(refusal(await save(id, { ...both(first("Mine instead"), second("Mine 2")), revision: 1 }))).toEqual([
      ...[409, "409020"],
      [firstField],
    ]);
    expect(await read(id)).toEqual(stands);
    // To the same value, it is no change; from the stored revision, it is one.
    must(await save(id, { ...first("Other 2"), revision: 1 }));
    must(await save(id, { ...first("Mine instead"), revision: stands.revision }));
    must(await save(id, { ...second("Other three"), revision: 99 }));
    expect(refusal(await save(id, { ...second("Me"), revision: 1 }))).toEqual([409, "409020", [secondField]]);
  });

  it("takes what comes without a revision, and keeps the revision where nothing changes", async () => {
    const id = await began();
    must(await save(id, { ...first("Other 4"), revision: 1 }));
    const last = must(await save(id, first("Last one wins"))).body.data;
    expect(last.revision).toBe(3);
    expect(must(await save(id, first("Last one wins"))).body.data.revision).toBe(3);
  });

  it("takes one of two that come at once", async () => {
    const id = await began();
    const answers = await Promise.all(["Racing 5", "Racer"].map((value) => save(id, { ...first(value), revision: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each(["1", -1, 1.5, {}])("refuses %j as a revision", async (revision) => {
    const id = await began();
    const { status, entries } = await save(id, { ...first("Mine 6"), revision });
    expect([status, entries.map(({ field }) => field)]).toEqual([400, ["revision"]]);
  });
});

describe("an address's party and label", () => {
  const begin = async () => must(await owner.post("/addresses", { kind: "recipient", label: "A", party })).body.data;

  it("keep what was added since and is not sent, and go as they are cleared", async () => {
    const { id } = await begin();
    must(await patch("addresses")(id, { party: { ...party, email: "new@shop.example" }, revision: 1 }));
    const after = must(await patch("addresses")(id, { party: { ...party, name: "Mine" }, revision: 1 })).body.data;
    expect(after.party).toMatchObject({ name: "Mine", email: "new@shop.example" });
    must(await patch("addresses")(id, { label: "B", revision: 3 }));
    expect(refusal(await patch("addresses")(id, { clear: ["label"], revision: 3 }))).toEqual([
      ...[409, "409020"],
      ["label"],
    ]);
    expect(must(await patch("addresses")(id, { clear: ["label"], revision: 4 })).body.data.label).toBeNull();
    // What was there before, and is not sent, is taken away.
    const { party: last } = must(await patch("addresses")(id, { party, revision: 5 })).body.data;
    expect(last).not.toHaveProperty("email");
  });

  it("count what imports and builds before revisions change", async () => {
    const own = { ...party, name: "Chan Siu Ming" };
    const { id } = must(await owner.post("/addresses", { kind: "recipient", label: "A", party: own })).body.data;
    const list = [{ kind: "recipient", label: "Imported", party: own }];
    must(await owner.post("/addresses/import", { address_list: list }));
    expect(refusal(await patch("addresses")(id, { label: "Mine", revision: 1 }))).toEqual([409, "409020", ["label"]]);
    must(await patch("addresses")(id, { party: { ...own, address: "新界沙田正街 1 號" }, revision: 1 }));
    const db = await testDb();
    await sql`update addresses set party = party || '{"name": "By hand"}' where id = ${id}`.execute(db);
    expect(refusal(await patch("addresses")(id, { party: { ...own, name: "Mine" }, revision: 3 }))).toEqual([
      ...[409, "409020"],
      ["party.name"],
    ]);
  });
});

describe("a draft", () => {
  it("may hold anything: a value where others put more, lists, and odd names", async () => {
    const made = must(await owner.post("/drafts", { body: { a: { b: 1 } } })).body.data;
    const save = (body: Loose, revision: number) =>
      owner.call("PUT", `/drafts/${made.draft_id}`, { body: { body, revision } });
    must(await save({ a: { b: 2 }, rows: [{ c: 1 }] }, 1));
    expect(refusal(await save({ a: "text" }, 1))).toEqual([409, "409020", ["body.a.b"]]);
    expect(must(await save({ a: { b: 2, d: null }, rows: [{ c: 1 }] }, 1)).body.data.revision).toBe(2);
    const odd = JSON.parse('{"__proto__": {"x": 1}, "a.b": 2, "a": {"b": 2}, "rows": []}') as Loose;
    expect(must(await save(odd, 2)).body.data.body).toMatchObject({ "a.b": 2, rows: [] });
    expect(refusal(await save({ rows: [5] }, 2))).toEqual([409, "409020", ["body.rows"]]);
  });

  it("does not remember names without end, and what is there it does", async () => {
    const made = must(await owner.post("/drafts", { body: { first: 1 } })).body.data;
    const save = (body: Loose, revision: number) =>
      owner.call("PUT", `/drafts/${made.draft_id}`, { body: { body, revision } });
    const names = (of: string) => Object.fromEntries(Array.from({ length: 400 }, (_each, n) => [`${of}${n}`, n]));
    must(await save({ first: 2 }, 1));
    for (let n = 2; n <= 6; n++) must(await save({ first: 2, ...names(`${n}-`) }, n));
    const { rows } = await sql<{ noted: number }>`
      select count(*)::int as noted from order_drafts, jsonb_object_keys(changed_paths) where id = ${made.draft_id}`.execute(
      await testDb(),
    );
    expect(rows[0]?.noted).toBeLessThan(1200);
    expect(refusal(await save({ first: 3 }, 1))[2]).toContain("body.first");
  });
});

describe("defaults", () => {
  const read = async () => must(await owner.get("/defaults")).body.data;
  const save = (body: Loose) => owner.call("PUT", "/defaults", { body });
  const local = (name: string) => ({ local: { sender: { name } } });

  it("begin at 0, merge what two save, also for the first time, and refuse what both changed", async () => {
    expect(await read()).toEqual({ local: {}, intl: {}, paper: null, revision: 0 });
    const first = await Promise.all([
      save({ ...local("One"), revision: 0 }),
      save({ intl: { sender: { name: "Two" } }, revision: 0 }),
    ]);
    expect(first.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read()).toMatchObject({ local: { sender: { name: "One" } }, intl: { sender: { name: "Two" } } });
    const { revision, ...standing } = await read();
    must(await save({ ...standing, paper: "A4", revision }));
    expect(must(await save({ ...standing, paper: undefined, ...local("Three"), revision })).body.data).toMatchObject({
      ...{ local: { sender: { name: "Three" } }, paper: "A4" },
      revision: revision + 2,
    });
    expect(refusal(await save({ ...standing, paper: "A4", ...local("Four"), revision }))).toEqual([
      ...[409, "409020"],
      ["local.sender.name"],
    ]);
    expect(must(await save(local("Last"))).body.data).toMatchObject({ intl: {}, paper: null });
  });
});
