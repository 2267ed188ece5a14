/** What the people of an account are told when support suspends or reopens it (contract §27.3). */
import type { SuspensionReason } from "@/lib/contracts/account";
import type { Language } from "@/lib/i18n/languages";
import type { Db } from "@/server/context";
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
const STATE_MAILS: Record<"suspended" | "reopened" | "planEnded" | "planBegan", Record<Language, StateWords>> = {
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
  const told = [
    before.suspended !== after.suspended && STATE_MAILS[after.suspended ? "suspended" : "reopened"],
    before.payment_plan !== after.payment_plan && STATE_MAILS[after.payment_plan ? "planBegan" : "planEnded"],
  ];
  for (const words of told)
    if (words)
      await notify(db, {
        accountId,
        environment: null,
        kind: "account_changed",
        words: (language) => words[language](name, reason && SUSPENDED_BECAUSE[language][reason]),
      });
}
