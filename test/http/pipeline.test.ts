import { sql } from "kysely";
import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, it } from "vitest";
import { CONTRACTS } from "@/lib/contracts";
import type { Contract } from "@/lib/contracts/contract";
import { localExample } from "@/lib/contracts/examples";
import { ENVIRONMENTS } from "@/lib/environment";
import { ERRORS } from "@/lib/errors";
import { needsFactor, visitNeeded } from "@/lib/rights";
import { ROLES, type Role } from "@/lib/roles";
import { issueClient, sessionCookieName } from "@/server/accounts";
import { openDatabase, openDatabaseWith } from "@/server/db/database";
import { env } from "@/server/env";
import { productDatabase } from "../database";
import { clientOf, cookieOf, created, type Merchant, merchant, personOf, testDb, tokenFor } from "../factories";
import { type Answer, type Api, api } from "../http";

const CLIENT_ROLES = ["merchant", "carrier", "warehouse", "support"] as const;
const PEOPLE_ROLES = ["owner", "member", "warehouse", "support"] as const;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const SAMPLES: Record<string, string> = {
  order_id: "100000000000001",
  tracking_number: "ST00000000000",
  draft_id: "dr_none",
};

let shop: Merchant;
let expired: string;
/** Of a person who was disabled, and of owners whose account was suspended or lost its plan, while they were signed in. */
let disabled: Api;
let suspended: Api;
let planless: Api;
/** Of staff in production who have shown no second factor. */
const unshown = {} as Record<"support" | "warehouse", Api>;
/** A member of another merchant, and an order that is not theirs. */
let stranger: Api;
let order: { order_id: string; tracking_number: string };
const clients = {} as Record<(typeof CLIENT_ROLES)[number], Api>;
const people = {} as Record<(typeof PEOPLE_ROLES)[number], string>;
const isStaff = (role: Role) => role === "warehouse" || role === "support";

beforeAll(async () => {
  shop = await merchant();
  for (const role of CLIENT_ROLES) clients[role] = await clientOf(role, shop.accountId);
  for (const role of PEOPLE_ROLES) people[role] = (await personOf(role, isStaff(role) ? null : shop.accountId)).id;
  const credentials = await issueClient(await testDb(), { accountId: shop.accountId, environment: "testing" });
  disabled = await signedInBefore((id) => sql`update people set disabled_at = now() where id = ${id}`);
  suspended = await signedInBefore((_, id) => sql`update accounts set suspended = true where id = ${id}`);
  planless = await signedInBefore((_, id) => sql`update accounts set payment_plan = false where id = ${id}`);
  for (const role of ["support", "warehouse"] as const) {
    const { id, api: caller } = await personOf(role, null, "production");
    await sql`update sessions set factor_at = null where person_id = ${id}`.execute(await testDb());
    unshown[role] = caller;
  }
  stranger = (await personOf("member", (await merchant()).accountId)).api;
  order = await created(shop.testing);
  expired = await tokenFor(credentials, "testing");
  await sql`update access_tokens set expires_at = now() where client_id = ${credentials.client_id}`.execute(
    await testDb(),
  );
});

/** An owner of an account of their own, signed in, after which the statement runs. */
async function signedInBefore(change: (id: string, accountId: string) => ReturnType<typeof sql>): Promise<Api> {
  const { accountId } = await merchant();
  const person = await personOf("owner", accountId);
  await change(person.id, accountId).execute(await testDb());
  return person.api;
}

/** Signs a person in again, because some operations end sessions. */
async function signedIn(role: (typeof PEOPLE_ROLES)[number]): Promise<Api> {
  const headers = { cookie: await cookieOf(people[role]), "sec-fetch-site": "same-origin" };
  return api("testing", { headers: isStaff(role) ? { ...headers, "x-account-id": shop.accountId } : headers });
}

const pathOf = ({ path }: Pick<Contract, "path">) =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => SAMPLES[name] ?? name);
const bodyOf = ({ body }: Contract) => (body ? { body: {} } : {});
const ask = (client: Api, contract: Contract, headers: Record<string, string> = {}) =>
  client.call(contract.method, pathOf(contract), { ...bodyOf(contract), headers });
const mayCall = ({ who }: Contract, role: Role) => who !== "anyone" && (who as readonly Role[]).includes(role);
const errorOf = (reason: keyof typeof ERRORS) => ({
  error: expect.objectContaining({ code: ERRORS[reason].code, code_reason: reason, message: ERRORS[reason].message }),
});

function expectShape(answer: Answer): void {
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  expect(answer.headers.get("x-powered-by")).toBeNull();
  expect(answer.headers.get("set-cookie")).toBeNull();
}

function expectRate(answer: Answer): void {
  for (const name of ["limit", "remaining", "reset"])
    expect(answer.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
}

function expectUnauthorized(answer: Answer): void {
  expect(answer.status).toBe(401);
  const { code, message } = ERRORS.UNAUTHORIZED;
  expect(answer.body).toEqual({ error: { code, code_reason: "UNAUTHORIZED", message } });
  expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  expect(answer.headers.get("x-ratelimit-limit")).toBeNull();
  expectShape(answer);
}

const guarded = CONTRACTS.filter(({ who }) => who !== "anyone");

it("has contracts to try", () => {
  expect(guarded.length).toBeGreaterThanOrEqual(18);
  expect(CONTRACTS.length - guarded.length).toBeGreaterThanOrEqual(2);
});

describe.each(guarded.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
  "%s",
  (_name, contract) => {
    const isTestingOnly = contract.id === "simulateScan";

    it("answers 401000 without a token", async () => {
      expectUnauthorized(await ask(api("testing"), contract));
      const production = await ask(api("production"), contract);
      if (isTestingOnly) expect(production.status).toBe(404);
      else expectUnauthorized(production);
    });

    it("answers 401000 to an expired token and to one of the other environment", async () => {
      expectUnauthorized(await ask(api("testing", { token: expired }), contract));
      expectUnauthorized(await ask(api("testing", { token: shop.tokens.production }), contract));
      const production = await ask(api("production", { token: shop.tokens.testing }), contract);
      if (isTestingOnly) expect(production.status).toBe(404);
      else expectUnauthorized(production);
    });

    it.each(CLIENT_ROLES)("lets API clients of role %s in or answers 403000", async (role) => {
      const answer = await ask(clients[role], contract);
      if (contract.audience !== "people" && mayCall(contract, role)) expect([200, 400, 404]).toContain(answer.status);
      else expect([answer.status, answer.body]).toEqual([403, errorOf("FORBIDDEN")]);
      expectShape(answer);
      expectRate(answer);
    });

    it.each(PEOPLE_ROLES)("lets people of role %s in by their session or answers 403000", async (role) => {
      const answer = await ask(await signedIn(role), contract);
      const isAsked = visitNeeded(role, "testing", { pickPack: false }, contract.id) !== null;
      if (mayCall(contract, role) && isAsked)
        expect([answer.status, answer.body]).toEqual([403, errorOf("REASON_REQUIRED")]);
      else if (mayCall(contract, role)) expect([200, 400, 404]).toContain(answer.status);
      else expect([answer.status, answer.body]).toEqual([403, errorOf("FORBIDDEN")]);
      expectShape(answer);
      expectRate(answer);
    });

    it("lets no disabled person in, and no person of an account that was suspended or has no plan", async () => {
      expectUnauthorized(await ask(disabled, contract));
      for (const [caller, reason] of [
        [suspended, "ACCOUNT_SUSPENDED"],
        [planless, "PAYMENT_PLAN_REQUIRED"],
      ] as const) {
        const answer = await ask(caller, contract);
        expect([answer.status, answer.body]).toEqual([403, errorOf(reason)]);
        expectShape(answer);
      }
    });

    it.each(["support", "warehouse"] as const)(
      "lets %s into production without a second factor where the table says so",
      async (role) => {
        if (isTestingOnly || contract.id === "revokeSessions" || !mayCall(contract, role)) return;
        const answer = await ask(unshown[role], contract);
        const isRefused = answer.body?.error?.code_reason === "SECOND_FACTOR_REQUIRED";
        expect(isRefused).toBe(needsFactor(role, "production", contract.id));
        if (isRefused) expect([answer.status, answer.body]).toEqual([403, errorOf("SECOND_FACTOR_REQUIRED")]);
      },
    );

    it("shows a member of another merchant nothing of this one, whatever account and order they name", async () => {
      // It ends the caller's own session.
      if (contract.id === "revokeSessions") return;
      const { order_id, tracking_number } = order;
      const path = contract.path.replace("{order_id}", order_id).replace("{tracking_number}", tracking_number);
      const named = contract.body ? { body: { order_id, tracking_number, order_ids: [order_id] } } : {};
      const query = contract.query && !contract.body ? `?order_id=${order_id}&tracking_number=${tracking_number}` : "";
      const headers = { "x-account-id": shop.accountId };
      const answer = await stranger.call(contract.method, pathOf({ path }) + query, { ...named, headers });
      expect([200, 400, 403, 404]).toContain(answer.status);
      if (path.includes(order_id) && mayCall(contract, "member") && !contract.body) expect(answer.status).toBe(404);
      expect(JSON.stringify(answer.body)).not.toContain(localExample.recipient.name);
      expect(JSON.stringify(answer.body)).not.toContain(shop.accountId);
    });

    it("judges a request with Authorization only by that, whatever cookie it carries", async () => {
      expectUnauthorized(await ask(await signedIn("owner"), contract, { authorization: "Bearer no" }));
    });
  },
);

describe.each(METHODS)("an operation by %s", (method) => {
  it("answers 401000 to anything that is not a token of ours", async () => {
    const contract = guarded.find((each) => each.method === method) as Contract;
    const token = shop.tokens.testing;
    for (const authorization of [
      "Bearer",
      "Bearer ",
      token,
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token.replace("at_test_", "at_live_")}`,
      `Bearer ${token} ${token}`,
      `Basic ${token}`,
      `Bearer at_test_${"A".repeat(43)}`,
      "Bearer '; drop table orders; --",
    ])
      expectUnauthorized(await ask(api("testing"), contract, { authorization }));
  });
});

describe.each([...new Set(CONTRACTS.map(({ path }) => path))])("the address %s", (path) => {
  const served = CONTRACTS.filter((contract) => contract.path === path).map(({ method }) => method);
  const allow = [...served, ...(served.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort();
  const allowOf = (answer: Answer) => answer.headers.get("allow")?.split(", ").sort();

  it("answers 405000 with Allow to every other method, with and without a token", async () => {
    for (const method of METHODS.filter((each) => !(served as string[]).includes(each)))
      for (const environment of ENVIRONMENTS)
        for (const client of [api(environment), shop[environment]]) {
          const answer = await client.call(method, pathOf({ path }));
          expect([answer.status, answer.body]).toEqual([405, errorOf("METHOD_NOT_ALLOWED")]);
          expect(allowOf(answer)).toEqual(allow);
          expectShape(answer);
        }
  });

  it("answers OPTIONS with 204 and the true Allow", async () => {
    const answer = await api().call("OPTIONS", pathOf({ path }));
    expect([answer.status, answer.body]).toEqual([204, ""]);
    expect(allowOf(answer)).toEqual(allow);
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("answers HEAD as GET, without a body", async () => {
    for (const client of [api(), shop.testing, await signedIn("owner")]) {
      const [get, head] = [await client.call("GET", pathOf({ path })), await client.call("HEAD", pathOf({ path }))];
      expect([head.status, head.body]).toEqual([get.status, ""]);
      expect(head.status === 405).toBe(!served.includes("GET"));
      expect(head.headers.get("x-request-id")).toMatch(/^req_/);
      expect(head.headers.get("allow")).toBe(get.headers.get("allow"));
      expect(head.headers.has("x-ratelimit-limit")).toBe(get.headers.has("x-ratelimit-limit"));
    }
  });

  it("takes a trailing slash for the same address", async () => {
    const method = served[0] ?? "GET";
    const [bare, slashed] = [
      await shop.testing.call(method, pathOf({ path })),
      await shop.testing.call(method, `${pathOf({ path })}/`),
    ];
    // What a browser is to sign is new each time.
    const words = ({ body }: Answer) => JSON.stringify(body).replace(/"challenge":"[\w-]+"/, "");
    expect([slashed.status, words(slashed)]).toEqual([bare.status, words(bare)]);
  });
});

describe("addresses that are no operation", () => {
  it.each([
    "",
    "/",
    "/nothing",
    "/order",
    "/order/detail/1/2",
    "/orders/1",
    "/auth",
    "/drafts/a/b",
    "/v1/orders",
    "/favicon.ico",
  ])("answers 404000 to every method at %j", async (path) => {
    for (const environment of ENVIRONMENTS)
      for (const method of [...METHODS, "OPTIONS"]) {
        const answer = await shop[environment].call(method, path);
        const error = { code: "404000", code_reason: "NOT_FOUND", message: expect.stringContaining(" /testing/v1 ") };
        expect([answer.status, answer.body]).toEqual([404, { error: expect.objectContaining(error) }]);
        expectShape(answer);
      }
    const head = await shop.testing.call("HEAD", path);
    expect([head.status, head.body]).toEqual([404, ""]);
  });

  it("has no simulation in production", async () => {
    const answer = await shop.production.post("/simulate/tracking", { order_id: "1", event: "order.picked_up" });
    expect([answer.status, answer.body]).toEqual([404, errorOf("NOT_FOUND")]);
  });
});

describe("X-Request-Id", () => {
  it("is different in every answer", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.testing.get("/providers")));
    expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(20);
  });
});

describe("an unforeseen failure", () => {
  it("is a 500999 that leaks nothing and still has the limit headers", async () => {
    const order = await created(shop.testing);
    await sql`update orders set price_breakdown = '{"secret_table":1}' where id = ${order.order_id}`.execute(
      await testDb(),
    );
    const answer = await shop.testing.get(`/order/detail/${order.order_id}`);
    const { code, message } = ERRORS.API_ERROR;
    expect([answer.status, answer.body]).toEqual([500, { error: { code, code_reason: "API_ERROR", message } }]);
    expectShape(answer);
    expectRate(answer);
  });
});

describe("a member of another merchant", () => {
  it("acts on their own account, whatever account they name, and finds nothing of the other's", async () => {
    const own = await merchant();
    const member = await personOf("member", own.accountId);
    const order = await created(shop.testing);
    const headers = { "x-account-id": shop.accountId };
    const me = await member.api.get("/me", { headers });
    expect(me.body.data.account.id).toBe(own.accountId);
    expect((await member.api.get("/orders", { headers })).body.pagination.total).toBe(0);
    expect((await member.api.get(`/order/detail/${order.order_id}`, { headers })).status).toBe(404);
  });
});

describe("roles", () => {
  it("are all tried", () => {
    expect(new Set([...CLIENT_ROLES, ...PEOPLE_ROLES])).toEqual(new Set(ROLES));
  });
});

describe("cookies", () => {
  it("that do not open a session are no sign-in", async () => {
    const sealed = async (sid: unknown, secret = env().appSecret) =>
      encodeURIComponent(await encode({ token: { sid } as Record<string, unknown>, secret }));
    const name = sessionCookieName();
    for (const cookie of [
      `${name}=`,
      `${name}=garbage`,
      `${name}=%E0%A4%A`,
      `other=1`,
      `${name}=${await sealed("unknown")}`,
      `${name}=${await sealed(42)}`,
      `${name}=${await sealed("unknown", "another secret of at least 32 characters")}`,
    ])
      expectUnauthorized(await api("testing", { headers: { cookie } }).get("/providers"));
  });
});

describe("a database that cannot be reached", () => {
  const unreachable = () =>
    openDatabase({ databaseUrl: "postgres://nobody:secret@127.0.0.1:1/nothing", databasePoolMax: 2, dataDir: "" });

  it("is answered with 503000 and Retry-After by every operation, and forgotten when it is back", async () => {
    const down = await unreachable();
    openDatabaseWith(async () => down);
    try {
      const { code, message } = ERRORS.SERVICE_UNAVAILABLE;
      const form = { grant_type: "client_credentials", client_id: "ci_test_0", client_secret: "x" };
      const token = await shop.testing.call("POST", "/auth/token", { form });
      for (const answer of [token, ...(await Promise.all(guarded.map((contract) => ask(shop.testing, contract))))]) {
        expect(answer.body).toEqual({ error: { code, code_reason: "SERVICE_UNAVAILABLE", message } });
        expect(answer.status).toBe(503);
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
        expectShape(answer);
      }
      const oauth = await api().call("POST", "/oauth/token", { form });
      expect([oauth.status, oauth.body.error]).toEqual([503, "server_error"]);
      // Requests that need no database still work.
      expect((await shop.testing.call("PATCH", "/orders")).status).toBe(405);
      expect((await shop.testing.get("/nothing")).status).toBe(404);
    } finally {
      openDatabaseWith(productDatabase);
      await down.close();
    }
    expect((await shop.testing.get("/providers")).status).toBe(200);
  });

  it("is opened by the next request when its opening failed", async () => {
    let attempts = 0;
    openDatabaseWith(async () => {
      attempts++;
      if (attempts === 1) throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      return productDatabase();
    });
    try {
      expect((await shop.testing.get("/providers")).status).toBe(503);
      expect((await shop.testing.get("/providers")).status).toBe(200);
      expect((await shop.testing.get("/providers")).status).toBe(200);
      expect(attempts).toBe(2);
    } finally {
      openDatabaseWith(productDatabase);
    }
  });
});
