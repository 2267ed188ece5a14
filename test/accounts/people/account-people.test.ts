// The operations of an account's own people (contract §17.1, §17.2, §17.5).
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { cleanUp } from "@/server/clean-up";
import { runCommand } from "@/server/cli/admin-commands";
import { changeAuditLog, cookieOf, freshEmail, type Merchant, merchant, personOf, testDb } from "@/test/factories";
import { api } from "@/test/http";
import { must } from "@/test/pick-pack/warehouse";

type Person = Awaited<ReturnType<typeof personOf>>;

let shop: Merchant;
let owner: Person;
let member: Person;
let stranger: Person;
let elsewhere: Merchant;

beforeEach(async () => {
  shop = await merchant();
  elsewhere = await merchant();
  owner = await personOf("owner", shop.accountId);
  member = await personOf("member", shop.accountId);
  stranger = await personOf("member", elsewhere.accountId);
  const db = await testDb();
  // The owner that came with the account is out of the way, so that `owner` is the last.
  await sql`update people set disabled_at = now() where email = ${shop.email}`.execute(db);
  await changeAuditLog();
  await db.deleteFrom("mails").execute();
});

const patch = (who: Person, id: string, body: unknown) => who.api.call("PATCH", `/people/${id}`, { body });
const audits = async () =>
  (await testDb()).selectFrom("audit_log").select(["actor", "operation", "account_id", "object_id"]).execute();
const done = async () => (await testDb()).selectFrom("audit_log").select("id").where("outcome", "=", "ok").execute();
const mails = async () => (await testDb()).selectFrom("mails").select(["recipient", "subject"]).execute();
const emailOf = async (id: string) =>
  (await (await testDb()).selectFrom("people").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;
const statusOf = async (who: Person) => (await who.api.get("/me")).status;

const CHANGES: [name: string, method: string, path: string, body?: unknown][] = [
  ["changing", "PATCH", "", { role: "owner" }],
  ["disabling", "POST", "/disable", {}],
  ["removing", "DELETE", ""],
  ["enabling", "POST", "/enable", {}],
  ["ending sessions", "POST", "/end-sessions", {}],
];

describe("GET /people", () => {
  it("lists only the account's people, for owners and members, in pages", async () => {
    for (const who of [owner, member]) {
      const answer = await who.api.get("/people");
      expect(answer.status).toBe(200);
      expect(answer.body.data.map(({ id, role }: { id: string; role: string }) => [id, role]).slice(1)).toEqual([
        [owner.id, "owner"],
        [member.id, "member"],
      ]);
      expect(answer.body.data[0]).toMatchObject({ email: shop.email, disabled_at: expect.stringContaining("+08:00") });
      expect(answer.body.data[1].last_sign_in_at).toContain("+08:00");
    }
    const page = await owner.api.get("/people?limit=1&offset=1");
    expect(page.body.data.map(({ id }: { id: string }) => id)).toEqual([owner.id]);
    expect(page.body.pagination.total).toBe(3);
  });

  it("is refused to API clients, staff and callers without a session", async () => {
    const staff = await personOf("support", null);
    expect((await shop.testing.get("/people")).status).toBe(403);
    expect((await staff.api.get("/people", { headers: { "x-account-id": shop.accountId } })).status).toBe(403);
    expect((await api().get("/people")).status).toBe(401);
  });
});

describe.each(CHANGES)("%s", (_name, method, path, body) => {
  const send = (who: { call: Person["api"]["call"] }, id: string) => who.call(method, `/people/${id}${path}`, { body });

  it("is refused to members, API clients and callers without a session", async () => {
    for (const [who, status] of [
      [member.api, 403],
      [shop.testing, 403],
      [api(), 401],
    ] as const)
      expect((await send(who, member.id)).status).toBe(status);
    expect(await done()).toEqual([]);
    expect(await audits()).toHaveLength(2);
    expect(await statusOf(member)).toBe(200);
  });

  it.each(["stranger", "nobody", "text", "zero"])("answers 404 for %s, and changes nothing", async (kind) => {
    const id = { stranger: stranger.id, nobody: "999999999999", text: "x", zero: "0" }[kind] ?? "";
    const answer = await send(owner.api, id);
    expect([answer.status, answer.body.error.code]).toEqual([404, "404000"]);
    expect(await statusOf(stranger)).toBe(200);
    expect(await done()).toEqual([]);
    expect(await audits()).toHaveLength(1);
  });

  it("is in the audit log", async () => {
    expect((await send(owner.api, member.id)).status).toBe(200);
    expect(await audits()).toEqual([
      {
        actor: `person:${owner.id}`,
        operation: expect.stringMatching(/Person/),
        account_id: shop.accountId,
        object_id: member.id,
      },
    ]);
  });
});

describe("PATCH /people/{id}", () => {
  it("changes the name, and leaves the sessions", async () => {
    const answer = await patch(owner, member.id, { name: " Chow Sin Man 周倩雯 " });
    expect(answer.body.data).toMatchObject({ id: member.id, name: "Chow Sin Man 周倩雯", role: "member" });
    expect(await statusOf(member)).toBe(200);
  });

  it.each(["J.R.R. Tolkien", "Mr.Ng", "Dr. Chan Tai Man", "St.John 陳", "Mary O'Neil Jr."])(
    "takes the name %s, which is no address of a page",
    async (name) => {
      expect((await patch(owner, member.id, { name })).body.data.name).toBe(name);
    },
  );

  it("changes the role, which ends the sessions", async () => {
    expect((await patch(owner, member.id, { role: "owner" })).body.data.role).toBe("owner");
    expect(await statusOf(member)).toBe(401);
  });

  it.each([
    [{ role: "support" }, "role"],
    [{ role: "warehouse" }, "role"],
    [{ name: "x".repeat(101) }, "name"],
    [{ name: "\u200b" }, "name"],
    [{ name: 7 }, "name"],
    [{ name: "Chan https://evil.example" }, "name"],
    [{ name: "www.evil" }, "name"],
    [{ name: "Win at evil.example/now" }, "name"],
    [{ name: "請到evil.hk領獎" }, "name"],
  ])("refuses %j", async (body, field) => {
    const answer = await patch(owner, member.id, body);
    expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, [field]]);
  });

  it("refuses to make the last owner a member", async () => {
    const answer = await patch(owner, owner.id, { role: "member" });
    expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, ["role"]]);
    expect(answer.entries[0]?.message).toContain("last owner");
    expect(await statusOf(owner)).toBe(200);
  });
});

describe("a removed person", () => {
  const remove = (who: Person, id: string) => who.api.call("DELETE", `/people/${id}`);
  const count = async (table: string, id: string) => {
    const rows = await sql<{
      n: string;
    }>`select count(*) as n from ${sql.table(table)} where person_id = ${id}`.execute(await testDb());
    return Number(rows.rows[0]?.n);
  };

  it("is out with the next request and in no list, and leaves the name beside what they did", async () => {
    const email = await emailOf(member.id);
    const db = await testDb();
    must(await member.api.post("/drafts", { body: { client_remarks: "mine" } }));
    await sql`insert into factors (id, person_id, kind, secret, confirmed_at)
      values (${`fa_${member.id}`}, ${member.id}, 'totp', '\\x00', now())`.execute(db);
    expect((await remove(owner, member.id)).body.data).toEqual({ id: member.id, deleted: true });
    expect(await statusOf(member)).toBe(401);
    const { data } = (await owner.api.get("/people")).body;
    expect(data.map(({ id }: { id: string }) => id)).not.toContain(member.id);
    for (const [method, path] of [
      ["DELETE", ""],
      ["POST", "/enable"],
      ["PATCH", ""],
    ] as const)
      expect((await owner.api.call(method, `/people/${member.id}${path}`, { body: {} })).status).toBe(404);
    const person = db.selectFrom("people").select(["name", "password_hash"]).where("id", "=", member.id);
    expect(await person.executeTakeFirst()).toEqual({ name: expect.stringMatching(/./), password_hash: null });
    expect(await mails()).toEqual([{ recipient: email, subject: "Your Sampan sign-in was removed" }]);
    const enable = ["person", "enable", "--email", `removed-${member.id}@removed.invalid`];
    await expect(runCommand(await testDb(), enable)).rejects.toThrow("has no sign-in");
    await cleanUp(db);
    for (const table of ["factors", "order_drafts", "person_devices"]) expect(await count(table, member.id)).toBe(0);
    const row = db.selectFrom("audit_log").select(["after"]).where("operation", "=", "deletePerson");
    expect(await row.executeTakeFirst()).toEqual({ after: { email: "***", disabled: true, removed: true } });
  });

  it("can be invited again, to another account too", async () => {
    const email = await emailOf(member.id);
    await remove(owner, member.id);
    const other = await personOf("owner", elsewhere.accountId);
    must(await other.api.post("/invitations", { email, role: "member" }));
    expect((await mails()).map(({ recipient, subject }) => [recipient, subject]).at(-1)).toEqual([
      email,
      expect.stringContaining("invite"),
    ]);
  });

  it("is never the last owner, also when two owners remove each other at once", async () => {
    const answer = await remove(owner, owner.id);
    expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, ["id"]]);
    const second = await personOf("owner", shop.accountId);
    const answers = await Promise.all([remove(owner, second.id), remove(second, owner.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await statusOf(owner), await statusOf(second)].filter((status) => status === 200)).toHaveLength(1);
  });
});

describe("a disabled person", () => {
  it("is out with the next request, and is mailed once", async () => {
    const second = api("testing", { headers: { cookie: await cookieOf(member.id) } });
    const answer = await owner.api.post(`/people/${member.id}/disable`, {});
    expect(answer.body.data.disabled_at).toContain("+08:00");
    expect([await statusOf(member), (await second.get("/orders")).status]).toEqual([401, 401]);
    expect((await owner.api.post(`/people/${member.id}/disable`, {})).status).toBe(200);
    expect(await mails()).toEqual([
      { recipient: await emailOf(member.id), subject: "Your Sampan sign-in is disabled" },
    ]);
  });

  it("can sign in again when enabled, and stays signed out until then", async () => {
    await owner.api.post(`/people/${member.id}/disable`, {});
    const answer = await owner.api.post(`/people/${member.id}/enable`, {});
    expect(answer.body.data.disabled_at).toBeNull();
    expect(await statusOf(member)).toBe(401);
    const again = api("testing", { headers: { cookie: await cookieOf(member.id) } });
    expect((await again.get("/me")).status).toBe(200);
  });

  it("is never the last owner", async () => {
    const answer = await owner.api.post(`/people/${owner.id}/disable`, {});
    expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, ["id"]]);
    expect(await statusOf(owner)).toBe(200);
  });

  it("of the demonstration is enabled by demonstration people only", async () => {
    const db = await testDb();
    await sql`update people set is_demo = true, disabled_at = now() where id = ${member.id}`.execute(db);
    const answer = await owner.api.post(`/people/${member.id}/enable`, {});
    expect([answer.status, answer.entries.map((entry) => entry.field)]).toEqual([400, ["id"]]);
    await sql`update people set is_demo = true where id = ${owner.id}`.execute(db);
    expect((await owner.api.post(`/people/${member.id}/enable`, {})).status).toBe(200);
  });
});

it("signs a person out everywhere", async () => {
  await cookieOf(member.id);
  const answer = await owner.api.post(`/people/${member.id}/end-sessions`, {});
  expect(answer.body.data).toEqual({ id: member.id, ended: 2 });
  expect(await statusOf(member)).toBe(401);
});

describe("an owner who was made a member", () => {
  const reset = (who: Person, id: string) => who.api.post(`/people/${id}/reset-factors`);

  it("keeps the second factor for a day, as only support resets an owner's", async () => {
    const second = await personOf("owner", shop.accountId);
    const run = async (statement: ReturnType<typeof sql>) => statement.execute(await testDb());
    const hasFactor = () =>
      run(sql`insert into factors (id, person_id, kind, secret, confirmed_at)
        values (${`fa_${second.id}`}, ${second.id}, 'totp', '\\x00', now())`);
    await hasFactor();
    const refused = async () => {
      const answer = await reset(owner, second.id);
      expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["id"]]);
    };
    await refused();
    expect((await patch(owner, second.id, { role: "member" })).status).toBe(200);
    await refused();
    const since = (ago: string) =>
      run(sql`update people set owner_until = now() - ${ago}::interval where id = ${second.id}`);
    await since("23 hours 59 minutes");
    await refused();
    await since("24 hours");
    expect((await reset(owner, second.id)).body.data.factors).toEqual([]);
  });
});

describe("two owners at once", () => {
  it.each([
    ["demote", (who: Person, whom: Person) => patch(who, whom.id, { role: "member" })],
    ["disable", (who: Person, whom: Person) => who.api.post(`/people/${whom.id}/disable`, {})],
  ])("who %s each other leave one owner", async (_name, change) => {
    const second = await personOf("owner", shop.accountId);
    const answers = await Promise.all([change(owner, second), change(second, owner)]);
    const left = await (await testDb())
      .selectFrom("people")
      .select("id")
      .where("account_id", "=", shop.accountId)
      .where("role", "=", "owner")
      .where("disabled_at", "is", null)
      .execute();
    expect(left).toHaveLength(1);
    // The loser is refused either as the last owner's opponent or because they are out already.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("the owners of an account", () => {
  it("are mailed in their language what staff does with its people by command, also with themselves", async () => {
    const db = await testDb();
    await sql`update people set language = 'zh-Hant' where id = ${owner.id}`.execute(db);
    const [mine, theirs] = [await emailOf(owner.id), await emailOf(member.id)];
    const run = (...words: string[]) => runCommand(db, ["person", ...words]);
    for (const words of [["update", "--name", "Lo Wing Yan"], ["disable"], ["enable"], ["end-sessions"]])
      await run(...words, "--email", theirs);
    await run("create", "--role", "member", "--account", shop.accountId, "--email", freshEmail());
    await run("update", "--name", "Mak", "--email", mine);
    await run("create", "--role", "support", "--email", freshEmail());
    const { rows } = await sql<{ recipient: string; body_text: string }>`
      select recipient, body_text from mails where subject like '舢舨客服%' order by id`.execute(db);
    expect(rows.map(({ recipient }) => recipient)).toEqual([mine, mine, mine, mine, mine, mine]);
    expect(rows[0]?.body_text).toContain(`舢舨客服更改了以下人員的登入：Lo Wing Yan (${theirs})`);
  });

  it("are mailed a password that staff sets, a role that staff takes away, and who is moved to another account", async () => {
    const db = await testDb();
    const [mine, theirs] = [await emailOf(owner.id), await emailOf(member.id)];
    const other = await merchant();
    const boss = await emailOf((await personOf("owner", other.accountId)).id);
    const update = async (email: string, ...words: string[]) => {
      await sql`delete from mails`.execute(db);
      await runCommand(db, ["person", "update", "--email", email, ...words]);
      const { rows } = await sql<{ mail: string }>`
        select recipient || ': ' || subject as mail from mails order by id`.execute(db);
      return rows.map(({ mail }) => mail);
    };
    const changed = "Sampan support changed the people of your account";
    expect(await update(mine, "--password", "another horse battery")).toEqual([
      `${mine}: Your password was changed`,
      `${mine}: ${changed}`,
    ]);
    expect(await update(mine, "--role", "member")).toEqual([`${mine}: ${changed}`]);
    expect(await update(mine, "--role", "owner")).toEqual([`${mine}: ${changed}`]);
    expect(await update(theirs, "--account", other.accountId)).toEqual(
      expect.arrayContaining([`${boss}: ${changed}`, `${mine}: ${changed}`]),
    );
    const { rows: audited } = await sql<{ account_id: string }>`
      select account_id from audit_log where operation = 'updatePerson' and object_id = ${`person:${member.id}`}
        and after ? 'account_id' order by account_id`.execute(db);
    expect(audited.map(({ account_id }) => account_id)).toEqual([shop.accountId, other.accountId].sort());
  });
});
