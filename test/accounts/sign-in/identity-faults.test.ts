// @module-tag engine
// What goes wrong around sessions and sign-ins: sessions that are fixed, replayed or too old, and answers that tell.
import { encode } from "next-auth/jwt";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPasswordLink, sessionCookieName, signIn } from "@/server/accounts";
import { runCommand } from "@/server/cli/admin-commands";
import { openDatabase } from "@/server/db/database";
import { env } from "@/server/env";
import { testDatabaseUrl } from "@/test/database";
import { clientOf, cookieForSession, type Merchant, merchant, personOf, testDb, tokenIn } from "@/test/factories";
import { api } from "@/test/http";
import { withPasskey } from "./authenticator";
import { codeOf, emailOf, orThrottled, trySignIn, withTotp } from "./security";

let shop: Merchant;
let person: Awaited<ReturnType<typeof personOf>>;
let email: string;

beforeAll(async () => {
  shop = await merchant();
});
beforeEach(async () => {
  await (await testDb()).deleteFrom("rate_counters").execute();
  person = await personOf("owner", shop.accountId);
  email = await emailOf(person.id);
});

const withCookie = (cookie: string, headers: Record<string, string> = { "sec-fetch-site": "same-origin" }) =>
  api("testing", { headers: { cookie, ...headers } });
const statusOf = async (cookie: string) => (await withCookie(cookie).get("/me")).status;
const command = async (...words: string[]) => runCommand(await testDb(), ["person", ...words, "--email", email]);

describe("a session", () => {
  it("is never the one that was chosen before the sign-in", async () => {
    const chosen = "A".repeat(43);
    const fixed = `${sessionCookieName()}=${encodeURIComponent(
      await encode({ token: { sid: chosen }, secret: env().appSecret }),
    )}`;
    expect(await statusOf(fixed)).toBe(401);
    const { sessionId } = await trySignIn(email, { device: chosen });
    expect(sessionId).not.toBe(chosen);
    expect(await statusOf(fixed)).toBe(401);
    expect(await statusOf(await cookieForSession(sessionId))).toBe(200);
  });

  it("of an owner who is made a member ends, and the next one is a member's", async () => {
    const other = await personOf("owner", shop.accountId);
    const { sessionId } = await trySignIn(email);
    const before = await cookieForSession(sessionId);
    const change = { method: "PATCH", path: `/people/${person.id}`, options: { body: { role: "member" } } };
    expect((await other.api.call(change.method, change.path, change.options)).status).toBe(200);
    for (const cookie of [before, person.cookie]) expect(await statusOf(cookie)).toBe(401);
    const after = withCookie(await cookieForSession((await trySignIn(email)).sessionId));
    expect((await after.get("/people")).status).toBe(200);
    expect((await after.post(`/people/${other.id}/disable`, {})).status).toBe(403);
  });

  it("of a disabled person is out, by password, code, passkey, link and cookie", async () => {
    const { secret } = await withTotp(person);
    const { passkey } = await withPasskey(person);
    const link = await createPasswordLink(await testDb(), person.id);
    const token = tokenIn(link);
    await command("disable");
    expect(await statusOf(person.cookie)).toBe(401);
    expect((await trySignIn(email, { code: codeOf(secret) })).outcome).toBe("wrong");
    const { challenge } = (await api().post("/passkey-options")).body.data;
    expect((await person.api.post("/factors/show", { credential: passkey.signed(challenge) })).status).toBe(401);
    expect((await api().post("/set-password", { token, password: "a sentence of mine" })).status).toBe(400);
    await command("enable");
    expect(await statusOf(person.cookie)).toBe(401);
  });

  it.each<Record<string, string>>([
    { origin: "https://evil.example", host: "localhost:3000" },
    { origin: "http://localhost:3001", host: "localhost:3000" },
    { origin: "http://localhost:3000.evil.example", host: "localhost:3000" },
    { origin: "null", host: "localhost:3000" },
    { host: "localhost:3000" },
    { "sec-fetch-site": "same-site", origin: "http://localhost:3000", host: "localhost:3000" },
    { origin: "https://evil.example", host: "localhost:3000", "x-forwarded-host": "evil.example" },
  ])("changes nothing for a page of another host: %j", async (headers) => {
    const refused = await withCookie(person.cookie, headers).post("/sessions/revoke-all", {});
    expect([refused.status, refused.body.error.code]).toEqual([403, "403000"]);
    expect(await statusOf(person.cookie)).toBe(200);
  });
});

describe("a code", () => {
  it("that was shown in a session, or confirmed the app, does not sign in again", async () => {
    const { secret, codes } = await withTotp(person);
    const code = codeOf(secret);
    expect((await person.api.post("/factors/show", { code })).status).toBe(200);
    expect((await trySignIn(email, { code })).outcome).toBe("code");
    expect((await person.api.post("/factors/show", { code })).status).toBe(400);
    expect((await person.api.post("/factors/show", { code: codes[0] })).status).toBe(200);
    expect((await trySignIn(email, { code: codes[0] as string })).outcome).toBe("code");
  });

  it("of a wrong password says nothing of the second factor", async () => {
    const { secret } = await withTotp(person);
    for (const password of ["wrong", ""])
      for (const code of ["", codeOf(secret), "000000"])
        expect((await trySignIn(email, { password, code })).outcome).toBe("wrong");
  });
});

describe("answers", () => {
  it("of signing in are the same for an unknown e-mail, a disabled person, one without a password, and a wrong password", async () => {
    const gone = await personOf("member", shop.accountId);
    await (await testDb()).updateTable("people").set({ disabled_at: new Date() }).where("id", "=", gone.id).execute();
    const bare = await personOf("member", shop.accountId);
    await (await testDb()).updateTable("people").set({ password_hash: null }).where("id", "=", bare.id).execute();
    for (const each of ["nobody@example.com", await emailOf(gone.id), await emailOf(bare.id)])
      expect((await trySignIn(each)).outcome).toBe("wrong");
    expect((await trySignIn(email, { password: "wrong" })).outcome).toBe("wrong");
  });

  it("of beginning with a passkey are the same for every e-mail", async () => {
    const shape = async () => {
      const { challenge, ...rest } = (await api().post("/passkey-options")).body.data;
      return [challenge.length, rest];
    };
    const before = await shape();
    await withPasskey(person);
    expect(await shape()).toEqual(before);
    expect(JSON.stringify(before)).not.toContain("allowCredentials");
    expect((await (await clientOf("merchant", shop.accountId)).get("/factors")).status).toBe(403);
  });
});

describe.runIf(testDatabaseUrl)("two instances", () => {
  it("count failures together, and an IPv6 neighbourhood as one", async () => {
    const second = await openDatabase({ databaseUrl: testDatabaseUrl, databasePoolMax: 2, dataDir: "" });
    try {
      const outcomes: unknown[] = [];
      // A minute may end meanwhile, which lets ten more in.
      for (let i = 0; i < 21; i++) {
        const db = i % 2 ? second.db : await testDb();
        const address = `2001:db8:77:1::${i + 1}`;
        outcomes.push(await orThrottled(signIn(db, { email, password: "wrong", address, userAgent: null })));
      }
      expect(outcomes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "wrong"));
      expect(outcomes.filter((one) => one === "throttled").length).toBeGreaterThanOrEqual(1);
    } finally {
      await second.close();
    }
  });
});
