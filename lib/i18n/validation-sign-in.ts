import type { Language } from "./languages";

/** The messages of the rules of signing in: passwords, links, second factors. Part of `VALIDATION_MESSAGES`. */
export const SIGN_IN_MESSAGES = {
  passwordCommon: {
    en: "This password is too common. Take a sentence of your own.",
    "zh-Hant": "此密碼太常見，請使用自己的句子。",
  },
  passwordOwn: {
    en: "This password is made of your e-mail or our name. Take a sentence of your own.",
    "zh-Hant": "此密碼由你的電郵地址或本產品的名稱組成，請使用自己的句子。",
  },
  linkUsed: {
    en: "This link is used up or has expired. Ask for a new one.",
    "zh-Hant": "此連結已使用或已過期，請索取新連結。",
  },
  passwordWrong: { en: "This is not your current password.", "zh-Hant": "這不是你目前的密碼。" },
  codeWrong: {
    en: "This code is wrong or was used already. Take the one that your app shows now.",
    "zh-Hant": "驗證碼不正確或已使用，請輸入應用程式目前顯示的驗證碼。",
  },
  passkeyPlace: {
    en: "Passkeys work at {origin} only. Open that address and try again.",
    "zh-Hant": "通行密鑰只可在 {origin} 使用，請開啟該網址再試。",
  },
  passkeyNowhere: {
    en: "Passkeys need a server whose address is a name with https.",
    "zh-Hant": "通行密鑰只可用於以名稱及 https 連線的伺服器。",
  },
  passkeyRefused: {
    en: "This passkey was not accepted. Try again.",
    "zh-Hant": "此通行密鑰未獲接納，請再試。",
  },
  passkeyExists: { en: "This passkey is set up already.", "zh-Hant": "此通行密鑰已設定。" },
  factorExists: {
    en: "An authenticator app is set up already. Remove it first.",
    "zh-Hant": "驗證器應用程式已設定，請先移除。",
  },
  noFactor: { en: "Set up a second factor first.", "zh-Hant": "請先設定雙重認證。" },
} as const satisfies Record<string, Record<Language, string>>;
