import type { Language } from "./languages";

export { LANGUAGES, type Language } from "./languages";

/**
 * The words of every validation rule, in both languages: the API answers the English ones, forms those of their
 * reader. `{name}` is replaced by a parameter.
 */
export const VALIDATION_MESSAGES = {
  required: { en: "This field is required.", "zh-Hant": "此欄必須填寫。" },
  mustBeString: {
    en: "Must be a JSON string; {given} was given.",
    "zh-Hant": "必須為 JSON 字串；收到的是 {given}。",
  },
  mustBeNumber: { en: "Must be a JSON number; {given} was given.", "zh-Hant": "必須為 JSON 數字；收到的是 {given}。" },
  mustBeBoolean: {
    en: "Must be true or false; {given} was given.",
    "zh-Hant": "必須為 true 或 false；收到的是 {given}。",
  },
  mustBeObject: {
    en: "Must be a JSON object; {given} was given.",
    "zh-Hant": "必須為 JSON 物件；收到的是 {given}。",
  },
  mustBeArray: { en: "Must be a JSON array; {given} was given.", "zh-Hant": "必須為 JSON 陣列；收到的是 {given}。" },
  tooLong: { en: "At most {max} characters; {length} were given.", "zh-Hant": "最多 {max} 個字元；現有 {length} 個。" },
  tooShort: { en: "At least {min} characters.", "zh-Hant": "最少 {min} 個字元。" },
  controlCharacters: {
    en: "Must not hold control characters or broken text.",
    "zh-Hant": "不可含有控制字元或損壞的文字。",
  },
  tooMany: { en: "At most {max} of these.", "zh-Hant": "最多 {max} 項。" },
  tooFew: { en: "At least {min} of these.", "zh-Hant": "最少 {min} 項。" },
  tooDeep: { en: "The JSON is nested deeper than {max} levels.", "zh-Hant": "JSON 的層數超過 {max} 層。" },
  notJson: { en: "The body is not valid JSON: {detail}", "zh-Hant": "內容不是有效的 JSON：{detail}" },
  notObject: { en: "The body must be a JSON object.", "zh-Hant": "內容必須為 JSON 物件。" },
  contentType: { en: "Content-Type must be {expected}.", "zh-Hant": "Content-Type 必須為 {expected}。" },
  choice: { en: "Must be one of: {choices}.", "zh-Hant": "必須為以下其中之一：{choices}。" },
  decimal: {
    en: "Must be a decimal number such as 12.5: digits and a point, at most 12 digits before and 6 after it.",
    "zh-Hant": "必須為十進位數字，例如 12.5：小數點前最多 12 位，後最多 6 位。",
  },
  decimalPlaces: { en: "At most {places} decimal places.", "zh-Hant": "最多 {places} 位小數。" },
  integer: { en: "Must be a whole number written in digits.", "zh-Hant": "必須為整數。" },
  minimum: { en: "Must be at least {min}.", "zh-Hant": "不可小於 {min}。" },
  maximum: { en: "Must be at most {max}.", "zh-Hant": "不可大於 {max}。" },
  moreThan: { en: "Must be more than {min}.", "zh-Hant": "必須大於 {min}。" },
  range: { en: "Must be a whole number from {min} to {max}.", "zh-Hant": "必須為 {min} 至 {max} 的整數。" },
  atLeastZero: { en: "Must be a whole number of at least 0.", "zh-Hant": "必須為不小於 0 的整數。" },
  givenTwice: { en: "Must be given once only.", "zh-Hant": "只可填寫一次。" },
  email: { en: "Must be an e-mail address.", "zh-Hant": "必須為電郵地址。" },
  date: { en: "Must be a real date written YYYY-MM-DD.", "zh-Hant": "必須為真實日期，格式 YYYY-MM-DD。" },
  timestamp: {
    en: "Must be an ISO 8601 time with an offset, such as 2026-12-01T10:30:00+08:00.",
    "zh-Hant": "必須為附時區的 ISO 8601 時間，例如 2026-12-01T10:30:00+08:00。",
  },
  tooFarAhead: { en: "Must not be more than {days} days in the future.", "zh-Hant": "不可超過未來 {days} 日。" },
  url: { en: "Must be an https address.", "zh-Hant": "必須為 https 網址。" },
  urlCredentials: {
    en: "Must not hold a user name or password; use auth_header.",
    "zh-Hant": "網址不可包含使用者名稱或密碼；請使用 auth_header。",
  },
  urlFragment: { en: "Must not hold a fragment (#…).", "zh-Hant": "網址不可包含 # 片段。" },
  urlPrivate: {
    en: "{host} cannot be reached from the internet: private, reserved and single-word hosts are refused.",
    "zh-Hant": "無法從互聯網連接 {host}：不接受私人、保留或單一詞的主機名稱。",
  },
  headerName: {
    en: "Must be a header name: letters, digits and hyphens.",
    "zh-Hant": "必須為標頭名稱：英文字母、數字及連字號。",
  },
  headerReserved: {
    en: "{name} is set by the service; take another header.",
    "zh-Hant": "{name} 由系統設定，請使用其他標頭。",
  },
  headerValue: {
    en: "Must be 1 to 1024 printable ASCII characters, without a blank at either end.",
    "zh-Hant": "必須為 1 至 1024 個可列印的 ASCII 字元，首尾不可有空格。",
  },
  endpointLimit: {
    en: "There are {max} endpoints already, the most an account may have here. Delete one first.",
    "zh-Hant": "已有 {max} 個端點，達到此環境的上限。請先刪除一個。",
  },
  orderId: { en: "Must be an order id: at most 15 digits.", "zh-Hant": "必須為訂單編號：最多 15 位數字。" },
  mobile: {
    en: "Must be a telephone number: 4 to 15 digits, with single spaces or hyphens between them.",
    "zh-Hant": "必須為電話號碼：4 至 15 位數字，中間可有單個空格或連字號。",
  },
  mobileHongKong: { en: "A Hong Kong number has 8 digits.", "zh-Hant": "香港電話號碼為 8 位數字。" },
  prefixPlus: {
    en: "Must be a plus sign and 1 to 4 digits, such as +852.",
    "zh-Hant": "必須為加號及 1 至 4 位數字，例如 +852。",
  },
  prefixDigits: { en: "Must be 1 to 4 digits, such as 852.", "zh-Hant": "必須為 1 至 4 位數字，例如 852。" },
  country: {
    en: "Must be an ISO 3166-1 alpha-2 code or an English country name.",
    "zh-Hant": "必須為 ISO 3166-1 兩字母代碼或英文國家名稱。",
  },
  recipientInHongKong: {
    en: "An international order cannot go to Hong Kong. Use the local form (ship_type local).",
    "zh-Hant": "國際訂單不可寄往香港，請改用本地訂單（ship_type local）。",
  },
  currency: { en: "Must be 3 English letters.", "zh-Hant": "必須為 3 個英文字母。" },
  skuWithBarcode: {
    en: "Must be given together with bar_code_eid.",
    "zh-Hant": "填寫 bar_code_eid 時必須同時填寫 sku。",
  },
  pickPackItem: {
    en: "A pick-and-pack account must give sku and bar_code_eid for every item.",
    "zh-Hant": "使用揀貨服務的帳戶，每件貨品均須填寫 sku 及 bar_code_eid。",
  },
  courierAccount: {
    en: "Must be given and be exactly 9 digits for this service when the recipient pays the duties.",
    "zh-Hant": "此服務由收件人繳付關稅時，必須填寫 9 位數字的帳號。",
  },
  codAmount: { en: "Must be more than 0 when cod is Y.", "zh-Hant": "選擇貨到付款時必須大於 0。" },
  pickupDateRequired: {
    en: "Must be given with any other field of pickup_arrange.",
    "zh-Hant": "填寫上門收件資料時必須填寫日期。",
  },
  pickupPast: { en: "Must be today or later in Hong Kong.", "zh-Hant": "必須為今日或之後的日期（香港時間）。" },
  pickupClosed: { en: "{provider} does not collect on this day.", "zh-Hant": "{provider} 當日不提供上門收件。" },
  time: { en: "Must be a time written HH:MM.", "zh-Hant": "必須為時間，格式 HH:MM。" },
  timeBetween: { en: "Must be from {from} to {to}.", "zh-Hant": "必須在 {from} 至 {to} 之間。" },
  pickupWindow: {
    en: "Must be at least {minutes} minutes after pickup_start_time.",
    "zh-Hant": "必須在開始時間最少 {minutes} 分鐘之後。",
  },
  providerUnknown: {
    en: "There is no such service for this kind of order. See GET /providers.",
    "zh-Hant": "此類訂單沒有這項服務。",
  },
  routeNotServed: { en: "{provider} does not serve {country}.", "zh-Hant": "{provider} 不送往 {country}。" },
  tooHeavy: {
    en: "{provider} takes at most {max} kg a parcel; this one weighs {weight} kg.",
    "zh-Hant": "{provider} 每件最多 {max} 公斤；此件為 {weight} 公斤。",
  },
  tooLarge: {
    en: "{provider} takes parcels of at most {max} cm.",
    "zh-Hant": "{provider} 只接受不大於 {max} 厘米的包裹。",
  },
  packageTypeNotServed: {
    en: "{provider} does not take package_type {type}.",
    "zh-Hant": "{provider} 不接受包裝類型 {type}。",
  },
  codNotSupported: { en: "{provider} does not collect cash on delivery.", "zh-Hant": "{provider} 不提供貨到付款。" },
  pickupNotSupported: { en: "{provider} has no pickup points.", "zh-Hant": "{provider} 沒有自取點。" },
  pickupArrangeNotSupported: { en: "{provider} does not arrange pickups.", "zh-Hant": "{provider} 不提供上門收件。" },
  pickupPointUnknown: {
    en: "{code} is not an open pickup point of {provider}. See GET /pickup-points.",
    "zh-Hant": "{code} 並非 {provider} 開放中的自取點。",
  },
  quoteExpired: {
    en: "The quote no longer holds. The price is now HKD {price}.",
    "zh-Hant": "報價已失效。現時價格為港幣 {price}。",
  },
  orderNotCancellable: {
    en: "The order is {status}; it can no longer be cancelled.",
    "zh-Hant": "訂單狀態為 {status}，不可再取消。",
  },
  fieldLocked: {
    en: "Cannot be changed after confirmation; only client_remarks and pickup_arrange can.",
    "zh-Hant": "確認後不可更改；只可更改 client_remarks 及 pickup_arrange。",
  },
  orderNotConfirmable: {
    en: "The order is {status}; only one that is PENDING_CONFIRM can be confirmed.",
    "zh-Hant": "訂單狀態為 {status}；只有待確認的訂單可以確認。",
  },
  trackingEventUnknown: { en: "Must be one of: {choices}.", "zh-Hant": "必須為以下其中之一：{choices}。" },
  trackingMove: {
    en: "An order that is {status} does not take {event}.",
    "zh-Hant": "狀態為 {status} 的訂單不接受 {event}。",
  },
  shipTypeFixed: { en: "The kind of an order cannot be changed.", "zh-Hant": "訂單類型不可更改。" },
  idempotencyKey: {
    en: "Must be 1 to 255 visible ASCII characters.",
    "zh-Hant": "必須為 1 至 255 個可見的 ASCII 字元。",
  },
  passwordCommon: {
    en: "This password is too common. Take a sentence of your own.",
    "zh-Hant": "此密碼太常見，請使用自己的句子。",
  },
  linkUsed: {
    en: "This link is used up or has expired. Ask for a new one.",
    "zh-Hant": "此連結已使用或已過期，請索取新連結。",
  },
  accountRequired: { en: "Name the account to act on.", "zh-Hant": "請指明要操作的帳戶。" },
  positiveNumber: { en: "Must be a number greater than 0.", "zh-Hant": "必須為大於 0 的數字。" },
  dateOrder: { en: "Must not be before {other}.", "zh-Hant": "不可早於 {other}。" },
  grantType: { en: "Must be client_credentials.", "zh-Hant": "必須為 client_credentials。" },
  pickPackMove: {
    en: "The pick-and-pack order is {status}; it does not take {move}.",
    "zh-Hant": "揀貨訂單狀態為 {status}，不接受 {move}。",
  },
  pickPackShipped: {
    en: "The shipment order is {status}; its pick-and-pack order does not change any more.",
    "zh-Hant": "訂單狀態為 {status}，其揀貨訂單不可再更改。",
  },
  noCancelRequest: {
    en: "No request for cancellation waits for an answer.",
    "zh-Hant": "沒有待處理的取消要求。",
  },
  pickPackNotPacking: {
    en: "The pick-and-pack order is {status}; only a confirmed one is packed.",
    "zh-Hant": "揀貨訂單狀態為 {status}；只有已確認的訂單可以包裝。",
  },
  packingUnfinished: { en: "Parcel {parcel} is not packed yet.", "zh-Hant": "第 {parcel} 件包裹尚未包裝完成。" },
  parcelCount: {
    en: "Must be {count} parcels, as the order has.",
    "zh-Hant": "包裹數目必須與訂單相同（{count} 件）。",
  },
  outOfStock: {
    en: "{sku}: {requested} wanted, {available} available.",
    "zh-Hant": "{sku}：需要 {requested} 件，可用 {available} 件。",
  },
  scanWrongItem: { en: "{code} is not in this order.", "zh-Hant": "此訂單沒有 {code}。" },
  scanWrongParcel: { en: "{code} belongs in parcel {parcel}.", "zh-Hant": "{code} 屬於第 {parcel} 件包裹。" },
  scanTooMany: { en: "{code} is complete: this one is too many.", "zh-Hant": "{code} 數量已足夠，此件多出。" },
  parcelUnknown: { en: "The order has no such parcel or item.", "zh-Hant": "訂單沒有此包裹或貨品。" },
  shortTooMany: { en: "At most {max} units are missing here.", "zh-Hant": "此處最多只欠 {max} 件。" },
  waveEmpty: {
    en: "No confirmed order outside a wave fits.",
    "zh-Hant": "沒有符合條件而未編入波次的已確認訂單。",
  },
  viewNameTaken: { en: "Another view has this name.", "zh-Hant": "已有其他檢視使用此名稱。" },
  viewLimit: {
    en: "There are {max} views already, the most a person may have. Delete one first.",
    "zh-Hant": "已有 {max} 個檢視，達到上限。請先刪除一個。",
  },
  productSkuTaken: { en: "Another product has this sku.", "zh-Hant": "已有其他貨品使用此 sku。" },
  productBarcodeTaken: { en: "Another product has this bar_code_eid.", "zh-Hant": "已有其他貨品使用此 bar_code_eid。" },
  productRepeated: { en: "Row {row} has it already.", "zh-Hant": "第 {row} 行已有相同資料。" },
  productHasStock: {
    en: "It has {on_hand} units in stock; only a product without stock can be deleted.",
    "zh-Hant": "尚有 {on_hand} 件存貨；只可刪除沒有存貨的貨品。",
  },
  productPacked: {
    en: "Units of it are packed for an order that is not collected yet; it can be deleted once they have left.",
    "zh-Hant": "有已包裝而未被收件的訂單仍包含此貨品；收件後方可刪除。",
  },
  stockQty: {
    en: "Must be a whole number of units other than 0, with a minus sign only to correct a count.",
    "zh-Hant": "必須為不等於 0 的整數；只有盤點調整可用負號。",
  },
  exportTooLarge: {
    en: "{total} orders match; one export holds at most {max}. Narrow the days.",
    "zh-Hant": "共有 {total} 張訂單符合條件，每次最多匯出 {max} 張；請縮窄日期範圍。",
  },
  stockBounds: {
    en: "{on_hand} units are in stock, {reserved} of them reserved: it cannot fall below that, nor grow beyond {max}.",
    "zh-Hant": "現有存貨 {on_hand} 件，其中 {reserved} 件已預留；調整後不可少於預留數量或多於 {max}。",
  },
} as const satisfies Record<string, Record<Language, string>>;

export type MessageKey = keyof typeof VALIDATION_MESSAGES;
export type MessageParams = Readonly<Record<string, string | number>>;

/** The words of a rule in a language, with its parameters filled in. */
export function validationMessage(key: MessageKey, params: MessageParams = {}, language: Language = "en"): string {
  return VALIDATION_MESSAGES[key][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(params[name] ?? whole),
  );
}
