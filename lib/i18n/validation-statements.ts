import type { Language } from "./languages";

/** The messages of rules about statements, adjustments and their pictures; see `validation.ts`. */
export const STATEMENT_MESSAGES = {
  monthNotOver: { en: "The month is not over yet.", "zh-Hant": "該月份尚未完結。" },
  monthBeforeOpen: { en: "Close {month} first.", "zh-Hant": "請先結算 {month}。" },
  nothingYet: {
    en: "Nothing had happened up to {month}, so there is nothing to close.",
    "zh-Hant": "截至 {month} 沒有任何紀錄，無須結算。",
  },
  monthClosed: { en: "The statement of {month} is closed.", "zh-Hant": "{month} 的月結單已結算。" },
  notConfirmed: {
    en: "The order was never confirmed, so it has no charges.",
    "zh-Hant": "訂單從未確認付運，沒有運費。",
  },
  creditAbove: {
    en: "At most {max} HKD can be credited: the order has been charged no more so far.",
    "zh-Hant": "最多只可退回 {max} 港元，訂單至今只收取此金額。",
  },
  noOrders: {
    en: "The account has no confirmed order yet, so nothing is to be paid out.",
    "zh-Hant": "帳戶尚未有已確認付運的訂單，沒有款項可轉交。",
  },
  beforeFirstOrder: {
    en: "The account’s first order is of {day}: nothing was paid out before.",
    "zh-Hant": "帳戶的首張訂單日期為 {day}，之前不可能有轉交款項。",
  },
  payoutAbove: {
    en: "At most {max} HKD are to be paid out.",
    "zh-Hant": "待轉交款項最多為 {max} 港元。",
  },
  payoutKnown: {
    en: "A payout of this day, amount and reference is noted already.",
    "zh-Hant": "已有相同日期、金額及參考編號的轉交記錄。",
  },
  orderNotCollected: {
    en: "{number} is no delivered order with cash on delivery.",
    "zh-Hant": "{number} 並非已派送的貨到付款訂單。",
  },
  orderPaidOut: {
    en: "{number} is in the payout {reference} already.",
    "zh-Hant": "{number} 已包括在轉交款項 {reference} 內。",
  },
  ordersSum: {
    en: "The cash of these orders is {sum} HKD, not the amount.",
    "zh-Hant": "這些訂單的代收款項合共 {sum} 港元，與金額不符。",
  },
  payoutOfClosed: {
    en: "The statement of {month} is closed: reverse the payout instead.",
    "zh-Hant": "{month} 的月結單已結算，請改為沖銷此轉交款項。",
  },
  payoutOfOpen: {
    en: "Its month is open: delete the payout instead.",
    "zh-Hant": "該月份尚未結算，請改為刪除此轉交款項。",
  },
  payoutReversed: { en: "It was reversed already.", "zh-Hant": "已沖銷。" },
  payoutReverses: { en: "It takes another payout back, and stays.", "zh-Hant": "此為沖銷記錄，不可更改。" },
  billedBefore: {
    en: "Invoice {invoice} has billed this parcel already: set “again” to Y to take it.",
    "zh-Hant": "帳單 {invoice} 已包括此包裹；如要再次匯入，請在「again」一欄填 Y。",
  },
  picture: {
    en: "Must be a complete JPEG, PNG or WebP picture in base64.",
    "zh-Hant": "必須為 base64 編碼的完整 JPEG、PNG 或 WebP 圖片。",
  },
  pictureSize: { en: "The picture is larger than {max} kB.", "zh-Hant": "圖片大於 {max} kB。" },
  picturePixels: {
    en: "The picture has more than {max} million pixels.",
    "zh-Hant": "圖片多於 {max} 百萬像素。",
  },
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
    en: "You sent this file yourself: another person in support applies it.",
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
    en: "The order has already been adjusted for its weight: give the adjustment, 0 for none.",
    "zh-Hant": "此訂單的重量已有人手調整：請提供調整金額，無須再調整請填 0。",
  },
  namedTwice: { en: "It is named twice.", "zh-Hant": "重複列出。" },
  accountUnknown: { en: "There is no such account.", "zh-Hant": "沒有此帳戶。" },
  orderOfOther: {
    en: "{number} is no order of this account in production.",
    "zh-Hant": "{number} 不是此帳戶在正式環境的訂單。",
  },
  month: { en: "Must be a month written YYYY-MM.", "zh-Hant": "必須為月份，格式 YYYY-MM。" },
} as const satisfies Record<string, Record<Language, string>>;
