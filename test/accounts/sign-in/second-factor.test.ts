import { createHash } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPasswordLink } from "@/server/accounts";
import { base32, codeAt, stepAt } from "@/server/accounts/sign-in/totp";
import { runCommand } from "@/server/cli/admin-commands";
import { clientOf, type Merchant, merchant, personOf, testDb, tokenIn } from "@/test/factories";
import { api } from "@/test/http";
import { eachWithoutMails, rows } from "@/test/mail";
import { holdWindow } from "../rate-window";
import { codeOf, emailOf, PASSWORD, trySignIn, withTotp } from "./security";

eachWithoutMails();

let shop: Merchant;
let person: Awaited<ReturnType<typeof personOf>>;
let email: string;

beforeAll(async () => {
  shop = await merchant();
});
beforeEach(async () => {
  await (await testDb()).deleteFrom("rate_counters").execute();
  person = await personOf("member", shop.accountId);
  email = await emailOf(person.id);
});

/** Where wrong codes are counted, held so that no test crosses a minute. */
const holdCodes = (source: string) =>
  holdWindow(`sc:${createHash("sha256").update(`${person.id} ${source}`).digest("base64url")}`);

const subjects = async () => (await rows()).map(({ subject }) => subject);
const listed = async () => (await person.api.get("/factors")).body.data;

it.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("the code at second %i is the one of RFC 6238", (second, code) => {
  const key = Buffer.from("12345678901234567890");
  expect(codeAt(key, stepAt(second * 1000))).toBe(code);
  expect(base32(key)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
});

describe("an authenticator app", () => {
  it("counts once it is confirmed, and its secret is stored encrypted", async () => {
    const made = await person.api.post("/factors/totp");
    const { id, secret, uri, qr } = made.body.data;
    expect(uri).toBe(
      `otpauth://totp/Sampan:${encodeURIComponent(email)}?secret=${secret}&issuer=Sampan&algorithm=SHA1&digits=6&period=30`,
    );
    expect(qr).toEqual({ size: expect.any(Number), path: expect.stringMatching(/^(M\d+ \d+h1v1h-1z)+$/) });
    expect(await listed()).toEqual([]);
    expect((await trySignIn(email)).outcome).toBe("in");
    const wrong = await person.api.post("/factors/totp/confirm", { code: codeOf(secret, 9) });
    expect([wrong.status, wrong.entries.map(({ field }) => field)]).toEqual([400, ["code"]]);

    const answer = await person.api.post("/factors/totp/confirm", { code: codeOf(secret) });
    expect(answer.status).toBe(200);
    expect(new Set(answer.body.data.recovery_codes).size).toBe(10);
    expect(await listed()).toEqual([
      { id, kind: "totp", name: null, created_at: expect.any(String), last_used_at: null, recovery_codes_left: 10 },
    ]);
    expect(await subjects()).toContain("Second factor added");
    const stored = await sql<{ text: string }>`
      select row_to_json(f)::text || coalesce((select string_agg(row_to_json(c)::text, '') from recovery_codes c), '') as text
      from factors f where id = ${id}`.execute(await testDb());
    expect(stored.rows[0]?.text).not.toContain(secret);
    expect(stored.rows[0]?.text).not.toContain(Buffer.from(secret).toString("hex"));
  });

  it("is replaced until it is confirmed, and only removed afterwards", async () => {
    const first = await person.api.post("/factors/totp");
    const second = await person.api.post("/factors/totp");
    const confirm = (secret: string) => person.api.post("/factors/totp/confirm", { code: codeOf(secret) });
    expect((await confirm(first.body.data.secret)).status).toBe(400);
    expect((await confirm(second.body.data.secret)).status).toBe(200);
    const third = await person.api.post("/factors/totp");
    expect([third.status, third.entries.map(({ field }) => field)]).toEqual([400, ["factor"]]);
    expect((await confirm(second.body.data.secret)).status).toBe(400);
  });

  it("is confirmed once, however many confirm it at once", async () => {
    const { secret } = (await person.api.post("/factors/totp")).body.data;
    const answers = await Promise.all(
      [1, 2, 3].map(() => person.api.post("/factors/totp/confirm", { code: codeOf(secret) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it("is guessed at no more than ten times a minute", async () => {
    const { secret } = (await person.api.post("/factors/totp")).body.data;
    await holdCodes("own");
    for (let guess = 0; guess < 10; guess++)
      expect((await person.api.post("/factors/totp/confirm", { code: "nonsense" })).status).toBe(400);
    const answer = await person.api.post("/factors/totp/confirm", { code: codeOf(secret) });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("is removed with the password, and the recovery codes with it", async () => {
    const { id } = await withTotp(person);
    const remove = (who: typeof person, password: unknown) =>
      who.api.call("DELETE", `/factors/${id}`, { body: { password } });
    const wrong = await remove(person, "wrong");
    expect([wrong.status, wrong.entries.map(({ field }) => field)]).toEqual([400, ["password"]]);
    expect((await remove(await personOf("owner", shop.accountId), PASSWORD)).status).toBe(404);
    expect(await listed()).toHaveLength(1);
    expect((await remove(person, PASSWORD)).body.data).toEqual({ id, deleted: true });
    expect((await remove(person, PASSWORD)).status).toBe(404);
    expect(await listed()).toEqual([]);
    expect(await subjects()).toEqual(["Second factor added", "Second factor removed"]);
    expect((await trySignIn(email)).outcome).toBe("in");
    const renewed = await person.api.post("/factors/recovery-codes", { password: PASSWORD });
    expect(renewed.entries.map(({ field }) => field)).toEqual(["factor"]);
  });

  it("is for people: 401 without a session, 403 for API clients; staff have it too", async () => {
    for (const path of ["/factors/totp", "/factors/recovery-codes"]) {
      expect((await api().post(path)).status).toBe(401);
      expect((await (await clientOf("support", null)).post(path)).status).toBe(403);
    }
    const staff = await personOf("warehouse", null);
    await withTotp(staff);
    expect((await trySignIn(await emailOf(staff.id))).outcome).toBe("factor");
  });
});

describe("signing in with a second factor", () => {
  it("asks for the code only after the right password, and takes each code once", async () => {
    const { secret } = await withTotp(person);
    expect((await trySignIn(email, { password: "wrong" })).outcome).toBe("wrong");
    expect((await trySignIn(email, { password: "wrong", code: codeOf(secret) })).outcome).toBe("wrong");
    expect((await trySignIn(email)).outcome).toBe("factor");
    // The one that confirmed it.
    expect((await trySignIn(email, { code: codeOf(secret, -1) })).outcome).toBe("code");
    const code = codeOf(secret);
    expect((await trySignIn(email, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).outcome).toBe("in");
    expect((await trySignIn(email, { code })).outcome).toBe("code");
    expect((await trySignIn(email, { code: codeOf(secret, -1) })).outcome).toBe("code");
    // As an input method for Chinese writes digits.
    const wide = codeOf(secret, 1).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    expect((await trySignIn(email, { code: wide })).outcome).toBe("in");
  });

  it("takes a code once however many send it at once, and so a recovery code", async () => {
    const { secret, codes } = await withTotp(person);
    await (await testDb()).deleteFrom("mails").execute();
    for (const code of [codeOf(secret), codes[0] as string]) {
      const all = await Promise.all([1, 2, 3].map(() => trySignIn(email, { code })));
      expect(all.map(({ outcome }) => outcome).sort()).toEqual(["code", "code", "in"]);
    }
    expect((await listed())[0]).toMatchObject({ recovery_codes_left: 9, last_used_at: expect.any(String) });
    expect((await subjects()).filter((subject) => subject === "A recovery code was used")).toHaveLength(1);
    const used = sql`select actor, outcome, address from audit_log where operation = 'useRecoveryCode'
      and actor = ${`person:${person.id}`}`;
    expect((await used.execute(await testDb())).rows).toMatchObject([{ outcome: "ok", address: expect.any(String) }]);
    expect((await trySignIn(email, { code: (codes[1] as string).toUpperCase().replaceAll("-", " ") })).outcome).toBe(
      "in",
    );
  });

  it("takes recovery codes of 120 bits, stored by a slow hash, and those of a build of before", async () => {
    const { codes } = await withTotp(person);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
    const db = await testDb();
    const stored = await db
      .selectFrom("recovery_codes")
      .select(["hash", "salt"])
      .where("person_id", "=", person.id)
      .execute();
    const [{ salt } = { salt: null }] = stored;
    const slow = await hashRaw((codes[0] ?? "").replaceAll("-", ""), { salt: salt ?? Buffer.alloc(0) });
    expect(stored.filter(({ hash }) => hash.equals(slow))).toHaveLength(1);
    const before = createHash("sha256").update("abcdefghijklmnop").digest();
    await db.insertInto("recovery_codes").values({ person_id: person.id, hash: before }).execute();
    for (const code of [codes[3] ?? "", "ABCD-EFGH-IJKL-MNOP"]) {
      expect((await trySignIn(email, { code })).outcome).toBe("in");
      expect((await trySignIn(email, { code })).outcome).toBe("code");
    }
  });

  it("takes no recovery codes of before or of another person", async () => {
    const { codes } = await withTotp(person);
    const other = await personOf("member", shop.accountId);
    const theirs = await withTotp(other);
    expect((await trySignIn(email, { code: theirs.codes[0] as string })).outcome).toBe("code");
    const refused = await person.api.post("/factors/recovery-codes", { password: "wrong" });
    expect([refused.status, refused.entries.map(({ field }) => field)]).toEqual([400, ["password"]]);
    const fresh = await person.api.post("/factors/recovery-codes", { password: PASSWORD });
    expect(fresh.body.data.recovery_codes).toHaveLength(10);
    expect((await trySignIn(email, { code: codes[0] as string })).outcome).toBe("code");
    expect((await trySignIn(email, { code: fresh.body.data.recovery_codes[0] })).outcome).toBe("in");
  });

  it("is refused after ten wrong codes a minute from wherever, but not in a browser of theirs", async () => {
    const { secret } = await withTotp(person);
    const { device } = await trySignIn(email, { code: codeOf(secret) });
    await holdCodes("strangers");
    for (let guess = 0; guess < 10; guess++) expect((await trySignIn(email, { code: "000000" })).outcome).toBe("code");
    expect((await trySignIn(email, { code: codeOf(secret, 1) })).outcome).toBe("throttled");
    expect((await trySignIn(email, { code: codeOf(secret, 1), device })).outcome).toBe("in");
  });

  it("asks for the code at each sign-in, also in a browser that has shown one", async () => {
    const { secret } = await withTotp(person);
    const { device } = await trySignIn(email, { code: codeOf(secret) });
    expect((await trySignIn(email, { device })).outcome).toBe("factor");
    expect((await trySignIn(email, { device, code: "000000" })).outcome).toBe("code");
    expect(await trySignIn(email, { device, code: codeOf(secret, 1) })).toMatchObject({ outcome: "in", device });
    const link = await createPasswordLink(await testDb(), person.id);
    const token = tokenIn(link);
    expect((await api().post("/set-password", { token, password: "a sentence of mine" })).status).toBe(200);
    expect((await trySignIn(email, { device, password: "a sentence of mine" })).outcome).toBe("factor");
  });

  it("is reset by a command, which mails the person and is audited", async () => {
    await withTotp(person);
    await (await testDb()).deleteFrom("mails").execute();
    const run = async () => runCommand(await testDb(), ["person", "reset-factor", "--email", email]);
    expect(await run()).toEqual({ email, removed: 1 });
    expect(await run()).toEqual({ email, removed: 0 });
    const mails = (await rows()).filter(({ recipient }) => recipient === email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Second factor reset"]);
    expect((await trySignIn(email)).outcome).toBe("in");
    const { rows: audited } = await sql`
      select actor, account_id, object_id from audit_log where operation = 'resetPersonFactors' order by id`.execute(
      await testDb(),
    );
    expect(audited[0]).toEqual({ actor: "command", account_id: shop.accountId, object_id: person.id });
  });
});
