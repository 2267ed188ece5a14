import type { Language } from "@/lib/i18n/languages";
import type { Db } from "@/server/context";

/** Who gets an account's mails, and in which language: its owners who may sign in. */
export async function ownersOf(db: Db, accountId: string): Promise<{ email: string; language: Language }[]> {
  const rows = await db
    .selectFrom("people")
    .innerJoin("accounts", "accounts.id", "people.account_id")
    .select(["people.email", "accounts.locale as language"])
    .where("people.account_id", "=", accountId)
    .where("people.role", "=", "owner")
    .where("people.disabled_at", "is", null)
    .orderBy("people.id")
    .execute();
  return rows.map(({ email, language }) => ({ email, language: language as Language }));
}
