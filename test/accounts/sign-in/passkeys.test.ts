import { createHash } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { relyingParty, signInByPasskey } from "@/server/accounts";
import { runCommand } from "@/server/cli/admin-commands";
import { env, overrideEnv } from "@/server/env";
import { clientOf, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { api } from "@/test/http";
import { eachWithoutMails, rows } from "@/test/mail";
import { holdWindow } from "../rate-window";
import { ORIGIN, Passkey, type Wrong, withPasskey } from "./authenticator";
import { codeOf, emailOf, orThrottled, PASSWORD, trySignIn, withTotp } from "./security";

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

const subjects = async () => (await rows()).map(({ subject }) => subject);
const listed = async (who = person) => (await who.api.get("/factors")).body.data;
const remove = (id: string) => person.api.call("DELETE", `/factors/${id}`, { body: { password: PASSWORD } });
const fields = (answer: Awaited<ReturnType<typeof person.api.get>>) => [
  answer.status,
  answer.entries.map(({ field }) => field),
];
const challenge = async () => (await api().post("/passkey-options")).body.data.challenge as string;

let serial = 0;
async function enter(credential: unknown, device: string | null = null, address = `192.0.2.${++serial % 250}`) {
  const text = typeof credential === "string" ? credential : JSON.stringify(credential);
  const attempt = { credential: text, address, userAgent: null, device };
  const answer = await orThrottled(signInByPasskey(await testDb(), attempt));
  return typeof answer === "string" ? answer : answer.personId;
}
const enterWith = async (passkey: Passkey, wrong: Wrong = {}) => enter(passkey.signed(await challenge(), wrong));

describe("adding a passkey", () => {
  it("needs the password, is mailed and audited, and brings recovery codes only with the first factor", async () => {
    const wrong = await person.api.post("/factors/passkeys/options", { password: "wrong" });
    expect(fields(wrong)).toEqual([400, ["password"]]);
    const begun = await person.api.post("/factors/passkeys/options", { password: PASSWORD });
    expect(begun.body.data).toMatchObject({
      rp: { name: "Sampan", id: "localhost" },
      user: { name: email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const first = await withPasskey(person, "  My phone ");
    expect(new Set(first.codes).size).toBe(10);
    const second = await withPasskey(person, "USB key");
    expect(second.codes).toEqual([]);
    expect(await listed()).toEqual(
      [
        { id: first.id, name: "My phone" },
        { id: second.id, name: "USB key" },
      ].map((each) => ({
        ...each,
        kind: "passkey",
        created_at: expect.any(String),
        last_used_at: null,
        recovery_codes_left: 10,
      })),
    );
    expect(await subjects()).toEqual(["Passkey added", "Passkey added"]);
    const { rows: audited } = await sql`
      select actor, account_id from audit_log where operation = 'createPasskey' and object_id = ${first.id}`.execute(
      await testDb(),
    );
    expect(audited).toEqual([{ actor: `person:${person.id}`, account_id: shop.accountId }]);
  });

  it("refuses what the browser did not make for this person, here and now", async () => {
    const begin = async (who = person) =>
      (await who.api.post("/factors/passkeys/options", { password: PASSWORD })).body.data.challenge;
    const add = (credential: unknown) => person.api.post("/factors/passkeys", { name: "Mine", credential });
    const other = await personOf("owner", shop.accountId);
    const used = await begin();
    const passkey = new Passkey();
    expect((await add(passkey.made(used))).status).toBe(200);
    for (const credential of [
      new Passkey().made(used),
      new Passkey().made(await begin(other)),
      new Passkey().made(await challenge()),
      new Passkey().made("bm9ib2R5IGFza2Vk"),
      new Passkey().made(await begin(), { rpID: "example.com" }),
      new Passkey().made(await begin(), { verified: false }),
      new Passkey().made(await begin(), { type: "webauthn.get" }),
      passkey.made(await begin()),
      { ...new Passkey().made(await begin()), response: { clientDataJSON: "e30", attestationObject: "AAAA" } },
    ])
      expect(fields(await add(credential))).toEqual([400, ["credential"]]);
    const elsewhere = await add(new Passkey().made(await begin(), { origin: "http://127.0.0.1:3000" }));
    expect(fields(elsewhere)).toEqual([400, ["credential"]]);
    expect(elsewhere.entries[0]?.message).toContain(ORIGIN);
    const late = await begin();
    await sql`update passkey_challenges set created_at = now() - interval '5 minutes'`.execute(await testDb());
    expect(fields(await add(new Passkey().made(late)))).toEqual([400, ["credential"]]);
    expect(await listed()).toHaveLength(1);
  });

  it("is for people, and takes twenty", async () => {
    for (const path of ["/factors/passkeys/options", "/factors/passkeys"]) {
      expect((await api().post(path, {})).status).toBe(401);
      expect((await (await clientOf("support", null)).post(path, {})).status).toBe(403);
    }
    for (let i = 0; i < 20; i++)
      await (await testDb())
        .insertInto("factors")
        .values({ id: `fa_${person.id}_${i}`, person_id: person.id, kind: "passkey", confirmed_at: new Date() })
        .execute();
    expect(fields(await person.api.post("/factors/passkeys/options", { password: PASSWORD }))).toEqual([
      400,
      ["credential"],
    ]);
  });
});

describe("signing in with a passkey", () => {
  it("needs nothing else, is audited, and tells a new browser by mail as a password does", async () => {
    const { passkey, id } = await withPasskey(person);
    await (await testDb()).deleteFrom("mails").execute();
    expect((await trySignIn(email)).outcome).toBe("factor");
    expect(await enterWith(passkey)).toBe(person.id);
    const { rows: audited } = await sql<{ n: number }>`
      select count(*)::int as n from audit_log where operation = 'signIn' and actor = ${`person:${person.id}`}
        and outcome = 'ok'`.execute(await testDb());
    expect(audited[0]?.n).toBe(1);
    expect(await subjects()).toEqual(["Sign-in from a new browser"]);
    expect((await listed()).find((each: { id: string }) => each.id === id).last_used_at).toEqual(expect.any(String));
  });

  it("takes each answer once, however often and whenever it comes", async () => {
    const { passkey } = await withPasskey(person);
    const answer = passkey.signed(await challenge());
    const all = await Promise.all([1, 2, 3].map(() => enter(answer)));
    expect(all.sort()).toEqual([person.id, "passkey", "passkey"].sort());
    expect(await enter(answer)).toBe("passkey");
  });

  it("refuses another's challenge, origin, host, count, key or account in the same words", async () => {
    const { passkey } = await withPasskey(person);
    const other = await withPasskey(await personOf("owner", shop.accountId), "Theirs");
    expect(await enterWith(passkey, { origin: "http://127.0.0.1:3000" })).toBe("passkey");
    expect(await enterWith(passkey, { origin: "https://sampan.example" })).toBe("passkey");
    expect(await enterWith(passkey, { rpID: "127.0.0.1" })).toBe("passkey");
    expect(await enterWith(passkey, { verified: false })).toBe("passkey");
    expect(await enterWith(passkey, { type: "webauthn.create" })).toBe("passkey");
    expect(await enterWith(passkey, { count: 1 })).toBe("passkey");
    expect(await enterWith(new Passkey())).toBe("passkey");
    expect(await enter({ ...other.passkey.signed(await challenge()), id: passkey.id, rawId: passkey.id })).toBe(
      "passkey",
    );
    const registering = await person.api.post("/factors/passkeys/options", { password: PASSWORD });
    expect(await enter(passkey.signed(registering.body.data.challenge))).toBe("passkey");
    for (const text of ["", "{}", "not JSON", "null", JSON.stringify({ id: passkey.id })])
      expect(await enter(text)).toBe("passkey");
    const late = await challenge();
    await sql`update passkey_challenges set created_at = now() - interval '5 minutes'`.execute(await testDb());
    expect(await enter(passkey.signed(late))).toBe("passkey");
    expect(await enterWith(passkey)).toBe(person.id);
  });

  it("takes the count of a key that does not count", async () => {
    const begun = await person.api.post("/factors/passkeys/options", { password: PASSWORD });
    const passkey = new Passkey();
    const credential = passkey.made(begun.body.data.challenge, { count: 0 });
    expect((await person.api.post("/factors/passkeys", { name: "Cloud", credential })).status).toBe(200);
    for (let i = 0; i < 2; i++) expect(await enterWith(passkey, { count: 0 })).toBe(person.id);
  });

  it("ends with the passkey, with its person, and with a reset", async () => {
    const gone = await withPasskey(person, "Gone");
    const kept = await withPasskey(person, "Kept");
    expect((await remove(gone.id)).body.data).toEqual({ id: gone.id, deleted: true });
    expect(await enterWith(gone.passkey)).toBe("passkey");
    expect(await enterWith(kept.passkey)).toBe(person.id);
    expect((await listed()).map(({ name }: { name: string }) => name)).toEqual(["Kept"]);
    const run = async (command: string) => runCommand(await testDb(), ["person", command, "--email", email]);
    await run("disable");
    expect(await enterWith(kept.passkey)).toBe("passkey");
    await run("enable");
    expect(await enterWith(kept.passkey)).toBe(person.id);
    expect(await run("reset-factor")).toEqual({ email, removed: 1 });
    expect(await enterWith(kept.passkey)).toBe("passkey");
    expect((await trySignIn(email)).outcome).toBe("in");
    expect(await subjects()).toEqual(expect.arrayContaining(["Passkey removed", "Second factor reset"]));
  });

  it("is throttled by address, but not in a browser of theirs", async () => {
    const { passkey, codes } = await withPasskey(person);
    const { device } = await trySignIn(email, { code: codes[0] as string });
    const address = "198.51.100.9";
    await holdWindow(`sa:${createHash("sha256").update(address).digest("base64url")}`, { minute: 60 });
    expect(await enter(passkey.signed(await challenge()), null, address)).toBe("throttled");
    expect(await enter(passkey.signed(await challenge()), device, address)).toBe(person.id);
  });
});

describe("a passkey beside other factors", () => {
  it("leaves the authenticator app and the recovery codes, until the last factor goes", async () => {
    const { secret, codes, id } = await withTotp(person);
    const added = await withPasskey(person);
    expect(added.codes).toEqual([]);
    expect((await remove(id)).status).toBe(200);
    expect((await trySignIn(email, { code: codeOf(secret) })).outcome).toBe("code");
    expect((await trySignIn(email, { code: codes[0] as string })).outcome).toBe("in");
    expect((await remove(added.id)).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await trySignIn(email)).outcome).toBe("in");
  });
});

describe("the place", () => {
  it.each([
    ["https://ship.example.com", "ship.example.com"],
    ["http://localhost:3000", "localhost"],
    ["http://127.0.0.1:3000", undefined],
    ["https://192.0.2.7", undefined],
    ["https://[::1]:3000", undefined],
    ["http://ship.example.com", undefined],
  ])("of passkeys at %s is %s", (appUrl, rpID) => {
    expect(relyingParty(appUrl)?.rpID).toBe(rpID);
  });

  it("without a name refuses in words", async () => {
    const before = env();
    overrideEnv({ ...before, appUrl: "http://127.0.0.1:3000" });
    try {
      for (const answer of [
        await person.api.post("/factors/passkeys/options", { password: PASSWORD }),
        await api().post("/passkey-options"),
      ]) {
        expect(fields(answer)).toEqual([400, ["credential"]]);
        expect(answer.entries[0]?.message).toContain("name with https");
      }
    } finally {
      overrideEnv(before);
    }
  });
});
