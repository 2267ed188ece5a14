import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font } from "fontkit";
import { processWide } from "@/server/process-wide";
import { visualStretches } from "./bidi";

export type Weight = "regular" | "bold";

/** A font for documents: the files of its weights, and the characters that make it worth opening. */
type Family = { key: string; files: Record<Weight, string>; asked: RegExp };

function family(key: string, folder: string, name: string, asked: RegExp): Family {
  const file = (weight: string) => `@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`;
  return { key, files: { regular: file("400Regular"), bold: file("700Bold") }, asked };
}

// Tried in this order. Those after the first two are megabytes that most documents do not need, so each is opened only
// for its own script.
const FAMILIES: readonly Family[] = [
  family("hk", "noto-sans-hk", "NotoSansHK", /./su),
  // Latin of every European language, Vietnamese, Greek and Cyrillic.
  family("latin", "noto-sans", "NotoSans", /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u),
  family("sc", "noto-sans-sc", "NotoSansSC", /\p{Script=Han}/u),
  family("kr", "nanum-gothic", "NanumGothic", /\p{Script=Hangul}/u),
  family("thai", "noto-sans-thai", "NotoSansThai", /\p{Script=Thai}/u),
  family("arabic", "noto-sans-arabic", "NotoSansArabic", /[\p{Script=Arabic}\u0600-\u06ff]/u),
  family("hebrew", "noto-sans-hebrew", "NotoSansHebrew", /\p{Script=Hebrew}/u),
  family("emoji", "noto-emoji", "NotoEmoji", /[\p{Extended_Pictographic}\p{Emoji_Component}]/u),
];

/** Replaces a character that no font has. */
const MISSING_MARK = "□";

/** A font is 7 MB. */
type Kept = { fonts: Map<string, Font>; familyOf: Map<number, number> };
const kept = processWide("fonts", (): Kept => ({ fonts: new Map(), familyOf: new Map() }));

/** A font, read and parsed when the process first uses it. */
function fontOf({ key, files }: Family, weight: Weight): Font {
  const { fonts } = kept;
  let font = fonts.get(`${key}-${weight}`);
  if (!font) {
    font = create(readFileSync(join(process.cwd(), "node_modules", files[weight])));
    fonts.set(`${key}-${weight}`, font);
  }
  return font;
}

function hasCharacter(index: number, character: string, weight: Weight): boolean {
  const candidate = FAMILIES[index];
  if (!candidate?.asked.test(character)) return false;
  return fontOf(candidate, weight).hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

/** The first family that has a character, or -1. Both weights of a family have the same characters. */
function familyOf(character: string, weight: Weight): number {
  const { familyOf: known } = kept;
  const codePoint = character.codePointAt(0) ?? 0;
  let index = known.get(codePoint);
  if (index === undefined) {
    index = FAMILIES.findIndex((_, candidate) => hasCharacter(candidate, character, weight));
    known.set(codePoint, index);
  }
  return index;
}

/** Text in one font; `isShaped` when its glyphs depend on their neighbours across the whole run. */
export type Run = { font: string; text: string; isShaped: boolean };

// A word stays in one font. Chinese has no word breaks, so each of its characters is looked up.
const WORD = /(?:(?!\p{Script=Han})[\p{L}\p{M}\u200c\u200d])+|./gsu;
const SHAPED = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}]/u;
// The scripts that fontkit reverses from right to left by itself.
const TURNED = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

// Thai am is a ring above and a vowel behind; a tone mark goes above the ring. Fonts leave this to the shaper, and
// fontkit does not do it.
const THAI_AM = /([\u0e48-\u0e4b]?)\u0e33/g;

function reverseText(text: string): string {
  return [...text].reverse().join("");
}

/** The fonts of one document: splits text by font, and registers each font with pdfkit when it is first needed. */
export class DocumentFonts {
  private readonly registered = new Set<string>();
  private readonly split = new Map<string, Run[]>();

  constructor(private readonly doc: PDFKit.PDFDocument) {}

  private register(index: number, weight: Weight): string {
    const chosen = FAMILIES[index] as Family;
    const key = `${chosen.key}-${weight}`;
    if (this.registered.has(key)) return key;
    const font = fontOf(chosen, weight);
    // fontkit stores with each glyph the characters that first asked for it, so an earlier document would change the
    // text that can be copied out of this one, and its bytes. Documents are drawn in one go, or in steps that each
    // start with this reset.
    font._glyphs = {};
    // pdfkit takes a parsed font, although its types do not say so; parsing it again takes longer than drawing a whole
    // label.
    this.doc.registerFont(key, font as unknown as Buffer);
    this.registered.add(key);
    return key;
  }

  /** Continues after other documents were drawn: discards what they left in the fonts. */
  resume(): void {
    for (const key of this.registered) {
      const font = kept.fonts.get(key);
      if (font) font._glyphs = {};
    }
  }

  /** Pieces of text with the family of each, in reading order. */
  private pieces(text: string, weight: Weight): { index: number; text: string }[] {
    const pieces: { index: number; text: string }[] = [];
    const add = (index: number, part: string) => {
      const last = pieces.at(-1);
      if (last?.index === index) last.text += part;
      else pieces.push({ index, text: part });
    };
    for (const [word] of text.matchAll(WORD)) {
      const characters = [...word];
      const families = characters.map((character) => familyOf(character, weight));
      const furthest = Math.max(...families);
      const fitsWhole = characters.length > 1 && characters.every((each) => hasCharacter(furthest, each, weight));
      characters.forEach((character, at) => {
        const index = fitsWhole ? furthest : (families[at] ?? -1);
        if (index >= 0) add(index, character);
        else add(familyOf(MISSING_MARK, weight), MISSING_MARK);
      });
    }
    return pieces;
  }

  /**
   * Splits a line into runs of one font each, from left to right; a character that no font has becomes
   * {@link MISSING_MARK}.
   */
  runs(line: string, weight: Weight): readonly Run[] {
    const key = `${weight} ${line}`;
    const known = this.split.get(key);
    if (known) return known;
    const runs = visualStretches(line).flatMap(({ text, isRightToLeft }) => {
      const pieces = this.pieces(text.replace(THAI_AM, "\u0e4d$1\u0e32"), weight);
      return (isRightToLeft ? pieces.reverse() : pieces).map((piece) => ({
        font: this.register(piece.index, weight),
        text: TURNED.test(piece.text) === isRightToLeft ? piece.text : reverseText(piece.text),
        isShaped: SHAPED.test(piece.text),
      }));
    });
    this.split.set(key, runs);
    return runs;
  }
}
