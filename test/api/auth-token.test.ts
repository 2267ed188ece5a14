import { sql } from "kysely";
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
  processClientCredentialsResponse,
} from "oauth4webapi";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ERRORS } from "@/lib/errors";
import { issueClient, revokeClient, rollClient, updateAccount } from "@/server/accounts";
import { ADDRESS_HEADER } from "@/server/http/address";
import { type Merchant, merchant, testDb, tokenFor } from "../factories";
import { api, dispatch } from "../http";
import { holdWindow, readWindow, tokenCounter } from "./rate-window";

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

  it("answers an unknown client and a wrong secret alike, by the same work", async () => {
    const query = vi.spyOn(pg.Client.prototype, "query");
    const work = async (form: Record<string, string>) => {
      query.mockClear();
      const answer = await ask(form, freshAddress());
      const texts = query.mock.calls.map(([given]) =>
        typeof given === "string" ? given : (given as { text?: string }).text,
      );
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

  it("takes both secrets during a roll, and never a third", async () => {
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
    // Another client is not held up, nor this one from the next minute on.
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

  it("count a failure as five for the client id, whatever came before", async () => {
    const wrong = grant({ client_secret: "wrong" });
    for (const successes of [0, 1, 4]) {
      await holdWindow(tokenCounter(wrong.client_id));
      for (let i = 0; i < successes; i++) expect((await ask(grant(), freshAddress())).status).toBe(200);
      let failures = 0;
      while ((await ask(wrong, freshAddress())).status === 401) failures++;
      // The last one begins below 60 and may end above it.
      expect(failures).toBe(Math.ceil((60 - successes) / 5));
      expect((await ask(grant(), freshAddress())).status).toBe(429);
    }
  });

  it("are 300 a minute for an address, whatever ids it tries; other addresses are not held up", async () => {
    const address = freshAddress();
    await holdWindow(`a:${address}`);
    for (let i = 0; i < 60; i++) {
      const answer = await ask(grant({ client_id: `ci_test_${i}`, client_secret: "guess" }), address);
      expect(answer.status).toBe(401);
    }
    expect((await readWindow(`a:${address}`)).minute_count).toBe(300);
    const before = await sql<{ n: string }>`select count(*) as n from access_tokens`.execute(await testDb());
    expect((await ask(grant(), address)).status).toBe(429);
    const after = await sql<{ n: string }>`select count(*) as n from access_tokens`.execute(await testDb());
    expect(after.rows).toEqual(before.rows);
    expect((await ask(grant(), freshAddress())).status).toBe(200);
  });

  it("let exactly 300 tokens through for an address", async () => {
    const address = freshAddress();
    await holdWindow(`a:${address}`, { minute: 290 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(grant(), address)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it("go by the noted address, not by what the client says of itself", async () => {
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
    ["no payment plan", { paymentPlan: false }, "403010", "PAYMENT_PLAN_REQUIRED"],
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
    await updateAccount(await testDb(), account.accountId, { paymentPlan: true, suspended: false });
    expect((await account.testing.get("/providers")).status).toBe(200);
  });
});

describe("POST /oauth/token", () => {
  const oauth = (form: Record<string, string>, authorization?: string) =>
    anonymous.call("POST", "/oauth/token", { form, headers: authorization ? { authorization } : {} });
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  const only = { grant_type: "client_credentials" };

  it("answers a form without the envelope", async () => {
    const answer = await oauth(grant());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^at_test_/),
      token_type: "Bearer",
      expires_in: 3600,
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect((await api("testing", { token: answer.body.access_token }).get("/providers")).status).toBe(200);
  });

  it("takes HTTP Basic, its scheme in any case, its parts form-encoded", async () => {
    const { client_id, client_secret } = shop.credentials.testing;
    expect((await oauth(only, basic(client_id, client_secret))).status).toBe(200);
    expect((await oauth(only, basic(client_id, client_secret).replace("Basic", "basic"))).status).toBe(200);
    expect(
      (await oauth(only, basic(client_id.replaceAll("_", "%5F"), client_secret.replaceAll("_", "%5f")))).status,
    ).toBe(200);
  });

  it("works with a stock OAuth client, by Basic and by form", async () => {
    const server = { issuer: "http://localhost:3000", token_endpoint: "http://localhost:3000/testing/v1/oauth/token" };
    const client = { client_id: shop.credentials.testing.client_id };
    for (const auth of [ClientSecretBasic, ClientSecretPost]) {
      const response = await clientCredentialsGrantRequest(
        server,
        client,
        auth(shop.credentials.testing.client_secret),
        {},
        {
          [allowInsecureRequests]: true,
          [customFetch]: (url: string, options: RequestInit) => dispatch(new Request(url, options)),
        },
      );
      const token = await processClientCredentialsResponse(server, client, response);
      expect(token.access_token).toMatch(/^at_test_/);
      expect(token.expires_in).toBe(3600);
    }
  });

  it.each([
    ["an unknown client in the form", { client_id: "ci_test_0" }, undefined],
    ["a wrong secret in the form", { client_secret: "wrong" }, undefined],
    ["a wrong secret by Basic", {}, basic("ci_test_0", "wrong")],
    ["a Basic header that is not base64", {}, "Basic !!!"],
    ["a Basic header without a colon", {}, `Basic ${Buffer.from("nothing").toString("base64")}`],
    ["another scheme", {}, "Bearer at_test_x"],
  ])("answers %s with invalid_client", async (_name, change, authorization) => {
    const answer = await oauth(authorization ? only : grant(change), authorization);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: "invalid_client", error_description: ERRORS.INVALID_CLIENT.message });
    expect(answer.headers.get("www-authenticate")).toMatch(/^Basic /);
  });

  it("answers no client authentication at all with invalid_client", async () => {
    const answer = await oauth(only);
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
  });

  it("answers another grant type with unsupported_grant_type", async () => {
    const answer = await oauth(grant({ grant_type: "password" }));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: "unsupported_grant_type",
      error_description: expect.stringContaining("grant_type"),
    });
  });

  it("answers a missing or repeated parameter and a wrong body type with invalid_request", async () => {
    const { client_id, client_secret } = shop.credentials.testing;
    const send = (type: string, body: string) =>
      anonymous.call("POST", "/oauth/token", { headers: { "content-type": type }, body });
    const form = "application/x-www-form-urlencoded";
    for (const answer of [
      await oauth({ client_id, client_secret }),
      await send(form, `${new URLSearchParams(grant())}&grant_type=client_credentials`),
      await send(form, `${new URLSearchParams(grant())}&client_id=${client_id}`),
      await send("application/json", JSON.stringify(grant())),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error: "invalid_request",
        error_description: expect.stringMatching(/^[\x20-\x7e]+$/),
      });
    }
  });

  it("shares the limits of the other token operation", async () => {
    await holdWindow(tokenCounter(shop.credentials.testing.client_id), { minute: 59 });
    expect((await ask(grant())).status).toBe(200);
    const answer = await oauth(grant());
    expect(answer.status).toBe(429);
    expect(Object.keys(answer.body)).toEqual(["error", "error_description"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  });
});
