import { placesIn } from "./district";
import { hasFamilyName, hasTitle, isCompany, isName, isShop, isSmallName } from "./names";
import { isNote, type Piece } from "./pieces";
import { plainOf, trimmed } from "./text";

/** What the pieces of a text are. */
export type Sorted = {
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

/** Commas and bars; strokes and dashes between blanks; the end of a sentence, not of an abbreviation; brackets. */
const SEPARATOR =
  /[,，;；、|｜(（!！]|\sat\s|\s(?:[/／–—-]|--)\s|(?<=\p{L}{3}|\b(?:hk|nt|mk))(?<!str|\b(?:mrs|ave|ltd|inc|apt|blk|est|ctr|ind|mkt|pty|pte|bhd|fty|rev))\.\s/iu;
/** "…10樓陳小姐": somebody with a title right after a floor or flat. */
const AFTER_FLAT =
  /^(.*[\d號樓室座鋪下])(\p{Script=Han}{1,4}(?:先生|小姐|女士|太太)|\p{Script=Han}(?:太|生|師奶|姑娘|婆婆))$/su;
/** "Mandy Chan 10/F, 8 Argyle Street": a name, then a number or a flat. */
const BEFORE_ADDRESS = /^(.{2,40}?)[\s,，]+((?:\d|flat\b|room\b|rm\b|unit\b|shop\b|block\b|blk\b|g\/f).*)$/isu;
/** A company between the other words of a line. */
const COMPANY_WITHIN =
  /(?:^|(?<=\s))([^\s\d]{2,}(?:有限公司|工作室|商行|公司)|(?:[A-Z][\p{L}&.'’]*\s){1,5}(?:Ltd|Limited|Co\.? Ltd)\.?)(?=\s|$)/u;

/** Names that may be in a piece, with what is left of it without them. */
function candidates(whole: string): { name: string; left: string }[] {
  const text = whole.replace(/\s*[收啟][)）]?$/u, "");
  const found = [{ name: text, left: "" }];
  const between = text.split(SEPARATOR);
  const cut = (name: string, index: number) => {
    const left = between.filter((_, other) => other !== index);
    const others =
      index === 0 ? text.slice(name.length).replace(/^\sat\s/i, "") : text.slice(0, text.lastIndexOf(name));
    found.push({ name: name.trim(), left: left.length > 0 ? others : "" });
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
  const asked = text.replace(/\s+(?:pls|please|thx|thanks)[.! ]*$/i, "");
  if (hasTitle(asked)) found.push({ name: asked, left: "" });
  const glued = AFTER_FLAT.exec(text);
  if (glued?.[1] && glued[2]) found.push({ name: glued[2], left: glued[1] });
  return found.map(({ name, left }) => ({ name: trimmed(name.replace(/[收啟]$/u, "")) ?? "", left }));
}

type Choice = { index: number; name: string; left: string };

/** Picks the piece with the name: one with a title, else one in a name's usual position. */
function chooseName(pieces: readonly Piece[], isAbroad: boolean): Choice | null {
  // Somebody with a title may be in a labelled address as well, and anybody may be its first line.
  const likely = pieces.flatMap((piece, index) =>
    piece.field === null || piece.field === "address" ? [{ piece, index }] : [],
  );
  // "Mandy 陳小姐" is one name.
  for (const { piece, index } of likely)
    for (const { name, left } of candidates(piece.text))
      if (hasTitle(name) && !isNote(name))
        return isName(piece.text) ? { index, name: piece.text, left: "" } : { index, name, left };
  const open = likely.filter(({ piece }) => piece.field === null || (isName(piece.text) && !isAddress(piece.text)));
  const firstAddress = open.find(({ piece }) => isAddress(piece.text) && !isName(piece.text))?.index ?? pieces.length;
  for (const { piece, index } of open) {
    if (isNote(piece.text)) continue;
    for (const { name, left } of candidates(piece.text)) {
      const isWhole = left === "";
      if (isWhole && piece.byNumber && isSmallName(name) && (index === 0 || hasFamilyName(name)))
        return { index, name, left };
      if (!isName(name) || isCompany(name)) continue;
      // A word at the end of an address may as well be the name of a shop.
      if (!isWhole && !piece.byNumber && !isAbroad && isAddress(left) && piece.text.endsWith(name)) continue;
      const isBefore = index <= firstAddress;
      const isEastern = /[\p{Script=Han}\p{Script=Hangul}]/u.test(piece.text);
      // Abroad, what follows the street in Latin letters is the town.
      if (isBefore || isEastern || (piece.byNumber && !isAbroad)) return { index, name, left };
    }
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
    if (within?.[1] && !isName(within[1]))
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

/** The name that a label leads to; what follows it becomes the address. */
function nameByLabel(pieces: Piece[]): string | null {
  const isOne = ({ field }: Piece) => field === "name";
  // "買家：ann_12" and, below, "姓名：陳大文".
  const likely = pieces.findIndex((each) => isOne(each) && isName(each.text));
  const index = likely < 0 ? pieces.findIndex(isOne) : likely;
  const piece = pieces[index];
  if (!piece) return null;
  const [, name, address] = (!isName(piece.text) && BEFORE_ADDRESS.exec(piece.text)) || [];
  if (!name || !address || !isName(name)) return withoutNote(piece.text).text || piece.text;
  pieces.splice(index, 1, { ...piece, text: name }, { ...piece, text: address, field: "address" });
  return name;
}

/** A note of more characters is not looked for, which would take time in long texts. */
const MOST_OF_NOTE = 60;

/** The last word, or the last words with nothing of an address in them, that are a note; null if they are none. */
function noteAtEnd(text: string): string | null {
  for (const { index } of text.matchAll(/(?<=[\s,，。！!(（])[^\s,，。！!(（]/gu)) {
    const tail = text.slice(index);
    if (tail.length > MOST_OF_NOTE) continue;
    const isOne = !/[\s,，]/u.test(tail);
    if (!/^[^\s,，]*\p{Script=Han}/u.test(tail) && !/^(?:thanks|thx|cheers)\b/i.test(tail)) continue;
    // A bracket that the note does not open goes with what is before it.
    if (/[)）]./u.test(tail)) continue;
    if (isNote(tail) && (isOne || !SIGNS.test(plainOf(tail)))) return tail;
  }
  return null;
}

/** A text, and the note that ends it. */
function withoutNote(whole: string): { text: string; note: string | null } {
  const note = noteAtEnd(whole);
  return { text: note ? (trimmed(whole.slice(0, -note.length)) ?? "") : whole, note };
}

/** Says of each piece what it is; `country`: that of the address, where other lines count as parts of the address. */
export function sorted(given: readonly Piece[], country: string | null): Sorted {
  const pieces = given.map((piece) => ({ ...piece, field: fieldOf(piece) }));
  const isAbroad = country !== null && country !== "HK";
  const labelled = (field: Piece["field"]) => pieces.find((piece) => piece.field === field)?.text ?? null;
  let company = labelled("company");
  if (!company) {
    const choice = chooseCompany(pieces);
    const piece = choice && pieces[choice.index];
    if (choice && piece) {
      company = trimmed(choice.company);
      const left = trimmed(choice.left);
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
      piece.text = trimmed(choice.left) ?? "";
    }
  }
  // Hong Kong has none of these: what is labelled so is part of the address.
  const ofPlace = country === "HK" ? [] : (["city", "state", "postal"] as const);
  const used = new Set(
    (["name", "company", ...ofPlace] as const).map((field) => pieces.find((piece) => piece.field === field)),
  );
  const address: string[] = [];
  const rest: string[] = [];
  for (const piece of pieces) {
    const { field, text: whole } = piece;
    // "… 5樓B室 順豐到付": the last words may be a note.
    const { text, note } = withoutNote(whole);
    if (note) rest.push(note);
    if (text === "" || field === "country" || used.has(piece)) continue;
    if (field === "address" || (country === "HK" && (field === "city" || field === "state"))) address.push(text);
    else if (field !== null || isNote(text)) rest.push(text);
    else if (isAddress(text) || (country !== "HK" && address.length > 0)) address.push(text);
    else rest.push(text);
  }
  const place = (field: (typeof ofPlace)[number]) => (country === "HK" ? null : labelled(field));
  return {
    ...{ name: name && trimmed(name.replace(/(?<=.)收$/u, "")), company, address },
    ...{ city: place("city"), state: place("state"), postal: place("postal")?.toUpperCase() ?? null, rest },
  };
}
