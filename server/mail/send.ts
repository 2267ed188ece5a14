import { sql, type UpdateObject } from "kysely";
import type { Db } from "@/server/context";
import type { Database } from "@/server/db/database";
import { reasonOf, whenReachable } from "@/server/db/reach";
import type { Tables } from "@/server/db/types";
import { log } from "@/server/log";
import { oneLine } from "./compose";
import { deliver, type OutgoingMail, PostponedError, RefusedError } from "./transport";

/** Twice as long as a sending may take, so that no other worker begins with a mail that is still on its way. */
const LEASE_SECONDS = 120;
const SENDING_MS = 60_000;
/** What a sending that has begun gets when the worker is told to stop. */
const STOPPING_MS = 10_000;
const NEXT_ATTEMPT = sql<Date>`now() + least(interval '1 minute' * 2 ^ least(attempts - 1, 10), interval '6 hours')`;
const MAX_ERROR_LENGTH = 300;
/** What is over keeps no words: they may hold a link by which one signs in. */
const NO_WORDS = { body_text: "", body_html: "" };

/** `attempts` is the fence: a later claim raises it, and what ends under an older one changes nothing. */
type ClaimedMail = OutgoingMail & { attempts: number; isOld: boolean };

/**
 * Sends the mails that are due, one after the other; several workers may. What fails is tried again after 1 minute, 2,
 * 4 … 6 hours; a mail that is refused for good, or still fails when it is 3 days old, is given up. Returns how many
 * went. Throws only when the database fails.
 */
export async function sendMails({ db }: Pick<Database, "db">, signal?: AbortSignal): Promise<number> {
  let sent = 0;
  while (!signal?.aborted) {
    const result = await withDeadline(async (deadline) => {
      const mail = await claim(db);
      return mail && sendOne(db, mail, deadline);
    }, signal);
    if (result === "sent") sent++;
    // With none due, or a server that takes none, going on would only keep it busy.
    if (result === undefined || result === "unavailable") break;
  }
  return sent;
}

async function sendOne(db: Db, mail: ClaimedMail, deadline: AbortSignal): Promise<"sent" | "failed" | "unavailable"> {
  try {
    await deliver(mail, deadline);
  } catch (error) {
    const reason = deadline.aborted ? "the sending took too long and was cut" : oneLine(reasonOf(error));
    const note = { mail: mail.id, attempts: mail.attempts, reason };
    const last_error = [...reason].slice(0, MAX_ERROR_LENGTH).join("");
    if (error instanceof RefusedError || mail.isOld) {
      await settle(db, mail, { failed_at: sql`now()`, last_error, ...NO_WORDS });
      log().error(note, "mail given up");
    } else {
      await settle(db, mail, { next_attempt_at: NEXT_ATTEMPT, last_error });
      log().warn(note, "mail not sent yet");
    }
    return error instanceof RefusedError || error instanceof PostponedError ? "failed" : "unavailable";
  }
  await settle(db, mail, { sent_at: sql`now()`, last_error: null, ...NO_WORDS });
  return "sent";
}

async function claim(db: Db): Promise<ClaimedMail | undefined> {
  const { rows } = await sql<ClaimedMail>`
    update mails set attempts = attempts + 1, lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where id = any (array(
      select id from mails
      where sent_at is null and failed_at is null and next_attempt_at <= now()
        and (lease_until is null or lease_until <= now())
      order by next_attempt_at, id limit 1 for update skip locked))
    returning id, recipient, subject, body_text, body_html, created_at, attempts,
      created_at <= now() - interval '3 days' as "isOld"`.execute(db);
  return rows[0];
}

/** Writes how an attempt ended; again and again while the database is away, as a mail that went must not go twice. */
async function settle(db: Db, mail: ClaimedMail, end: UpdateObject<Tables, "mails">): Promise<void> {
  const query = db
    .updateTable("mails")
    .set({ ...end, lease_until: null })
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .where("sent_at", "is", null)
    .where("failed_at", "is", null);
  await whenReachable(() => query.execute(), AbortSignal.timeout(SENDING_MS));
}

/** Runs the work with a signal that comes when its time is up, sooner once the worker is told to stop. */
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
