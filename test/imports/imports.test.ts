// @module-tag engine
/** Files of orders: checked, corrected, and made (contract §39). */
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { cleanUp } from "@/server/clean-up";
import { pastImportWork } from "@/server/http/import-work";
import { JobRun, runJobs } from "@/server/jobs";
import { eraseOrders } from "@/server/personal-data/orders";
import { productDatabase } from "@/test/database";
import { clientOf, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { api } from "@/test/http";
import { freshItem, must, naming, warehouse } from "@/test/pick-pack/warehouse";
import { changeSheet, dearerBy } from "@/test/sheets";
import {
  checked,
  faultsOf,
  fileOf,
  type Line,
  lineOf,
  readImport,
  rowsOf,
  started,
  upload,
  withDefaults,
  work,
} from "./files";

let shop: Merchant;

beforeAll(async () => {
  shop = await merchant();
  await withDefaults(shop);
});
beforeEach(async () => {
  vi.restoreAllMocks();
  await sql`update imports set status = 'CANCELLED' where status not in ('DONE', 'CANCELLED')`.execute(await testDb());
});

let files = 0;
/** References that no other test has. */
const mark = () => `F${++files}`;
const linesOf = (count: number, own = mark(), change: Line = {}) =>
  Array.from({ length: count }, (_, n) => lineOf(`${own}-${n + 1}`, change));
const ofMark = async (own: string, by = shop.testing): Promise<number> =>
  must(await by.get(`/orders?q=${own}-&limit=1`)).body.pagination.total;
const patch = (id: string, n: number, values: object, by = shop.testing) =>
  by.call("PATCH", `/imports/${id}/rows/${n}`, { body: { values } });
const map = (id: string, mapping: object, more: object = {}, by = shop.testing) =>
  by.call("PUT", `/imports/${id}/mapping`, { body: { mapping, ...more } });
const stateOf = async (id: string, by = shop.testing) => (await rowsOf(by, id)).map(({ state }) => state);

describe("a file of orders", () => {
  it("is judged before anything is made, and then made in its order", async () => {
    const own = mark();
    const file = fileOf([
      lineOf(`${own}-1`),
      lineOf(`${own}-2`, { recipient_mobile: "1234" }),
      lineOf(`${own}-3`, { item_name: "Cup" }),
      { reference: `${own}-3`, item_name: "Saucer", item_qty: "2", item_value: "20" },
    ]);
    const read = await checked(shop.testing, file, { query: "kind=orders&name=monday.csv" });
    expect(read).toMatchObject({
      import_id: expect.stringMatching(/^im_[0-9a-f]{18}$/),
      ...{ kind: "orders", name: "monday.csv", status: "WRONG", rows: 4, orders: 3, wrong: 1, ready: 2 },
      ...{ unpriced: 0, done: 0, failed: 0, same_as: null, has_headers: true, total_price: "84.00" },
      created_by: { kind: "client" },
    });
    expect(await faultsOf(shop.testing, read.import_id)).toEqual(["2 recipient_mobile"]);
    const [, wrong] = await rowsOf(shop.testing, read.import_id);
    expect(wrong?.errors).toEqual([{ column: "recipient_mobile", message: expect.stringContaining("8 digits") }]);
    expect(await ofMark(own)).toBe(0);
    const done = await started(shop.testing, read.import_id, { confirm_shipment: "Y", skip_wrong: true });
    expect(done).toMatchObject({ status: "DONE", done: 2, failed: 0, confirm_shipment: "Y" });
    const rows = await rowsOf(shop.testing, read.import_id);
    expect(rows.map(({ state }) => state)).toEqual(["done", "wrong", "done", "done"]);
    const order = must(await shop.testing.get(`/order/detail/${rows[2]?.order_id}`)).body.data;
    expect(order).toMatchObject({ order_status: "READY_TO_SHIP", reference: `${own}-3`, quote_price: "42.00" });
    expect(order.shipment_detail.parcel_list[0].parcel_items.map(({ name }: { name: string }) => name)).toEqual([
      "Cup",
      "Saucer",
    ]);
    const listed = must(await shop.testing.get("/orders?source=import&limit=2")).body.data;
    expect(listed.map(({ order_id }: { order_id: string }) => order_id)).toEqual([
      rows[2]?.order_id,
      rows[0]?.order_id,
    ]);
  });

  it("has its blanks filled from the defaults and from saved items", async () => {
    const own = await merchant();
    await withDefaults(own);
    const { sender } = localOrder();
    const pickup_arrange = { pickup_start_time: "10:00", pickup_end_time: "18:00" };
    const local = {
      sender,
      shipping_provider: "LOCAL_DOOR",
      parcel: { act_weight: "3", length: "20" },
      pickup_arrange,
    };
    must(await own.testing.call("PUT", "/defaults", { body: { local, intl: {} } }));
    must(
      await own.testing.post("/items", { sku: "TEA", bar_code_eid: "4897", name: "Tea set", single_price: "45.00" }),
    );
    const { recipient_name, recipient_mobile, recipient_address } = lineOf("x");
    const line = { recipient_name, recipient_mobile, recipient_address, item_sku: "TEA", item_qty: "2" };
    const { import_id } = await checked(own.testing, fileOf([line]));
    await started(own.testing, import_id);
    const [row] = await rowsOf(own.testing, import_id);
    const order = must(await own.testing.get(`/order/detail/${row?.order_id}`)).body.data;
    expect(order).toMatchObject({
      ...{ order_status: "PENDING_CONFIRM", shipping_provider: "LOCAL_DOOR", sender: { name: sender.name } },
      pickup_arrange: { pickup_date: expect.stringMatching(/^\d{4}-/), ...pickup_arrange },
      shipment_detail: {
        consignment_declaration: "Tea set",
        parcel_list: [
          {
            ...{ act_weight: "3", length: "20" },
            parcel_items: [{ name: "Tea set", qty: "2", single_value: "45.00", sku: "TEA", bar_code_eid: "4897" }],
          },
        ],
      },
    });
  });

  it("has whole addresses parted, and loses nothing of them", async () => {
    const block = "陳小姐 9123 4567\n九龍旺角弼街43號地下\n放低門口";
    const { import_id } = await checked(
      shop.testing,
      fileOf([
        lineOf(mark(), { recipient_name: "", recipient_mobile: "", recipient_address: block }),
        lineOf(mark(), { recipient_address: block }),
      ]),
    );
    await started(shop.testing, import_id);
    const [parted, whole] = await Promise.all(
      (await rowsOf(shop.testing, import_id)).map(
        async ({ order_id }) => must(await shop.testing.get(`/order/detail/${order_id}`)).body.data,
      ),
    );
    expect(parted).toMatchObject({
      recipient: { name: "陳小姐", mobile: "91234567", mobile_prefix: "852", address: "九龍旺角弼街43號地下" },
      client_remarks: "放低門口",
    });
    expect(whole.recipient).toMatchObject({
      name: "陳大文",
      address: "陳小姐 9123 4567 九龍旺角弼街43號地下 放低門口",
    });
  });

  it("takes of a saved item what belongs to it, and its currency only with its value", async () => {
    const own = await merchant();
    await withDefaults(own);
    const battery = { type: "chargeable", location: "inside" };
    const saved = {
      sku: "PWR",
      name: "Power bank",
      single_price: "45.00",
      currency: "USD",
      single_weight: "0.2",
      unit: "SET",
    };
    must(await own.testing.post("/items", { ...saved, battery, hscode: "850760" }));
    const person = {
      recipient_name: "Jane Miller",
      recipient_mobile: "+12125550123",
      recipient_email: "j@example.com",
    };
    const place = {
      recipient_address: "350 Fifth Avenue",
      recipient_country: "US",
      recipient_state: "NY",
      recipient_city: "New York",
      recipient_postal_code: "10118",
    };
    const file = fileOf([
      { reference: "B-1", ...person, ...place, weight_kg: "1", item_sku: "PWR" },
      { reference: "B-2", ...person, ...place, weight_kg: "1", item_sku: "PWR", item_value: "10" },
    ]);
    const { import_id, status } = await checked(own.testing, file);
    expect([status, await faultsOf(own.testing, import_id)]).toEqual(["READY", []]);
    await started(own.testing, import_id);
    const details = await Promise.all(
      (await rowsOf(own.testing, import_id)).map(
        async ({ order_id }) => must(await own.testing.get(`/order/detail/${order_id}`)).body.data.shipment_detail,
      ),
    );
    expect(details.map(({ currency }) => currency)).toEqual(["USD", null]);
    expect(details[0].parcel_list[0].declaration_list[0]).toMatchObject({
      ...{ description: "Power bank", single_price: "45.00", single_weight: "0.2", unit: "SET", hscode: "850760" },
      battery,
    });
    // A template has no column for batteries.
    expect(must(await own.testing.get("/orders/export?columns=template")).body.data.left_out).toBe(2);
  });

  it("says what the defaults lack", async () => {
    const own = await merchant();
    const { import_id } = await checked(own.testing, fileOf([lineOf("A-1")]));
    expect(await faultsOf(own.testing, import_id)).toEqual(["1 shipping_provider", "1 sender"]);
  });

  it("reaches the warehouse, whose accounts need a barcode", async () => {
    const place = await warehouse();
    await withDefaults(place.shop);
    const item = freshItem();
    must(await place.shop.testing.post("/products", { sku: item.sku, bar_code_eid: item.bar_code_eid, name: "Tea" }));
    const lines = [lineOf("P-1", { item_sku: item.sku }), lineOf("P-2", { item_sku: "NONE" })];
    const { import_id } = await checked(place.shop.testing, fileOf(lines));
    const [, unknown] = await rowsOf(place.shop.testing, import_id);
    expect(unknown?.errors).toMatchObject([{ column: "item_sku", code: "400438" }]);
    await started(place.shop.testing, import_id, { confirm_shipment: "Y", skip_wrong: true });
    const [row] = await rowsOf(place.shop.testing, import_id);
    const { order } = must(await place.staff.get(`/pickpack/detail/${row?.order_id}`, naming(place.shop))).body.data;
    expect(order.status).toBe("PICKPACK_PENDING_CONFIRM");
  });

  it("is said in the reader's language", async () => {
    const owner = await personOf("owner", shop.accountId);
    const { import_id } = await checked(shop.testing, fileOf([lineOf(mark(), { weight_kg: "" })]));
    const headers = { "x-sampan-language": "zh-Hant" };
    const { body } = must(await owner.api.get(`/imports/${import_id}/rows`, { headers }));
    expect(body.data[0].errors).toEqual([{ column: "weight_kg", message: "此欄必須填寫。" }]);
  });
});

describe("what is sent", () => {
  it("is a file of a type that is known, of at most 20 MiB, of a kind", async () => {
    const file = fileOf(linesOf(1));
    expect((await upload(shop.testing, file, { type: "application/pdf" })).entries).toMatchObject([
      { field: "content_type" },
    ]);
    expect((await upload(shop.testing, file, { query: "kind=wishes" })).entries).toMatchObject([{ field: "kind" }]);
    const large = await upload(shop.testing, `${file}\n${"x".repeat(20 * 1_048_576)}`);
    expect([large.status, large.body.error.message]).toEqual([413, "The body is larger than 20 MiB."]);
  });

  it("is for merchants and support, with a token", async () => {
    const { import_id } = await checked(shop.testing, fileOf(linesOf(1)));
    const carrier = await clientOf("carrier", null);
    for (const path of [
      "/imports",
      `/imports/${import_id}`,
      `/imports/${import_id}/rows`,
      "/imports/template?ship_type=local",
    ]) {
      expect((await api().get(path)).status).toBe(401);
      expect((await carrier.get(path, naming(shop))).status).toBe(403);
    }
    const support = await personOf("support", null);
    expect((await support.api.get(`/imports/${import_id}`, naming(shop))).status).toBe(200);
    expect((await shop.production.get(`/imports/${import_id}`)).status).toBe(404);
  });

  it("is taken once for an Idempotency-Key", async () => {
    const options = { headers: { "idempotency-key": "import-once" } };
    const file = fileOf(linesOf(1));
    const first = must(await upload(shop.testing, file, options)).body.data;
    const { status, body } = await upload(shop.testing, file, options);
    expect([status, body.error.code, body.error.import_id]).toEqual([500, "500998", first.import_id]);
  });

  it("has a limit of those that are not finished", async () => {
    const db = await testDb();
    const own = await merchant();
    const file = fileOf(linesOf(1));
    const { import_id } = must(await upload(own.testing, file)).body.data;
    await sql`insert into imports (id, account_id, environment, kind, job_id, content_hash, has_headers, mapping, rows, actor_kind)
      select id || n, account_id, environment, kind, job_id, content_hash, has_headers, mapping, rows, actor_kind
      from imports, generate_series(1, 19) n where id = ${import_id}`.execute(db);
    const { entries } = await upload(own.testing, file);
    expect(entries).toMatchObject([{ field: "file", message: expect.stringContaining("20 imports are not finished") }]);
    must(await own.testing.post(`/imports/${import_id}/cancel`));
    expect((await upload(own.testing, file)).status).toBe(200);
  });

  it("names the first import of the same content, whatever its encoding", async () => {
    const file = fileOf(linesOf(1));
    const first = await checked(shop.testing, file);
    const again = await checked(shop.testing, `\ufeff${file.replaceAll("\r\n", "\n")}`);
    expect(again.same_as).toBe(first.import_id);
    const { entries } = await shop.testing.post(`/imports/${again.import_id}/start`, { confirm_shipment: "N" });
    expect(entries).toMatchObject([{ field: "again" }]);
    expect((await started(shop.testing, again.import_id, { confirm_shipment: "N", again: true })).status).toBe("DONE");
    const other = await merchant();
    expect((await checked(other.testing, file)).same_as).toBeNull();
    expect((await checked(shop.production, file)).same_as).toBeNull();
  });

  it("does not name one that was cancelled before anything was made", async () => {
    const file = fileOf(linesOf(1));
    const { import_id } = await checked(shop.testing, file);
    must(await shop.testing.post(`/imports/${import_id}/cancel`));
    expect((await checked(shop.testing, file)).same_as).toBeNull();
  });
});

describe("a row", () => {
  it("is corrected, and its order judged again", async () => {
    const { import_id } = await checked(shop.testing, fileOf(linesOf(2, mark(), { recipient_mobile: "12" })));
    const fixed = must(await patch(import_id, 1, { recipient_mobile: "91234567" })).body.data;
    expect(fixed).toMatchObject({
      n: 1,
      state: "fixed",
      errors: [],
      price: "42.00",
      values: { recipient_mobile: "91234567" },
    });
    expect(await readImport(shop.testing, import_id)).toMatchObject({ status: "WRONG", wrong: 1, ready: 1 });
    const worse = must(await patch(import_id, 1, { weight_kg: "" })).body.data;
    expect(worse).toMatchObject({ state: "wrong", errors: [{ column: "weight_kg" }], price: null });
    // As the file has it, it is no correction.
    const back = must(await patch(import_id, 1, { weight_kg: "1.2", recipient_mobile: "12" })).body.data;
    expect(back.state).toBe("wrong");
    const { rows } = await sql<{
      edits: unknown;
    }>`select edits from import_rows where import_id = ${import_id} and n = 1`.execute(await testDb());
    expect(rows).toEqual([{ edits: null }]);
  });

  it("is corrected by people in many places at once, or in none", async () => {
    const owner = (await personOf("owner", shop.accountId)).api;
    const own = mark();
    const lines = [
      ...linesOf(3, own, { recipient_mobile: "12" }),
      lineOf(`${own}-4`, { shipping_provider: "NOPE" }),
      lineOf(`${own}-4`, { item_name: "Saucer" }),
    ];
    const { import_id } = await checked(shop.testing, fileOf(lines));
    const at = `/imports/${import_id}/rows`;
    const change = (n: number, values: Line) => ({ n, values });
    const fixed = must(
      await owner.post(at, {
        changes: [
          change(1, { recipient_mobile: "91234567" }),
          change(3, { recipient_mobile: "1" }),
          change(3, { recipient_mobile: "91234568" }),
          change(4, { shipping_provider: "" }),
        ],
      }),
    ).body.data;
    expect(fixed.import).toMatchObject({ import_id, status: "WRONG", wrong: 1, ready: 3 });
    // The second line of the order was judged with the first.
    expect(fixed.rows.map(({ n, state }: { n: number; state: string }) => `${n} ${state}`)).toEqual([
      "1 fixed",
      "3 fixed",
      "4 fixed",
      "5 good",
    ]);
    expect((await rowsOf(owner, import_id))[2]?.values.recipient_mobile).toBe("91234568");
    const before = await rowsOf(owner, import_id);
    const good = change(2, { recipient_mobile: "91234567" });
    expect((await owner.post(at, { changes: [good, change(6, {})] })).status).toBe(404);
    expect((await owner.post(at, { changes: [good, change(1, { shoe: "1" } as Line)] })).entries).toMatchObject([
      { field: "values" },
    ]);
    expect((await owner.post(at, { changes: [] })).status).toBe(400);
    expect((await owner.post(at, { changes: Array(1001).fill(good) })).status).toBe(400);
    expect(await rowsOf(owner, import_id)).toEqual(before);
    expect((await shop.testing.post(at, { changes: [good] })).status).toBe(403);
    expect((await api("testing").post(at, { changes: [good] })).status).toBe(401);
  });

  it("is summed up by kind whatever the values, and by at most 500 of them", async () => {
    const owner = (await personOf("owner", shop.accountId)).api;
    const lines = linesOf(510).map((line, n) => ({ ...line, recipient_mobile: `6.${100 + n}E+07` }));
    const { import_id } = await checked(shop.testing, fileOf(lines));
    const { faults, kinds } = must(await owner.get(`/imports/${import_id}/summary`)).body.data;
    expect(faults).toHaveLength(500);
    expect(kinds).toMatchObject([{ column: "recipient_mobile", count: 510, rows: [1, 2, 3, 4, 5, 6] }]);
  });

  it("is summed up for people: what is wrong by kind, what is filled in, and what it costs", async () => {
    const owner = (await personOf("owner", shop.accountId)).api;
    const own = mark();
    const lines = [
      lineOf(`${own}-1`),
      lineOf(`${own}-2`, { recipient_mobile: "12" }),
      lineOf(`${own}-3`, { recipient_mobile: "12", weight_kg: "x" }),
      lineOf(`${own}-4`, { shipping_provider: "LOCAL_DOOR", recipient_mobile_prefix: "852" }),
      lineOf(`${own}-5`, { recipient_mobile: "13" }),
    ];
    const { import_id } = await checked(shop.testing, fileOf(lines));
    const summary = async () => must(await owner.get(`/imports/${import_id}/summary`)).body.data;
    const read = await summary();
    expect(read.services).toEqual([{ shipping_provider: "LOCAL_DOOR", orders: 2, price: "84.00" }]);
    expect(read.filled).toEqual({ sender: 2, shipping_provider: 1, mobile_prefix: 1, weight: 0, item: 0 });
    expect(read.states).toEqual({ good: 2, fixed: 0, wrong: 3, done: 0, failed: 0 });
    expect(read.order_ids).toEqual([]);
    const faults = read.faults.map(({ message: _said, ...fault }: { message: string }) => fault);
    expect(faults).toEqual([
      { column: "recipient_mobile", value: "12", rows: [2, 3] },
      { column: "weight_kg", value: "x", rows: [3] },
      { column: "recipient_mobile", value: "13", rows: [5] },
    ]);
    expect(read.faults[0].message).toBe(read.faults[2].message);
    expect(read.kinds.map(({ message: _said, ...kind }: { message: string }) => kind)).toEqual([
      { column: "recipient_mobile", count: 3, rows: [2, 3, 5] },
      { column: "weight_kg", count: 1, rows: [3] },
    ]);
    await started(shop.testing, import_id, { confirm_shipment: "N", skip_wrong: true });
    const ids = (await rowsOf(owner, import_id)).flatMap(({ order_id }) => order_id ?? []);
    expect(ids).toHaveLength(2);
    expect((await summary()).order_ids).toEqual(ids);
    expect((await shop.testing.get(`/imports/${import_id}/summary`)).status).toBe(403);
  });

  it("joins and leaves orders with its reference", async () => {
    const own = mark();
    const file = fileOf([lineOf(`${own}-1`), lineOf(`${own}-2`), lineOf(`${own}-1`), lineOf("")]);
    const { import_id } = await checked(shop.testing, file);
    expect(await faultsOf(shop.testing, import_id)).toEqual(["3 reference"]);
    // Between the two lines of the first order is none of another one now.
    must(await patch(import_id, 2, { reference: `${own}-1` }));
    expect(await readImport(shop.testing, import_id)).toMatchObject({ status: "READY", orders: 2, ready: 2, wrong: 0 });
    must(await patch(import_id, 2, { reference: `${own}-3` }));
    expect(await faultsOf(shop.testing, import_id)).toEqual(["3 reference"]);
    must(await patch(import_id, 3, { reference: "" }));
    expect(await readImport(shop.testing, import_id)).toMatchObject({ status: "READY", orders: 4, ready: 4 });
    must(await patch(import_id, 4, { reference: `${own}-3` }));
    expect(await faultsOf(shop.testing, import_id)).toEqual(["4 reference"]);
  });

  it("takes what can be typed, and columns that there are, of rows that there are, until it is started", async () => {
    const { import_id } = await checked(shop.testing, fileOf(linesOf(1)));
    const broken = { reference: "A\0B", item_sku: "\ud800" };
    expect(must(await patch(import_id, 1, broken)).body.data.errors).toMatchObject([
      { column: "reference" },
      { column: "item_sku" },
    ]);
    must(await patch(import_id, 1, { reference: "", item_sku: "" }));
    expect(must(await patch(import_id, 1, { remarks: "A\0B\ud800" })).body.data.errors).toMatchObject([
      { column: "remarks" },
    ]);
    must(await patch(import_id, 1, { remarks: "" }));
    expect((await patch(import_id, 1, { shoe_size: "42" })).entries).toMatchObject([{ field: "values" }]);
    expect((await patch(import_id, 2, {})).status).toBe(404);
    must(await shop.testing.post(`/imports/${import_id}/start`, { confirm_shipment: "N" }));
    expect((await patch(import_id, 1, { remarks: "x" })).entries).toMatchObject([{ field: "import_id" }]);
    expect((await map(import_id, {})).entries).toMatchObject([{ field: "import_id" }]);
    await work();
  });

  it("is corrected by two at once without losing either", async () => {
    const { import_id } = await checked(
      shop.testing,
      fileOf(linesOf(1, mark(), { recipient_mobile: "12", weight_kg: "x" })),
    );
    const answers = await Promise.all([
      patch(import_id, 1, { recipient_mobile: "91234567" }),
      patch(import_id, 1, { weight_kg: "1" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await readImport(shop.testing, import_id)).toMatchObject({ status: "READY", ready: 1, wrong: 0 });
  });
});

describe("columns", () => {
  const HEADERS = "Nr,Who,Phone,Where,Kilos,What,How many,Each";
  const file = (own: string) => [HEADERS, Object.values(lineOf(own)).join(",")].join("\n");
  const SAID = {
    ...{ Nr: "reference", Who: "recipient_name", Phone: "recipient_mobile", Where: "recipient_address" },
    ...{ Kilos: "weight_kg", What: "item_name", "How many": "item_qty", Each: "item_value" },
  };

  it("are said by hand, which keeps corrections and is remembered, for the person first", async () => {
    const own = await merchant();
    await withDefaults(own);
    const read = await checked(own.testing, file("C-1"));
    expect(read.status).toBe("WRONG");
    expect(Object.keys(read.mapping)).toEqual(HEADERS.split(","));
    must(await patch(read.import_id, 1, { remarks: "by hand" }, own.testing));
    expect(must(await map(read.import_id, SAID, {}, own.testing)).body.data.status).toBe("CHECKING");
    await work();
    expect(await readImport(own.testing, read.import_id)).toMatchObject({ status: "READY", mapping: SAID });
    expect((await rowsOf(own.testing, read.import_id))[0]).toMatchObject({
      state: "fixed",
      values: { remarks: "by hand" },
    });
    const owner = await personOf("owner", own.accountId);
    expect((await checked(owner.api, file("C-2"))).status).toBe("READY");
    const mine = await checked(owner.api, file("C-3"));
    must(await map(mine.import_id, { ...SAID, Nr: null }, {}, owner.api));
    await work();
    expect((await checked(owner.api, file("C-4"))).mapping.Nr).toBeNull();
    expect((await checked(own.testing, file("C-5"))).mapping.Nr).toBe("reference");
    expect((await checked((await merchant()).testing, file("C-6"))).mapping.Nr).toBeNull();
  });

  it("are shown to people in their order, with what is in them, as they are read or would be", async () => {
    const owner = (await personOf("owner", shop.accountId)).api;
    const file = '10,Name,9\r\nA-1,="0912",\r\n,Amy,\r\nA-1,Bo,x\r\nA-3,Cy,\r\nA-4,Di,';
    const { import_id } = await checked(shop.testing, file);
    must(await map(import_id, { Name: "recipient_name" }, { has_headers: true }));
    await work();
    const columns = async (query = "") => must(await owner.get(`/imports/${import_id}/columns${query}`)).body.data;
    expect(await columns()).toEqual({
      has_headers: true,
      columns: [
        { header: "10", column: null, samples: ["A-1", "A-3", "A-4"] },
        { header: "Name", column: "recipient_name", samples: ["0912", "Amy", "Bo"] },
        { header: "9", column: null, samples: ["x"] },
      ],
    });
    expect((await columns("?has_headers=N")).columns[1]).toEqual({
      header: "#2",
      column: "recipient_name",
      samples: ["Name", "0912", "Amy"],
    });
    expect((await shop.testing.get(`/imports/${import_id}/columns`)).status).toBe(403);
    must(await shop.testing.post(`/imports/${import_id}/cancel`, {}));
    expect((await owner.get(`/imports/${import_id}/columns`)).status).toBe(404);
  });

  it("are refused where the file or the template has none of the name, or two are the same", async () => {
    const { import_id, mapping } = await checked(shop.testing, file(mark()));
    expect((await map(import_id, { Nowhere: "reference" })).entries).toMatchObject([{ field: "mapping" }]);
    expect((await map(import_id, { Nr: "shoe_size" })).entries).toMatchObject([{ field: "mapping" }]);
    const twice = await map(import_id, { Nr: "weight_kg", Kilos: "weight_kg" });
    expect(twice.entries).toMatchObject([{ field: "mapping", message: expect.stringContaining("weight_kg") }]);
    expect(await readImport(shop.testing, import_id)).toMatchObject({ mapping });
    expect((await map(import_id, { Who: "recipient_name", Nr: "recipient_name" })).status).toBe(200);
  });

  it("may have no names: then the first line is a row", async () => {
    const { import_id, mapping } = await checked(shop.testing, file(mark()));
    const unnamed = Object.fromEntries(
      Object.keys(mapping).map((_header, at) => [`#${at + 1}`, Object.values(SAID)[at] ?? null]),
    );
    must(await patch(import_id, 1, { remarks: "of the row" }));
    must(await map(import_id, unnamed, { has_headers: false }));
    await work();
    // Corrections go with their rows.
    expect((await rowsOf(shop.testing, import_id)).map(({ values }) => values.remarks)).toEqual([
      undefined,
      "of the row",
    ]);
    expect(await readImport(shop.testing, import_id)).toMatchObject({ has_headers: false, rows: 2, wrong: 1 });
    must(await map(import_id, SAID, { has_headers: true }));
    await work();
    expect(await readImport(shop.testing, import_id)).toMatchObject({ status: "READY", rows: 1 });
    expect(await rowsOf(shop.testing, import_id)).toMatchObject([{ values: { remarks: "of the row" } }]);
  });
});

describe("a start", () => {
  it("needs to be told of wrong rows, and something to make", async () => {
    const { import_id } = await checked(shop.testing, fileOf([lineOf(mark(), { weight_kg: "x" }), lineOf(mark())]));
    const start = (body: object) => shop.testing.post(`/imports/${import_id}/start`, body);
    expect((await start({})).entries).toMatchObject([{ field: "confirm_shipment" }]);
    expect((await start({ confirm_shipment: "N" })).entries).toMatchObject([
      { field: "skip_wrong", message: expect.stringContaining("1 rows") },
    ]);
    must(await patch(import_id, 2, { weight_kg: "x" }));
    expect((await start({ confirm_shipment: "N", skip_wrong: true })).entries).toMatchObject([{ field: "import_id" }]);
  });

  it("is refused if it would make other orders than the caller has seen, or for another price", async () => {
    const { import_id } = await checked(shop.testing, fileOf(linesOf(2)));
    const start = (more: object) =>
      shop.testing.post(`/imports/${import_id}/start`, { confirm_shipment: "N", ...more });
    expect((await start({ orders: 3, total_price: "84.00" })).entries).toMatchObject([{ field: "orders" }]);
    expect((await start({ orders: 2, total_price: "42.00" })).entries).toMatchObject([
      { field: "total_price", message: expect.stringContaining("2 now, for HKD 84.00") },
    ]);
    must(await start({ orders: 2, total_price: "84.00" }));
    await work();
  });

  it("happens once", async () => {
    const own = mark();
    const { import_id } = await checked(shop.testing, fileOf(linesOf(30, own)));
    const body = { confirm_shipment: "N" };
    const answers = await Promise.all([1, 2, 3].map(() => shop.testing.post(`/imports/${import_id}/start`, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    await Promise.all([work(), work()]);
    expect(await readImport(shop.testing, import_id)).toMatchObject({ status: "DONE", done: 30 });
    expect(await ofMark(own)).toBe(30);
  });

  it("makes no order that costs more than it was shown with", async () => {
    const own = mark();
    const { import_id } = await checked(shop.testing, fileOf(linesOf(2, own)));
    const restore = await changeSheet("TARIFF", "LOCAL_DOOR", (sheet) => sheet.map(dearerBy(7, "first_price")));
    const done = await started(shop.testing, import_id).finally(restore);
    const rows = await rowsOf(shop.testing, import_id);
    expect(done).toMatchObject({ status: "DONE", done: 0, failed: 2 });
    expect(rows[0]).toMatchObject({
      state: "failed",
      errors: [{ column: "shipping_provider", message: expect.stringContaining("HKD 42.00") }],
    });
  });

  it("makes no order of other defaults than it was checked with", async () => {
    const own = await merchant();
    await withDefaults(own);
    const { import_id } = await checked(own.testing, fileOf(linesOf(1)));
    const { sender } = localOrder();
    const local = { sender: { ...sender, name: "Another shop" }, shipping_provider: "LOCAL_DOOR" };
    must(await own.testing.call("PUT", "/defaults", { body: { local, intl: {} } }));
    expect(await started(own.testing, import_id)).toMatchObject({ done: 0, failed: 1 });
    const [row] = await rowsOf(own.testing, import_id);
    expect(row?.errors).toMatchObject([{ message: expect.stringContaining("have changed since") }]);
  });

  it("needs no word about content whose first import was cancelled since", async () => {
    const file = fileOf(linesOf(1));
    const first = await checked(shop.testing, file);
    const second = await checked(shop.testing, file);
    expect(second.same_as).toBe(first.import_id);
    must(await shop.testing.post(`/imports/${first.import_id}/cancel`));
    expect((await started(shop.testing, second.import_id)).status).toBe("DONE");
  });

  it("happens although the worker of the check never said that it was done", async () => {
    const { import_id } = await checked(shop.testing, fileOf(linesOf(1)));
    const db = await testDb();
    await sql`update jobs set state = 'QUEUED', finished_at = null, payload = ${JSON.stringify({ import_id, step: "check" })}::jsonb
      where key = ${import_id}`.execute(db);
    expect(await started(shop.testing, import_id)).toMatchObject({ status: "DONE", done: 1 });
  });

  it("stops where it is cancelled: what is made stays", async () => {
    const own = mark();
    const { import_id } = await checked(shop.testing, fileOf(linesOf(60, own)));
    must(await shop.testing.post(`/imports/${import_id}/start`, { confirm_shipment: "N" }));
    const { advance } = JobRun.prototype;
    vi.spyOn(JobRun.prototype, "advance")
      .mockImplementationOnce(async function (this: JobRun<unknown>, ...given) {
        await advance.apply(this, given);
      })
      .mockImplementationOnce(async function (this: JobRun<unknown>, ...given) {
        await advance.apply(this, given);
        throw new Error("the worker ends here");
      });
    await work();
    must(await shop.testing.post(`/imports/${import_id}/cancel`));
    await sql`update jobs set run_at = now() where kind = 'file'`.execute(await testDb());
    await work();
    expect(await readImport(shop.testing, import_id)).toMatchObject({
      status: "CANCELLED",
      done: 25,
      finish_time: expect.any(String),
    });
    expect(await ofMark(own)).toBe(25);
    const owner = (await personOf("owner", shop.accountId)).api;
    // What it made costs something, and the rest can be had.
    const { services, order_ids } = must(await owner.get(`/imports/${import_id}/summary`)).body.data;
    expect(services).toEqual([{ shipping_provider: "LOCAL_DOOR", orders: 25, price: "1050.00" }]);
    expect(order_ids).toHaveLength(25);
    const rest = must(await shop.testing.get(`/imports/${import_id}/failed`)).body.data.content;
    const lines = Buffer.from(rest, "base64").toString("utf8").trim().split("\r\n");
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(
      Array.from({ length: 35 }, (_, n) => `${own}-${n + 26}`),
    );
    // One that has ended stays as it is.
    expect(must(await shop.testing.post(`/imports/${import_id}/cancel`)).body.data.done).toBe(25);
  });

  it("is still worked on where a server of the version before has begun it", async () => {
    const own = mark();
    const { import_id } = must(await upload(shop.testing, fileOf(linesOf(3, own)))).body.data;
    const { db } = await productDatabase();
    const asPast = () => sql`update jobs set kind = 'import' where kind = 'file' and state = 'QUEUED'`.execute(db);
    await asPast();
    await runJobs(db, pastImportWork, new AbortController().signal);
    expect(await readImport(shop.testing, import_id)).toMatchObject({ status: "READY", ready: 3 });
    must(await shop.testing.post(`/imports/${import_id}/start`, { confirm_shipment: "N" }));
    await asPast();
    await runJobs(db, pastImportWork, new AbortController().signal);
    expect(await readImport(shop.testing, import_id)).toMatchObject({ status: "DONE", done: 3 });
    expect(await ofMark(own)).toBe(3);
  });

  it("goes on after its worker ends, every order once", async () => {
    const own = mark();
    const { import_id } = await checked(shop.testing, fileOf(linesOf(60, own)));
    must(await shop.testing.post(`/imports/${import_id}/start`, { confirm_shipment: "Y" }));
    const { advance } = JobRun.prototype;
    let sets = 0;
    vi.spyOn(JobRun.prototype, "advance").mockImplementation(async function (this: JobRun<unknown>, ...given) {
      await advance.apply(this, given);
      if (++sets === 2) throw new Error("the worker ends here");
    });
    await work();
    expect(await ofMark(own)).toBe(25);
    await sql`update jobs set run_at = now() where kind = 'file'`.execute(await testDb());
    await work();
    expect(await readImport(shop.testing, import_id)).toMatchObject({ status: "DONE", done: 60, failed: 0 });
    expect(await ofMark(own)).toBe(60);
  });

  it("comes to its end although every turn is over at once, as is its check", async () => {
    vi.spyOn(JobRun.prototype, "isOver", "get").mockReturnValue(true);
    const own = mark();
    const read = await checked(shop.testing, fileOf(linesOf(230, own)));
    expect(read).toMatchObject({ status: "READY", rows: 230, ready: 230 });
    expect(await started(shop.testing, read.import_id)).toMatchObject({ status: "DONE", done: 230 });
    expect(await ofMark(own)).toBe(230);
  });

  it("is given up when its workers end again and again", async () => {
    const { import_id } = await checked(shop.testing, fileOf(linesOf(1)));
    must(await shop.testing.post(`/imports/${import_id}/start`, { confirm_shipment: "N" }));
    await sql`update jobs set tries = 3 where kind = 'file' and state = 'QUEUED'`.execute(await testDb());
    await work();
    expect((await readImport(shop.testing, import_id)).status).toBe("CANCELLED");
  });

  it("is for whoever may still make orders", async () => {
    const owner = await personOf("owner", shop.accountId);
    const own = mark();
    const { import_id } = await checked(owner.api, fileOf(linesOf(2, own)));
    must(await owner.api.post(`/imports/${import_id}/start`, { confirm_shipment: "N" }));
    await sql`update people set disabled_at = now() where id = ${owner.id}`.execute(await testDb());
    await work();
    expect(await readImport(shop.testing, import_id)).toMatchObject({ status: "DONE", done: 0, failed: 2 });
    const client = await clientOf("merchant", shop.accountId);
    const second = await checked(client, fileOf(linesOf(1, mark())));
    must(await client.post(`/imports/${second.import_id}/start`, { confirm_shipment: "N" }));
    await sql`update api_clients set revoked_at = now() where id = ${second.created_by.name}`.execute(await testDb());
    await work();
    expect(await readImport(shop.testing, second.import_id)).toMatchObject({ done: 0, failed: 1 });
  });

  it("is not held up by an order that is refused now", async () => {
    const own = mark();
    const { import_id } = await checked(
      shop.testing,
      fileOf([...linesOf(1, own), lineOf(`${own}-2`, { item_qty: "2" })]),
    );
    await sql`update import_rows set cells = cells || '{"weight_kg": "9000"}' where import_id = ${import_id} and n = 1`.execute(
      await testDb(),
    );
    const done = await started(shop.testing, import_id);
    expect(done).toMatchObject({ status: "DONE", done: 1, failed: 1 });
    expect(await stateOf(import_id)).toEqual(["failed", "done"]);
  });
});

describe("files that it gives", () => {
  it("have what is wrong beside each line of its order, and import again", async () => {
    const own = mark();
    const file = fileOf([
      lineOf(`${own}-1`),
      lineOf(`${own}-2`, { recipient_name: "=cmd()", recipient_mobile: "12" }),
      { reference: `${own}-2`, item_name: "Cup", item_qty: "x", item_value: "20" },
    ]);
    const { import_id } = await checked(shop.testing, file);
    must(await patch(import_id, 2, { recipient_mobile: "91234567" }));
    const { body, headers } = await shop.testing.get(`/imports/${import_id}/failed`, {
      headers: { accept: "text/csv" },
    });
    expect(headers.get("content-disposition")).toContain(`wrong-rows-${import_id}.csv`);
    expect(body).toContain("'=cmd()");
    expect(body.split("\r\n")[2]).toMatch(/,item_qty: /);
    const { data } = must(await shop.testing.get(`/imports/${import_id}/failed`)).body;
    expect(Buffer.from(data.content, "base64").toString()).toBe(`\ufeff${body}`);
    const again = await checked(shop.testing, body);
    expect(again).toMatchObject({ rows: 2, orders: 1, wrong: 1 });
    expect(again.mapping.error).toBeNull();
    const [first] = await rowsOf(shop.testing, again.import_id);
    expect(first?.values).toMatchObject({ recipient_name: "=cmd()", recipient_mobile: "91234567" });
  });

  it.each(["local", "intl"])("are templates of %s orders, which import without an error", async (ship_type) => {
    const own = await merchant();
    await withDefaults(own);
    const path = `/imports/template?ship_type=${ship_type}`;
    const csv = must(await own.testing.get(path, { headers: { accept: "text/csv" } })).body;
    const read = await checked(own.testing, csv);
    expect(read).toMatchObject({ status: "READY", rows: 3, orders: 2 });
    const { data } = must(await own.testing.get(`${path}&format=xlsx`)).body;
    expect(data.format).toBe("xlsx");
    const sheet = await checked(own.testing, new Uint8Array(Buffer.from(data.content, "base64")));
    expect(sheet).toMatchObject({ status: "READY", rows: 3, same_as: read.import_id });
  });

  it.each(["csv", "xlsx"])("are orders as %s, which import as the same orders", async (format) => {
    const own = await merchant();
    await withDefaults(own);
    const send = (order: object) => own.testing.post("/order/create", order);
    const { shipment_detail, recipient } = localOrder();
    const items = [
      ...(shipment_detail.parcel_list[0]?.parcel_items ?? []),
      { name: "=1+1", qty: "2", single_value: "3.10" },
    ];
    const two = { ...shipment_detail, parcel_list: [{ ...shipment_detail.parcel_list[0], parcel_items: items }] };
    const cod = { cod: "Y", cod_amount: "380.00", client_remarks: "00123" };
    must(
      await send(
        localOrder({ ...cod, reference: "X-1", shipment_detail: two, recipient: { ...recipient, name: "MAR-1" } }),
      ),
    );
    must(await send(intlOrder({ reference: "2026/11" })));
    must(
      await send(
        localOrder({
          shipment_detail: {
            ...shipment_detail,
            parcel_list: [...shipment_detail.parcel_list, ...shipment_detail.parcel_list],
          },
        }),
      ),
    );
    const { data } = must(await own.testing.get(`/orders/export?columns=template&format=${format}`)).body;
    expect(data.left_out).toBe(1);
    const { import_id, status } = await checked(own.testing, new Uint8Array(Buffer.from(data.content, "base64")));
    expect([status, await faultsOf(own.testing, import_id)]).toEqual(["READY", []]);
    await started(own.testing, import_id);
    const listed = must(await own.testing.get("/orders?source=import")).body.data;
    expect(listed).toHaveLength(2);
    for (const { order_id, reference } of listed) {
      const before = must(await own.testing.get(`/orders?reference=${encodeURIComponent(reference)}`)).body.data;
      const read = async (id: string) => must(await own.testing.get(`/order/detail/${id}`)).body.data;
      const [made, first] = [await read(order_id), await read(before.at(-1).order_id)];
      expect(made.recipient).toEqual(first.recipient);
      const kept = ({ shipment_detail: { parcel_list } }: typeof made) => {
        const [{ act_weight, length, width, height, parcel_items, declaration_list }] = parcel_list;
        const named = (parcel_items ?? declaration_list).map(
          ({ name, description, qty, single_value, single_price, sku, hscode }: Record<string, string>) => [
            name ?? description,
            qty,
            single_value ?? single_price,
            sku,
            hscode,
          ],
        );
        return { act_weight, length, width, height, named };
      };
      expect(kept(made)).toEqual(kept(first));
      expect([made.cod_amount, made.client_remarks, made.quote_price]).toEqual([
        first.cod_amount,
        first.client_remarks,
        first.quote_price,
      ]);
    }
  });
});

describe("what is kept", () => {
  it("goes with its order, and after 30 days", async () => {
    const { import_id } = await checked(shop.testing, fileOf(linesOf(2)));
    await started(shop.testing, import_id);
    const db = await testDb();
    const [row] = await rowsOf(shop.testing, import_id);
    await eraseOrders(db, { accountId: shop.accountId, environment: "testing" }, [row?.order_id ?? ""]);
    const [erased, kept] = await rowsOf(shop.testing, import_id);
    expect([erased?.values, erased?.order_id]).toEqual([{}, row?.order_id]);
    expect(kept?.values.recipient_name).toBe("陳大文");
    const { rows: files } = await sql`select from import_files where import_id = ${import_id}`.execute(db);
    expect(files).toEqual([]);
    await sql`update imports set created_at = now() - interval '31 days' where id = ${import_id}`.execute(db);
    await cleanUp((await productDatabase()).db);
    expect((await shop.testing.get(`/imports/${import_id}`)).status).toBe(404);
    const { rows } = await sql`select from import_rows where import_id = ${import_id}`.execute(db);
    expect(rows).toEqual([]);
  });

  it("is listed, the latest first", async () => {
    const own = await merchant();
    const ids = [];
    for (let n = 0; n < 2; n++) ids.unshift((await checked(own.testing, fileOf(linesOf(1)))).import_id);
    const { body } = must(await own.testing.get("/imports?limit=1"));
    expect([body.data[0].import_id, body.pagination.total]).toEqual([ids[0], 2]);
    expect((await own.production.get("/imports")).body.data).toEqual([]);
  });
});
