import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { connect, isIP } from "node:net";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import { env } from "@/server/env";

export type OutgoingMail = {
  id: string;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
  created_at: Date;
};

/** The mail cannot be delivered to this recipient, now or later. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/** The server took the sender's word but not this mail yet; others may go meanwhile. */
export class PostponedError extends Error {
  override readonly name = "PostponedError";
}

const CONNECT_MS = 10_000;
const GREETING_MS = 15_000;
/** Without a byte from the server; a server may think long about what it has been given. */
const SILENCE_MS = 40_000;

/** An address and nothing else: with one of these characters it could become two, or another header. */
const ADDRESS = /^[^\s\p{Cc}@<>()[\],;:\\"]+@[^\s\p{Cc}@<>(),;\\"]+$/u;

/**
 * Hands a mail to the SMTP server, or writes it as a file where none is set (decisions §9). Throws `RefusedError`,
 * `PostponedError`, and other errors when no mail can go at the moment. The signal cuts the connection.
 */
export async function deliver(mail: OutgoingMail, signal: AbortSignal): Promise<void> {
  const { smtpUrl, dataDir, appUrl } = env();
  if (!ADDRESS.test(mail.recipient)) throw new RefusedError("the recipient is not an e-mail address");
  const message = messageOf(mail, new URL(appUrl).hostname);
  if (smtpUrl) await sendBySmtp(smtpUrl, message, signal);
  else await writeAsFile(join(dataDir, "mail"), `${stampOf(mail)}.eml`, message);
}

function messageOf(mail: OutgoingMail, hostname: string): SendMailOptions {
  const literal = hostname.startsWith("[") ? `[IPv6:${hostname.slice(1)}` : `[${hostname}]`;
  const host = hostname.startsWith("[") || isIP(hostname) ? literal : hostname;
  return {
    // The same at a second sending, so that a mail program shows the two as one.
    messageId: `<${stampOf(mail)}@${host}>`,
    date: mail.created_at,
    from: { name: "Sampan", address: `no-reply@${host}` },
    to: { name: "", address: mail.recipient },
    subject: mail.subject,
    text: mail.body_text,
    html: mail.body_html,
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

/** With the time, because a new database counts from 1 again. */
function stampOf({ id, created_at }: OutgoingMail): string {
  return `${created_at.toISOString().replaceAll(":", "-")}-${id}`;
}

async function sendBySmtp(url: string, message: SendMailOptions, signal: AbortSignal): Promise<void> {
  const transport = new SMTPTransport({
    url,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    // Our own, because nodemailer cannot be told to cut a connection that it has made.
    getSocket: (options, callback) => {
      openSocket(options, signal).then(
        (connection) => callback(null, { connection }),
        (error) => callback(error, null),
      );
    },
  });
  try {
    await createTransport(transport).sendMail(message);
  } catch (error) {
    throw judged(error as SmtpError);
  }
}

async function openSocket({ host, port, secure }: SMTPTransport.Options, signal: AbortSignal) {
  const socket = connect({ host: host ?? "localhost", port: Number(port) || (secure ? 465 : 587), signal });
  // It stays: between our listener and nodemailer's an error would end the process.
  socket.on("error", () => {});
  const timer = setTimeout(
    () => socket.destroy(new Error(`no connection within ${CONNECT_MS / 1000} seconds`)),
    CONNECT_MS,
  );
  await once(socket, "connect").finally(() => clearTimeout(timer));
  return socket;
}

type SmtpError = Error & { command?: string; responseCode?: number };

/** What the server says of the recipient or the message is of this mail; what it says of us is of every mail. */
function judged(error: SmtpError): Error {
  const { command, responseCode, message } = error;
  if (!responseCode || (command !== "RCPT TO" && command !== "DATA")) return error;
  return responseCode >= 500 ? new RefusedError(message) : new PostponedError(message);
}

async function writeAsFile(folder: string, name: string, message: SendMailOptions): Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message: bytes } = await transport.sendMail(message);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A folder that the settings name is no part of the build.
  const draft = join(/* turbopackIgnore: true */ folder, `.${name}.${randomBytes(4).toString("hex")}`);
  try {
    await writeFile(draft, bytes, { mode: 0o600, flag: "wx", flush: true });
    await rename(draft, join(folder, name));
  } finally {
    await rm(draft, { force: true });
  }
}
