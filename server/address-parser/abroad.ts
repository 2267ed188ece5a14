import { countryAfterCode, countryNamed, STATES } from "./countries";

/** An address in parts, as far as its country's form tells them apart. */
export type Parted = {
  address: string;
  city: string | null;
  state: string | null;
  postal: string | null;
  /** What follows the country, which ends an address. */
  after: string[];
};

/** How a country writes its postal codes; groups: none but the code itself. */
const POSTAL: Record<string, string> = {
  US: "\\d{5}(?:-\\d{4})?",
  PR: "\\d{5}(?:-\\d{4})?",
  GB: "[A-Za-z]{1,2}\\d[A-Za-z\\d]? ?\\d[A-Za-z]{2}",
  CA: "[A-Za-z]\\d[A-Za-z] ?\\d[A-Za-z]\\d",
  AU: "\\d{4}",
  NZ: "\\d{4}",
  PH: "\\d{4}",
  NL: "\\d{4} ?[A-Z]{2}",
  JP: "\\d{3}-\\d{4}|\\d{7}",
  SG: "\\d{6}",
  CN: "\\d{6}",
  VN: "\\d{5,6}",
  TW: "\\d{3}(?:-?\\d{2,3})?",
  BR: "\\d{5}-?\\d{3}",
  PL: "\\d{2}-\\d{3}",
  PT: "\\d{4}-\\d{3}",
  ...Object.fromEntries(["SE", "CZ", "SK", "GR"].map((code) => [code, "\\d{3} ?\\d{2}"])),
  ...Object.fromEntries(["RO", "RU", "CO"].map((code) => [code, "\\d{6}"])),
  ...Object.fromEntries(["AT", "CH", "BE", "DK", "NO", "LU", "HU", "BG", "SI", "ZA"].map((code) => [code, "\\d{4}"])),
  ...Object.fromEntries(
    ["KR", "DE", "FR", "IT", "ES", "MY", "TH", "MX", "FI", "TR", "ID", "SA", "UA", "HR", "RS", "EE", "LT", "PE"].map(
      (code) => [code, "\\d{5}"],
    ),
  ),
  IN: "\\d{3} ?\\d{3}",
  AR: "[A-Z]\\d{4}[A-Z]{3}|[A-Z]?\\d{4}",
  IE: "[A-Z]\\d[\\dW] ?[A-Z\\d]{4}",
};
/** Where the code is before the town: what is before it in one line is the street. */
const BEFORE_TOWN = new Set(
  "NL BR PL PT SE CZ SK GR AT CH BE DK NO LU HU DE FR IT ES MX FI TR RO RU UA HR RS EE LT BG SI AR".split(" "),
);
/** A code within an address in Chinese, Japanese or Korean. */
const WITHIN: Record<string, RegExp> = {
  // 台北市大安區106信義路三段: no house number, which a sign follows.
  TW: /(?<=[市縣區鄉鎮])\s?(?<code>\d{3}(?:-?\d{2,3})?)\s?(?=[^\d\s號号巷弄段樓楼之鄰里-])/u,
  CN: /(?<=[\p{Script=Han}\s])(?<code>\d{6})\s?(?=[^\d\s號号弄室栋幢樓楼])/u,
  JP: /(?<=[\p{Script=Han}\s])〒?(?<code>\d{3}-\d{4})\s?(?=\p{L})/u,
  KR: /(?<=\p{Script=Hangul}\s)(?<code>\d{5})\s(?=\p{Script=Hangul})/u,
};
const BEFORE_CODE = "(?:〒|D-|F-|I-|E-|S ?\\(|S(?=\\d{6})|郵編|邮编|郵遞區號)?[:：\\s]{0,4}";

const MALAYSIA =
  /^(?:selangor|johor|penang|pulau pinang|perak|kedah|kelantan|melaka|malacca|negeri sembilan|pahang|perlis|sabah|sarawak|terengganu|wilayah persekutuan|labuan|putrajaya)$/i;
const PREFECTURE =
  /^(?:tokyo|hokkaido|osaka|kyoto|kanagawa|saitama|chiba|aichi|hyogo|fukuoka|hiroshima|miyagi|okinawa|nagano|shizuoka|ibaraki|niigata)$/i;
const COUNTY =
  /^(?:(?:bedford|berk|buckingham|cambridge|che|derby|gloucester|hamp|hertford|lanca|leicester|lincoln|northampton|nottingham|oxford|shrop|stafford|warwick|wilt|worcester|york|(?:north|south|west|east) york)shire|cornwall|cumbria|devon|dorset|(?:county )?durham|(?:east |west )?sussex|essex|kent|greater manchester|merseyside|middlesex|norfolk|northumberland|rutland|somerset|suffolk|surrey|tyne and wear|west midlands)$/i;
const PROVINCE =
  /^(?:guangdong|zhejiang|jiangsu|fujian|shandong|hebei|henan|hubei|hunan|sichuan|anhui|jiangxi|liaoning|jilin|heilongjiang|shaanxi|shanxi|yunnan|guizhou|hainan|gansu|guangxi)(?: province)?$/i;
/** Cities that are distinguished from streets without a postal code. */
const CITIES =
  /^(?:(?:tp\.? ?|thành phố )?(?:hà nội|hồ chí minh|đà nẵng)|hanoi|ho chi minh(?: city)?|da nang|kuala lumpur|bangkok|manila|seoul|busan|taipei(?: city)?|london|paris|berlin|madrid|barcelona|roma|rome|milano|milan|amsterdam|sydney|melbourne|auckland|toronto|vancouver|new york|los angeles|beijing|shanghai|shenzhen|guangzhou)$/i;

type Segment = { text: string; lead: string };

/** The parts between commas and line ends, each with the separator before it. */
function segmentsOf(address: string): Segment[] {
  const parts = address.split(/((?:(?<!\s)\s+)?[,，\n]\s*)/);
  const segments: Segment[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const whole = (parts[i] ?? "").trim();
    const country = countryAfterCode(whole);
    const text = country ? whole.slice(0, -country.length).trim() : whole;
    if (text) segments.push({ text, lead: i === 0 ? "" : (parts[i - 1] ?? "") });
    if (country) segments.push({ text: country, lead: " " });
  }
  return segments;
}

const joined = (segments: readonly Segment[]) =>
  segments.map(({ text, lead }, index) => (index === 0 ? text : lead + text)).join("");

/** "Rheinstr. 5 50667 Köln": street, code and town in one part. */
function townWithin(text: string, country: string, code: string) {
  if (!BEFORE_TOWN.has(country)) return null;
  const found = new RegExp(`^(.*\\d\\S*|.*\\p{L})\\s+${BEFORE_CODE}(${code})\\s+(\\p{Lu}[^\\d]*)$`, "u").exec(text);
  const [, street = "", postal, town = ""] = found ?? [];
  return postal ? { street, postal, town } : null;
}

/** Takes the postal code out of the last part that has one. */
function takePostal(segments: Segment[], country: string): { postal: string; at: number } | null {
  const code = POSTAL[country];
  if (!code) return null;
  const [first, last] = [
    new RegExp(`^${BEFORE_CODE}(${code})\\)?(?![\\p{Script=Latin}\\p{Script=Hangul}\\d號号巷弄段樓楼之-])`, "u"),
    new RegExp(`(?:^|[\\s(:：)]|郵編|邮编)${BEFORE_CODE}(${code})\\)?\\.?$`, "u"),
  ];
  for (let at = segments.length - 1; at >= 0; at--) {
    const segment = segments[at];
    if (!segment) continue;
    // A number before a street's name is a house number.
    const isStart = at > 0 || country === "JP" || country === "TW";
    const match = last.exec(segment.text) ?? (isStart ? first.exec(segment.text) : null);
    const within = match ? null : townWithin(segment.text, country, code);
    if (within) {
      segments.splice(at, 1, { ...segment, text: within.street }, { text: within.town, lead: ", " });
      return { postal: within.postal, at: at + 1 };
    }
    const ofSingapore = country === "SG" ? /\sS? ?\(?(\d{6})\)?(?=\s)/.exec(segment.text) : null;
    const found = match ?? ofSingapore;
    if (!found?.[1]) continue;
    segment.text = (segment.text.slice(0, found.index) + segment.text.slice(found.index + found[0].length)).trim();
    return { postal: found[1], at };
  }
  return null;
}

/** City and state of the part that had the postal code, or of the parts beside it. */
function cityAndState(segments: Segment[], at: number, country: string): Pick<Parted, "city" | "state"> {
  const take = (index: number) => {
    const text = segments[index]?.text.trim() ?? "";
    // The address itself stays.
    if (index <= 0 || text === "") return null;
    segments[index] = { text: "", lead: "" };
    return text;
  };
  const states = country === "PR" ? STATES.US : STATES[country as keyof typeof STATES];
  const here = segments[at]?.text ?? "";
  if (states) {
    const match = new RegExp(`(?<![\\p{L}])\\(?(${states})\\)?\\.?$`, "iu").exec(here);
    if (match?.[1]) {
      segments[at] = { text: "", lead: "" };
      return { state: match[1], city: here.slice(0, match.index).trim() || take(at - 1) };
    }
    const before = segments[at - 1]?.text ?? "";
    if (here === "" && new RegExp(`^(?:${states})$`, "i").test(before))
      return { state: take(at - 1), city: take(at - 2) };
  }
  if (country === "IT") {
    const [, city = "", , province] = /^(.+?)(?<!\s)\s+(\(?)([A-Z]{2})\)?$/.exec(here) ?? [];
    if (province) {
      segments[at] = { text: "", lead: "" };
      return { city, state: province };
    }
  }
  if (country === "BR") {
    const [, city, state] = /^(.+?)\s*[-–/]\s*([A-Z]{2})$/.exec(here) ?? [];
    if (city && state) {
      segments[at] = { text: "", lead: "" };
      return { city, state };
    }
  }
  if ((country === "JP" && PREFECTURE.test(here)) || (country === "KR" && /-do$/i.test(here))) {
    const state = take(at);
    return { state, city: /-(?:ku|shi|cho|machi|gun|si)$/i.test(segments[at - 1]?.text ?? "") ? take(at - 1) : null };
  }
  if (country === "PH" && /^(?:metro manila|ncr)$|province$/i.test(here))
    return { state: take(at), city: take(at - 1) };
  if (country === "GB" && COUNTY.test(here || (segments[at - 1]?.text ?? ""))) {
    const from = here ? at : at - 1;
    return { state: take(from), city: take(from - 1) };
  }
  if (country === "CN" && PROVINCE.test(here)) return { state: take(at), city: take(at - 1) };
  if (country === "SG") return { city: null, state: null };
  const state = country === "MY" && MALAYSIA.test(segments[at + 1]?.text ?? "") ? take(at + 1) : null;
  return { city: take(/\p{L}/u.test(here) ? at : at - 1), state };
}

/** In Chinese, Japanese and Korean the largest comes first. */
const EASTERN: Record<string, RegExp> = {
  JP: /^(?:日本(?:国)?[\s,，]*)?(?<state>東京都|北海道|(?:大阪|京都)府|\p{Script=Han}{2,3}県)(?<city>[^\d\s]{1,7}?[市区郡町村])?/u,
  TW: /^(?:(?:台灣|臺灣|台湾)(?:省)?[\s,，]*)?(?<city>\p{Script=Han}{2}[市縣])/u,
  CN: /^(?:(?:中国|中國)[\s,，]*)?(?<state>\p{Script=Han}{2,7}?(?:省|自治区|自治區))?[\s,，]*(?<city>\p{Script=Han}{2,8}?(?:市|自治州))?/u,
  KR: /^(?:대한민국|한국)?\s*(?:(?<state>\p{Script=Hangul}+도)\s+)?(?<city>\p{Script=Hangul}+(?:특별시|광역시|특별자치시|시|군)|서울|부산)?\s*/u,
  MO: /^(?:澳門|澳门)(?:特別行政區)?[\s,，]*/u,
  SG: /^新加坡[\s,，]*/u,
};

/** Parts an address outside Hong Kong by the form of its country (contract §34.4); what is not recognised stays in it. */
export function partAddress(written: string, country: string): Parted {
  const isEastern = /[\p{Script=Han}\p{Script=Hangul}]{2}/u.test(written) && EASTERN[country] !== undefined;
  const all = segmentsOf(written);
  const isCountry = ({ text }: Segment) => countryNamed(text) === country;
  const end = all.findLastIndex(isCountry);
  const follows = isEastern || end < 2 ? [] : all.slice(end + 1);
  // A postal code may follow the country.
  const isOver = follows.length > 0 && follows.every(({ text }) => !/\d/.test(text));
  const segments = (isOver ? all.slice(0, end) : all).filter((each) => all.length === 1 || !isCountry(each));
  if (country === "SG" || country === "MO")
    for (const segment of segments)
      segment.text = segment.text
        .replace(
          /^(?:singapore|maca[ou])(?=\s*(?:\d{6})?$)\s*|(?<=\d{6}\s)(?:singapore)$|\s(?:singapore|maca[ou])(?=\s*(?:\d{6})$)/gi,
          "",
        )
        .trim();
  const taken = takePostal(segments, country);
  let place: Pick<Parted, "city" | "state"> = { city: null, state: null };
  if (!isEastern && taken) place = cityAndState(segments, taken.at, country);
  if (!isEastern && !taken) {
    const left = segments.filter(({ text }) => text !== "");
    const last = left.at(-1);
    if (last && left.length > 1 && CITIES.test(last.text)) {
      place = { city: last.text, state: null };
      last.text = "";
    }
  }
  let address = joined(segments.filter(({ text }) => text !== ""));
  let inside: string | undefined;
  if (isEastern) {
    const within = taken ? null : WITHIN[country]?.exec(address);
    inside = within?.groups?.code;
    if (within) address = address.slice(0, within.index) + address.slice(within.index + within[0].length);
    const match = EASTERN[country]?.exec(address);
    place = { city: match?.groups?.city ?? null, state: match?.groups?.state ?? null };
    address = address
      .slice(match?.[0].length ?? 0)
      .replace(/[\s,，]*(?:中国|中國)$/, "")
      .trim();
  }
  const postal = taken ? taken.postal.toUpperCase() : (inside ?? null);
  return { address, ...place, postal, after: isOver ? follows.map(({ text }) => text) : [] };
}
