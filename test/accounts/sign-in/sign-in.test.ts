import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createPerson, signIn } from "@/server/accounts";
import { log } from "@/server/log";
import { freshEmail, testDb } from "@/test/factories";
import { holdWindow, readWindow } from "../rate-window";
import { orThrottled } from "./security";

const PASSWORD = "correct horse battery";
const UNKNOWN = "nobody@example.com";

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
const counter = {
  tries: (source: string) => `sa:${hash(source)}`,
  failures: (email: string, source: string) => `sf:${hash(`${email} ${source}`)}`,
  hour: (email: string) => `sh:${hash(email)}`,
};

let serial = 0;
const freshAddress = () => `198.51.100.${++serial}`;

let email: string;
beforeEach(async () => {
  const db = await testDb();
  await db.deleteFrom("rate_counters").execute();
  email = freshEmail();
  await createPerson(db, { accountId: null, role: "support", email, password: PASSWORD });
});

/** How an attempt ends, and how many seconds it had to wait. */
async function attempt(
  change: { email?: string; password?: string; address?: string; device?: string | null } = {},
): Promise<{ outcome: string; waited: number; device: string | null }> {
  const db = await testDb();
  let waited = 0;
  const pause = async (milliseconds: number) => {
    waited += milliseconds / 1000;
    // The embedded database has one connection: waiting while holding it would block this statement for ever.
    await db.selectFrom("people").select("id").limit(1).execute();
  };
  const place = { address: "203.0.113.1", userAgent: null };
  const outcome = await orThrottled(signIn(db, { email, password: PASSWORD, ...place, ...change }, pause));
  return typeof outcome === "string"
    ? { outcome, waited, device: null }
    : { outcome: "in", waited, device: outcome.device };
}

const wrong = (change: Parameters<typeof attempt>[0] = {}) => attempt({ password: "wrong", ...change });
const outcomesOf = (all: { outcome: string }[]) =>
  Object.fromEntries(
    ["in", "wrong", "throttled"].map((one) => [one, all.filter(({ outcome }) => outcome === one).length]),
  );

describe("signing in", () => {
  it.each([
    ["somebody", () => email],
    ["nobody", () => UNKNOWN],
  ])(
    "fails ten times a minute for one e-mail of %s and address, however many tries come at once",
    async (_who, whose) => {
      const address = freshAddress();
      await holdWindow(counter.failures(whose(), address));
      await holdWindow(counter.tries(address));
      const tries = await Promise.all(Array.from({ length: 14 }, () => wrong({ email: whose(), address })));
      expect(outcomesOf(tries)).toEqual({ in: 0, wrong: 10, throttled: 4 });
      expect((await attempt({ email: whose(), address })).outcome).toBe("throttled");
      // Another e-mail from there, and this one from elsewhere.
      expect((await wrong({ email: "else@example.com", address })).outcome).toBe("wrong");
      expect((await wrong({ email: whose(), address: freshAddress() })).outcome).toBe("wrong");
    },
  );

  it("counts right passwords as no failures", async () => {
    const address = freshAddress();
    await holdWindow(counter.failures(email, address), { minute: 9 });
    for (let i = 0; i < 3; i++) expect((await attempt({ address })).outcome).toBe("in");
    expect((await wrong({ address })).outcome).toBe("wrong");
    expect((await attempt({ address })).outcome).toBe("throttled");
  });

  it("is tried sixty times a minute from one address, right or wrong, whatever the e-mail; IPv6 by its /64", async () => {
    await holdWindow(counter.tries("2001:db8:0:9::/64"), { minute: 57 });
    const tries = [
      await attempt({ address: "2001:db8:0:9::1" }),
      await wrong({ address: "2001:db8::9:ffff:0:0:2" }),
      await wrong({ address: "2001:db8:0:9:a::3", email: UNKNOWN }),
      await attempt({ address: "2001:db8:0:9::4" }),
      await wrong({ address: "2001:db8:0:9::5", email: UNKNOWN }),
    ];
    expect(tries.map(({ outcome }) => outcome)).toEqual(["in", "wrong", "wrong", "throttled", "throttled"]);
    expect((await attempt({ address: "2001:db8:0:a::1" })).outcome).toBe("in");
  });

  it.each([
    ["somebody", () => email],
    ["nobody", () => UNKNOWN],
  ])(
    "waits a second more at each try past thirty failures an hour for an e-mail of %s, ten at most",
    async (_who, whose) => {
      await holdWindow(counter.hour(whose()), { hour: 29 });
      const waits: number[] = [];
      for (let i = 0; i < 4; i++) waits.push((await wrong({ email: whose(), address: freshAddress() })).waited);
      expect(waits).toEqual([0, 1, 2, 3]);
      await holdWindow(counter.hour(whose()), { hour: 39 });
      expect((await wrong({ email: whose(), address: freshAddress() })).waited).toBe(10);
      expect((await wrong({ email: whose(), address: freshAddress() })).waited).toBe(10);
    },
  );

  it("waits with the right password too, which is no failure", async () => {
    await holdWindow(counter.hour(email), { hour: 34 });
    for (let i = 0; i < 2; i++)
      expect(await attempt({ address: freshAddress() })).toMatchObject({ outcome: "in", waited: 5 });
    expect((await readWindow(counter.hour(email))).hour_count).toBe(34);
  });

  it("neither slows nor refuses a browser that the person has signed in with, whatever others do", async () => {
    const address = freshAddress();
    const { device } = await attempt({ address });
    await holdWindow(counter.tries(address), { minute: 60 });
    await holdWindow(counter.failures(email, address), { minute: 10 });
    await holdWindow(counter.hour(email), { hour: 100 });
    expect((await attempt({ address })).outcome).toBe("throttled");
    for (let i = 0; i < 2; i++)
      expect(await attempt({ address, device })).toEqual({ outcome: "in", waited: 0, device });
    // Nor does it slow them: its failures are counted separately, with the same limits.
    expect(await wrong({ address, device })).toMatchObject({ outcome: "wrong", waited: 0 });
    expect((await readWindow(counter.hour(email))).hour_count).toBe(100);
    await holdWindow(counter.failures(email, `device ${device}`), { minute: 10 });
    expect((await attempt({ address, device })).outcome).toBe("throttled");
  });

  it("knows a browser for those who signed in with it only, and several of them", async () => {
    const { device } = await attempt();
    const other = freshEmail();
    await createPerson(await testDb(), { accountId: null, role: "warehouse", email: other, password: PASSWORD });
    const address = freshAddress();
    await holdWindow(counter.tries(address), { minute: 60 });
    expect((await attempt({ email: other, address, device })).outcome).toBe("throttled");
    // What another person may know is not kept: the browser gets another secret, by which both are known in it.
    const { device: theirs } = await attempt({ email: other, device });
    expect(theirs).not.toBe(device);
    for (const each of [email, other])
      expect(await attempt({ email: each, address, device: theirs })).toMatchObject({ outcome: "in", device: theirs });
    const planted = "x".repeat(43);
    expect((await attempt({ device: planted })).device).not.toBe(planted);
    for (const each of [device, planted]) expect((await attempt({ address, device: each })).outcome).toBe("throttled");
  });

  it("has each refusal in the log on one line, without the password", async () => {
    const warn = vi.spyOn(log(), "warn");
    const address = freshAddress();
    await wrong({ address, password: "my secret" });
    await wrong({ address, email: UNKNOWN, password: "my secret" });
    const lines = warn.mock.calls.map((call) => JSON.stringify(call));
    warn.mockRestore();
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toContain(address);
      expect(line).toContain("sign-in refused");
      expect(line).not.toContain("my secret");
    }
  });
});
