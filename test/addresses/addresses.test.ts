// @module-tag engine
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { partyOn } from "@/lib/addresses/party";
import { addressOfCells } from "@/lib/tables/address-of-cells";
import { countUses } from "@/server/addresses";
import { eraseOrders } from "@/server/personal-data/orders";
import { engine, productDatabase } from "../database";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { type Api, api } from "../http";

let shop: Merchant;
let owner: Api;
let member: Api;

beforeAll(async () => {
  shop = await merchant();
  owner = (await personOf("owner", shop.accountId)).api;
  member = (await personOf("member", shop.accountId)).api;
});

beforeEach(async () => {
  await sql`delete from addresses`.execute(await testDb());
});

const LOCAL = { name: "陳大文", mobile_prefix: "852", mobile: "9123 4567", address: "九龍旺角彌敦道 700 號 5 樓 A 室" };
const INTL = {
  ...{ name: "Sato Hanako", mobile_prefix: "+81", mobile: "9012345678", email: "hanako@example.com" },
  ...{ address: "1-2-3 Jingumae", city: "Shibuya", post_code: "150-0001", country: "Japan" },
};

type Saved = { id: string; use_count: number; last_used_at: string | null; [field: string]: unknown };
async function save(party: object, more: object = {}, client: Api = shop.testing): Promise<Saved> {
  const answer = await client.post("/addresses", { kind: "recipient", party, ...more });
  expect([answer.status, answer.entries]).toEqual([200, []]);
  return answer.body.data;
}
const read = async ({ id }: { id: string }, client: Api = shop.testing) =>
  (await client.get(`/addresses/${id}`)).body.data as Saved;
const idsOf = async (query: string, client: Api = shop.testing): Promise<string[]> =>
  (await client.get(`/addresses?limit=100&${query}`)).body.data.map(({ id }: Saved) => id);
const fieldsOf = ({ status, entries }: { status: number; entries: { field: string }[] }) => [
  status,
  ...entries.map(({ field }) => field),
];
const ISO = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+08:00$/);
const count = async () => countUses(await testDb(), { settledMs: -60_000 });

describe("an address", () => {
  it("is saved, read, changed and deleted by API clients and members, and belongs to its account and environment", async () => {
    const made = await save(LOCAL, { label: " VIP " });
    expect(made).toEqual({
      ...{ id: expect.stringMatching(/^ad_[0-9a-f]{18}$/), kind: "recipient", label: "VIP", party: LOCAL },
      ...{ ship_type: "local", country: "HK", district: "Yau Tsim Mong", use_count: 0, last_used_at: null },
      ...{ revision: 1, create_time: ISO, update_time: ISO },
    });
    expect(await read(made, member)).toEqual(made);
    const intl = await save(INTL, { kind: "sender" }, member);
    expect(intl).toMatchObject({ ship_type: "intl", country: "JP", party: { ...INTL, country: "JP" } });
    const changed = await shop.testing.call("PATCH", `/addresses/${made.id}`, {
      body: { party: { ...LOCAL, address: "Flat 8, New Town Plaza, Sha Tin" }, clear: ["label"] },
    });
    expect(changed.body.data).toMatchObject({
      label: null,
      kind: "recipient",
      district: "Sha Tin",
      create_time: made.create_time,
    });
    expect(await idsOf("kind=sender")).toEqual([intl.id]);

    const other = await merchant();
    for (const stranger of [other.testing, shop.production, await clientOf("carrier", shop.accountId)]) {
      for (const method of ["GET", "PATCH", "DELETE"])
        expect([403, 404]).toContain(
          (await stranger.call(method, `/addresses/${made.id}`, method === "PATCH" ? { body: {} } : {})).status,
        );
      expect((await stranger.get("/addresses")).body.data ?? []).toEqual([]);
    }
    expect((await api().get("/addresses")).status).toBe(401);
    const gone = () => shop.testing.call("DELETE", `/addresses/${made.id}`);
    expect((await gone()).body).toEqual({ data: { id: made.id, deleted: true } });
    expect([(await gone()).status, (await shop.testing.get(`/addresses/${made.id}`)).status]).toEqual([404, 404]);
  });

  it("may be incomplete; what is given is judged as in an order, all at once", async () => {
    const part = await save({ mobile: "91234567", address: "Somewhere" });
    expect(part).toMatchObject({ ship_type: "local", country: "HK", district: null });
    const wrong: [object, string[]][] = [
      [{}, ["kind", "party"]],
      [{ kind: "carrier", party: [] }, ["kind", "party"]],
      [{ kind: "sender", party: { name: "", email: null } }, ["party"]],
      [{ kind: "sender", label: "x".repeat(41), party: LOCAL }, ["label"]],
      [{ kind: "recipient", party: { ...LOCAL, mobile: "12345" } }, ["party.mobile"]],
      [
        { kind: "recipient", party: { name: 5, mobile: "abc", email: "no", address: "x" } },
        ["party.name", "party.mobile", "party.email", "party.address"],
      ],
      [
        { kind: "recipient", party: { ...INTL, address: "a".repeat(30), country: "Nowhere" } },
        ["party.address", "party.country"],
      ],
      [{ kind: "recipient", party: { ...INTL, mobile_prefix: "81" } }, ["party.mobile_prefix"]],
      // No known field of either kind is left out in silence.
      [
        { kind: "recipient", party: { name: "A", city: ["x"], country: 81, company_name: 5 } },
        ["party.country", "party.company_name", "party.city"],
      ],
      [
        { kind: "recipient", party: { ...LOCAL, company_name: "ABC Ltd", city: "Mong Kok", eori_number: "GB1" } },
        ["party.company_name", "party.city", "party.eori_number"],
      ],
      [
        { kind: "sender", party: { ...INTL, address: "1-2-3 Jingumae^A1", tax_code: "T", eori_number: "E" } },
        ["party.tax_code", "party.eori_number", "party.address"],
      ],
    ];
    for (const [body, fields] of wrong)
      expect(fieldsOf(await shop.testing.post("/addresses", body)), JSON.stringify(body)).toEqual([400, ...fields]);
    expect(
      fieldsOf(await shop.testing.call("PATCH", "/addresses/ad_x", { body: { party: {}, clear: ["kind"] } })),
    ).toEqual([400, "party", "clear[]"]);
    const path = `/addresses/${part.id}`;
    const both = await shop.testing.call("PATCH", path, { body: { label: "A", clear: ["label"] } });
    expect(fieldsOf(both)).toEqual([400, "clear"]);
    expect((await read(part)).label).toBeNull();
    // Who becomes a sender keeps nothing that only recipients have.
    const taxed = await save({ ...INTL, tax_code: "T-1" });
    const turned = await shop.testing.call("PATCH", `/addresses/${taxed.id}`, { body: { kind: "sender" } });
    expect(fieldsOf(turned)).toEqual([400, "party.tax_code"]);
    await shop.testing.call("DELETE", `/addresses/${taxed.id}`);
    expect(fieldsOf(await shop.testing.get("/addresses?kind=x&point=x&limit=0"))).toEqual([
      400,
      "kind",
      "point",
      "limit",
    ]);
    expect(await idsOf("")).toEqual([part.id]);
  });

  it("is in Hong Kong where it is local, or prefix, district or country say so, and local with that country", async () => {
    const long = "Flat 12, 34/F, Block 5, Some Very Long Mansion";
    const given: [object, string, string | null][] = [
      [{ email: "a@b.com" }, "local", "HK"],
      [{ mobile_prefix: "+852", mobile: "91234567" }, "intl", "HK"],
      [{ mobile_prefix: "853", address: "Rua do Campo 1" }, "local", "HK"],
      [{ address: "沙田好運中心 3 座" }, "local", "HK"],
      [{ name: "A", country: "Hong Kong", address: long }, "local", "HK"],
      [{ name: "A", country: "HK", city: "Kowloon" }, "intl", "HK"],
      [{ name: "A", post_code: "150-0001" }, "intl", null],
    ];
    for (const [party, ship_type, country] of given) expect(await save(party)).toMatchObject({ ship_type, country });
    const kept = await save({ name: "A", country: "Hong Kong", address: long });
    expect(kept.party).toEqual({ name: "A", country: "HK", address: long });
    // In a file and in the order form too; an export comes back as it was.
    const prefixes = [
      { mobile_prefix: "852", country: "Hong Kong" },
      { mobile_prefix: "+852", country: "HK" },
      { mobile_prefix: "852", state: "Kowloon" },
      { mobile_prefix: "81", country: "JP" },
    ].map((cells) => addressOfCells(cells).party.mobile_prefix);
    expect(prefixes).toEqual(["852", "+852", "+852", "+81"]);
    // Numbers of a file are read as those that are typed.
    const numbers = ["+974 5512 3456", "(852) 9123 4567", "852-91234567", "0044 7700 900123", "9123 4567"].map(
      (mobile) => addressOfCells({ name: "A", mobile }).party,
    );
    expect(numbers.map(({ mobile_prefix, mobile }) => `${mobile_prefix} ${mobile}`)).toEqual([
      ...["+974 5512 3456", "852 9123 4567", "852 91234567", "+44 7700 900123", "852 9123 4567"],
    ]);
    expect(partyOn("local", "recipient", { country: "HK", address: "Mong Kok 1^KLN-L001" })).toMatchObject({
      address: "Mong Kok 1^KLN-L001",
    });
    // A local address has its company behind the name; with one of elsewhere, or without a number, it has its own field.
    const named = { name: "Lam", company_name: "Kettle & Co." };
    expect(
      [
        { mobile: "23456781" },
        { mobile: "23456781", mobile_prefix: "+852" },
        { mobile: "9012345678", mobile_prefix: "81" },
        { mobile: "2125550123" },
        {},
      ]
        .map((cells) => addressOfCells({ ...named, ...cells }).party)
        .map(({ name, company_name }) => [name, company_name]),
    ).toEqual([["Lam (Kettle & Co.)", undefined], ...Array(4).fill(["Lam", "Kettle & Co."])]);
    const body = { label: "VIP" };
    expect((await shop.testing.call("PATCH", `/addresses/${kept.id}`, { body })).body.data.country).toBe("HK");
  });

  it("is made once with a key, and no more than 10,000 times", async () => {
    const send = () =>
      shop.testing.post("/addresses", { kind: "sender", party: LOCAL }, { headers: { "idempotency-key": "a-1" } });
    const answers = await Promise.all([send(), send(), send()]);
    const [id] = await idsOf("kind=sender");
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500, 500]);
    expect(answers.find(({ status }) => status === 500)?.body.error).toMatchObject({ code: "500998", id });
    const other = await merchant();
    const db = await testDb();
    await sql`insert into addresses (account_id, environment, id, kind, party, ship_type, search_text)
      select ${other.accountId}::bigint, 'testing', 'ad_' || n, 'recipient', '{"name":"x"}', 'local', 'x'
      from generate_series(1, 9999) n`.execute(db);
    const racing = await Promise.all(
      [1, 2].map(() => other.testing.post("/addresses", { kind: "recipient", party: LOCAL })),
    );
    expect(racing.map(fieldsOf).sort()).toEqual([[200], [400, "addresses"]]);
    expect((await other.production.post("/addresses", { kind: "recipient", party: LOCAL })).status).toBe(200);
  });
});

describe("the list", () => {
  it("finds any part of any field in either language and numbers as they are written, and filters", async () => {
    const chan = await save(LOCAL, { label: "批發" });
    const sato = await save(INTL);
    const point = await save({ ...LOCAL, name: "Lau", mobile: "65430987", address: "九龍旺角上海街 1 號^KLN-L001" });
    const all = { chan, sato, point };
    const find = async (q: string, more = "") => {
      const ids = await idsOf(`q=${encodeURIComponent(q)}${more}`);
      return Object.entries(all).flatMap(([name, { id }]) => (ids.includes(id) ? [name] : []));
    };
    const searches: [string, string[]][] = [
      ["大文", ["chan"]],
      ["彌敦道 700", ["chan"]],
      ["912345", ["chan"]],
      ["+852 9123-4567", ["chan"]],
      ["81 9012", ["sato"]],
      ["批", ["chan"]],
      ["HANAKO@", ["sato"]],
      ["jing", ["sato"]],
      ["150-0001", ["sato"]],
      ["japan", ["sato"]],
      ["日本", ["sato"]],
      ["旺角", ["chan", "point"]],
      ["kln-l001", ["point"]],
      ["油尖旺", ["chan", "point"]],
      ["%", []],
    ];
    for (const [q, found] of searches) expect(await find(q), q).toEqual(found);
    expect(await find("旺角", "&point=Y")).toEqual(["point"]);
    expect(await find("旺角", "&point=N")).toEqual(["chan"]);
    expect(await idsOf("ship_type=intl")).toEqual([sato.id]);
    expect(await idsOf(`label=${encodeURIComponent("批發")}`)).toEqual([chan.id]);
    expect(point.district).toBe("Yau Tsim Mong");
    expect((await member.get("/addresses/labels?kind=recipient")).body.data).toEqual([{ label: "批發", count: 1 }]);
    expect((await shop.testing.get("/addresses/labels")).status).toBe(403);
    const page = await shop.testing.get("/addresses?limit=1&offset=1");
    expect([page.body.data.map(({ id }: Saved) => id), page.body.pagination.total]).toEqual([[sato.id], 3]);
  });
});

describe("use_count", () => {
  it("counts orders with the name, mobile and address, past ones too, and follows their changes", async () => {
    const recipient = { ...localOrder().recipient, ...LOCAL };
    const first = await created(shop.testing, localOrder({ recipient }));
    await created(shop.production, localOrder({ recipient }));
    const before = await save(LOCAL);
    await count();
    const counted = await read(before);
    expect([counted.use_count, counted.last_used_at]).toEqual([1, ISO]);

    // Written differently, it is the same; another name, number or address is not.
    const saved = await created(
      shop.testing,
      localOrder({
        confirm_shipment: "N",
        recipient: { ...recipient, mobile: "9123-4567", address: ` ${LOCAL.address.replaceAll(" ", "  ")}` },
      }),
    );
    await created(shop.testing, localOrder({ recipient: { ...recipient, name: "陳大" } }));
    await created(shop.testing, localOrder({ recipient: { ...recipient, mobile: "91234568" } }));
    await created(shop.testing, localOrder({ recipient: { ...recipient, address: `${LOCAL.address} B` } }));
    await created(shop.testing, intlOrder({ recipient: { ...intlOrder().recipient, ...INTL } }));
    await count();
    await count();
    expect((await read(before)).use_count).toBe(2);
    // One that is saved later knows at once what was counted.
    const [abroad, sender] = [await save(INTL), await save(localOrder().sender, { kind: "sender" })];
    expect([abroad.use_count, sender.use_count]).toEqual([1, 5]);
    expect(await idsOf("kind=recipient")).toEqual([abroad.id, before.id]);

    // A change before its order was counted counts once; one afterwards moves the use.
    const moved = { ...recipient, address: "新界沙田好運中心 3 座 18 樓 C 室" };
    const change = (order_id: string, to: object) => shop.testing.post("/order/update", { order_id, recipient: to });
    const late = await created(shop.testing, localOrder({ confirm_shipment: "N", recipient }));
    expect((await change(late.order_id, moved)).status).toBe(200);
    expect((await change(saved.order_id, moved)).status).toBe(200);
    await count();
    expect((await read(before)).use_count).toBe(1);
    const there = await save(moved);
    expect(there.use_count).toBe(2);
    // What an address says decides what counts.
    const patched = await shop.testing.call("PATCH", `/addresses/${there.id}`, { body: { party: LOCAL } });
    expect(patched.body.data.use_count).toBe(1);

    await eraseOrders(await testDb(), { accountId: shop.accountId, environment: "testing" }, [first.order_id]);
    await Promise.all([count(), count()]);
    await count();
    const left = await read(before);
    expect([left.use_count, left.last_used_at]).toEqual([0, null]);
  });
});

describe("the count", () => {
  it("writes nothing where nothing moved", async () => {
    const written = async () => (await sql`select xmin::text, * from address_counting`.execute(await testDb())).rows;
    await created(shop.testing, localOrder());
    await count();
    const before = await written();
    await count();
    expect(before).not.toEqual([]);
    expect(await written()).toEqual(before);
  });

  it.runIf(engine === "postgresql")("waits for orders of a transaction that still runs", async () => {
    const db = await testDb();
    await count();
    const address = await save(LOCAL);
    const before = address.use_count;
    const recipient = { ...localOrder().recipient, ...LOCAL };
    const early = await created(shop.testing, localOrder({ recipient }));
    const late = await db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      const order = await created(shop.testing, localOrder({ recipient }));
      await countUses((await productDatabase()).db, { settledMs: 0 });
      return order;
    });
    const reached = async () =>
      (await sql<{ n: string }>`select counted_to as n from address_counting where environment = 'testing'`.execute(db))
        .rows[0]?.n;
    expect([await reached(), (await read(address)).use_count]).toEqual([early.order_id, before + 1]);
    await count();
    expect([await reached(), (await read(address)).use_count]).toEqual([late.order_id, before + 2]);
  });
});

describe("duplicates", () => {
  it("are found by mobile, or by name and address, and become one", async () => {
    const kept = await save(LOCAL);
    const sameMobile = await save({
      ...LOCAL,
      name: "Chan",
      mobile_prefix: "+852",
      country: "HK",
      address: "Elsewhere 1",
    });
    const samePlace = await save(
      { ...LOCAL, mobile: "62345678", address: LOCAL.address.replaceAll(" ", "") },
      { label: "家" },
    );
    const alone = await save(INTL);
    const asSender = await save(LOCAL, { kind: "sender" });
    const groups = async () =>
      (await member.get("/addresses/duplicates")).body.data.map(
        ({ by, addresses }: { by: string; addresses: Saved[] }) => [by, addresses.map(({ id }) => id).sort()],
      );
    expect(await groups()).toEqual([
      ["mobile", [kept.id, sameMobile.id].sort()],
      ["address", [kept.id, samePlace.id].sort()],
    ]);
    const merge = (id: string, merged_ids: string[], client: Api = member) =>
      client.post("/addresses/merge", { id, merged_ids });
    expect(fieldsOf(await merge(kept.id, [kept.id, asSender.id, "ad_none", sameMobile.id]))).toEqual([
      ...[400, "merged_ids[]", "merged_ids[]", "merged_ids[]"],
    ]);
    expect((await merge("ad_none", [kept.id])).status).toBe(404);
    expect((await merge(kept.id, [sameMobile.id], shop.testing)).status).toBe(403);
    expect(await groups()).toHaveLength(2);
    const merged = await merge(kept.id, [sameMobile.id, samePlace.id]);
    expect(merged.body.data).toMatchObject({ id: kept.id, label: "家", party: LOCAL });
    expect((await idsOf("")).sort()).toEqual([kept.id, alone.id, asSender.id].sort());
    expect(await groups()).toEqual([]);
  });
});

const YUKI = { ...INTL, name: "Sato Yuki" };

describe("files", () => {
  it("are imported all or none, change what is there, and are exported as they came", async () => {
    const load = (address_list: unknown[], client: Api = owner) => client.post("/addresses/import", { address_list });
    const rows = [
      { kind: "recipient", label: "VIP", party: LOCAL },
      { kind: "recipient", party: YUKI },
      { kind: "sender", party: { name: "=1+1", mobile: "00123456" } },
    ];
    const refused = await load([...rows, { kind: "x", party: { ...LOCAL, mobile: "1" } }, { kind: "sender" }]);
    expect([refused.status, refused.entries.map(({ pointer }) => pointer)]).toEqual([
      400,
      ["/address_list/3/kind", "/address_list/3/party/mobile", "/address_list/4/party"],
    ]);
    expect(await idsOf("")).toEqual([]);
    expect((await load(rows, shop.testing)).status).toBe(403);
    expect((await load(rows)).body.data).toEqual({ created: 3, updated: 0, unchanged: 0 });
    // Again: the same, another e-mail, and the same row twice. A party without an address is never the same as another.
    const again = [rows[0], { kind: "recipient", party: { ...YUKI, email: "sato@example.com" } }, rows[0], rows[2]];
    expect((await load(again)).body.data).toEqual({ created: 1, updated: 1, unchanged: 2 });
    const exported = await owner.get("/addresses/export");
    const lines = Buffer.from(exported.body.data.content, "base64").toString().split("\r\n");
    expect(lines[0]).toBe(
      "\ufeffkind,label,name,company_name,mobile_prefix,mobile,email,address,address_line_2,address_line_3,city,state,post_code,country,tax_code,eori_number,use_count,last_used_at",
    );
    expect(lines.filter((line) => line.includes("=1+1"))).toHaveLength(2);
    expect(lines).toContain(`sender,,'=1+1,,,"=""00123456""",,,,,,,,,,,0,`);
    expect(lines).toContain(
      `recipient,,Sato Yuki,,'+81,9012345678,sato@example.com,1-2-3 Jingumae,,,Shibuya,,150-0001,JP,,,0,`,
    );
    expect(lines).toHaveLength(6);
    // However alike, one of the other kind of order is another address.
    const abroad = { kind: "recipient", party: { ...LOCAL, mobile_prefix: "+852" } };
    expect((await load([abroad, rows[0]])).body.data).toEqual({ created: 1, updated: 0, unchanged: 1 });
    expect((await load([abroad])).body.data).toEqual({ created: 0, updated: 0, unchanged: 1 });
  });

  it("are not for support, who reads what the account has", async () => {
    const staff = await personOf("support", null);
    const support = api("testing", {
      headers: { cookie: staff.cookie, "sec-fetch-site": "same-origin", "x-account-id": shop.accountId },
    });
    await save(LOCAL, { kind: "sender" });
    expect((await support.get("/addresses?kind=sender")).body.data).toHaveLength(1);
    expect((await support.post("/addresses", { kind: "sender", party: LOCAL })).status).toBe(403);
    expect((await support.get("/addresses/export")).status).toBe(403);
  });
});
