/** Owns the mails about a person's own sign-in, in the language of the person. */
import { formatDateTime } from "@/lib/format";
import type { Language } from "@/lib/i18n/languages";
import type { Db } from "@/server/db/transaction";
import { env } from "@/server/env";
import { queueMail } from "@/server/mail";
import { MAIL_LANGUAGE } from "../people/owners";
import { placeOf } from "./place";
import { browserWords } from "./user-agent";

type Place = { address: string; userAgent: string | null };
type Words = { subject: string; paragraphs: string[]; link?: { label: string; path: string } };
type Kind =
  | { kind: "passwordLink"; path: string; isFirst: boolean }
  | ({ kind: "newDevice" } & Place)
  | { kind: "passwordChanged" }
  | { kind: "factorAdded" }
  /** The name of a passkey; null: the authenticator app. */
  | { kind: "factorRemoved"; name: string | null; isLast: boolean }
  | { kind: "passkeyAdded"; name: string }
  | { kind: "factorReset" }
  | { kind: "recoveryCodesMade" }
  | { kind: "recoveryCodeUsed"; left: number };

const NOT_YOU: Record<Language, string> = {
  en: "If this was not you, set a new password at once and sign out everywhere else.",
  "zh-Hant": "如並非你本人操作，請立即設定新密碼，並登出所有其他裝置。",
};

const RESET: Record<Language, { label: string; path: string }> = {
  en: { label: "Set a new password", path: "/forgot-password" },
  "zh-Hant": { label: "設定新密碼", path: "/forgot-password" },
};

function wordsOf(mail: Kind, language: Language): Words {
  const isEnglish = language === "en";
  const alarm = (subject: string, text: string): Words => ({
    subject,
    paragraphs: [text, NOT_YOU[language]],
    link: RESET[language],
  });
  switch (mail.kind) {
    case "passwordLink":
      return isEnglish
        ? {
            subject: "Set your Sampan password",
            paragraphs: [
              `With the link below you set the password of your Sampan sign-in. It works once, within ${mail.isFirst ? "7 days" : "an hour"}; links that you got earlier no longer work.`,
              "If you did not expect this e-mail, you need not do anything: without the link your password stays as it is.",
            ],
            link: { label: "Set your password", path: mail.path },
          }
        : {
            subject: "設定你的舢舨密碼",
            paragraphs: [
              `請使用以下連結設定你的舢舨登入密碼。連結只可使用一次，並於 ${mail.isFirst ? "7 日" : "1 小時"}內有效；之前收到的連結已失效。`,
              "如果你並未要求此電郵，毋須理會：不使用連結，你的密碼不會有任何改變。",
            ],
            link: { label: "設定密碼", path: mail.path },
          };
    case "newDevice": {
      const time = formatDateTime(new Date(), language);
      const browser = browserWords(mail.userAgent, language);
      const place = placeOf(mail.address, language);
      return isEnglish
        ? alarm(
            "Sign-in from a new browser",
            `Somebody signed in to Sampan as you from a browser that you had not used before: ${browser}, address ${mail.address}${place ? ` (${place})` : ""}, ${time} (Hong Kong time).`,
          )
        : alarm(
            "有新的瀏覽器登入你的帳戶",
            `有人以你的身分從未曾使用過的瀏覽器登入舢舨：${browser}，網絡位址 ${mail.address}${place ? `（${place}）` : ""}，${time}（香港時間）。`,
          );
    }
    case "passwordChanged":
      return isEnglish
        ? alarm("Your password was changed", "The password of your Sampan sign-in was changed.")
        : alarm("你的密碼已更改", "你的舢舨登入密碼已更改。");
    case "factorAdded":
      return isEnglish
        ? alarm(
            "Second factor added",
            "From now on, signing in to Sampan as you needs a code of your authenticator app as well as your password.",
          )
        : alarm("已啟用雙重認證", "由現在起，登入舢舨時除密碼外，還需要驗證器應用程式的驗證碼。");
    case "factorRemoved": {
      const { name, isLast } = mail;
      if (isEnglish) {
        const what = name === null ? "Your authenticator app was removed." : `The passkey “${name}” was removed.`;
        return alarm(
          name === null ? "Second factor removed" : "Passkey removed",
          isLast ? `${what} From now on, signing in to Sampan as you needs only your password.` : what,
        );
      }
      const what = name === null ? "你的驗證器應用程式已移除。" : `通行密鑰「${name}」已移除。`;
      return alarm(
        name === null ? "已移除雙重認證" : "已移除通行密鑰",
        isLast ? `${what}由現在起，登入舢舨只需要密碼。` : what,
      );
    }
    case "passkeyAdded":
      return isEnglish
        ? alarm(
            "Passkey added",
            `The passkey “${mail.name}” was added to your Sampan sign-in. From now on it signs in as you without your password, and your password alone no longer does.`,
          )
        : alarm(
            "已新增通行密鑰",
            `你的舢舨登入已新增通行密鑰「${mail.name}」。由現在起，它毋須密碼便能以你的身分登入，而單憑密碼則不能登入。`,
          );
    case "factorReset":
      return isEnglish
        ? alarm(
            "Second factor reset",
            "Your second factor was reset for you. Signing in to Sampan needs only your password until you set it up again.",
          )
        : alarm("雙重認證已重設", "你的雙重認證已由他人代為重設。重新設定前，登入舢舨只需要密碼。");
    case "recoveryCodesMade":
      return isEnglish
        ? alarm("New recovery codes", "New recovery codes were made for your sign-in. The earlier ones no longer work.")
        : alarm("已產生新的備用碼", "你的登入已產生新的備用碼，之前的備用碼已失效。");
    case "recoveryCodeUsed":
      return isEnglish
        ? alarm("A recovery code was used", `A recovery code was used to sign in as you. You have ${mail.left} left.`)
        : alarm("備用碼已使用", `有人使用備用碼以你的身分登入。你尚餘 ${mail.left} 個備用碼。`);
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
  const { link, ...words } = wordsOf(mail, language);
  await queueMail(db, {
    accountId: account_id,
    recipient: email,
    language,
    ...words,
    ...(link ? { link: { label: link.label, url: env().appUrl + link.path } } : {}),
  });
}
