import type { Language } from "./languages";

/** The messages of rules about sheets of tariffs; see `validation.ts`. */
export const TARIFF_MESSAGES = {
  sheetTooSoon: {
    en: "Must be tomorrow in Hong Kong or later.",
    "zh-Hant": "必須為明日（香港時間）或之後。",
  },
  sheetCode: {
    en: "Must be a code of letters, digits and underscores.",
    "zh-Hant": "必須為由英文字母、數字及底線組成的代碼。",
  },
  sheetCountry: {
    en: "“{country}” is not the two-letter code of a country other than Hong Kong, nor REST or LOCAL.",
    "zh-Hant": "「{country}」不是香港以外國家的兩字母代碼，也不是 REST 或 LOCAL。",
  },
  sheetCountryTwice: {
    en: "{country} is in an earlier row, too.",
    "zh-Hant": "較前的一行已有 {country}。",
  },
  sheetLocal: {
    en: "A local service has one row, whose countries are LOCAL; no other service has LOCAL.",
    "zh-Hant": "本地服務只有一行，其國家為 LOCAL；其他服務不可使用 LOCAL。",
  },
  sheetHeavy: {
    en: "Must be given with heavy_from, heavy_step_weight and heavy_step_price: all three or none.",
    "zh-Hant": "heavy_from、heavy_step_weight 及 heavy_step_price 必須同時填寫或同時留空。",
  },
  sheetRowTwice: { en: "An earlier row is of {key}, too.", "zh-Hant": "較前的一行已是 {key}。" },
  sheetCurrency: {
    en: "Must be a currency that orders may have, other than HKD.",
    "zh-Hant": "必須為訂單可使用的貨幣，港元除外。",
  },
  sheetLacks: {
    en: "Lacks rows that prices need: {what}.",
    "zh-Hant": "欠缺計算運費所需的資料：{what}。",
  },
  sheetProvider: { en: "There is no such service.", "zh-Hant": "沒有這項服務。" },
  sheetRowsTwice: {
    en: "Give the rows once: as rows or as csv.",
    "zh-Hant": "資料只可提供一次：以 rows 或 csv 形式。",
  },
  sheetColumn: {
    en: "Line 1 has a column that this kind of sheet does not have: {column}.",
    "zh-Hant": "第 1 行有此類表沒有的欄：{column}。",
  },
  sheetColumnMissing: {
    en: "Line 1 lacks the column {column}.",
    "zh-Hant": "第 1 行欠缺 {column} 一欄。",
  },
  sheetCells: {
    en: "Line {line} has more cells than line 1.",
    "zh-Hant": "第 {line} 行的格數多於第 1 行。",
  },
  sheetWaits: {
    en: "A sheet for that day waits for approval already. Withdraw it first.",
    "zh-Hant": "該日已有一份待批核的表，請先撤回。",
  },
  sheetDayTaken: {
    en: "An approved sheet begins on that day already. Withdraw it first.",
    "zh-Hant": "該日已有一份已批核的表生效，請先撤回。",
  },
  sheetOwn: {
    en: "Another person in support must approve what you propose.",
    "zh-Hant": "你提出的表必須由另一位客戶服務人員批核。",
  },
  sheetTooLate: {
    en: "Its first day, {day}, is not ahead any more. Propose it again for a later day.",
    "zh-Hant": "生效日期 {day} 已到或已過，請以較後日期再次提出。",
  },
  sheetDecided: { en: "It does not wait for approval any more.", "zh-Hant": "此表已不在待批核狀態。" },
  sheetBegun: {
    en: "It has begun, or is withdrawn already: what holds or held stays.",
    "zh-Hant": "此表已生效或已撤回，不可更改。",
  },
} as const satisfies Record<string, Record<Language, string>>;
