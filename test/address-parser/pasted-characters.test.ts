// Nothing is invented (contract §34.1), whatever is pasted.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsedAddress } from "@/lib/contracts/address-parse";
import { parseBlock } from "@/server/address-parser/parse";
import { asciiDigits } from "@/server/address-parser/text";

const pastes = ["hong-kong", "abroad"].flatMap((kind) =>
  (JSON.parse(readFileSync(join(import.meta.dirname, `pastes-${kind}.json`), "utf8")) as { text: string }[]).map(
    ({ text }) => text,
  ),
);
const FROM_TEXT = ["name", "company", "mobile", "email", "address", "city", "state", "postal_code", "rest"] as const;
/** Only codes may change their case. */
const CODES = ["delivery_code", "postal_code"] as const;

/** How often each character is in a text. */
function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return counts;
}

const pieces = fc.constantFrom(
  ...pastes.flatMap((text) => text.split(/(?<=[\n,，\s])/)),
  ...[
    "\r\n",
    "\t",
    "\n",
    " ",
    "、",
    "😀",
    "İstanbul",
    "٩١٢٣٤٥٦٧",
    "^",
    "+",
    "(0)",
    "00",
    "〒",
    "S(",
    "852",
    "\u0000",
    "一",
    "𝟗𝟏𝟐𝟑 𝟒𝟓𝟔𝟕",
    "𝟎",
    "𑜳",
    "Constructor",
    "__proto__",
  ],
);
const texts = fc.oneof(
  fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => parts.join("")),
  fc.constantFrom(...pastes).chain((text) => fc.nat(text.length).map((at) => text.slice(at) + text.slice(0, at))),
  fc.string({ unit: "binary", maxLength: 60 }),
);
const hints = fc.constantFrom(null, "HK", "SG", "US", "GB", "JP", "TW", "CN", "ES", "FR");

describe("a pasted address", () => {
  it("gives no character that the text does not have, and no digit twice", () => {
    fc.assert(
      fc.property(texts, hints, (text, hint) => {
        const found = parseBlock(text, hint);
        parsedAddress.parse(found);
        const [had, folded] = [new Set(asciiDigits(text)), new Set(asciiDigits(text).toUpperCase())];
        for (const field of FROM_TEXT)
          for (const sign of found[field] ?? "")
            expect(had.has(sign) || (field === "postal_code" && folded.has(sign)), `${field}: ${sign}`).toBe(true);
        for (const field of CODES) for (const sign of found[field] ?? "") expect(folded, field).toContain(sign);
        const digits = counted(asciiDigits(text).replace(/\D/g, ""));
        const given = [...FROM_TEXT, "delivery_code" as const].map((field) => found[field] ?? "").join("");
        for (const [digit, count] of counted(given.replace(/\D/g, "")))
          expect(count, `${digit} of ${given}`).toBeLessThanOrEqual(digits.get(digit) ?? 0);
      }),
      { numRuns: 400, seed: 34 },
    );
  });

  it("reads digits of every script, those that take two units too", () => {
    expect(parseBlock("陳小姐 𝟗𝟏𝟐𝟑 𝟒𝟓𝟔𝟕\n九龍旺角弼街𝟺𝟹號地下\n放管理處 😀", null)).toMatchObject({
      name: "陳小姐",
      mobile: "91234567",
      address: "九龍旺角弼街43號地下",
      rest: "放管理處",
    });
    expect(asciiDigits("𝟎𝟗𝟘𝟡𝟢𝟫𝟬𝟵𝟶𝟿𑜰𑜹٠٩９")).toBe("09090909090909" + "9");
  });

  it("knows no country by the names that every object has", () => {
    for (const line of ["Constructor", "toString", "__proto__", "hasOwnProperty"]) {
      const found = parseBlock(`Mr Lee\n5 Queen Street\n${line}`, null);
      expect(parsedAddress.parse(found).country, line).toBeNull();
      expect(found.address, line).toContain("5 Queen Street");
    }
  });

  it("says that the country is doubtful where Hong Kong and another one are named", () => {
    const both = "Mr Lee\n5 Argyle Street, Mong Kok, Kowloon, Hong Kong\nJapan";
    expect(parseBlock(both, null)).toMatchObject({ country: null, doubts: ["country"] });
    expect(parseBlock(both, "HK")).toMatchObject({ country: "HK", doubts: [] });
    expect(parseBlock("Mr Lee\n5 Queen Street", null)).toMatchObject({ country: null, doubts: [] });
  });
});
