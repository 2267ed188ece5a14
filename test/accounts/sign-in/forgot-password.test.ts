import { createHash } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { createPerson } from "@/server/accounts";
import { ADDRESS_HEADER } from "@/server/plain-address";
import { freshEmail, testDb } from "@/test/factories";
import { api } from "@/test/http";
import { eachWithoutMails, rows } from "@/test/mail";
import { holdWindow } from "../rate-window";

eachWithoutMails();

let email: string;
let personId: string;
let serial = 0;

const forgot = (address: unknown, from = `198.51.100.${++serial % 250}`) =>
  api().post("/forgot-password", { email: address }, { headers: { [ADDRESS_HEADER]: from } });
const set = (token: string, password = "a sentence of my own") => api().post("/set-password", { token, password });
const tokenOf = (mail: { body_text: string } | undefined) =>
  /set-password#token=([\w-]{43})/.exec(mail?.body_text ?? "")?.[1] ?? "";
const counter = (name: string) => `pm:${createHash("sha256").update(name).digest("base64url")}`;

beforeEach(async () => {
  const db = await testDb();
  await db.deleteFrom("rate_counters").execute();
  email = freshEmail();
  personId = (await createPerson(db, { accountId: null, role: "support", email, password: "correct horse battery" }))
    .id;
});

describe("POST /forgot-password", () => {
  it("mails a link that sets the password, whatever the case of the e-mail", async () => {
    const answer = await forgot(` ${email.toUpperCase()} `);
    expect([answer.status, answer.body]).toEqual([200, { data: {} }]);
    const [mail, ...others] = await rows();
    expect([mail?.recipient, others]).toEqual([email, []]);
    expect((await set(tokenOf(mail))).status).toBe(200);
  });

  it("answers the same after the same time to unknown and disabled e-mails, and mails no one", async () => {
    await sql`update people set disabled_at = now() where id = ${personId}`.execute(await testDb());
    for (const address of [email, freshEmail()]) {
      const started = performance.now();
      const answer = await forgot(address);
      expect([answer.status, answer.body]).toEqual([200, { data: {} }]);
      expect(performance.now() - started).toBeGreaterThan(590);
    }
    expect(await rows()).toEqual([]);
  });

  it.each(["no e-mail at all", "", "a@", `a@${"b".repeat(253)}`])("refuses what is no e-mail: %j", async (given) => {
    const answer = await forgot(given);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["email"]]);
    expect(await rows()).toEqual([]);
  });

  it("mails an e-mail three times an hour at most, and answers on", async () => {
    await holdWindow(counter(email));
    const answers = await Promise.all(Array.from({ length: 5 }, () => forgot(email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await rows()).toHaveLength(3);
  });

  it("ends the links before it", async () => {
    await forgot(email);
    await forgot(email);
    const [first, second] = await rows();
    expect((await set(tokenOf(first))).status).toBe(400);
    expect((await set(tokenOf(second))).status).toBe(200);
  });

  it("counts what an address asks, IPv6 by its /64", async () => {
    await holdWindow("pf:2001:db8:0:7::/64", { minute: 20 });
    const answer = await forgot(email, "2001:db8:0:7::1");
    expect([answer.status, answer.body.error.code]).toEqual([429, "rate_limit_exceeded"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await forgot(email, "2001:db8:0:8::1")).status).toBe(200);
  });

  it.each([undefined, "", null, 7, "a\0b", "x".repeat(255)])("refuses %j as e-mail", async (address) => {
    const answer = await forgot(address);
    expect([answer.status, answer.entries.map(({ field }) => field)]).toEqual([400, ["email"]]);
  });
});
