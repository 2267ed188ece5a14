// How text is folded, and what the index of it must have (contract §5.11).
import HONG_KONG from "opencc-js/dict/HKVariantsRev";
import SIMPLIFIED from "opencc-js/dict/TSCharacters";
import TAIWAN from "opencc-js/dict/TWVariantsRev";
import { expect, it } from "vitest";
import { fold, gramsOf, gramsOfWords, wordsOf } from "@/server/search";

const scope = { accountId: "100001", environment: "testing" } as const;
const pairs = [SIMPLIFIED, HONG_KONG, TAIWAN].flatMap((table) => table.split("|").map((pair) => pair.split(" ")));

it.each<[string, string]>([
  ["  Müller\tGmbH ", "muller gmbh"],
  ["ZOË Łukasz Øre Đorđe Æsir Œuvre Straße", "zoe lukasz ore dorde aesir oeuvre strasse"],
  ["O’Brien ‘s` “x” «y» 「z」", `o'brien 's' "x" "y" "z"`],
  ["12–14 A‑B", "12-14 a-b"],
  ["ＷＯＮＧ　１２", "wong 12"],
  ["何 美儀", "何美仪"],
  ["臺灣 台湾", "台湾台湾"],
  ["裏 裡 里", "里里里"],
  ["衞衛卫", "卫卫卫"],
  ["峯峰", "峰峰"],
  ["A\u200bB\u00adC\u202eD", "abcd"],
  ["Wong 大文 Siu", "wong 大文 siu"],
  ["が", "か"],
  ["𠮷野家", "𠮷野家"],
])("makes %j into %j", (text, expected) => {
  expect(fold(text)).toBe(expected);
});

it("makes no difference to what is folded, and joins all forms of a character", () => {
  expect(pairs.length).toBeGreaterThan(3500);
  for (const [from = "", to = ""] of pairs) {
    expect([from, fold(fold(from))]).toEqual([from, fold(from)]);
    expect([from, fold(from)]).toEqual([from, fold(to)]);
  }
  for (let code = 0x20; code < 0x30000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const once = fold(String.fromCodePoint(code));
    if (fold(once) !== once) throw new Error(`U+${code.toString(16)}: ${once} becomes ${fold(once)}`);
  }
});

it("indexes each part of a record under which a search looks for it", () => {
  const records = [
    "st1234567890\nwong siu ming\n85291234567\nflat 5, 12/f, 弥敦道700号",
    "何美仪\n𠮷野家 tokyo-150\no'brien & sons\n%_\\",
    "a",
  ];
  for (const text of records) {
    const grams = new Set(gramsOf(scope, text));
    for (const part of text.split(/\s+/)) {
      const characters = [...part];
      for (let from = 0; from < characters.length; from++)
        for (let to = from + 1; to <= characters.length; to++) {
          const query = characters.slice(from, to).join("");
          for (const readings of gramsOfWords(scope, wordsOf(query)))
            expect([query, readings.some((of) => of.every((gram) => grams.has(gram)))]).toEqual([query, true]);
        }
    }
    expect(gramsOf({ ...scope, environment: "production" }, text)).not.toEqual([...grams]);
  }
});
