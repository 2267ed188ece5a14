import type { Language } from "./languages";

/** The words of rules about statements, adjustments and their pictures; see `validation.ts`. */
export const STATEMENT_MESSAGES = {
  monthNotOver: { en: "The month is not over yet.", "zh-Hant": "該月份尚未完結。" },
  monthBeforeOpen: { en: "Close {month} first.", "zh-Hant": "請先結算 {month}。" },
  monthClosed: { en: "The statement of {month} is closed.", "zh-Hant": "{month} 的月結單已結算。" },
  notConfirmed: {
    en: "The order was never confirmed, so it has no charges.",
    "zh-Hant": "訂單從未確認付運，沒有運費。",
  },
  picture: {
    en: "Must be a JPEG, PNG or WebP picture in base64.",
    "zh-Hant": "必須為 base64 編碼的 JPEG、PNG 或 WebP 圖片。",
  },
  pictureSize: { en: "The picture is larger than {max} kB.", "zh-Hant": "圖片大於 {max} kB。" },
  tooManyPictures: { en: "There are {max} pictures already.", "zh-Hant": "已有 {max} 張圖片。" },
  disputed: { en: "It was disputed already.", "zh-Hant": "已提出異議。" },
  fileSize: { en: "The file is larger than {max} MB.", "zh-Hant": "檔案大於 {max} MB。" },
  fileEmpty: { en: "The file has no lines.", "zh-Hant": "檔案沒有任何資料行。" },
  fileColumn: {
    en: "The first line of the file names no column for {column}.",
    "zh-Hant": "檔案首行沒有 {column} 一欄。",
  },
  importWaits: {
    en: "A file of this name waits for a second person: it is approved or withdrawn first.",
    "zh-Hant": "此名稱的檔案正等待另一位同事覆核，請先批准或撤回。",
  },
  importDecided: { en: "The file no longer waits.", "zh-Hant": "此檔案已處理。" },
  importOwn: {
    en: "You sent this file yourself: somebody else of support applies it.",
    "zh-Hant": "此檔案由你提交，須由其他客服人員套用。",
  },
  lineRepeated: { en: "Row {row} has this line number already.", "zh-Hant": "第 {row} 行已有此行號。" },
  weightOrAdjustment: {
    en: "Give the weight that the carrier charged, or the adjustment.",
    "zh-Hant": "請提供物流商的計費重量，或調整金額。",
  },
  numberUnknown: {
    en: "No parcel in production has this number.",
    "zh-Hant": "正式環境沒有此運單號碼的包裹。",
  },
  orderCancelled: {
    en: "The order was cancelled, so its weight changes nothing: give the adjustment.",
    "zh-Hant": "訂單已取消，重量不影響運費：請提供調整金額。",
  },
  weightUnpriced: {
    en: "The service has no price for the order at this weight: give the adjustment.",
    "zh-Hant": "服務沒有此重量的價錢：請提供調整金額。",
  },
  weightByHand: {
    en: "Somebody has adjusted the order for its weight already: give the adjustment, 0 for none.",
    "zh-Hant": "此訂單的重量已有人手調整：請提供調整金額，無須再調整請填 0。",
  },
  accountUnknown: { en: "There is no such account.", "zh-Hant": "沒有此帳戶。" },
  orderOfOther: {
    en: "{number} is no order of this account in production.",
    "zh-Hant": "{number} 不是此帳戶在正式環境的訂單。",
  },
  month: { en: "Must be a month written YYYY-MM.", "zh-Hant": "必須為月份，格式 YYYY-MM。" },
} as const satisfies Record<string, Record<Language, string>>;
