// @module-tag engine
// What the audit log holds (contract §20.1).
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordSignInFailures, signIn } from "@/server/accounts";
import { runCommand } from "@/server/cli/admin-commands";
import type { Tx } from "@/server/db/transaction";
import { productDatabase } from "@/test/database";
import {
  changeAuditLog,
  created,
  freshEmail,
  localOrder,
  type Merchant,
  merchant,
  personOf,
  testDb,
} from "@/test/factories";

type Person = Awaited<ReturnType<typeof personOf>>;

let shop: Merchant;
let owner: Person;
let member: Person;
let staff: Person;

beforeAll(async () => {
  shop = await merchant();
  owner = await personOf("owner", shop.accountId);
  member = await personOf("member", shop.accountId);
  staff = await personOf("support", null);
});
beforeEach(() => changeAuditLog());

const rows = async () =>
  (await testDb())
    .selectFrom("audit_log")
    .select(["actor", "role", "account_id", "operation", "object_id", "outcome", "before", "after", "request_id"])
    .orderBy("id")
    .execute();
const asStaff = (method: string, path: string, body?: unknown) =>
  staff.api.call(method, path, { body, headers: { "x-account-id": shop.accountId } });

describe("the audit log", () => {
  it("is only added to: update, delete and truncate are refused", async () => {
    await asStaff("GET", "/orders");
    const db = await testDb();
    expect(await rows()).toHaveLength(1);
    for (const statement of [
      sql`update audit_log set outcome = 'ok'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
      sql`delete from audit_log where false`,
    ])
      await expect(statement.execute(db)).rejects.toThrow("audit_log is only added to");
    expect(await rows()).toHaveLength(1);
  });

  it("is written by a role that may only select and insert there", async () => {
    const { db } = await productDatabase();
    const role = `audit_writer_${process.pid}`;
    const grants = [
      `create role ${role}`,
      `grant usage on schema public to ${role}`,
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
      `grant usage on all sequences in schema public to ${role}`,
      `revoke update, delete, truncate on audit_log from ${role}`,
    ];
    for (const statement of grants) await sql.raw(statement).execute(db);
    const asRole = (work: (tx: Tx) => Promise<unknown>) =>
      db.transaction().execute(async (tx) => {
        await sql.raw(`set local role ${role}`).execute(tx);
        return work(tx);
      });
    const attempt = { email: shop.email, password: "correct horse battery", address: "192.0.2.7", userAgent: null };
    try {
      await asRole(async (tx) => {
        expect(await signIn(tx, attempt)).toMatchObject({ sessionId: expect.any(String) });
        expect(await signIn(tx, { ...attempt, password: "wrong" })).toBe("wrong");
        await sql`update sign_in_failures set minute = minute - interval '1 minute'`.execute(tx);
        await recordSignInFailures(tx);
      });
      await expect(asRole((tx) => sql`delete from audit_log`.execute(tx))).rejects.toThrow("permission denied");
    } finally {
      await sql.raw(`drop owned by ${role}`).execute(db);
      await sql.raw(`drop role ${role}`).execute(db);
    }
    expect((await rows()).map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ["signIn", "ok"],
      ["signIn", "wrong"],
    ]);
  });
});

describe("what staff change", () => {
  it("commits together with its row, which names personal fields without their values", async () => {
    const order = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const recipient = { ...localOrder().recipient, name: "Wong Siu Ming", mobile: "98765432" };
    const change = { order_id: order.order_id, recipient, reference: "T-4092" };
    expect((await asStaff("POST", "/order/update", change)).status).toBe(200);
    const [row, ...more] = await rows();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      actor: `person:${staff.id}`,
      role: "support",
      account_id: shop.accountId,
      operation: "updateOrder",
      object_id: order.order_id,
      outcome: "ok",
      after: { order_id: order.order_id, recipient: { name: "***", mobile: "***" }, reference: "T-4092" },
    });
    expect(JSON.stringify(row)).not.toMatch(/Wong|98765432/);
  });

  it("has what it changed of the order or product before and after, and nothing personal", async () => {
    const order = await created(shop.testing);
    expect((await asStaff("POST", "/order/cancel", { order_id: order.order_id, reason: "DUPLICATE" })).status).toBe(
      200,
    );
    const { body } = await shop.testing.post("/products", { sku: "TEA-1", name: "Tea", bar_code_eid: "4890001000012" });
    const stock = { kind: "RECEIVED", qty: "7" };
    expect((await asStaff("POST", `/products/${body.data.product_id}/stock`, stock)).status).toBe(200);
    expect((await rows()).map(({ operation, before, after }) => [operation, before, after])).toEqual([
      [
        "cancelOrder",
        { status: "READY_TO_SHIP", charged: order.quote_price },
        expect.objectContaining({ status: "CANCELLED", charged: "0.00", reason: "DUPLICATE" }),
      ],
      ["changeStock", { on_hand: "0" }, expect.objectContaining({ on_hand: "7", qty: "7" })],
    ]);
  });

  it("has one row with the outcome if it is refused, and no other", async () => {
    const order = await created(shop.testing);
    const refused = await asStaff("POST", "/order/confirm", { order_id: order.order_id });
    expect(refused.status).toBe(400);
    expect((await asStaff("POST", "/order/cancel", { order_id: "1" })).status).toBe(400);
    expect((await rows()).map(({ operation, outcome, after }) => [operation, outcome, after])).toEqual([
      ["confirmOrder", "BAD_REQUEST", { fields: ["order_id"] }],
      ["cancelOrder", "BAD_REQUEST", { fields: [expect.any(String)] }],
    ]);
  });

  it("is not done if its row cannot be written", async () => {
    const order = await created(shop.testing, localOrder({ confirm_shipment: "N" }));
    const { db } = await productDatabase();
    await sql`alter table audit_log add constraint no_updates check (operation <> 'updateOrder') not valid`.execute(db);
    try {
      const answer = await asStaff("POST", "/order/update", { order_id: order.order_id, reference: "never" });
      expect(answer.status).toBe(500);
    } finally {
      await sql`alter table audit_log drop constraint no_updates`.execute(db);
    }
    const { body } = await shop.testing.get(`/order/detail/${order.order_id}`);
    expect(JSON.stringify(body)).not.toContain("never");
  });

  it("creates orders with other numbers if theirs are taken, inside its transaction", async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => asStaff("POST", "/order/create", localOrder())));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await rows()).toHaveLength(5);
  });
});

describe("what an account's people change", () => {
  it("has what changed, with names and secrets masked, and refusals", async () => {
    await owner.api.call("PATCH", `/people/${member.id}`, { body: { name: "Ip Tsz Kit", role: "owner" } });
    await owner.api.call("PATCH", `/people/${member.id}`, { body: { role: "member" } });
    expect((await member.api.post("/clients", { name: "Mine" })).status).toBe(401);
    const again = await personOf("member", shop.accountId);
    expect((await again.api.post("/clients", { name: "Mine" })).status).toBe(403);
    const made = await owner.api.post("/clients", { name: "Shop" });
    await owner.api.call("PATCH", `/clients/${made.body.data.client_id}`, { body: { name: "Till" } });
    const seen = (await rows()).map(({ operation, outcome, before, after }) => [operation, outcome, before, after]);
    expect(seen).toEqual([
      ["updatePerson", "ok", { name: "***", role: "member" }, { name: "***", role: "owner" }],
      ["updatePerson", "ok", { role: "owner" }, { role: "member" }],
      ["createClient", "FORBIDDEN", null, null],
      ["createClient", "ok", null, { name: "***", client_secret: "***" }],
      ["updateClient", "ok", { name: "***" }, { name: "***" }],
    ]);
    expect(JSON.stringify(await rows())).not.toContain("Ip Tsz Kit");
  });

  it("includes endpoints, without secrets", async () => {
    const endpoint = { url: "https://shop.example/hooks?key=s3cret", events: ["order.created"] };
    const { id, secret } = (await shop.testing.post("/webhooks", endpoint)).body.data;
    await shop.testing.call("PATCH", `/webhooks/${id}`, { body: { description: "Till" } });
    await shop.testing.post(`/webhooks/${id}/roll-secret`, {});
    await shop.testing.post(`/webhooks/${id}/disable`, {});
    await shop.testing.call("DELETE", `/webhooks/${id}`);
    expect((await shop.testing.call("DELETE", `/webhooks/${id}`)).status).toBe(404);
    const seen = await rows();
    expect(seen.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
      "createWebhook ok",
      "updateWebhook ok",
      "rollWebhookSecret ok",
      "disableWebhook ok",
      "deleteWebhook ok",
      "deleteWebhook NOT_FOUND",
    ]);
    expect(seen[0]?.after).toMatchObject({ url: "https://shop.example/hooks?***", status: "enabled" });
    expect(seen[1]).toMatchObject({ before: { description: null }, after: { description: "***" } });
    expect(seen[3]).toMatchObject({ before: { status: "enabled" }, after: { status: "disabled" } });
    for (const hidden of ["s3cret", secret.slice(8)]) expect(JSON.stringify(seen)).not.toContain(hidden);
  });

  it("includes an invitation, from its mail to its acceptance", async () => {
    const email = freshEmail();
    const { id } = (await owner.api.post("/invitations", { email, role: "member" })).body.data;
    const { rows: mails } = await sql<{ body_text: string }>`
      select body_text from mails where recipient = ${email}`.execute(await testDb());
    const token = /token=(\S+)/.exec(mails[0]?.body_text ?? "")?.[1];
    const { api } = await import("@/test/http");
    expect((await api().post("/set-password", { token, password: "correct horse battery" })).status).toBe(200);
    const seen = await rows();
    expect(seen.map(({ operation, object_id, account_id }) => [operation, object_id, account_id])).toEqual([
      ["createInvitation", id, shop.accountId],
      ["acceptInvitation", id, shop.accountId],
    ]);
    expect(JSON.stringify(seen)).not.toContain(email);
  });
});

describe("commands", () => {
  it("are recorded with actor command, in the account that they change", async () => {
    const db = await testDb();
    const email = freshEmail();
    const run = (...words: string[]) => runCommand(db, words);
    const of = ["--account", shop.accountId];
    await run("person", "create", "--role", "member", ...of, "--email", email);
    await run("person", "update", "--email", email, "--password", "another horse battery");
    await run("person", "disable", "--email", email);
    await run("person", "enable", "--email", email);
    await run("person", "end-sessions", "--email", email);
    await run("person", "reset-factor", "--email", email);
    await run("person", "link", "--email", email);
    await run("person", "list", ...of);
    await run("account", "update", ...of, "--remarks-to-packer", "Y");
    const { client_id } = (await run("client", "issue", ...of, "--environment", "testing")) as { client_id: string };
    await run("client", "roll", "--client", client_id, "--overlap-hours", "0");
    await run("client", "revoke", "--client", client_id);
    await expect(run("client", "revoke", "--client", client_id)).rejects.toThrow("revoked");
    const seen = await rows();
    expect(seen.map(({ operation }) => operation)).toEqual([
      ...["createPerson", "updatePerson", "disablePerson", "enablePerson", "endPersonSessions", "resetPersonFactors"],
      ...["createPasswordLink", "listPeople", "updateAccount", "createClient", "rollClient", "revokeClient"],
      "runCommand",
    ]);
    expect(seen.pop()).toMatchObject({
      actor: "command",
      object_id: "client revoke",
      outcome: "REFUSED",
      account_id: null,
    });
    for (const row of seen)
      expect(row).toMatchObject({ actor: "command", role: "command", account_id: shop.accountId });
    expect(seen[1]?.after).toEqual({ password: "***" });
    expect(seen[2]).toMatchObject({ before: { disabled: false }, after: { disabled: true } });
    expect(seen[8]).toMatchObject({ before: { remarks_to_packer: false }, after: { remarks_to_packer: true } });
    expect(JSON.stringify(seen)).not.toContain(email);
  });

  it("change staff and clients of the platform as support's pages would, in no account", async () => {
    const db = await testDb();
    const email = freshEmail();
    const run = (...words: string[]) => runCommand(db, words) as Promise<Record<string, unknown>>;
    await run("person", "create", "--role", "support", "--email", email);
    expect(await run("person", "disable", "--email", email)).toMatchObject({ email, disabled_at: expect.any(String) });
    expect(await run("person", "enable", "--email", email)).toMatchObject({ email, disabled_at: null });
    expect(await run("person", "end-sessions", "--email", email)).toEqual({ email, ended: 0 });
    expect(await run("person", "reset-factor", "--email", email)).toEqual({ email, removed: 0 });
    const platform = ["client", "issue", "--role", "carrier", "--environment", "testing"];
    const { client_id } = await run(...platform);
    const of = { client_id, environment: "testing", role: "carrier", account_id: null };
    expect(await run("client", "roll", "--client", String(client_id))).toMatchObject(of);
    expect(await run("client", "revoke", "--client", String(client_id))).toEqual({ ...of, revoked: true });
    const seen = await rows();
    expect(seen.map(({ operation }) => operation)).toEqual([
      ...["createPerson", "disableStaff", "enableStaff", "endStaffSessions", "resetStaffFactors"],
      ...["createClient", "rollClient", "revokeClient"],
    ]);
    for (const row of seen) expect(row).toMatchObject({ actor: "command", role: "command", account_id: null });
    expect(seen[6]).toMatchObject({ object_id: client_id, after: { client_secret: "***", overlap_hours: 24 } });
  });
});

describe("the owners of an account", () => {
  it("are mailed in their language when staff or a command change an endpoint or a client, not for their own changes", async () => {
    const db = await testDb();
    await sql`update people set language = 'zh-Hant' where id = ${owner.id}`.execute(db);
    await db.deleteFrom("mails").execute();
    const endpoint = { url: "https://shop.example/hooks", events: ["order.created"] };
    const own = (await owner.api.post("/webhooks", endpoint)).body.data;
    await owner.api.call("DELETE", `/webhooks/${own.id}`);
    await owner.api.post("/clients", { name: "Own" });
    expect(await db.selectFrom("mails").select("subject").execute()).toEqual([]);
    const { id } = (await asStaff("POST", "/webhooks", endpoint)).body.data;
    for (const action of ["disable", "enable", "roll-secret"]) await asStaff("POST", `/webhooks/${id}/${action}`, {});
    await asStaff("PATCH", `/webhooks/${id}`, { description: "x" });
    await asStaff("DELETE", `/webhooks/${id}`);
    const words = ["client", "issue", "--account", shop.accountId, "--environment", "testing"];
    const { client_id } = (await runCommand(db, words)) as { client_id: string };
    await runCommand(db, ["client", "roll", "--client", client_id]);
    await runCommand(db, ["client", "revoke", "--client", client_id]);
    const { rows: mails } = await sql<{ recipient: string; subject: string; body_text: string }>`
      select recipient, subject, body_text from mails order by id`.execute(db);
    expect(mails.filter(({ recipient }) => recipient === shop.email)).toHaveLength(9);
    const english = mails
      .filter(({ subject }) => subject.startsWith("Sampan support changed the access"))
      .map(({ body_text }) => body_text);
    expect(english[0]).toContain("Sampan support created a webhook endpoint of your account: shop.example (testing).");
    expect(english[8]).toContain(`Sampan support revoked an API client of your account: ${client_id} (testing).`);
    const chinese = mails.filter(({ body_text }) =>
      body_text.includes("舢舨客服建立了 Webhook 端點：shop.example（測試環境）"),
    );
    expect(chinese).toHaveLength(1);
  });
});
