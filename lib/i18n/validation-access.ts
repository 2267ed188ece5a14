import type { Language } from "./languages";

/** The messages of rules about accounts, people, invitations, API clients and secrets; see `validation.ts`. */
export const ACCESS_MESSAGES = {
  lastOwner: {
    en: "This is the account's last owner. Make another person an owner first.",
    "zh-Hant": "這是帳戶最後一位擁有人，請先將其他人設為擁有人。",
  },
  nameAddress: {
    en: "A name holds no address of a page. Put a space after a full stop.",
    "zh-Hant": "姓名不可包含網址；句號後請留空格。",
  },
  ownSecret: {
    en: "Must be {min} to {max} visible ASCII characters, without spaces.",
    "zh-Hant": "必須為 {min} 至 {max} 個可見的 ASCII 字元，不可有空格。",
  },
  suspensionReason: {
    en: "A reason is needed to suspend an account, and only then.",
    "zh-Hant": "暫停帳戶必須註明原因；其他情況請勿填寫。",
  },
  warehouseBusy: {
    en: "The warehouse has {count} of its orders. Pick and pack can be switched off when they are collected or cancelled.",
    "zh-Hant": "倉庫仍有此帳戶的 {count} 張訂單。待派遞員收件或訂單取消後，方可停用揀貨服務。",
  },
  accountClosed: {
    en: "This account is closed and cannot be changed.",
    "zh-Hant": "此帳戶已結束，不可更改。",
  },
  emailTaken: {
    en: "This e-mail has a sign-in already.",
    "zh-Hant": "此電郵已有登入帳號。",
  },
  demoStaff: {
    en: "The demonstration's sign-ins are disabled together, and enabled by a command: npm run admin -- demo enable.",
    "zh-Hant": "示範登入須一併停用，並以指令啟用：npm run admin -- demo enable。",
  },
  staffSelf: {
    en: "Nobody changes their own access. Ask another person in support.",
    "zh-Hant": "不可更改自己的權限，請其他客服人員代辦。",
  },
  staffDisabled: {
    en: "This person is disabled. Enable them first.",
    "zh-Hant": "此人員已停用，請先啟用。",
  },
  ownerFactor: {
    en: "The second factor of an owner, or of who was one within 24 hours, is reset by Sampan support.",
    "zh-Hant": "帳戶擁有人（包括 24 小時內曾為擁有人者）的雙重認證須由舢舨客服重設。",
  },
  demoPerson: {
    en: "Demonstration sign-ins are enabled by a command: npm run admin -- demo enable.",
    "zh-Hant": "示範登入須以指令啟用：npm run admin -- demo enable。",
  },
  clientLimit: {
    en: "The account has {max} API clients here: revoke one first.",
    "zh-Hant": "此環境已有 {max} 個 API 用戶端，請先撤銷其中一個。",
  },
  addressRange: {
    en: "“{entry}” is neither an IP address nor a range such as 203.0.113.0/24.",
    "zh-Hant": "「{entry}」不是 IP 位址，也不是如 203.0.113.0/24 的位址範圍。",
  },
  proxyUntrusted: {
    en: "You come through a proxy at {peer} that is not trusted (last seen {at}), so callers' addresses are not known. Ask the operator to name it in TRUSTED_PROXY.",
    "zh-Hant":
      "你經由未獲信任的代理伺服器 {peer} 連線（最近於 {at}），系統未能得知呼叫者的位址。請管理員把它列入 TRUSTED_PROXY。",
  },
  clientRevoked: {
    en: "This API client is revoked.",
    "zh-Hant": "此 API 用戶端已撤銷。",
  },
  invitationLimit: {
    en: "There are {max} open invitations already, the most an account may have. Withdraw one first.",
    "zh-Hant": "已有 {max} 個未接受的邀請，達到上限。請先撤回一個。",
  },
} as const satisfies Record<string, Record<Language, string>>;
