import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { connect, isIP } from "node:net";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import { env } from "@/server/env";
import { KEPT_DAYS } from "@/server/retention";

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

/** The server accepted the sender but not this mail yet; others may still be sent. */
export class PostponedError extends Error {
  override readonly name = "PostponedError";
}

const CONNECT_MS = 10_000;
const GREETING_MS = 15_000;
/** Time without a byte from the server, which may take long to process what it was given. */
const SILENCE_MS = 40_000;

/** A plain address: with one of these characters it could become two, or another header. */
const ADDRESS = /^[^\s\p{Cc}@<>()[\],;:\\"]+@[^\s\p{Cc}@<>(),;\\"]+$/u;

/**
 * Sends a mail to the SMTP server, or writes it as a file if none is set (contract §16.7). Throws `RefusedError`,
 * `PostponedError`, and other errors when no mail can be sent at the moment. The signal cuts the connection.
 */
export async function deliver(mail: OutgoingMail, signal: AbortSignal): Promise<void> {
  const { smtpUrl, dataDir, appUrl } = env();
  if (!ADDRESS.test(mail.recipient)) throw new RefusedError("the recipient is not an e-mail address");
  const message = messageOf(mail, new URL(appUrl).hostname);
  if (smtpUrl) await sendBySmtp(smtpUrl, message, signal);
  else await writeAsFile(folderOf(dataDir), `${stampOf(mail)}.eml`, message);
}

function messageOf(mail: OutgoingMail, hostname: string): SendMailOptions {
  const literal = hostname.startsWith("[") ? `[IPv6:${hostname.slice(1)}` : `[${hostname}]`;
  const host = hostname.startsWith("[") || isIP(hostname) ? literal : hostname;
  return {
    // The same when a mail is sent a second time, so that mail programs show the two as one.
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

/** Starts with the time, because a new database counts from 1 again. */
function stampOf({ id, created_at }: Pick<OutgoingMail, "id" | "created_at">): string {
  return `${timeOf(created_at)}-${id}`;
}

function timeOf(date: Date): string {
  return date.toISOString().replaceAll(":", "-");
}

async function sendBySmtp(url: string, message: SendMailOptions, signal: AbortSignal): Promise<void> {
  const transport = new SMTPTransport({
    url,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    // Our own socket, because nodemailer cannot cut a connection once it is made.
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
    throw classifyRefusal(error as SmtpError);
  }
}

async function openSocket({ host, port, secure }: SMTPTransport.Options, signal: AbortSignal) {
  const socket = connect({ host: host ?? "localhost", port: Number(port) || (secure ? 465 : 587), signal });
  // Stays attached: an error between our listener and nodemailer's would end the process.
  socket.on("error", () => {});
  const timer = setTimeout(
    () => socket.destroy(new Error(`no connection within ${CONNECT_MS / 1000} seconds`)),
    CONNECT_MS,
  );
  await once(socket, "connect").finally(() => clearTimeout(timer));
  return socket;
}

type SmtpError = Error & { command?: string; responseCode?: number };

/** The answer to the recipient or the message concerns this mail only; any other refusal concerns every mail. */
function classifyRefusal(error: SmtpError): Error {
  const { command, responseCode, message } = error;
  if (!responseCode || (command !== "RCPT TO" && command !== "DATA")) return error;
  return responseCode >= 500 ? new RefusedError(message) : new PostponedError(message);
}

function folderOf(dataDir: string): string {
  return join(dataDir, "mail");
}

/**
 * Deletes mails that were written as files, when their rows are deleted too (contract §9.6). Returns how many.
 */
export async function deleteOldFiles(): Promise<number> {
  const folder = folderOf(env().dataDir);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  // Names start with the mail's time; an unfinished file has a dot before it.
  const oldest = timeOf(new Date(Date.now() - KEPT_DAYS.mails * 86_400_000));
  const old = names
    .filter((name) => name.endsWith(".eml") || name.startsWith("."))
    .filter((name) => name.replace(/^\./, "") < oldest);
  for (const name of old) await rm(join(/* turbopackIgnore: true */ folder, name), { force: true });
  return old.length;
}

/** Deletes the files of these mails. */
export async function deleteFilesOf(mails: readonly Pick<OutgoingMail, "id" | "created_at">[]): Promise<void> {
  const folder = folderOf(env().dataDir);
  for (const mail of mails) await rm(join(/* turbopackIgnore: true */ folder, `${stampOf(mail)}.eml`), { force: true });
}

async function writeAsFile(folder: string, name: string, message: SendMailOptions): Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message: bytes } = await transport.sendMail(message);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A folder named in the settings is not part of the build.
  const draft = join(/* turbopackIgnore: true */ folder, `.${name}.${randomBytes(4).toString("hex")}`);
  try {
    await writeFile(draft, bytes, { mode: 0o600, flag: "wx", flush: true });
    await rename(draft, join(folder, name));
  } finally {
    await rm(draft, { force: true });
  }
}
