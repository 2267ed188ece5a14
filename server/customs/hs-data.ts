import { readFileSync } from "node:fs";
import { join } from "node:path";
import { facetsInChinese, facetsOf } from "./facets";

/** A code of six digits with what is known about it. */
export type Entry = {
  hscode: string;
  description: string;
  description_zh: string | null;
  chapter: string;
  chapter_title: string;
  facets: number;
};

/** Everyday words that lead to codes: `entries` are positions in the list of codes, the likeliest first. */
export type Goods = { entries: number[]; english: string[]; chinese: string[]; isExact: boolean };

function read(name: string): string {
  return readFileSync(join(process.cwd(), "server/customs/data", name), "utf8");
}

/** Fields of the list's lines; descriptions with commas are in quotes, a quote within one is doubled. */
function fieldsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(",");
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}

/** The codes of the edition by number, with the titles of their chapters. Chapter 99 is of statistics, not of the tariff. */
export function readCodes(): Entry[] {
  const rows = read("harmonized-system.csv")
    .split(/\r?\n/)
    .slice(1)
    .map(fieldsOf)
    .filter(([, hscode = ""]) => /^\d+$/.test(hscode) && !hscode.startsWith("99"));
  const titles = new Map(rows.map(([, hscode = "", description = ""]) => [hscode, description]));
  return rows
    .filter(([, hscode = ""]) => hscode.length === 6)
    .map(([, hscode = "", description = ""]) => {
      const chapter = hscode.slice(0, 2);
      const facets = facetsOf(hscode, description);
      return { hscode, description, description_zh: null, chapter, chapter_title: titles.get(chapter) ?? "", facets };
    })
    .sort((a, b) => (a.hscode < b.hscode ? -1 : 1));
}

function terms(list = ""): string[] {
  return list
    .split(",")
    .map((term) => term.trim())
    .filter((term) => term !== "");
}

/** Positions of the codes that begin so; `codes` are in order. */
function below(codes: readonly Entry[], beginning: string): number[] {
  let [low, high] = [0, codes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((codes[middle]?.hscode ?? "") < beginning) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (let at = low; codes[at]?.hscode.startsWith(beginning); at++) found.push(at);
  return found;
}

/** Reads the everyday words, and writes their Chinese to the codes that they name. */
export function readGoods(codes: Entry[]): Goods[] {
  return read("goods.txt")
    .split("\n")
    .filter((line) => /^\d/.test(line))
    .map((line) => {
      const [start = "", chinese = "", english, words] = line.split("|");
      const beginning = start.replaceAll(" ", "");
      const isExact = beginning.length === 6;
      const entries = below(codes, beginning);
      for (const index of entries) {
        const entry = codes[index];
        if (!entry || (entry.description_zh && !isExact)) continue;
        const kind = isExact ? "" : facetsInChinese(entry.facets);
        // 「女裝連身裙（梭織）」 is one of several codes: what distinguishes it is in its brackets.
        entry.description_zh = kind ? `${chinese.replace(/（[^（）]*）$/, "")}（${kind}）` : chinese;
      }
      return {
        entries,
        english: terms(english),
        chinese: [chinese.replace(/[（）、]/g, " "), ...terms(words)],
        isExact,
      };
    });
}

/** Characters that are compared as another one: traditional and variant forms. */
export function readVariants(): Map<string, string> {
  const signs =
    read("variants.txt")
      .replace(/^#.*$/gm, "")
      .match(/\p{Script=Han}/gu) ?? [];
  return new Map(signs.flatMap((sign, index) => (index % 2 === 0 ? [[sign, signs[index + 1] ?? sign]] : [])));
}
