// Support looks after the people of staff and ends the demonstration (contract §27.6, §27.7).
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeAuditLog, cookieOf, freshEmail, merchant, personOf, testDb } from "@/test/factories";
import { type Api, api } from "@/test/http";

type Person = Awaited<ReturnType<typeof personOf>>;
let support: Person;
let packer: Person;

beforeEach(async () => {
  const db = await testDb();
  for (const table of ["mails", "rate_counters"] as const) await db.deleteFrom(table).execute();
  [support, packer] = [await personOf("support", null, "production"), await personOf("warehouse", null, "production")];
  await changeAuditLog();
});
afterEach(async () => {
  // No person of one test is the demonstration's in another.
  await sql`update people set is_demo = false where is_demo`.execute(await testDb());
  await sql`update api_clients set is_demo = false where is_demo`.execute(await testDb());
});

const listed = async (who: Api = support.api) =>
  (await who.get("/staff?limit=100")).body.data as { id: string; email: string }[];
const rowOf = async (id: string) => (await listed()).find((row) => row.id === id);
const post = (id: string, step: string, who: Api = support.api) => who.post(`/staff/${id}/${step}`);
const patch = (id: string, body: unknown, who: Api = support.api) => who.call("PATCH", `/staff/${id}`, { body });
const mails = async () =>
  (await testDb()).selectFrom("mails").select(["recipient", "subject", "body_text"]).orderBy("id").execute();
const audits = async () =>
  (await testDb())
    .selectFrom("audit_log")
    .select(["operation", "object_id", "before", "after", "outcome", "account_id"])
    .where("actor", "=", `person:${support.id}`)
    .orderBy("id")
    .execute();
const isIn = async (who: Person) => (await who.api.get("/me")).status === 200;
const fields = ({ status, entries }: Awaited<ReturnType<typeof patch>>) => [status, entries.map(({ field }) => field)];
const asDemo = async ({ id }: Person) => sql`update people set is_demo = true where id = ${id}`.execute(await testDb());

describe("the people of staff", () => {
  it("are added by support, and set a password by the mail", async () => {
    const email = freshEmail();
    const made = await support.api.post("/staff", { email, role: "warehouse", name: "Yip Tsz Kit" });
    expect(made.status).toBe(200);
    const { id } = made.body.data;
    expect(made.body.data).toEqual({
      ...{ id, email, name: "Yip Tsz Kit", role: "warehouse", has_password: false, is_demo: false },
      ...{ disabled_at: null, last_sign_in_at: null, factors: [] },
      ...{ last_seen_at: null, last_place: null, sessions: 0 },
    });
    const [mail] = await mails();
    expect(mail?.recipient).toBe(email);
    const token = /token=([\w-]+)/.exec(mail?.body_text ?? "")?.[1];
    const set = await api().post("/set-password", { token, password: "a sentence about clay and fire" });
    expect(set.body.data).toEqual({ email });
    expect(await rowOf(id)).toMatchObject({ has_password: true });
    expect(await audits()).toEqual([
      {
        ...{ operation: "createStaff", object_id: `person:${id}`, before: expect.anything(), outcome: "ok" },
        ...{
          account_id: null,
          after: { email: "***", name: "***", role: "warehouse", account_id: null, disabled: false },
        },
      },
    ]);
    const shop = await merchant();
    for (const taken of [email.toUpperCase(), shop.email])
      expect(fields(await support.api.post("/staff", { email: taken, role: "support" }))).toEqual([400, ["email"]]);
    const twice = await Promise.all(
      [1, 2].map(() => support.api.post("/staff", { email: freshEmail(), role: "owner" })),
    );
    expect(twice.map(fields)).toEqual([1, 2].map(() => [400, ["role"]]));
    const both = { email: freshEmail(), role: "support" };
    const race = await Promise.all([1, 2].map(() => support.api.post("/staff", both)));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("are changed, disabled and enabled, each once in the audit log", async () => {
    const { id } = packer;
    expect((await patch(id, { name: "Packer" })).body.data.name).toBe("Packer");
    expect(await isIn(packer)).toBe(true);
    expect((await patch(id, { role: "support" })).body.data.role).toBe("support");
    expect(await isIn(packer)).toBe(false);
    const back = { ...packer, api: api("production", { headers: { cookie: await cookieOf(id) } }) };
    expect(await isIn(back)).toBe(true);
    expect((await post(id, "end-sessions")).status).toBe(200);
    expect(await isIn(back)).toBe(false);
    await sql`insert into factors (id, person_id, kind, secret, confirmed_at)
      values (${`fa_${id}`}, ${id}, 'totp', '\\x00', now())`.execute(await testDb());
    expect(await rowOf(id)).toMatchObject({ factors: ["totp"] });
    expect((await post(id, "reset-factors")).body.data.factors).toEqual([]);
    expect((await post(id, "send-link")).status).toBe(200);
    expect((await post(id, "disable")).body.data.disabled_at).not.toBeNull();
    expect(fields(await post(id, "send-link"))).toEqual([400, ["id"]]);
    expect((await post(id, "enable")).body.data.disabled_at).toBeNull();
    expect((await audits()).map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
      ...["updateStaff ok", "updateStaff ok", "endStaffSessions ok", "resetStaffFactors ok", "sendStaffLink ok"],
      ...["disableStaff ok", "sendStaffLink BAD_REQUEST", "enableStaff ok"],
    ]);
    expect((await audits())[1]).toMatchObject({ before: { role: "warehouse" }, after: { role: "support" } });
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      "Second factor reset",
      "Set your Sampan password",
      "Your Sampan sign-in is disabled",
    ]);
  });

  it("are removed for good, which frees their e-mail", async () => {
    const { id } = packer;
    const remove = (who: string) => support.api.call("DELETE", `/staff/${who}`);
    const email = (await rowOf(id))?.email;
    expect((await remove(id)).body.data).toEqual({ id, deleted: true });
    expect(await isIn(packer)).toBe(false);
    expect(await rowOf(id)).toBeUndefined();
    expect((await post(id, "enable")).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect(fields(await remove(support.id))).toEqual([400, ["id"]]);
    expect((await audits()).map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
      ...["deleteStaff ok", "enableStaff NOT_FOUND", "deleteStaff NOT_FOUND", "deleteStaff BAD_REQUEST"],
    ]);
    expect((await support.api.post("/staff", { email, role: "warehouse" })).status).toBe(200);
  });

  it("never lose the last of support: no person changes their own, and of two who disable each other one remains", async () => {
    const { id } = support;
    for (const answer of [
      await patch(id, { role: "warehouse" }),
      await post(id, "disable"),
      await post(id, "reset-factors"),
    ])
      expect(fields(answer)).toEqual([400, ["id"]]);
    expect((await patch(id, { name: "Ho" })).status).toBe(200);
    const other = await personOf("support", null, "production");
    const answers = await Promise.all([post(other.id, "disable"), post(id, "disable", other.api)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect([await isIn(support), await isIn(other)].filter(Boolean)).toHaveLength(1);
  });

  it("are only support's: not the warehouse's, a merchant's or a program's, nor of support without a second factor", async () => {
    const shop = await merchant();
    const owner = await personOf("owner", shop.accountId, "production");
    const fresh = await personOf("support", null, "testing");
    await sql`update sessions set factor_at = null where person_id = ${fresh.id}`.execute(await testDb());
    const email = freshEmail();
    for (const who of [packer.api, owner.api, shop.production, fresh.api])
      for (const answer of [
        await who.get("/staff"),
        await who.post("/staff", { email, role: "support" }),
        await patch(packer.id, { name: "X" }, who),
        await post(packer.id, "disable", who),
        await who.get("/demonstration"),
        await who.post("/demonstration/disable"),
      ])
        expect(answer.status).toBe(403);
    for (const id of [owner.id, "999999999999", "x"]) {
      expect((await patch(id, { name: "X" })).status).toBe(404);
      expect((await post(id, "disable")).status).toBe(404);
    }
    expect((await listed()).map(({ id }) => id)).not.toContain(owner.id);
    expect(await mails()).toEqual([]);
  });
});

describe("the demonstration", () => {
  it("changes no staff, and is ended by real support for all at once", async () => {
    const demo = await personOf("support", null, "production");
    const shop = await merchant();
    await asDemo(demo);
    await sql`update api_clients set is_demo = true where account_id = ${shop.accountId}`.execute(await testDb());
    const accounts = async (isDemo: boolean) => sql`update accounts set is_demo = ${isDemo}`.execute(await testDb());
    await accounts(true);
    expect((await listed(demo.api)).find(({ id }) => id === demo.id)).toMatchObject({ is_demo: true });
    for (const answer of [
      await demo.api.post("/staff", { email: freshEmail(), role: "support" }),
      await patch(packer.id, { name: "X" }, demo.api),
      await post(support.id, "disable", demo.api),
      await demo.api.post("/demonstration/disable"),
    ])
      expect([answer.status, answer.body.error.message]).toEqual([403, expect.stringContaining("person create")]);
    await accounts(false);
    for (const what of ["disable", "enable", "end-sessions"])
      expect(fields(await post(demo.id, what))).toEqual([400, ["id"]]);
    const { state, people, clients } = (await support.api.get("/demonstration")).body.data;
    expect([state, people.length, clients.length]).toEqual(["ENABLED", 1, 2]);
    const ended = await support.api.post("/demonstration/disable");
    expect(ended.body.data).toEqual({ state: "DISABLED", people, clients });
    expect(await isIn(demo)).toBe(false);
    expect((await shop.production.get("/orders")).status).toBe(401);
    expect(await audits()).toMatchObject([
      ...Array.from({ length: 3 }, () => ({ outcome: "BAD_REQUEST" })),
      { operation: "endDemonstration", outcome: "ok" },
    ]);
  });
});
