// Support runs merchants' accounts: opens, reads, changes, and looks after their people and keys (contract §27).
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENVIRONMENTS } from "@/lib/environment";
import { runCommand } from "@/server/cli/admin-commands";
import {
  changeAuditLog,
  clientOf,
  cookieOf,
  created,
  freshEmail,
  localOrder,
  type Merchant,
  merchant,
  personOf,
  testDb,
} from "../factories";
import { type Api, api } from "../http";
import { freshItem, must, orderOf } from "../pick-pack/warehouse";

let support: Awaited<ReturnType<typeof personOf>>;
let shop: Merchant;

beforeAll(async () => {
  support = await personOf("support", null, "production");
});
beforeEach(async () => {
  const db = await testDb();
  for (const table of ["mails", "notices", "rate_counters"] as const) await db.deleteFrom(table).execute();
  await changeAuditLog();
  shop = await merchant({ name: `Shop ${freshEmail()}` });
});

const opening = (change: Record<string, unknown> = {}) => ({
  name: "Peak Ceramics",
  email: freshEmail(),
  language: "zh-Hant",
  ...change,
});
const open = (body: unknown, who: Api = support.api, key?: string) =>
  who.post("/accounts", body, key ? { headers: { "idempotency-key": key } } : {});
const read = async (id: string, who: Api = support.api) => (await who.get(`/accounts/${id}`)).body.data;
/** Says why they look at the account, and acts for it. */
async function visit(id: string, who: Api): Promise<void> {
  const headers = { "x-account-id": id };
  await who.call("POST", "/support/visit", { body: { reason: "MERCHANT_ASKED" }, headers });
  await who.call("PATCH", "/support/visit", { body: { acting: "Y" }, headers });
}
const patch = async (id: string, body: unknown, who: Api = support.api) => {
  if (who === support.api) await visit(id, who);
  return who.call("PATCH", `/accounts/${id}`, { body });
};
const fields = ({ status, entries }: Awaited<ReturnType<typeof patch>>) => [status, entries.map(({ field }) => field)];
const mails = async () =>
  (await testDb()).selectFrom("mails").select(["recipient", "subject", "body_text"]).orderBy("id").execute();
const audits = async (operation: string) =>
  (await testDb())
    .selectFrom("audit_log")
    .select(["actor", "account_id", "object_id", "before", "after", "outcome"])
    .where("operation", "=", operation)
    .orderBy("id")
    .execute();

/** A person of support who has said why they look at the account, and acts for it. */
async function acting(accountId: string, environment: "testing" | "production" = "production"): Promise<Api> {
  const headers = { cookie: await cookieOf(support.id), "sec-fetch-site": "same-origin", "x-account-id": accountId };
  const who = api(environment, { headers });
  await visit(accountId, who);
  return who;
}

it("says why support looked last, and when", async () => {
  const shop = await merchant();
  const headers = {
    cookie: await cookieOf(support.id),
    "sec-fetch-site": "same-origin",
    "x-account-id": shop.accountId,
  };
  const who = api("production", { headers });
  for (const reason of ["EXCEPTION", "BILLING"]) {
    must(await who.post("/support/visit", { reason }));
    expect((await read(shop.accountId)).last_visit).toMatchObject({ by: expect.any(String), reason });
  }
});

describe("opening an account", () => {
  it("invites its owner, who starts by the mail, in the account's language", async () => {
    const email = freshEmail();
    const { status, body } = await open(opening({ email, owner_name: "陳大文", pick_pack: true }));
    expect(status).toBe(200);
    const { account_id: id } = body.data;
    expect(body.data).toMatchObject({
      name: "Peak Ceramics",
      language: "zh-Hant",
      state: "ACTIVE",
      payment_plan: true,
      pick_pack: true,
      rate_minute: 100,
      rate_hour: 1000,
      people: { owners: 0, members: 0, disabled: 0, invited: 1, last_sign_in_at: null },
      clients: { testing: 0, production: 0 },
      last_visit: null,
    });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: email, subject: "Peak Ceramics 的舢舨帳戶已開立" });
    expect(await audits("createAccount")).toEqual([
      {
        actor: `person:${support.id}`,
        account_id: id,
        object_id: id,
        before: null,
        after: { name: "***", language: "zh-Hant", payment_plan: true, pick_pack: true, email: "***" },
        outcome: "ok",
      },
    ]);
    const token = /token=([\w-]+)/.exec(mail?.body_text ?? "")?.[1];
    const set = await api().post("/set-password", { token, password: "a sentence about clay and fire" });
    expect(set.body.data).toEqual({ email });
    expect((await read(id)).people).toMatchObject({ owners: 1, invited: 0 });
    expect((await support.api.get(`/accounts?q=${encodeURIComponent(email.toUpperCase())}`)).body.data).toMatchObject([
      { account_id: id, state: "ACTIVE", recent_orders: 0 },
    ]);
  });

  it("answers the same for an e-mail with a sign-in, whose holder is notified without a link", async () => {
    const answer = await open(opening({ email: shop.email, language: "en", payment_plan: false }));
    expect([answer.status, answer.body.data.people.invited, answer.body.data.state]).toEqual([200, 1, "NO_PLAN"]);
    const [mail, ...more] = await mails();
    expect([mail?.recipient, more]).toEqual([shop.email, []]);
    expect(mail?.subject).toBe("Sampan support invites you to Peak Ceramics at Sampan");
    expect(mail?.body_text).toContain("/sign-in");
    expect(mail?.body_text).not.toContain("token=");
  });

  it("opens one account for a key, also at the same moment", async () => {
    const body = opening();
    const answers = await Promise.all([open(body, support.api, "k"), open(body, support.api, "k")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500]);
    const [made, used] = answers.sort((a, b) => a.status - b.status);
    expect(used?.body.error).toMatchObject({ code: "500998", id: made?.body.data.account_id });
    expect(await mails()).toHaveLength(1);
  });

  it("names every wrong field, and nothing is half done", async () => {
    const answer = await open({ name: " ", email: "none", language: "fr", payment_plan: "Y", owner_name: "\u200b" });
    expect(fields(answer)).toEqual([400, ["name", "email", "owner_name", "language", "payment_plan"]]);
    expect(await mails()).toEqual([]);
  });

  it("is refused to the demonstration's staff, in words", async () => {
    const demo = await personOf("support", null, "production");
    await sql`update people set is_demo = true where id = ${demo.id}`.execute(await testDb());
    const answer = await open(opening(), demo.api);
    expect([answer.status, answer.body.error.message]).toEqual([403, expect.stringContaining("person create")]);
    expect(await mails()).toEqual([]);
    await sql`update people set is_demo = false where id = ${demo.id}`.execute(await testDb());
  });
});

describe("who may", () => {
  it("is only support, with a second factor in either environment", async () => {
    const owner = await personOf("owner", shop.accountId, "production");
    const warehouse = await personOf("warehouse", null, "production");
    const client = await clientOf("support", null, "production");
    for (const [who, status] of [
      [owner.api, 403],
      [warehouse.api, 403],
      [client, 403],
      [shop.production, 403],
      [api("production"), 401],
    ] as const)
      for (const answer of [
        await open(opening(), who),
        await who.get(`/accounts/${shop.accountId}`),
        await patch(shop.accountId, { name: "X" }, who),
      ])
        expect(answer.status).toBe(status);
    const fresh = await personOf("support", null);
    await sql`update sessions set factor_at = null where person_id = ${fresh.id}`.execute(await testDb());
    for (const answer of [
      await open(opening(), fresh.api),
      await fresh.api.get(`/accounts/${shop.accountId}`),
      await patch(shop.accountId, { suspended: false }, fresh.api),
      await fresh.api.get("/people", { headers: { "x-account-id": shop.accountId } }),
    ])
      expect(answer.body.error.code).toBe("403030");
    expect((await read(shop.accountId)).name).not.toBe("X");
  });

  it("a look is in the audit log, an account that does not exist is none", async () => {
    for (const id of ["999999999", "0", "x", "99999999999999999999"])
      expect([(await support.api.get(`/accounts/${id}`)).status, (await patch(id, { name: "X" })).status]).toEqual([
        404, 404,
      ]);
    await read(shop.accountId);
    await read(shop.accountId);
    expect(await audits("readAccount")).toMatchObject([{ account_id: shop.accountId, actor: `person:${support.id}` }]);
  });
});

describe("the list", () => {
  it("counts the last 30 days of its environment, and finds by state, name, number and a whole e-mail", async () => {
    await created(shop.production, localOrder());
    await created(shop.testing, localOrder());
    await created(shop.testing, localOrder());
    const { name } = await read(shop.accountId);
    const list = async (query: string, who: Api = support.api) =>
      (await who.get(`/accounts?${query}`)).body.data as { account_id: string; recent_orders: number; state: string }[];
    for (const q of [name.slice(2), shop.accountId, shop.email])
      expect(await list(`q=${encodeURIComponent(q)}`)).toMatchObject([
        { account_id: shop.accountId, recent_orders: 1, state: "ACTIVE" },
      ]);
    const { headers } = { headers: { cookie: support.cookie, "sec-fetch-site": "same-origin" } };
    expect(await list(`q=${shop.accountId}`, api("testing", { headers }))).toMatchObject([{ recent_orders: 2 }]);
    expect((await read(shop.accountId)).recent_orders).toEqual({ production: 1, testing: 2 });
    expect(await list(`q=${encodeURIComponent(shop.email.slice(2))}`)).toEqual([]);
    const so = (state: string) => list(`q=${shop.accountId}&state=${state}`);
    expect([(await so("ACTIVE")).length, (await so("SUSPENDED")).length]).toEqual([1, 0]);
    await patch(shop.accountId, { payment_plan: false });
    expect([(await so("NO_PLAN")).length, (await so("ACTIVE")).length]).toEqual([1, 0]);
    await patch(shop.accountId, { suspended: true, suspended_reason: "TERMS" });
    expect([(await so("SUSPENDED")).length, (await so("NO_PLAN")).length]).toEqual([1, 0]);
    expect((await support.api.get("/accounts?state=GONE")).status).toBe(400);
    const warehouse = await personOf("warehouse", null, "production");
    await patch(shop.accountId, { pick_pack: true });
    expect(await list(`q=${shop.accountId}`, warehouse.api)).toMatchObject([{ recent_orders: null }]);
    expect(await list(`q=${encodeURIComponent(shop.email)}`, warehouse.api)).toEqual([]);
  });
});

describe("changing an account", () => {
  it("takes a visit of it that acts, in either environment, and records why", async () => {
    for (const environment of ENVIRONMENTS) {
      const headers = { cookie: await cookieOf(support.id), "sec-fetch-site": "same-origin" };
      const who = api(environment, { headers });
      const rename = async (id = shop.accountId) =>
        (await patch(id, { name: `Name in ${environment}` }, who)).body.error?.code;
      expect(await rename()).toBe("403040");
      const stranger = await merchant();
      await visit(stranger.accountId, who);
      expect(await rename()).toBe("403040");
      const named = { headers: { "x-account-id": shop.accountId } };
      await who.call("POST", "/support/visit", { body: { reason: "BILLING" }, ...named });
      expect(await rename()).toBe("403050");
      expect((await who.get(`/accounts/${shop.accountId}`)).body.data.visit).toMatchObject({
        ...{ account_id: shop.accountId, reason: "BILLING", acting: "N" },
      });
      expect((await read(shop.accountId)).name).not.toContain(environment);
      await who.call("PATCH", "/support/visit", { body: { acting: "Y" }, ...named });
      expect(await rename()).toBeUndefined();
      const { rows } = await sql`select reason, acting from audit_log
        where operation = 'updateAccount' and outcome = 'ok' order by id desc limit 1`.execute(await testDb());
      expect(rows).toEqual([{ reason: "BILLING", acting: true }]);
    }
  });

  it("changes what is given, for its programs at once, and records before and after", async () => {
    const answer = await patch(shop.accountId, { name: "New name", remarks_to_packer: true, rate_minute: 7 });
    expect(answer.body.data).toMatchObject({
      name: "New name",
      remarks_to_packer: true,
      rate_minute: 7,
      pick_pack: false,
    });
    expect(await audits("updateAccount")).toMatchObject([
      {
        object_id: shop.accountId,
        before: { name: "***", remarks_to_packer: false, rate_minute: 1_000_000 },
        after: { name: "***", remarks_to_packer: true, rate_minute: 7 },
      },
    ]);
    expect((await shop.testing.get("/orders")).headers.get("x-ratelimit-limit")).toBe("7");
    const owner = await personOf("owner", shop.accountId);
    expect((await owner.api.post("/clients", { name: "Later" })).body.data.rate_minute).toBe(7);
    expect(await mails()).toEqual([]);
  });

  it("suspends and reopens with a mail to its owners in their languages, and shuts out its people and programs between", async () => {
    const owner = await personOf("owner", shop.accountId, "production");
    const member = await personOf("member", shop.accountId, "production");
    await sql`update people set language = 'zh-Hant' where id = ${owner.id}`.execute(await testDb());
    const suspended = await patch(shop.accountId, { suspended: true, suspended_reason: "PAYMENT_OVERDUE" });
    expect(suspended.body.data).toMatchObject({ state: "SUSPENDED", suspended_reason: "PAYMENT_OVERDUE" });
    const sent = (await mails()).map(({ recipient, body_text }) => [recipient, body_text]);
    expect(sent).toEqual([
      [shop.email, expect.stringContaining("a payment is overdue")],
      [expect.any(String), expect.stringContaining("逾期未付")],
    ]);
    for (const who of [owner.api, member.api, shop.production, shop.testing])
      expect((await who.get("/orders")).body.error.code).toBe("403020");
    const again = await patch(shop.accountId, { suspended: true, suspended_reason: "TERMS" });
    expect(again.body.data).toMatchObject({
      suspended_reason: "TERMS",
      suspended_at: suspended.body.data.suspended_at,
    });
    expect(await mails()).toHaveLength(2);
    // Support looks at it and helps meanwhile.
    const helping = await acting(shop.accountId);
    expect((await helping.get("/orders")).status).toBe(200);
    expect((await helping.post("/order/create", localOrder({ confirm_shipment: "N" }))).status).toBe(200);
    const reopened = await patch(shop.accountId, { suspended: false });
    expect(reopened.body.data).toMatchObject({ state: "ACTIVE", suspended_reason: null, suspended_at: null });
    expect((await owner.api.get("/orders")).status).toBe(200);
    expect(
      (await mails()).map(({ subject }) => subject).filter((subject) => /open again|重新開通/.test(subject)),
    ).toHaveLength(2);
    await patch(shop.accountId, { payment_plan: false });
    expect((await owner.api.get("/orders")).body.error.code).toBe("403010");
    expect((await mails()).map(({ subject }) => subject)).toContainEqual(expect.stringContaining("沒有月結計劃"));
    await runCommand(await testDb(), [
      "account",
      "update",
      "--account",
      shop.accountId,
      "--suspended",
      "--reason",
      "SECURITY",
    ]);
    expect((await read(shop.accountId)).suspended_reason).toBe("SECURITY");
    const told = (await mails()).filter(({ subject }) => subject.includes("is suspended"));
    expect(told).toHaveLength(2);
    expect(told[1]?.body_text).toContain("because its security has to be checked");
  });

  it("needs a reason to suspend and takes none else, and names wrong fields", async () => {
    const id = shop.accountId;
    expect(fields(await patch(id, { suspended: true }))).toEqual([400, ["suspended_reason"]]);
    expect(fields(await patch(id, { suspended_reason: "TERMS" }))).toEqual([400, ["suspended_reason"]]);
    expect(fields(await patch(id, { suspended: true, suspended_reason: "X" }))).toEqual([400, ["suspended_reason"]]);
    expect(fields(await patch(id, { name: " ", rate_minute: 0, rate_hour: 1.5, pick_pack: "Y" }))).toEqual([
      400,
      ["name", "pick_pack", "rate_minute", "rate_hour"],
    ]);
    expect(await audits("updateAccount")).toMatchObject(Array.from({ length: 4 }, () => ({ outcome: "BAD_REQUEST" })));
    expect((await read(id)).state).toBe("ACTIVE");
  });

  it("takes no limit of an hour below that of a minute, whichever of them changes", async () => {
    const id = (await merchant({ rateMinute: 100, rateHour: 1000 })).accountId;
    expect(fields(await patch(id, { rate_minute: 50, rate_hour: 49 }))).toEqual([400, ["rate_hour"]]);
    expect(fields(await patch(id, { rate_hour: 99 }))).toEqual([400, ["rate_hour"]]);
    expect(fields(await patch(id, { rate_minute: 1001 }))).toEqual([400, ["rate_minute"]]);
    expect(await read(id)).toMatchObject({ rate_minute: 100, rate_hour: 1000 });
    must(await patch(id, { rate_minute: 50, rate_hour: 50 }));
    must(await patch(id, { rate_minute: 40 }));
    expect(await read(id)).toMatchObject({ rate_minute: 40, rate_hour: 50 });
    // A program with a limit of its own keeps to the same.
    const own = await runCommand(await testDb(), [
      ...["client", "issue", "--account", id, "--environment", "testing", "--role", "merchant"],
      ...["--rate-minute", "20", "--rate-hour", "30"],
    ]);
    must(await patch(id, { rate_minute: 45 }));
    const { client_id } = own as { client_id: string };
    const limits = await (await testDb())
      .selectFrom("api_clients")
      .select(["rate_minute", "rate_hour"])
      .where("id", "=", client_id)
      .executeTakeFirst();
    expect(limits).toEqual({ rate_minute: 30, rate_hour: 30 });
    must(await patch(id, { rate_minute: 40 }));
    const command = runCommand(await testDb(), ["account", "update", "--account", id, "--rate-hour", "39"]);
    await expect(command).rejects.toThrow("--rate-hour: Must be at least 40");
  });

  it("leaves limits from before as they are, and its people can issue API clients", async () => {
    const before = await merchant({ rateMinute: 100, rateHour: 1000 });
    await sql`update accounts set rate_minute = 5000 where id = ${before.accountId}`.execute(await testDb());
    must(await patch(before.accountId, { name: "Peak" }));
    const owner = await personOf("owner", before.accountId);
    expect(must(await owner.api.post("/clients", { name: "Shop" })).body.data.rate_minute).toBe(5000);
  });

  it("keeps pick-and-pack while the warehouse has its orders, and does not change a closed account", async () => {
    const packed = await merchant({ pickPack: true });
    must(await packed.production.post("/order/create", orderOf([freshItem()])));
    const refused = await patch(packed.accountId, { pick_pack: false, name: "Not this" });
    expect([...fields(refused), refused.entries[0]?.message]).toEqual([
      400,
      ["pick_pack"],
      expect.stringMatching(/has \d of its orders/),
    ]);
    expect((await read(packed.accountId)).name).toBe("Test Merchant");
    const command = runCommand(await testDb(), ["account", "update", "--account", packed.accountId, "--no-pickpack"]);
    await expect(command).rejects.toThrow(/^--pickpack: .*has \d of its orders/);
    await runCommand(await testDb(), ["account", "close", shop.accountId, "--yes"]);
    expect(await read(shop.accountId)).toMatchObject({ state: "CLOSED", closed_at: expect.any(String) });
    expect(fields(await patch(shop.accountId, { suspended: false }))).toEqual([400, ["account_id"]]);
  });
});

describe("people and keys of a merchant", () => {
  it("are support's to look at for a reason and to change while acting, in both environments", async () => {
    const member = await personOf("member", shop.accountId);
    for (const environment of ["testing", "production"] as const) {
      const headers = {
        cookie: await cookieOf(support.id),
        "sec-fetch-site": "same-origin",
        "x-account-id": shop.accountId,
      };
      const who = api(environment, { headers });
      expect((await who.get("/people")).body.error.code).toBe("403040");
      await who.post("/support/visit", { reason: "CHECK" });
      expect((await who.get("/people")).body.pagination.total).toBe(2);
      expect((await who.post(`/people/${member.id}/disable`)).body.error.code).toBe("403050");
    }
    expect(await mails()).toEqual([]);
  });

  it("are changed by support as by an owner, who gets a mail; support may also disable the last owner", async () => {
    const who = await acting(shop.accountId);
    const stranger = await personOf("member", (await merchant()).accountId);
    expect((await who.post(`/people/${stranger.id}/disable`)).status).toBe(404);
    const email = freshEmail();
    const invited = (await who.post("/invitations", { email, role: "member" })).body.data;
    expect(invited).toMatchObject({ email, invited_by: null });
    const mailsWith = async (words: string) =>
      (await mails()).filter(
        ({ recipient, ...mail }) => recipient === shop.email && JSON.stringify(mail).includes(words),
      );
    expect(await mailsWith("invited somebody")).toHaveLength(1);
    expect((await mails()).find(({ recipient }) => recipient === email)?.subject).toBe(
      `Sampan support invites you to ${(await read(shop.accountId)).name} at Sampan`,
    );
    expect((await who.call("DELETE", `/invitations/${invited.id}`)).status).toBe(200);
    expect(await mailsWith("withdrew the invitation")).toHaveLength(1);
    const [owner] = (await who.get("/people")).body.data;
    expect((await who.post(`/people/${owner.id}/end-sessions`)).status).toBe(200);
    const client = (await who.post("/clients", { name: "Till" })).body.data;
    expect(client.client_secret).toMatch(/^cs_live_/);
    expect(await mailsWith("issued an API client")).toHaveLength(1);
    await who.call("PATCH", `/clients/${client.client_id}`, { body: { name: "Counter" } });
    await who.post(`/clients/${client.client_id}/roll`, { overlap_hours: 0 });
    await who.post(`/clients/${client.client_id}/revoke`);
    for (const words of ["changed an API client", "gave an API client", "revoked an API client"])
      expect(await mailsWith(words)).toHaveLength(1);
    expect((await who.post(`/people/${owner.id}/disable`)).body.data.disabled_at).not.toBeNull();
    expect((await read(shop.accountId)).people).toMatchObject({ owners: 0, disabled: 1 });
    for (const operation of ["createInvitation", "deleteInvitation", "createClient", "disablePerson"])
      expect((await audits(operation)).filter(({ outcome }) => outcome === "ok")).toMatchObject([
        { actor: `person:${support.id}`, account_id: shop.accountId },
      ]);
  });

  it("lose a second factor to owners for members, and to support for owners", async () => {
    const owner = await personOf("owner", shop.accountId, "production");
    const [other, member] = [await personOf("owner", shop.accountId), await personOf("member", shop.accountId)];
    const db = await testDb();
    for (const { id } of [other, member])
      await sql`insert into factors (id, person_id, kind, secret, confirmed_at)
        values (${`fa_${id}`}, ${id}, 'totp', '\\x00', now())`.execute(db);
    const reset = (who: Api, id: string) => who.post(`/people/${id}/reset-factors`);
    expect(fields(await reset(owner.api, other.id))).toEqual([400, ["id"]]);
    expect((await reset(member.api, member.id)).status).toBe(403);
    expect((await reset(owner.api, member.id)).body.data.factors).toEqual([]);
    const stranger = await personOf("owner", (await merchant()).accountId);
    expect((await reset(stranger.api, other.id)).status).toBe(404);
    expect((await reset(await acting(shop.accountId), other.id)).body.data.factors).toEqual([]);
    const { rows } = await sql`select 1 from factors where person_id in (${other.id}, ${member.id})`.execute(db);
    expect(rows).toEqual([]);
    expect((await audits("resetPersonFactors")).map(({ outcome }) => outcome)).toEqual([
      ...["BAD_REQUEST", "FORBIDDEN", "ok", "NOT_FOUND", "ok"],
    ]);
  });
});
