import type { Language } from "./languages";

/** What is said about services and feeds of pickup points that break a rule. */
export const SERVICE_MESSAGES = {
  serviceSuspended: { en: "{provider} is suspended: {notice}", "zh-Hant": "{provider} 暫停服務：{notice}" },
  timePast: { en: "Must be later than now.", "zh-Hant": "必須為之後的時間。" },
  timeAfter: { en: "Must be later than {field}.", "zh-Hant": "必須在 {field} 之後。" },
  orderErased: {
    en: "The personal data of this order is erased, so there is nothing to repeat.",
    "zh-Hant": "此訂單的個人資料已刪除，無法再次付運。",
  },
  erasedLocked: {
    en: "The personal data of this order is erased, so nothing can be written about it any more.",
    "zh-Hant": "此訂單的個人資料已刪除，不能再加入任何內容。",
  },
  noPickupPoints: { en: "{provider} has no pickup points.", "zh-Hant": "{provider} 沒有自取點。" },
  pointsOrCsv: { en: "Give either points or csv.", "zh-Hant": "請提供 points 或 csv 其中一項。" },
  deliveryCode: {
    en: "Must be 1 to 32 letters, digits, dots, hyphens and underscores.",
    "zh-Hant": "必須為 1 至 32 個英文字母、數字、點、連字號或底線。",
  },
  district: {
    en: "Must be one of the 18 districts of Hong Kong, in English or Chinese.",
    "zh-Hant": "必須為香港十八區之一，中文或英文均可。",
  },
  pointRepeated: { en: "Row {row} has this code already.", "zh-Hant": "第 {row} 行已有此編號。" },
  allSides: { en: "Give all three sides or none.", "zh-Hant": "三邊請全部填寫或全部留空。" },
  csvFaults: {
    en: "The file has faults: {count}. They are in faults, by row and column.",
    "zh-Hant": "檔案有 {count} 個錯誤，詳見 faults 所列的行及欄。",
  },
  csvColumnMissing: { en: "The first row must name this column.", "zh-Hant": "首行必須有此欄。" },
  csvColumnTwice: { en: "Two columns have this name.", "zh-Hant": "有兩欄同名。" },
  csvTooManyCells: {
    en: "The row has more cells than the first row has columns.",
    "zh-Hant": "此行的儲存格多於首行的欄數。",
  },
  closingMany: {
    en: "It would close {closes} of {open} open pickup points. Confirm that the list is whole.",
    "zh-Hant": "{open} 個開放中的自取點將有 {closes} 個關閉。請確認清單完整無缺。",
  },
  feedEnded: {
    en: "The feed is {status}: only a planned one can be withdrawn.",
    "zh-Hant": "此清單的狀態為 {status}，只可撤回尚未套用的清單。",
  },
} as const satisfies Record<string, Record<Language, string>>;
