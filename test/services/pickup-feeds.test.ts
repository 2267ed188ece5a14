// Whole lists of a provider's pickup points: preview, application and its time, who is notified (contract §29).
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FEED_COLUMNS } from "@/lib/contracts/services";
import { SAMPLE } from "@/server/db/sample";
import { applyDueFeeds } from "@/server/services";
import { productDatabase, resetDatabase } from "../database";
import { clientOf, created, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";
import { must } from "../pick-pack/warehouse";
import { csvOf, listed, newPoint, without } from "./pickup-lists";

type Loose = Record<string, unknown>;
type Person = Awaited<ReturnType<typeof personOf>>;
let shop: Merchant;
let owner: Person;
let support: Person;

beforeEach(async () => {
  await resetDatabase();
  shop = await merchant();
  owner = await personOf("owner", shop.accountId);
  support = await personOf("support", null);
});

afterEach(async () => {
  const db = await testDb();
  await db.deleteFrom("pickup_points").execute();
  await db.insertInto("pickup_points").values(SAMPLE.pickupPoints).execute();
});

const FEEDS = "/pickup-point-feeds";
const body = (points: readonly Loose[], more: Loose = {}) => ({ provider: "LOCAL_POINT", points, ...more });
const preview = async (given: Loose, by = support) =>
  must(await by.api.post("/pickup-point-feeds/preview", given)).body.data;
const apply = async (given: Loose, by = support) => must(await by.api.post(FEEDS, given)).body.data;
const read = async (id: string, by = support) => must(await by.api.get(`/pickup-point-feeds/${id}`)).body.data;
const statusOf = async (code: string) =>
  must(await shop.testing.get(`/pickup-points?shipping_provider=LOCAL_POINT&q=${code}`)).body.data[0]?.status;
const toPoint = (code: string, change: Loose = {}) =>
  localOrder({
    shipping_provider: "LOCAL_POINT",
    recipient: { ...localOrder().recipient, address: `九龍旺角彌敦道701號地下^${code}` },
    ...change,
  });
const notices = async (by = owner) =>
  must(await by.api.get("/notifications")).body.data as { title: string; path: string }[];
/** Those of the account's first owner. */
const mails = async () =>
  (await (await testDb()).selectFrom("mails").selectAll().where("recipient", "=", shop.email).execute()).map((mail) =>
    JSON.stringify(mail),
  );
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const makeDue = async (id: string) =>
  sql`update pickup_feeds set apply_at = now() - interval '1 second' where id = ${id}`.execute(await testDb());
const audited = async (operation: string) =>
  (await (await testDb()).selectFrom("audit_log").selectAll().where("operation", "=", operation).execute()).filter(
    ({ outcome }) => outcome === "ok",
  );

describe("a preview", () => {
  it("says what opens, moves and closes, and which orders and drafts name what closes; it changes nothing", async () => {
    const saved = await created(shop.testing, toPoint("KLN-L001", { confirm_shipment: "N", reference: "R-1" }));
    const confirmed = await created(shop.testing, toPoint("KLN-L001"));
    const collected = await created(shop.testing, toPoint("KLN-L001"));
    must(await shop.testing.post("/simulate/tracking", { order_id: collected.order_id, event: "order.picked_up" }));
    await created(shop.testing, toPoint("NT-S014"));
    const elsewhere = await created(shop.production, toPoint("KLN-L001"));
    const draft = async (address: unknown, provider?: string) =>
      must(await owner.api.post("/drafts", { body: { shipping_provider: provider, recipient: { address } } })).body
        .data;
    const { draft_id } = await draft("九龍^KLN-L001 ", "LOCAL_POINT");
    const { draft_id: open } = await draft("九龍^KLN-L001");
    await draft("九龍^KLN-L001", "LOCAL_DOOR");
    for (const odd of ["^".repeat(3000) + "x".repeat(9000), 5, { a: "^KLN-L001" }, "KLN-L001"]) await draft(odd);

    const [first] = without("KLN-L001");
    const moved = { ...first, address_en: "2 Wing Lok Street, Sheung Wan", max_weight: "19.50", status: "SUSPENDED" };
    const closed = SAMPLE.pickupPoints.find(({ status }) => status === "CLOSED")?.delivery_code ?? "";
    const points = [moved, ...without("KLN-L001").slice(1), newPoint("NEW-1"), newPoint(closed)];
    const seen = await preview(body(points));
    expect(seen).toMatchObject({ opens: 2, moves: 1, closes: 1, same: points.length - 3, needs_confirmation: false });
    expect(seen.opening).toMatchObject([
      { delivery_code: "NEW-1", reopened: false },
      { delivery_code: closed, reopened: true },
    ]);
    expect(seen.moving).toMatchObject([{ delivery_code: first?.delivery_code }]);
    expect(seen.moving[0].fields.map((each: Loose) => each.field).sort()).toEqual([
      "address_en",
      "max_weight",
      "status",
    ]);
    expect(seen.moving[0].fields).toContainEqual({ field: "max_weight", before: "20", after: "19.5" });
    expect(seen.closing).toMatchObject([{ delivery_code: "KLN-L001" }]);
    expect(seen.concerned).toMatchObject({ orders: 2, drafts: 2, accounts: 1 });
    expect(seen.concerned.rows.map(({ kind, id }: Loose) => [kind, id]).sort()).toEqual(
      [
        ["DRAFT", draft_id],
        ["DRAFT", open],
        ["ORDER", saved.order_id],
        ["ORDER", confirmed.order_id],
      ].sort(),
    );
    expect(seen.concerned.rows).toContainEqual({
      kind: "ORDER",
      id: saved.order_id,
      account_id: shop.accountId,
      account_name: "Test Merchant",
      delivery_code: "KLN-L001",
      status: "PENDING_CONFIRM",
      reference: "R-1",
    });
    // The same list as a file of Excel's, and in the other environment.
    const inProduction = await personOf("support", null, "production");
    const file = `sep=;\r\n${csvOf([...points.toReversed()])
      .replace("\ufeff", "")
      .replaceAll('"', "")
      .replace(/,(?! )/g, ";")}`;
    const again = await preview({ provider: "LOCAL_POINT", csv: file }, inProduction);
    expect(again).toMatchObject({ opens: 2, moves: 1, closes: 1, same: points.length - 3 });
    expect(again.concerned.rows.map(({ id }: Loose) => id)).toEqual([elsewhere.order_id]);
    expect(await statusOf("KLN-L001")).toBe("ACTIVE");
    expect(await notices()).toEqual([]);
    // A look at the merchant, once.
    await preview(body(points));
    expect((await audited("previewPickupFeed")).filter(({ environment }) => environment === "testing")).toMatchObject([
      { account_id: shop.accountId },
    ]);
  });

  it("names each fault by row and column, of points and of a file, and refuses nothing but whole lists", async () => {
    const faulty = [
      newPoint("A", { max_weight: "0", district: "Atlantis" }),
      newPoint("B^1", { point_type: "BOX", address_zh: "短" }),
      newPoint("A", { max_length: "30" }),
      newPoint("C", { name_en: undefined, opening_hours: 5 }),
    ];
    const wrong = [
      ["max_weight", 1],
      ["district", 1],
      ["delivery_code", 2],
      ["point_type", 2],
      ["address_zh", 2],
      ["delivery_code", 3],
      ["max_height", 3],
      ["max_width", 3],
      ["name_en", 4],
    ];
    const placesOf = (answer: { status: number; entries: Loose[] }) => [
      answer.status,
      answer.entries
        .flatMap((entry) => (entry.faults ? (entry.faults as Loose[]) : [entry]))
        .map(({ row, column }) => [column, row])
        .sort(),
    ];
    const ofPoints = await support.api.post("/pickup-point-feeds/preview", body(faulty));
    expect(placesOf(ofPoints)).toEqual([400, [...wrong, ["opening_hours", 4]].sort()]);
    expect(ofPoints.entries[0]).toMatchObject({ field: "points[].district", pointer: "/points/0/district" });
    // Empty lines count as rows of the file, and one in which a cell has two lines is one row.
    const lines = csvOf([
      ...faulty.slice(0, 3),
      newPoint("D", { address_en: '1, "Pier"\nRoad' }),
      newPoint("C", { name_en: "" }),
    ]).split("\r\n");
    const csv = [lines[0], "", ...lines.slice(1, -2), `${lines.at(-2)},,surplus`].join("\r\n");
    const ofFile = await support.api.post("/pickup-point-feeds/preview", { provider: "LOCAL_POINT", csv });
    const shifted = wrong.map(([column, row]) => [column, Number(row) + (row === 4 ? 3 : 2)]);
    expect(placesOf(ofFile)).toEqual([400, [...shifted, ["address_en", 6], [FEED_COLUMNS.length + 2, 7]].sort()]);
    expect(ofFile.entries).toMatchObject([
      {
        field: "csv",
        faults: expect.arrayContaining([{ row: 5, column: "delivery_code", message: "Row 3 has this code already." }]),
      },
    ]);

    const refused = async (given: Loose) => {
      const answer = await support.api.post("/pickup-point-feeds/preview", given);
      return [answer.status, answer.entries.map(({ field }) => field)];
    };
    expect(await refused({ provider: "LOCAL_POINT" })).toEqual([400, ["points"]]);
    expect(await refused(body([newPoint("A")], { csv: "x" }))).toEqual([400, ["csv"]]);
    expect(await refused(body([]))).toEqual([400, ["points"]]);
    expect(await refused({ provider: "LOCAL_POINT", csv: csvOf([]) })).toEqual([400, ["csv"]]);
    expect(await refused(body([newPoint("A")], { provider: "LOCAL_DOOR" }))).toEqual([400, ["provider"]]);
    expect(await refused(body([newPoint("A")], { provider: "NOBODY" }))).toEqual([400, ["provider"]]);
    const applied = await support.api.post("/pickup-point-feeds", body([newPoint("A")], { provider: "NOBODY" }));
    expect(applied.entries).toMatchObject([{ field: "provider", code_reason: "SERVICE_NOT_AVAILABLE" }]);
    const heads = csvOf([newPoint("A")], ["delivery_code", "delivery_code", "phone"]);
    const unnamed = await support.api.post("/pickup-point-feeds/preview", { provider: "LOCAL_POINT", csv: heads });
    const needed = FEED_COLUMNS.filter((column) => !column.startsWith("max_") || column === "max_weight").slice(0, -1);
    expect(placesOf(unnamed)).toEqual([400, needed.map((column) => [column, 1]).sort()]);
    const seen = await preview({ provider: "LOCAL_POINT", csv: csvOf(listed(), [...FEED_COLUMNS, "phone"]) });
    expect([seen.ignored_columns, seen.same]).toEqual([["phone"], listed().length]);
    const huge = await support.api.post(
      "/pickup-point-feeds/preview",
      body([newPoint("A", { name_en: "x".repeat(4_200_000) })]),
    );
    expect([huge.status, huge.body.error.message]).toEqual([413, "The body is larger than 4 MiB."]);
  });
});

describe("a feed", () => {
  it("is applied at once, tells each merchant once, and keeps closed points for old orders", async () => {
    const order = await created(shop.testing, toPoint("KLN-L001"));
    const saved = await created(shop.testing, toPoint("KLN-L001", { confirm_shipment: "N" }));
    const elsewhere = await created(shop.production, toPoint("KLN-L001"));
    const feed = await apply(
      body([...without("KLN-L001"), newPoint("NEW-1", { max_length: "60", max_width: "40", max_height: "30" })]),
    );
    expect(feed).toMatchObject({
      status: "APPLIED",
      opens: 1,
      moves: 0,
      closes: 1,
      told: 1,
      ended_by: feed.created_by,
    });
    expect([await statusOf("KLN-L001"), await statusOf("NEW-1")]).toEqual(["CLOSED", "ACTIVE"]);
    const [point] = must(
      await shop.testing.get("/pickup-points?shipping_provider=LOCAL_POINT&district=Kwun+Tong&q=new-1"),
    ).body.data;
    expect(point).toMatchObject({ region: "Kowloon", district: "Kwun Tong", address_value: "觀塘道1號地下^NEW-1" });
    // What names the closed point can be read, and no more be bought.
    expect(must(await shop.testing.get(`/order/detail/${order.order_id}`)).body.data.recipient.delivery_code).toBe(
      "KLN-L001",
    );
    expect((await shop.testing.post("/order/confirm", { order_id: saved.order_id })).entries).toMatchObject([
      { code: "400472" },
    ]);
    await created(shop.testing, toPoint("NEW-1"));

    const [notice, ...more] = await notices();
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      title: expect.stringContaining("have closed"),
      path: `/production/orders/${elsewhere.order_id}`,
    });
    const [mail = "", ...mailsToo] = await mails();
    expect(mailsToo).toEqual([]);
    for (const words of ["Production: 1 order.", "Testing: 2 orders.", order.order_id, saved.order_id, "KLN-L001"])
      expect(mail).toContain(words);

    const whole = await read(feed.id);
    expect([whole.opening.length, whole.closing.length, whole.concerned.orders]).toEqual([1, 1, 2]);
    const again = await apply(
      body([...without("KLN-L001"), newPoint("NEW-1", { max_length: "60.0", max_width: "40", max_height: "30" })]),
    );
    expect(again).toMatchObject({ opens: 0, moves: 0, closes: 0, told: 0 });
    // It opens again, by a row in CSV, and another is closed by its status.
    const back = listed().map((row) => (row.delivery_code === "NT-S014" ? { ...row, status: "closed" } : row));
    expect(await apply({ provider: "LOCAL_POINT", csv: csvOf(back) })).toMatchObject({ opens: 1, closes: 2 });
    expect([await statusOf("KLN-L001"), await statusOf("NT-S014"), await statusOf("NEW-1")]).toEqual([
      "ACTIVE",
      "CLOSED",
      "CLOSED",
    ]);
    must(await shop.testing.post("/order/confirm", { order_id: saved.order_id }));
    expect((await read(feed.id)).concerned.orders).toBe(0);
    // The order to NEW-1 is news of its own.
    expect(await notices()).toHaveLength(2);
    expect(await audited("createPickupFeed")).toMatchObject([
      {
        account_id: null,
        object_id: feed.id,
        after: { provider: "LOCAL_POINT", opens: 1, closes: 1, confirm_closing: "N" },
      },
      {},
      {},
    ]);
    const { data, pagination } = must(await support.api.get(`${FEEDS}?limit=2`)).body;
    expect([data.length, data[1].id, pagination.total]).toEqual([2, again.id, 3]);
  });

  it("tells of points that are suspended or move as well, and what becomes of each", async () => {
    const [suspended, moved] = ["KLN-L001", "NT-S014"];
    const both = await created(shop.testing, toPoint(moved));
    await created(shop.testing, toPoint(suspended));
    const other = await merchant();
    const stranger = await personOf("owner", other.accountId);
    await created(other.testing, toPoint(suspended.toLowerCase()));
    const list = listed().map((row) => {
      if (row.delivery_code === suspended) return { ...row, status: "SUSPENDED" };
      return row.delivery_code === moved ? { ...row, address_en: "G/F, 9 New Road" } : row;
    });
    // Other hours are no news.
    const hours = listed().map((row) => (row.delivery_code === moved ? { ...row, opening_hours: "24 hours" } : row));
    expect(await apply(body(hours))).toMatchObject({ moves: 1, told: 0 });
    const planned = await apply(body(list, { apply_at: inHours(3) }));
    expect(planned).toMatchObject({ moves: 2, closes: 0, told: 2 });
    expect((await read(planned.id)).concerned.orders).toBe(3);
    expect((await notices()).map(({ title }) => title)).toEqual([expect.stringContaining("will change")]);
    expect((await notices(stranger)).map(({ title }) => title)).toEqual([expect.stringContaining("will be suspended")]);
    const [mail = ""] = await mails();
    for (const words of [`${moved} moves to: G/F, 9 New Road.`, `further notice: ${suspended}.`, both.order_id])
      expect(mail).toContain(words);
    await makeDue(planned.id);
    await applyDueFeeds(await testDb());
    expect(await statusOf(suspended)).toBe("SUSPENDED");
    expect([await notices(), await notices(stranger)].map((each) => each.length)).toEqual([1, 1]);
    // What is suspended is still to be seen to; who orders to where a point is now need not be told.
    expect((await read(planned.id)).concerned.orders).toBe(2);
    // A suspended point that moves takes parcels no more than before.
    await (await testDb()).deleteFrom("notices").execute();
    const again = list.map((row) =>
      row.delivery_code === suspended ? { ...row, address_en: "G/F, 10 New Road" } : row,
    );
    expect(await apply(body(again))).toMatchObject({ moves: 1, told: 2 });
    expect((await notices(stranger)).map(({ title }) => title)).toEqual([expect.stringContaining("are suspended")]);
  });

  it("knows a code in any case", async () => {
    const order = await created(shop.testing, toPoint("kln-l001"));
    expect(must(await shop.testing.get(`/order/detail/${order.order_id}`)).body.data.recipient.delivery_code).toBe(
      "KLN-L001",
    );
    const lower = listed().map((row) => ({ ...row, delivery_code: String(row.delivery_code).toLowerCase() }));
    expect(await preview(body(lower))).toMatchObject({ opens: 0, moves: 0, closes: 0, same: lower.length });
    const twice = await support.api.post(FEEDS, body([newPoint("Twice-1"), newPoint("TWICE-1")]));
    expect(twice.entries).toMatchObject([{ row: 2, column: "delivery_code" }]);
    await apply(body([...listed(), newPoint("new-1")]));
    expect(await statusOf("NEW-1")).toBe("ACTIVE");
    must(await owner.api.post("/drafts", { body: toPoint("Kln-l001 ") }));
    expect((await preview(body(without("KLN-L001")))).concerned).toMatchObject({ orders: 1, drafts: 1 });
  });

  it("finds drafts by an index", async () => {
    const query = vi.spyOn(pg.Client.prototype, "query");
    await preview(body(without("KLN-L001")));
    const sent = query.mock.calls.map(([config]) => config as unknown as { text?: string; values?: unknown[] });
    query.mockRestore();
    const found = sent.find(({ text }) => text?.includes("from order_drafts d"));
    const client = await (await productDatabase()).pool.connect();
    await client.query("begin");
    // There are too few drafts for it to be worth while.
    await client.query("set local enable_seqscan = off");
    const { rows } = await client.query(`explain ${found?.text}`, found?.values);
    await client.query("rollback");
    client.release();
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("order_drafts_at_point");
  });

  it("applies a list that was planned with a code in two spellings, and takes what a previous build writes", async () => {
    const planned = await apply(body([...listed(), newPoint("NEW-1")], { apply_at: inHours(3) }));
    const twice = [...listed(), newPoint("new-1", { status: "ACTIVE" }), newPoint("NEW-1", { status: "SUSPENDED" })];
    const db = await testDb();
    await sql`update pickup_feeds set points = ${JSON.stringify(twice)} where id = ${planned.id}`.execute(db);
    await makeDue(planned.id);
    await applyDueFeeds(db);
    expect([(await read(planned.id)).status, await statusOf("NEW-1")]).toEqual(["APPLIED", "ACTIVE"]);
    const order = await created(shop.testing, toPoint("NEW-1"));
    await sql`update orders set delivery_code = 'new-1' where id = ${order.order_id} and account_id = ${shop.accountId}
      and environment = 'testing'`.execute(db);
    await sql`update pickup_points set delivery_code = 'new-1' where delivery_code = 'NEW-1'`.execute(db);
    expect((await preview(body(listed()))).concerned.orders).toBe(1);
  });

  it("that would close more than a fifth needs a confirmation", async () => {
    const few = listed().slice(0, 3);
    expect((await preview(body(few))).needs_confirmation).toBe(true);
    const refused = await support.api.post(FEEDS, body(few));
    expect([refused.status, refused.entries.map(({ field }) => field)]).toEqual([400, ["confirm_closing"]]);
    expect(refused.entries[0]?.message).toContain(`${listed().length - 3} of ${listed().length}`);
    expect(await statusOf("NT-S014")).toBe("ACTIVE");
    // Exactly a fifth needs none.
    const fifth = listed().slice(0, 50);
    must(await support.api.post(FEEDS, body(fifth, { confirm_closing: "Y" })));
    expect(await preview(body(fifth.slice(10)))).toMatchObject({ closes: 10, needs_confirmation: false });
    expect(await preview(body(fifth.slice(11)))).toMatchObject({ closes: 11, needs_confirmation: true });
    must(await support.api.post(FEEDS, body(few, { confirm_closing: "Y" })));
    expect(await statusOf("NT-S014")).toBe("CLOSED");
  });

  it("is applied at its time, once, whatever number of workers; who was notified before is not notified again", async () => {
    await created(shop.testing, toPoint("KLN-L001"));
    const other = await merchant();
    const stranger = await personOf("owner", other.accountId);
    const planned = await apply(body(without("KLN-L001"), { apply_at: inHours(3) }));
    expect(planned).toMatchObject({ status: "PLANNED", closes: 1, told: 1, end_time: null, ended_by: null });
    expect((await notices()).map(({ title }) => title)).toEqual([expect.stringContaining("will close")]);
    await applyDueFeeds(await testDb());
    expect(await statusOf("KLN-L001")).toBe("ACTIVE");
    // Between: an order of another merchant, and a list that closes another point.
    await created(other.testing, toPoint("KLN-L001"));
    await apply(body(without("NT-S014")));
    expect((await read(planned.id)).closing).toMatchObject([{ delivery_code: "KLN-L001" }]);
    expect((await read(planned.id)).opening).toMatchObject([{ delivery_code: "NT-S014", reopened: true }]);

    await makeDue(planned.id);
    const db = await testDb();
    await Promise.all([applyDueFeeds(db), applyDueFeeds(db), applyDueFeeds(db)]);
    expect([await statusOf("KLN-L001"), await statusOf("NT-S014")]).toEqual(["CLOSED", "ACTIVE"]);
    expect(await read(planned.id)).toMatchObject({ status: "APPLIED", opens: 1, closes: 1, told: 2, ended_by: null });
    expect(await notices()).toHaveLength(1);
    expect((await notices(stranger)).map(({ title }) => title)).toEqual([expect.stringContaining("have closed")]);
  });

  it("can be withdrawn while it is planned; one that by its time would close too many is refused", async () => {
    await created(shop.testing, toPoint("KLN-L001"));
    const first = await apply(body(without("KLN-L001"), { apply_at: inHours(3) }));
    const withdraw = (id: string) => support.api.post(`/pickup-point-feeds/${id}/withdraw`);
    const [one, two] = await Promise.all([withdraw(first.id), withdraw(first.id)]);
    expect([one.status, two.status].sort()).toEqual([200, 400]);
    expect(await read(first.id)).toMatchObject({
      status: "WITHDRAWN",
      opening: [],
      closing: [],
      concerned: { orders: 0 },
    });
    expect((await notices()).map(({ title }) => title).sort()).toEqual([
      expect.stringContaining("stay as they are"),
      expect.stringContaining("will close"),
    ]);
    await makeDue(first.id);
    await applyDueFeeds(await testDb());
    expect(await statusOf("KLN-L001")).toBe("ACTIVE");
    expect((await withdraw("pf_none")).status).toBe(404);
    expect((await support.api.get(`/pickup-point-feeds/pf_none`)).status).toBe(404);

    const second = await apply(body(without("KLN-L001"), { apply_at: inHours(3) }));
    // By then the network is larger, and the list lacks more than a fifth of it.
    await apply(body([...listed(), ...Array.from({ length: 30 }, (_, n) => newPoint(`BIG-${n}`))]));
    await makeDue(second.id);
    await applyDueFeeds(await testDb());
    expect(await read(second.id)).toMatchObject({ status: "REFUSED", closes: 31 });
    expect([await statusOf("KLN-L001"), (await notices()).length]).toEqual(["ACTIVE", 4]);
    expect(await audited("withdrawPickupFeed")).toMatchObject([{ object_id: first.id, before: { status: "PLANNED" } }]);

    const past = await support.api.post(FEEDS, body(without("KLN-L001"), { apply_at: inHours(-1) }));
    expect(past.entries).toMatchObject([{ field: "apply_at" }]);
    expect((await support.api.post(FEEDS, body(without("KLN-L001"), { apply_at: "tomorrow" }))).entries).toMatchObject([
      { field: "apply_at" },
    ]);
  });

  it("of two applied at once the later one counts, whole", async () => {
    const lists = [
      [...listed(), newPoint("ONE-1")],
      [...listed(), newPoint("TWO-1")],
    ];
    const done = await Promise.all(lists.map((points) => support.api.post(FEEDS, body(points))));
    expect(done.map(({ status }) => status)).toEqual([200, 200]);
    const open = [await statusOf("ONE-1"), await statusOf("TWO-1")].filter((status) => status === "ACTIVE");
    expect(open).toHaveLength(1);
    expect(done.map(({ body: { data } }) => [data.opens, data.closes]).sort()).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  it("of 1,700 points is read from a file, compared and applied, and 1,700 moves are found", async () => {
    const { length } = listed();
    const points = Array.from({ length: 1700 - length }, (_, n) => newPoint(`HUB-${String(n).padStart(4, "0")}`));
    const csv = csvOf([...listed(), ...points]);
    expect(await preview({ provider: "LOCAL_POINT", csv })).toMatchObject({ opens: 1700 - length, closes: 0 });
    await apply({ provider: "LOCAL_POINT", csv });
    const moved = [...listed(), ...points].map((point) => ({ ...point, opening_hours: "Mon–Sun 00:00–24:00 (new)" }));
    expect(await apply(body(moved))).toMatchObject({ opens: 0, moves: 1700, closes: 0, same: 0 });
    expect(must(await support.api.get("/services")).body.data[1]).toMatchObject({ points_active: expect.any(Number) });
    expect(
      must(await shop.testing.get("/pickup-points?shipping_provider=LOCAL_POINT&q=HUB-&limit=1")).body.pagination.total,
    ).toBe(1700 - length);
  });

  it("is only support's: people of merchants, the warehouse and programs are refused, and no token is a 401", async () => {
    const others = [owner, await personOf("warehouse", null)].map(({ api }) => api);
    for (const caller of [...others, await clientOf("support", null)])
      for (const answer of [
        await caller.get(FEEDS),
        await caller.post("/pickup-point-feeds/preview", body(listed())),
        await caller.post(FEEDS, body(listed())),
        await caller.get(`/pickup-point-feeds/pf_1`),
        await caller.post(`/pickup-point-feeds/pf_1/withdraw`),
        await caller.get("/services"),
      ])
        expect([answer.status, answer.body.error.code]).toEqual([403, "403000"]);
  });
});
