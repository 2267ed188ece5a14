import type { Language } from "./languages";

/** What is said about rules for new orders, and about boxes. */
export const RULE_MESSAGES = {
  districtName: {
    en: "Must be one of the 18 districts of Hong Kong, such as Wan Chai.",
    "zh-Hant": "必須為香港十八區之一，例如灣仔區。",
  },
  oneValue: { en: "Must be one value; only `in` takes several.", "zh-Hant": "只可填一個值；只有 in 可填多個。" },
  providerOrChoice: {
    en: "A rule names a service, or chooses the cheapest or fastest, not both.",
    "zh-Hant": "規則只可指定服務，或選擇最便宜或最快的服務，不可兩者並用。",
  },
  ruleSetsNothing: {
    en: "Must say what the rule does: a service, a box, an option, a tag or a hold.",
    "zh-Hant": "必須指明規則的作用：服務、包裝尺寸、選項、標籤或暫緩。",
  },
  ruleLimit: {
    en: "There are {max} rules, the most there may be.",
    "zh-Hant": "已有 {max} 條規則，達到上限。",
  },
  boxNameTaken: { en: "Another box has this name.", "zh-Hant": "已有另一個箱使用此名稱。" },
  boxLimit: { en: "There are {max} boxes, the most there may be.", "zh-Hant": "已有 {max} 個箱，達到上限。" },
  tagLimit: { en: "An order has at most {max} tags.", "zh-Hant": "每張訂單最多 {max} 個標籤。" },
} as const satisfies Record<string, Record<Language, string>>;
