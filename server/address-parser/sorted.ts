import { placesIn } from "./district";
import { hasTitle, isCompany, isName, isSmallName } from "./names";
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
  /\b(?:flat|floor|room|rm|unit|shop|block|blk|tower|house|court|estate|garden|gardens|building|bldg|road|rd|street|st|avenue|ave|lane|path|drive|terrace|centre|center|plaza|village|lot|dd|suite|apt|way|boulevard|blvd|rue|via|calle|carrer|jalan|soi|mansion|parkway|quay|square|highway|g\/f|\d+\/f|hong kong|h\.?k|kowloon|kln|n\.t|new territories)\b|stra(?:ß|ss)e|str\./;

/** Whether a piece looks like an address, or a part of one. */
function isAddress(text: string): boolean {
  const plain = plainOf(text);
  return (
    /^〒/.test(text) ||
    SIGNS.test(plain) ||
    WORDS.test(plain) ||
    placesIn(plain).length > 0 ||
    /\d\s{0,2}[,，]?\s{0,2}\p{L}{3}|\p{L}{3}\s{1,2}\d/u.test(plain)
  );
}

/** Names that may be in a piece, with what is left of it without them. */
function candidates(text: string): { name: string; left: string }[] {
  const found = [{ name: text, left: "" }];
  const between = text.split(/[,，;；、|]/);
  const cut = (name: string, index: number) => {
    const left = between.filter((_, other) => other !== index);
    const from = index === 0 ? text.indexOf(between[1] ?? "", name.length) : 0;
    const to = index === 0 ? text.length : text.lastIndexOf(name);
    found.push({ name: name.trim(), left: left.length > 0 ? text.slice(from, to) : "" });
  };
  if (between.length > 1) {
    cut(between[0] ?? "", 0);
    cut(between.at(-1) ?? "", between.length - 1);
  }
  const first = /^(\S+)\s+(.+)$/su.exec(text);
  const eastern = /[\p{Script=Han}\p{Script=Hangul}]/u;
  if (first?.[1] && first[2] && eastern.test(text)) {
    if (eastern.test(first[1])) found.push({ name: first[1], left: first[2] });
    const latin = /^(.*[\p{Script=Han}\d])\s+(\p{Lu}[\p{Script=Latin}.'’ -]+)$/su.exec(text);
    if (latin?.[1] && latin[2]) found.push({ name: latin[2], left: latin[1] });
    const last = /^(.+)\s+(\S+)$/su.exec(text);
    if (last?.[1] && last[2]) found.push({ name: last[2], left: last[1] });
  }
  return found.map(({ name, left }) => ({ name: trimmed(name.replace(/[收啟]$/u, "")) ?? "", left }));
}

type Choice = { index: number; name: string; left: string };

/** Picks the piece with the name: one with a title, else one in a name's usual position. */
function chooseName(pieces: readonly Piece[], isAbroad: boolean): Choice | null {
  const open = pieces.map((piece, index) => ({ piece, index })).filter(({ piece }) => piece.field === null);
  // Somebody with a title may be in a labelled address as well.
  const titled = pieces.flatMap((piece, index) =>
    piece.field === null || piece.field === "address" ? [{ piece, index }] : [],
  );
  for (const { piece, index } of titled)
    for (const { name, left } of candidates(piece.text)) if (hasTitle(name)) return { index, name, left };
  const firstAddress = open.find(({ piece }) => isAddress(piece.text) && !isName(piece.text))?.index ?? pieces.length;
  for (const { piece, index } of open) {
    if (isNote(piece.text)) continue;
    for (const { name, left } of candidates(piece.text)) {
      const isWhole = left === "";
      if (isWhole && index === 0 && piece.byNumber && isSmallName(name)) return { index, name, left };
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

/** Which piece, or which part of one, is a company. */
function chooseCompany(pieces: readonly Piece[]): { index: number; company: string; left: string } | null {
  for (const [index, piece] of pieces.entries()) {
    if (piece.field !== null && piece.field !== "name") continue;
    if (isCompany(piece.text) && !/\d/.test(piece.text)) return { index, company: piece.text, left: "" };
    const [first = "", ...others] = piece.text.split(/[,，;；|]\s*/);
    if (others.length > 0 && isCompany(first) && !/\d/.test(first))
      return { index, company: first, left: piece.text.slice(piece.text.indexOf(others[0] ?? "", first.length)) };
  }
  return null;
}

/** Says of each piece what it is; `country`: that of the address, where other lines count as parts of the address. */
export function sorted(given: readonly Piece[], country: string | null): Sorted {
  const pieces = given.map((piece) => ({ ...piece }));
  const isAbroad = country !== null && country !== "HK";
  const labelled = (field: Piece["field"]) => pieces.find((piece) => piece.field === field)?.text ?? null;
  let company = labelled("company");
  if (!company) {
    const choice = chooseCompany(pieces);
    const piece = choice && pieces[choice.index];
    if (choice && piece) {
      company = trimmed(choice.company);
      Object.assign(piece, { text: trimmed(choice.left) ?? "", field: null });
    }
  }
  let name = labelled("name");
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
  const address: string[] = [];
  const rest: string[] = [];
  for (const { field, text: whole } of pieces) {
    // "… 5樓B室 順豐到付": the last words may be a note.
    const [, before, last] = /^(.*\S)\s+(\S+)$/su.exec(whole) ?? [];
    const hasNote = before !== undefined && last !== undefined && /\p{Script=Han}/u.test(last) && isNote(last);
    const text = hasNote ? before : whole;
    if (hasNote) rest.push(last);
    if (text === "") continue;
    if (field === "address") address.push(text);
    else if (field === "rest" || (field === "phone" && text !== "") || (field === "email" && text !== ""))
      rest.push(text);
    else if (field !== null) continue;
    else if (isNote(text)) rest.push(text);
    else if (isAddress(text) || (country !== "HK" && address.length > 0)) address.push(text);
    else rest.push(text);
  }
  return {
    ...{ name: name && trimmed(name.replace(/(?<=.)收$/u, "")), company, address },
    ...{ city: labelled("city"), state: labelled("state"), postal: labelled("postal"), rest },
  };
}
