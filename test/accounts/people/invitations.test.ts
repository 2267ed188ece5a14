// Invitations to an account (contract §17.3, §17.4).
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { createPasswordLink, signIn } from "@/server/accounts";
import { changeAuditLog, freshEmail, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { api } from "@/test/http";

type Person = Awaited<ReturnType<typeof personOf>>;

const PASSWORD = "a sentence about tea and rain";

let shop: Merchant;
let owner: Person;
let member: Person;
let foreign: Person;

beforeEach(async () => {
  shop = await merchant();
  const other = await merchant();
  owner = await personOf("owner", shop.accountId);
  member = await personOf("member", shop.accountId);
  foreign = await personOf("owner", other.accountId);
  const db = await testDb();
  await changeAuditLog();
  for (const table of ["mails", "rate_counters"] as const) await db.deleteFrom(table).execute();
});

const invite = (email: string, fields: object = {}) =>
  owner.api.post("/invitations", { email, role: "member", ...fields });
const mailTo = async (email: string) =>
  (await testDb())
    .selectFrom("mails")
    .select(["subject", "body_text"])
    .where("recipient", "=", email)
    .orderBy("id", "desc")
    .execute();
const tokenFor = async (email: string) =>
  /\/invitation#token=([\w-]+)/.exec((await mailTo(email))[0]?.body_text ?? "")?.[1] ?? "";
const accept = (token: string, fields: object = {}) =>
  api().post("/set-password", { token, password: PASSWORD, ...fields });
const open = async () => (await owner.api.get("/invitations")).body.data;
const personWith = async (email: string) =>
  (await testDb())
    .selectFrom("people")
    .select(["account_id", "role", "name", "is_demo"])
    .where("email", "=", email)
    .executeTakeFirst();
const audits = async () =>
  (
    await (
      await testDb()
    )
      .selectFrom("audit_log")
      .select(["operation", "object_id"])
      .where("operation", "<>", "signIn")
      .orderBy("id")
      .execute()
  ).map(({ operation, object_id }) => [operation, object_id]);
const refusedToken = (answer: Awaited<ReturnType<typeof accept>>) =>
  expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["token"]]);

describe("POST /invitations", () => {
  it("mails a link with which the invited person sets name and password, once", async () => {
    const email = freshEmail();
    const answer = await invite(email, { name: "Chow Sin Man" });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ email, role: "member", name: "Chow Sin Man", is_expired: false });
    expect(JSON.stringify(answer.body)).not.toContain(await tokenFor(email));
    expect((await mailTo(email))[0]?.body_text).toContain("because somebody invited");

    const read = await api().post("/set-password/read", { token: await tokenFor(email) });
    expect(read.body.data).toEqual({
      kind: "invitation",
      email,
      account_name: expect.any(String),
      name: "Chow Sin Man",
    });

    const accepted = await accept(await tokenFor(email), { name: "周倩雯" });
    expect([accepted.status, accepted.body.data]).toEqual([200, { email }]);
    expect(await personWith(email)).toEqual({
      account_id: shop.accountId,
      role: "member",
      name: "周倩雯",
      is_demo: false,
    });
    const attempt = { email, password: PASSWORD, address: "203.0.113.9", userAgent: null };
    expect(typeof (await signIn(await testDb(), attempt))).toBe("object");
    expect(await open()).toEqual([]);
    refusedToken(await accept(await tokenFor(email)));
    const { id } = answer.body.data;
    expect(await audits()).toEqual([
      ["createInvitation", id],
      ["acceptInvitation", id],
      // The second try, refused.
      ["setPassword", null],
    ]);
  });

  it("takes the invitation's name, or the start of the e-mail, when the person gives none", async () => {
    const [named, nameless] = [freshEmail(), freshEmail()];
    await invite(named, { name: "Yip Tsz Kit" });
    await invite(nameless);
    await accept(await tokenFor(named));
    await accept(await tokenFor(nameless));
    expect((await personWith(named))?.name).toBe("Yip Tsz Kit");
    expect((await personWith(nameless))?.name).toBe(nameless.split("@")[0]);
  });

  it("answers the same for an e-mail that has a sign-in, and mails its holder without a link", async () => {
    const db = await testDb();
    const { email: taken } = await db
      .selectFrom("people")
      .select("email")
      .where("id", "=", foreign.id)
      .executeTakeFirstOrThrow();
    await sql`update people set language = 'zh-Hant' where id = ${foreign.id}`.execute(db);
    const [known, unknown] = [await invite(taken.toUpperCase()), await invite(freshEmail())];
    const shape = ({ status, body }: typeof known) => [
      status,
      { ...body.data, id: "", email: "", created_at: "", expires_at: "" },
    ];
    expect(shape(known)).toEqual(shape(unknown));
    const [mail] = await mailTo(taken.toUpperCase());
    expect(mail?.subject).toContain("邀請你加入");
    expect(mail?.body_text).not.toContain("/invitation");
    expect(await open()).toHaveLength(2);
    expect((await owner.api.post(`/invitations/${known.body.data.id}/resend`, {})).status).toBe(200);
  });

  it.each([
    [{ email: "nobody" }, "email"],
    [{ email: undefined }, "email"],
    [{ role: "support" }, "role"],
    [{ role: undefined }, "role"],
    [{ name: "x".repeat(101) }, "name"],
  ])("refuses %j", async (fields, field) => {
    const answer = await invite(freshEmail(), fields);
    expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, [field]]);
  });

  it("makes one invitation for one key", async () => {
    const email = freshEmail();
    const send = () =>
      owner.api.post("/invitations", { email, role: "owner" }, { headers: { "idempotency-key": `k-${email}` } });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.body.error.code, again.body.error.id]).toEqual([200, "500998", first.body.data.id]);
    expect(await mailTo(email)).toHaveLength(1);
  });

  it("ends the earlier invitation of the e-mail", async () => {
    const email = freshEmail();
    await invite(email);
    const first = await tokenFor(email);
    await invite(email.toUpperCase(), { role: "owner" });
    expect((await open()).map(({ role }: { role: string }) => role)).toEqual(["owner"]);
    refusedToken(await accept(first));
  });

  it("sends at most 20 an hour, and keeps at most 50 open", async () => {
    const answers = await Promise.all(Array.from({ length: 21 }, () => invite(freshEmail())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.body.error.code_reason]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    const [one] = await open();
    expect((await owner.api.post(`/invitations/${one.id}/resend`, {})).status).toBe(429);

    const db = await testDb();
    for (let n = 0; n < 3; n++) {
      await db.deleteFrom("rate_counters").execute();
      for (let i = 0; i < 10; i++) await invite(freshEmail());
    }
    await db.deleteFrom("rate_counters").execute();
    const full = await invite(freshEmail());
    expect([full.status, full.entries.map(({ field }) => field)]).toEqual([400, ["email"]]);
    expect((await owner.api.get("/invitations?limit=1")).body.pagination.total).toBe(50);
  });
});

describe("an open invitation", () => {
  it("is sent again with a new link for 7 days, after which the earlier one ends", async () => {
    const email = freshEmail();
    const { id } = (await invite(email)).body.data;
    const first = await tokenFor(email);
    await sql`update invitations set expires_at = now() - interval '1 hour' where id = ${id}`.execute(await testDb());
    refusedToken(await accept(first));
    expect((await open())[0].is_expired).toBe(true);
    expect((await owner.api.post(`/invitations/${id}/resend`, {})).body.data.is_expired).toBe(false);
    refusedToken(await accept(first));
    expect((await accept(await tokenFor(email))).status).toBe(200);
    expect(await audits()).toEqual([
      ["createInvitation", id],
      ["setPassword", null],
      ["resendInvitation", id],
      ["setPassword", null],
      ["acceptInvitation", id],
    ]);
  });

  it("is withdrawn", async () => {
    const email = freshEmail();
    const { id } = (await invite(email)).body.data;
    const answer = await owner.api.call("DELETE", `/invitations/${id}`);
    expect(answer.body.data).toEqual({ id, deleted: true });
    refusedToken(await accept(await tokenFor(email)));
    expect(await open()).toEqual([]);
    expect((await owner.api.call("DELETE", `/invitations/${id}`)).status).toBe(404);
    expect((await owner.api.post(`/invitations/${id}/resend`, {})).status).toBe(404);
  });

  it("is seen by members, and is a 404 for the owner of any other account", async () => {
    const { id } = (await invite(freshEmail())).body.data;
    expect((await member.api.get("/invitations")).body.data.map((row: { id: string }) => row.id)).toEqual([id]);
    expect((await foreign.api.get("/invitations")).body.data).toEqual([]);
    for (const [method, path, body] of [
      ["POST", `/invitations/${id}/resend`, {}],
      ["DELETE", `/invitations/${id}`, undefined],
    ] as const) {
      const send = (who: { call: typeof owner.api.call }) => who.call(method, path, body === undefined ? {} : { body });
      expect((await send(foreign.api)).status).toBe(404);
      expect((await send(member.api)).status).toBe(403);
      expect((await send(shop.testing)).status).toBe(403);
      expect((await send(api())).status).toBe(401);
    }
    expect((await member.api.post("/invitations", { email: freshEmail(), role: "owner" })).status).toBe(403);
    expect((await shop.testing.get("/invitations")).status).toBe(403);
    expect((await api().get("/invitations")).status).toBe(401);
    expect(await open()).toHaveLength(1);
  });
});

describe("an invitation's link", () => {
  it("lets only one of several at once through", async () => {
    const email = freshEmail();
    await invite(email);
    const token = await tokenFor(email);
    const answers = await Promise.all([1, 2, 3].map((n) => accept(token, { password: `${PASSWORD} ${n}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it("ends when a person has the e-mail by then", async () => {
    const email = freshEmail();
    await invite(email);
    const token = await tokenFor(email);
    await foreign.api.post("/invitations", { email, role: "member" });
    expect((await accept(await tokenFor(email))).status).toBe(200);
    refusedToken(await accept(token));
    expect((await personWith(email))?.account_id).not.toBe(shop.accountId);
  });

  it("does not end by a link that sets a password, and stays when the password is refused", async () => {
    const email = freshEmail();
    await invite(email);
    const token = await tokenFor(email);
    await createPasswordLink(await testDb(), member.id);
    const weak = await accept(token, { password: `${email}${email}` });
    expect([weak.status, weak.entries.map(({ field }) => field)]).toEqual([400, ["password"]]);
    expect((await accept(token)).status).toBe(200);
  });

  it("of a demonstration person makes a person of the demonstration", async () => {
    const email = freshEmail();
    await sql`update people set is_demo = true where id = ${owner.id}`.execute(await testDb());
    await invite(email);
    await accept(await tokenFor(email));
    expect((await personWith(email))?.is_demo).toBe(true);
  });
});

describe("the invitations that a person sent", () => {
  let second: Awaited<ReturnType<typeof personOf>>;
  let mine: string;
  let theirs: string;

  beforeEach(async () => {
    second = await personOf("owner", shop.accountId);
    mine = freshEmail();
    theirs = freshEmail();
    for (const [who, email] of [
      [second, mine],
      [owner, theirs],
    ] as const)
      expect((await who.api.post("/invitations", { email, role: "owner" })).status).toBe(200);
  });

  it.each([
    ["removed", () => owner.api.call("DELETE", `/people/${second.id}`)],
    ["disabled", () => owner.api.post(`/people/${second.id}/disable`, {})],
    ["made a member", () => owner.api.call("PATCH", `/people/${second.id}`, { body: { role: "member" } })],
  ])("end when they are %s, so that nobody comes back by one of their own; others' stay", async (_how, change) => {
    expect((await change()).status).toBe(200);
    refusedToken(await api().post("/set-password/read", { token: await tokenFor(mine) }));
    refusedToken(await accept(await tokenFor(mine)));
    expect((await open()).map(({ email }: { email: string }) => email)).toEqual([theirs]);
    expect((await accept(await tokenFor(theirs))).status).toBe(200);
    const { rows } = await sql`select before -> 'open_invitations' as open from audit_log
      where object_id = ${second.id}`.execute(await testDb());
    expect(rows).toEqual([{ open: 1 }]);
  });

  it("stay with another name or password", async () => {
    const renamed = await owner.api.call("PATCH", `/people/${second.id}`, { body: { name: "Wong" } });
    expect(renamed.status).toBe(200);
    await second.api.post("/password", { current_password: "correct horse battery", password: PASSWORD });
    expect((await accept(await tokenFor(mine))).status).toBe(200);
  });
});
