import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import {
  createAccount,
  createPerson,
  DEMO_ENDED,
  findPerson,
  issueClient,
  requireRealStaff,
  signIn,
} from "@/server/accounts";
import { runCommand } from "@/server/cli/admin-commands";
import type { Actor } from "@/server/context";
import type { Database } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";
import { migrations } from "@/server/db/migrations";
import type { Db } from "@/server/db/transaction";
import { DEMO, seedDemo } from "@/server/demo/seed";
import { overrideEnv } from "@/server/env";
import { log } from "@/server/log";
import { isExposed, listenAddress } from "@/server/process/listen-address";
import { emptyDatabase, resetDatabase, testDatabase } from "../database";
import { cookieOf, freshEmail, testDb, tokenFor } from "../factories";
import { api } from "../http";

const PASSWORD = "correct horse battery";
const SECRET = ["--password", PASSWORD];

/** What `seedDemo` makes, without the orders. */
async function demonstrate(db: Db): Promise<string> {
  const shop = { name: "Tea", email: DEMO.merchant, password: DEMO.password, isDemo: true };
  const { account_id } = await createAccount(db, shop);
  for (const role of ["support", "warehouse"] as const)
    await createPerson(db, { accountId: null, role, email: DEMO[role], password: DEMO.password, isDemo: true });
  for (const environment of ["testing", "production"] as const)
    await issueClient(db, {
      accountId: account_id,
      environment,
      credentials: DEMO.clients[environment],
      isDemo: true,
    });
  return account_id;
}

async function run(argv: string[], isExposed = false): Promise<{ result: unknown; notes: string[] }> {
  const notes: string[] = [];
  return { result: await runCommand(await testDb(), argv, { notes, isExposed }), notes };
}

async function canSignIn(email: string): Promise<boolean> {
  const attempt = { email, password: DEMO.password, address: freshEmail(), userAgent: null };
  return typeof (await signIn(await testDb(), attempt)) === "object";
}

const tokenOf = () => tokenFor(DEMO.clients.testing, "testing").catch(() => null);

describe("the demonstration", () => {
  let db: Db;
  let accountId: string;
  beforeAll(async () => {
    db = await testDb();
  });
  beforeEach(async () => {
    await resetDatabase();
    accountId = await demonstrate(db);
  });

  it.each([
    ["account", ["account", "create", "--name", "Real", "--email", "a@example.com", "--password", PASSWORD]],
    ["person", ["person", "create", "--role", "support", "--email", "a@example.com", "--password", PASSWORD]],
  ])("ends with the first real %s, with every session and token at once, and says so", async (_name, words) => {
    const support = await cookieOf((await findPerson(db, DEMO.support)).id);
    const owner = await cookieOf((await findPerson(db, DEMO.merchant)).id);
    const token = (await tokenOf()) ?? "";
    const statuses = async () => [
      (await api("testing", { headers: { cookie: support } }).get("/me")).status,
      (await api("testing", { headers: { cookie: owner } }).get("/me")).status,
      (await api("testing", { token }).get("/providers")).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await run(words)).notes).toEqual([DEMO_ENDED]);
    expect(DEMO_ENDED).toContain("the next start listens everywhere");
    expect(await statuses()).toEqual([401, 401, 401]);
    for (const email of [DEMO.merchant, DEMO.support, DEMO.warehouse]) expect(await canSignIn(email)).toBe(false);
    expect(await tokenOf()).toBe(null);
    const { rows } = await sql`select from api_clients where account_id = ${accountId} and revoked_at is null`.execute(
      db,
    );
    expect(rows).toEqual([]);
    // What ended does not come back with new sign-ins.
    await run(["demo", "enable"]);
    expect(await statuses()).toEqual([401, 401, 401]);
  });

  it("is enabled and disabled by command; one that was enabled is not ended by further accounts", async () => {
    const real = () => ["account", "create", "--name", "Real", "--email", freshEmail(), "--password", PASSWORD];
    await run(real());
    const made = {
      people: [DEMO.merchant, DEMO.support, DEMO.warehouse],
      clients: expect.arrayContaining([DEMO.clients.testing.client_id, DEMO.clients.production.client_id]),
    };
    expect(await run(["demo", "enable"])).toEqual({ result: { enabled: true, ...made }, notes: [] });
    expect([await canSignIn(DEMO.support), typeof (await tokenOf())]).toEqual([true, "string"]);
    expect((await run(real())).notes).toEqual([]);
    expect(await canSignIn(DEMO.support)).toBe(true);
    expect(await run(["demo", "disable"])).toEqual({
      result: { enabled: false, ...made },
      notes: [DEMO_ENDED],
    });
    expect([await canSignIn(DEMO.support), await tokenOf()]).toEqual([false, null]);
    await expect(run(["person", "enable", "--email", DEMO.support])).rejects.toThrow(/admin -- demo enable/);
  });

  it("has staff who see nothing where there are other accounts, enabled or not", async () => {
    const roles = ["support", "warehouse"] as const;
    const calls = async (environment: Environment, other: string | null) => {
      const answers = [];
      for (const role of roles) {
        const cookie = await cookieOf((await findPerson(db, DEMO[role])).id);
        const headers = { cookie, "sec-fetch-site": "same-origin" };
        const who = api(environment, { headers });
        const named = api(environment, { headers: { ...headers, "x-account-id": other ?? accountId } });
        answers.push(
          await who.get("/pickpack/list"),
          await named.get("/pickpack/list"),
          await who.get("/pickpack/queue"),
          ...(role === "support"
            ? [
                await who.get("/accounts"),
                await named.get("/orders"),
                await who.get("/support/search?q=tea"),
                await who.get("/cases"),
                await who.get("/tariffs"),
                await who.get("/audit"),
                await who.get("/staff"),
                await named.post("/support/visit", { reason: "CHECK" }),
              ]
            : []),
        );
        expect((await who.get("/sessions")).status).toBe(200);
      }
      return answers;
    };
    for (const environment of ENVIRONMENTS)
      for (const { body } of await calls(environment, null))
        expect(body.error?.message ?? "").not.toContain("person create");
    const { result } = await run([...["account", "create", "--name", "Real"], "--email", "a@example.com", ...SECRET]);
    await run(["demo", "enable"]);
    for (const environment of ENVIRONMENTS)
      for (const { status, body } of await calls(environment, (result as { account_id: string }).account_id))
        expect([status, body.error.message]).toEqual([403, expect.stringContaining("person create")]);
  });

  it("is not enabled where others can reach the server, unless that is asked for", async () => {
    await run(["demo", "disable"]);
    await expect(run(["demo", "enable"], true)).rejects.toThrow(/HOST=127.0.0.1, or add --exposed/);
    expect(await canSignIn(DEMO.support)).toBe(false);
    await run(["demo", "enable", "--exposed"], true);
    expect(await canSignIn(DEMO.support)).toBe(true);
    await resetDatabase();
    await expect(run(["demo", "enable"])).rejects.toThrow(/no demonstration data/);
  });

  it("has staff who open no accounts, and are told how to make the first who do", async () => {
    const as = async (email: string): Promise<Actor> => ({
      ...{ kind: "person", role: "support", accountId: null, name: "", email, sessionId: "", visit: null },
      id: (await findPerson(db, email)).id,
    });
    await expect(requireRealStaff({ db, actor: await as(DEMO.support) })).rejects.toMatchObject({
      reason: "FORBIDDEN",
      message: expect.stringContaining("npm run admin -- person create --role support"),
    });
    const email = freshEmail();
    await createPerson(db, { accountId: null, role: "support", email, password: PASSWORD });
    await expect(requireRealStaff({ db, actor: await as(email) })).resolves.toBeUndefined();
  });

  it("keeps the server to this machine while it is open, or about to be made, unless HOST names an address", async () => {
    const opened = await testDatabase();
    const warn = vi.spyOn(log(), "warn");
    expect(await listenAddress(opened, false, true)).toBe("127.0.0.1");
    expect(warn.mock.calls).toEqual([
      [{ address: "127.0.0.1" }, expect.stringMatching(/^listening on this machine only: .*HOST/)],
    ]);
    warn.mockRestore();
    await run(["demo", "disable"]);
    expect(await listenAddress(opened, true, true)).toBe(undefined);
    // A single client of it is enough to count as open.
    await sql`update api_clients set revoked_at = null where id = 'ci_test_demo'`.execute(db);
    expect(await listenAddress(opened, false, true)).toBe("127.0.0.1");
    await resetDatabase();
    expect(await listenAddress(opened, true, true)).toBe("127.0.0.1");
    expect(await listenAddress(opened, false, true)).toBe(undefined);
    expect(await listenAddress(opened, false, false)).toBe("127.0.0.1");
    const restore = overrideEnv({ host: "0.0.0.0" });
    for (const isThere of [true, false]) expect(await listenAddress(opened, true, isThere)).toBe("0.0.0.0");
    restore();
    expect([undefined, "0.0.0.0", "192.0.2.1", "::", "127.0.0.1", "::1"].map(isExposed)).toEqual([
      ...[true, true, true, true],
      ...[false, false],
    ]);
  });

  it("is not made where a person can sign in", async () => {
    await resetDatabase();
    await createPerson(db, { accountId: null, role: "support", email: freshEmail(), password: PASSWORD });
    await seedDemo(await testDatabase());
    expect(await canSignIn(DEMO.support)).toBe(false);
  });
});

describe("a database of the previous version", () => {
  let own: Database;
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0015"));
  const insert = async (id: number, email: string, role: string, client?: string) => {
    const account = role === "owner" ? id : null;
    const q = (text: string, values: unknown[] = []) => own.pool.query(text, values);
    await q("begin");
    if (account) await q("insert into accounts (id, name) overriding system value values ($1, 'Shop')", [id]);
    await q(
      "insert into people (id, account_id, role, email, name) overriding system value values ($1, $2, $3, $4, 'P')",
      [id, account, role, email],
    );
    await q("insert into sessions (id_hash, person_id, expires_at) values ($1, $2, now() + interval '1 hour')", [
      Buffer.from(email),
      id,
    ]);
    if (client) {
      for (const one of [client, `${client}_made_with_it`])
        await q("insert into api_clients (id, account_id, environment, role) values ($1, $2, 'testing', 'merchant')", [
          one,
          id,
        ]);
      await q("insert into access_tokens (hash, client_id, expires_at) values ($1, $2, now() + interval '1 hour')", [
        Buffer.from(client),
        client,
      ]);
    }
    await q("commit");
  };
  const still = async (text: string) => (await own.pool.query(text)).rows.map((row) => Object.values(row)[0]);
  const working = async () => ({
    people: await still("select email from people where disabled_at is null order by id"),
    sessions: await still("select person_id::int from sessions where revoked_at is null order by 1"),
    clients: await still("select id from api_clients where revoked_at is null order by id"),
    tokens: await still("select client_id from access_tokens order by 1"),
  });

  beforeEach(async () => {
    own = await emptyDatabase();
    await migrate(own, before);
    await insert(1, DEMO.merchant, "owner", "ci_test_demo");
    await insert(2, DEMO.support, "support");
    return () => own.close();
  });

  it("keeps its demonstration where it has nothing else", async () => {
    await migrate(own);
    expect(await working()).toEqual({
      people: [DEMO.merchant, DEMO.support],
      sessions: [1, 2],
      clients: ["ci_test_demo", "ci_test_demo_made_with_it"],
      tokens: ["ci_test_demo"],
    });
    expect(await still("select email from people where is_demo order by id")).toEqual([DEMO.merchant, DEMO.support]);
    expect(await still("select is_demo from accounts")).toEqual([true]);
  });

  it("loses its demonstration where it has real accounts, which stay as they are", async () => {
    await insert(3, "real@example.com", "owner", "ci_real");
    // Issued by command: only the administrator has its secret.
    await own.pool.query(
      "insert into api_clients (id, account_id, environment, role) values ('ci_issued', 1, 'testing', 'merchant')",
    );
    await migrate(own);
    expect(await working()).toEqual({
      people: ["real@example.com"],
      sessions: [3],
      clients: ["ci_issued", "ci_real", "ci_real_made_with_it"],
      tokens: ["ci_real"],
    });
    expect(await still("select is_demo from accounts order by id")).toEqual([true, false]);
  });
});

afterAll(resetDatabase);
