import type { Language } from "./languages";

/** The messages of rules of dispatch, in both languages. */
export const DISPATCH_MESSAGES = {
  parcelNotFound: {
    en: "No parcel of this account has the code {code}.",
    "zh-Hant": "此帳戶沒有編號為 {code} 的包裹。",
  },
  parcelToChoose: {
    en: "Order {order} has {count} parcels. Scan the label of each.",
    "zh-Hant": "訂單 {order} 有 {count} 件包裹，請逐一掃描運單標籤。",
  },
  parcelCancelled: {
    en: "Order {order} is cancelled. Keep the parcel.",
    "zh-Hant": "訂單 {order} 已取消，請留起包裹。",
  },
  parcelUnconfirmed: {
    en: "Order {order} is not confirmed yet, so no courier takes it.",
    "zh-Hant": "訂單 {order} 尚未確認付運，派遞員不會收取。",
  },
  parcelUnderway: {
    en: "Order {order} is with the carrier already.",
    "zh-Hant": "訂單 {order} 已由物流商收取。",
  },
  parcelInWarehouse: {
    en: "The warehouse hands over order {order}.",
    "zh-Hant": "訂單 {order} 由倉庫交給派遞員。",
  },
  parcelHandedOver: {
    en: "Parcel {parcel} of order {order} is on a hand-over list. Delete the list first, if it is not signed.",
    "zh-Hant": "訂單 {order} 的第 {parcel} 件包裹已列入交件清單。如清單尚未簽收，請先刪除清單。",
  },
  nothingToHandOver: {
    en: "None of these orders has a parcel that was scanned out and is on no list yet.",
    "zh-Hant": "這些訂單沒有已掃描而未列入清單的包裹。",
  },
  handOverSigned: {
    en: "The list is signed and stays as it is.",
    "zh-Hant": "清單已簽收，不可更改。",
  },
  signature: {
    en: "Must be a signature: points x,y with spaces between them, and semicolons between strokes.",
    "zh-Hant": "必須為簽名：以空格分隔的 x,y 座標，筆劃之間以分號分隔。",
  },
} as const satisfies Record<string, Record<Language, string>>;
