import { countryNamed } from "./countries";
import { placesIn } from "./district";
import { plainOf } from "./text";

const SURNAMES = new Set(
  "陳李張黃何王吳劉林鄭梁周蔡葉楊許曾鄧馮謝蘇盧羅余郭徐朱唐方蕭潘袁鍾譚陸嚴趙孫馬胡高程彭曹沈姚范廖石古江莫關區岑麥杜甘鄒尹溫賴湯黎伍丁洪施梅倪戴簡霍龐容歐翁符駱龔游顏章汪金任田姜宋韓董于魏薛閻傅白崔康毛邱秦史侯邵孟龍萬段雷錢郝賀倫阮柯韋樊冼凌文車祝卓司冷桂祁屈練植招佘區布戚盤勞蒙畢瞿談熊紀舒成尤翟左藍闕耿季詹殷包俞柳喬聶饒辛安常武賈衛陶鄺甄丘繆湛卜穆滕虞刁敖覃荀邢蔣葛岳巫孔遊竇褚屠宗靳冉芮鄔柴卞邊郎甯苗呂莊鮑婁裴桑匡喻竺柏狄",
);
const DOUBLE = /^(?:歐陽|司徒|上官|諸葛|司馬|夏侯|東方|皇甫|尉遲|公孫|端木)/;
const JAPANESE =
  /^(?:佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|斎藤|清水|山崎|池田|橋本|阿部|石川|山下|森田|小川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|藤井|西村|福田|太田|三浦|藤原|岡本|松田|中川|中島|原田|小野|田村|竹内|金子|和田|中山|石田|上田|森|林|原)/;
/** "山本さくら": a given name in kana. */
const KANA_NAME = /^\p{Script=Han}{1,3} ?[\p{Script=Hiragana}\p{Script=Katakana}ー]{2,5}$/u;
const CHINESE_TITLE =
  /(?:先生|小姐|女士|太太|師傅|老師|醫生|博士|教授|經理|律師|婆婆|公公|阿姨|師奶|同學|校長|姑娘|牧師|主任|店長|店主|老闆娘?|sir|miss|太|生|伯|叔|姨|哥|姐|様|樣)$/;
/** "採購經理": work, which is no name but after a family name. */
const WORK = /^(?:經理|主任|老闆娘?)$/u;
const RANK = /^(?:高級|資深|助理)/u;
/** What may follow a name in Latin letters. */
const TITLE = /^(?:先生|小姐|女士|太太|師傅|老師|醫生|姑娘|婆婆|太|哥|姐)$/u;
const SHORT_TITLE = /^[\p{Script=Han}]{1,2}(?:太|生|伯|叔|姨|哥|姐)$/u;
/** "榮哥": a given name can precede these as well. */
const NICKNAME = /^\p{Script=Han}[伯叔姨哥姐]$/u;
const ADDRESS_SIGN = /[號室樓座街路邨村苑廈鋪閣層巷道省市縣鎮區\d]/u;

/** Family names that begin common words as well: they count before a title. */
const WITH_TITLE = new Set("查單支平花水卡滿應谷費利商賽米");

/** Whether the text begins with a Chinese family name. */
export function hasSurname(text: string): boolean {
  const plain = plainOf(text);
  return SURNAMES.has(plain.charAt(0)) || DOUBLE.test(plain) || WITH_TITLE.has(plain.charAt(0));
}

/** Whether the text is a Chinese name: a title after a surname or a whole name, or two to four characters after a surname. */
function isChineseName(name: string): boolean {
  const bare = name.replace(/\s/g, "");
  const plain = plainOf(bare);
  // "遊客" is no name; "游" is written otherwise.
  if (/^[我你佢]/u.test(plain) || bare.startsWith("遊")) return false;
  if (!/^[\p{Script=Han}々]{1,8}(?:sir|miss)?$/iu.test(bare) || RANK.test(plain)) return false;
  const title = CHINESE_TITLE.exec(plain)?.[0];
  if (title && plain.length > title.length) {
    const who = plain.slice(0, -title.length);
    const isSurname = hasSurname(who) || JAPANESE.test(who) || who.startsWith("阿");
    if (
      title.length > 1 || /[樣様]/u.test(title)
        ? who.length <= 5 && (isSurname || (who.length <= 3 && !WORK.test(title)))
        : (isSurname && SHORT_TITLE.test(plain)) || NICKNAME.test(plain)
    )
      return true;
  }
  if (/^(?:阿[\p{Script=Han}]{1,2}|小[\p{Script=Han}])$/u.test(plain) && placesIn(plain).length === 0) return true;
  if (ADDRESS_SIGN.test(plain) || placesIn(plain).length > 0) return false;
  if (DOUBLE.test(plain)) return plain.length <= 4 && plain.length >= 3;
  if (JAPANESE.test(bare) && plain.length >= 3 && plain.length <= 5) return true;
  return SURNAMES.has(plain.charAt(0)) && plain.length >= 2 && plain.length <= 4;
}

const LATIN_TITLE = /^(?:mr|mrs|ms|miss|mdm|madam|dr|prof|sir|mme|mlle|herr|frau|sra?|srta|dott|mx)\b\.?\s+\p{L}/iu;
const PARTICLE = /^(?:de|la|le|da|do|dos|del|dela|della|di|van|von|der|den|bin|binti|al|el|y|dos|san|ter|ten|d'|of)$/;
// Hong or Kong by itself is a family name.
const NO_NAME = new RegExp(
  `\\b(?:${[
    "road rd street st avenue ave lane drive court building bldg tower house estate garden gardens plaza centre center",
    "village floor flat room unit shop block phase mansion mall city town district hong.kong kowloon new territories lot",
    "rm blk suite apt apartment way square terrace place park hotel school university station limited ltd company inc gmbh",
    "refund exchange replacement resend hi hello hey hallo bonjour buongiorno hola ciao salut dear thanks thank thx please pls plz best regards kind kindly sincerely order address phone tel mobile email name my",
    "manager director officer executive assistant engineer department sales marketing deliver delivery ship shipping",
    "customer client buyer recipient receiver consignee contact details information billing",
    "call ring timestamp locker leave urgent cod paid note remarks rue via calle jalan carrer strasse avenida corridor lobby podium carpark",
    "cafe café restaurant kitchen salon studio studios gallery clinic pharmacy college academy institute association",
    "foundation workshop loading area toilet beside passage portion basement level parking exit gate counter hall podium",
    "entrance opposite near next inside interchange space residentsonly industrial commercial market pier island residents only bus terminus terminal ferry",
  ]
    .join(" ")
    .replaceAll(" ", "|")})\\b`,
  "i",
);

/** "Park Ji-hoon": the family name is a word of addresses as well. */
const KOREAN_PARK = /^Park (?=\p{Lu}\p{Ll}+-\p{Ll}+$)|(?<=^\p{Lu}\p{Ll}+-\p{Ll}+ )Park$/u;

/** Whether the text is a name in Latin letters: one to five words that begin with a capital. */
function isLatinName(name: string): boolean {
  if (/[\d@#:/\n\p{Script=Han}]/u.test(name) || name.length > 60) return false;
  if (LATIN_TITLE.test(name)) return name.split(/\s+/).length <= 6 && !NO_NAME.test(name.replace(/^\S+/, ""));
  const words = name.split(/\s+/);
  if (countryNamed(name) || /-(?:gu|dong|ku|ro|gil|si|do|shi|cho|machi|myeon|eup)$/.test(name)) return false;
  if (words.length > 5 || NO_NAME.test(name.replace(KOREAN_PARK, ""))) return false;
  if (!words.every((word) => PARTICLE.test(word) || /^\p{Lu}[\p{L}\p{M}'’.-]*$/u.test(word))) return false;
  if (words.length === 1 && /^(?:[\p{Lu}.]{1,4}|No\.)$/u.test(name)) return false;
  return !isPlace(name);
}

/** Whether most of the text is a place: people may have the name of one as a part of theirs. */
function isPlace(name: string): boolean {
  const covered = placesIn(plainOf(name)).reduce((sum, { start, end }) => sum + end - start, 0);
  return covered > name.length * 0.7;
}

/** "陳美玲 Mandy", "Mandy 陳小姐", "阿May": both languages, as Hong Kong writes names. */
function isMixedName(name: string): boolean {
  if (/^阿\p{Lu}\p{L}{1,11}$/u.test(name)) return true;
  // "May姐", "Yanyan梁": a title or family name right after it.
  const [, given, after = ""] = /^(\p{Lu}[\p{Script=Latin}]{1,11}) ?(\p{Script=Han}{1,2})$/u.exec(name) ?? [];
  if (given && (TITLE.test(plainOf(after)) || SURNAMES.has(plainOf(after)))) return isLatinName(given);
  // "嘉欣 梁", as some shops write names.
  if (/^\p{Script=Han}{1,2} \p{Script=Han}$/u.test(name) && hasSurname(name.slice(-1)))
    return isChineseName(name.slice(-1) + name.slice(0, -2));
  // "石生Stone".
  const [, titled, english] = /^(\p{Script=Han}{1,3}(?:生|太|先生|小姐|女士))(\p{Lu}\p{Ll}{1,11})$/u.exec(name) ?? [];
  if (titled && english) return isChineseName(titled) && isLatinName(english);
  const words = name.split(/\s+/);
  const han = words.filter((word) => /\p{Script=Han}/u.test(word));
  const latin = words.filter((word) => !/\p{Script=Han}/u.test(word));
  const isBoth = han.length === 1 && latin.length > 0 && latin.length < 4;
  return isBoth && isChineseName(han[0] ?? "") && isLatinName(latin.join(" "));
}

/** Whether the text is a person's name and nothing else. */
export function isName(text: string): boolean {
  const [, before, within = ""] = /^(.+?)\s*[(（]([^()（）]{2,20})[)）]$/su.exec(text.trim()) ?? [];
  // "Lam Ho Yan (Katie)", "Wong K Y (Ms)".
  if (before)
    return isName(before) && (/^(?:mr|mrs|ms|miss|mdm|先生|小姐|女士|太太)\.?$/i.test(within) || isName(within));
  const name = text.trim();
  return (
    isChineseName(name) ||
    isLatinName(name) ||
    isComma(name) ||
    isMixedName(name) ||
    isPair(name) ||
    /^\p{Script=Hangul}{2,4}$/u.test(name) ||
    /^(?:คุณ|นาย|นาง(?:สาว)?)[\p{Script=Thai} ]{2,40}$/u.test(name) ||
    (JAPANESE.test(name) && KANA_NAME.test(name))
  );
}

/** "黎生/黎太", "Ben & Sarah". */
function isPair(name: string): boolean {
  const two = name.split(/\s*[/&＆]\s*/);
  return two.length === 2 && two.every((each) => isChineseName(each) || isLatinName(each));
}

const NO_GIVEN_NAME =
  /^(?:whatsapp|wts?app|wechat|signal|telegram|line|call|text|sms|ring|and|or|is|to|at|by|no|same|urgent|office|home|work)$/;

/** Words of a sentence, in small letters as a name may be. */
const SENTENCE =
  /\b(?:do|does|you|your|can|could|i|we|it|its|is|the|a|an|my|if|want|would|like|this|that|for|and|with|to|of|in|on|at|have|has|are|was|will|just|also|how|much|what|when|any|there|here|she|he|they|not|no|yes|ok)\b/;

/** A given name in small letters, right before a telephone number. */
export function isSmallGivenName(text: string): boolean {
  return /^[a-z]{3,12}$/.test(text) && !NO_NAME.test(text) && !NO_GIVEN_NAME.test(text) && !isPlace(text);
}

/** "Linda Park": a family name that is a word of addresses as well. */
export function mayBeName(text: string): boolean {
  return (
    (/^Park \p{Lu}\p{Ll}{4,}$/u.test(text) && !NO_NAME.test(text.slice(5)) && !isPlace(text)) ||
    (/^\p{Lu}\p{Ll}+ (?:Park|Hill|Lane|House|Place|Way|Church|Court|Street|Hall|Garden)$/u.test(text) && !isPlace(text))
  );
}

/** A name that a person typed in small letters, before a telephone number. */
export function isSmallName(text: string): boolean {
  return /^[a-z]{2,}(?: [a-z]{2,}){1,3}$/.test(text) && !SENTENCE.test(text) && !NO_NAME.test(text) && !isPlace(text);
}

const FAMILY_NAME =
  /^(?:au|chan|chang|chen|cheng|cheung|chiu|choi|chow|choy|chu|chui|chung|fan|fok|fong|fung|ho|hui|hung|ip|kan|ko|kong|kwan|kwok|lai|lam|lau|law|lee|leung|li|liu|lo|lok|lui|luk|ma|mak|man|mok|ng|ngai|pang|poon|pun|shek|siu|so|suen|sung|szeto|sze|tai|tam|tang|to|tong|tsang|tse|tsoi|tsui|tung|wan|wong|woo|wu|yan|yau|yeung|yim|yip|yiu|yu|yuen|yung)$/;

/** Whether the first or last word is a family name as Hong Kong writes them. */
export function hasFamilyName(text: string): boolean {
  const words = text.split(" ");
  return [words[0], words.at(-1)].some((word) => FAMILY_NAME.test(word ?? ""));
}

/** "Yuen, Wai Lam", "CHAN Tai Man, Peter". */
function isComma(name: string): boolean {
  const [, whole, english] = /^(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+){2}), (\p{Lu}\p{L}+)$/u.exec(name) ?? [];
  if (whole && english && FAMILY_NAME.test(whole.split(" ")[0]?.toLowerCase() ?? ""))
    return isLatinName(whole) && isLatinName(english);
  const [, family, given] = /^(\p{Lu}\p{Ll}+), (\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+)$/u.exec(name) ?? [];
  return family !== undefined && given !== undefined && isLatinName(family) && !NO_NAME.test(given);
}

/** Whether the text says by a title that it is a name. */
export function hasTitle(text: string): boolean {
  return (
    (LATIN_TITLE.test(text.trim()) && isLatinName(text.trim())) ||
    (CHINESE_TITLE.test(plainOf(text.trim())) && (isChineseName(text) || isMixedName(text.trim())))
  );
}

/**
 * What the names of small shops and firms end with, which are written without a legal form; not 酒店, 分店, 便利店
 * and their like, which say where, nor a word that by itself is goods ("玩具"), which may be what is sent.
 */
const TRADE =
  /(?:餐廳|餐室|冰室|酒家|藥房|書局|髮廊|髮型屋|診所|影樓|小廚|小館|教育中心|補習社|(?:律師|會計師|參茸|海味|藥|琴)行|(?<![酒飯分利艦總])店|(?<!工)廠|記(?:食品|五金|文具|玩具|電器|傢俬|海味|糧油|裝修))$|\S (?:trading|textiles|logistics|enterprises?|boutique|bakery|cafe|café|restaurant|salon|clinic|pharmacy|florist|jewellery|atelier|(?<!\b(?:at|in|the) )studio|(?:design|photo|art|music|dance|yoga) studio)$/;

/** Whether the text is a shop's name by its trade; with a place in it, it is rather a part of the address. */
export function isShop(text: string): boolean {
  const plain = text.length > 60 ? "" : plainOf(text.trim());
  return plain.length > 2 && TRADE.test(plain) && !ADDRESS_SIGN.test(plain) && placesIn(plain).length === 0;
}

/** What by itself is no company's name. */
const ONLY_KIND = /^(?:\p{Script=Han}{0,2}店|工作室|事務所|商行)$/u;
const COMPANY =
  /(?:有限公司|公司|事務所|企業社|株式會社|株式会社|工作室|商行)(?:\s*[（(].*[）)])?$|\b(?:limited|ltd|co|inc|incorporated|llc|llp|gmbh|corp|corporation|plc|pty|b\.?v|s\.?r\.?l|s\.?a|company)\.?$/i;

/** Whether the text is a company's name. */
export function isCompany(text: string): boolean {
  const name = text.trim();
  if (ONLY_KIND.test(plainOf(name).replace(/^[(（]/, ""))) return false;
  if (isShop(name)) return true;
  if (/^[唔冇寄送]/u.test(plainOf(name))) return false;
  if (/^(?:我[哋們]?|本|貴|[新舊])?[嘅的]?公司$/u.test(plainOf(name))) return false;
  return name.length <= 100 && COMPANY.test(plainOf(name)) && !/[\n|｜]/.test(name) && /\p{L}{2}/u.test(name);
}
