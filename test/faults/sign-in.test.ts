import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browser } from "./browser";
import * as faults from "./server";

const PASSWORD = "sampan-demo-2026";
const SUPPORT = "support@sampan.example";
const README = { client_id: "ci_test_demo", client_secret: "cs_test_demo_for_local_use_only" };
let root: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "sampan-sign-in-"));
  await faults.ensureBuild();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Another address of this machine, as others would use it. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === "IPv4" && !one.internal)?.address;

describe("a server with the demonstration", () => {
  it("is only this machine's until the first real account ends it; a stranger locks no person out", async () => {
    const dataDir = join(root, "demo");
    const first = await faults.serve({ dataDir, env: { SEED_DEMO: "1" } });
    const own = browser(first.url);
    const reached = (port: number) =>
      fetch(`http://${outside}:${port}/healthz`, { headers: { connection: "close" } }).then(
        ({ status }) => status,
        () => "refused",
      );
    expect(outside).toBeDefined();
    expect(await reached(first.port)).toBe("refused");
    await expect(faults.admin(dataDir, "demo", "enable")).resolves.toMatchObject({ enabled: true });

    const { outcome, cookies } = await own.signIn(SUPPORT, PASSWORD);
    expect(outcome).toBe("in");
    const device = cookies.find((line) => line.startsWith("sampan-device="));
    expect(device).toMatch(/^sampan-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    expect(await own.me()).toBe(200);
    expect(await own.next()).not.toHaveProperty("proxy");

    // From one peer, whatever its headers claim.
    const stranger = browser(first.url);
    const guesses: Awaited<ReturnType<typeof stranger.signIn>>[] = [];
    for (let guess = 0; guess < 22; guess++)
      guesses.push(await stranger.signIn(SUPPORT, "a guess", { "x-forwarded-for": `198.51.100.${guess}` }));
    const throttled = guesses.filter(({ outcome }) => outcome === "throttled");
    expect(throttled.length).toBeGreaterThan(0);
    for (const { status, retryAfter } of throttled) {
      expect(status).toBe(429);
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(60);
    }
    expect(await own.next()).toMatchObject({ status: "ready", proxy: "untrusted" });
    expect((await own.signIn(SUPPORT, PASSWORD)).outcome).toBe("in");

    const token = await faults.tokenFrom(first.url, README);
    const providers = async () =>
      (await fetch(`${first.url}/testing/v1/providers`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await providers()).toBe(200);
    await faults.merchant(dataDir, "real@example.com");
    expect([await own.me(), await providers()]).toEqual([401, 401]);
    expect((await own.signIn(SUPPORT, PASSWORD)).outcome).not.toBe("in");
    first.child.kill("SIGTERM");
    await first.exited;

    // Behind a chain of trusted proxies each caller is counted separately.
    const second = await faults.serve({ dataDir, env: { TRUSTED_PROXY: "loopback,10.0.0.0/8" } });
    expect(await reached(second.port)).toBe(200);
    await expect(faults.admin(dataDir, "demo", "enable")).rejects.toMatchObject({
      stdout: expect.stringContaining("add --exposed"),
    });
    const behind = browser(second.url);
    const from = (caller: string) => ({ "x-forwarded-for": `203.0.113.1, ${caller}, 10.0.0.2` });
    for (let caller = 0; caller < 22; caller++)
      expect((await behind.signIn("real@example.com", "a guess", from(`198.51.100.${caller}`))).outcome).toBe(
        "CredentialsSignin",
      );
    expect((await behind.signIn("real@example.com", "correct horse battery", from("198.51.100.99"))).outcome).toBe(
      "in",
    );
    expect(await behind.next()).not.toHaveProperty("proxy");

    // All people sign in at once: the server asks a person who would wait for long to come back.
    const crowd = await Promise.all(
      Array.from({ length: 150 }, (_, one) => behind.crowd(`p${one}@example.com`, from(`198.51.${one % 250}.7`))),
    );
    const busy = crowd.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    for (const each of busy) expect(each).toMatchObject({ retryAfter: "5", nosniff: "nosniff" });
    expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([401, 503]));
    expect((await behind.signIn("real@example.com", "correct horse battery", from("198.51.100.98"))).outcome).toBe(
      "in",
    );
    second.child.kill("SIGTERM");
    await second.exited;
  });
});

describe("the cookies of signing in (contract §11.2)", () => {
  const NAMES = ["sampan-callback", "sampan-csrf", "sampan-device", "sampan-session"];
  const cookiesOf = async (dataDir: string, env: Record<string, string>) => {
    const { url, child, exited } = await faults.serve({ dataDir, env });
    await faults.merchant(dataDir, "cookies@example.com");
    const { outcome, cookies } = await browser(url).signIn("cookies@example.com", "correct horse battery");
    expect(outcome).toBe("in");
    child.kill("SIGTERM");
    await exited;
    return { cookies, names: [...new Set(cookies.map((line) => line.split("=")[0]))].sort() };
  };

  it("are bound to this host and secure over https, and have plain names without it", async () => {
    const secure = await cookiesOf(join(root, "https"), { APP_URL: "https://ship.example" });
    expect(secure.names).toEqual(NAMES.map((name) => `__Host-${name}`));
    for (const line of secure.cookies) {
      for (const attribute of ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"])
        expect(line.toLowerCase().split("; ")).toContain(attribute.toLowerCase());
      expect(line).not.toMatch(/; Domain=/i);
    }
    const plain = await cookiesOf(join(root, "http"), {});
    expect(plain.names).toEqual(NAMES);
    expect(plain.cookies.join()).not.toMatch(/; Secure/i);
  });
});

describe("a change of APP_SECRET (contract §16.8)", () => {
  it("is a command to the running server, which ends no session and forgets the previous secret after a day", async () => {
    const dataDir = join(root, "secret");
    const first = await faults.serve({ dataDir });
    await faults.merchant(dataDir, "secret@example.com");
    const own = browser(first.url);
    expect((await own.signIn("secret@example.com", "correct horse battery")).outcome).toBe("in");
    const secret = () => readFileSync(join(dataDir, "app-secret"), "utf8");
    const before = secret();
    expect(await faults.admin(dataDir, "secret", "rotate")).toMatchObject({ changed: true, unreadable: 0 });
    expect(secret()).not.toBe(before);
    expect(await own.me()).toBe(200);
    first.child.kill("SIGTERM");
    await first.exited;

    const previous = join(dataDir, "app-secret-previous");
    expect(readFileSync(previous, "utf8")).toBe(before);
    utimesSync(previous, new Date(), new Date(Date.now() - 86_400_000 - 1000));
    const second = await faults.serve({ dataDir });
    await expect.poll(() => existsSync(previous), { timeout: 20_000 }).toBe(false);
    const again = browser(second.url);
    for (const [name, value] of own.jar) again.jar.set(name, value);
    expect(await again.me()).toBe(401);
    second.child.kill("SIGTERM");
    await second.exited;
  });
});
