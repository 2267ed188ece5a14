import { sql } from "kysely";
import type { Environment } from "@/lib/environment";
import type { Language } from "@/lib/i18n/languages";
import { isStaff } from "@/lib/roles";
import type { AccountContext } from "@/server/context";
import type { Db } from "@/server/db/transaction";
import { env } from "@/server/env";
import { queueMail } from "@/server/mail";
import { linkPath } from "../clients/credentials";
import { notify } from "../notices/notices";
import { MAIL_LANGUAGE } from "./owners";

type Words = { subject: string; paragraphs: string[]; label: string };

const INVITATION: Record<Language, (account: string, inviter: string) => Words> = {
  en: (account, inviter) => ({
    subject: `${inviter} invites you to ${account} at Sampan`,
    paragraphs: [
      `${inviter} invites you to work on the orders of ${account} at Sampan, the shipping platform.`,
      "With the link below you set your password. It works once, within 7 days. If you did not expect this e-mail, you need not do anything.",
    ],
    label: "Accept the invitation",
  }),
  "zh-Hant": (account, inviter) => ({
    subject: `${inviter} 邀請你加入舢舨上的 ${account}`,
    paragraphs: [
      `${inviter} 邀請你在物流平台舢舨一同處理 ${account} 的訂單。`,
      "請使用以下連結設定密碼。連結只可使用一次，並於 7 日內有效。如果你並不認識邀請人，毋須理會此電郵。",
    ],
    label: "接受邀請",
  }),
};

const HAS_SIGN_IN: Record<Language, (account: string, inviter: string) => Words> = {
  en: (account, inviter) => ({
    subject: `${inviter} invites you to ${account} at Sampan`,
    paragraphs: [
      `${inviter} invites you to work on the orders of ${account} at Sampan. This e-mail already has a sign-in, and a sign-in belongs to one account, so nothing was changed.`,
      `If you would like to work for ${account} too, ask ${inviter} to invite another e-mail address of yours.`,
    ],
    label: "Sign in",
  }),
  "zh-Hant": (account, inviter) => ({
    subject: `${inviter} 邀請你加入舢舨上的 ${account}`,
    paragraphs: [
      `${inviter} 邀請你在舢舨一同處理 ${account} 的訂單。此電郵已有登入帳號，而每個登入帳號只屬於一個帳戶，因此沒有任何改變。`,
      `如你亦想為 ${account} 工作，請 ${inviter} 改為邀請你的另一個電郵地址。`,
    ],
    label: "登入",
  }),
};

const OPENED: Record<Language, (account: string, inviter: string) => Words> = {
  en: (account) => ({
    subject: `Your Sampan account for ${account} is open`,
    paragraphs: [
      `Sampan support has opened an account for ${account} at Sampan, the shipping platform. You are its owner.`,
      "With the link below you set your password and start. It works once, within 7 days. If you did not expect this e-mail, you need not do anything.",
    ],
    label: "Set your password",
  }),
  "zh-Hant": (account) => ({
    subject: `${account} 的舢舨帳戶已開立`,
    paragraphs: [
      `舢舨客服已在物流平台舢舨為 ${account} 開立帳戶，並將你設為帳戶擁有人。`,
      "請使用以下連結設定密碼並開始使用。連結只可使用一次，並於 7 日內有效。如果你並無要求開戶，毋須理會此電郵。",
    ],
    label: "設定密碼",
  }),
};

const INVITATION_MAILS = { invited: INVITATION, opened: OPENED };
const SUPPORT: Record<Language, string> = { en: "Sampan support", "zh-Hant": "舢舨客服" };

/**
 * Mails an invitation in the language of the inviter, or of the account where staff invite. If the e-mail has a sign-in,
 * its holder gets a mail that says so instead, in their own language and without the link.
 */
export async function mailInvitation(
  db: Db,
  { actor, account }: Pick<AccountContext, "actor" | "account">,
  { email, token, why }: { email: string; token: string; why: keyof typeof INVITATION_MAILS },
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
  const from = byStaff ? SUPPORT[language] : inviter?.name || inviter?.email || account.name;
  const { subject, paragraphs, label } = (holder ? HAS_SIGN_IN : INVITATION_MAILS[why])[language](account.name, from);
  const path = holder ? "/sign-in" : linkPath("/invitation", token);
  await queueMail(db, {
    accountId: account.id,
    recipient: email,
    language,
    subject,
    paragraphs,
    link: { label, url: env().appUrl + path },
    isStranger: !holder,
  });
}

const ENDED: Record<"disabled" | "removed", Record<Language, Omit<Words, "label">>> = {
  disabled: {
    en: {
      subject: "Your Sampan sign-in is disabled",
      paragraphs: [
        "Your Sampan sign-in was disabled: you are signed out everywhere, and can sign in again when it is enabled. If you did not expect this, ask an owner of your account, or Sampan support.",
      ],
    },
    "zh-Hant": {
      subject: "你的舢舨登入已停用",
      paragraphs: [
        "你的舢舨登入已停用：你已從所有裝置登出，重新啟用後方可再登入。如有疑問，請聯絡帳戶擁有人或舢舨客服。",
      ],
    },
  },
  removed: {
    en: {
      subject: "Your Sampan sign-in was removed",
      paragraphs: [
        "Your Sampan sign-in was removed: you are signed out everywhere and cannot sign in any more. What you did stays, with your name. If you did not expect this, ask an owner of your account, or Sampan support.",
      ],
    },
    "zh-Hant": {
      subject: "你的舢舨登入已移除",
      paragraphs: [
        "你的舢舨登入已移除：你已從所有裝置登出，亦不能再登入。你做過的一切會連同姓名保留。如有疑問，請聯絡帳戶擁有人或舢舨客服。",
      ],
    },
  },
};

/** Tells a person that their sign-in is disabled, or removed for good. */
export async function mailEndOfSignIn(db: Db, personId: string, end: keyof typeof ENDED): Promise<void> {
  const { account_id, email, language } = await db
    .selectFrom("people")
    .leftJoin("accounts", "accounts.id", "people.account_id")
    .select(["people.email", "people.account_id", MAIL_LANGUAGE.as("language")])
    .where("people.id", "=", personId)
    .executeTakeFirstOrThrow();
  await queueMail(db, { accountId: account_id, recipient: email, language, ...ENDED[end][language] });
}

const BY_STAFF = {
  created: { en: "created the sign-in of", "zh-Hant": "建立了以下人員的登入" },
  updated: { en: "changed the sign-in of", "zh-Hant": "更改了以下人員的登入" },
  disabled: { en: "disabled the sign-in of", "zh-Hant": "停用了以下人員的登入" },
  enabled: { en: "enabled the sign-in of", "zh-Hant": "啟用了以下人員的登入" },
  removed: { en: "removed the sign-in of", "zh-Hant": "移除了以下人員的登入" },
  factorReset: { en: "reset the second factor of", "zh-Hant": "重設了以下人員的雙重認證" },
  invited: { en: "invited somebody to your account:", "zh-Hant": "邀請了以下人員加入你的帳戶" },
  uninvited: { en: "withdrew the invitation of", "zh-Hant": "撤回了以下人員的邀請" },
  signedOut: { en: "signed out everywhere", "zh-Hant": "已將以下人員從所有裝置登出" },
  linked: { en: "made a link that sets the password of", "zh-Hant": "為以下人員建立了設定密碼的連結" },
} as const satisfies Record<string, Record<Language, string>>;

const STAFF_MAIL: Record<Language, (did: string, person: string) => Omit<Words, "label">> = {
  en: (did, person) => ({
    subject: "Sampan support changed the people of your account",
    paragraphs: [
      `Sampan support ${did} ${person}.`,
      "If nobody of your account asked for this, please tell Sampan support.",
    ],
  }),
  "zh-Hant": (did, person) => ({
    subject: "舢舨客服更改了你帳戶的人員",
    paragraphs: [`舢舨客服${did}：${person}。`, "如你的帳戶並無人要求此更改，請通知舢舨客服。"],
  }),
};

const KEYS_BY_STAFF = {
  createClient: { en: "issued an API client", "zh-Hant": "發出了 API 用戶端" },
  updateClient: { en: "changed an API client", "zh-Hant": "更改了 API 用戶端" },
  rollClient: { en: "gave an API client a new secret", "zh-Hant": "更換了 API 用戶端的密鑰" },
  revokeClient: { en: "revoked an API client", "zh-Hant": "撤銷了 API 用戶端" },
  createWebhook: { en: "created a webhook endpoint", "zh-Hant": "建立了 Webhook 端點" },
  updateWebhook: { en: "changed a webhook endpoint", "zh-Hant": "更改了 Webhook 端點" },
  deleteWebhook: { en: "deleted a webhook endpoint", "zh-Hant": "刪除了 Webhook 端點" },
  enableWebhook: { en: "enabled a webhook endpoint", "zh-Hant": "啟用了 Webhook 端點" },
  disableWebhook: { en: "disabled a webhook endpoint", "zh-Hant": "停用了 Webhook 端點" },
  rollWebhookSecret: { en: "gave a webhook endpoint a new secret", "zh-Hant": "更換了 Webhook 端點的密鑰" },
} as const satisfies Record<string, Record<Language, string>>;

const ENVIRONMENT_WORDS: Record<Language, Record<Environment, string>> = {
  en: { testing: "testing", production: "production" },
  "zh-Hant": { testing: "測試", production: "正式" },
};

const KEY_MAIL: Record<Language, (did: string, which: string, environment: string) => Omit<Words, "label">> = {
  en: (did, which, environment) => ({
    subject: "Sampan support changed the access of programs to your account",
    paragraphs: [
      `Sampan support ${did} of your account: ${which} (${environment}).`,
      "If nobody of your account asked for this, please tell Sampan support.",
    ],
  }),
  "zh-Hant": (did, which, environment) => ({
    subject: "舢舨客服更改了程式對你帳戶的存取",
    paragraphs: [`舢舨客服${did}：${which}（${environment}環境）。`, "如你的帳戶並無人要求此更改，請通知舢舨客服。"],
  }),
};

/** Whether owners get a mail when staff does this with an API client or an endpoint. */
function isKeyChange(operation: string): operation is keyof typeof KEYS_BY_STAFF {
  return operation in KEYS_BY_STAFF;
}

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
  if (!isKeyChange(operation)) return;
  await notify(db, {
    accountId,
    environment,
    kind: "account_changed",
    words: (language) =>
      KEY_MAIL[language](KEYS_BY_STAFF[operation][language], which, ENVIRONMENT_WORDS[language][environment]),
  });
}

/** Of these the person gets a mail of their own, or cannot read one. */
const MAILED_THEMSELVES: readonly (keyof typeof BY_STAFF)[] = ["created", "disabled", "removed", "factorReset"];

/** Notifies the owners of an account of what staff did with one of its people; `role`: what the person was before. */
export async function mailOwnersOfChange(
  db: Db,
  person: { account_id: string | null; name: string; email: string; role?: string },
  did: keyof typeof BY_STAFF,
): Promise<void> {
  if (person.account_id === null) return;
  await notify(db, {
    accountId: person.account_id,
    environment: null,
    kind: "account_changed",
    except: MAILED_THEMSELVES.includes(did) ? person.email : undefined,
    asOwner: person.role === "owner" ? person.email : undefined,
    words: (language) =>
      STAFF_MAIL[language](BY_STAFF[did][language], person.name ? `${person.name} (${person.email})` : person.email),
  });
}
