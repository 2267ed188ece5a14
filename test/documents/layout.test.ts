/** The building blocks of documents: lines of text and barcodes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawCode128, drawQrCode } from "@/server/documents/barcode";
import { visualStretches } from "@/server/documents/bidi";
import { makePdf, type Pen, type Rectangle } from "@/server/documents/pdf";
import { clip, fitText, heightOf, printable, wrap } from "@/server/documents/text";

async function withPen<T>(work: (pen: Pen) => T): Promise<T> {
  let result: T | undefined;
  await makePdf({ title: "Test", date: new Date(0) }, [
    (pen) => {
      pen.page(100, 150);
      result = work(pen);
    },
  ]);
  return result as T;
}

const style = { weight: "regular", size: 9 } as const;
const words = fc.array(
  fc.oneof(
    fc.constantFrom(
      "九龍",
      "（深水埗）",
      "，",
      "「嘅」",
      "700 號",
      "Flat B, ",
      "W".repeat(40),
      " ",
      "e\u0301",
      "😀",
      "\n",
    ),
    fc.string({ maxLength: 12 }),
  ),
  { maxLength: 25 },
);

describe("lines", () => {
  it("are never wider than they may be, and lose nothing", async () => {
    await withPen((pen) =>
      fc.assert(
        fc.property(words, fc.integer({ min: 8, max: 90 }), (parts, width) => {
          const text = printable(parts.join(""));
          const lines = wrap(pen, text, style, width);
          // Kerning may move letters together or apart across the boundary of two words.
          for (const line of lines) expect(pen.width(line, style)).toBeLessThanOrEqual(width + 0.3);
          expect(lines.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        }),
        { numRuns: 300, seed: 7 },
      ),
    );
  });

  it("break as Chinese does: no full stop first, no bracket last", async () => {
    const text = "（九龍深水埗），「長沙灣」。".repeat(12);
    await withPen((pen) => {
      for (let width = 10; width < 80; width++)
        for (const line of wrap(pen, text, style, width)) {
          expect(line).not.toMatch(/^[），」。]/);
          expect(line).not.toMatch(/[（「]$/);
        }
    });
  });

  it("shrink first, then wrap, and end in an ellipsis last", async () => {
    const box = { weight: "bold", max: 20, min: 8, width: 40, height: heightOf(2, 8) } as const;
    await withPen((pen) => {
      const [short, longer, endless] = ["九龍", "九龍深水埗".repeat(2), "九龍深水埗".repeat(20)].map((text) =>
        fitText(pen, text, box),
      );
      expect(short?.lines).toEqual(["九龍"]);
      expect(short?.style.size).toBeGreaterThan(8);
      expect(longer?.lines.join("")).toBe("九龍深水埗九龍深水埗");
      expect(endless?.style.size).toBe(8);
      expect(endless?.lines).toHaveLength(2);
      expect(endless?.lines[1]).toMatch(/…$/);
      for (const line of endless?.lines ?? []) expect(pen.width(line, { weight: "bold", size: 8 })).toBeLessThan(40);
      expect(clip(pen, { lines: ["a", "b"], style }, 2, 40).lines).toEqual(["a", "b"]);
    });
  });

  it("break Thai between its words", async () => {
    await withPen((pen) => {
      const lines = wrap(pen, "ถนนสุขุมวิทกรุงเทพมหานคร", style, 25);
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.join("")).toBe("ถนนสุขุมวิทกรุงเทพมหานคร");
      expect(lines).toContain("กรุงเทพมหานคร");
    });
  });

  it("hold nothing invisible", () => {
    expect(printable(" A\u200b\u202eB\tC\u3000D\r\ne\u0301\ufe0f ")).toBe("AB C\u3000D\né");
  });
});

describe("barcodes", () => {
  const place = (text: string, width: number, height = 15) =>
    withPen((pen): Rectangle => drawCode128(pen, text, { x: 3, y: 10, width, height }));

  it("have modules of 0.375 mm, and of 0.25 mm where those do not fit", async () => {
    // Start, S, P, change, five pairs, change and a digit, check, stop: 134 modules, and ten on each side.
    expect((await place("SP72158830461", 94)).width).toBeCloseTo(154 * 0.375);
    expect((await place("SP72158830461", 50)).width).toBeCloseTo(154 * 0.25);
    await expect(place("SP72158830461", 38)).rejects.toThrow("does not fit");
    await expect(place("SP72158830461", 94, 6)).rejects.toThrow("too low");
  });

  it("begin on a whole dot", async () => {
    const { x } = await place("SP72158830461", 94);
    expect(x / 0.125).toBeCloseTo(Math.round(x / 0.125), 9);
  });
});

describe("QR codes", () => {
  const place = (text: string, side: number) =>
    withPen((pen) => drawQrCode(pen, text, { x: 3, y: 10, width: side, height: side }));

  it("have modules of whole dots, as many as fit, and their quiet zone", async () => {
    const address = "https://ship.sampan-goods.example/track/SP72158830461";
    // Version 4 at level M: 33 modules, and four on each side.
    expect((await place(address, 20.5)).width).toBeCloseTo(41 * 0.5);
    expect((await place(address, 20)).width).toBeCloseTo(41 * 0.375);
    expect((await place(address, 12)).width).toBeCloseTo(41 * 0.25);
    await expect(place(address, 10)).rejects.toThrow("does not fit");
  });
});

describe("text from right to left", () => {
  const visual = (line: string) => visualStretches(line).map(({ text, isRightToLeft }) => [text, isRightToLeft]);

  it("is placed among text from left to right where the eye expects it", () => {
    expect(visual("Flat 5, Nathan Road")).toEqual([["Flat 5, Nathan Road", false]]);
    expect(visual("to עברית now")).toEqual([
      ["to ", false],
      ["עברית", true],
      [" now", false],
    ]);
    // Numbers in it run from left to right, to the left of the text that they follow.
    expect(visual("شارع 12 مبنى")).toEqual([
      [" مبنى", true],
      ["12", false],
      ["شارع ", true],
    ]);
  });

  it("runs as a whole in the direction of its first letter", () => {
    // The flat is to the left of the house, and the full stop at the left end.
    expect(visual("מגדל 5, דירה 12.")).toEqual([
      [".", true],
      ["12", false],
      [", דירה ", true],
      ["5", false],
      ["מגדל ", true],
    ]);
    expect(visual("12 شارع")).toEqual([
      [" شارع", true],
      ["12", false],
    ]);
    // A telephone number keeps its plus sign in front, and text that starts in Latin or Chinese stays as it is.
    expect(visual("+972 5012345 דוד")).toEqual([
      ["+972 5012345 ", false],
      ["דוד", true],
    ]);
    expect(visual("備註 דוד 5")[0]).toEqual(["備註 ", false]);
  });

  it("has its brackets turned", () => {
    expect(visual("אב (גד)ה")).toEqual([["אב )גד(ה", true]]);
  });

  it("keeps joiners where they shape letters, and nowhere else", () => {
    expect(printable("می\u200cخواهم A\u200cB")).toBe("می\u200cخواهم AB");
  });
});
