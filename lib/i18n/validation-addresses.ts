import type { Language } from "./languages";

/** The messages of rules of saved addresses, in both languages. */
export const ADDRESS_MESSAGES = {
  changedMeanwhile: {
    en: "This has been changed since. Read it again.",
    "zh-Hant": "其他人已更改此欄。請重新讀取。",
  },
  addressEmpty: {
    en: "Must have at least one field.",
    "zh-Hant": "必須填寫最少一欄。",
  },
  recipientOnly: {
    en: "Only recipients have this field. Leave it out of a sender.",
    "zh-Hant": "只有收件人有此欄；寄件人請勿填寫。",
  },
  senderAtPoint: {
    en: "A sender is at no pickup point: leave ^ and the code out.",
    "zh-Hant": "寄件人不可位於自取點；請刪去 ^ 及代碼。",
  },
  addressLimit: {
    en: "There are {max} addresses already, or would be more, the most an account may have here. Delete some first.",
    "zh-Hant": "地址數目已達或會超過此環境的上限 {max} 個。請先刪除部分地址。",
  },
  addressUnknown: { en: "There is no such saved address.", "zh-Hant": "沒有此已儲存的地址。" },
  addressKept: {
    en: "Must not name the address that is kept.",
    "zh-Hant": "不可包含要保留的地址。",
  },
  addressesUnlike: {
    en: "Must be of the kind of the address that is kept: {kind}.",
    "zh-Hant": "必須與要保留的地址屬同一類：{kind}。",
  },
} as const satisfies Record<string, Record<Language, string>>;
