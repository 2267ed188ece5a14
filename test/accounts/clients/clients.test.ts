// API clients that the people of an account manage (contract §18).
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { MAX_CLIENTS } from "@/lib/contracts/client";
import { ADDRESS_HEADER } from "@/server/plain-address";
import { forgetUntrusted, noteUntrusted } from "@/server/untrusted-proxies";
import { changeAuditLog, type Merchant, merchant, personOf, testDb, tokenFor } from "@/test/factories";
import { api } from "@/test/http";

type Person = Awaited<ReturnType<typeof personOf>>;

let shop: Merchant;
let owner: Person;
let member: Person;
let foreign: Person;

// Tests of the server's door may have met such a proxy in this process.

beforeEach(async () => {
  forgetUntrusted();
  shop = await merchant();
  owner = await personOf("owner", shop.accountId);
  member = await personOf("member", shop.accountId);
  foreign = await personOf("owner", (await merchant()).accountId);
});

const issue = async (name = "Web shop") => (await owner.api.post("/clients", { name })).body.data;
const listed = async (by = owner) =>
  (await by.api.get("/clients")).body.data as { client_id: string; name: string; last_used_at: string | null }[];
const isLetIn = async (token: string) => (await api("testing", { token }).get("/orders")).status === 200;
const tokenOf = (made: { client_id: string; client_secret: string }) => tokenFor(made, "testing");
const asked = ({ client_id, client_secret }: { client_id: string; client_secret: string }) => ({
  form: { grant_type: "client_credentials", client_id, client_secret },
});
const isRefused = async (made: { client_id: string; client_secret: string }) =>
  (await api().call("POST", "/auth/token", asked(made))).status === 401;

describe("POST /clients", () => {
  it("answers a secret once, with which a program works for the account in this environment", async () => {
    const made = await issue("  Web shop ");
    expect(made).toMatchObject({ name: "Web shop", revoked_at: null, last_used_at: null, rate_minute: 1_000_000 });
    expect(await isLetIn(await tokenOf(made))).toBe(true);
    const { client_id, client_secret } = made;
    expect((await api("production").call("POST", "/auth/token", asked(made))).status).toBe(401);
    const [row] = await listed();
    expect(row).toMatchObject({ client_id, name: "Web shop", last_used_at: expect.any(String) });
    expect(JSON.stringify(await listed())).not.toContain(client_secret);
  });

  it("needs a name of at most 60 characters", async () => {
    for (const name of ["", " ", "x".repeat(61), 5]) {
      const answer = await owner.api.post("/clients", { name });
      expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["name"]]);
    }
  });

  it("issues at most 20 in use, also at the same time; a revoked one makes room", async () => {
    const before = (await listed()).length;
    const answers = await Promise.all(
      Array.from({ length: MAX_CLIENTS - before + 2 }, (_, n) => owner.api.post("/clients", { name: `No. ${n}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_CLIENTS - before);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
    const [first] = await listed();
    await owner.api.post(`/clients/${first?.client_id}/revoke`);
    expect((await owner.api.post("/clients", { name: "One more" })).status).toBe(200);
  });
});

describe("the clients of an account", () => {
  it("are seen only by its people, in their environment, and not by clients", async () => {
    const { client_id } = await issue();
    const ids = async (by: Person) => (await listed(by)).map((row) => row.client_id);
    expect(await ids(member)).toContain(client_id);
    expect(await ids(foreign)).not.toContain(client_id);
    const live = api("production", { headers: { cookie: owner.cookie, "sec-fetch-site": "same-origin" } });
    expect(JSON.stringify((await live.get("/clients")).body)).not.toContain(client_id);
    expect((await shop.testing.get("/clients")).status).toBe(403);
    expect((await api().get("/clients")).status).toBe(401);
  });

  it("are changed by owners; of another account or environment they do not exist", async () => {
    const { client_id } = await issue();
    const live = api("production", { headers: { cookie: owner.cookie, "sec-fetch-site": "same-origin" } });
    const tries = [
      (by: Person["api"]) => by.call("PATCH", `/clients/${client_id}`, { body: { name: "Mine" } }),
      (by: Person["api"]) => by.post(`/clients/${client_id}/roll`),
      (by: Person["api"]) => by.post(`/clients/${client_id}/revoke`),
    ];
    for (const attempt of tries)
      expect([
        (await attempt(member.api)).status,
        (await attempt(foreign.api)).status,
        (await attempt(live)).status,
      ]).toEqual([403, 404, 404]);
    expect((await listed()).find((row) => row.client_id === client_id)).toMatchObject({ name: "Web shop" });
  });

  it("are renamed", async () => {
    const { client_id } = await issue();
    const answer = await owner.api.call("PATCH", `/clients/${client_id}`, { body: { name: "收銀機" } });
    expect([answer.status, answer.body.data.name]).toEqual([200, "收銀機"]);
  });
});

describe("the addresses of a client", () => {
  const allow = (id: string, allow_list: unknown) =>
    owner.api.call("PATCH", `/clients/${id}`, { body: { allow_list } });
  const from = (address: string, token: string) =>
    api("testing", { token, headers: { [ADDRESS_HEADER]: address } }).get("/orders");
  const asking = (address: string, made: Parameters<typeof asked>[0], path = "/auth/token") =>
    api("testing", { headers: { [ADDRESS_HEADER]: address } }).call("POST", path, asked(made));

  it("are the only ones that its calls and tokens may come from, until the list is emptied", async () => {
    const made = await issue();
    const token = await tokenOf(made);
    const answer = await allow(made.client_id, ["203.0.113.0/24", "2001:db8::/32", "198.51.100.7"]);
    expect([answer.status, answer.entries]).toEqual([200, []]);
    expect(answer.body.data).toMatchObject({ name: "Web shop", allow_list: expect.arrayContaining(["198.51.100.7"]) });
    for (const address of ["203.0.113.9", "2001:db8:1::5", "198.51.100.7"]) {
      expect([address, (await from(address, token)).status]).toEqual([address, 200]);
      expect((await asking(address, made)).status).toBe(200);
    }
    for (const address of ["203.0.114.1", "2001:db9::1", "198.51.100.8", "unknown"]) {
      const refused = await from(address, token);
      expect([address, refused.status, refused.body.error?.code]).toEqual([address, 403, "403000"]);
      expect(refused.body.error.message).toContain(address);
      expect((await asking(address, made)).body.error?.code).toBe("403000");
    }
    const oauth = await asking("198.51.100.8", made, "/oauth/token");
    expect([oauth.status, oauth.body.error]).toEqual([403, "unauthorized_client"]);
    expect((await asking("198.51.100.8", { ...made, client_secret: "cs_test_wrong" })).status).toBe(401);
    expect((await allow(made.client_id, [])).body.data.allow_list).toBeNull();
    expect((await from("198.51.100.8", token)).status).toBe(200);
  });

  it.each([
    [["10.0.0.300"], ["allow_list[]"]],
    [
      ["10.0.0.1", "shop.example", "10.0.0.0/40"],
      ["allow_list[]", "allow_list[]"],
    ],
    [Array(51).fill("10.0.0.1"), ["allow_list"]],
    ["10.0.0.1", ["allow_list"]],
    [[5], ["allow_list[]"]],
  ])("are refused when they are none: %j", async (list, fields) => {
    const { client_id } = await issue();
    const answer = await allow(client_id, list);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, fields]);
  });

  it("may be given when it is issued", async () => {
    const body = { name: "Web shop", allow_list: ["203.0.113.0/24"] };
    const made = (await owner.api.post("/clients", body)).body.data;
    expect(made).toMatchObject({ ...body, client_secret: expect.any(String) });
    expect((await asking("203.0.113.9", made)).status).toBe(200);
    expect((await asking("203.0.114.9", made)).body.error?.code).toBe("403000");
    const refused = await owner.api.post("/clients", { ...body, allow_list: ["shop.example"] });
    expect([refused.status, refused.entries.map(({ field }) => field)]).toEqual([400, ["allow_list[]"]]);
  });

  it("are not set while a proxy that is not trusted hides them; a list can be ended then", async () => {
    const { client_id } = await issue();
    onTestFinished(() => void vi.useRealTimers());
    // Another address that sends such headers does not stop the caller.
    noteUntrusted("203.0.113.77");
    expect((await allow(client_id, ["10.0.0.1"])).status).toBe(200);
    noteUntrusted("unknown");
    const answer = await allow(client_id, ["10.0.0.1"]);
    expect(answer.entries[0]?.message).toContain("unknown");
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["allow_list"]]);
    expect((await allow(client_id, [])).status).toBe(200);
    const before = (await listed()).length;
    const issued = await owner.api.post("/clients", { name: "Till", allow_list: ["10.0.0.1"] });
    expect([issued.status, issued.entries.map(({ field }) => field)]).toEqual([400, ["allow_list"]]);
    expect(await listed()).toHaveLength(before);
    // It sends no more of them.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    expect((await allow(client_id, ["10.0.0.1"])).status).toBe(200);
  });
});

describe("POST /clients/{client_id}/roll", () => {
  it("lets both secrets work for a day, or ends the old one at once with its tokens", async () => {
    const made = await issue();
    const { client_id } = made;
    const token = await tokenOf(made);
    const rolled = (await owner.api.post(`/clients/${client_id}/roll`)).body.data;
    expect(rolled.previous_secret_until).toEqual(expect.any(String));
    for (const one of [made, rolled]) expect(await isLetIn(await tokenOf(one))).toBe(true);
    expect(await isLetIn(token)).toBe(true);
    const last = (await owner.api.post(`/clients/${client_id}/roll`, { overlap_hours: 0 })).body.data;
    for (const one of [made, rolled]) expect(await isRefused(one)).toBe(true);
    expect([await isLetIn(token), await isLetIn(await tokenOf(last))]).toEqual([false, true]);
    expect((await owner.api.post(`/clients/${client_id}/roll`, { overlap_hours: 5 })).status).toBe(400);
  });

  it("keeps when the client was last used", async () => {
    const made = await issue();
    await tokenOf(made);
    const used = async () => (await listed()).find(({ client_id }) => client_id === made.client_id)?.last_used_at;
    const before = await used();
    expect(before).toEqual(expect.any(String));
    await owner.api.post(`/clients/${made.client_id}/roll`, { overlap_hours: 0 });
    expect(await used()).toBe(before);
  });
});

describe("POST /clients/{client_id}/revoke", () => {
  it("ends secrets and tokens with the next request, for good", async () => {
    const made = await issue();
    const token = await tokenOf(made);
    expect((await owner.api.post(`/clients/${made.client_id}/revoke`)).body.data.revoked_at).toEqual(
      expect.any(String),
    );
    expect([await isLetIn(token), await isRefused(made)]).toEqual([false, true]);
    for (const path of ["roll", "revoke"]) {
      const answer = await owner.api.post(`/clients/${made.client_id}/${path}`);
      expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["client_id"]]);
    }
    expect((await listed()).at(-1)).toMatchObject({ client_id: made.client_id });
  });
});

it("writes each change to the audit log, and a refusal", async () => {
  const db = await testDb();
  await changeAuditLog();
  const { client_id } = await issue();
  await owner.api.call("PATCH", `/clients/${client_id}`, { body: { name: "Till" } });
  await owner.api.post(`/clients/${client_id}/roll`);
  await owner.api.post(`/clients/${client_id}/revoke`);
  await owner.api.post(`/clients/${client_id}/revoke`);
  const rows = await db
    .selectFrom("audit_log")
    .select(["operation", "object_id", "account_id", "outcome"])
    .orderBy("id")
    .execute();
  expect(rows.filter(({ operation }) => operation !== "signIn")).toEqual(
    ["createClient", "updateClient", "rollClient", "revokeClient", "revokeClient"].map((operation, index) => ({
      operation,
      outcome: index === 4 ? "BAD_REQUEST" : "ok",
      object_id: client_id,
      account_id: shop.accountId,
    })),
  );
});
