/** What documents are laid out with: lines of text and barcodes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawCode128, type Place } from "@/server/documents/barcode";
import { makePdf, type Pen } from "@/server/documents/pdf";
import { clip, fitText, heightOf, printable, wrap } from "@/server/documents/text";

async function withPen<T>(work: (pen: Pen) => T): Promise<T> {
  let result: T | undefined;
  await makePdf({ title: "Test", date: new Date(0) }, (pen) => {
    pen.page(100, 150);
    result = work(pen);
  });
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
          // Pairs of letters that are moved together or apart over the seam of two words.
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

  it("hold nothing invisible", () => {
    expect(printable(" A\u200b\u202eB\tC\u3000D\r\ne\u0301\ufe0f ")).toBe("AB C\u3000D\né");
  });
});

describe("barcodes", () => {
  const place = (text: string, width: number, height = 15) =>
    withPen((pen): Place => drawCode128(pen, text, { x: 3, y: 10, width, height }));

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
