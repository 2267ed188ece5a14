// Changing APP_SECRET (contract §16.8): nothing that is sealed is lost, and no person is signed out.
import { mkdtempSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, expect, inject, it } from "vitest";
import { runCommand } from "@/server/cli/admin-commands";
import { env, overrideEnv, readEnv } from "@/server/env";
import { rotateSecrets } from "@/server/seal";
import { unseal } from "@/server/webhooks/secrets";
import { codeOf, emailOf, trySignIn, withTotp } from "../accounts/sign-in/security";
import { type Merchant, merchant, personOf, testDb } from "../factories";
import { keepLog } from "../log";

const [OLD, NEW] = ["the secret of before, of forty characters", "another secret of tests, and of nothing"];
const HEADER = { name: "x-token", value: "a header's value" };
let shop: Merchant;
let person: Awaited<ReturnType<typeof personOf>>;
let secret: string;
let endpoint: { id: string; secret: string };
const undo: (() => void)[] = [];

afterEach(() => {
  for (const one of undo.splice(0).reverse()) one();
});
const set = (changes: Parameters<typeof overrideEnv>[0]) => undo.push(overrideEnv(changes));

/** What is sealed: a factor's secret, and three texts of an endpoint. */
const SEALED = 4;

async function sealUnderPresent(): Promise<void> {
  const db = await testDb();
  await db.deleteFrom("rate_counters").execute();
  await sql`delete from webhook_endpoints`.execute(db);
  await sql`delete from factors`.execute(db);
  shop = await merchant();
  person = await personOf("owner", shop.accountId);
  ({ secret } = await withTotp(person));
  const hook = { url: "https://shop.example/hook", events: ["order.created"], auth_header: HEADER };
  endpoint = (await shop.testing.post("/webhooks", hook)).body.data;
  const rolled = await shop.testing.post(`/webhooks/${endpoint.id}/roll-secret`, {});
  expect(rolled.status).toBe(200);
}

/** The texts of the endpoint's row, as they open now. */
async function texts(): Promise<string[]> {
  const { rows } = await sql<Record<string, Buffer>>`
    select secret, previous_secret, auth_header_value from webhook_endpoints where id = ${endpoint.id}`.execute(
    await testDb(),
  );
  return Object.values(rows[0] ?? {}).map((sealed) => {
    try {
      return unseal(sealed, endpoint.id);
    } catch {
      return "unreadable";
    }
  });
}

const signsIn = async () => (await trySignIn(await emailOf(person.id), { code: codeOf(secret, 1) })).outcome;
const isSignedIn = async () => (await person.api.get("/me")).status === 200;

/** Runs the background job; what it says in the log. */
async function said(): Promise<string[]> {
  const { lines, restore } = keepLog();
  await rotateSecrets(await testDb(), new AbortController().signal);
  restore();
  return lines.map((line) => JSON.parse(line).msg);
}

async function rotate(): Promise<{ result: Record<string, unknown>; notes: string[] }> {
  const notes: string[] = [];
  return { result: (await runCommand(await testDb(), ["secret", "rotate"], { notes })) as never, notes };
}

it("changes a secret that is a file, at once and for good; the one before opens sessions for a day", async () => {
  const dataDir = mkdtempSync(join(inject("testFolder"), "rotate-"));
  set(readEnv({ DATA_DIR: dataDir, LOG_LEVEL: "silent" }));
  await sealUnderPresent();
  const before = env().appSecret;
  const plain = await texts();
  expect(plain[2]).toBe(HEADER.value);

  const { result, notes } = await rotate();
  expect(result).toEqual({ changed: true, sealed: SEALED, unreadable: 0 });
  expect(notes).toEqual(["The secret before still opens sessions; it is deleted in 24 hours."]);
  const [file, previous] = [join(dataDir, "app-secret"), join(dataDir, "app-secret-previous")];
  expect(readFileSync(file, "utf8").trim()).toBe(env().appSecret);
  expect(env().appSecret).not.toBe(before);
  expect(readFileSync(previous, "utf8").trim()).toBe(before);
  expect([file, previous].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(await isSignedIn()).toBe(true);
  // A restarted server reads both files.
  set(readEnv({ DATA_DIR: dataDir }));
  expect([env().previousAppSecret, await isSignedIn(), await texts()]).toEqual([before, true, plain]);

  expect(await said()).toEqual([]);
  utimesSync(previous, new Date(), new Date(Date.now() - 86_400_000 - 1000));
  expect(await said()).toEqual(["the secret before is deleted"]);
  expect(statSync(previous, { throwIfNoEntry: false })).toBeUndefined();
  expect([env().previousAppSecret, await isSignedIn(), await texts()]).toEqual([undefined, false, plain]);
  expect(await signsIn()).toBe("in");
  const { rows } = await sql`select operation from audit_log where operation = 'rotateSecret'`.execute(await testDb());
  expect(rows).toHaveLength(1);
});

it("of the environment is changed there: the command says how, and seals again", async () => {
  set({ appSecret: OLD, previousAppSecret: undefined, keepsSecret: false });
  await sealUnderPresent();
  const plain = await texts();
  await expect(rotate()).rejects.toThrow(/^APP_SECRET is set in the environment.*\n.*\n {2}1\. Choose a new secret/);

  // Each instance reads both before any of them seals under the new one.
  set({ previousAppSecret: NEW });
  expect((await rotate()).result).toEqual({ changed: false, sealed: 0, unreadable: 0 });
  set({ appSecret: NEW, previousAppSecret: OLD });
  expect([await texts(), await isSignedIn()]).toEqual([plain, true]);
  const db = await testDb();
  const both = await Promise.all([rotate(), rotate()]);
  expect(both.map(({ result }) => Number(result.sealed)).reduce((sum, some) => sum + some)).toBe(SEALED);
  expect(both[0]?.notes).toEqual(["Remove APP_SECRET_PREVIOUS on every instance in 12 hours, the longest session."]);
  await rotateSecrets(db, new AbortController().signal);
  set({ previousAppSecret: undefined });
  expect([await texts(), await signsIn(), await isSignedIn()]).toEqual([plain, "in", false]);
});

it("is done in the background, too, and by as many processes as there are", async () => {
  set({ appSecret: OLD, previousAppSecret: undefined, keepsSecret: false });
  await sealUnderPresent();
  const plain = await texts();
  set({ appSecret: NEW, previousAppSecret: OLD });
  const db = await testDb();
  await Promise.all([1, 2, 3].map(() => rotateSecrets(db, new AbortController().signal)));
  set({ previousAppSecret: undefined });
  expect(await texts()).toEqual(plain);
});

it("leaves what opens under neither as it is, says so, and seals the rest", async () => {
  set({ appSecret: OLD, previousAppSecret: undefined, keepsSecret: false });
  await sealUnderPresent();
  const plain = await texts();
  const db = await testDb();
  await sql`update webhook_endpoints set secret = '\\x01020304'`.execute(db);
  set({ appSecret: NEW, previousAppSecret: OLD });
  const { result, notes } = await rotate();
  expect(result).toEqual({ changed: false, sealed: SEALED - 1, unreadable: 1 });
  expect(notes[0]).toMatch(/^Some values open under neither secret: roll/);
  set({ previousAppSecret: undefined });
  expect(await texts()).toEqual(["unreadable", ...plain.slice(1)]);
  set({ previousAppSecret: OLD });
  expect(await said()).toEqual(["secrets open neither under APP_SECRET nor under the one before"]);
});
