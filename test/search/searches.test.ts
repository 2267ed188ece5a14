// @module-tag engine
// All searches read text in one way (contract §5.11); what a search of orders looks in, and since when (§5.5).
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { indexOrders } from "@/server/orders";
import { eraseOrders } from "@/server/personal-data/orders";
import { created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import type { Api } from "../http";
import { freshItem, must, orderOf, warehouse } from "../pick-pack/warehouse";

type Found = Record<string, unknown>[];

/** What people write, and how others look for it. */
const NAMES: readonly (readonly [string, readonly string[]])[] = [
  ["Müller Groß", ["muller", "MÜLLER", "gross muller", "ｍüｌｌｅｒ"]],
  ["Zoë Łukasz Ørsted", ["zoe", "lukasz", "orsted zoe"]],
  ["Sinéad O’Brien", ["o'brien", "O‘BRIEN", "sinead o’brien"]],
  ["何 美儀", ["何美儀", "何美仪", "美儀", "仪"]],
  ["臺灣裏衞峯", ["台湾", "台灣里卫峰", "裡衛峰", "臺湾"]],
  ["Jean–Luc “Lucky” Ng", ["jean-luc", 'ng "lucky"', "jean—luc"]],
  ["Invi\u200bsible", ["invisible"]],
];

const ordersOf = new Map<string, string>();
let shop: Merchant;
let other: Merchant;
beforeAll(async () => {
  shop = await merchant({ name: "Folded shop" });
  other = await merchant();
});

const list = async (client: Api, path: string, q: string): Promise<Found> => {
  const answer = await client.get(`${path}?limit=100&q=${encodeURIComponent(q)}`);
  expect([q, answer.status, answer.entries]).toEqual([q, 200, []]);
  return answer.body.data;
};
const idsIn = async (client: Api, path: string, q: string, id = "id") =>
  (await list(client, path, q)).map((row) => row[id]);
const named = (name: string, change: Record<string, unknown> = {}) =>
  localOrder({ recipient: { ...localOrder().recipient, name, ...change } });
const index = async () => indexOrders(await testDb());

describe("every list", () => {
  const finds = async (client: Api, path: string, made: ReadonlyMap<string, string>, id?: string) => {
    for (const [name, queries] of NAMES)
      for (const q of queries) expect([q, await idsIn(client, path, q, id)]).toEqual([q, [made.get(name)]]);
  };

  it("of orders finds them at once, and after they are indexed", async () => {
    for (const [name] of NAMES) ordersOf.set(name, (await created(shop.testing, named(name))).order_id);
    await created(other.testing, named("Müller Groß"));
    await finds(shop.testing, "/orders", ordersOf);
    await index();
    await finds(shop.testing, "/orders", ordersOf);
  });

  it("of addresses, also after a change", async () => {
    const made = new Map<string, string>();
    for (const [name] of NAMES) {
      const party = { ...localOrder().recipient, name: "Before" };
      const { id } = must(await shop.testing.post("/addresses", { kind: "recipient", party })).body.data;
      expect(await idsIn(shop.testing, "/addresses", "before")).toContain(id);
      must(await shop.testing.call("PATCH", `/addresses/${id}`, { body: { party: { ...party, name } } }));
      made.set(name, id);
    }
    must(
      await other.testing.post("/addresses", {
        kind: "recipient",
        party: { ...localOrder().recipient, name: "Müller Groß" },
      }),
    );
    await finds(shop.testing, "/addresses", made);
    expect(await idsIn(shop.testing, "/addresses", "before")).toEqual([]);
  });

  it("of items and products, also after a change and an import", async () => {
    const made = new Map<string, string>();
    for (const [n, [name]] of NAMES.entries()) {
      const { id } = must(await shop.testing.post("/items", { sku: `FOLD-${n}`, name: "Before" })).body.data;
      expect(await idsIn(shop.testing, "/items", "before")).toContain(id);
      made.set(name, id);
    }
    for (const [n, [name]] of NAMES.entries()) {
      const id = made.get(name);
      if (n % 2) must(await shop.testing.call("PATCH", `/items/${id}`, { body: { name } }));
      else must(await shop.testing.post("/products/import", { product_list: [{ sku: `FOLD-${n}`, name }] }));
    }
    must(await other.testing.post("/items", { sku: "FOLD-0", name: "Müller Groß" }));
    await finds(shop.testing, "/items", made);
    await finds(shop.testing, "/products", made, "product_id");
    expect(await idsIn(shop.testing, "/items", "before")).toEqual([]);
    must(await shop.testing.call("PATCH", `/items/${made.get("何 美儀")}`, { body: { description: "Crème brûlée" } }));
    expect(await idsIn(shop.testing, "/items", "brulee 何美儀")).toEqual([made.get("何 美儀")]);
  });

  it("of pick-and-pack orders, and the queue", async () => {
    const place = await warehouse();
    const made = new Map<string, string>();
    for (const [name] of NAMES) {
      const order = { ...orderOf([freshItem()]), recipient: named(name).recipient };
      made.set(name, (await created(place.shop.testing, order)).order_id);
    }
    await finds(place.shop.testing, "/pickpack/list", made, "order_id");
    await index();
    await finds(place.shop.testing, "/pickpack/list", made, "order_id");
  });

  it("of support: orders of all merchants, and accounts by name", async () => {
    const support = (await personOf("support", null, "testing")).api;
    const search = async (q: string) =>
      must(await support.get(`/support/search?q=${encodeURIComponent(q)}`)).body.data as {
        orders: Found;
        accounts: Found;
      };
    const shops = new Map<string, string>();
    for (const [name] of NAMES) shops.set(name, (await merchant({ name: `${name} Trading` })).accountId);
    for (const [name, queries] of NAMES)
      for (const q of queries.filter((text) => text.length > 1)) {
        const { orders, accounts } = await search(q);
        expect([q, accounts.map((row) => row.account_id)]).toEqual([q, [shops.get(name)]]);
        expect([q, orders.map((row) => row.order_id)]).toEqual([q, expect.arrayContaining([ordersOf.get(name)])]);
      }
    const rows = await list(support, "/accounts", "muller trading");
    expect(rows.map((row) => row.account_id)).toEqual([shops.get("Müller Groß")]);
    const db = await testDb();
    await sql`update accounts set name = 'Größe AG' where id = ${shops.get("Müller Groß")}`.execute(db);
    expect((await search("groesse")).accounts).toEqual([]);
    expect((await search("grosse")).accounts.map((row) => row.account_id)).toEqual([shops.get("Müller Groß")]);
  });
});

describe("a search of orders", () => {
  let account: Merchant;
  let local: { order_id: string; tracking_number: string };
  let intl: typeof local;
  let paris: typeof local;
  let digits: typeof local;
  beforeAll(async () => {
    account = await merchant();
    const { recipient, shipment_detail } = localOrder();
    const [parcel] = shipment_detail.parcel_list;
    local = await created(
      account.testing,
      localOrder({
        recipient: { ...recipient, name: "Li", mobile: "91230000", address: "沙田正街 18 號新城市廣場 3 樓" },
        reference: "SHOP 2026/77",
        client_remarks: "Ring twice",
        shipment_detail: {
          ...shipment_detail,
          parcel_list: [
            { ...parcel, parcel_items: [{ name: "Hiking socks", qty: "2", single_value: "50.00", sku: "SOCK-L/7" }] },
          ],
        },
      }),
    );
    const example = intlOrder();
    intl = await created(
      account.testing,
      intlOrder({
        recipient: {
          ...example.recipient,
          ...{ name: "Ana Souza", company_name: "Souza Ltda", mobile_prefix: "+55", mobile: "11987654321" },
          ...{ address: "Rua Augusta 1500", address_line_2: "Apto 42", address_line_3: "Fundos" },
          ...{ city: "São Paulo", state: "SP", post_code: "01304-001", country: "BR" },
        },
      }),
    );
    paris = await created(
      account.testing,
      intlOrder({
        recipient: {
          ...example.recipient,
          ...{
            name: "Luc",
            mobile_prefix: "+33",
            mobile: "612345678",
            city: "Paris",
            post_code: "75001",
            country: "FR",
          },
        },
      }),
    );
    digits = await created(
      account.testing,
      named("Digits", { mobile: "98336122", address: "九龍旺角彌敦道 33 號 78 樓 56 室 34 座" }),
    );
  });
  const found = (q: string) => idsIn(account.testing, "/orders", q);

  const queries = (): [string, string[]][] => [
    ["li 沙田 socks ring", [local.order_id]],
    ["sock-l/7", [local.order_id]],
    ["SOCK L", [local.order_id]],
    ["hiking", [local.order_id]],
    ["新城市广场", [local.order_id]],
    ["2026/77 shop", [local.order_id]],
    ["twice li", [local.order_id]],
    ["twice souza", []],
    ["ltda", [intl.order_id]],
    ["augusta 42 fundos", [intl.order_id]],
    ["sao paulo", [intl.order_id]],
    ["01304-001", [intl.order_id]],
    ["+55 11987654321", [intl.order_id]],
    ["55 11987654321", [intl.order_id]],
    ["0055 11 98765-4321", [intl.order_id]],
    ["(55) 11 98765 4321", [intl.order_id]],
    ["11987654321", [intl.order_id]],
    ["(852) 9123 0000", [local.order_id]],
    ["+852-9123-0000", [local.order_id]],
    ["00852 91230000", [local.order_id]],
    ["9123.0000", [local.order_id]],
  ];
  it.each(["at once", "after they are indexed"])("finds all of a record in any order %s", async (when) => {
    if (when !== "at once") await index();
    for (const [q, expected] of queries()) expect([q, await found(q)]).toEqual([q, expected]);
  });

  it("finds a telephone number with spaces as a whole, if there is one, and else its parts", async () => {
    expect(await found("+33 6 12 34 56 78")).toEqual([paris.order_id]);
    expect(await found("33 78 56 34 983361")).toEqual([digits.order_id]);
  });

  it("finds the district in both languages once the worker has been there", async () => {
    await index();
    for (const q of ["sha tin", "tin sha li", "沙田區", "沙田区"])
      expect([q, await found(q)]).toEqual([q, [local.order_id]]);
  });

  it("finds numbers as they are written, and by the address of the label's code", async () => {
    const { tracking_number: number, order_id } = local;
    const spaced = number.replace(/(?=(.{4})+$)/g, " ");
    const { body } = await account.testing.get(`/order/detail/${order_id}`);
    for (const q of [
      ...[number.toLowerCase(), spaced, spaced.replaceAll(" ", "-"), `  ${number}\u200b`],
      `http://localhost:3000/track/${number}`,
      `https://sampan.example/zh/track/${number.toLowerCase()}?x=1`,
      `${order_id.slice(0, 5)} ${order_id.slice(5)}`,
    ])
      expect([q, await found(q)]).toEqual([q, [order_id]]);
    expect(body.data.shipment_detail.parcel_list[0].tracking_number).toBe(number);
  });

  it("follows what becomes of an order", async () => {
    const order = await created(account.testing, { ...named("Beforehand"), confirm_shipment: "N" });
    await index();
    must(
      await account.testing.post("/order/update", {
        order_id: order.order_id,
        recipient: { ...localOrder().recipient, name: "Afterwards", address: "元朗青山公路 1 號" },
      }),
    );
    expect(await found("afterwards")).toEqual([order.order_id]);
    expect(await found("beforehand")).toEqual([]);
    await index();
    expect(await found("afterwards yuen long")).toEqual([order.order_id]);
    const { tracking_number } = must(await account.testing.post("/order/confirm", { order_id: order.order_id })).body
      .data;
    expect(await found(`afterwards ${tracking_number.slice(3)}`)).toEqual([order.order_id]);
    const scope = { accountId: account.accountId, environment: "testing" } as const;
    await eraseOrders(await testDb(), scope, [order.order_id]);
    await index();
    expect(await found("afterwards")).toEqual([]);
    const { rows } = await sql`select from order_search where order_id = ${order.order_id}`.execute(await testDb());
    expect(rows).toEqual([]);
  });
});

describe("orders from before", () => {
  /** What builds before 0072 wrote of an order, instead of its row of `order_search`. */
  async function asBefore(accountId: string): Promise<void> {
    const db = await testDb();
    await sql`
      update orders o set search_text = x.text, search = array(
        select distinct substr(line, at, size) from unnest(string_to_array(x.text, E'\\n')) line,
          generate_series(1, 3) size, generate_series(1, length(line) - size + 1) at) || ('@' || account_id || ':' || environment)
      from (select id, lower(concat_ws(E'\\n', id, tracking_number, reference, recipient_name, recipient ->> 'mobile', client_remarks)) as text
        from orders where account_id = ${accountId}) x
      where o.account_id = ${accountId} and o.id = x.id`.execute(db);
  }

  it("are found as they were until the worker has prepared them, the newest first, in slices", async () => {
    const old = await merchant();
    const support = (await personOf("support", null, "testing")).api;
    const db = await testDb();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const order = { ...named(`Žofie Nováková ${n}`), client_remarks: n === 0 ? "Erstwhile remark" : "" };
      ids.push((await created(old.testing, order)).order_id);
    }
    await asBefore(old.accountId);
    await sql`delete from order_search`.execute(db);
    await sql`insert into order_search_progress (before, total) select max(id) + 1, count(*) from orders`.execute(db);
    const everywhere = async (q: string) => {
      const { orders } = (await support.get(`/support/search?q=${encodeURIComponent(q)}`)).body.data;
      return orders.map((order: { order_id: string }) => order.order_id);
    };
    const unprepared = async () =>
      (await support.get("/support/search?q=nothing-like-it")).body.data.unprepared as number;
    const { rows: all } = await sql<{ n: string }>`select count(*) as n from orders`.execute(db);
    expect(await unprepared()).toBe(Number(all[0]?.n));

    const newest = [...ids].reverse();
    expect(await idsIn(old.testing, "/orders", "žofie nováková")).toEqual(newest);
    expect(await idsIn(old.testing, "/orders", "zofie")).toEqual([]);
    const newer = (await created(old.testing, named("Žofie Nováková"))).order_id;
    expect(await idsIn(old.testing, "/orders", "žofie nováková")).toEqual([newer, ...newest]);
    expect(await idsIn(old.testing, "/orders", "novakova zofie")).toEqual([newer]);

    // A change takes the order along, no matter who makes it.
    expect(await everywhere("erstwhile")).toEqual([ids[0]]);
    must(await old.testing.post("/order/update", { order_id: ids[0], client_remarks: "changed" }));
    expect(await idsIn(old.testing, "/orders", "zofie")).toEqual([newer, ids[0]]);
    for (const q of ["erstwhile", "Erstwhile remark"]) {
      expect(await idsIn(old.testing, "/orders", q)).toEqual([]);
      expect(await everywhere(q)).toEqual([]);
    }
    await eraseOrders(db, { accountId: old.accountId, environment: "testing" }, [ids[1] ?? ""]);

    const stop = new AbortController();
    stop.abort();
    await indexOrders(db, stop.signal);
    expect(await unprepared()).toBe(Number(all[0]?.n));
    await index();
    expect(await idsIn(old.testing, "/orders", "zofie")).toEqual([newer, ids[2], ids[0]]);
    expect(await unprepared()).toBe(0);
    await index();
  });

  it("that a build from before writes meanwhile are indexed by the worker", async () => {
    const shared = await merchant();
    const order = await created(shared.testing, named("Renée"));
    await index();
    await asBefore(shared.accountId);
    expect(await idsIn(shared.testing, "/orders", "renee")).toEqual([]);
    await index();
    expect(await idsIn(shared.testing, "/orders", "renee")).toEqual([order.order_id]);
  });
});

it("reaches the rows of the account and environment that asks", async () => {
  const [one, two] = [await merchant(), await merchant()];
  const mine = await created(one.testing, named("Only Mine"));
  await created(two.testing, named("Only Mine"));
  await created(one.production, named("Only Mine"));
  await index();
  expect(await idsIn(one.testing, "/orders", "mine only")).toEqual([mine.order_id]);
});
