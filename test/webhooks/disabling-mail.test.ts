/** The mail of a disabled endpoint, from the last failure to the owner's mailbox (contract §15.7). */
import { afterEach, expect, it } from "vitest";
import { createPerson } from "@/server/accounts";
import { created, merchant, testDb } from "../factories";
import { age, eachWithoutMails, read, rows, send, settings, smtpServer } from "../mail";
import type { ReceiverOptions } from "../receiver";
import { endpoint, until, work } from "./work";

eachWithoutMails();
let end: (() => Promise<void>) | undefined;
afterEach(async () => {
  await end?.();
  end = undefined;
});

/** An endpoint of an account with this language, whose receiver keeps failing like this until it is disabled. */
async function disabled(
  environment: "testing" | "production",
  language: "en" | "zh-Hant",
  answer: ReceiverOptions["answer"],
) {
  const shop = await merchant();
  const db = await testDb();
  await db.updateTable("accounts").set({ locale: language }).where("id", "=", shop.accountId).execute();
  const person = (role: "owner" | "member", email: string) =>
    createPerson(db, { accountId: shop.accountId, role, email, password: "correct horse battery" });
  await person("owner", `second-${shop.email}`);
  await person("member", `member-${shop.email}`);
  const left = await person("owner", `left-${shop.email}`);
  await db.updateTable("people").set({ disabled_at: new Date() }).where("id", "=", left.id).execute();
  const running = work([1]);
  end = () => running.stop();
  const receiver = await running.receiver({ answer });
  const { id } = await endpoint(shop[environment], receiver.url);
  await running.start();
  // Two deliveries that fail to the end: the endpoint is disabled once.
  await Promise.all([created(shop[environment]), created(shop[environment])]);
  await until(async () =>
    (await shop[environment].get(`/webhooks/${id}`)).body.data.status === "disabled" ? true : undefined,
  );
  return { shop, receiver, id };
}

it("goes once to each owner who may sign in, in the account's language, though the server fails at first", async () => {
  settings({});
  const { shop, receiver, id } = await disabled("testing", "zh-Hant", (_request, respond) =>
    respond.writeHead(503).end("database is full\nat line 3"),
  );
  let isAway = true;
  const received = await smtpServer({
    onMailFrom: (_address, _session, callback) =>
      callback(isAway ? Object.assign(new Error("come again"), { responseCode: 421 }) : undefined),
  });
  expect(await send()).toBe(0);
  isAway = false;
  await age("2 minutes");
  await Promise.all([send(), send()]);
  await age("1 day");
  expect(await send()).toBe(0);

  expect(received.map(({ to }) => to).sort()).toEqual([[`second-${shop.email}`], [shop.email]].sort());
  const page = `https://ship.example.com/testing/webhooks/${id}`;
  for (const { raw } of received) {
    const { headers, text, html } = read(raw);
    expect(headers.subject).toBe(`[測試] Webhook 端點已停用：${receiver.host}`);
    for (const part of [text, html]) {
      expect(part).toContain(receiver.url);
      expect(part).toContain("最後一次傳送的結果：HTTP 503 · database is full");
      expect(part).toContain(page);
      expect(part).not.toMatch(/[{}]url|undefined/);
    }
    expect(html).toContain(`<a href="${page}">`);
    expect(html).toContain('lang="zh-Hant-HK"');
  }
});

it("names no environment for production, and says in English why no answer came", async () => {
  settings({});
  const { receiver, id } = await disabled("production", "en", (_request, respond) => respond.destroy());
  const [mail] = await rows();
  expect(mail?.subject).toBe(`A webhook endpoint was disabled: ${receiver.host}`);
  expect(mail?.body_text).toContain("The last attempt: The connection was closed before an answer.");
  expect(mail?.body_text).toContain(`https://ship.example.com/production/webhooks/${id}`);
});
