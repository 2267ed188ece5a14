import type { Span } from "./found";

/** What a word before a colon says about what follows. */
export type Field =
  | "name"
  | "company"
  | "phone"
  | "email"
  | "address"
  | "city"
  | "state"
  | "postal"
  | "country"
  | "rest";

/** `field` null: words that only lead to what follows. */
export type Label = Span & { field: Field | null };

const WORDS: [Field, string][] = [
  ["company", "公司名稱|公司|company(?: name)?|c/o"],
  [
    "name",
    "收件人姓名|收件人|客人|客戶|顧客|買家|收貨人|聯絡人|聯繫人|收件|姓名|名字|名稱|收|full name|name|recipient|receiver|consignee|attention|attn|ship to|deliver to|send to|to|z\\.hd\\.|contact person|宛名|お名前|氏名|받는 ?사람|이름",
  ],
  [
    "phone",
    "聯絡電話|聯繫電話|電話號碼|手機號碼|手提電話|手機號|電話|手機|手提|聯絡|telephone|phone(?: no\\.?| number)?|tel(?: no\\.?)?|mobile(?: no\\.?| number)?|mob|cell|whatsapp|contact(?: no\\.?| number)?|電話番号|전화|ph|t|m|p|w",
  ],
  ["email", "電郵地址|電郵|電子郵件|郵箱|e-?mail(?: address)?|mail|e"],
  ["postal", "郵政編碼|郵編|郵遞區號|postal ?code|post ?code|zip(?: ?code)?|postcode"],
  ["country", "國家|country(?:/region)?"],
  ["city", "城市|city|town"],
  ["state", "省份|州|state(?:/province)?|province"],
  [
    "address",
    "收件地址|收貨地址|送貨地址|詳細地址|所在地區|派送地址|住址|地址|地點|住所|address(?: line)? ?[123]?|addr?|delivery address|shipping address|주소|址",
  ],
  ["rest", "備註|備注|留言|remarks?|notes?|訂單編號|訂單號|order(?: no\\.?| number)?"],
];

// Words before an address without a colon.
const LEAD_IN =
  /(?:貨品|貨物|包裹)?(?:唔該|麻煩|請)?(?:你)?(?:幫我)?(?:送貨|[寄送派])(?:(?:去|到|往|俾|給|至)\s*[:：]?|\s*[:：])|我?(?:的)?地址(?:係|是)\s*[:：]?|(?:^|(?<=[\s,，;；\ufdd0]))(?:收件|送貨|收貨|詳細)?地址\s*(?=[\p{Script=Han}\da-z])|my address is\s*:?|address is\s*:?/gmu;

const BEFORE = "(?:^|(?<=[\\n\\s,，;；|/、。.!！(（\\ufe0f\\p{Extended_Pictographic}\\ufdd0]))";

const PATTERNS = WORDS.map(
  ([field, words]) =>
    [field, new RegExp(`${BEFORE}(?:${words})\\s*(?:[:：=]| ?[-–] (?=\\S)(?<=\\n[^\\n]*))\\s*`, "gmu")] as const,
);
/** "收件人 陳大文": Chinese leaves the colon out; a form that was copied has its labels on lines of their own. */
const BARE: [Field, RegExp][] = [
  ["name", /(?:^|(?<=[\s,，;；。\ufdd0]))(?:收件人|收貨人|聯絡人|姓名)\s*(?=\p{Script=Han})/gmu],
  ["name", /^(?:full name|name|recipient|contact person|收件人|姓名)\s*$/gmu],
  ["address", /^(?:address|delivery address|shipping address|收件地址|送貨地址|地址)\s*$/gmu],
  ["phone", /^(?:phone|phone number|telephone|mobile|電話|聯絡電話|手機)\s*$/gmu],
  ["email", /^(?:e-?mail|電郵)\s*$/gmu],
];
/** "tel 9090 8080", "T +852…": a number follows, which was cut out. */
const BEFORE_NUMBER =
  /(?:^|(?<=[\n\s,，;；|/、。.(（\ufdd0]))(?:telephone|phone|tel|mobile|mob|whatsapp|電話|手機|手提|ph|t|m|f)\.?\s*(?=[+(]?\ufdd0)/gmu;
const CARE_OF = /(?:^|(?<=[\n,]))\s*(?:c\/o|attn\.?|z\.hd\.|to the attention of)\s+/gm;

/** The labels of a text in plain characters, in their order; where two overlap, the longer one. */
export function labelsIn(plain: string): Label[] {
  const found: Label[] = [];
  const put = (field: Field | null, match: RegExpExecArray | RegExpMatchArray) => {
    const start = match.index ?? 0;
    found.push({ field, start, end: start + match[0].length });
  };
  for (const [field, pattern] of PATTERNS) for (const match of plain.matchAll(pattern)) put(field, match);
  for (const [field, pattern] of BARE) for (const match of plain.matchAll(pattern)) put(field, match);
  for (const match of plain.matchAll(LEAD_IN)) put(null, match);
  for (const match of plain.matchAll(BEFORE_NUMBER)) put("phone", match);
  for (const match of plain.matchAll(CARE_OF)) put(/c\/o/.test(match[0]) ? "company" : "name", match);
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter((label, index) => found.slice(0, index).every((other) => other.end <= label.start));
}
