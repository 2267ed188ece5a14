import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENVIRONMENTS } from "@/lib/environment";
import { sessionCookieName } from "@/server/accounts";
import { overrideEnv } from "@/server/env";
import {
  changeAuditLog,
  clientOf,
  cookieOf,
  created,
  localOrder,
  type Merchant,
  merchant,
  personOf,
  testDb,
  withPickPack,
} from "@/test/factories";
import { type Api, api } from "@/test/http";

type Person = Awaited<ReturnType<typeof personOf>>;

let shop: Merchant;
let other: Merchant;
let owner: Person;
let support: Person;
let warehouse: Person;

beforeAll(async () => {
  shop = await merchant();
  other = await merchant();
  owner = await personOf("owner", shop.accountId);
  support = await personOf("support", null);
  warehouse = await personOf("warehouse", null);
});

const draft = { body: { ship_type: "local", recipient: { name: "Wong" } } };
const draftCount = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from order_drafts`.execute(await testDb());
  return rows[0]?.n;
};

describe("requests with a cookie that change state", () => {
  const own = "http://localhost:3000";
  const host = "localhost:3000";

  it.each([
    ["our own pages, by Sec-Fetch-Site", { "sec-fetch-site": "same-origin" }],
    ["our own pages, by Origin", { origin: own, host }],
    ["our own pages, by both", { "sec-fetch-site": "same-origin", origin: own, host }],
  ])("pass from %s", async (_name, headers) => {
    const answer = await api().post("/drafts", draft, { headers: { cookie: owner.cookie, ...headers } });
    expect(answer.status).toBe(200);
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another host of our site", { "sec-fetch-site": "same-site" }],
    ["no page at all", { "sec-fetch-site": "none" }],
    ["another site that names our origin", { "sec-fetch-site": "cross-site", origin: own, host }],
    ["another origin", { origin: "https://evil.example", host }],
    ["another port", { origin: "http://localhost:3001", host }],
    ["a host that begins like ours", { origin: "http://localhost:3000.evil.example", host }],
    ["a sandboxed page", { origin: "null", host }],
    ["a client that tells neither", { host }],
  ])("are refused from %s, and change nothing", async (_name, headers) => {
    const before = await draftCount();
    for (const method of ["POST", "PUT", "DELETE"]) {
      const path = method === "POST" ? "/drafts" : "/drafts/dr_none";
      const answer = await api().call(method, path, {
        headers: { cookie: owner.cookie, ...headers },
        ...(method === "DELETE" ? {} : { body: draft }),
      });
      expect([answer.status, answer.body.error.code]).toEqual([403, "403000"]);
      expect(answer.headers.get("x-ratelimit-limit")).toMatch(/^\d+$/);
    }
    expect(await draftCount()).toBe(before);
  });

  it("may read from anywhere", async () => {
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, {}] as Record<
      string,
      string
    >[])
      for (const method of ["GET", "HEAD"])
        expect((await api().call(method, "/drafts", { headers: { cookie: owner.cookie, ...headers } })).status).toBe(
          200,
        );
  });

  it("are judged only by Authorization when there is one", async () => {
    const headers = { cookie: owner.cookie, "sec-fetch-site": "cross-site" };
    const asClient = await shop.testing.post("/orders", {}, { headers });
    expect(asClient.status).toBe(400);
    // The client's own role decides, not the person's.
    const people = await shop.testing.post("/drafts", draft, {
      headers: { ...headers, "sec-fetch-site": "same-origin" },
    });
    expect([people.status, people.body.error.code]).toEqual([403, "403000"]);
    const broken = await api().post("/drafts", draft, {
      headers: { cookie: owner.cookie, "sec-fetch-site": "same-origin", authorization: "" },
    });
    expect(broken.status).toBe(401);
  });
});

describe("sessions", () => {
  let person: Person;
  const read = (who: Person = person) => who.api.get("/drafts");
  const change = async (text: string, id: string) =>
    sql`update sessions set ${sql.raw(text)} where person_id = ${id}`.execute(await testDb());

  beforeEach(async () => {
    person = await personOf("member", shop.accountId);
  });

  it("open both environments of their account", async () => {
    for (const environment of ENVIRONMENTS)
      expect((await api(environment, { headers: { cookie: person.cookie } }).get("/orders")).status).toBe(200);
  });

  it.each([
    ["last_seen_at = now() - interval '29 minutes'", 200],
    ["last_seen_at = now() - interval '31 minutes'", 401],
    ["expires_at = now() + interval '1 minute'", 200],
    ["expires_at = now()", 401],
    ["revoked_at = now()", 401],
  ])("of a merchant's person with %s answer %i", async (text, status) => {
    await change(text, person.id);
    expect((await read()).status).toBe(status);
  });

  it.each([
    ["last_seen_at = now() - interval '14 minutes'", 200],
    ["last_seen_at = now() - interval '16 minutes'", 401],
  ])("of staff with %s answer %i", async (text, status) => {
    const staff = await personOf("support", null);
    await change(text, staff.id);
    expect((await staff.api.get("/drafts", { headers: { "x-account-id": shop.accountId } })).status).toBe(status);
  });

  it("last 12 hours, those of staff 8", async () => {
    const { rows } = await sql<{ person_id: string; hours: number }>`
      select person_id, (extract(epoch from expires_at - created_at) / 3600)::int as hours from sessions
      where person_id in (${person.id}, ${support.id}, ${warehouse.id}) order by person_id`.execute(await testDb());
    expect(Object.fromEntries(rows.map(({ person_id, hours }) => [person_id, hours]))).toEqual({
      [person.id]: 12,
      [support.id]: 8,
      [warehouse.id]: 8,
    });
  });

  it("are kept alive by use, written down at most twice a minute", async () => {
    const seen = async () =>
      (
        await (
          await testDb()
        )
          .selectFrom("sessions")
          .select("last_seen_at")
          .where("person_id", "=", person.id)
          .executeTakeFirstOrThrow()
      ).last_seen_at;
    await change("last_seen_at = now() - interval '20 seconds'", person.id);
    const [before] = [await seen(), await read()];
    expect(await seen()).toEqual(before);
    await change("last_seen_at = now() - interval '20 minutes'", person.id);
    await read();
    expect(Date.now() - (await seen()).getTime()).toBeLessThan(60_000);
  });

  it("are not kept alive by requests that they no longer allow", async () => {
    await change("last_seen_at = now() - interval '40 minutes'", person.id);
    expect((await read()).status).toBe(401);
    expect((await read()).status).toBe(401);
  });

  it("end with a disabled person and with sign-out of one browser only", async () => {
    const elsewhere = await cookieOf(person.id);
    const second = () => api("testing", { headers: { cookie: elsewhere } }).get("/drafts");
    expect([(await read()).status, (await second()).status]).toEqual([200, 200]);
    const db = await testDb();
    await sql`update sessions set revoked_at = now() where ctid = (select ctid from sessions where person_id = ${person.id} order by created_at limit 1)`.execute(
      db,
    );
    expect([(await read()).status, (await second()).status]).toEqual([401, 200]);
    await sql`update people set disabled_at = now() where id = ${person.id}`.execute(db);
    expect([(await read()).status, (await second()).status]).toEqual([401, 401]);
  });

  it("follow a changed role with the next request", async () => {
    const staff = await personOf("support", null);
    const list = () => staff.api.get("/drafts", { headers: { "x-account-id": shop.accountId } });
    expect((await list()).status).toBe(200);
    await sql`update people set role = 'warehouse' where id = ${staff.id}`.execute(await testDb());
    expect((await list()).status).toBe(403);
  });

  it("answer for an account without plan or suspended as its clients do", async () => {
    const db = await testDb();
    await sql`update accounts set payment_plan = false where id = ${shop.accountId}`.execute(db);
    expect((await read()).body.error.code).toBe("403010");
    await sql`update accounts set payment_plan = true, suspended = true where id = ${shop.accountId}`.execute(db);
    expect((await read()).body.error.code).toBe("403020");
    await sql`update accounts set suspended = false where id = ${shop.accountId}`.execute(db);
    expect((await read()).status).toBe(200);
  });

  it("use a __Host- cookie over https, and no other", async () => {
    const plain = await cookieOf(person.id);
    const restore = overrideEnv({ appUrl: "https://sampan.example" });
    try {
      expect(sessionCookieName()).toMatch(/^__Host-/);
      const secure = await cookieOf(person.id);
      const statusOf = async (cookie: string) => (await api("testing", { headers: { cookie } }).get("/drafts")).status;
      expect([await statusOf(secure), await statusOf(plain), await statusOf(`a=b; ${secure}; c=d`)]).toEqual([
        200, 401, 200,
      ]);
    } finally {
      restore();
    }
  });
});

describe("staff", () => {
  const named = () => ({ headers: { "x-account-id": shop.accountId } });
  const audits = async () =>
    (await testDb())
      .selectFrom("audit_log")
      .select(["actor", "role", "account_id", "environment", "operation", "object_id", "request_id"])
      .orderBy("id")
      .execute();

  beforeEach(async () => {
    await changeAuditLog();
  });

  it("name the account that they act on, and each look is in the audit log", async () => {
    const order = await created(shop.testing);
    for (const [role, staff] of [
      ["support", support],
      ["warehouse", warehouse],
    ] as const) {
      await changeAuditLog();
      const look = () => staff.api.get(`/order/detail/${order.order_id}`, named());
      const answer = await withPickPack(shop.accountId, look);
      expect([answer.status, answer.body.data?.order_id]).toEqual([200, order.order_id]);
      expect(await audits()).toEqual([
        {
          actor: `person:${staff.id}`,
          role,
          account_id: shop.accountId,
          environment: "testing",
          operation: "readOrderByPath",
          object_id: order.order_id,
          request_id: answer.headers.get("x-request-id"),
        },
      ]);
    }
  });

  it("are audited for what they change, people and API clients alike", async () => {
    const client = await clientOf("support", null);
    for (const staff of [support.api, client]) {
      const answer = await staff.post("/order/create", localOrder(), named());
      expect(answer.status).toBe(200);
      expect((await shop.testing.get(`/order/detail/${answer.body.data.order_id}`)).status).toBe(200);
    }
    const rows = await audits();
    expect(rows.map(({ operation, account_id }) => [operation, account_id])).toEqual([
      ["createOrder", shop.accountId],
      ["createOrder", shop.accountId],
    ]);
    expect(rows.map(({ actor }) => actor.split(":")[0])).toEqual(["person", "client"]);
  });

  it("are audited when they look up a tracking number without naming its account", async () => {
    const order = await created(shop.testing);
    const scan = {
      tracking_number: order.tracking_number,
      event: "order.picked_up",
      occurred_at: "2026-11-20T10:00:00+08:00",
    };
    expect((await support.api.get(`/tracking/${order.tracking_number}`)).status).toBe(200);
    const scanned = await withPickPack(shop.accountId, () => warehouse.api.post("/tracking/events", scan));
    expect(scanned.status).toBe(200);
    expect(
      (await audits()).map(({ actor, operation, account_id, object_id }) => [actor, operation, account_id, object_id]),
    ).toEqual([
      [`person:${support.id}`, "readTrackingByNumber", shop.accountId, order.order_id],
      [`person:${warehouse.id}`, "recordScan", shop.accountId, order.order_id],
    ]);
  });

  it.each(["/orders", "/order/detail/1", "/providers", "/drafts"])(
    "get a 400 naming X-Account-Id without it: GET %s",
    async (path) => {
      const nobody = { "x-account-id": "999999999999" };
      for (const headers of [{}, nobody]) {
        const answer = await support.api.get(path, { headers });
        expect(answer.status).toBe(400);
        expect(answer.entries.map(({ field, pointer }) => [field, pointer])).toEqual([
          ["X-Account-Id", "/X-Account-Id"],
        ]);
        expect(answer.headers.get("x-ratelimit-limit")).toMatch(/^\d+$/);
      }
      expect(await audits()).toEqual([]);
    },
  );

  it.each(["", "abc", "1 or 1=1", "-1", "1".repeat(16), "1.5"])("get a 400 for the account %j", async (account) => {
    const answer = await support.api.get("/orders", { headers: { "x-account-id": account } });
    expect([answer.status, answer.entries[0]?.field]).toEqual([400, "X-Account-Id"]);
  });

  it("who name an account that does not exist get a 400, even if they need not name one or have their own", async () => {
    const order = await created(shop.testing);
    const own = await clientOf("support", shop.accountId);
    expect((await own.get(`/order/detail/${order.order_id}`)).status).toBe(200);
    for (const account of ["nonsense", "999999999999"])
      for (const [client, path] of [
        [own, `/order/detail/${order.order_id}`],
        [own, `/tracking/${order.tracking_number}`],
        [support.api, `/tracking/${order.tracking_number}`],
      ] as const) {
        const answer = await client.get(path, { headers: { "x-account-id": account } });
        expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["X-Account-Id"]]);
      }
  });

  it("see the account's orders, and no others", async () => {
    const order = await created(other.testing);
    const answer = await support.api.get(`/order/detail/${order.order_id}`, named());
    expect([answer.status, answer.body.error.code]).toEqual([404, "404000"]);
  });
});

describe("merchants", () => {
  it.each(["another account's id", "nonsense"])("have their X-Account-Id ignored when they send %s", async (kind) => {
    const mine = await created(shop.testing);
    const theirs = await created(other.testing);
    const headers = { "x-account-id": kind === "nonsense" ? "nonsense" : other.accountId };
    const carrier = await clientOf("carrier", shop.accountId);
    for (const client of [shop.testing, owner.api] as Api[]) {
      expect((await client.get(`/order/detail/${mine.order_id}`, { headers })).status).toBe(200);
      expect((await client.get(`/order/detail/${theirs.order_id}`, { headers })).status).toBe(404);
    }
    expect((await carrier.get(`/tracking/${mine.tracking_number}`, { headers })).status).toBe(200);
    expect((await carrier.get(`/tracking/${theirs.tracking_number}`, { headers })).status).toBe(404);
  });

  it("are not in the audit log", async () => {
    const db = await testDb();
    await changeAuditLog();
    await shop.testing.get("/orders");
    await owner.api.get("/orders");
    expect(await db.selectFrom("audit_log").selectAll().execute()).toEqual([]);
  });

  it("need a token before a wrong X-Account-Id is judged", async () => {
    expect((await api().get("/orders", { headers: { "x-account-id": "nonsense" } })).status).toBe(401);
  });
});
