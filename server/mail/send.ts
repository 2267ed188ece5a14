import { sql, type UpdateObject } from "kysely";
import type { Database } from "@/server/db/database";
import type { Db } from "@/server/db/transaction";
import type { Tables } from "@/server/db/types";
import { reasonOf, whenReachable } from "@/server/db/wait-for-database";
import { log } from "@/server/log";
import { type Claimed, isHeld, type Queue, workThrough } from "@/server/queue";
import { oneLine } from "./compose";
import { deliver, type OutgoingMail, PostponedError, RefusedError } from "./transport";

const SENDING_MS = 60_000;
/** The time that a mail already being sent gets when the worker has to stop. */
const STOPPING_MS = 10_000;
const NEXT_ATTEMPT = sql<Date>`now() + least(interval '1 minute' * 2 ^ least(attempts - 1, 10), interval '6 hours')`;
const MAX_ERROR_LENGTH = 300;
/** A finished mail keeps no text, because it may hold a sign-in link. */
const NO_TEXT = { body_text: "", body_html: "" };

type ClaimedMail = OutgoingMail & Claimed & { isOld: boolean };

const MAILS: Queue<ClaimedMail> = {
  table: "mails",
  // Twice as long as sending may take, so that no other worker takes a mail that is still being sent.
  leaseSeconds: (2 * SENDING_MS) / 1000,
  due: sql`sent_at is null and failed_at is null and next_attempt_at <= now()`,
  order: sql`next_attempt_at, id`,
  columns: sql`id, recipient, subject, body_text, body_html, created_at, attempts,
    created_at <= now() - interval '3 days' as "isOld"`,
};

/**
 * Sends the mails that are due, one after the other; several workers may do so. A failed mail is retried after 1
 * minute, 2, 4 … 6 hours; one that is permanently refused, or still fails when it is 3 days old, is given up. Returns
 * how many were sent. Throws only when the database fails.
 */
export async function sendMails({ db }: Pick<Database, "db">, signal?: AbortSignal): Promise<number> {
  let sent = 0;
  const send = async (mail: ClaimedMail) => {
    const result = await withDeadline((deadline) => sendOne(db, mail, deadline), signal);
    if (result === "sent") sent++;
    // With a server that accepts none, going on would only keep it busy.
    return result === "unavailable" ? "pause" : undefined;
  };
  await workThrough(db, MAILS, send, signal);
  return sent;
}

async function sendOne(db: Db, mail: ClaimedMail, deadline: AbortSignal): Promise<"sent" | "failed" | "unavailable"> {
  try {
    await deliver(mail, deadline);
  } catch (error) {
    const reason = deadline.aborted ? "the sending took too long and was cut" : oneLine(reasonOf(error));
    // An SMTP server's answer often names the recipient.
    const note = {
      mail: mail.id,
      attempts: mail.attempts,
      reason: reason.replace(/[^\s<>"']+@[^\s<>"']+/g, "[address]"),
    };
    const last_error = [...reason].slice(0, MAX_ERROR_LENGTH).join("");
    if (error instanceof RefusedError || mail.isOld) {
      await settle(db, mail, { failed_at: sql`now()`, last_error, ...NO_TEXT });
      log().error(note, "mail given up");
    } else {
      await settle(db, mail, { next_attempt_at: NEXT_ATTEMPT, last_error });
      log().warn(note, "mail not sent yet");
    }
    return error instanceof RefusedError || error instanceof PostponedError ? "failed" : "unavailable";
  }
  await settle(db, mail, { sent_at: sql`now()`, last_error: null, ...NO_TEXT });
  return "sent";
}

/** Records how an attempt ended. Retried while the database is away, because a sent mail must not be sent twice. */
async function settle(db: Db, mail: ClaimedMail, end: UpdateObject<Tables, "mails">): Promise<void> {
  const query = db
    .updateTable("mails")
    .set({ ...end, lease_until: null })
    .where(isHeld(mail));
  await whenReachable(() => query.execute(), AbortSignal.timeout(SENDING_MS));
}

/** Runs the work with a signal that fires when its time is up, or sooner once the worker has to stop. */
async function withDeadline<T>(work: (deadline: AbortSignal) => Promise<T>, stop?: AbortSignal): Promise<T> {
  const deadline = new AbortController();
  const cut = () => deadline.abort();
  const timers = [setTimeout(cut, SENDING_MS)];
  const hurry = () => timers.push(setTimeout(cut, STOPPING_MS));
  stop?.addEventListener("abort", hurry);
  try {
    return await work(deadline.signal);
  } finally {
    stop?.removeEventListener("abort", hurry);
    for (const timer of timers) clearTimeout(timer);
  }
}
