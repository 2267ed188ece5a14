import type { Db } from "@/server/context";
import { env } from "@/server/env";
import { type Content, compose } from "./compose";

export type Mail = Content & {
  /** Null: to staff. */
  accountId: string | null;
  /** What the mail tells, so that it is told once. */
  key?: string;
};

/**
 * Writes a mail in the transaction of what it tells; the worker sends it (decisions §8.7). Nothing is written when the
 * `key` was used in the last 30 days. The subject names the testing environment where it is about that.
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
