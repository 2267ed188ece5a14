import type { Db } from "@/server/db/transaction";
import { deleteFilesOf } from "./transport";

/** Deletes the mails of an account, sent or not, and their files. */
export async function eraseMails(db: Db, accountId: string): Promise<void> {
  const mails = await db
    .deleteFrom("mails")
    .where("account_id", "=", accountId)
    .returning(["id", "created_at"])
    .execute();
  await deleteFilesOf(mails);
}
