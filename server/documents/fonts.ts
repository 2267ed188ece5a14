import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font } from "fontkit";

export type Weight = "regular" | "bold";

/** A font file as documents know it; `key` is the name that it is registered under. */
type Face = { key: string; file: string };

// Asked in this order for each character. A further script is a further line: a package of fonts in package.json, and
// its two files here.
const FAMILIES: readonly Record<Weight, Face>[] = [
  {
    regular: { key: "hk-regular", file: "@expo-google-fonts/noto-sans-hk/400Regular/NotoSansHK_400Regular.ttf" },
    bold: { key: "hk-bold", file: "@expo-google-fonts/noto-sans-hk/700Bold/NotoSansHK_700Bold.ttf" },
  },
  // Latin of every European language, Vietnamese, Greek and Cyrillic.
  {
    regular: { key: "latin-regular", file: "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf" },
    bold: { key: "latin-bold", file: "@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf" },
  },
];

/** What stands for a character that no font has. */
export const MISSING_MARK = "□";

// On globalThis: a hot reload loads this module again, and a font is 7 MB.
const KEPT = Symbol.for("sampan.fonts");
const globals = globalThis as typeof globalThis & { [KEPT]?: Map<string, Font> };

/** A font, read and parsed at its first use in the process. */
function fontOf(face: Face): Font {
  globals[KEPT] ??= new Map();
  let font = globals[KEPT].get(face.key);
  if (!font) {
    font = create(readFileSync(join(process.cwd(), "node_modules", face.file)));
    globals[KEPT].set(face.key, font);
  }
  return font;
}

/** Text of one font. */
export type Run = { font: string; text: string };

/** The fonts of one document: text is split by them, and each is registered with pdfkit when it is first needed. */
export class DocumentFonts {
  private readonly registered = new Set<string>();

  constructor(private readonly doc: PDFKit.PDFDocument) {}

  /** The name of the font with the character; undefined when none has it. */
  private find(codePoint: number, weight: Weight): string | undefined {
    for (const family of FAMILIES) {
      const face = family[weight];
      if (fontOf(face).hasGlyphForCodePoint(codePoint)) {
        this.register(face);
        return face.key;
      }
    }
    return undefined;
  }

  private register({ key, file }: Face): void {
    if (this.registered.has(key)) return;
    const font = fontOf({ key, file });
    // fontkit remembers with each glyph the characters that first asked for it, so what an earlier document printed
    // would change the text that can be copied out of this one, and its bytes. Documents are drawn in one go.
    font._glyphs = {};
    // pdfkit takes a parsed font, though its types do not say so; parsing anew takes longer than a whole label.
    this.doc.registerFont(key, font as unknown as Buffer);
    this.registered.add(key);
  }

  /** Splits text into runs of one font each; a character that none has becomes {@link MISSING_MARK}. */
  runs(text: string, weight: Weight): Run[] {
    const runs: Run[] = [];
    const add = (font: string, part: string) => {
      const last = runs.at(-1);
      if (last?.font === font) last.text += part;
      else runs.push({ font, text: part });
    };
    for (const character of text) {
      const font = this.find(character.codePointAt(0) ?? 0, weight);
      if (font) add(font, character);
      else add(this.find(MISSING_MARK.codePointAt(0) ?? 0, weight) ?? "", MISSING_MARK);
    }
    return runs;
  }
}
