// @module-tag engine
// What is kept of people, and that it goes (contract §20.4, §20.5; docs/privacy.md).
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { signIn } from "@/server/accounts";
import { runCommand } from "@/server/cli/admin-commands";
import { commandContext } from "@/server/cli/admin-context";
import { printing } from "@/server/documents";
import { env } from "@/server/env";
import { bulkWork } from "@/server/http/bulk/bulk-work";
import { runJobs } from "@/server/jobs";
import { log } from "@/server/log";
import { sendMails } from "@/server/mail";
import { exporting } from "@/server/orders";
import { eraseOld, exportAccount } from "@/server/personal-data";
import { productDatabase } from "../database";
import {
  changeAuditLog,
  cookieOf,
  created,
  intlOrder,
  localOrder,
  type Merchant,
  merchant,
  personOf,
  testDb,
} from "../factories";
import { api } from "../http";
import { keepLog } from "../log";
import { freshItem, must, naming, orderOf, stocked, warehouse } from "../pick-pack/warehouse";
import { plain } from "../pictures";
import { inFiles, traces } from "../traces";
import { endpoint, until, work } from "../webhooks/work";

/** In every value that names a person; a telephone number has no letters. */
const MARKS = ["zedmark", "61234987"];

const PARTY = { name: "Zedmark Chan", mobile: "61234987", mobile_prefix: "852", address: "7 Zedmark Road, Mong Kok" };
const webhooks = work();
let shop: Merchant;
let packing: Merchant;
let local: { order_id: string; tracking_number: string };
let intl: { order_id: string };
let owner: Awaited<ReturnType<typeof personOf>>;
let figures: unknown;

const run = async (...words: string[]) => runCommand((await productDatabase()).db, words);
const ids = () => [shop.accountId, packing.accountId];
async function figuresNow() {
  const { db } = await productDatabase();
  const { rows } = await sql`
    select status, ship_type, shipping_provider, quote_price, chargeable_weight, price_breakdown, recipient_country,
      tracking_number, cod_amount, created_at,
      (select jsonb_agg(jsonb_build_array(description, qty, unit_value) order by parcel, position) from order_items i
        where i.account_id = o.account_id and i.environment = o.environment and i.order_id = o.id) as items,
      (select count(*) from tracking_events t where t.account_id = o.account_id and t.environment = o.environment and t.order_id = o.id) as scans,
      (select count(*) from order_prints p where p.account_id = o.account_id and p.environment = o.environment and p.order_id = o.id) as prints
    from orders o where account_id = any (${ids()}::bigint[]) and environment <> 'elsewhere' order by id`.execute(db);
  return rows;
}

/** What the process logs while all this happens. */
const { lines: logged, restore } = keepLog();

beforeAll(async () => {
  shop = await merchant({ name: "Zedmark Tea" });
  owner = await personOf("owner", shop.accountId);
  await changeAuditLog();
  const { db } = await productDatabase();
  await sql`update people set email = 'zedmark-owner@example.com', name = 'Zedmark Mak' where id = ${owner.id}`.execute(
    db,
  );
  // An account's people, keys and endpoints.
  await owner.api.post("/invitations", { email: "zedmark-guest@example.com", role: "member", name: "Zedmark Guest" });
  await owner.api.post("/clients", { name: "Zedmark's till" });
  await owner.api.call("PATCH", `/people/${(await personOf("member", shop.accountId)).id}`, {
    body: { name: "Zedmark Ip" },
  });
  await signIn(db, {
    email: "zedmark-owner@example.com",
    password: "correct horse battery",
    address: "192.0.2.1",
    userAgent: "Zedmark/1",
  });
  const receiver = await webhooks.receiver();
  const hook = await endpoint(shop.testing, `${receiver.url}?zedmark`, { description: "Zedmark's shop" });
  // Orders, and whatever copies them.
  local = await created(
    shop.testing,
    localOrder({ sender: PARTY, recipient: PARTY, client_remarks: "Ring for Zedmark", reference: "R-1" }),
  );
  const intlBody = intlOrder({ client_remarks: "Zedmark" });
  Object.assign(intlBody.recipient, {
    name: "Zedmark Smith",
    email: "zedmark@example.com",
    company_name: "Zedmark Ltd",
  });
  intl = await created(shop.testing, intlBody);
  await created(shop.production, localOrder({ recipient: PARTY }));
  must(await shop.testing.get(`/order/label/${local.order_id}`));
  must(await owner.api.post("/print-jobs", { order_ids: [local.order_id, intl.order_id] }));
  await runJobs(db, printing, new AbortController().signal);
  const remarked = { operation: "updateOrder", ids: [intl.order_id], input: { client_remarks: "Zedmark" } };
  must(await owner.api.post("/bulk", remarked));
  await runJobs(db, bulkWork, new AbortController().signal);
  const scan = {
    tracking_number: local.tracking_number,
    event: "order.picked_up",
    description: "Left with Zedmark",
    location: { city: "Zedmark Court", country: "HK" },
  };
  const staff = await personOf("support", null);
  const asStaff = { headers: { "x-account-id": shop.accountId } };
  must(await staff.api.post("/tracking/events", { ...scan, occurred_at: new Date().toISOString() }, asStaff));
  must(await staff.api.post("/order/update", { order_id: intl.order_id, client_remarks: "Call Zedmark" }, asStaff));
  await sql`insert into order_entries (account_id, environment, id, order_id, kind, amount, adjustment_kind, reason, actor)
    values (${shop.accountId}, 'testing', 'oe_1', ${local.order_id}, 'ADJUSTMENT', 12, 'REPACKED', 'Zedmark asked', 'person:1')`.execute(
    await testDb(),
  );
  const picture = await plain(8, 8).jpeg().toBuffer();
  const dispute = { note: "Zedmark's parcel was lighter", content: picture.toString("base64") };
  must(await owner.api.post("/adjustments/oe_1/dispute", dispute));
  // Nothing finds what a picture shows.
  await sql`update order_pictures set content = content || 'Zedmark House'::bytea
    where account_id = ${shop.accountId}`.execute(await testDb());
  must(await owner.api.post("/drafts", { body: { recipient: PARTY } }));
  must(await owner.api.post("/views", { name: "Zedmark's", query: { q: "Zedmark" }, columns: [] }));
  must(await owner.api.call("PUT", "/defaults", { body: { local: { sender: PARTY } } }));
  const refused = await shop.testing.post("/order/create", localOrder({ recipient: { ...PARTY, mobile: "x" } }));
  expect(refused.status).toBe(400);
  must(await shop.testing.get("/orders?q=Zedmark"));
  must(await owner.api.get("/orders/export?q=Zedmark"));
  must(await owner.api.post("/exports", { query: { q: "Zedmark" } }));
  await runJobs(db, exporting, new AbortController().signal);
  const idempotent = { headers: { "idempotency-key": "zedmark-1" } };
  must(await shop.testing.post("/order/create", localOrder({ recipient: PARTY }), idempotent));
  await webhooks.start();
  await until(() => (receiver.received.length > 0 ? true : undefined));
  await until(async () => {
    const { body } = await shop.testing.get(`/webhooks/${hook.id}/deliveries`);
    return body.data.every(({ status }: { status: string }) => status === "succeeded") ? true : undefined;
  });
  await webhooks.stop();
  // The warehouse.
  const place = await warehouse();
  packing = place.shop;
  await sql`update people set email = 'zedmark-packing@example.com' where account_id = ${packing.accountId}`.execute(
    db,
  );
  const item = freshItem("2");
  await stocked(place, item, "5");
  const packed = await created(packing.testing, { ...orderOf([item]), recipient: PARTY });
  must(await place.staff.post("/pickpack/confirm", { order_id: packed.order_id }, naming(packing)));
  must(await place.staff.post("/pickpack/start", { order_id: packed.order_id }, naming(packing)));
  const short = {
    order_id: packed.order_id,
    parcel: "1",
    position: "1",
    qty: "1",
    reason: "OTHERS",
    remarks: "Zedmark took it",
    scan_id: crypto.randomUUID(),
  };
  must(await place.staff.post("/pickpack/short", short, naming(packing)));
  await sendMails(await productDatabase(), new AbortController().signal);
  figures = await figuresNow();
});
afterAll(async () => {
  await webhooks.stop();
  restore();
});

it("is in no line of the log, nor is what the database says of a row", async () => {
  const db = await testDb();
  const same = sql`insert into people (account_id, role, email, name) select account_id, role, email, name from people
    where email = 'zedmark-owner@example.com'`;
  await same.execute(db).catch((err: unknown) => log().error({ err: new Error("wrapped", { cause: err }) }, "failed"));
  await same.execute(db).catch((err: unknown) => log().error({ err }, "failed"));
  expect(logged.filter((line) => line.includes("duplicate key"))).toHaveLength(2);
  expect(logged.length).toBeGreaterThan(20);
  expect(logged.filter((line) => new RegExp(MARKS.join("|"), "i").test(line))).toEqual([]);
});

it("copies an order's people to many places, or the tests below would show nothing", async () => {
  const found = await traces(MARKS);
  expect(found).toEqual(
    expect.arrayContaining([
      ...["accounts.name", "account_defaults.defaults", "api_clients.label", "idempotency_keys.key"],
      ...[
        "invitations.email",
        "mails.recipient",
        "order_drafts.body",
        "order_messages.text",
        "order_pictures.content",
        "order_views.name",
        "orders.recipient",
        "order_search.text",
      ],
      ...[
        "orders.sender",
        "people.email",
        "pick_pack_scans.remarks",
        "sessions.user_agent",
        "tracking_events.description",
      ],
      ...["webhook_endpoints.url", "webhook_attempts.url"],
    ]),
  );
  expect(found.filter((place) => place.startsWith("audit_log"))).toEqual([]);
  expect(inFiles(env().dataDir, MARKS).length).toBeGreaterThan(0);
});

describe("account export", () => {
  it("writes all data of both environments, without secrets, to a file of its own", async () => {
    const file = join(mkdtempSync(join(inject("testFolder"), "export-")), "data.jsonl");
    // One that waits has a link that signs in.
    await runCommand(await testDb(), ["person", "link", "--email", "zedmark-owner@example.com"]);
    const { rows } = (await run("account", "export", shop.accountId, "--to", file)) as { rows: Record<string, number> };
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows).toMatchObject({ orders: 4, people: 3, invitations: 1, order_drafts: 1 });
    expect(
      lines
        .filter(({ table }) => table === "orders")
        .map(({ row }) => row.environment)
        .sort(),
    ).toEqual(["production", "testing", "testing", "testing"]);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("Zedmark Smith");
    expect(text).not.toMatch(/argon2|whsec_|cs_test_|password_hash|token_hash|"hash"|"secret"|set-password|body_text/);
    expect(
      Buffer.from(lines.find(({ table }) => table === "order_pictures").row.content, "base64").length,
    ).toBeGreaterThan(8);
    const ofStaff = lines.filter(
      ({ table, row }) => table === "audit_log" && /support|warehouse|command/.test(row.role),
    );
    expect(ofStaff.length).toBeGreaterThan(0);
    for (const { row } of ofStaff) expect(row).toMatchObject({ actor: null, address: null, acting: null });
    expect(lines.filter(({ table }) => table === "support_visits")).toEqual([]);
    await expect(run("account", "export", shop.accountId, "--to", file)).rejects.toThrow("cannot be written");
    await expect(run("account", "export", shop.accountId, "--to", "data.jsonl")).rejects.toThrow("absolute");
  });

  it("has every row of a table once, however many, and leaves no file when it fails", async () => {
    const folder = mkdtempSync(join(inject("testFolder"), "export-"));
    const many = await merchant();
    await sql`insert into idempotency_keys (account_id, environment, operation, key, resource_id)
      select ${many.accountId}, 'testing', 'createOrder', 'key-' || n, n::text from generate_series(1, 1234) n`.execute(
      await testDb(),
    );
    await run("account", "export", many.accountId, "--to", join(folder, "many.jsonl"));
    const ids = readFileSync(join(folder, "many.jsonl"), "utf8").match(/(?<="resource_id":")\d+/g) ?? [];
    expect([ids.length, new Set(ids).size]).toEqual([1234, 1234]);
    await expect(
      exportAccount(await commandContext(await testDb()), "nobody", join(folder, "failed.jsonl")),
    ).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(["many.jsonl"]);
  });
});

describe("account close", () => {
  it("asks first; then no person signs in, tokens end and the data stays", async () => {
    await expect(run("account", "close", shop.accountId)).rejects.toThrow("--yes");
    await expect(run("account", "erase", shop.accountId, "--yes")).rejects.toThrow("close it first");
    expect((await shop.testing.get("/orders")).status).toBe(200);
    for (const id of ids()) await run("account", "close", id, "--yes");
    const sent = await sql<{ mail: string }>`
      select recipient || ': ' || subject as mail from mails
      where account_id = ${shop.accountId} and (subject like '%closed' or subject like '%disabled') order by id`.execute(
      await testDb(),
    );
    const mails = sent.rows.map(({ mail }) => mail);
    expect(mails.filter((mail) => mail.startsWith("zedmark-owner@example.com"))).toEqual([
      expect.stringMatching(/: The Sampan account of .* is closed$/),
      "zedmark-owner@example.com: Your Sampan sign-in is disabled",
    ]);
    await expect(run("account", "update", "--account", shop.accountId, "--no-suspended")).rejects.toThrow("is closed");
    expect((await shop.testing.get("/orders")).status).toBe(401);
    expect((await owner.api.get("/orders")).status).toBe(401);
    const attempt = {
      email: "zedmark-owner@example.com",
      password: "correct horse battery",
      address: "192.0.2.1",
      userAgent: null,
    };
    expect(await signIn(await testDb(), attempt)).toBe("wrong");
    expect(await figuresNow()).toEqual(figures);
    await expect(run("account", "close", "99", "--yes")).rejects.toThrow("there is no account 99");
  });
});

describe("account erase", () => {
  it("leaves no trace of a person in any table or file; figures, counts and the audit log stay", async () => {
    const audits = async () => (await testDb()).selectFrom("audit_log").selectAll().orderBy("id").execute();
    const before = await audits();
    await expect(run("account", "erase", shop.accountId)).rejects.toThrow("--yes");
    for (const id of ids()) await run("account", "erase", id, "--yes");
    expect(await traces(MARKS)).toEqual([]);
    expect(inFiles(env().dataDir, MARKS)).toEqual([]);
    expect(await figuresNow()).toEqual(figures);
    const after = await audits();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length).map(({ operation, account_id }) => [operation, account_id])).toEqual(
      ids().map((id) => ["eraseAccount", id]),
    );
  });

  it("leaves orders that can be opened, listed and counted, but have no papers", async () => {
    const { db } = await productDatabase();
    // Support looks at a suspended account, too.
    const staff = api("testing", {
      headers: {
        cookie: await cookieOf((await personOf("support", null)).id),
        "sec-fetch-site": "same-origin",
        "x-account-id": shop.accountId,
      },
    });
    for (const { order_id } of [local, intl]) {
      const { body } = must(await staff.get(`/order/detail/${order_id}`));
      expect(JSON.stringify(body)).not.toMatch(/zedmark/i);
      for (const path of ["label", "documents"]) {
        const answer = await staff.get(`/order/${path}/${order_id}`);
        expect([answer.status, answer.body.error.message]).toEqual([404, expect.stringContaining("personal data")]);
      }
    }
    expect(must(await staff.get("/orders")).body.pagination.total).toBe(3);
    expect(must(await staff.get("/orders/counts")).body.data.total).toBe(3);
    expect(must(await staff.get(`/orders?q=${local.order_id}`)).body.data).toHaveLength(1);
    expect(must(await staff.get("/orders?q=Zedmark")).body.data).toEqual([]);
    expect(must(await staff.get(`/order/tracking/${local.order_id}`)).status).toBe(200);
    await expect(
      sql`select 1 from jobs where account_id = ${shop.accountId} and environment = 'testing' and kind = 'print'`.execute(
        db,
      ),
    ).resolves.toMatchObject({
      rows: [],
    });
  });
});

describe("the retention", () => {
  it("erases orders that ended longer ago, and no others, once", async () => {
    const other = await merchant();
    const body = localOrder({ recipient: PARTY, client_remarks: "Zedmark" });
    const { db } = await productDatabase();
    const made = await Promise.all(Array.from({ length: 4 }, () => created(other.testing, body)));
    const [old, young, running, late] = made.map(({ order_id }) => order_id);
    for (const id of [old, young, late])
      must(await other.testing.post("/order/cancel", { order_id: id, reason: "OTHER", remarks: "Zedmark" }));
    const age = (id: string | undefined, months: number) =>
      sql`update orders set moved_at = now() - make_interval(months => ${months}) where account_id = ${other.accountId} and environment = 'testing' and id = ${id}`.execute(
        db,
      );
    await age(old, 25);
    await age(young, 23);
    await age(running, 30);
    await sql`update orders set moved_at = null, updated_at = now() - interval '3 years' where account_id = ${other.accountId} and environment = 'testing' and id = ${late}`.execute(
      db,
    );
    // It serves every account, and would find the tests' copies too.
    const { pool } = await productDatabase();
    await pool.query(
      `set session_replication_role = replica; delete from orders where account_id = 99999 or environment = 'elsewhere';
       set session_replication_role = origin`,
    );
    expect(await eraseOld(db, 24)).toBe(2);
    expect(await eraseOld(db, 24)).toBe(0);
    const { rows } = await sql<{ id: string; recipient_name: string; client_remarks: string | null }>`
      select id, recipient_name, client_remarks from orders where account_id = ${other.accountId} and environment = 'testing' order by id`.execute(
      db,
    );
    const kept = rows.filter(({ recipient_name }) => recipient_name === PARTY.name).map(({ id }) => id);
    expect(kept.sort()).toEqual([young, running].sort());
    expect((await other.testing.get(`/order/detail/${old}`)).status).toBe(200);
  });
});
