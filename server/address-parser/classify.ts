import { countryNamed } from "./countries";
import { placesIn } from "./district";
import { hasFamilyName, hasTitle, isCompany, isName, isShop, isSmallGivenName, isSmallName, mayBeName } from "./names";
import { nameWithin } from "./names-within";
import { isNote, type Piece } from "./pieces";
import { plainOf, trimSigns } from "./text";

/** What the pieces of a text are. */
export type Classified = {
  name: string | null;
  company: string | null;
  address: string[];
  city: string | null;
  state: string | null;
  postal: string | null;
  rest: string[];
};

const SIGNS = /\d[^\n]{0,12}[號室樓座鋪層期]|[號室樓座街路道邨村苑廈閣巷里坊]|[省市縣區]|\d-\d+-\d|[동로길구시]\s*\d/u;
const WORDS =
  /\b(?:flat|floor|room|rm|unit|shop|block|blk|tower|house|court|estate|garden|gardens|building|bldg|road|rd|street|st|avenue|ave|lane|path|drive|terrace|centre|center|plaza|village|lot|dd|suite|apt|cottage|farm|barn|lodge|manor|rectory|way|boulevard|blvd|rue|via|calle|carrer|jalan|soi|mansion|parkway|quay|square|highway|g\/f|\d+\/f|hong kong|h\.?k|kowloon|kln|n\.t|new territories)\b|stra(?:ß|ss)e|str\./;

/** Whether a piece looks like an address, or a part of one. */
function isAddress(text: string): boolean {
  const plain = plainOf(text);
  return (
    /^〒/.test(text) ||
    SIGNS.test(plain) ||
    WORDS.test(plain) ||
    placesIn(plain).length > 0 ||
    /^\d[\d/-]*\s\p{Lu}[^\n]*,/u.test(text) ||
    /\d\s{0,2}[,，]?\s{0,2}\p{L}{3}|\p{L}{3}\s{1,2}\d/u.test(plain)
  );
}

/** Commas and bars; slashes and dashes between spaces; the end of a sentence, not of an abbreviation; brackets. */
const SEPARATOR =
  /[,，;；、。|｜(（!！]|\s(?:at|@)\s|\s(?:[/／–—-]|--|\/\/)\s|(?<=[\p{Script=Han}])[/／](?=\p{Script=Han})|(?<=\p{L}{3}|\b(?:hk|nt|mk))(?<!str|\b(?:mrs|ave|ltd|inc|apt|blk|est|ctr|ind|mkt|pty|pte|bhd|fty|rev|brgy))\.\s/iu;
/** "…10樓陳小姐": a person with a title right after a floor or flat. */
const AFTER_FLAT =
  /^(.*[\d號樓室座鋪下])(\p{Script=Han}{1,4}(?:先生|小姐|女士|太太)|\p{Script=Han}(?:太|生|師奶|姑娘|婆婆))$/su;
/** "…1405室鄧家豪 6701 4492", "…1022室程美珊收": a whole name there, before a number or "for". */
const NAME_AFTER_FLAT = /^(.*\d\p{Script=Latin}?[號樓室座])(\p{Script=Han}{3})$/su;
/** "Thanks, Jenny". */
const SIGNED = /^(?:thanks|thank you|thx|cheers|(?:best |kind )?regards)[,.! ]+(\p{L}+(?: \p{L}+)?)$/iu;
/** "Mandy Chan 10/F, 8 Argyle Street": a name, then a number or a flat. */
const BEFORE_ADDRESS = /^(.{2,40}?)[\s,，/]+((?:\d|flat\b|room\b|rm\b|unit\b|shop\b|block\b|blk\b|g\/f).*)$/isu;
/** A company between the other words of a line. */
const COMPANY_WITHIN =
  /(?:^|(?<=\s))([^\s\d]{2,}(?:有限公司|工作室|商行|公司)|(?:[A-Z][\p{L}&.'’]*\s){1,5}(?:Ltd|Limited|Co\.? Ltd)\.?)(?=\s|$)/u;

/** Names that may be in a piece, with what is left of it without them. */
function candidates({ text: whole, beforeNumber }: Piece): { name: string; left: string }[] {
  const text = whole.replace(/\s*[收啟][)）]?$/u, "");
  const endsInName = beforeNumber || text !== whole;
  const found = [{ name: text, left: "" }];
  const between = text.split(SEPARATOR);
  const cut = (name: string, index: number) => {
    const left = between.filter((_, other) => other !== index);
    const others =
      index === 0 ? text.slice(name.length).replace(/^\s(?:at|@)\s/i, "") : text.slice(0, text.lastIndexOf(name));
    found.push({ name: name.trim().replace(/ here$/, ""), left: left.length > 0 ? others : "" });
  };
  if (between.length > 1) {
    cut(between[0] ?? "", 0);
    cut(between.at(-1) ?? "", between.length - 1);
  }
  // "蘇 生 大角咀…": its title apart.
  const apart = /^(\S+\s(?:先生|小姐|女士|太太|生|太|sir))\s+(.+)$/isu.exec(text);
  if (apart?.[1] && apart[2]) found.push({ name: apart[1], left: apart[2] });
  const first = /^(\S+)\s+(.+)$/su.exec(text);
  const eastern = /[\p{Script=Han}\p{Script=Hangul}]/u;
  if (first?.[1] && first[2] && eastern.test(text)) {
    if (eastern.test(first[1])) found.push({ name: first[1], left: first[2] });
    const latin = /^(.*[\p{Script=Han}\d])\s+(\p{Lu}[\p{Script=Latin}.'’ -]+)$/su.exec(text);
    if (latin?.[1] && latin[2]) found.push({ name: latin[2], left: latin[1] });
    const last = /^(.+)\s+(\S+)$/su.exec(text);
    if (last?.[1] && last[2]) found.push({ name: last[2], left: last[1] });
  }
  // "…29樓A  Joey 彭 9773 3410".
  const both = /^(.*\S)\s+(\p{Lu}\p{Ll}+ \p{Script=Han}{1,3})$/su.exec(text);
  if (both?.[1] && both[2]) found.push({ name: both[2], left: both[1] });
  // "it's Vivian from IG".
  const apartFrom = text.replace(
    /\s+(?:here|from (?:ig|insta(?:gram)?|fb|facebook|whatsapp|carousell|threads|xhs))[^\p{L}\p{N}]*$/iu,
    "",
  );
  if (apartFrom !== text) found.push({ name: apartFrom, left: "" });
  const asked = text.replace(/\s+(?:pls|please|thx|thanks)[.! ]*$/i, "");
  if (hasTitle(asked)) found.push({ name: asked, left: "" });
  const glued = AFTER_FLAT.exec(text) ?? (endsInName ? NAME_AFTER_FLAT.exec(text) : null);
  if (glued?.[1] && glued[2]) found.push({ name: glued[2], left: glued[1] });
  const signed = SIGNED.exec(text);
  if (signed?.[1]) found.push({ name: signed[1], left: "" });
  return found.map(({ name, left }) => ({
    name: trimSigns(name.replace(/(?:[收啟]|就?得[啦喇])$/u, "")) ?? "",
    left: left.replace(/^\s*[收啟]\s+/u, ""),
  }));
}

const SIGN_OFF =
  /^(?:(?:best|kind|warm|many) )?(?:regards|sincerely|yours truly|cheers|thanks|thank you|thx)(?: and regards)?[,.!]?$/i;

type Choice = { index: number; name: string; left: string };

/** Picks the piece with the name: one with a title, else one in a name's usual position. */
function chooseName(pieces: readonly Piece[], isAbroad: boolean): Choice | null {
  // A person with a title may be in a labelled address as well, and any person may be its first line.
  const likely = pieces.flatMap((piece, index) =>
    piece.field === null || piece.field === "address" ? [{ piece, index }] : [],
  );
  // "Mandy 陳小姐" is one name.
  for (const { piece, index } of likely)
    for (const { name, left } of candidates(piece))
      if (hasTitle(name) && !isNote(name))
        return isName(piece.text) ? { index, name: piece.text, left: "" } : { index, name, left };
  const open = likely.filter(({ piece }) => piece.field === null || (isName(piece.text) && !isAddress(piece.text)));
  const firstAddress = open.find(({ piece }) => isAddress(piece.text) && !isName(piece.text))?.index ?? pieces.length;
  // A country ends an address.
  const last = pieces.findIndex(({ text }) => countryNamed(text.split(/[,，]/).at(-1) ?? "") !== null);
  const end = last < 0 ? pieces.length : last;
  for (const { piece, index } of open) {
    if (isNote(piece.text) && !SIGNED.test(piece.text)) continue;
    for (const { name, left } of candidates(piece)) {
      const isWhole = left === "";
      if (isWhole && piece.byNumber && isSmallName(name) && (index === 0 || hasFamilyName(name)))
        return { index, name, left };
      // "…, alex, 5130 9976".
      if (piece.beforeNumber && isSmallGivenName(name) && (isWhole || /[,，]\s*$/.test(left)))
        return { index, name, left };
      // "fok siu ling, flat 1203 …".
      if (index === 0 && /^\s*[,，]/.test(left) && isSmallName(name) && hasFamilyName(name) && isAddress(left))
        return { index, name, left };
      if (!isName(name) || isCompany(name)) continue;
      // "Best regards," and, below, the name.
      if (isWhole && SIGN_OFF.test(pieces[index - 1]?.text ?? "")) return { index, name, left };
      // A word at the end of an address may as well be the name of a shop.
      if (!isWhole && !piece.byNumber && !isAbroad && isAddress(left) && piece.text.endsWith(name)) continue;
      const isBefore = index <= firstAddress;
      const isEastern = /[\p{Script=Han}\p{Script=Hangul}]/u.test(piece.text);
      // Abroad, what follows the street in Latin letters is the town.
      if (isBefore || isEastern || (piece.byNumber && (!isAbroad || (isWhole && index > end))))
        return { index, name, left };
    }
  }
  return (
    nameAfterAddress(pieces) ??
    nameAnywhere(pieces, isAbroad) ??
    (isAbroad && mayBeName(pieces[0]?.text ?? "") && pieces.length > 1
      ? { index: 0, name: pieces[0]?.text ?? "", left: "" }
      : null)
  );
}

/** "地址：荔景邨仰景樓815室，阿May 6771 9302": what is between a labelled address and a number. */
function nameAfterAddress(pieces: readonly Piece[]): Choice | null {
  for (const [index, piece] of pieces.entries()) {
    if (piece.field !== "address" || !piece.beforeNumber) continue;
    const last = candidates(piece).find(
      ({ name, left }) =>
        left !== "" && piece.text.endsWith(name) && /\p{Script=Han}/u.test(name) && isName(name) && !isAddress(name),
    );
    if (last) return { index, ...last };
  }
  return null;
}

/** A name within a piece, whatever else that is; in Hong Kong also one that is a whole piece behind the address. */
function nameAnywhere(pieces: readonly Piece[], isAbroad: boolean): Choice | null {
  for (const [index, piece] of pieces.entries()) {
    if (piece.field !== null && piece.field !== "address") continue;
    const within = nameWithin(piece.text);
    if (within) return { index, ...within };
    const { text } = piece;
    const isWhole = !isAbroad && piece.field === null && isName(text) && !isCompany(text) && !isAddress(text);
    if (isWhole && /\s/.test(text)) return { index, name: text, left: "" };
  }
  return null;
}

/** The company among parts between commas or sentences. */
function partOf(text: string): string | undefined {
  const parts = text.split(/[,，;；|]\s*|(?<=\p{L}{4}|\))\.\s+/u);
  return parts.length > 1 ? parts.find((part) => isCompany(part) && !/\d/.test(part)) : undefined;
}

/** The text without a part of it, and without the signs that set that off. */
function cutOut(text: string, part: string): string {
  const at = text.indexOf(part);
  return text.slice(0, at) + text.slice(at + part.length).replace(/^[\s,，;；|.]+/u, "");
}

/** Which piece, or which part of one, is a company. */
function chooseCompany(pieces: readonly Piece[]): { index: number; company: string; left: string } | null {
  for (const [index, piece] of pieces.entries()) {
    if (piece.field !== null && piece.field !== "name") continue;
    const whole = piece.text.replace(/\s*收$/u, "");
    if (isCompany(whole) && !/\d/.test(whole)) return { index, company: whole, left: "" };
    const within = /\p{Script=Han}/u.test(piece.text) ? COMPANY_WITHIN.exec(piece.text) : null;
    if (within?.[1] && !isName(within[1]) && isCompany(within[1]))
      return { index, company: within[1], left: piece.text.replace(within[1], "").replace(/\s{2,}/g, " ") };
    const words = piece.field === null ? piece.text.split(/\s+/) : [];
    // "… 88號地下 榮記茶餐廳"; before an address it may as well be where that is.
    const shop = words.find((word, at) => at > 0 && isShop(word) && /[\p{Script=Han}\d]$/u.test(words[at - 1] ?? ""));
    const part = shop ?? partOf(piece.text);
    if (part) return { index, company: part, left: cutOut(piece.text, part) };
  }
  return null;
}

/** Whether the text begins as an address does: with a number, a flat or a place in Chinese. */
function beginsAddress(text: string): boolean {
  const plain = plainOf(text);
  const starts = /^(?:\d|(?:flat|room|rm|unit|shop|block|blk)\b|g\/f)/.test(plain);
  return isAddress(text) && (starts || placesIn(plain).some(({ start, chinese }) => start === 0 && chinese));
}

/** "Deliver to: Flat 5, …", "c/o Flat 5, …": some labels may lead to either; every postal code has a figure. */
function fieldOf({ field, text }: Piece): Piece["field"] {
  if (field === "postal" && !/\d/.test(text)) return "rest";
  const isOther = (field === "name" || field === "company") && !isName(text) && !isCompany(text) && beginsAddress(text);
  return isOther ? "address" : field;
}

/** What a label calls the company; an address that follows it goes there. */
function companyByLabel(pieces: Piece[]): string | null {
  const index = pieces.findIndex(({ field }) => field === "company");
  const piece = pieces[index];
  if (!piece) return null;
  const [, company, address] = /^([^,，]{2,60})[,，]\s*(.+)$/su.exec(piece.text) ?? [];
  if (!company || !address || isAddress(company) || !isAddress(address)) return piece.text;
  pieces.splice(index, 1, { ...piece, text: company }, { ...piece, text: address, field: "address" });
  return company;
}

/** The name that a label leads to; what follows it becomes the address. */
function nameByLabel(pieces: Piece[]): string | null {
  const isOne = ({ field }: Piece) => field === "name";
  // "買家：ann_12" and, below, "姓名：陳大文".
  const likely = pieces.findIndex((each) => isOne(each) && isName(each.text));
  const index = likely < 0 ? pieces.findIndex(isOne) : likely;
  const piece = pieces[index];
  const family = pieces.find(({ field }) => field === "family")?.text;
  if (!piece) return family ?? null;
  if (family && !piece.text.includes(family))
    return /\p{Script=Han}/u.test(family) ? family + piece.text : `${piece.text} ${family}`;
  // "敖小姐 (Shipping Dept)".
  const [, before, within] =
    (!isName(piece.text) && /^(.+?)\s*[(（](?!或|or\b)([^()（）]+)[)）]$/su.exec(piece.text)) || [];
  if (before && within && isName(before)) {
    pieces.splice(index, 1, { ...piece, text: before }, { ...piece, text: within, field: "rest" });
    return before;
  }
  const [, name, address] = (!isName(piece.text) && BEFORE_ADDRESS.exec(piece.text)) || [];
  if (!name || !address || !isName(name)) {
    // "古天慧，站點…": what follows the name is read as if nothing led to it.
    const [, first, after] = (!isName(piece.text) && /^([^,，]{2,40})[,，]\s*(.+)$/su.exec(piece.text)) || [];
    if (!first || !after || !isName(first)) return withoutNote(piece.text).text || piece.text;
    pieces.splice(index, 1, { ...piece, text: first }, { ...piece, text: after, field: null });
    return first;
  }
  pieces.splice(index, 1, { ...piece, text: name }, { ...piece, text: address, field: "address" });
  return name;
}

/** A note of more characters is not looked for, which would take time in long texts. */
const MOST_OF_NOTE = 60;

/** Words that begin a note in English wherever they are, and those that do where a part of the text begins. */
const ASKED =
  /^(?:(?:many )?thanks|thank you|thx|cheers|(?:please|pls|plz)[.! ]*$|(?:please|pls|plz) (?:call|leave|ring|deliver|text|whatsapp))\b/i;
const NOTED =
  /^(?:please|pls|call|leave|ring|same (?:phone|name)|no lift|office h(?:ou)?rs|paid by|ty|\d+ (?:parcels?|boxes|pcs))\b/i;

/** The last word, or the last words with nothing of an address in them, that are a note; null if they are none. */
function noteAtEnd(text: string): string | null {
  for (const { index } of text.matchAll(/(?<=[\s,，。！!(（｜|／；;])[^\s,，。！!(（｜|／；;]/gu)) {
    const tail = text.slice(index);
    if (tail.length > MOST_OF_NOTE) continue;
    const isOne = !/[\s,，]/u.test(tail);
    const isPart = /[.!?;,，。)）|｜/]\s*$/.test(text.slice(0, index));
    const isLatinNote = ASKED.test(tail) || (isPart && NOTED.test(tail));
    if (!/^[^\s,，]*\p{Script=Han}/u.test(tail) && !isLatinNote) continue;
    // A bracket that the note does not open goes with what is before it.
    if (/[)）]./u.test(tail)) continue;
    if (isNote(tail) && (isOne || !SIGNS.test(plainOf(tail)))) return tail;
  }
  return null;
}

/** What spoken Cantonese ends with: "…4樓啦", "…5室就得". */
const PARTICLE = /(?<=[樓室號座])(?:就?得[啦喇]?|[啦呀喇])$/u;

/** A text, and the note that ends it. */
function withoutNote(given: string): { text: string; note: string | null } {
  const whole = given.replace(PARTICLE, "");
  const note = noteAtEnd(whole);
  if (!note) return { text: whole, note };
  const kept = whole.slice(0, -note.length);
  // "（工作室，請去大堂）": a bracket that the note closes belongs to it.
  const at = /[(（][^()（）]*$/u.exec(kept)?.index ?? kept.length;
  return { text: trimSigns(kept.slice(0, at))?.replace(PARTICLE, "") ?? "", note: whole.slice(at) };
}

/** A piece, and before it the notes in Chinese that lead its address. */
function withoutNotesBefore(piece: Piece): Piece[] {
  const [, first = "", after] = /^([^\s:：]*\p{Script=Han}[^\s:：]*)(?:\s+|[:：]\s*)(.+)$/su.exec(piece.text) ?? [];
  if (!after || (piece.field !== null && piece.field !== "address") || !isNote(first) || isAddress(first))
    return [piece];
  return [
    { ...piece, text: first, field: "rest", beforeNumber: false },
    ...withoutNotesBefore({ ...piece, text: after }),
  ];
}

/** Whether a text has a number and is above an address, as streets in languages do whose words are not known. */
function isStreet(text: string, below: Piece | undefined): boolean {
  return /\p{L}{2}/u.test(text) && /\d/.test(text) && below?.field === null && isAddress(below.text);
}

/** Says of each piece what it is; `country`: that of the address, where other lines count as parts of the address. */
export function classifyPieces(given: readonly Piece[], country: string | null): Classified {
  const pieces = given.flatMap(withoutNotesBefore).map((piece) => ({ ...piece, field: fieldOf(piece) }));
  const isAbroad = country !== null && country !== "HK";
  const labelled = (field: Piece["field"]) => pieces.find((piece) => piece.field === field)?.text ?? null;
  let company = companyByLabel(pieces);
  if (!company) {
    const choice = chooseCompany(pieces);
    const piece = choice && pieces[choice.index];
    if (choice && piece) {
      company = trimSigns(choice.company);
      const left = trimSigns(choice.left);
      Object.assign(piece, { text: left ?? "", field: left && piece.field });
    }
  }
  let name = nameByLabel(pieces);
  if (!name) {
    const choice = chooseName(
      pieces.filter(({ text }) => text !== ""),
      isAbroad,
    );
    const piece = choice && pieces.filter(({ text }) => text !== "")[choice.index];
    if (choice && piece) {
      name = choice.name;
      piece.text = trimSigns(choice.left) ?? "";
    }
  }
  // "c/o Mary Chan", and no other person.
  if (!name && company && isName(company) && !isCompany(company)) [name, company] = [company, null];
  // Hong Kong has none of these: what is labelled so is part of the address.
  const ofPlace = country === "HK" ? [] : (["city", "state", "postal"] as const);
  const used = new Set(
    (["name", "family", "company", ...ofPlace] as const).map((field) => pieces.find((piece) => piece.field === field)),
  );
  const address: string[] = [];
  const rest: string[] = [];
  for (const [index, piece] of pieces.entries()) {
    const { field, text: whole } = piece;
    // "貨到付款 大埔墟…", "… 5樓B室 順豐到付": the first and the last words may be notes.
    const { text, note } = withoutNote(whole);
    if (note) rest.push(note);
    if (text === "" || field === "country" || used.has(piece)) continue;
    if (field === "address" || (country === "HK" && (field === "city" || field === "state"))) address.push(text);
    else if (field !== null || isNote(text)) rest.push(text);
    else if (isAddress(text) || (country !== "HK" && address.length > 0)) address.push(text);
    else if (isAbroad && isStreet(text, pieces[index + 1])) address.push(text);
    else rest.push(text);
  }
  const place = (field: (typeof ofPlace)[number]) => (country === "HK" ? null : labelled(field));
  return {
    ...{ name: name && trimSigns(name.replace(/(?<=.)收$/u, "")), company, address },
    ...{ city: place("city"), state: place("state"), postal: place("postal")?.toUpperCase() ?? null, rest },
  };
}
