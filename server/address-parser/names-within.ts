import { hasFamilyName, hasSurname, isCompany, isName } from "./names";

/** What ends a part of a line. */
const EDGE = "[\\s,，;；、。.|｜/／(（)）!！?？\\-–—:：]";
const CHINESE_TITLE = "先生|小姐|女士|太太|婆婆|公公|姑娘|師傅|老師|師奶|太";
const LATIN_TITLE = "(?:[Mm](?:rs?|s|iss|dm|adam)|[Dd]r|MR|MRS|MS|MISS|DR)\\b\\.?";
const WORD = "\\p{Lu}[\\p{Ll}'’]+(?:-\\p{L}[\\p{Ll}]+)?";

const PATTERNS: readonly RegExp[] = [
  // "… ; 紀小姐收 ; …", "…／石太／…".
  new RegExp(`(?<=^|${EDGE})((?:\\p{Script=Han}{1,4})(?:${CHINESE_TITLE}))(?=\\s*[收啟]?(?:$|${EDGE}))`, "gu"),
  // "Ms 鄺", "Miss Chung 1/F, …".
  new RegExp(
    `(?<=^|${EDGE})(${LATIN_TITLE}\\s?(?:\\p{Script=Han}{1,3}|${WORD}(?:\\s${WORD}){0,2}))(?=$|${EDGE})`,
    "gu",
  ),
  // "my colleague Hugo Martins will receive it".
  new RegExp(
    `(?<=\\b(?:[Mm]y|[Oo]ur) (?:colleague|friend|helper|wife|husband|mother|father|mum|mom|dad|sister|brother|son|daughter|boss|assistant|neighbour|partner|boyfriend|girlfriend) )(${WORD}(?: ${WORD}){0,2})`,
    "gu",
  ),
];
/** "Ho Wing Sze", "Bella Fontana": whole names in Latin letters between signs. */
const LATIN = new RegExp(`(?<=^|[,，;；|｜/／]\\s*)(${WORD}(?: ${WORD}){1,3})(?=$|\\s*[,，;；|｜/／])`, "gu");

/** A name somewhere in a text, and the text without it; null if nothing in it is surely one. */
export function nameWithin(text: string): { name: string; left: string } | null {
  for (const pattern of PATTERNS)
    for (const match of text.matchAll(pattern)) {
      const [name = ""] = match;
      if (isName(name) && (hasSurname(name) || !/^\p{Script=Han}/u.test(name)))
        return { name, left: without(text, match) };
    }
  for (const match of text.matchAll(LATIN)) {
    const [name = ""] = match;
    if (hasFamilyName(name.toLowerCase()) && isName(name) && !isCompany(name))
      return { name, left: without(text, match) };
  }
  return null;
}

function without(text: string, { 0: name, index }: RegExpExecArray | RegExpMatchArray): string {
  const at = index ?? 0;
  const after = text.slice(at + name.length).replace(/^\s*[收啟]?[\s,，;；|｜/／]*/u, "");
  const before = text.slice(0, at);
  return after === "" ? before.replace(/[\s,，;；|｜/／]+$/u, "") : before + after;
}
