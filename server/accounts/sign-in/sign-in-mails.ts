/** Owns the mails about a person's own sign-in, in the language of the person. */
import { formatDateTime } from "@/lib/format";
import type { Language } from "@/lib/i18n/languages";
import { plainMail } from "@/lib/i18n/mails";
import type { Db } from "@/server/db/transaction";
import { env } from "@/server/env";
import { queueMail } from "@/server/mail";
import { MAIL_LANGUAGE } from "../people/owners";
import { countryOf } from "./country";
import { browserLabel } from "./user-agent";

type Origin = { address: string; userAgent: string | null };
type Kind =
  | { kind: "passwordLink"; path: string; isFirst: boolean }
  | ({ kind: "newDevice" } & Origin)
  | { kind: "passwordChanged" }
  | { kind: "factorAdded" }
  /** The name of a passkey; null: the authenticator app. */
  | { kind: "factorRemoved"; name: string | null; isLast: boolean }
  | { kind: "passkeyAdded"; name: string }
  | { kind: "factorReset" }
  | { kind: "recoveryCodesMade" }
  | { kind: "recoveryCodeUsed"; left: number };

/** The mail of the catalogue and its values. */
function textOf(mail: Kind, language: Language) {
  switch (mail.kind) {
    case "newDevice":
      return plainMail(language, "newDevice", {
        browser: browserLabel(mail.userAgent, language),
        address: mail.address,
        place: countryOf(mail.address, language) || "none",
        time: formatDateTime(new Date(), language),
      });
    case "factorRemoved":
      return mail.name === null
        ? plainMail(language, "appRemoved", { isLast: mail.isLast })
        : plainMail(language, "passkeyRemoved", { isLast: mail.isLast, name: mail.name });
    default: {
      const { kind, ...values } = mail;
      return plainMail(language, kind, values);
    }
  }
}

/** Writes a mail to a person about their sign-in, in the transaction that it reports on. */
export async function mailPerson(db: Db, personId: string, mail: Kind): Promise<void> {
  const { email, account_id, language } = await db
    .selectFrom("people")
    .leftJoin("accounts", "accounts.id", "people.account_id")
    .select(["people.email", "people.account_id", MAIL_LANGUAGE.as("language")])
    .where("people.id", "=", personId)
    .executeTakeFirstOrThrow();
  const { label, ...text } = textOf(mail, language);
  const path = mail.kind === "passwordLink" ? mail.path : "/forgot-password";
  await queueMail(db, {
    accountId: account_id,
    recipient: email,
    language,
    ...text,
    link: { label, url: env().appUrl + path },
  });
}
