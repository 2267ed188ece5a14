/** The mails to the people of an account when support suspends or reopens it (contract §27.3). */
import type { SuspensionReason } from "@/lib/contracts/account";
import type { Language } from "@/lib/i18n/languages";
import type { Db } from "@/server/db/transaction";
import { notify } from "./notices";

type Words = { subject: string; paragraphs: string[] };

const SUSPENDED_BECAUSE: Record<Language, Record<SuspensionReason, string>> = {
  en: {
    PAYMENT_OVERDUE: "a payment is overdue",
    MERCHANT_ASKED: "somebody of your account asked for it",
    SECURITY: "its security has to be checked",
    TERMS: "its use does not keep to the terms of service",
  },
  "zh-Hant": {
    PAYMENT_OVERDUE: "有逾期未付的款項",
    MERCHANT_ASKED: "你的帳戶有人提出要求",
    SECURITY: "須檢查帳戶的保安",
    TERMS: "帳戶的使用不符合服務條款",
  },
};

type StateWords = (account: string, why: string | null) => Words;
const STATE_MAILS: Record<
  "suspended" | "reopened" | "planEnded" | "planBegan" | "closed",
  Record<Language, StateWords>
> = {
  suspended: {
    en: (account, why) => ({
      subject: `The Sampan account of ${account} is suspended`,
      paragraphs: [
        `Sampan support suspended the account of ${account}${why ? ` because ${why}` : ""}. Nobody of the account can use Sampan until it is reopened, and programs of the account are refused. Parcels on their way are delivered.`,
        "If you have questions, or think that this is a mistake, please contact Sampan support.",
      ],
    }),
    "zh-Hant": (account, why) => ({
      subject: `${account} 的舢舨帳戶已暫停`,
      paragraphs: [
        `舢舨客服已暫停 ${account} 的帳戶${why ? `，原因是${why}` : ""}。重新開通之前，帳戶人員及程式均無法使用舢舨；已寄出的包裹會繼續派送。`,
        "如有疑問，或認為有誤，請聯絡舢舨客服。",
      ],
    }),
  },
  reopened: {
    en: (account) => ({
      subject: `The Sampan account of ${account} is open again`,
      paragraphs: [`Sampan support reopened the account of ${account}: its people can sign in and its programs work.`],
    }),
    "zh-Hant": (account) => ({
      subject: `${account} 的舢舨帳戶已重新開通`,
      paragraphs: [`舢舨客服已重新開通 ${account} 的帳戶：帳戶人員可再次登入，程式亦可使用。`],
    }),
  },
  planEnded: {
    en: (account) => ({
      subject: `The Sampan account of ${account} has no payment plan any more`,
      paragraphs: [
        `Sampan support ended the monthly payment plan of ${account}. Nobody of the account can use Sampan without a plan, and programs of the account are refused.`,
        "If you have questions, or think that this is a mistake, please contact Sampan support.",
      ],
    }),
    "zh-Hant": (account) => ({
      subject: `${account} 的舢舨帳戶已沒有月結計劃`,
      paragraphs: [
        `舢舨客服已終止 ${account} 的月結計劃。沒有計劃期間，帳戶人員及程式均無法使用舢舨。`,
        "如有疑問，或認為有誤，請聯絡舢舨客服。",
      ],
    }),
  },
  planBegan: {
    en: (account) => ({
      subject: `The Sampan account of ${account} has a payment plan`,
      paragraphs: [`Sampan support enabled the monthly payment plan of ${account}. The account can be used.`],
    }),
    "zh-Hant": (account) => ({
      subject: `${account} 的舢舨帳戶已啟用月結計劃`,
      paragraphs: [`舢舨客服已為 ${account} 啟用月結計劃，帳戶可以使用。`],
    }),
  },
  closed: {
    en: (account) => ({
      subject: `The Sampan account of ${account} is closed`,
      paragraphs: [
        `Sampan support closed the account of ${account}: nobody can sign in to it any more, and its programs are refused. Parcels on their way are delivered, and its data is kept until it is erased.`,
        "If nobody of your account asked for this, please tell Sampan support.",
      ],
    }),
    "zh-Hant": (account) => ({
      subject: `${account} 的舢舨帳戶已關閉`,
      paragraphs: [
        `舢舨客服已關閉 ${account} 的帳戶：任何人均不能再登入，程式亦無法使用。已寄出的包裹會繼續派送，資料會保留至刪除為止。`,
        "如你的帳戶並無人要求此更改，請通知舢舨客服。",
      ],
    }),
  },
};

type State = {
  account_id: string;
  name: string;
  suspended: boolean;
  payment_plan: boolean;
  /** Commands give none. */
  suspended_reason?: SuspensionReason | null;
};

/** Tells the people of an account that it was suspended or reopened, or that its plan ended or began (contract §27.3). */
export async function mailOwnersOfState(db: Db, before: State, after: State): Promise<void> {
  const { account_id: accountId, name, suspended_reason: reason = null } = after;
  const news = [
    before.suspended !== after.suspended && STATE_MAILS[after.suspended ? "suspended" : "reopened"],
    before.payment_plan !== after.payment_plan && STATE_MAILS[after.payment_plan ? "planBegan" : "planEnded"],
  ];
  for (const words of news)
    if (words)
      await tell(db, accountId, (language) => words[language](name, reason && SUSPENDED_BECAUSE[language][reason]));
}

/** Tells the people of an account that support closes it; before they are disabled (contract §20.5). */
export async function mailOwnersOfClosing(db: Db, accountId: string): Promise<void> {
  const { name } = await db.selectFrom("accounts").select("name").where("id", "=", accountId).executeTakeFirstOrThrow();
  await tell(db, accountId, (language) => STATE_MAILS.closed[language](name, null));
}

async function tell(db: Db, accountId: string, words: (language: Language) => Words): Promise<void> {
  await notify(db, { accountId, environment: null, kind: "account_changed", words });
}
