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
  ["company", "(?:收件|收貨)?公司(?:名稱?)?|company(?: name)?|c/o"],
  [
    "name",
    "中文(?:姓)?名|英文(?:姓)?名|全名|名|收件人|客人|客戶|顧客|買家|收貨人|聯絡人|聯繫人|聯絡(?=\\s*[:：]\\s*\\p{L})|收件|姓名|名字|名稱|收|customer|client|buyer|(?:first|last|full) name|name|recipient|receiver|consignee|attention|attn|ship to|deliver to|send to|to|for|z\\.hd\\.|contact person|contact(?=\\s*[:：]\\s*\\p{L})|[俾畀]|宛名|お?名前|氏名|받는 ?(?:사람|분)|수령인|수취인|성함|이름",
  ],
  [
    "phone",
    "電|聯絡電話|聯繫電話|電話號碼|手機號碼|手提電話|手機號|電話|手機|手提|聯絡|telephone|phone(?: no\\.?| number)?|tel(?: no\\.?)?|mobile(?: no\\.?| number)?|mob|cell|whatsapp|contact(?: no\\.?| number)?|電話番号|전화(?:번호)?|연락처|휴대폰|핸드폰|傳真(?:號碼)?|fax(?: no\\.?| number)?|handphone|hp|h\\/p|ph(?: no\\.?)?|t|m|p|w",
  ],
  ["email", "電郵地址|電郵|電子郵件|郵箱|e-?mail(?: address)?|mail|e"],
  ["postal", "郵政編碼|郵編|郵遞區號|postal ?code|post ?code|zip(?: ?code)?|postcode|우편번호"],
  ["country", "國家|country(?:/region)?"],
  ["city", "城市|city|town|suburb"],
  ["state", "省份|州|state(?:/province)?|province"],
  [
    "address",
    "收件地址|收貨地址|送貨地址|詳細地址|所在地區|派送地址|住址|住宅|地址|地點|住所|address(?: line)? ?[123]?|addr?|delivery address|shipping address|street(?= ?[:：])|주소|배송지|址",
  ],
  [
    "rest",
    "備註|備注|留言|remarks?|notes?|訂單編號|訂單號|order(?: no\\.?| number)?|(?:預計|預定|希望)?(?:送貨|派送|送達|收貨|取貨|訂購|下單)?(?:日期|時間|時段)|(?:(?:preferred|delivery|order) )*(?:date|time)",
  ],
];

// What forms in the languages of the commonest destinations call them; many are ordinary words, so with a colon only.
const FOREIGN_WORDS: [Field, string][] = [
  ["company", "société|entreprise|firma|empresa|azienda|bedrijf"],
  ["name", "nom(?: complet)?|destinataire|empfänger|nombre|destinatario|nome|naam"],
  ["phone", "tél(?:éphone)?|portable|telefon|handy|teléfono|móvil|tfno|telefono|cellulare|telefoon"],
  ["postal", "code postal|cp|plz|postleitzahl|código postal|cap"],
  ["country", "pays|land|país|paese"],
  ["city", "ville|ort|stadt|ciudad|città|plaats"],
  ["state", "provincia"],
  ["address", "adresse|rue|anschrift|straße|strasse|dirección|indirizzo|adres"],
];

/** People and places that a message calls by no name. */
const MINE = "(?:我?(?:阿?媽|阿?爸|媽媽|爸爸|老公|老婆|家姐|朋友|同事|屋企|公司|辦公室|店舖|舖頭))";
/** Words before an address without a colon. */
const LEAD_IN = new RegExp(
  [
    // "麻煩幫我寄去…", "寄俾我媽媽：…", "唔該寄…", "兩盒 送 …".
    `(?:貨品|貨物|包裹)?(?:唔該|麻煩|請)?你?(?:幫我)?(?:送貨|[寄送派])(?:(?:去|到|往|[俾畀比給至])(?:${MINE}(?=\\s*[:：,，]))?\\s*[:：]?|\\s*[:：])`,
    "(?:唔該|麻煩|請)你?(?:幫我)?寄(?![出送回返來件貨])",
    "(?<=[\\s,，])[送寄][ \\t]+(?=\\p{Script=Han})",
    // "我地址係…", "想改地址去…", "住沙田…".
    "(?:想|要)?改?(?:我的?)?(?:送貨)?地址(?:[係是去到]|改(?:為|做|成|去))\\s*[:：]?",
    "(?:^|(?<=[\\s,，;；\\ufdd0]))(?:收件|送貨|收貨|詳細)?地址\\s*(?=[\\p{Script=Han}\\da-z])",
    "(?:^|(?<=[\\s,，;；。\\ufdd0]))我?住(?:喺|在|係)?(?=\\p{Script=Han}{2})(?![宅址客戶家])",
    // "Hi! please send two boxes to my office:", "deliver to my helper", "my address is".
    "(?:(?:hi|hello|hey)[ ,!]*)?(?:(?:please|pls|plz|kindly)\\s*(?:send|ship|deliver|mail)(?: [a-z\\d]+){0,4}|(?:send|ship|delivery?|mail)(?: it| this| them)?) to(?: (?:my|our) (?:(?:office|home|place|shop|address)\\s*[:?？]|(?:helper|wife|husband|mother|mom|mum|father|dad|sister|brother|friend|colleague|assistant)(?= )))?\\s*:?",
    "(?:and )?(?:my )?(?:address|addy|addr) is\\s*:?",
    // "Lorna 9123 4567 at 28B…", "for Ms Bhatt".
    "(?<=\\ufdd0\\s*)at (?=[\\da-z])|^for (?=(?:mrs?|ms|miss|dr|prof)\\b)",
  ].join("|"),
  "gmu",
);

const BEFORE = "(?:^|(?<=[\\n\\s,，;；|/、。.!！(（\\ufe0f\\p{Extended_Pictographic}\\ufdd0*【\\[「]))";
// Whose it is: "收貨人電話", "Receiver's address".
const WHOSE =
  "(?:(?:收件人|收貨人|收件者|客人|客戶|顧客|買家|公司|辦公室|屋企|(?:receiver|recipient|customer|consignee|client|buyer)(?:'?s)?|shipping|delivery) ?)?";

const PATTERNS = WORDS.map(
  ([field, words]) =>
    [
      field,
      new RegExp(
        `${BEFORE}${WHOSE}(?:${words}) ?\\d?(?:[(（][^)）\\n]{1,12}[)）])?[】\\]」*]?\\s*(?:[:：=]|->|(?<=[】\\]」])| ?[-–] (?=\\S)(?<=(?:^|\\n)[^\\n:：-]{1,24}[-–] ))\\*?\\s*`,
        "gmu",
      ),
    ] as const,
);
const FOREIGN = FOREIGN_WORDS.map(
  ([field, words]) => [field, new RegExp(`${BEFORE}(?:${words})\\.? ?[:：]\\s*`, "gmu")] as const,
);
/** "收件人 陳大文": Chinese leaves the colon out; a form that was copied has its labels on lines of their own. */
const BARE: [Field, RegExp][] = [
  [
    "name",
    /(?:^|(?<=[\s,，;；。\ufdd0]))(?:收件人|收貨人|聯絡人|姓名)(?:[係是](?:我?(?:阿?媽|阿?爸|媽媽|爸爸|老公|老婆|朋友|同事)\s)?)?\s*(?!姓名|名|電話|手機|手提|地址|資料|聯絡|電郵|公司|name|tel|phone|mobile|address|info)(?=[\p{Script=Han}a-z])/gmu,
  ],
  ["name", /(?:^|(?<=[\s,，;；。\ufdd0]))(?:recipient|receiver|consignee|customer name)[ \t]+(?=[a-z])/gmu],
  // "Sai Kung. Contact Mark Jones 6333 2244".
  [
    "name",
    /(?:^|(?<=[,，;；.。]\s*))(?:contact(?: person)?|ask for)[ \t]+(?!me\b|us\b|no\b|number|by\b|via\b|at\b|on\b)(?=[a-z][a-z.' -]{1,40}[\s,]*\ufdd0)/gmu,
  ],
  // "姓麥" and nothing more.
  ["name", /(?:^|(?<=[\s,，;；。\ufdd0]))小?姓(?=(?!名)\p{Script=Han}(?:[\s,，。\ufdd0]|$))/gmu],
  ["name", /(?:(?<=[,，;；.。/|]\s*))name[ \t]+(?:is[ \t]+)?(?=[a-z])/gmu],
  // "我想補寄地址：…"; that of the sender or of a bill is another's.
  ["address", /(?<=\p{Script=Han})(?<!寄件|件人|發件|取件|退貨|發票|[帳賬]單)地址\s*[:：]\s*/gmu],
  ["address", /(?<=[,，;；.。/|\ufdd0]\s*)address[ \t]+(?=[a-z\d])/gmu],
  ["name", /^(?:full name|name|recipient|contact person|收件人|姓名)\s*$/gmu],
  ["address", /^(?:address|delivery address|shipping address|收件地址|送貨地址|地址)\s*$/gmu],
  ["phone", /^(?:phone|phone number|telephone|mobile|電話|聯絡電話|手機)\s*$/gmu],
  ["email", /^(?:e-?mail|電郵)\s*$/gmu],
];
/** "tel 9090 8080", "T +852…": a number follows, which was cut out. */
const BEFORE_NUMBER =
  /(?:^|(?<=[\n\s,，;；|/、。.(（\ufdd0])(?<!\p{L}\.))(?:(?:my )?(?:telephone|phone|tel|mobile|mob|cell|handphone|hp|fax|whatsapp|ph|contact(?= n)|(?=n)|t|m|f)(?: ?no\.?| ?number)?(?: is)?|聯絡電話|電話|手機|手提|傳真|電)\.?[ \t]*(?=[+(]?\ufdd0)|(?<=\p{Script=Han})(?:聯絡)?(?:電話|手機|手提)[ \t]*(?=[+(]?\ufdd0)/gmu;
/** "我叫陳可兒", "請交陳大文先生". */
const I_AM =
  /(?:^|(?<=[\s,，;；。!！(（\ufdd0]))(?:我(?:係|叫|是)|請?交(?:俾|給|予)?|請?找(?!管理|看更|保安)|轉交|轉(?=\s)|my name is|this is|i'm|i am|it'?s(?: for)?)\s*(?=[\p{Script=Han}a-z]{2,12}(?:[\s,，。!！)）\ufdd0]|$))/gmu;
const CARE_OF = /(?:^|(?<=[\s,;.\ufdd0]))(?:c\/o|attn\.?|z\. ?hd\.|to the attention of)[ \t]+/gm;

/** "1) 陳大文", "2) 9123 4567": only where a list counts from 1; "3. OG" is a floor. */
const NUMBERED = /^[(（]?[1-9][)）.、](?!\d)\s*/gmu;

/** The labels of a text in plain characters, in their order; where two overlap, the longer one. */
export function labelsIn(plain: string): Label[] {
  const found: Label[] = [];
  const put = (field: Field | null, match: RegExpExecArray | RegExpMatchArray) => {
    const start = match.index ?? 0;
    found.push({ field, start, end: start + match[0].length });
  };
  for (const [field, pattern] of [...PATTERNS, ...FOREIGN])
    for (const match of plain.matchAll(pattern)) put(field, match);
  for (const [field, pattern] of BARE) for (const match of plain.matchAll(pattern)) put(field, match);
  for (const match of plain.matchAll(LEAD_IN)) put(null, match);
  for (const match of plain.matchAll(I_AM)) put(null, match);
  const numbered = [...plain.matchAll(NUMBERED)];
  if (["1", "2"].every((each) => numbered.some(([sign]) => sign.includes(each))))
    for (const match of numbered) put(null, match);
  for (const match of plain.matchAll(BEFORE_NUMBER)) put("phone", match);
  for (const match of plain.matchAll(CARE_OF)) put(/c\/o/.test(match[0]) ? "company" : "name", match);
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter((label, index) => found.slice(0, index).every((other) => other.end <= label.start));
}
