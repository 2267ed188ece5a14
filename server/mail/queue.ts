import type { Db } from "@/server/db/transaction";
import { env } from "@/server/env";
import { type Content, compose } from "./compose";
import { deleteFilesOf } from "./transport";

export type Mail = Content & {
  /** Null: to staff. */
  accountId: string | null;
  /** Identifies what the mail reports, so that it is reported once. */
  key?: string;
};

/**
 * Writes a mail in the transaction that it reports on; the worker sends it (contract §15.7). Writes nothing when the
 * `key` was used in the last 30 days. The subject names the testing environment if the mail is about that one.
 */
export async function queueMail(db: Db, mail: Mail): Promise<void> {
  const { subject, text, html } = compose(mail, env().appUrl);
  await db
    .insertInto("mails")
    .values({
      account_id: mail.accountId,
      key: mail.key ?? null,
      recipient: mail.recipient,
      subject,
      body_text: text,
      body_html: html,
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

/** Deletes the mails of an account, sent or not, and their files. */
export async function eraseMails(db: Db, accountId: string): Promise<void> {
  const mails = await db
    .deleteFrom("mails")
    .where("account_id", "=", accountId)
    .returning(["id", "created_at"])
    .execute();
  await deleteFilesOf(mails);
}
