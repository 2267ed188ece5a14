import { createHash } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPasswordLink, openSession, recordSignInFailures } from "@/server/accounts";
import { deviceHash } from "@/server/accounts/sign-in/devices";
import {
  changeAuditLog,
  clientOf,
  cookieForSession,
  cookieOf,
  freshEmail,
  type Merchant,
  merchant,
  personOf,
  testDb,
  tokenIn,
} from "@/test/factories";
import { api } from "@/test/http";
import { eachWithoutMails, rows } from "@/test/mail";
import { holdWindow } from "../rate-window";
import { codeOf, emailOf, PASSWORD, trySignIn, withTotp } from "./security";

eachWithoutMails();

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const NEW = "a sentence of my own";

let shop: Merchant;
let person: Awaited<ReturnType<typeof personOf>>;
let email: string;

beforeAll(async () => {
  shop = await merchant();
});
beforeEach(async () => {
  const db = await testDb();
  await db.deleteFrom("rate_counters").execute();
  await db.deleteFrom("sign_in_failures").execute();
  await changeAuditLog();
  person = await personOf("member", shop.accountId);
  email = await emailOf(person.id);
});

const statusOf = async (cookie: string) => (await api("testing", { headers: { cookie } }).get("/me")).status;
const audited = async () =>
  (await testDb())
    .selectFrom("audit_log")
    .select(["actor", "role", "account_id", "operation", "outcome", "address", "count", "object_id", "after"])
    .orderBy("id")
    .execute();

describe("POST /password", () => {
  const change = (current: unknown, password: unknown) =>
    person.api.post("/password", { current_password: current, password });
  const inMinute = (address: string) => `sf:${createHash("sha256").update(`${email} ${address}`).digest("base64url")}`;

  it("changes the password, ends the other sessions and links, mails and audits it", async () => {
    const elsewhere = await cookieOf(person.id);
    const link = await createPasswordLink(await testDb(), person.id);
    await (await testDb()).deleteFrom("mails").execute();
    const answer = await change(PASSWORD, NEW);
    expect([answer.status, answer.body.data]).toEqual([200, { ended: 1 }]);
    expect([await statusOf(person.cookie), await statusOf(elsewhere)]).toEqual([200, 401]);
    expect((await trySignIn(email)).outcome).toBe("wrong");
    expect((await trySignIn(email, { password: NEW })).outcome).toBe("in");
    const token = tokenIn(link);
    expect((await api().post("/set-password", { token, password: "another of mine" })).status).toBe(400);
    expect((await rows()).map(({ recipient, subject }) => [recipient, subject])).toContainEqual([
      email,
      "Your password was changed",
    ]);
    expect((await audited())[1]).toMatchObject({ actor: `person:${person.id}`, operation: "changePassword" });
  });

  it("names every wrong field, and changes nothing", async () => {
    for (const [current, password, fields] of [
      ["wrong", NEW, ["current_password"]],
      [PASSWORD, "PasswordPassword", ["password"]],
      ["wrong", email, ["current_password", "password"]],
      [PASSWORD, "short", ["password"]],
      [7, NEW, ["current_password"]],
    ] as const) {
      const answer = await change(current, password);
      expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
    }
    expect((await trySignIn(email)).outcome).toBe("in");
  });

  it("refuses right ones too after ten wrong ones in this session, not for what others do", async () => {
    for (const others of ["unknown", "203.0.113.7"]) await holdWindow(inMinute(others), { minute: 10 });
    await holdWindow(`sh:${createHash("sha256").update(email).digest("base64url")}`, { hour: 100 });
    await holdWindow(`sa:${createHash("sha256").update("unknown").digest("base64url")}`, { minute: 60 });
    const sid = await openSession(await testDb(), person.id);
    const headers = { cookie: await cookieForSession(sid), "sec-fetch-site": "same-origin" };
    const change = (current_password: string) =>
      api("testing", { headers }).post("/password", { current_password, password: NEW });
    const session = inMinute(`session ${sid}`);
    await holdWindow(session, { minute: 9 });
    expect((await change("wrong")).status).toBe(400);
    const answer = await change(PASSWORD);
    expect([answer.status, Number(answer.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    await holdWindow(session, { minute: 0 });
    expect((await change(PASSWORD)).status).toBe(200);
  });

  it("lets one of several at once through", async () => {
    const answers = await Promise.all([1, 2, 3].map((n) => change(PASSWORD, `${NEW} ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it("is for people: 401 without a session, 403 for API clients and other sites", async () => {
    const body = { current_password: PASSWORD, password: NEW };
    expect((await api().post("/password", body)).status).toBe(401);
    expect((await (await clientOf("support", null)).post("/password", body)).status).toBe(403);
    const abroad = await person.api.post("/password", body, { headers: { "sec-fetch-site": "cross-site" } });
    expect(abroad.status).toBe(403);
  });
});

describe("sessions", () => {
  it("are listed only for their person, with words for the browser and no secret", async () => {
    const { sessionId } = await trySignIn(email, { userAgent: CHROME, address: "1.64.0.9" });
    await cookieOf((await personOf("owner", shop.accountId)).id);
    const answer = await person.api.get("/sessions");
    expect(answer.body.pagination.total).toBe(2);
    const current = answer.body.data.find((row: { is_current: boolean }) => row.is_current);
    const other = answer.body.data.find((row: { is_current: boolean }) => !row.is_current);
    expect(current).toMatchObject({ user_agent: "Unknown browser", address: null, place: null });
    expect(other).toEqual({
      id: expect.stringMatching(/^[\w-]{36}$/),
      created_at: expect.stringMatching(/\+08:00$/),
      last_seen_at: expect.stringMatching(/\+08:00$/),
      address: "1.64.0.9",
      place: "Hong Kong",
      user_agent: "Chrome on Windows",
      is_current: false,
    });
    expect(JSON.stringify(answer.body)).not.toContain(sessionId);
    const chinese = await person.api.get("/sessions", { headers: { "x-sampan-language": "zh-Hant" } });
    expect(chinese.body.data).toContainEqual(
      expect.objectContaining({ user_agent: "Windows 的 Chrome", place: "香港" }),
    );
  });

  it.each(["revoked_at = now()", "expires_at = now()", "last_seen_at = now() - interval '31 minutes'"])(
    "with %s are not listed",
    async (text) => {
      const cookie = await cookieOf(person.id);
      await sql`update sessions set ${sql.raw(text)} where person_id = ${person.id}
        and ctid = (select ctid from sessions where person_id = ${person.id} order by created_at limit 1)`.execute(
        await testDb(),
      );
      const answer = await api("testing", { headers: { cookie } }).get("/sessions");
      expect(answer.body.data).toHaveLength(1);
    },
  );

  it("are ended one by one, only by their person", async () => {
    const elsewhere = await cookieOf(person.id);
    const list = async () => (await person.api.get("/sessions")).body.data as { id: string; is_current: boolean }[];
    const id = (await list()).find(({ is_current }) => !is_current)?.id;
    const stranger = await personOf("owner", shop.accountId);
    expect((await stranger.api.post(`/sessions/${id}/end`)).status).toBe(404);
    expect((await api().post(`/sessions/${id}/end`)).status).toBe(401);
    expect(await statusOf(elsewhere)).toBe(200);
    const answer = await person.api.post(`/sessions/${id}/end`);
    expect([answer.status, answer.body.data]).toEqual([200, { id, ended: true }]);
    expect([await statusOf(elsewhere), await statusOf(person.cookie)]).toEqual([401, 200]);
    expect((await person.api.post(`/sessions/${id}/end`)).status).toBe(404);
    expect((await audited()).map(({ operation, object_id, outcome }) => [operation, object_id, outcome])).toEqual([
      ["endSession", id, "NOT_FOUND"],
      ["endSession", id, "ok"],
      ["endSession", id, "NOT_FOUND"],
    ]);
  });
});

describe("signing in", () => {
  it("mails the person about a browser that they never used, but not about their first one", async () => {
    const { device } = await trySignIn(email, { userAgent: CHROME });
    expect(device).not.toBeNull();
    // The factory's session counts as a sign-in, so this person is new.
    const fresh = await personOf("member", shop.accountId);
    await sql`update people set last_sign_in_at = null, language = 'zh-Hant' where id = ${fresh.id}`.execute(
      await testDb(),
    );
    await (await testDb()).deleteFrom("mails").execute();
    const first = await trySignIn(await emailOf(fresh.id));
    await trySignIn(await emailOf(fresh.id), { device: first.device });
    expect(await rows()).toEqual([]);
    await trySignIn(await emailOf(fresh.id), { userAgent: CHROME, address: "1.64.0.77" });
    const [mail] = await rows();
    expect(mail?.subject).toBe("有新的瀏覽器登入你的帳戶");
    expect(mail?.body_text).toContain("Windows 的 Chrome，網絡位址 1.64.0.77（香港），");
    // Another person's browser is new for this one.
    await trySignIn(email, { device: first.device, userAgent: CHROME });
    expect((await rows()).map(({ recipient }) => recipient)).toEqual([await emailOf(fresh.id), email]);
  });

  it("takes a browser for a new one again after its session, or all others, were ended", async () => {
    const mailed = async () => (await rows()).filter(({ subject }) => subject.includes("new browser")).length;
    const [lost, kept] = [await trySignIn(email), await trySignIn(email)];
    expect(await mailed()).toBe(2);
    const { data } = (await person.api.get("/sessions?limit=100")).body;
    const ended = await (await testDb())
      .selectFrom("sessions")
      .select("id")
      .where("device_hash", "=", deviceHash(lost.device))
      .executeTakeFirstOrThrow();
    expect(data.map(({ id }: { id: string }) => id)).toContain(ended.id);
    await person.api.post(`/sessions/${ended.id}/end`);
    await trySignIn(email, { device: kept.device });
    expect(await mailed()).toBe(2);
    const back = await trySignIn(email, { device: lost.device });
    expect(await mailed()).toBe(3);
    const cookie = await cookieForSession(back.sessionId);
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    await api("testing", { headers }).post("/sessions/revoke-all", { but_this: "Y" });
    await trySignIn(email, { device: back.device });
    expect(await mailed()).toBe(3);
    await trySignIn(email, { device: kept.device });
    expect(await mailed()).toBe(4);
  });

  it("gives every sign-in a session of its own", async () => {
    const { device, sessionId } = await trySignIn(email);
    expect((await trySignIn(email, { device })).sessionId).not.toBe(sessionId);
  });

  it("is audited: good ones at once, bad ones as one row a minute for each e-mail and address, without what was typed", async () => {
    await trySignIn(email, { address: "203.0.113.5" });
    for (let i = 0; i < 3; i++) await trySignIn(email, { password: "my secret", address: "203.0.113.7" });
    await trySignIn(email, { password: "my secret", address: "203.0.113.8" });
    await trySignIn("my secret", { password: "my secret", address: "203.0.113.6" });
    const db = await testDb();
    await recordSignInFailures(db);
    expect(await audited()).toHaveLength(1);
    await sql`update sign_in_failures set minute = minute - interval '1 minute'`.execute(db);
    await Promise.all([recordSignInFailures(db), recordSignInFailures(db)]);
    const all = await audited();
    expect(all[0]).toMatchObject({
      actor: `person:${person.id}`,
      role: "member",
      account_id: shop.accountId,
      operation: "signIn",
      outcome: "ok",
      address: "203.0.113.5",
      count: 1,
    });
    expect(
      all
        .slice(1)
        .map(({ actor, outcome, address, after }) => [actor, outcome, address, after])
        .sort(),
    ).toEqual([
      ["anyone", "wrong", "203.0.113.6", { count: 1 }],
      [`person:${person.id}`, "wrong", "203.0.113.7", { count: 3 }],
      [`person:${person.id}`, "wrong", "203.0.113.8", { count: 1 }],
    ]);
    expect(JSON.stringify(all)).not.toContain("my secret");
  });

  it("answers 503 with Retry-After when too many passwords wait", async () => {
    const waiting = Array.from({ length: 70 }, (_, n) => trySignIn(freshEmail(), { address: `198.51.100.${n}` }));
    const settled = await Promise.allSettled(waiting);
    const refused = settled.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    for (const each of refused)
      expect((each as PromiseRejectedResult).reason).toMatchObject({
        reason: "SERVICE_UNAVAILABLE",
        headers: { "retry-after": "5" },
      });
    // All that were let in were judged.
    expect(settled.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(50);
    const db = await testDb();
    await sql`update sign_in_failures set minute = minute - interval '1 minute'`.execute(db);
    await recordSignInFailures(db);
    const { rows: busy } = await sql`select 1 from audit_log where operation = 'signIn' and outcome = 'busy'`.execute(
      db,
    );
    expect(busy.length).toBe(refused.length);
  });

  it("lets a browser that the person has used in while strangers' passwords wait", async () => {
    const { device } = await trySignIn(email);
    const strangers = Array.from({ length: 70 }, (_, n) => trySignIn(freshEmail(), { address: `198.51.100.${n}` }));
    const known = trySignIn(email, { device });
    const settled = await Promise.allSettled(strangers);
    expect(settled.filter(({ status }) => status === "rejected").length).toBeGreaterThan(10);
    expect((await known).outcome).toBe("in");
  });

  it("is one row of the audit log for all reasons of a minute", async () => {
    const { secret } = await withTotp(person);
    for (const change of [{ password: "wrong password" }, { password: "wrong password" }, { code: codeOf(secret, 9) }])
      await trySignIn(email, { ...change, address: "203.0.113.77" });
    const db = await testDb();
    await sql`update sign_in_failures set minute = minute - interval '1 minute'`.execute(db);
    await recordSignInFailures(db);
    const { rows: failed } = await sql`
      select outcome, count, after from audit_log where operation = 'signIn' and address = '203.0.113.77'`.execute(db);
    expect(failed).toEqual([{ outcome: "wrong", count: 3, after: { count: 3, outcomes: { wrong: 2, code: 1 } } }]);
  });
});
