// @module-tag engine
/** Exports that go on in the background (contract §38.4), and files that are sent while they are read (§5.9). */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { XLSX } from "@/lib/tables/file-types";
import { cleanUp } from "@/server/clean-up";
import { serveApi } from "@/server/http/api";
import { httpServer } from "@/server/http/server";
import { runJobs } from "@/server/jobs";
import { exporting } from "@/server/orders";
import { eraseOrders } from "@/server/personal-data/orders";
import { productDatabase } from "@/test/database";
import { created, localOrder, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { type Api, api, respond } from "@/test/http";
import { must } from "@/test/pick-pack/warehouse";
import { plant } from "@/test/planted";

type Person = Awaited<ReturnType<typeof personOf>>;

let shop: Merchant;
let owner: Person;
let ids: string[];

beforeAll(async () => {
  shop = await merchant();
  owner = await personOf("owner", shop.accountId);
  ids = [];
  for (const reference of ["=1+1", "R-2", "R-3"])
    ids.push((await created(shop.testing, localOrder({ reference, confirm_shipment: "N" }))).order_id);
  await created(shop.production);
});
beforeEach(async () => {
  await sql`delete from jobs where kind = 'export'`.execute(await testDb());
});

const start = (body: Record<string, unknown> = {}, by: Api = owner.api) => by.post("/exports", { query: {}, ...body });
const begun = async (body?: Record<string, unknown>, by?: Api) => must(await start(body, by)).body.data;
const read = async (id: string) => (await owner.api.get(`/exports/${id}`)).body.data;
const work = async () => runJobs((await productDatabase()).db, exporting, new AbortController().signal);
const listed = async () =>
  (await owner.api.get("/exports")).body.data.map(({ export_id }: { export_id: string }) => export_id);

async function fetched(path: string, { cookie }: Person, accept = "*/*") {
  const response = await respond(
    new Request(`http://localhost:3000/testing/v1${path}`, { headers: { cookie, accept } }),
  );
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}
const fileOf = (id: string, person = owner) => fetched(`/exports/${id}/file`, person);

describe("an export in the background", () => {
  it("waits, is listed, and then has the file that the list's export gives", async () => {
    const { export_id: id, ...made } = await begun({ query: { status: "pending" } });
    expect(made).toEqual({
      ...{ state: "QUEUED", format: "csv", total: 3, done: 0 },
      created_by: { kind: "person", name: expect.any(String) },
      ...{ create_time: expect.any(String), expires_at: expect.any(String) },
    });
    expect(Date.parse(made.expires_at) - Date.parse(made.create_time)).toBe(24 * 3_600_000);
    expect(await listed()).toEqual([id]);
    expect((await fileOf(id)).response.status).toBe(404);
    await work();
    expect(await read(id)).toMatchObject({ export_id: id, state: "DONE", total: 3, done: 3 });
    const { response, bytes } = await fileOf(id);
    expect([response.headers.get("content-type"), response.headers.get("content-disposition")]).toEqual([
      "text/csv; charset=utf-8",
      expect.stringContaining('filename="orders-testing.csv"'),
    ]);
    const whole = await fetched("/orders/export?status=pending", owner, "text/csv");
    expect(bytes.equals(whole.bytes)).toBe(true);
    expect(bytes.toString()).toContain(`"=""${ids[2]}""",PENDING_CONFIRM`);
  });

  it("has the columns that are named, of the orders that its filters let through", async () => {
    const { export_id } = await begun({ query: { reference: "R-2" }, columns: ["reference", "order_id", "reference"] });
    await work();
    expect((await fileOf(export_id)).bytes.toString()).toBe(`\ufeffreference,order_id\r\nR-2,"=""${ids[1]}"""\r\n`);
  });

  it("counts the orders that are in the file, also those that came while it waited", async () => {
    const { export_id, total } = await begun();
    await created(shop.testing);
    await work();
    expect(await read(export_id)).toMatchObject({ total: total + 1, done: total + 1 });
    expect((await fileOf(export_id)).bytes.toString().trim().split("\r\n")).toHaveLength(total + 2);
  });

  it("is a workbook", async () => {
    const { export_id } = await begun({ format: "xlsx" });
    await work();
    const { response, bytes } = await fileOf(export_id);
    expect([response.headers.get("content-type"), bytes.subarray(0, 2).toString()]).toEqual([XLSX, "PK"]);
  });

  it("names every field that is wrong", async () => {
    const { status, entries } = await start({
      query: { status: "LOST", created_from: "2026-02-30" },
      ...{ format: "pdf", columns: ["order_id", "secret"] },
    });
    expect(status).toBe(400);
    expect(entries.map(({ pointer }) => pointer).sort()).toEqual([
      ...["/columns/1", "/format", "/query/created_from", "/query/status"],
    ]);
    const reversed = await start({ query: { created_from: "2026-02-03", created_to: "2026-02-01" } });
    expect(reversed.entries).toMatchObject([{ pointer: "/query/created_to" }]);
    expect(await listed()).toEqual([]);
  });

  it("is refused at once where a workbook holds fewer orders", async () => {
    const mine = await merchant();
    await plant(mine.accountId, 10_001);
    const { api: by } = await personOf("owner", mine.accountId);
    const { entries } = await start({ format: "xlsx" }, by);
    expect(entries).toMatchObject([{ pointer: "/query/created_from", message: expect.stringContaining("10001") }]);
    expect((await begun({}, by)).total).toBe(10_001);
  });

  it("waits five at a time, and the twenty newest that have ended are kept", async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.push((await begun()).export_id);
    const { status, entries } = await start();
    expect([status, entries]).toEqual([
      400,
      [{ field: "exports", pointer: "/exports", message: expect.stringContaining("5 exports") }],
    ]);
    await work();
    for (let n = 0; n < 20; n++) {
      made.push((await begun()).export_id);
      await work();
    }
    expect(await listed()).toEqual(made.reverse().slice(0, 20));
    expect((await owner.api.get("/exports?limit=2&offset=1")).body.data).toHaveLength(2);
  });

  it("is made once for an Idempotency-Key, also by simultaneous requests", async () => {
    const headers = { "idempotency-key": "exports-1" };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => owner.api.post("/exports", { query: {} }, { headers })),
    );
    const [id] = await listed();
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500, 500, 500]);
    for (const { body } of answers) expect(body.data?.export_id ?? body.error.export_id).toBe(id);
  });

  it("can be stopped before it is written; one that has ended stays as it is", async () => {
    const { export_id: id } = await begun();
    expect(must(await owner.api.post(`/exports/${id}/stop`)).body.data.state).toBe("STOPPED");
    await work();
    expect((await fileOf(id)).response.status).toBe(404);
    const { export_id: done } = await begun();
    await work();
    expect(must(await owner.api.post(`/exports/${done}/stop`)).body.data.state).toBe("DONE");
    expect((await fileOf(done)).response.status).toBe(200);
  });

  it("begins again where its worker is gone", async () => {
    const { export_id: id } = await begun({ query: { reference: "R-2" } });
    const db = await testDb();
    await sql`update jobs set state = 'RUNNING', attempts = 1, tries = 1, done = 1, lease_until = now() - interval '1 second'
      where id = ${id}`.execute(db);
    await work();
    expect(await read(id)).toMatchObject({ state: "DONE", total: 1, done: 1 });
    expect((await fileOf(id)).bytes.toString()).toContain("R-2");
  });

  it("is gone after a day, and its search words when it has ended", async () => {
    const db = await testDb();
    const { export_id: id } = await begun({ query: { q: "Zedmark" } });
    const payload = async () =>
      JSON.stringify((await sql<{ payload: unknown }>`select payload from jobs where id = ${id}`.execute(db)).rows);
    expect(await payload()).toContain("Zedmark");
    await work();
    expect(await payload()).not.toContain("Zedmark");
    await sql`update jobs set created_at = now() - interval '24 hours 1 second' where id = ${id}`.execute(db);
    expect((await owner.api.get(`/exports/${id}`)).status).toBe(404);
    expect((await fileOf(id)).response.status).toBe(404);
    await cleanUp(db);
    const { rows } = await sql`select from job_files where job_id = ${id}`.execute(db);
    expect(rows).toEqual([]);
  });

  it("loses its file when the personal data of an order is erased that may be in it, and keeps that of others", async () => {
    const mine = await merchant();
    const person = await personOf("owner", mine.accountId);
    const [first, second, third] = [
      await created(mine.testing, localOrder({ reference: "F-1" })),
      await created(mine.testing, localOrder({ reference: "F-2" })),
      await created(mine.testing, localOrder({ reference: "F-3" })),
    ];
    const all = (await begun({}, person.api)).export_id;
    const last = (await begun({ query: { reference: "F-3" } }, person.api)).export_id;
    await work();
    const db = await testDb();
    await eraseOrders(db, { accountId: mine.accountId, environment: "testing" }, [second.order_id]);
    expect((await fileOf(all, person)).response.status).toBe(404);
    expect((await fileOf(last, person)).bytes.toString()).toContain(third.order_id);

    // One that is being written reads the order again, once it is erased.
    const open = (await begun({}, person.api)).export_id;
    await sql`update jobs set state = 'RUNNING', attempts = 1, tries = 1, lease_until = now() + interval '1 hour'
      where id = ${open}`.execute(db);
    await eraseOrders(db, { accountId: mine.accountId, environment: "testing" }, [first.order_id]);
    await work();
    expect((await fileOf(open, person)).bytes.toString()).toContain(third.order_id);
  });
});

describe("who may export in the background", () => {
  it("nobody without signing in, no API client, and not the warehouse", async () => {
    const packer = await personOf("warehouse", null);
    const headers = { "x-account-id": shop.accountId };
    const { export_id: id } = await begun();
    for (const [method, path] of [
      ["POST", "/exports"],
      ["GET", "/exports"],
      ["GET", `/exports/${id}`],
      ["POST", `/exports/${id}/stop`],
      ["GET", `/exports/${id}/file`],
    ] as const) {
      const sent = method === "POST" ? { body: { query: {} } } : {};
      expect([path, (await api("testing").call(method, path, sent)).status]).toEqual([path, 401]);
      expect([path, (await shop.testing.call(method, path, sent)).status]).toEqual([path, 403]);
      expect([403, 404]).toContain((await packer.api.call(method, path, { ...sent, headers })).status);
    }
    expect((await read(id)).state).toBe("QUEUED");
  });

  it("another account and environment finds none of it, and exports its own orders alone", async () => {
    const { export_id: id } = await begun();
    const other = await personOf("owner", (await merchant()).accountId);
    for (const path of [`/exports/${id}`, `/exports/${id}/file`]) expect((await other.api.get(path)).status).toBe(404);
    expect((await other.api.post(`/exports/${id}/stop`)).status).toBe(404);
    const production = await respond(
      new Request(`http://localhost:3000/v1/exports/${id}`, { headers: { cookie: owner.cookie } }),
    );
    expect(production.status).not.toBe(200);
    const { export_id: own } = await begun({}, other.api);
    await work();
    expect((await fileOf(own, other)).bytes.toString().trim().split("\r\n")).toHaveLength(1);
    const exported = (await fileOf(id)).bytes.toString();
    const { rows } = await sql<{ id: string }>`select id from orders
      where account_id = ${shop.accountId} and environment = 'testing'`.execute(await testDb());
    expect(exported.trim().split("\r\n")).toHaveLength(rows.length + 1);
  });

  it("support on a visit, without its name", async () => {
    const support = await personOf("support", null);
    const headers = { "x-account-id": shop.accountId };
    must(await support.api.post("/exports", { query: {} }, { headers }));
    expect((await owner.api.get("/exports")).body.data[0].created_by).toEqual({ kind: "staff", name: null });
  });
});

describe("GET /orders/export as CSV", () => {
  async function served(path: string, mine: Merchant): Promise<Response> {
    const { server, door } = httpServer(
      { trustedProxy: [], appUrl: "http://localhost:3000", webConcurrency: 1 },
      { api: (...call) => void serveApi(...call), pages: () => {} },
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    door.open();
    const { port } = server.address() as AddressInfo;
    const { cookie } = await personOf("owner", mine.accountId);
    const answer = await fetch(`http://127.0.0.1:${port}/testing/v1${path}`, {
      headers: { cookie, accept: "text/csv" },
    });
    server.unref();
    return answer;
  }

  it("is sent while it is read, whole", async () => {
    const mine = await merchant();
    await plant(mine.accountId, 2500);
    const answer = await served("/orders/export?columns=order_id", mine);
    expect([answer.status, answer.headers.get("content-length")]).toEqual([200, null]);
    expect((await answer.text()).trim().split("\r\n")).toHaveLength(2501);
  });

  it("ends its connection where it breaks off, so that half a file looks like none", async () => {
    const mine = await merchant();
    await plant(mine.accountId, 2500);
    // The oldest is on the last page.
    await sql`update orders set price_breakdown = '5' where account_id = ${mine.accountId} and id = ${200000000000007}`.execute(
      await testDb(),
    );
    const answer = await served("/orders/export", mine);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });
});
