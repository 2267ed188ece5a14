import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STREET_LINE, wrapStreet } from "@/lib/addresses/street-lines";

describe("a street that is too long for its line", () => {
  it.each([
    [
      ["1-2-3 Jingumae, Harajuku Garden", "", ""],
      ["1-2-3 Jingumae, Harajuku", "Garden", ""],
    ],
    [
      ["Flat 12, 34th Floor, Block 5, City Garden", "233 Electric Road", ""],
      ["Flat 12, 34th Floor, Block 5", "City Garden, 233 Electric", "Road"],
    ],
    [
      ["Short Street 1", "Wohnanlage am alten Güterbahnhof 17b", ""],
      ["Short Street 1", "Wohnanlage am alten", "Güterbahnhof 17b"],
    ],
    [
      ["東京都渋谷区神宮前一丁目二番三号原宿ガーデンテラス五階五百一号室", "", ""],
      ["東京都渋谷区神宮前一丁目二番三号原宿ガーデンテラス五階五百", "一号室", ""],
    ],
  ] as const)("goes on in the next: %s", (lines, wrapped) => {
    expect(wrapStreet([...lines])).toEqual(wrapped);
  });

  it("stays as it is when nothing is too long, or when it fits nowhere", () => {
    expect(wrapStreet(["12 Nathan Road", "", ""])).toBeNull();
    expect(wrapStreet(["x".repeat(88), "", ""])).toBeNull();
    expect(wrapStreet(["x".repeat(30), "x".repeat(29), "x".repeat(29)])).toBeNull();
  });

  it("loses no letter and leaves no line too long", () => {
    const letters = (text: string) => text.replace(/[\s,，、]/gu, "");
    const line = fc.string({ unit: fc.constantFrom(..."abc ,12九龍，"), maxLength: 60 });
    fc.assert(
      fc.property(line, line, line, (first, second, third) => {
        const wrapped = wrapStreet([first, second, third]);
        if (!wrapped) return;
        for (const each of wrapped) expect([...each].length).toBeLessThanOrEqual(STREET_LINE);
        expect(letters(wrapped.join(""))).toBe(letters(first + second + third));
      }),
    );
  });
});
