import { sql } from "kysely";
import type { Environment } from "@/lib/environment";
import type { Language } from "@/lib/i18n/languages";
import { mailTranslator, plainMail } from "@/lib/i18n/mails";
import { isStaff } from "@/lib/roles";
import type { AccountContext } from "@/server/context";
import type { Db } from "@/server/db/transaction";
import { env } from "@/server/env";
import { queueMail } from "@/server/mail";
import { linkPath } from "../clients/credentials";
import { notify } from "../notices/notices";
import { MAIL_LANGUAGE } from "./owners";

/**
 * Mails an invitation in the language of the inviter, or of the account where staff invite. If the e-mail has a sign-in,
 * its holder gets a mail that says so instead, in their own language and without the link.
 */
export async function mailInvitation(
  db: Db,
  { actor, account }: Pick<AccountContext, "actor" | "account">,
  { email, token, why }: { email: string; token: string; why: "invited" | "opened" },
): Promise<void> {
  const { locale } = await db
    .selectFrom("accounts")
    .select(sql<Language>`locale`.as("locale"))
    .where("id", "=", account.id)
    .executeTakeFirstOrThrow();
  const people = await db
    .selectFrom("people")
    .leftJoin("accounts", "accounts.id", "people.account_id")
    .select(["people.id", "people.name", "people.email", MAIL_LANGUAGE.as("language")])
    .where((eb) =>
      eb.or([eb("people.id", "=", actor.id), eb(eb.fn<string>("lower", ["people.email"]), "=", email.toLowerCase())]),
    )
    .execute();
  const inviter = people.find(({ id }) => id === actor.id);
  const holder = people.find((each) => each.email.toLowerCase() === email.toLowerCase());
  const byStaff = isStaff(actor.role);
  const language = holder?.language ?? (byStaff ? locale : (inviter?.language ?? locale));
  const from = byStaff ? mailTranslator(language, "support")("name") : inviter?.name || inviter?.email || account.name;
  const { label, ...text } = plainMail(language, holder ? "hasSignIn" : why, { account: account.name, inviter: from });
  const path = holder ? "/sign-in" : linkPath("/invitation", token);
  await queueMail(db, {
    accountId: account.id,
    recipient: email,
    language,
    ...text,
    link: { label, url: env().appUrl + path },
    isStranger: !holder,
  });
}

/** Tells a person that their sign-in is disabled, or removed for good. */
export async function mailEndOfSignIn(db: Db, personId: string, end: "disabled" | "removed"): Promise<void> {
  const { account_id, email, language } = await db
    .selectFrom("people")
    .leftJoin("accounts", "accounts.id", "people.account_id")
    .select(["people.email", "people.account_id", MAIL_LANGUAGE.as("language")])
    .where("people.id", "=", personId)
    .executeTakeFirstOrThrow();
  const { subject, paragraphs } = plainMail(language, end === "disabled" ? "signInDisabled" : "signInRemoved");
  await queueMail(db, { accountId: account_id, recipient: email, language, subject, paragraphs });
}

/** What staff do with people of an account, as the owners are told. */
type ByStaff =
  | "created"
  | "updated"
  | "disabled"
  | "enabled"
  | "removed"
  | "factorReset"
  | "invited"
  | "uninvited"
  | "signedOut"
  | "linked";

/** Notifies the people of an account of what staff did with an API client or endpoint of it; `which` names that. */
export async function mailOwnersOfKey(
  db: Db,
  {
    accountId,
    environment,
    operation,
    which,
  }: Record<"accountId" | "operation" | "which", string> & {
    environment: Environment;
  },
): Promise<void> {
  await notify(db, {
    accountId,
    environment,
    kind: "account_changed",
    text: (language) => plainMail(language, "keysByStaff", { did: operation, which, environment }),
  });
}

/** Of these the person gets a mail of their own, or cannot read one. */
const MAILED_THEMSELVES: readonly ByStaff[] = ["created", "disabled", "removed", "factorReset"];

/** Notifies the owners of an account of what staff did with one of its people; `role`: what the person was before. */
export async function mailOwnersOfChange(
  db: Db,
  person: { account_id: string | null; name: string; email: string; role?: string },
  did: ByStaff,
): Promise<void> {
  if (person.account_id === null) return;
  const called = person.name ? `${person.name} (${person.email})` : person.email;
  await notify(db, {
    accountId: person.account_id,
    environment: null,
    kind: "account_changed",
    except: MAILED_THEMSELVES.includes(did) ? person.email : undefined,
    asOwner: person.role === "owner" ? person.email : undefined,
    text: (language) => plainMail(language, "peopleByStaff", { did, person: called }),
  });
}
