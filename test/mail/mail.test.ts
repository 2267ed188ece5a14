// @module-tag engine
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createPasswordLink } from "@/server/accounts";
import { deleteOldFiles, queueMail } from "@/server/mail";
import { merchant, testDb } from "../factories";
import {
  age,
  atEnd,
  eachWithoutMails,
  NOTICE,
  only,
  queue,
  read,
  row,
  rows,
  send,
  settings,
  smtpServer,
} from "../mail";

eachWithoutMails();

describe("queueing a mail", () => {
  it("takes part in the transaction: what is rolled back is not sent", async () => {
    const received = await smtpServer();
    const db = await testDb();
    const work = db.transaction().execute(async (tx) => {
      await queueMail(tx, NOTICE);
      throw new Error("rolled back");
    });
    await expect(work).rejects.toThrow("rolled back");
    expect(await send()).toBe(0);
    await db.transaction().execute((tx) => queueMail(tx, NOTICE));
    expect(await send()).toBe(1);
    expect(received).toHaveLength(1);
  });

  it("writes one mail for a key, even after it was sent, and any number without a key", async () => {
    const received = await smtpServer();
    await Promise.all([queue({ key: "disabled:we_1:5" }), queue({ key: "disabled:we_1:5" })]);
    expect(await send()).toBe(1);
    await queue({ key: "disabled:we_1:5" });
    expect(await send()).toBe(0);
    await queue({ key: "disabled:we_1:6" });
    await queue();
    await queue();
    expect(await send()).toBe(3);
    expect(received).toHaveLength(4);
  });
});

describe("what a mail looks like", () => {
  it("has text and HTML in English, escaped, loading nothing, with why one gets it", async () => {
    const received = await smtpServer();
    await queue();
    expect(await send()).toBe(1);
    const { from, to, raw } = only(received);
    expect([from, to]).toEqual(["no-reply@ship.example.com", ["owner@shop.example"]]);
    const { headers, text, html } = read(raw);
    const id = (await row()).id;
    expect(headers).toMatchObject({
      from: "Sampan <no-reply@ship.example.com>",
      to: "owner@shop.example",
      subject: "[Testing] Webhook endpoint disabled",
      "auto-submitted": "auto-generated",
      "message-id": expect.stringMatching(new RegExp(`^<[\\w.-]+-${id}@ship\\.example\\.com>$`)),
    });
    expect(headers["content-type"]).toMatch(/^multipart\/alternative;/);
    expect(text).toBe(
      `Sampan 舢舨

Deliveries to <b>your</b> endpoint failed & stopped.

Nothing is lost.

Open the endpoint:
https://ship.example.com/testing/webhooks?a=1&b=2

-- 
You get this e-mail because owner@shop.example has a sign-in at Sampan (https://ship.example.com). It was sent automatically; nobody reads replies.
`,
    );
    expect(html).toContain('<html lang="en">');
    expect(html).toContain("<p>Deliveries to &#60;b&#62;your&#60;/b&#62; endpoint failed &#38; stopped.</p>");
    expect(html).toContain('<a href="https://ship.example.com/testing/webhooks?a=1&#38;b=2">');
    expect(html).toContain("has a sign-in at Sampan");
    expect(html).toContain("prefers-color-scheme: dark");
    expect(html).not.toMatch(/<img|<script|<link|url\(|@import|\ssrc=/);
  });

  it("has them in Chinese, with a long subject that decodes right", async () => {
    const received = await smtpServer();
    const subject =
      "【測試環境】Webhook 端點已停用：深水埗𠮷野家店的訂單通知連續多次未能送達，請盡快檢查你的伺服器設定";
    await queue({ language: "zh-Hant", subject, paragraphs: ["發送至「端點」的通知失敗 < 5 次。"] });
    expect(await send()).toBe(1);
    const { raw } = only(received);
    // Before decoding: only ASCII, in lines that every server accepts.
    expect(raw).toMatch(/^[\x20-\x7e\r\n]*$/);
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThan(200);
    const { headers, text, html } = read(raw);
    expect(headers.subject).toBe(subject);
    expect(text).toContain("\n\n發送至「端點」的通知失敗 < 5 次。\n\n");
    expect(text).toContain(
      "你收到此電郵，是因為 owner@shop.example 是舢舨 Sampan（https://ship.example.com）的登入電郵。",
    );
    expect(html).toContain('<html lang="zh-Hant-HK">');
    expect(html).toContain("<p>發送至「端點」的通知失敗 &#60; 5 次。</p>");
  });

  it("gets no other header or recipient by a line break in what it says", async () => {
    const received = await smtpServer();
    const evil = "Hello\r\nBcc: thief@evil.example\r\n\r\nbody\u2028\0";
    await queue({ subject: evil, paragraphs: [evil], link: { label: evil, url: 'https://a.example/"><b>\r\nx' } });
    expect(await send()).toBe(1);
    const { to, raw } = only(received);
    expect(to).toEqual(["owner@shop.example"]);
    const { headers, names, html } = read(raw);
    expect(names.map((name) => name.toLowerCase()).sort()).toEqual(
      ["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"].sort(),
    );
    expect(headers.subject).toBe("Hello Bcc: thief@evil.example body");
    expect(html).toContain('<a href="https://a.example/&#34;&#62;&#60;b&#62; x">');
  });

  it.each([
    ...["a@b.example\r\nBcc: thief@evil.example", "a@b.example>\r\nRCPT TO:<thief@evil.example", "a@b.example\n"],
    ...[
      "a@b.example,thief@evil.example",
      "a@b.example thief@evil.example",
      "A <a@b.example>",
      "a@b@c.example",
      "nobody",
    ],
  ])("gives up at once what is not one address: %j", async (recipient) => {
    const received = await smtpServer();
    await queue({ recipient });
    await queue();
    expect(await send()).toBe(1);
    expect(only(received).to).toEqual(["owner@shop.example"]);
    const [refused] = await rows();
    expect([refused?.failed_at, refused?.last_error]).toEqual([
      expect.any(Date),
      "the recipient is not an e-mail address",
    ]);
  });
});

describe("without SMTP_URL", () => {
  async function folder(): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), "mail-"));
    atEnd(() => rm(dataDir, { recursive: true, force: true }));
    settings({ smtpUrl: undefined, dataDir, appUrl: "http://127.0.0.1:3000" });
    return join(dataDir, "mail");
  }

  it("writes .eml files that only their owner reads, in the order of their time", async () => {
    const mailFolder = await folder();
    await queue({ subject: "First 第一" });
    await age("1 minute");
    await queue({ subject: "Second" });
    expect(await send()).toBe(2);
    const names = (await readdir(mailFolder)).sort();
    expect(names).toEqual(
      (await rows()).map(({ id, created_at }) => `${created_at.toISOString().replaceAll(":", "-")}-${id}.eml`),
    );
    const mails = await Promise.all(names.map(async (name) => read(await readFile(join(mailFolder, name), "latin1"))));
    expect(mails.map(({ headers }) => headers.subject)).toEqual(["First 第一", "Second"]);
    expect(mails[0]?.headers.from).toBe("Sampan <no-reply@[127.0.0.1]>");
    expect(mails[0]?.html).toContain("Nothing is lost.");
    const modes = await Promise.all(names.map(async (name) => (await stat(join(mailFolder, name))).mode & 0o777));
    expect([...modes, (await stat(mailFolder)).mode & 0o777]).toEqual([0o600, 0o600, 0o700]);
  });

  it("keeps them for 30 days, and nothing else in the folder goes", async () => {
    const mailFolder = await folder();
    expect(await deleteOldFiles()).toBe(0);
    const timeOf = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().replaceAll(":", "-");
    await mkdir(mailFolder);
    const kept = [`${timeOf(29.9)}-7.eml`, "notes.txt", "0-letter.txt"];
    for (const name of [...kept, `${timeOf(30.1)}-8.eml`, `.${timeOf(31)}-9.eml.ab12cd34`])
      await writeFile(join(mailFolder, name), "x");
    expect(await deleteOldFiles()).toBe(2);
    expect((await readdir(mailFolder)).sort()).toEqual(kept.sort());
  });

  it("tries later when the folder cannot be written", async () => {
    const mailFolder = await folder();
    await writeFile(mailFolder, "in the way");
    await queue();
    expect(await send()).toBe(0);
    expect(await row()).toMatchObject({ attempts: 1, failed_at: null, last_error: expect.stringMatching(/EEXIST/) });
    await rm(mailFolder);
    await age("1 minute");
    expect(await send()).toBe(1);
    expect(await readdir(mailFolder)).toHaveLength(1);
  });
});

describe("a link that sets a password", () => {
  it.each([
    ["en", "Set your Sampan password"],
    ["zh-Hant", "設定你的舢舨密碼"],
  ] as const)("is mailed to its person in the account's language: %s", async (locale, subject) => {
    const received = await smtpServer();
    const { accountId, email } = await merchant({ locale });
    const db = await testDb();
    const person = await db.selectFrom("people").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    const path = await createPasswordLink(db, person.id);
    expect((await row()).account_id).toBe(accountId);
    expect(await send()).toBe(1);
    const mail = only(received);
    const { headers, text } = read(mail.raw);
    expect([mail.to, headers.subject]).toEqual([[email], subject]);
    expect(text).toContain(`\nhttps://ship.example.com${path}\n`);
  });
});
