// @module-tag engine
// What the request log keeps of calls (contract §19).
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { CONTRACTS, contractOf } from "@/lib/contracts";
import { openDatabaseWith } from "@/server/db/database";
import { loggedSecrets } from "@/server/db/migrations/0066-logged-secrets";
import { flush, noteCrashes, rotatePartitions } from "@/server/request-log";
import { holdAtMost } from "@/server/request-log/buffer";
import { fieldsToJudge } from "@/server/request-log/mask";
import { productDatabase } from "../database";
import { clientOf, created, intlOrder, localOrder, type Merchant, merchant, personOf, testDb } from "../factories";

type Row = Record<string, unknown> & { codes: string[]; fields: string[]; objects: string[]; path: string };

let shop: Merchant;

beforeEach(async () => {
  await flush();
  await sql`delete from request_log`.execute(await testDb());
  shop = await merchant();
});

async function logged(): Promise<Row[]> {
  await flush();
  const { rows } = await sql<Row>`select * from request_log order by at, request_id`.execute(await testDb());
  return rows;
}

describe("the request log", () => {
  it("knows of every field of every contract what it may keep of it", () => {
    expect(CONTRACTS.flatMap((contract) => fieldsToJudge(contract).map((name) => `${contract.id}: ${name}`))).toEqual(
      [],
    );
    const stranger = z.object({
      order_id: z.string(),
      mood: z.string(),
      colour: z.enum(["red"]),
      at: z.iso.datetime(),
    });
    expect(fieldsToJudge({ ...contractOf("readOrder"), response: stranger })).toEqual(["mood"]);
  });

  it("has every call of a program, good or refused, with what it names", async () => {
    const { order_id, tracking_number } = await created(shop.testing, localOrder({ reference: "Shop-77" }));
    const refused = await shop.testing.post("/order/create", localOrder({ ship_type: "local", cod: "maybe" }));
    const [good, bad, ...more] = await logged();
    expect(more).toEqual([]);
    expect(good).toMatchObject({
      account_id: shop.accountId,
      environment: "testing",
      client_id: shop.credentials.testing.client_id,
      person_id: null,
      ...{ method: "POST", path: "/testing/v1/order/create", operation: "createOrder", status: 200, codes: [] },
    });
    expect(good?.objects).toEqual(
      expect.arrayContaining([order_id, tracking_number.toLowerCase(), "shop-77", expect.stringMatching(/^req_/)]),
    );
    expect(bad).toMatchObject({ status: 400, codes: ["400000"], fields: ["cod"] });
    expect(bad?.request_id).toBe(refused.headers.get("x-request-id"));
    expect(JSON.parse(String(bad?.answer)).error).toMatchObject({ code: "400000", error_trace: [{ field: "cod" }] });
  });

  it("has the failed calls of the account's people only, and no calls of staff or strangers", async () => {
    const owner = await personOf("owner", shop.accountId);
    await owner.api.get("/orders");
    await owner.api.get("/order/detail?order_id=217123456789012");
    const headers = { "x-account-id": shop.accountId };
    const support = await personOf("support", null);
    await support.api.get("/order/detail?order_id=217123456789012", { headers });
    const carrier = await clientOf("carrier", null);
    await carrier.post("/tracking/events", { tracking_number: "ST00000000000" }, { headers });
    await shop.testing.get("/orders", { token: "at_test_unknown" });
    expect(await logged()).toMatchObject([
      { person_id: owner.id, client_id: null, status: 404, operation: "readOrder" },
    ]);
  });

  it("keeps no name, telephone, e-mail, address, remark or secret of a request or its answer", async () => {
    const local = localOrder({ client_remarks: "Ring Mrs Wong twice", recipient_name_typo: "Wong Siu Ming" });
    const { order_id } = await created(shop.testing, local);
    await created(shop.testing, intlOrder());
    await shop.testing.get(`/order/detail?order_id=${order_id}`);
    await shop.testing.get(`/orders?search=${encodeURIComponent("陳大文")}`);
    await shop.testing.get(`/orders/${encodeURIComponent("陳大文")}`);
    await shop.testing.get("/orders?search=91234567&recipient=Sato%20Hanako&mobile=91234567");
    await shop.testing.post("/webhooks", {
      url: "https://hooks.example.com/in?key=s3cr3t-key",
      auth_header: { value: "s3cr3t-value" },
    });
    await shop.testing.post("/order/create", {
      ...local,
      recipient: { ...local.recipient, mobile: 91234567, "Wong Tai Sin": 1 },
    });
    const dump = JSON.stringify(await logged());
    const own = ["陳大文", "大文", "91234567", "旺角", "Nathan Road", "23456789", "Sampan Goods", "Wong", "Ring Mrs"];
    const other = ["Sato", "Hanako", "9012345678", "Jingumae", "recipient.example", "Shibuya", "150-0001", "s3cr3t"];
    expect([...own, ...other].filter((text) => dump.includes(text) || dump.includes(encodeURIComponent(text)))).toEqual(
      [],
    );
    expect(dump).not.toContain("Porcelain tea set");
  });

  it("masks whole what is personal, unknown, or of another shape than the contract says", async () => {
    const recipient = { name: "Chan", mobile: "91234567", mobile_prefix: "852", address: "九龍旺角 700 號^H852FG01P" };
    await shop.testing.post("/order/create", localOrder({ recipient, "of Wong": "Wong", ship_type: "by Wong" }));
    await shop.testing.post("/order/create", {
      ...localOrder({ recipient: JSON.stringify(recipient), sender: [recipient] }),
      ...{ cod: "maybe", confirm_shipment: { of: "Wong" }, reference: 91234567, shipment_detail: null },
    });
    const [first, second] = (await logged()).map(({ request }) => JSON.parse(String(request)));
    expect(first).toMatchObject({
      recipient: { name: "***", mobile: "***", mobile_prefix: "***", address: "***" },
      ...{ ship_type: "***", "***": "***", shipping_provider: localOrder().shipping_provider },
    });
    expect(second).toMatchObject({
      ...{ recipient: "***", sender: "***", cod: "***", confirm_shipment: "***", reference: "***", ship_type: "local" },
    });
  });

  it("keeps no signature that a courier drew", async () => {
    const owner = await personOf("owner", shop.accountId);
    const drawn = "10,20 300,40;500,100";
    const answer = await owner.api.post("/hand-overs/ho_none/sign", { name: "Ah Keung", signature: drawn });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const [row] = await logged();
    expect(JSON.parse(String(row?.request))).toEqual({ name: "***", signature: "***" });
  });

  it("keeps no token, secret or code in an address", async () => {
    const owner = await personOf("owner", shop.accountId);
    const secrets = [
      shop.tokens.testing,
      shop.credentials.testing.client_secret,
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    ];
    for (const secret of secrets) {
      await shop.testing.get(`/webhooks/${secret}`);
      await shop.testing.get(`/orders?q=${secret}&search=${secret}&status=${secret}&${secret}=1&sort=x`);
      await owner.api.get(`/requests/${secret}`);
    }
    const dump = JSON.stringify(await logged());
    expect(secrets.filter((secret) => dump.includes(secret) || dump.includes(secret.toLowerCase()))).toEqual([]);
    expect((await logged()).map(({ path }) => path)).toContain("/testing/v1/webhooks/***");
  });

  it("keeps no message that repeats what is masked", async () => {
    const owner = await personOf("owner", shop.accountId);
    const { body } = await owner.api.post("/dispatch/scans", { code: "of Wong Siu Ming" });
    expect(body.error.error_trace[0].message).toContain("OFWONGSIUMING");
    const [row] = await logged();
    expect(JSON.parse(String(row?.answer)).error).toMatchObject({
      message: body.error.message,
      error_trace: [{ field: "code", message: "***" }],
    });
    expect(JSON.stringify(row)).not.toMatch(/wong/i);
  });

  it("cuts each body at 8 KiB, also within a character", async () => {
    const [parcel] = intlOrder().shipment_detail.parcel_list;
    const [line] = parcel?.declaration_list ?? [];
    const declaration_list = Array.from({ length: 90 }, () => ({ ...line, sku: "é".repeat(99) }));
    const shipment_detail = { ...intlOrder().shipment_detail, parcel_list: [{ declaration_list }] };
    for (const reference of ["a", "aa"]) await shop.testing.post("/order/create", { reference, shipment_detail });
    for (const { request } of await logged()) {
      expect(Buffer.byteLength(String(request))).toBeLessThanOrEqual(8192);
      expect(Buffer.byteLength(String(request))).toBeGreaterThan(8180);
      expect(request).toMatch(/[^\ufffd]…$/);
    }
  });

  it("takes any body: with NUL, half of a character, and very deep", async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    expect((await shop.testing.call("POST", "/order/create", { body: deep })).status).toBe(400);
    await shop.testing.post("/order/create", { reference: "a\u0000b\ud800" });
    await shop.testing.get("/orders?status=%00&sort=%00");
    expect(await logged()).toHaveLength(3);
  });

  it("is written by itself, many calls in one statement", async () => {
    await Promise.all(Array.from({ length: 20 }, () => shop.testing.get("/orders")));
    const written = async () => {
      const { rows } = await sql<{ calls: number; statements: number }>`
        select count(*)::int as calls, count(distinct xmin::text)::int as statements from request_log`.execute(
        await testDb(),
      );
      return rows[0];
    };
    await expect.poll(async () => (await written())?.calls).toBe(20);
    expect((await written())?.statements).toBeLessThan(4);
  });

  it("counts what it cannot hold, and says so as a gap", async () => {
    const undo = holdAtMost(2000);
    try {
      for (let n = 0; n < 10; n++) expect((await shop.testing.get("/orders")).status).toBe(200);
      const rows = await logged();
      // One for each time that it was written.
      const gaps = rows.filter(({ gap_since }) => gap_since);
      const lost = gaps.reduce((sum, { gap_calls }) => sum + Number(gap_calls), 0);
      expect(rows.length - gaps.length + lost).toBe(10);
      const [gap] = gaps;
      expect(gap).toMatchObject({ account_id: shop.accountId, environment: "testing", status: 0 });
    } finally {
      undo();
    }
  });

  it("fails no call when it cannot be written, and says so as a gap once it can", async () => {
    await shop.testing.get("/orders");
    openDatabaseWith(async () => {
      throw new Error("the database is away");
    });
    await flush();
    openDatabaseWith(productDatabase);
    await shop.testing.get("/orders");
    expect(await logged()).toMatchObject([{ gap_calls: 1 }, { gap_since: null, operation: "listOrders" }]);
  });

  it("says of a process that ended without a word since when its calls may be missing, once", async () => {
    const db = await testDb();
    await sql`insert into request_log_writers (id, seen_at) values ('dead', now() - interval '2 minutes'), ('alive', now())`.execute(
      db,
    );
    const { db: product } = await productDatabase();
    await noteCrashes(product);
    await noteCrashes(product);
    const rows = await logged();
    const own = rows.filter(({ account_id }) => account_id === shop.accountId);
    expect(own.map(({ environment, gap_calls }) => [environment, gap_calls]).sort()).toEqual([
      ["production", null],
      ["testing", null],
    ]);
    const { rows: left } = await sql<{ id: string }>`select id from request_log_writers`.execute(db);
    expect(left).toEqual([{ id: "alive" }]);
  });

  it("says so of one that ended on a day that has no partition any more", async () => {
    const db = await testDb();
    await sql`insert into request_log_writers (id, seen_at) values ('long dead', now() - interval '200 days')`.execute(
      db,
    );
    await noteCrashes((await productDatabase()).db);
    const since = Date.now() - 200 * 86_400_000;
    const own = (await logged()).filter(({ account_id }) => account_id === shop.accountId);
    expect(own).toHaveLength(2);
    for (const { gap_since } of own) expect(Math.abs(Number(gap_since) - since)).toBeLessThan(3_600_000);
  });

  it("makes days ahead, and drops those that are too old, whole", async () => {
    const { db } = await productDatabase();
    const partitions = async () => {
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class where relname ~ '^request_log_[0-9]{8}$' order by relname`.execute(db);
      return rows.map(({ name }) => name);
    };
    await sql`create table request_log_20250101 partition of request_log for values from ('2025-01-01 00:00+00') to ('2025-01-02 00:00+00')`.execute(
      db,
    );
    const kept = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    const name = `request_log_${kept.replaceAll("-", "")}`;
    await sql
      .raw(`create table ${name} partition of request_log for values from ('${kept} 00:00+00') to ('${kept} 24:00+00')`)
      .execute(db);
    await rotatePartitions(db);
    const there = await partitions();
    expect(there[0]).toBe(name);
    const last = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");
    // Another file of this process may have lived in a later week.
    expect(there).toContain(`request_log_${last}`);
  });

  it("has lost what a build of before kept", async () => {
    const db = await testDb();
    const row = (values: Record<string, unknown>) =>
      sql`insert into request_log
      (account_id, environment, at, request_id, method, path, query, operation, status, ms, codes, fields, objects, request)
      select ${shop.accountId}::bigint, 'testing', now(), r.request_id, 'POST', r.path, r.query, r.operation, r.status, 1, '{}', '{}',
        array[r.request_id, 'qzmark7'], r.request
      from json_to_record(${JSON.stringify(values)}::json)
        as r (request_id text, path text, query text, operation text, status int, request text)`.execute(db);
    const path = "/testing/v1/order/create";
    await row({
      request_id: "req_1",
      path: "/v1/factors/totp/confirm",
      operation: "confirmTotp",
      status: 400,
      request: "qzmark7",
    });
    await row({ request_id: "req_2", path: `/v1/webhooks/whsec_qzmark7`, operation: "readWebhook", status: 404 });
    await row({ request_id: "req_3", path, query: `q=at_qzmark7`, operation: "listOrders", status: 400 });
    await row({
      request_id: "req_4",
      path,
      operation: "createOrder",
      status: 400,
      request: `{"recipient":"{qzmark7}"}`,
    });
    await row({ request_id: "req_5", path, operation: "createOrder", status: 400, request: `{"cod":"maybe"}` });
    await loggedSecrets.up?.(db as never);
    const { rows } = await sql<Record<string, unknown>>`
      select request_id, path, query, request, array_to_string(objects, ' ') as objects from request_log order by request_id`.execute(
      db,
    );
    expect(JSON.stringify(rows.slice(0, 4))).not.toContain("qzmark7");
    expect(rows[1]).toMatchObject({ path: "/v1/webhooks/***", objects: "req_2" });
    expect(rows[4]).toMatchObject({ request: `{"cod":"maybe"}`, objects: `req_5 qzmark7` });
  });
});
