// @module-tag engine
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createPasswordLink, signIn } from "@/server/accounts";
import { runCommand } from "@/server/cli/admin-commands";
import { overrideEnv } from "@/server/env";
import { ADDRESS_HEADER } from "@/server/plain-address";
import { clientOf, cookieOf, freshEmail, type Merchant, merchant, personOf, testDb, tokenIn } from "@/test/factories";
import { api } from "@/test/http";
import { holdWindow } from "../rate-window";

const PASSWORD = "a sentence of my own";

let shop: Merchant;
let person: Awaited<ReturnType<typeof personOf>>;

beforeAll(async () => {
  shop = await merchant({ name: "Tea House", pickPack: true });
});

beforeEach(async () => {
  person = await personOf("member", shop.accountId);
});

describe("GET /me", () => {
  it("tells a merchant's person who they are and for which account", async () => {
    const answer = await person.api.get("/me");
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      person: { id: person.id, name: expect.any(String), email: expect.stringContaining("@"), role: "member" },
      account: { id: shop.accountId, name: "Tea House", pick_pack: true },
    });
  });

  it("tells staff that they have no account, or the one they name", async () => {
    const staff = await personOf("warehouse", null);
    expect((await staff.api.get("/me")).body.data).toMatchObject({ person: { role: "warehouse" }, account: null });
    const named = await staff.api.get("/me", { headers: { "x-account-id": shop.accountId } });
    expect(named.body.data.account.id).toBe(shop.accountId);
  });

  it("is for people: 401 without a session, 403 for API clients", async () => {
    expect((await api().get("/me")).status).toBe(401);
    expect((await shop.testing.get("/me")).status).toBe(403);
    expect((await (await clientOf("support", null)).get("/me")).status).toBe(403);
  });
});

describe("POST /sessions/revoke-all", () => {
  const statusOf = async (cookie: string) => (await api("testing", { headers: { cookie } }).get("/me")).status;

  it("ends every session of the person, and no other person's", async () => {
    const [second, other] = [await cookieOf(person.id), await personOf("owner", shop.accountId)];
    const answer = await person.api.post("/sessions/revoke-all", {});
    expect([answer.status, answer.body.data]).toEqual([200, { revoked: 2 }]);
    expect([await statusOf(person.cookie), await statusOf(second), await statusOf(other.cookie)]).toEqual([
      401, 401, 200,
    ]);
  });

  it("leaves the one it is called with where asked to", async () => {
    const second = await cookieOf(person.id);
    const answer = await person.api.post("/sessions/revoke-all", { but_this: "Y" });
    expect(answer.body.data).toEqual({ revoked: 1 });
    expect([await statusOf(person.cookie), await statusOf(second)]).toEqual([200, 401]);
  });

  it("works for staff without an account", async () => {
    const staff = await personOf("support", null);
    expect((await staff.api.post("/sessions/revoke-all", {})).status).toBe(200);
    expect(await statusOf(staff.cookie)).toBe(401);
  });

  it("refuses another site, API clients, no session, and a wrong but_this", async () => {
    const abroad = { headers: { "sec-fetch-site": "cross-site" } };
    expect((await person.api.post("/sessions/revoke-all", {}, abroad)).status).toBe(403);
    expect((await shop.testing.post("/sessions/revoke-all", {})).status).toBe(403);
    expect((await api().post("/sessions/revoke-all", {})).status).toBe(401);
    const wrong = await person.api.post("/sessions/revoke-all", { but_this: "maybe" });
    expect([wrong.status, wrong.entries[0]?.field]).toEqual([400, "but_this"]);
    expect(await statusOf(person.cookie)).toBe(200);
  });
});

describe("a change by cookie", () => {
  const from = async (headers: Record<string, string>, cookie = person.cookie) => {
    const answer = await api("testing", { headers: { cookie, ...headers } }).post("/sessions/revoke-all", {
      but_this: "Y",
    });
    return answer.status === 403 ? answer.body.error.message : answer.status;
  };
  const REFUSED = "The request does not come from a page of this service. Open it at http://localhost:3000 (APP_URL).";

  it.each([
    ["http://localhost:3000", 200],
    ["http://127.0.0.1:3000", 200],
    ["http://[::1]:3000", 200],
    ["http://shop.localhost:3000", 200],
    ["http://localhost:3001", REFUSED],
    ["http://localhost", REFUSED],
    ["https://localhost:3000", REFUSED],
    ["http://evil.example:3000", REFUSED],
    ["http://localhost.evil.example:3000", REFUSED],
    ["http://127.0.0.1.evil.example:3000", REFUSED],
    ["http://localhost:3000.evil.example", REFUSED],
    ["null", REFUSED],
    ["", REFUSED],
  ])("from the origin %j is answered by it, with and without Sec-Fetch-Site", async (origin, answer) => {
    expect(await from({ origin })).toBe(answer);
    expect(await from({ origin, "sec-fetch-site": "same-origin" })).toBe(answer);
    expect(await from({ origin, "sec-fetch-site": "cross-site" })).toBe(REFUSED);
    // The host that the request names says nothing.
    expect(await from({ origin, host: new URL("http://evil.example:3000").host })).toBe(answer);
  });

  it("without an origin is one of our pages only by Sec-Fetch-Site", async () => {
    for (const [site, answer] of [
      ["same-origin", 200],
      ["same-site", REFUSED],
      ["cross-site", REFUSED],
      ["none", REFUSED],
    ] as const)
      expect(await from({ "sec-fetch-site": site })).toBe(answer);
    expect(await from({})).toBe(REFUSED);
  });

  it("is judged only by APP_URL where that is no name of this machine", async () => {
    const restore = overrideEnv({ appUrl: "https://ship.example" });
    onTestFinished(restore);
    const cookie = await cookieOf(person.id);
    expect(await from({ origin: "https://ship.example" }, cookie)).toBe(200);
    for (const origin of ["http://ship.example", "https://ship.example:444", "http://localhost:3000"])
      expect(await from({ origin, "sec-fetch-site": "same-origin" }, cookie)).toContain(
        "https://ship.example (APP_URL)",
      );
  });
});

describe("POST /set-password", () => {
  const tokenOf = async (personId: string) => tokenIn(await createPasswordLink(await testDb(), personId));
  const set = (token: string, password: unknown = PASSWORD) => api().post("/set-password", { token, password });
  const emailOf = async (id: string) =>
    (await (await testDb()).selectFrom("people").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;
  const canSignIn = async (id: string, password: string) => {
    const attempt = { email: await emailOf(id), password, address: freshEmail(), userAgent: null };
    return typeof (await signIn(await testDb(), attempt)) === "object";
  };

  beforeEach(async () => {
    await (await testDb()).deleteFrom("rate_counters").execute();
  });

  it("sets the password once, and ends every session", async () => {
    const token = await tokenOf(person.id);
    const answer = await set(token);
    expect([answer.status, answer.body.data]).toEqual([200, { email: await emailOf(person.id) }]);
    expect(await canSignIn(person.id, PASSWORD)).toBe(true);
    expect(await canSignIn(person.id, "correct horse battery")).toBe(false);
    expect((await person.api.get("/me")).status).toBe(401);

    const again = await set(token, "another sentence of mine");
    expect([again.status, again.entries.map(({ field }) => field)]).toEqual([400, ["token"]]);
    expect(await canSignIn(person.id, PASSWORD)).toBe(true);
  });

  it("lets only one of several at once through", async () => {
    const token = await tokenOf(person.id);
    const answers = await Promise.all([1, 2, 3].map((n) => set(token, `${PASSWORD} ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it.each([
    ["a link of nobody", () => "x".repeat(43)],
    ["an expired link", () => tokenAfter("update password_links set expires_at = now() where person_id = ")],
    ["the link of a disabled person", () => tokenAfter("update people set disabled_at = now() where id = ")],
    [
      "a link before the latest",
      async () => {
        const first = await tokenOf(person.id);
        await tokenOf(person.id);
        return first;
      },
    ],
  ])("refuses %s, and changes nothing", async (_name, make) => {
    const answer = await set(await make());
    expect(answer.status).toBe(400);
    expect(answer.entries.map(({ field, message }) => [field, message])).toEqual([
      ["token", "This link is used up or has expired. Ask for a new one."],
    ]);
  });

  async function tokenAfter(statement: string): Promise<string> {
    const token = await tokenOf(person.id);
    await sql`${sql.raw(statement)} ${person.id}`.execute(await testDb());
    return token;
  }

  it.each([
    ["short", "elevenchars", "At least 12 characters."],
    ["common", "PasswordPassword", "This password is too common. Take a sentence of your own."],
    ["common at another length", "mailCreated5240", "This password is too common. Take a sentence of your own."],
    [
      "made of our name",
      "Sampan-Sampan-2026!",
      "This password is made of your e-mail or our name. Take a sentence of your own.",
    ],
    ["of hardly any characters", "ababababababab", "This password is too common. Take a sentence of your own."],
    ["endless", "abcd".repeat(300), "At most 1024 characters; 1200 were given."],
    ["no text", 123456789012, "Must be a JSON string; a number was given."],
    ["missing", null, "This field is required."],
  ])("refuses a password that is %s, and the link still works", async (_name, password, message) => {
    const token = await tokenOf(person.id);
    const answer = await set(token, password);
    expect(answer.status).toBe(400);
    expect(answer.entries.map((entry) => [entry.pointer, entry.message])).toEqual([["/password", message]]);
    expect((await set(token)).status).toBe(200);
  });

  it("refuses a password that is made of the person's own e-mail", async () => {
    const email = await emailOf(person.id);
    for (const password of [email, `${email.split("@")[0]}123`, `example.com Person ${process.pid}`]) {
      const answer = await set(await tokenOf(person.id), password);
      expect([answer.status, answer.entries[0]?.pointer], password).toEqual([400, "/password"]);
    }
  });

  it("says so in Chinese to a Chinese page", async () => {
    const body = { token: await tokenOf(person.id), password: "short" };
    const answer = await api().post("/set-password", body, { headers: { "x-sampan-language": "zh-Hant" } });
    expect(answer.entries[0]?.message).toBe("最少 12 個字元。");
  });

  it("reads whose a link is as long as it works, only from the body", async () => {
    const token = await tokenOf(person.id);
    const read = (body: object) => api().post("/set-password/read", body);
    const data = { kind: "password", email: await emailOf(person.id), account_name: null, name: null };
    for (let times = 0; times < 2; times++) expect((await read({ token })).body.data).toEqual(data);
    const inAddress = await api().post(`/set-password/read?token=${token}`, {});
    expect([inAddress.status, inAddress.entries.map(({ field }) => field)]).toEqual([400, ["token"]]);
    expect((await set(token)).status).toBe(200);
    for (const bad of [token, "x"]) {
      const answer = await read({ token: bad });
      expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["token"]]);
    }
    for (let tries = 0; tries < 20; tries++) await read({ token: "x" });
    expect((await read({ token })).status).toBe(429);
  });

  it("counts the tries of an address", async () => {
    for (let tries = 0; tries < 20; tries++) expect((await set("x")).status).toBe(400);
    const answer = await set("x");
    expect([answer.status, answer.body.error.code]).toEqual([429, "rate_limit_exceeded"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    await holdWindow("pl:2001:db8:0:7::/64", { minute: 20 });
    const from = (address: string) =>
      api().post("/set-password", { token: "x", password: PASSWORD }, { headers: { [ADDRESS_HEADER]: address } });
    expect((await from("2001:db8:0:7::1")).status).toBe(429);
    expect((await from("2001:db8:0:8::1")).status).toBe(400);
  });

  it.each([
    ["an hour", 1],
    ["7 days where there is no password yet", 168],
  ])("keeps no token as it is, and the link lives %s", async (_words, hours) => {
    if (hours > 1) await sql`update people set password_hash = null where id = ${person.id}`.execute(await testDb());
    const token = await tokenOf(person.id);
    const { rows } = await sql<{ hash: Buffer; hours: number }>`
      select hash, extract(epoch from expires_at - created_at)::float / 3600 as hours
      from password_links where person_id = ${person.id}`.execute(await testDb());
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]?.hash ?? []).toString()).not.toContain(token);
    expect(rows[0]?.hours).toBeCloseTo(hours, 1);
  });

  it("has its link from the command line", async () => {
    const email = await emailOf(person.id);
    const made = (await runCommand(await testDb(), ["user", "password-link", "--email", email.toUpperCase()])) as {
      link: string;
    };
    expect(made).toEqual({ user_id: person.id, email, link: expect.stringMatching(/^http:.*\/set-password#token=/) });
    expect((await set(tokenIn(made.link))).status).toBe(200);
    await expect(
      runCommand(await testDb(), ["user", "password-link", "--email", "nobody@example.com"]),
    ).rejects.toThrow("has no sign-in");
  });
});
