import { sql } from "kysely";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ERRORS } from "@/lib/errors";
import { issueClient, revokeClient, rollClient, updateAccount } from "@/server/accounts";
import { ADDRESS_HEADER } from "@/server/plain-address";
import { type Merchant, merchant, testDb, tokenFor } from "@/test/factories";
import { api } from "@/test/http";
import { holdWindow, readWindow, tokenCounter } from "../rate-window";

const anonymous = api("testing");
let shop: Merchant;
let serial = 0;

const grant = (change: Record<string, string> = {}) => ({
  grant_type: "client_credentials",
  ...shop.credentials.testing,
  ...change,
});
const ask = (form: Record<string, string>, address?: string) =>
  anonymous.call("POST", "/auth/token", { form, ...(address ? { headers: { [ADDRESS_HEADER]: address } } : {}) });
const freshAddress = () => `192.0.2.${++serial}`;
const refusal = {
  error: { code: "401020", code_reason: "INVALID_CLIENT", message: ERRORS.INVALID_CLIENT.message },
};

beforeAll(async () => {
  shop = await merchant();
});
beforeEach(async () => {
  await (await testDb()).deleteFrom("rate_counters").execute();
});

describe("POST /auth/token", () => {
  it("gives a token of an hour that works", async () => {
    const answer = await ask(grant());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: { access_token: expect.stringMatching(/^at_test_[\w-]{43}$/), token_type: "Bearer", expires_in: 3600 },
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
    expect(answer.headers.get("x-ratelimit-limit")).toBeNull();
    expect((await api("testing", { token: answer.body.data.access_token }).get("/providers")).status).toBe(200);
  });

  it("keeps a hash of the token only, for 3600 seconds of database time", async () => {
    const token = (await ask(grant())).body.data.access_token;
    const { rows } = await sql<{ seconds: number; known: boolean }>`
      select extract(epoch from expires_at - created_at)::int as seconds, hash = sha256(${token}::bytea) as known
      from access_tokens where hash = sha256(${token}::bytea)`.execute(await testDb());
    expect(rows).toEqual([{ seconds: 3600, known: true }]);
  });

  it("gives each environment tokens of its own", async () => {
    const token = await tokenFor(shop.credentials.production, "production");
    expect(token).toMatch(/^at_live_/);
    expect((await api("production", { token }).get("/providers")).status).toBe(200);
  });

  it("does not look at an Authorization header", async () => {
    const answer = await anonymous.call("POST", "/auth/token", {
      form: grant(),
      headers: { authorization: "Bearer nonsense" },
    });
    expect(answer.status).toBe(200);
  });

  it.each([
    ["application/x-www-form-urlencoded; charset=UTF-8", 200],
    ["APPLICATION/X-WWW-FORM-URLENCODED", 200],
    ["application/x-www-form-urlencoded; charset=iso-8859-1", 400],
    ["application/json", 400],
    ["text/plain", 400],
    ["multipart/form-data; boundary=x", 400],
  ])("reads a body of type %s: %i", async (type, status) => {
    const answer = await anonymous.call("POST", "/auth/token", {
      headers: { "content-type": type },
      body: new URLSearchParams(grant()).toString(),
    });
    expect(answer.status).toBe(status);
    if (status === 400) {
      expect(answer.body.error).toMatchObject({ code: "400000", code_reason: "BAD_REQUEST" });
      expect(answer.entries.map(({ field }) => field)).toEqual(["content_type"]);
    }
  });

  it.each(["grant_type", "client_id", "client_secret"])("wants %s", async (field) => {
    const without = Object.fromEntries(Object.entries(grant()).filter(([name]) => name !== field));
    for (const form of [without, grant({ [field]: "" })]) {
      const answer = await ask(form);
      expect(answer.status).toBe(400);
      expect(answer.entries).toEqual([{ field, message: "This field is required.", pointer: `/${field}` }]);
    }
  });

  it("names every missing field at once", async () => {
    const answer = await ask({ other: "1" });
    expect(answer.status).toBe(400);
    expect(answer.entries.map(({ field }) => field)).toEqual(["grant_type", "client_id", "client_secret"]);
  });

  it.each(["password", "refresh_token", "CLIENT_CREDENTIALS", "client_credentials "])(
    "refuses grant_type %j",
    async (grant_type) => {
      const answer = await ask(grant({ grant_type }));
      expect(answer.status).toBe(400);
      expect(answer.entries).toEqual([
        { field: "grant_type", message: "Must be client_credentials.", pointer: "/grant_type" },
      ]);
    },
  );

  it("refuses a field that is given twice, and one that is too long", async () => {
    const twice = await anonymous.call("POST", "/auth/token", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `${new URLSearchParams(grant())}&client_id=ci_other`,
    });
    expect([twice.status, twice.entries[0]?.field]).toEqual([400, "client_id"]);
    const long = await ask(grant({ client_id: "x".repeat(201) }));
    expect([long.status, long.entries[0]?.field]).toEqual([400, "client_id"]);
  });

  it("answers an unknown client and a wrong secret alike, with the same queries", async () => {
    const query = vi.spyOn(pg.Client.prototype, "query");
    const work = async (form: Record<string, string>) => {
      query.mockClear();
      const answer = await ask(form, freshAddress());
      // The request log writes the calls of earlier tests whenever it is time to.
      const texts = query.mock.calls
        .map(([given]) => (typeof given === "string" ? given : (given as { text?: string }).text))
        .filter((text) => !text?.includes("insert into request_log"));
      const { "x-request-id": _id, ...headers } = Object.fromEntries(answer.headers);
      return { status: answer.status, body: answer.body, headers, texts };
    };
    const unknown = await work(grant({ client_id: "ci_test_000000000000000000000000" }));
    const wrong = await work(grant({ client_secret: "cs_test_0000000000000000000000000000000000000000000" }));
    query.mockRestore();
    expect(unknown.texts.length).toBeGreaterThan(0);
    expect(unknown).toEqual(wrong);
    expect(wrong).toMatchObject({ status: 401, body: refusal });
  });

  it("refuses another client's secret, another environment's client, and a secret cut or lengthened", async () => {
    const other = await issueClient(await testDb(), { accountId: shop.accountId, environment: "testing" });
    const { client_secret } = shop.credentials.testing;
    for (const form of [
      grant({ client_secret: other.client_secret }),
      grant(shop.credentials.production),
      grant({ client_secret: client_secret.slice(0, -1) }),
      grant({ client_secret: `${client_secret}x` }),
      grant({ client_secret: `${client_secret} ` }),
    ]) {
      const answer = await ask(form);
      expect([answer.status, answer.body]).toEqual([401, refusal]);
    }
    const inProduction = await api("production").call("POST", "/auth/token", { form: grant() });
    expect([inProduction.status, inProduction.body]).toEqual([401, refusal]);
  });

  it("ends a revoked client's secret and its tokens at once", async () => {
    const credentials = await issueClient(await testDb(), { accountId: shop.accountId, environment: "testing" });
    const client = api("testing", { token: await tokenFor(credentials, "testing") });
    expect((await client.get("/providers")).status).toBe(200);
    await revokeClient(await testDb(), credentials.client_id);
    const token = await ask(grant(credentials));
    expect([token.status, token.body]).toEqual([401, refusal]);
    const call = await client.get("/providers");
    expect([call.status, call.body.error.code]).toEqual([401, "401000"]);
  });

  it("takes both secrets while one replaces the other, and never a third", async () => {
    const db = await testDb();
    const first = await issueClient(db, { accountId: shop.accountId, environment: "testing" });
    const token = await tokenFor(first, "testing");
    const second = await rollClient(db, first.client_id, 24);
    const statuses = async (...all: { client_id: string; client_secret: string }[]) =>
      Promise.all(all.map(async (credentials) => (await ask(grant(credentials))).status));
    expect(second.client_secret).not.toBe(first.client_secret);
    expect(await statuses(first, second)).toEqual([200, 200]);
    expect((await api("testing", { token }).get("/providers")).status).toBe(200);

    const third = await rollClient(db, first.client_id, 24);
    expect(await statuses(first, second, third)).toEqual([401, 200, 200]);
    // The overlap ends.
    await sql`update api_client_secrets set expires_at = now() where client_id = ${first.client_id} and expires_at is not null`.execute(
      db,
    );
    expect(await statuses(second, third)).toEqual([401, 200]);
    const fourth = await rollClient(db, first.client_id, 0);
    expect(await statuses(third, fourth)).toEqual([401, 200]);
  });
});

describe("limits of the token operation", () => {
  it("are 60 a minute for a client id", async () => {
    const address = freshAddress();
    await holdWindow(tokenCounter(shop.credentials.testing.client_id));
    await holdWindow(`a:${address}`);
    const answers = await Promise.all(Array.from({ length: 80 }, () => ask(grant(), address)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.status).toBe(429);
    expect(refused?.body.error).toEqual({
      code: "rate_limit_exceeded",
      code_reason: "RATE_LIMIT_EXCEEDED",
      message: ERRORS.RATE_LIMIT_EXCEEDED.message,
      retry_after: expect.any(Number),
    });
    const wait = refused?.body.error.retry_after;
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(120);
    expect(refused?.headers.get("retry-after")).toBe(String(wait));
    // Another client is not refused, nor is this one from the next minute on.
    expect(
      (
        await ask(
          grant({ ...(await issueClient(await testDb(), { accountId: shop.accountId, environment: "testing" })) }),
          address,
        )
      ).status,
    ).toBe(200);
    await sql`update rate_counters set minute_start = minute_start - interval '2 minutes'`.execute(await testDb());
    expect((await ask(grant(), address)).status).toBe(200);
  });

  it("do not use up the client's own limit", async () => {
    const limited = await merchant({ rateMinute: 1, rateHour: 1 });
    for (let i = 0; i < 5; i++) expect(await tokenFor(limited.credentials.testing, "testing")).toMatch(/^at_test_/);
    expect((await limited.testing.get("/providers")).status).toBe(200);
  });

  it("count a failure as five for the client id, whatever came before; the right secret is not refused for them", async () => {
    const wrong = grant({ client_secret: "wrong" });
    for (const successes of [0, 1, 4]) {
      for (const kind of ["", "f"]) await holdWindow(kind + tokenCounter(wrong.client_id));
      for (let i = 0; i < successes; i++) expect((await ask(grant(), freshAddress())).status).toBe(200);
      let failures = 0;
      while ((await ask(wrong, freshAddress())).status === 401) failures++;
      // The last one begins below 60 and may end above it.
      expect(failures).toBe(Math.ceil((60 - successes) / 5));
      expect((await ask(grant(), freshAddress())).status).toBe(200);
    }
  });

  it("are 300 a minute for an address, whatever ids it tries; right secrets and other addresses are not refused", async () => {
    const address = freshAddress();
    for (const kind of ["", "f"]) await holdWindow(`${kind}a:${address}`);
    const guess = (i: number) => ask(grant({ client_id: `ci_test_${i}`, client_secret: "guess" }), address);
    for (let i = 0; i < 60; i++) expect((await guess(i)).status).toBe(401);
    expect((await readWindow(`fa:${address}`)).minute_count).toBe(300);
    const before = await sql<{ n: string }>`select count(*) as n from access_tokens`.execute(await testDb());
    const refused = await guess(60);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    const after = await sql<{ n: string }>`select count(*) as n from access_tokens`.execute(await testDb());
    expect(after.rows).toEqual(before.rows);
    expect((await ask(grant(), address)).status).toBe(200);
    expect((await ask(grant({ client_secret: "guess" }), freshAddress())).status).toBe(401);
  });

  it("count an IPv6 address by its /64 and an IPv4 one in any form, without its port", async () => {
    await holdWindow("a:2001:db8:0:1::/64", { minute: 300 });
    await holdWindow("a:192.0.2.200", { minute: 300 });
    for (const address of ["2001:db8:0:1::1", "2001:DB8::1:ffff:0:0:2", "[2001:db8:0:1::3]:443"])
      expect((await ask(grant(), address)).status, address).toBe(429);
    for (const address of ["192.0.2.200", "192.0.2.200:4711", "::ffff:192.0.2.200", "::FFFF:c000:2c8"])
      expect((await ask(grant(), address)).status, address).toBe(429);
    expect((await ask(grant(), "2001:db8:0:2::1")).status).toBe(200);
  });

  it("let exactly 300 tokens through for an address", async () => {
    const address = freshAddress();
    await holdWindow(`a:${address}`, { minute: 290 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(grant(), address)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it("go by the address of the connection, not by headers of the client", async () => {
    const address = freshAddress();
    await holdWindow(`a:${address}`, { minute: 300 });
    const answer = await anonymous.call("POST", "/auth/token", {
      form: grant(),
      headers: { [ADDRESS_HEADER]: address, "x-forwarded-for": "198.51.100.7", forwarded: "for=198.51.100.7" },
    });
    expect(answer.status).toBe(429);
  });
});

describe("accounts that may not use the service", () => {
  it.each([
    ["no payment plan", { payment_plan: false }, "403010", "PAYMENT_PLAN_REQUIRED"],
    ["suspended", { suspended: true }, "403020", "ACCOUNT_SUSPENDED"],
  ] as const)("%s: get tokens and nothing else", async (_name, change, code, code_reason) => {
    const account = await merchant();
    await updateAccount(await testDb(), account.accountId, change);
    expect((await ask(grant(account.credentials.testing))).status).toBe(200);
    for (const client of [account.testing, account.production]) {
      const answer = await client.get("/providers");
      expect([answer.status, answer.body.error.code, answer.body.error.code_reason]).toEqual([403, code, code_reason]);
      expect(answer.headers.get("x-ratelimit-limit")).not.toBeNull();
    }
    await updateAccount(await testDb(), account.accountId, { payment_plan: true, suspended: false });
    expect((await account.testing.get("/providers")).status).toBe(200);
  });
});
