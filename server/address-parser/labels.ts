import type { Span } from "./found";

/** What a word before a colon says about what follows. */
export type Field =
  | "name"
  | "family"
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
    "中文(?:姓)?名|英文(?:姓)?名|全名|名|稱呼|given name|收件人|客人|客戶|顧客|買家|住客|收貨人|負責人|經手人|簽收人|姓 {1,4}名|聯絡人|聯繫人|聯絡(?=\\s*[:：]\\s*\\p{L})|收件|姓名|名字|名稱|人名|收禮人|取件人|收|致|guest|customer|client|buyer|(?:first|full) name|name|recipient|receiver|consignee|attention|attn|ship to|deliver to|send to|to|for|z\\.hd\\.|contact person|contact(?=\\s*[:：]\\s*\\p{L})|[俾畀]|宛名|お?名前|氏名|받는 ?(?:사람|분)|수령인|수취인|성함|이름",
  ],
  ["family", "last name|family name|surname|姓氏"],
  [
    "phone",
    "電|電 {1,4}話|聯絡電話|聯繫電話|電話號碼|手機號碼|手提電話|手機號|電話|手機|手提|聯絡|telephone|phone(?: no\\.?| number)?|tel(?: no\\.?)?|mobile(?: no\\.?| number)?|mob|cell|whatsapp|contact(?: no\\.?| number)?|電話番号|전화(?:번호)?|연락처|휴대폰|핸드폰|傳真(?:號碼)?|fax(?: no\\.?| number)?|handphone|hp|h\\/p|ph(?: no\\.?)?|t|m|p|w",
  ],
  ["email", "電郵地址|電郵|電子郵件|郵箱|e-?mail(?: address)?|mail|e"],
  ["postal", "郵政編碼|郵編|郵遞區號|postal ?code|post ?code|zip(?: ?code)?|postcode|우편번호"],
  ["country", "國家|country(?:/region)?"],
  ["city", "城市|city|town|suburb"],
  ["state", "省份|州|state(?:/province)?|province"],
  [
    "address",
    "地|地 {1,4}址|地[趾扯]|倉址|店址|舖址|倉庫地址|收件地址|收貨地址|送貨地址|詳細地址|所在地區|地區|區域|(?:順豐)?(?:智能櫃|自提櫃|自提點|取貨點|取件點|服務點|站點?|站自取)(?:地址)?|pick-?up(?: point)?|district|area|region|派送地址|住址|住宅|地址|地點|住所|add?ress(?: line)? ?[123]?|addr?|delivery address|shipping address|street(?= ?[:：])|주소|배송지|址",
  ],
  [
    "rest",
    "備註|備注|卡片(?:寫|內容)?|賀卡|心意卡|(?:gift |card )?message|留言|部門|(?:店舖|門市|站點?)編號|站碼|點碼|商品|貨品|產品|款式|數量|金額|總額|總計|合計|小計|運費|[付派]款(?:方式|狀態)|(?:送貨|運送|派送|物流)(?:方式|方法)?|派送|remarks?|notes?|訂單編號|訂單號|order(?: no\\.?| number)?|(?:預計|預定|希望)?(?:送貨|派送|送達|收貨|取貨|訂購|下單)?(?:日期|時間|時段)|(?:(?:preferred|delivery|order) )*(?:date|time)",
  ],
];

// What forms in the languages of the commonest destinations call them; many are ordinary words, so with a colon only.
const FOREIGN_WORDS: [Field, string][] = [
  ["company", "société|entreprise|firma|empresa|azienda|bedrijf"],
  [
    "name",
    "người nhận|họ (?:và )?tên|ชื่อ(?:ผู้รับ)?|ผู้รับ|nama|nom(?: complet)?|destinataire|empfänger|nombre|destinatario|nome|naam",
  ],
  [
    "phone",
    "sđt|(?:số )?điện thoại|โทร(?:ศัพท์)?|เบอร์โทร|no\\.? ?tel(?:efon)?|tél(?:éphone)?|portable|telefon|handy|teléfono|móvil|tfno|telefono|cellulare|telefoon",
  ],
  ["postal", "code postal|cp|plz|postleitzahl|código postal|cap"],
  ["country", "pays|land|país|paese"],
  ["city", "ville|ort|stadt|ciudad|città|plaats"],
  ["state", "provincia"],
  ["address", "địa chỉ|ที่อยู่|alamat|adresse|rue|anschrift|straße|strasse|dirección|indirizzo|adres"],
];

/** People and places that a message calls by no name. */
const MINE =
  "(?:我?(?:阿?媽|阿?爸|媽[媽咪]|爸爸|爹[哋地]|老公|老婆|家姐|[阿婆]婆|[阿公]公|嫲嫲|爺爺|細妹|細佬|個[仔女]|朋友|同事|屋企|公司|辦公室|店舖|舖頭))";
/** Words before an address without a colon. */
const LEAD_IN = new RegExp(
  [
    // "麻煩幫我寄去…", "寄俾我媽媽：…", "唔該寄…", "兩盒 送 …".
    `(?:貨品|貨物|包裹)?(?:唔該|麻煩|請)?你?(?:幫我)?(?:送貨|[寄送派])(?:(?:去|到|往|[俾畀比給至])(?:${MINE}(?=\\s*[:：,，]))?\\s*[:：]?|\\s*[:：])`,
    "(?:唔該|麻煩|請)你?(?:幫我)?寄(?![出送回返來件貨])",
    "改[寄送][去到]?",
    "(?:she|he|i|we|they) lives? at\\s+",
    "^new (?:one|place)\\s*:\\s*",
    "(?:^|(?<=[\\s,，]))[送寄][ \\t]+(?=\\p{Script=Han})",
    // "收件資料：施敏兒｜…".
    "(?:收件|收貨|送貨)人?資料(?:如下)?\\s*[:：】\\]]",
    // "Hello po! …", "Buongiorno, …": a greeting before the rest of its line.
    "^(?:hi|hello|hey|hallo|bonjour|buongiorno|hola|ciao|(?:good )?(?:morning|afternoon|evening))(?: (?:there|all|po))?\\s*[,，!！]+\\s*(?=[\\p{L}\\d])",
    // "Hello Chan Tai Man 9123 4567", "你好陳大文 9123 4567": and nothing else before the number.
    "^(?:hi|hello|hey|good (?:morning|afternoon|evening)) (?=(?!there|all|everyone|team|shop|store|boss|sir|madam)[a-z]{2,12} [a-z]{2,12}(?: [a-z]{2,12})?(?<!team|shop|store|service|support)[ \\t]*(?:\\ufdd0|$))",
    "^(?:老闆|老闆娘|店主|店長)?(?:你好|您好|早晨|早安|午安|晚安|哈囉)[呀啊喎]?(?=\\p{Script=Han}{2,4}[ \\t,，]*\\ufdd0)",
    // "Dear Mary Wong,", "尊敬的陳大文先生：", "陳大文先生你好", "To Mary Wong": each a line of its own.
    "^dear (?=(?!sir|madam|all|team|shop|seller|customer|friend)[a-z.'-]{2,15}(?: [a-z.'-]{2,15}){0,3}[ \\t]*[,，:：]?[ \\t]*$)",
    "^(?:尊敬的|敬愛的|親愛的)(?=\\p{Script=Han}{2,6}[ \\t]*[,，:：]?[ \\t]*$)",
    "(?<=^\\p{Script=Han}{1,4}(?:先生|小姐|女士|太太))[ \\t,，]*(?:你好|您好|早晨|早安|午安|晚安)[呀啊]?[ \\t]*[,，!！:：]?[ \\t]*$",
    "^to (?=[a-z]{2,12} [a-z]{2,12}(?: [a-z]{2,12})?[ \\t]*[,，:：]?[ \\t]*$)",
    // "its 6f 112 apliu street".
    "^it'?s (?=\\d|(?:flat|room|unit)\\b)",
    // "寄南丫島榕樹灣大街29號".
    "(?:^|(?<=[\\s,，。]))寄(?![出送返回來件貨去到往俾畀比給至])(?=\\p{Script=Han}{3,14}\\d)",
    "(?:send|ship)[去到]\\s*[:：]?",
    // "at Flat 10A, …", "new addr 19 Papanui Rd".
    "^at (?=\\d|(?:flat|room|rm|unit|shop|block)\\b)",
    "(?:my |our )?new (?:address|addr)\\s*[:：]?\\s*(?=\\d|(?:flat|room|rm|unit|shop|block)\\b)",
    // "填錯咗，正確係：…", "寄去美國：陳大文": the country itself stays.
    "[发發寄送][去到往](?:[內内]地|[國国][內内]|大[陸陆])的?\\s*[:：]",
    "正確(?:地址)?(?:係|是|為)\\s*[:：]?",
    "(?<=(?:[寄送派]|send |ship )[去到往]?(?!件)\\p{Script=Han}{2,6})[:：]\\s*",
    "(?<=(?:send|ship|deliver|mail)(?: it| this)? to (?:the )?[a-z]{2,14}(?: [a-z]{3,12})?) ?:\\s*",
    // "could you change my delivery address to …".
    "(?:(?:could|can|would) (?:you|i|we) |(?:i|we) (?:want|need|would like|'d like) to |please |pls )+(?:change|update) (?:my |the |our )?(?:delivery |shipping )?(?:address|addr) to\\s*:?",
    // "我地址係…", "想改地址去…", "住沙田…".
    "(?:想|要)?改?(?:我的?)?(?:送貨)?地址(?:[係是去到]|改(?:為|做|成|去))\\s*[:：]?",
    "(?:^|(?<=[\\s,，;；。?？!！\\ufdd0]))(?:收件|送貨|收貨|詳細)?地址\\s*(?=[\\p{Script=Han}\\da-z])",
    "(?:^|(?<=[\\s,，;；。\\ufdd0]))我?住(?:喺|在|係)?(?=\\p{Script=Han}{2})(?![宅址客戶家])",
    // "Hi! please send two boxes to my office:", "deliver to my helper", "my address is".
    "(?:(?:hi|hello|hey)[ ,!]*)?(?:(?:please|pls|plz|kindly)\\s*(?:send|ship|deliver|mail|courier|post|forward)(?: [a-z\\d]+){0,4}|(?:send|ship|delivery?|mail)(?: it| this| them)?) to(?: (?:my|our) (?:(?:office|home|place|shop|address)\\s*[:?？]|(?:helper|wife|husband|mother|mom|mum|father|dad|sister|brother|friend|colleague|assistant)(?= )))?\\s*:?",
    "(?:and )?(?:my )?(?:address|addy|addr) is\\s*:?",
    // "Lorna 9123 4567 at 28B…", "for Ms Bhatt".
    "(?<=\\ufdd0\\s*)at (?=[\\da-z])|^for (?=(?:mrs?|ms|miss|dr|prof)\\b)",
  ].join("|"),
  "gmu",
);

const BEFORE = "(?:^|(?<=[\\n\\s,，;；|/、。.!！(（\\ufe0f\\p{Extended_Pictographic}\\ufdd0*【\\[「]))";
// Whose it is: "收貨人電話", "Receiver's address".
const WHOSE =
  "(?:(?:my|our) )?(?:(?:收件人|收貨人|收件者|客人|客戶|顧客|買家|公司|辦公室|屋企|[小本]店|(?:receiver|recipient|customer|consignee|client|buyer)(?:'?s)?|shipping|delivery|new) ?)?";

const PATTERNS = WORDS.map(
  ([field, words]) =>
    [
      field,
      new RegExp(
        `${BEFORE}${WHOSE}(?:${words})\\.? ?\\d?(?:[(（][^)）\\n]{1,12}[)）])?(?:[/／]\\p{Script=Han}{2,4})?[】\\]」*]?[\\p{Extended_Pictographic}\\u200d\\ufe0f♀♂\\u{1f3fb}-\\u{1f3ff}]*\\s*(?:[:：=]|[?？](?=[ \\t]*\\S)|->|[｜|](?=\\s*[^\\s｜|][^\\n｜|]*(?:\\n|$))|(?<=[】\\]」])| ?[-–] (?=\\S)(?<=(?:^|\\n)[^\\n:：-]{1,24}[-–] ))\\*?\\s*`,
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
    /(?:^|(?<=[\s,，;；。\ufdd0]))(?:我個?)?(?:收件人|收貨人|聯絡人|姓名|(?:中文|英文)?名(?=[係是])|收件(?:(?=[ \t])|[嗰果個]{2}(?=[係是])))(?:[係是](?:我(?=[a-z])|我(?:老公|老婆|媽[媽咪]|爸爸|阿媽|阿爸)(?=\p{Script=Han}{2,4}[\s,，\ufdd0])|我?(?:阿?媽|阿?爸|媽[媽咪]|爸爸|老公|老婆|朋友|同事)[\s:：])?)?\s*(?!姓名|名|[同跟照]|不變|電話|手機|手提|地址|資料|聯絡|電郵|公司|name|tel|phone|mobile|address|info)(?=[\p{Script=Han}a-z])/gmu,
  ],
  ["name", /(?:^|(?<=[\s,，;；。\ufdd0]))(?:recipient|receiver|consignee|customer name)[ \t]+(?=[a-z])/gmu],
  // "Sai Kung. Contact Mark Jones 6333 2244".
  [
    "name",
    /(?:^|(?<=[,，;；.。]\s*))(?:contact(?: person)?|ask for)[ \t]+(?!me\b|us\b|no\b|number|by\b|via\b|at\b|on\b)(?=[a-z][a-z.' -]{1,40}[\s,]*\ufdd0)/gmu,
  ],
  // "收 溫小姐", "店長 莊慧玲".
  ["name", /^收[ \t]+(?=\p{Script=Han}{1,4}(?:先生|小姐|女士|太太|生|太)(?:[\s,，\ufdd0]|$))/gmu],
  ["name", /^(?:店長|店主|經理|老闆|主任)[ \t]+(?=\p{Script=Han}{2,4}[ \t]*$)/gmu],
  // "Call Dave on 6490 1178".
  [
    "name",
    /(?:^|(?<=[,，;；.。!！?？]\s*))(?:call|ring|text|phone)[ \t]+(?:(?:my|our)[ \t]+[a-z]+[ \t]+)?(?!me|us|it|on|at|by)(?=[a-z]{2,12}[ \t]+(?:on|at)[ \t]+\ufdd0)/gmu,
  ],
  // "名就寫 Ms 鄺", "SF store pickup by Tom Hung 6133 9078".
  ["name", /(?:^|(?<=[\s,，;；。\ufdd0]))名就?(?:寫|叫|係)\s*/gmu],
  ["name", /(?:pick ?up|collect(?:ed|ion)?|received?) by[ \t]+(?=[a-z][a-z.' -]{1,40}[\s,]*\ufdd0)/gmu],
  // "gift to Jacky Pang, 5421 7703", "to my sister Jocelyn Reyes, …".
  [
    "name",
    /(?:^|(?<=[\s\p{Extended_Pictographic}]))(?:to|(?:gift|present|parcel|order) for)[ \t]+(?=[a-z]+ [a-z]+(?: [a-z]+)?,?[ \t]*\ufdd0)/gmu,
  ],
  [
    "name",
    /^to (?:my|our) (?:helper|wife|husband|mother|mom|mum|father|dad|sister|brother|friend|colleague|assistant)[ \t]+(?=[a-z])/gmu,
  ],
  // "姓麥" and nothing more.
  ["name", /(?:^|(?<=[\s,，;；。\ufdd0]))小?姓(?=(?!名)\p{Script=Han}(?:[\s,，。\ufdd0]|$))/gmu],
  ["name", /(?:(?<=[,，;；.。!！/|]\s*))name[ \t]+(?:is[ \t]+)?(?=[a-z])/gmu],
  // "我想補寄地址：…"; that of the sender or of a bill is another's.
  ["address", /(?<=\p{Script=Han})(?<!寄件|件人|發件|取件|退貨|發票|[帳賬]單)地址\s*[:：]\s*/gmu],
  ["address", /(?<=[,，;；.。/|\ufdd0]\s*)address[ \t]+(?=[a-z\d])/gmu],
  ["name", /^(?:full name|name|recipient|contact person|收件人|姓名)\s*$/gmu],
  ["address", /^(?:address(?: line ?[123])?|delivery address|shipping address|收件地址|送貨地址|地址)\s*$/gmu],
  ["phone", /^(?:phone|phone number|telephone|mobile|電話|聯絡電話|手機)\s*$/gmu],
  ["email", /^(?:e-?mail|電郵)\s*$/gmu],
];
/** "tel 9090 8080", "T +852…": a number follows, which was cut out. */
const BEFORE_NUMBER =
  /(?:^|(?<=[\n\s,，;；|/、。.(（\ufdd0])(?<!\p{L}\.))(?:(?:and )?(?:my )?(?:(?:hk|hong kong|new) )?(?:telephone|phone|number|tel|mobile|mob|cell|handphone|hp|fax|whatsapp|ph|contact(?= n)|(?=n)|t|m|f)(?: ?no\.?| ?number)?(?: is| still works)?|(?:聯絡電話|電話號碼|電話|號碼|手機|手提)[係是]?|傳真|電|โทร)\.?[ \t]*(?=[+(]?\ufdd0)|(?<=\p{Script=Han})(?:聯絡)?(?:電話|手機|手提)[ \t]*[係是]?[ \t]*[:：]?[ \t]*(?=[+(]?\ufdd0)|(?<=[a-z][ \t]+)(?:on|at)[ \t]+(?=\ufdd0)/gmu;
/** "我叫陳可兒", "請交陳大文先生", "琴日落單嗰個 Marco". */
const I_AM =
  /(?:^|(?<=[\s,，;；。!！(（\ufdd0]))(?:我(?:係|叫|是)|[佢他她](?:係|叫|是)|叫我(?=\p{Script=Han}{2,3}(?:得啦|就得|啦|呀))|請?交(?:俾|給|予)?|請?找(?!管理|看更|保安)|(?:叫佢|請)?搵(?=\p{Script=Han}{1,3}(?:生|太|小姐|先生|姐))|轉交|轉(?=\s)|(?:my|her|his) name is|this is|i'm|i am|it'?s(?: for)?)\s*(?!(?:at|in|on|not|out|the|sorry|looking)\b)(?=[\p{Script=Han}a-z]{2,12}(?: [a-z]{2,12}){0,2}(?:[\s,，。!！)）\ufdd0\p{Extended_Pictographic}]|$))|(?<=[嗰果]個)\s*(?=(?:[a-z]{2,12}|\p{Script=Han}{1,3}(?:先生|小姐|女士|太太))[\s,，。!！)）\ufdd0])/gmu;
const CARE_OF = /(?:^|(?<=[\s,;.\ufdd0]))(?:c\/o|care of|attn\.?|z\. ?hd\.|to the attention of)[ \t]+/gm;

/** "1) 陳大文", "2) 9123 4567": only where a list counts from 1; "3. OG" is a floor. */
const NUMBERED = /^[(（]?[1-9][)）.、](?!\d)\s*|(?<=\s)[(（][1-9][)）]\s*(?=\S)/gmu;

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
  for (const match of plain.matchAll(CARE_OF)) put(/c\/o|care of/.test(match[0]) ? "company" : "name", match);
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter((label, index) => found.slice(0, index).every((other) => other.end <= label.start));
}
