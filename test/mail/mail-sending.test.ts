import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it, vi } from "vitest";
import { releaseClaims } from "@/server/queue";
import { testCertificates } from "../certificates";
import { testDb } from "../factories";
import { keepLog } from "../log";
import {
  age,
  answering,
  atEnd,
  eachWithoutMails,
  only,
  queue,
  rawServer,
  read,
  row,
  rows,
  send,
  settings,
  smtpServer,
} from "../mail";

eachWithoutMails();

async function minutesToNext(): Promise<number> {
  const { rows: found } = await sql<{ minutes: number }>`
    select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from mails`.execute(await testDb());
  return found[0]?.minutes ?? Number.NaN;
}

describe("sending", () => {
  it("sends each mail once, however many workers send, and keeps none of its words", async () => {
    const received = await smtpServer();
    for (let n = 1; n <= 20; n++) await queue({ recipient: `p${n}@shop.example` });
    const counts = await Promise.all([send(), send(), send()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(20);
    expect(received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 20 }, (_, n) => `p${n + 1}@shop.example`).sort(),
    );
    for (const mail of await rows()) {
      expect(mail).toMatchObject({ attempts: 1, body_text: "", body_html: "", lease_until: null, failed_at: null });
      expect(mail.sent_at).toBeInstanceOf(Date);
    }
    expect(await send()).toBe(0);
  });

  it("leaves a mail that is being sent to its worker until the lease ends; a late end then changes nothing", async () => {
    const ids: (string | undefined)[] = [];
    const answers: ((error?: Error) => void)[] = [];
    await smtpServer({
      onData(stream, _session, callback) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk) => chunks.push(chunk));
        stream.on("end", () => {
          ids.push(read(Buffer.concat(chunks).toString("latin1")).headers["message-id"]);
          answers.push(callback);
        });
      },
    });
    await queue();
    const slow = send();
    await vi.waitFor(() => expect(answers).toHaveLength(1), 10_000);
    expect(await send()).toBe(0);

    await sql`update mails set lease_until = now() - interval '1 second'`.execute(await testDb());
    const other = send();
    await vi.waitFor(() => expect(answers).toHaveLength(2), 10_000);
    answers[1]?.();
    expect(await other).toBe(1);
    const settled = await row();
    expect(settled).toMatchObject({ attempts: 2, sent_at: expect.any(Date), last_error: null });

    answers[0]?.(Object.assign(new Error("refused late"), { responseCode: 554 }));
    expect(await slow).toBe(0);
    expect(await row()).toEqual(settled);
    expect(new Set(ids).size).toBe(1);
  });

  it("sends at once what a killed server had in its hands, where there is no other", async () => {
    const received = await smtpServer();
    await queue();
    const db = await testDb();
    await sql`update mails set attempts = 1, lease_until = now() + interval '1 minute'`.execute(db);
    expect(await send()).toBe(0);
    await releaseClaims(db);
    expect(await send()).toBe(1);
    expect(received).toHaveLength(1);
  });

  it("gives up a recipient that the server refuses, and goes on with the next", async () => {
    const received = await smtpServer({
      onRcptTo({ address }, _session, callback) {
        if (address.startsWith("gone"))
          callback(Object.assign(new Error(`no such mailbox: <${address}>`), { responseCode: 550 }));
        else callback();
      },
    });
    await queue({ recipient: "gone@shop.example" });
    await queue();
    const { lines, restore } = keepLog();
    expect(await send()).toBe(1);
    restore();
    // The server's answer names the recipient; the log does not.
    expect(lines.filter((line) => line.includes("550 no such mailbox"))).toEqual([
      expect.not.stringContaining("gone@shop.example"),
    ]);
    expect(only(received).to).toEqual(["owner@shop.example"]);
    const [refused] = await rows();
    expect(refused).toMatchObject({ attempts: 1, sent_at: null, failed_at: expect.any(Date), body_text: "" });
    expect(refused?.last_error).toMatch(/550 no such mailbox/);
    await age("1 hour");
    expect(await send()).toBe(0);
  });

  it("tries later what the server does not take yet, and goes on with the next", async () => {
    let isGrey = true;
    const received = await smtpServer({
      onRcptTo({ address }, _session, callback) {
        if (isGrey && address.startsWith("grey")) {
          callback(Object.assign(new Error("greylisted"), { responseCode: 450 }));
        } else callback();
      },
    });
    await queue({ recipient: "grey@shop.example" });
    await queue();
    expect(await send()).toBe(1);
    const [postponed] = await rows();
    expect(postponed).toMatchObject({ attempts: 1, sent_at: null, failed_at: null, lease_until: null });
    expect(postponed?.last_error).toMatch(/450 greylisted/);
    isGrey = false;
    expect(await send()).toBe(0);
    await age("1 minute");
    expect(await send()).toBe(1);
    expect(received.map(({ to }) => to[0])).toEqual(["owner@shop.example", "grey@shop.example"]);
    expect((await rows())[0]).toMatchObject({ attempts: 2, sent_at: expect.any(Date), last_error: null });
  });

  it("waits ever longer for a server that is away, and gives up after three days", async () => {
    // A port on which no server listens.
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    settings({ smtpUrl: `smtp://127.0.0.1:${port}` });

    await queue();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 11; attempt++) {
      expect(await send()).toBe(0);
      expect(await row()).toMatchObject({ attempts: attempt, failed_at: null, lease_until: null });
      pauses.push(await minutesToNext());
      await sql`update mails set next_attempt_at = now()`.execute(await testDb());
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
    const { last_error, body_text } = await row();
    expect(last_error).toMatch(/ECONNREFUSED/);
    expect(body_text).not.toBe("");

    await age("3 days");
    expect(await send()).toBe(0);
    expect(await row()).toMatchObject({ attempts: 12, failed_at: expect.any(Date), body_text: "" });
    expect(await send()).toBe(0);
    expect((await row()).attempts).toBe(12);
  });

  it("asks a server that takes nothing once, not for every mail", async () => {
    let connections = 0;
    await rawServer((socket) => {
      connections++;
      socket.end("421 too busy\r\n");
    });
    for (let n = 0; n < 3; n++) await queue();
    expect(await send()).toBe(0);
    expect(connections).toBe(1);
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
  });

  it.each([
    ["says nothing", () => {}],
    ["goes silent when it has the mail", answering("DATA")],
  ])("is bounded when the server %s", async (_name, serve) => {
    const sockets: Socket[] = [];
    await rawServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => {});
      serve(socket);
    }, "?greetingTimeout=300&socketTimeout=600");
    await queue();
    expect(await send()).toBe(0);
    expect(await row()).toMatchObject({ attempts: 1, sent_at: null, failed_at: null, last_error: expect.any(String) });
    await vi.waitFor(() => expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]), 5000);
  });

  it("cuts a server that never ends its answer, after a minute, or soon after the worker has to stop", async () => {
    let dripping = 0;
    await rawServer((socket) => {
      socket.on("error", () => {});
      answering("MAIL")(socket);
      const drip = setInterval(() => {
        if (socket.bytesRead > 30) {
          dripping++;
          socket.write("250-wait\r\n");
        }
      }, 10);
      socket.on("close", () => clearInterval(drip));
    });
    await queue();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    atEnd(() => vi.useRealTimers());
    const stopping = new AbortController();
    for (const [stop, ms] of [
      [undefined, 60_000],
      [stopping, 10_000],
    ] as const) {
      dripping = 0;
      let isOver = false;
      const sending = send(stop?.signal).then((count) => {
        isOver = true;
        return count;
      });
      while (dripping < 3) await new Promise((resolve) => setImmediate(resolve));
      stop?.abort();
      vi.advanceTimersByTime(ms - 100);
      for (const before = dripping; dripping < before + 3; ) await new Promise((resolve) => setImmediate(resolve));
      expect(isOver).toBe(false);
      vi.advanceTimersByTime(100);
      expect(await sending).toBe(0);
      expect((await row()).last_error).toBe("the sending took too long and was cut");
      await age("1 hour");
    }
  });

  it("begins no mail once it has to stop", async () => {
    const received = await smtpServer();
    await queue();
    expect(await send(AbortSignal.abort())).toBe(0);
    expect([received.length, (await row()).attempts]).toEqual([0, 0]);
  });

  it("signs in over TLS, and tries later where the certificate or the password is wrong", async () => {
    const signingIn: SMTPServerOptions = {
      secure: true,
      authOptional: false,
      onAuth({ username, password }, _session, callback) {
        if (username === "sampan" && password === "p@ss:word") callback(null, { user: "sampan" });
        else callback(new Error("Wrong password"));
      },
    };
    const { authority, receiver } = await testCertificates();
    const options: SMTPServerOptions = { ...signingIn, ...receiver };
    const query = `?tls.servername=localhost&tls.ca=${encodeURIComponent(authority.cert)}`;
    const access = { scheme: "smtps", user: "sampan:p%40ss%3Aword@", query };
    await queue();

    await smtpServer(options, { ...access, query: "" });
    expect(await send()).toBe(0);
    expect(await row()).toMatchObject({ failed_at: null, last_error: expect.stringMatching(/certificate/) });
    await age("1 hour");

    await smtpServer(options, { ...access, user: "sampan:guess@" });
    expect(await send()).toBe(0);
    expect(await row()).toMatchObject({ failed_at: null, last_error: expect.stringMatching(/535/) });
    await age("1 hour");

    const received = await smtpServer(options, access);
    expect(await send()).toBe(1);
    expect(only(received).to).toEqual(["owner@shop.example"]);
  });
});
