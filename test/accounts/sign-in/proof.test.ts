// What must be shown before one changes how one signs in (contract §8.17).
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signInByPasskey } from "@/server/accounts";
import { cookieForSession, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { type Api, api } from "@/test/http";
import { Passkey, withPasskey } from "./authenticator";
import { codeOf, emailOf, PASSWORD, trySignIn, withTotp } from "./security";

type Person = Awaited<ReturnType<typeof personOf>>;
type Answer = Awaited<ReturnType<Api["get"]>>;

let shop: Merchant;
let person: Person;

beforeAll(async () => {
  shop = await merchant();
});
beforeEach(async () => {
  await (await testDb()).deleteFrom("rate_counters").execute();
  person = await personOf("member", shop.accountId);
});

/** Makes the last password or passkey of every session of the person this old. */
const proved = async (ago: string) =>
  sql`update sessions set password_at = now() - ${ago}::interval where person_id = ${person.id}`.execute(
    await testDb(),
  );
const fields = (answer: Answer) => [answer.status, answer.entries.map(({ field }) => field)];
const challenge = async () => (await api().post("/passkey-options")).body.data.challenge as string;

/** Each change, with what must be there before it and the field at which the password is asked for. */
const CHANGES: [string, string, () => Promise<(proof: object) => Promise<Answer>>][] = [
  ["makes the secret of an app", "password", async () => (proof) => person.api.post("/factors/totp", proof)],
  [
    "confirms an app",
    "password",
    async () => {
      const { secret } = (await person.api.post("/factors/totp")).body.data;
      return (proof) => person.api.post("/factors/totp/confirm", { code: codeOf(secret), ...proof });
    },
  ],
  ["begins a passkey", "password", async () => (proof) => person.api.post("/factors/passkeys/options", proof)],
  [
    "adds a passkey",
    "password",
    async () => {
      const begun = await person.api.post("/factors/passkeys/options");
      const credential = new Passkey().made(begun.body.data.challenge);
      return (proof) => person.api.post("/factors/passkeys", { name: "Mine", credential, ...proof });
    },
  ],
  [
    "removes a factor",
    "password",
    async () => {
      const { id } = await withTotp(person);
      return (body) => person.api.call("DELETE", `/factors/${id}`, { body });
    },
  ],
  [
    "makes new recovery codes",
    "password",
    async () => {
      await withTotp(person);
      return (proof) => person.api.post("/factors/recovery-codes", proof);
    },
  ],
  [
    "changes the password",
    "current_password",
    async () =>
      ({ password, ...proof }: { password?: string }) =>
        person.api.post("/password", { current_password: password, password: "a sentence of my own", ...proof }),
  ],
];

describe.each(CHANGES)("who %s", (_what, field, prepared) => {
  it("has given the password in this session within 5 minutes, or gives it", async () => {
    const change = await prepared();
    await proved("5 minutes");
    expect(fields(await change({}))).toEqual([400, [field]]);
    expect(fields(await change({ password: "wrong" }))).toEqual([400, [field]]);
    expect(fields(await change({}))).toEqual([400, [field]]);
    await proved("4 minutes 50 seconds");
    expect(fields(await change({ password: "wrong" }))).toEqual([400, [field]]);
    expect((await change({})).status).toBe(200);
  });

  it("gives it", async () => {
    const change = await prepared();
    await proved("1 day");
    expect((await change({ password: PASSWORD })).status).toBe(200);
    // It counts for what follows.
    expect((await person.api.post("/factors/passkeys/options")).status).toBe(200);
  });
});

describe("a passkey instead of the password", () => {
  it("is one of the person's own, that signed what was asked, once", async () => {
    const { passkey } = await withPasskey(person);
    const theirs = await withPasskey(await personOf("member", shop.accountId));
    await proved("1 day");
    const begin = (credential: object) => person.api.post("/factors/totp", { credential });
    for (const wrong of [theirs.passkey.signed(await challenge()), passkey.signed("bm9ib2R5IGFza2Vk")])
      expect(fields(await begin(wrong))).toEqual([400, ["credential"]]);
    const signed = passkey.signed(await challenge());
    expect((await begin(signed)).status).toBe(200);
    await proved("1 day");
    expect(fields(await begin(signed))).toEqual([400, ["credential"]]);
    const changed = { credential: passkey.signed(await challenge()), password: "a sentence of my own" };
    expect((await person.api.post("/password", changed)).body.data).toEqual({ ended: 0 });
    expect((await trySignIn(await emailOf(person.id), { password: "a sentence of my own" })).outcome).toBe("factor");
  });

  it("counts as shown in a session, as does signing in with one", async () => {
    const { passkey } = await withPasskey(person);
    await proved("1 day");
    const shown = await person.api.post("/factors/show", { credential: passkey.signed(await challenge()) });
    expect(shown.status).toBe(200);
    expect((await person.api.post("/factors/totp")).status).toBe(200);
    const credential = JSON.stringify(passkey.signed(await challenge()));
    const opened = await signInByPasskey(await testDb(), { credential, address: "192.0.2.9", userAgent: null });
    if (typeof opened === "string") throw new Error(opened);
    const headers = { cookie: await cookieForSession(opened.sessionId), "sec-fetch-site": "same-origin" };
    expect((await api("testing", { headers }).post("/factors/totp")).status).toBe(200);
  });
});

it("counts only in the session in which it was given", async () => {
  const email = await emailOf(person.id);
  await proved("1 day");
  expect((await trySignIn(email)).outcome).toBe("in");
  expect(fields(await person.api.post("/factors/totp"))).toEqual([400, ["password"]]);
});

it("does not stand for the second factor, which is asked for first", async () => {
  await withTotp(person);
  await sql`update sessions set factor_at = null where person_id = ${person.id}`.execute(await testDb());
  const answer = await person.api.post("/factors/recovery-codes", { password: PASSWORD });
  expect([answer.status, answer.body.error?.code]).toEqual([403, "403030"]);
});

it("a sign-in ends the session in which the browser was until then, of any person, and no other", async () => {
  const other = await personOf("owner", shop.accountId);
  const first = await trySignIn(await emailOf(other.id));
  const elsewhere = await trySignIn(await emailOf(other.id));
  const status = async (sessionId: string | null) =>
    (await api("testing", { headers: { cookie: await cookieForSession(sessionId) } }).get("/me")).status;
  const attempt = { device: first.device, earlierSessionId: first.sessionId };
  expect((await trySignIn(await emailOf(person.id), { ...attempt, password: "wrong" })).outcome).toBe("wrong");
  expect(await status(first.sessionId)).toBe(200);
  expect((await trySignIn(await emailOf(person.id), attempt)).outcome).toBe("in");
  expect([await status(first.sessionId), await status(elsewhere.sessionId)]).toEqual([401, 200]);
});
