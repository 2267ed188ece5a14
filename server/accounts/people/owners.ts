import { sql } from "kysely";
import type { Language } from "@/lib/i18n/languages";
import type { Db } from "@/server/db/transaction";

/**
 * The language of mails to a person, in a query that joins their account: the one in which they last saw a page, before
 * that their account's.
 */
export const MAIL_LANGUAGE = sql<Language>`coalesce(people.language, accounts.locale, 'en')`;

/** Notes that a person now sees pages in this language. */
export async function rememberLanguage(db: Db, personId: string, language: Language): Promise<void> {
  await db.updateTable("people").set({ language }).where("id", "=", personId).execute();
}
