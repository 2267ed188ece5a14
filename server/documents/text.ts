import { LINE_HEIGHT, type Pen, type Style } from "./pdf";

/** Lines of text at one size. */
export type Lines = { lines: string[]; style: Style };

// These must not be at the start, or the end, of a line.
const NEVER_FIRST = /^[、。，．：；！？）」』】〉》”’%…,.:;!?)\]}]/u;
const NEVER_LAST = /^[（「『【〈《“‘([{]/u;
const WIDE = /^[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{1f000}-\u{3ffff}]/u;
const JOINED = /[\p{M}\u{1f1e6}-\u{1f1ff}]/u;
const THAI = /\p{Script=Thai}/u;
const thaiWords = new Intl.Segmenter("th", { granularity: "word" });
const graphemes = new Intl.Segmenter("zh-Hant-HK", { granularity: "grapheme" });

/** Characters as a reader counts them. */
function charactersOf(text: string): string[] {
  return JOINED.test(text) ? Array.from(graphemes.segment(text), ({ segment }) => segment) : [...text];
}

/** Text for printing: one form for each character, only line feeds and plain spaces, nothing invisible. */
export function printable(text: string): string {
  return (
    text
      .normalize("NFC")
      .replace(/\r\n?|[\u2028\u2029]/g, "\n")
      // Joiners shape Arabic letters; everywhere else they are invisible and left out.
      .replace(/(?!(?<=\p{Script=Arabic})[\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu, "")
      .replace(/[^\S\n\u3000]/gu, " ")
      .trim()
  );
}

/** The same on one line: even a one-line input can contain line breaks. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s*\n\s*/g, " ");
}

/** The same with the writer's own line breaks, unless there are so many that they would crowd out the rest. */
export function fewLines(text: string): string {
  const lines = printable(text).split(/\s*\n\s*/);
  return lines.join(lines.length > 5 ? " / " : "\n");
}

/** Where words begin in Thai, which has no spaces between words. */
function thaiWordsOf(line: string): ReadonlySet<number> {
  return new Set(THAI.test(line) ? Array.from(thaiWords.segment(line), ({ index }) => index) : []);
}

/**
 * The smallest parts of a line, between which it may be broken: words with the space after them, Chinese characters.
 */
function piecesOf(line: string): string[] {
  const pieces: string[] = [];
  const thai = thaiWordsOf(line);
  let previous = "";
  let at = 0;
  for (const character of charactersOf(line)) {
    const mayBreak =
      character !== " " &&
      !NEVER_FIRST.test(character) &&
      !NEVER_LAST.test(previous) &&
      (previous === " " || WIDE.test(character) || WIDE.test(previous) || (thai.has(at) && THAI.test(character)));
    if (mayBreak || pieces.length === 0) pieces.push(character);
    else pieces[pieces.length - 1] += character;
    previous = character;
    at += character.length;
  }
  return pieces;
}

/** Breaks text into lines no wider than `width`; a single word that is wider is broken too. */
export function wrap(pen: Pen, text: string, style: Style, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    let used = 0;
    const add = (piece: string) => {
      // The space at the end of a line needs no room.
      const own = pen.width(piece.trimEnd(), style);
      if (line && used + own > width) {
        lines.push(line.trimEnd());
        line = "";
        used = 0;
      }
      line += piece;
      used += piece.endsWith(" ") ? pen.width(piece, style) : own;
    };
    for (const piece of piecesOf(paragraph)) {
      if (pen.width(piece.trimEnd(), style) <= width) add(piece);
      else for (const character of charactersOf(piece)) add(character);
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

/** Cuts a line to `width`, with an ellipsis at the end. */
function ellipsis(pen: Pen, line: string, style: Style, width: number): string {
  const characters = charactersOf(line);
  while (characters.length && pen.width(`${characters.join("").trimEnd()}…`, style) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/** Keeps the first lines; the last of them ends in an ellipsis if lines were dropped. */
export function clip(pen: Pen, { lines, style }: Lines, count: number, width: number): Lines {
  if (lines.length <= count) return { lines, style };
  const kept = lines.slice(0, count);
  if (count > 0) kept[count - 1] = ellipsis(pen, kept[count - 1] ?? "", style, width);
  return { lines: kept, style };
}

/**
 * Fits text into a box: at the largest size that fits, from `max` down to `min` points; if none does, it is cut with an
 * ellipsis.
 */
export function fitText(
  pen: Pen,
  text: string,
  {
    weight,
    max,
    min,
    width,
    height,
  }: { weight: Style["weight"]; max: number; min: number; width: number; height: number },
): Lines {
  for (let size = Math.max(min, Math.min(max, height / heightOf(1, 1))); ; size = Math.max(min, size - 0.5)) {
    const style = { weight, size };
    const room = Math.max(1, Math.floor(height / heightOf(1, size) + 1e-6));
    const lines = wrap(pen, text, style, width);
    if (lines.length <= room) return { lines, style };
    if (size <= min) return clip(pen, { lines, style }, room, width);
  }
}

/** The height of lines in mm. */
export function heightOf(lines: number, size: number): number {
  return (lines * size * LINE_HEIGHT * 25.4) / 72;
}
