import HONG_KONG from "opencc-js/dict/HKVariantsRev";
import SIMPLIFIED from "opencc-js/dict/TSCharacters";
import TAIWAN from "opencc-js/dict/TWVariantsRev";
import { processWide } from "@/server/process-wide";

/** Letters that Unicode does not take apart, and signs that are written in several ways. */
const ALIKE: Record<string, string> = {
  ...{ ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", ħ: "h", ı: "i", æ: "ae", œ: "oe", ß: "ss" },
  ...Object.fromEntries([..."‘’‚‛′ʹʻʼʽ`´ˈ＇"].map((sign) => [sign, "'"])),
  ...Object.fromEntries([..."“”„‟″«»〝〞「」『』"].map((sign) => [sign, '"'])),
  ...Object.fromEntries([..."‐‑‒–—―−﹘﹣⁃"].map((sign) => [sign, "-"])),
};

/**
 * Of each character that has other forms, the one that all of them come to: simplified, as that way is many to one. 衞 is
 * Hong Kong's form of 衛, which is 卫.
 */
function characters(): Map<string, string> {
  const found = new Map<string, string>();
  const endOf = (character: string): string => {
    const next = found.get(character);
    return next === undefined ? character : endOf(next);
  };
  for (const pair of [SIMPLIFIED, HONG_KONG, TAIWAN].flatMap((table) => table.split("|"))) {
    const [from, to] = pair.split(" ").map(endOf);
    if (from && to && from !== to) found.set(from, to);
  }
  for (const character of found.keys()) found.set(character, endOf(character));
  for (const [sign, plain] of Object.entries(ALIKE)) found.set(sign, plain);
  return found;
}

const ASCII = /^[\u0020-\u007e]*$/;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const BETWEEN_HAN = /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu;

/**
 * Text as searches compare it (contract §5.11): without accents, case, width and invisible characters, with one form of
 * each sign and Chinese character, and without spaces between those. Never shown.
 */
export function fold(text: string): string {
  const spaced = text.replace(/\s+/g, " ").trim().toLowerCase();
  if (ASCII.test(spaced)) return spaced.replaceAll("`", "'");
  const known = processWide("characters that are searched as others", characters);
  const like = (whole: string) => {
    let plain = "";
    for (const character of whole) plain += known.get(character) ?? character;
    return plain;
  };
  // Signs first, because Unicode takes some of them apart; then what came of it.
  // A mark by itself becomes a space with a mark.
  const plain = like(
    like(spaced)
      .normalize("NFKD")
      .replace(/ ?\p{M}+/gu, "")
      .toLowerCase(),
  );
  return plain.replace(INVISIBLE, "").replace(/\s+/g, " ").trim().replace(BETWEEN_HAN, "");
}
