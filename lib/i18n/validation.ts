import type { Language } from "./languages";
import { ACCESS_MESSAGES } from "./validation-access";
import { ADDRESS_MESSAGES } from "./validation-addresses";
import { DISPATCH_MESSAGES } from "./validation-dispatch";
import { IMPORT_MESSAGES } from "./validation-imports";
import { RULE_MESSAGES } from "./validation-rules";
import { SERVICE_MESSAGES } from "./validation-services";
import { SIGN_IN_MESSAGES } from "./validation-sign-in";
import { STATEMENT_MESSAGES } from "./validation-statements";
import { TARIFF_MESSAGES } from "./validation-tariffs";

export { LANGUAGES, type Language } from "./languages";

/**
 * The messages of every validation rule, in both languages: the API answers the English ones, forms those of their
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
  nothingVisible: {
    en: "Must have at least one character that can be seen.",
    "zh-Hant": "必須有最少一個看得見的字元。",
  },
  controlCharacters: {
    en: "Must not hold control characters or broken text.",
    "zh-Hant": "不可含有控制字元或損壞的文字。",
  },
  tooMany: { en: "At most {max} of these.", "zh-Hant": "最多 {max} 項。" },
  tooFew: { en: "At least {min} of these.", "zh-Hant": "最少 {min} 項。" },
  tooDeep: { en: "The JSON is nested deeper than {max} levels.", "zh-Hant": "JSON 的層數超過 {max} 層。" },
  notUtf8: { en: "The body is not valid JSON: it is not UTF-8.", "zh-Hant": "內容不是有效的 JSON：並非 UTF-8 編碼。" },
  notJson: {
    en: "The body is not valid JSON: see line {line}, column {column}.",
    "zh-Hant": "內容不是有效的 JSON：請查看第 {line} 行第 {column} 個字元。",
  },
  jsonEndsEarly: {
    en: "The body is not valid JSON: it ends too early.",
    "zh-Hant": "內容不是有效的 JSON：內容不完整。",
  },
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
  dayBefore: { en: "Must not be before {field}.", "zh-Hant": "不可早於 {field}。" },
  date: { en: "Must be a real date written YYYY-MM-DD.", "zh-Hant": "必須為真實日期，格式 YYYY-MM-DD。" },
  timestamp: {
    en: "Must be an ISO 8601 time with an offset, such as 2026-12-01T10:30:00+08:00.",
    "zh-Hant": "必須為附時區的 ISO 8601 時間，例如 2026-12-01T10:30:00+08:00。",
  },
  tooFarAhead: { en: "Must not be more than {days} days in the future.", "zh-Hant": "不可超過未來 {days} 日。" },
  url: { en: "Must be an https address.", "zh-Hant": "必須為 https 網址。" },
  urlCredentials: {
    en: "Must not hold a user name or password; send them in a header.",
    "zh-Hant": "網址不可包含使用者名稱或密碼；請改用驗證標頭。",
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
    en: "Must be 1 to 1024 printable ASCII characters, without a space at either end.",
    "zh-Hant": "必須為 1 至 1024 個可列印的 ASCII 字元，首尾不可有空格。",
  },
  unsigned: {
    en: "Deliveries need something that proves them: the signature, the older signature or a header.",
    "zh-Hant": "傳送的事件必須可供核實：請使用簽署、舊式簽署或驗證標頭其中一項。",
  },
  statusElsewhere: {
    en: "Does not change here: use POST /webhooks/{id}/enable or /webhooks/{id}/disable.",
    "zh-Hant": "不可在此更改：請使用 POST /webhooks/{id}/enable 或 /webhooks/{id}/disable。",
  },
  endpointLimit: {
    en: "There are {max} endpoints already, the most an account may have here. Delete one first.",
    "zh-Hant": "已有 {max} 個端點，達到此環境的上限。請先刪除一個。",
  },
  hsCode: {
    en: "Must be {min} to {max} digits; dots, spaces and hyphens may part them.",
    "zh-Hant": "必須為 {min} 至 {max} 位數字，可以句點、空格或連字號分隔。",
  },
  orderId: { en: "Must be an order id: at most 15 digits.", "zh-Hant": "必須為訂單編號：最多 15 位數字。" },
  mobile: {
    en: "Must be a telephone number: 4 to 15 digits, with single spaces or hyphens between them.",
    "zh-Hant": "必須為電話號碼：4 至 15 位數字，中間可有單個空格或連字號。",
  },
  phone: {
    en: "Must be a telephone number, of Hong Kong or with the country's prefix, such as +1 (415) 555-0100.",
    "zh-Hant": "必須為香港電話號碼，或附國家區號的號碼，例如 +1 (415) 555-0100。",
  },
  fullFormNeeded: {
    en: "A pick-and-pack account needs the full form, which names sku and bar_code_eid of each item: POST /order/create.",
    "zh-Hant": "使用揀貨服務的帳戶須以完整格式建立訂單（POST /order/create），並填寫每件貨品的 sku 及 bar_code_eid。",
  },
  mobileHongKong: { en: "A Hong Kong number has 8 digits.", "zh-Hant": "香港電話號碼為 8 位數字。" },
  prefixPlus: {
    en: "Must be a plus sign and 1 to 4 digits, such as +852.",
    "zh-Hant": "必須為加號及 1 至 4 位數字，例如 +852。",
  },
  prefixDigits: { en: "Must be 1 to 4 digits, such as 852.", "zh-Hant": "必須為 1 至 4 位數字，例如 852。" },
  country: {
    en: "Must be a country: its two-letter code, or its name in English or traditional Chinese.",
    "zh-Hant": "必須為國家或地區：兩字母代碼，或英文、繁體中文的名稱。",
  },
  recipientInHongKong: {
    en: "An international order cannot go to Hong Kong. Make a local order instead.",
    "zh-Hant": "國際訂單不可寄往香港，請改用本地訂單。",
  },
  currency: { en: "Must be 3 English letters.", "zh-Hant": "必須為 3 個英文字母。" },
  skuWithBarcode: {
    en: "Must be given together with the barcode.",
    "zh-Hant": "填寫條碼時必須同時填寫 SKU。",
  },
  pickPackItem: {
    en: "A pick-and-pack account must give SKU and barcode of every item.",
    "zh-Hant": "使用揀貨服務的帳戶，每件貨品均須填寫 SKU 及條碼。",
  },
  courierAccount: {
    en: "Must be given and be exactly 9 digits for this service when the recipient pays the duties.",
    "zh-Hant": "此服務由收件人繳付關稅時，必須填寫 9 位數字的帳號。",
  },
  netWeight: {
    en: "The items weigh {weight} kg together, far more than the parcel: correct one of them.",
    "zh-Hant": "貨品合共 {weight} 公斤，遠重於包裹，請更正其中一項。",
  },
  itemsHeavier: {
    en: "The items weigh {weight} kg together, more than the parcel.",
    "zh-Hant": "貨品合共 {weight} 公斤，重於包裹。",
  },
  insuranceValue: {
    en: "An insured order must say what is insured: more than 0 in all parcels together.",
    "zh-Hant": "選擇投保時必須填寫投保價值，各包裹合計須大於 0。",
  },
  localOnly: {
    en: "Only local orders have this field. Leave it out of an international one.",
    "zh-Hant": "只有本地訂單有此欄；國際訂單請勿填寫。",
  },
  intlOnly: {
    en: "Only international orders have this field. Leave it out of a local one.",
    "zh-Hant": "只有國際訂單有此欄；本地訂單請勿填寫。",
  },
  codAmount: { en: "Must be more than 0 when cod is Y.", "zh-Hant": "選擇貨到付款時必須大於 0。" },
  pickupDateRequired: {
    en: "Must be given with any other part of the collection.",
    "zh-Hant": "填寫上門收件資料時必須填寫日期。",
  },
  pickupPast: { en: "Must be today or later in Hong Kong.", "zh-Hant": "必須為今日或之後的日期（香港時間）。" },
  pickupClosed: { en: "{provider} does not collect on this day.", "zh-Hant": "{provider} 當日不提供上門收件。" },
  time: { en: "Must be a time written HH:MM.", "zh-Hant": "必須為時間，格式 HH:MM。" },
  timeBetween: { en: "Must be from {from} to {to}.", "zh-Hant": "必須在 {from} 至 {to} 之間。" },
  pickupWindow: {
    en: "Must be at least {minutes} minutes after the start.",
    "zh-Hant": "必須在開始時間最少 {minutes} 分鐘之後。",
  },
  providerUnknown: {
    en: "There is no such service for this kind of order.",
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
  sideTooLong: {
    en: "{provider} takes at most {max} cm on the longest side; this one has {side} cm.",
    "zh-Hant": "{provider} 最長邊不可超過 {max} 厘米；此件為 {side} 厘米。",
  },
  sidesTooLong: {
    en: "{provider} takes at most {max} cm for the three sides together; this one has {sum} cm.",
    "zh-Hant": "{provider} 三邊總和不可超過 {max} 厘米；此件為 {sum} 厘米。",
  },
  packageTypeNotServed: {
    en: "{provider} does not take this type of package: {type}.",
    "zh-Hant": "{provider} 不接受包裝類型 {type}。",
  },
  codNotSupported: { en: "{provider} does not collect cash on delivery.", "zh-Hant": "{provider} 不提供貨到付款。" },
  pickupNotSupported: { en: "{provider} has no pickup points.", "zh-Hant": "{provider} 沒有自取點。" },
  pickupArrangeNotSupported: { en: "{provider} does not arrange pickups.", "zh-Hant": "{provider} 不提供上門收件。" },
  pickupPointUnknown: {
    en: "{code} is not an open pickup point of {provider}.",
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
  orderNotStuck: {
    en: "The order is {status}: the courier needs no instruction.",
    "zh-Hant": "訂單狀態為 {status}，派遞員毋須指示。",
  },
  pointUnknown: { en: "{code} is not an open pickup point.", "zh-Hant": "{code} 並非開放中的自取點。" },
  dayAhead: { en: "Must be tomorrow or later in Hong Kong.", "zh-Hant": "必須為明日或之後的日期（香港時間）。" },
  orderNotCorrectable: {
    en: "The order is {status}; its recipient can no longer be corrected.",
    "zh-Hant": "訂單狀態為 {status}，不可再修正收件人。",
  },
  correctionFixed: {
    en: "A correction keeps this: only name, telephone and address can change.",
    "zh-Hant": "修正時不可更改此欄：只可更改姓名、電話及地址。",
  },
  correctionNone: {
    en: "This is the recipient as it is: nothing would be corrected.",
    "zh-Hant": "收件人資料與現時相同，沒有可修正之處。",
  },
  fieldLocked: {
    en: "Cannot be changed after confirmation; only your own remarks, not those on the label, the reference and the collection can.",
    "zh-Hant": "確認後不可更改；只可更改內部備註、商店編號及上門收件。",
  },
  confirmElsewhere: {
    en: "A change never confirms an order: use POST /order/confirm.",
    "zh-Hant": "更改訂單不會同時確認訂單，請使用 POST /order/confirm。",
  },
  clearedAndGiven: {
    en: "{field} is to be emptied here and has a value in the same request.",
    "zh-Hant": "{field} 在此要求清空，同一要求卻又填寫了內容。",
  },
  orderNotConfirmable: {
    en: "The order is {status}; only one that is PENDING_CONFIRM can be confirmed.",
    "zh-Hant": "訂單狀態為 {status}；只有未確認付運的訂單可以確認。",
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
  ...SIGN_IN_MESSAGES,
  ...STATEMENT_MESSAGES,
  ...IMPORT_MESSAGES,
  ...RULE_MESSAGES,
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
  waveUnfit: {
    en: "The wave cannot take this order: it is not confirmed, in another wave, being packed, or to be cancelled.",
    "zh-Hant": "此訂單不能編入波次：尚未確認、已在其他波次、正在包裝，或已要求取消。",
  },
  waveCancelled: { en: "The wave is cancelled.", "zh-Hant": "此波次已取消。" },
  waveClosed: { en: "The wave is closed.", "zh-Hant": "此波次已結束。" },
  wavePacked: {
    en: "Orders of this wave are packed already: it can only be closed.",
    "zh-Hant": "此波次已有訂單完成包裝，只可結束波次。",
  },
  packerUnknown: { en: "No person in the warehouse has this id.", "zh-Hant": "倉務人員中沒有此編號。" },
  ...ACCESS_MESSAGES,
  ...TARIFF_MESSAGES,
  ...SERVICE_MESSAGES,
  ...ADDRESS_MESSAGES,
  ...DISPATCH_MESSAGES,
  viewNameTaken: { en: "Another view has this name.", "zh-Hant": "已有其他檢視使用此名稱。" },
  viewLimit: {
    en: "There are {max} views already, the most there may be. Delete one first.",
    "zh-Hant": "已有 {max} 個檢視，達到上限。請先刪除一個。",
  },
  draftTooLarge: {
    en: "A draft holds at most {max} KiB; this one has {size} KiB. What is on the page stays there.",
    "zh-Hant": "每份草稿最多 {max} KiB，這份有 {size} KiB。頁面上的內容會保留。",
  },
  draftLimit: {
    en: "There are {max} drafts already, the most a person may have. Delete one first.",
    "zh-Hant": "已有 {max} 份草稿，達到每人上限。請先刪除一份。",
  },
  idsOrQuery: {
    en: "Give either ids or query.",
    "zh-Hant": "請提供 ids 或 query 其中之一。",
  },
  notAmongIds: { en: "This id is not among ids.", "zh-Hant": "ids 之中沒有此編號。" },
  bulkLimit: {
    en: "{max} bulk actions are waiting or running already. Wait for one, or stop one.",
    "zh-Hant": "已有 {max} 個批量操作等候或進行中。請等候完成，或停止其中一個。",
  },
  exportLimit: {
    en: "{max} exports are waiting or running already. Wait for one, or stop one.",
    "zh-Hant": "已有 {max} 個匯出等候或進行中。請等候完成，或停止其中一個。",
  },
  bulkTooMany: {
    en: "More than {max} orders match, the most that can be done at once. Narrow the filters.",
    "zh-Hant": "符合條件的訂單超過 {max} 張，即每次可處理的上限。請收窄篩選條件。",
  },
  batchTooLarge: {
    en: "At most {max} parcels and items together; there are {parts}.",
    "zh-Hant": "包裹與物品合計最多 {max} 項；現有 {parts} 項。",
  },
  nothingMatches: { en: "No order matches.", "zh-Hant": "沒有符合的訂單。" },
  printJobLimit: {
    en: "{max} print jobs are waiting already. Wait for one, or cancel one.",
    "zh-Hant": "已有 {max} 個列印工作等候處理。請等候完成，或取消其中一個。",
  },
  productSkuTaken: { en: "Another product has this sku.", "zh-Hant": "已有其他貨品使用此 sku。" },
  productBarcodeTaken: { en: "Another product has this barcode.", "zh-Hant": "已有其他貨品使用此條碼。" },
  productRepeated: { en: "Row {row} has it already.", "zh-Hant": "第 {row} 行已有相同資料。" },
  productHasStock: {
    en: "It has {on_hand} units in stock, {missing} missing and {damaged} damaged; only a product without any can be deleted.",
    "zh-Hant": "尚有 {on_hand} 件存貨、{missing} 件待尋及 {damaged} 件損壞；全部清零後方可刪除貨品。",
  },
  productPacked: {
    en: "Units of it are packed for an order that is not collected yet; it can be deleted once they have left.",
    "zh-Hant": "有已包裝而未被收件的訂單仍包含此貨品；收件後方可刪除。",
  },
  stockQty: {
    en: "Must be a whole number of units from 1 to {max}: 0 only for a count, a minus sign only to correct.",
    "zh-Hant": "必須為 1 至 {max} 的整數；只有盤點可填 0，只有調整可用負號。",
  },
  stockDamaged: {
    en: "{damaged} units are damaged: no more than those can be written off or restored.",
    "zh-Hant": "現有 {damaged} 件損壞；註銷或復原的數量不可多於此數。",
  },
  pickUnknown: { en: "The wave's pick list has no such line.", "zh-Hant": "此波次的揀貨單沒有這一項。" },
  labelOfAnother: { en: "{code} is no label of this order.", "zh-Hant": "{code} 不是此訂單的運單。" },
  labelParcelOpen: {
    en: "The parcel of {code} is still open: pack it before its label is scanned.",
    "zh-Hant": "{code} 的包裹尚未封好：請先完成包裝，再掃描運單。",
  },
  labelsUnscanned: {
    en: "The labels of these parcels are not scanned yet: {parcels}.",
    "zh-Hant": "以下包裹的運單尚未掃描：第 {parcels} 件。",
  },
  confirmShort: {
    en: "{units} units that were ordered are not in the parcels. Y sends the order without them: papers leave them out, and the merchant is told.",
    "zh-Hant": "有 {units} 件訂購的貨品不在包裹內。填 Y 即照樣寄出：文件不會列出這些貨品，並會通知商戶。",
  },
  codNotAsked: { en: "Nothing is collected for this order.", "zh-Hant": "此訂單沒有代收貨款。" },
  codNotShort: {
    en: "The amount can be lowered only where units of the order are missing.",
    "zh-Hant": "只有未能足數包裝的訂單才可下調代收金額。",
  },
  tooManyRows: {
    en: "More than {max} rows match. Narrow the days.",
    "zh-Hant": "符合條件的紀錄多於 {max} 項；請縮窄日期範圍。",
  },
  exportTooLarge: {
    en: "{total} orders match; a file of this kind holds at most {max}. Narrow the days; CSV holds the most.",
    "zh-Hant": "共有 {total} 張訂單符合條件，此類檔案最多 {max} 張；請縮窄日期範圍，CSV 可載最多訂單。",
  },
  stockBounds: {
    en: "{on_hand} units are in stock, {reserved} of them reserved: it cannot fall below that, nor grow beyond {max}.",
    "zh-Hant": "現有存貨 {on_hand} 件，其中 {reserved} 件已預留；調整後不可少於預留數量或多於 {max}。",
  },
} as const satisfies Record<string, Record<Language, string>>;

export type MessageKey = keyof typeof VALIDATION_MESSAGES;
/** A value may have words of its own in each language. */
export type MessageParams = Readonly<Record<string, string | number | Readonly<Record<Language, string>>>>;

/** What a rule says about a value that breaks it: the key of its message, with the message's parameters. */
export type Verdict = MessageKey | [MessageKey, MessageParams] | undefined;

/** The messages of a rule in a language, with its parameters filled in. */
export function validationMessage(key: MessageKey, params: MessageParams = {}, language: Language = "en"): string {
  return VALIDATION_MESSAGES[key][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name] ?? whole;
    return typeof value === "object" ? value[language] : String(value);
  });
}
