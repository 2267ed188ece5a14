/** For tests of mails: a real SMTP server, servers that misbehave, and reading what was sent. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach } from "vitest";
import { type Env, overrideEnv } from "@/server/env";
import { type Mail, queueMail, sendMails } from "@/server/mail";
import { productDatabase } from "./database";
import { testDb } from "./factories";

const endings: (() => unknown)[] = [];

/** Changes settings until the test is over. */
export function settings(changes: Partial<Env>): void {
  endings.push(overrideEnv({ appUrl: "https://ship.example.com", ...changes }));
}

/** Called once by a file of tests: each begins without mails, and what it opened ends with it. */
export function eachWithoutMails(): void {
  beforeEach(async () => {
    await (await testDb()).deleteFrom("mails").execute();
  });
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });
}

/** Does this when the test is over, the latest first. */
export function atEnd(end: () => unknown): void {
  endings.push(end);
}

export type Received = { from: string; to: string[]; raw: string };

/** A real SMTP server to which mails go from now on; `query` and `scheme` are those of SMTP_URL. */
export async function smtpServer(
  options: SMTPServerOptions = {},
  { scheme = "smtp", user = "", query = "" } = {},
): Promise<Received[]> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : "";
        received.push({
          from,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString("latin1"),
        });
        callback();
      });
    },
    ...options,
  });
  // A client that hangs up, as those that are refused do.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endings.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  settings({ smtpUrl: `${scheme}://${user}127.0.0.1:${(server.server.address() as AddressInfo).port}${query}` });
  return received;
}

/** A server that answers as a script does. */
export async function rawServer(serve: (socket: Socket) => void, query = ""): Promise<void> {
  const server = createServer(serve);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  endings.push(() => new Promise((resolve) => server.close(resolve)));
  settings({ smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}${query}` });
}

/** Talks as an SMTP server does until this command, and is silent from then on; DATA itself it answers. */
export function answering(until: "MAIL" | "DATA"): (socket: Socket) => void {
  return (socket) => {
    socket.write("220 ready\r\n");
    let isSilent = false;
    socket.on("data", (chunk) => {
      const command = chunk.toString("latin1").slice(0, 4);
      isSilent ||= command === until;
      if (command === "DATA") socket.write("354 go on\r\n");
      else if (!isSilent) socket.write("250 ok\r\n");
    });
  };
}

/** A mail as a module writes one. */
export const NOTICE: Mail = {
  accountId: null,
  recipient: "owner@shop.example",
  language: "en",
  subject: "[Testing] Webhook endpoint disabled",
  paragraphs: ["Deliveries to <b>your</b> endpoint failed & stopped.", "Nothing is lost."],
  link: { label: "Open the endpoint", url: "https://ship.example.com/testing/webhooks?a=1&b=2" },
};

/** Queues a mail like `NOTICE`. */
export async function queue(changes: Partial<Mail> = {}): Promise<void> {
  await queueMail(await testDb(), { ...NOTICE, ...changes });
}

/** One run of a worker. */
export const send = async (signal?: AbortSignal) => sendMails(await productDatabase(), signal);

/** All mails in the database. */
export async function rows() {
  return (await testDb()).selectFrom("mails").selectAll().orderBy("id").execute();
}

/** The one mail in the database. */
export async function row() {
  const [only, ...others] = await rows();
  if (!only || others.length) throw new Error(`${others.length + 1} rows, not 1`);
  return only;
}

/** Puts every mail's time that far back, so that it is due or old. */
export async function age(interval: string): Promise<void> {
  await sql`update mails set created_at = created_at - ${interval}::interval,
    next_attempt_at = next_attempt_at - ${interval}::interval`.execute(await testDb());
}

// ── Reading what was sent ──

function decodedBody(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

function decodedWords(value: string): string {
  return value.replace(/\?=\s+=\?/g, "?==?").replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (words) => {
    const bytes = [...words.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, text = ""]) =>
      kind?.toLowerCase() === "b"
        ? Buffer.from(text, "base64")
        : Buffer.from(
            text
              .replaceAll("_", " ")
              .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            "latin1",
          ),
    );
    return Buffer.concat(bytes).toString();
  });
}

type Part = { headers: Record<string, string>; names: string[]; body: string };

function partOf(raw: string): Part {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const pairs = lines.map((line) => /^([^:]+):\s*(.*)$/.exec(line)?.slice(1) ?? [line, ""]) as [string, string][];
  const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), decodedWords(value)]));
  return {
    headers,
    names: pairs.map(([name]) => name),
    body: decodedBody(raw.slice(end + 4), headers["content-transfer-encoding"] ?? ""),
  };
}

/** The headers and both parts of a mail as sent, decoded. */
export function read(raw: string): Part & { text: string; html: string } {
  const whole = partOf(raw);
  const boundary = /boundary="([^"]+)"/.exec(whole.headers["content-type"] ?? "")?.[1];
  const parts = raw
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\r\n/, "")));
  const of = (type: string) => {
    const found = parts.filter(({ headers }) => headers["content-type"] === `${type}; charset=utf-8`);
    if (found.length !== 1) throw new Error(`${found.length} parts of ${type}`);
    return found[0]?.body.replaceAll("\r\n", "\n") ?? "";
  };
  return { ...whole, text: of("text/plain"), html: of("text/html") };
}

/** The one mail that was received. */
export function only(received: readonly Received[]): Received {
  if (received.length !== 1 || !received[0]) throw new Error(`${received.length} mails, not 1`);
  return received[0];
}
