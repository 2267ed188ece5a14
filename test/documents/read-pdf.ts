/**
 * Reads what a test needs from a PDF of ours, without a program: pdfkit writes its objects one after another,
 * unencrypted.
 */
import { inflateSync } from "node:zlib";

export type ReadPage = {
  /** mm. */
  width: number;
  height: number;
  /** Each piece of text that was drawn, in order; a line for each. */
  text: string;
};

type PdfObject = { body: string; stream: () => string };

const POINTS_TO_MM = 25.4 / 72;

function objectsOf(pdf: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const match of pdf.matchAll(/^(\d+) 0 obj\n([\s\S]*?)(?:stream\n|endobj)/gm)) {
    const [whole, id = "", body = ""] = match;
    const stream = () => {
      const start = match.index + whole.length;
      const bytes = Buffer.from(pdf.slice(start, start + Number(/\/Length (\d+)/.exec(body)?.[1])), "latin1");
      return (body.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
    };
    objects.set(id, { body, stream });
  }
  return objects;
}

/** Glyph → text, of one font. */
function unicodeOf(cmap: string): string[] {
  return [...cmap.matchAll(/\[((?:<[^>]*> ?)+)\]/g)].flatMap(([, entries = ""]) =>
    [...entries.matchAll(/<([^>]*)>/g)].map(([, units = ""]) =>
      units
        .split(" ")
        .filter(Boolean)
        .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
        .join(""),
    ),
  );
}

/** The pages of a PDF that `server/documents` made. */
export function readPdf(bytes: Uint8Array): ReadPage[] {
  const pdf = Buffer.from(bytes).toString("latin1");
  const objects = objectsOf(pdf);
  const find = (id: string | undefined) => {
    const object = objects.get(id ?? "");
    if (!object) throw new Error(`no object ${id}`);
    return object;
  };
  const cmaps = new Map<string, string[]>();
  const cmapOf = (font: string) => {
    const id = /\/ToUnicode (\d+)/.exec(find(font).body)?.[1] ?? "";
    const cmap = cmaps.get(id) ?? unicodeOf(find(id).stream());
    cmaps.set(id, cmap);
    return cmap;
  };
  /** Each line of text that a page or form shows; forms where they are put. */
  const linesOf = (content: string, resourcesOf: string): string[] => {
    const named = (kind: string) =>
      new Map(
        [...resourcesOf.matchAll(new RegExp(`/(${kind}\\d+) (\\d+) 0 R`, "g"))].map(([, name, id]) => [name, id ?? ""]),
      );
    const [fonts, forms] = [named("F"), named("X")];
    let cmap: string[] = [];
    const lines: string[] = [];
    for (const [, line, form] of content.matchAll(/BT (.*?) ET|\/(X\d+) Do/g)) {
      if (form) {
        const { body, stream } = find(forms.get(form));
        lines.push(...linesOf(stream(), body));
        continue;
      }
      let text = "";
      for (const [, font, shown] of (line ?? "").matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
        if (font) cmap = cmapOf(fonts.get(font) ?? "");
        else
          for (const [, codes = ""] of (shown ?? "").matchAll(/<([0-9a-f]+)>/g))
            text += (codes.match(/.{4}/g) ?? []).map((code) => cmap[Number.parseInt(code, 16)]).join("");
      }
      lines.push(text.trim());
    }
    return lines;
  };
  return [...objects.values()]
    .filter(({ body }) => /\/Type \/Page\n/.test(body))
    .map(({ body }) => {
      const [, width = "", height = ""] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(body) ?? [];
      const resources = find(/\/Resources (\d+)/.exec(body)?.[1]).body;
      const content = find(/\/Contents (\d+)/.exec(body)?.[1]).stream();
      return {
        width: Number(width) * POINTS_TO_MM,
        height: Number(height) * POINTS_TO_MM,
        text: linesOf(content, resources).join("\n"),
      };
    });
}
