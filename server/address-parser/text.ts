import { GONE } from "./found";

// Simplified and variant characters of names and places, each followed by the one that the table of places has.
const FOLDED =
  "湾灣龙龍岭嶺东東乡鄉园園业業厦廈长長门門罗羅环環马馬龄齡观觀号號楼樓电電话話陈陳刘劉张張黄黃吴吳赵趙杨楊许許郑鄭谢謝邓鄧冯馮叶葉苏蘇卢盧钟鍾谭譚陆陸严嚴贝貝贤賢赖賴莲蓮萧蕭关關" +
  "韩韓顾顧贺賀龚龔庞龐欧歐阳陽云雲头頭岗崗国國际際广廣场場汇匯滙匯铜銅锣鑼鲗鰂鱼魚湧涌丽麗华華兴興荣榮满滿达達运運锦錦绣繡屿嶼机機顺順联聯胜勝宝寶实實蓝藍绿綠红紅银銀杰傑弥彌窝窩" +
  "亚亞轩軒诗詩骆駱庄莊邨村舖鋪铺鋪裏里裡里台臺峯峰叠疊啓啟启啟衞衛卫衛綫線线線恒恆嘴咀侧側砲炮厅廳车車爱愛义義礼禮圣聖爷爺庙廟桥橋泽澤岁歲济濟处處体體双雙凤鳳鸡雞鸭鴨鹅鵝枫楓尔爾" +
  "乐樂后後钻鑽时時创創纪紀众眾会會发發财財贸貿厂廠仓倉库庫层層单單邮郵编編码碼鲤鯉滨濱区區县縣庆慶瑶瑤筑築寿壽祯禎诚誠铁鐵钓釣钱錢钦欽镇鎮闲閒间間阁閣阶階随隨隐隱雾霧静靜顶頂项項" +
  "颂頌领領颖穎饶饒驰馳骏駿图圖圆圓坚堅坟墳垄壟块塊壮壯声聲壳殼备備复復够夠夹夾奖獎妆妝娄婁孙孫学學宁寧宽寬宾賓对對寻尋导導尧堯岛島峡峽币幣师師帐帳帜幟帧幀带帶干幹并並应應庐廬废廢" +
  "开開弃棄弯彎归歸当當录錄彻徹径徑忆憶怀懷态態总總恋戀恶惡悦悅悬懸惊驚惯慣惨慘戏戲战戰护護报報担擔择擇拟擬挂掛挥揮摆擺数數断斷无無旧舊显顯晓曉晖暉详詳细細称稱网網络絡证證该該请請" +
  "说說谁誰让讓买買卖賣写寫级級约約纸紙织織经經给給绍紹绕繞继繼续續维維绸綢绵綿缘緣缝縫缩縮缴繳术術权權条條来來极極构構枪槍柜櫃栏欄树樹样樣梦夢检檢榄欖横橫欢歡气氣汉漢汤湯沟溝泪淚" +
  "泷瀧泻瀉洁潔洼窪浇澆测測浏瀏涂塗涛濤涟漣涧澗涨漲渊淵渔漁温溫游遊滩灘灵靈灯燈灿燦炉爐点點炼煉烁爍烂爛烟煙热熱焕煥犹猶独獨狮獅猎獵猫貓玛瑪现現玺璽珑瓏琼瓊琏璉赛賽荫蔭顷頃剑劍则則" +
  "刚剛办辦务務动動劳勞势勢医醫协協历歷压壓参參货貨伟偉邹鄒简簡连連伦倫阎閻谈談乔喬聂聶万萬麦麥宫宮兰蘭鲁魯鸿鴻润潤辉輝轮輪铭銘农農丰豐乌烏凉涼贵貴资資颐頤凯凱诺諾浅淺鹤鶴鹰鷹飞飛军軍强強鹏鵬艳艷麽麼贡貢";

const folded = new Map<string, string>();
for (let i = 0; i + 1 < FOLDED.length; i += 2) folded.set(FOLDED[i] ?? "", FOLDED[i + 1] ?? "");

/** Signs that are written for a colon. */
const COLONS = "︓︰∶꞉ː";

function plainUnit(unit: string): string {
  const code = unit.charCodeAt(0);
  // Other control characters, such as tabs of a spreadsheet, part as line ends do.
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || unit === GONE) return "\n";
  if (code < 0x80) return code >= 65 && code <= 90 ? unit.toLowerCase() : unit;
  const known = folded.get(unit);
  if (known) return known;
  if (code === 0x3000) return " ";
  if (code >= 0x2010 && code <= 0x2015) return "-";
  if (code === 0x2018 || code === 0x2019) return "'";
  if (COLONS.includes(unit)) return ":";
  // Small forms of signs, as some fonts for Chinese have them.
  if (code >= 0xfe50 && code <= 0xfe6b) return unit.normalize("NFKC");
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0).toLowerCase();
  const lower = unit.toLowerCase();
  return lower.length === 1 ? lower : unit;
}

/**
 * The text for comparing: half-width, in small letters and in traditional characters. Each UTF-16 unit gives one, so a
 * place in it is the same place in the text.
 */
export function plainOf(text: string): string {
  let plain = "";
  for (let i = 0; i < text.length; i++) plain += plainUnit(text[i] ?? "");
  return plain;
}

const DIGIT = /(?![0-9])\p{Nd}/gu;

/** The text with its digits, of whatever script, in ASCII. */
export function asciiDigits(text: string): string {
  return text.replace(DIGIT, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    // Unicode has the digits of a script beside each other, zero first, and some scripts' tens follow one another.
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
    return String((code - first) % 10);
  });
}

/** The text without long runs of spaces and empty lines, which say no more than short ones and take time to read. */
export function withoutRuns(text: string): string {
  return text.replace(
    /\s{4,}/g,
    (run) =>
      run
        .match(/\p{Cc}/gu)
        ?.slice(0, 2)
        .join("") ?? run.charAt(0),
  );
}

const END =
  '(?:[\\s\\p{Cf}\\p{Cc}?？,，﹐;；﹔:：﹕︰∶、。|｜/\\\\*~\\-–—_=+•·^@<(（[【《"“\\p{Extended_Pictographic}]|\\ufe0f)';
// Each run of signs is looked at once, from its first, as in the brackets below.
const SIGNS_AT_END = new RegExp(`(?<!${END})${END}+$`, "u");

/** A part of the text without the signs around it; null if nothing is left. */
export function trimSigns(part: string): string | null {
  const value = part
    .replace(
      /^(?:[\s\p{Cf}\p{Cc},，﹐;；﹔:：﹕︰∶、。.|｜/\\*~\-–—_=•·^>)）\]】》"”\p{M}\p{Extended_Pictographic}]|\+(?!\d))+/u,
      "",
    )
    .replace(SIGNS_AT_END, "")
    .replace(/(?<=\p{L}{3})(?<!\b(?:ave|bldg|dist|str|ltd|inc|apt|blk|est|kln|ctr|ind|mkt|blvd|bhd|pty))\.$/iu, "")
    .replace(/(?<=[\d)）])\.$/, "")
    .trim();
  const closed = /[(（]/.test(value) ? value : value.replace(/(?<!\s)\s*(?<![)）])[)）]+$/, "");
  return /[\p{L}\p{N}]/u.test(closed) ? closed : null;
}
