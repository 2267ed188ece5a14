import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { VALIDATION_MESSAGES } from "@/lib/i18n/validation";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

type Term = { what: string; notEnglish: RegExp[]; notChinese: RegExp[] };

/** A cell's variants: words as they are, expressions in backquotes. */
function variants(cell: string): RegExp[] {
  return cell
    .split("; ")
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) =>
      each.startsWith("`")
        ? new RegExp(each.slice(1, -1).replaceAll("\\|", "|"))
        : new RegExp(each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i"),
    );
}

const TERMS: Term[] = read("docs/glossary.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| What"))
  .map((line) => {
    const [what = "", , , notEnglish = "", notChinese = ""] = line
      .split(/(?<!\\)\|/)
      .slice(1)
      .map((cell) => cell.trim());
    return { what, notEnglish: variants(notEnglish), notChinese: variants(notChinese) };
  });

function messagesOf(language: string): [string, string][] {
  const found: [string, string][] = [];
  const walk = (part: Record<string, unknown>, path: string) => {
    for (const [key, value] of Object.entries(part))
      if (typeof value === "string") found.push([path + key, value]);
      else walk(value as Record<string, unknown>, `${path}${key}.`);
  };
  for (const file of [language, `late/${language}`, `mails/${language}`])
    walk(JSON.parse(read(`lib/i18n/${file}.json`)), "");
  return found;
}

/** The texts of papers, which are in the code; English ones are held by their tests. */
const PAPERS: [string, string][] = readdirSync(join(root, "server/documents"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => `documents/${path}`)
  .flatMap((path) =>
    [...read(`server/${path}`).matchAll(/"[^"\n]*\p{Script=Han}[^"\n]*"|`[^`\n]*\p{Script=Han}[^`\n]*`/gu)].map(
      ([text]) => [path, text] as [string, string],
    ),
  );

/** Messages that no form shows: they answer programs, or name columns of a file. */
const FOR_PROGRAMS: readonly string[] = [
  "timestamp",
  "statusElsewhere",
  "fullFormNeeded",
  "confirmElsewhere",
  "grantType",
  "sheetHeavy",
];

const wrong = (texts: readonly [string, string][], variants: (term: Term) => RegExp[]) =>
  TERMS.flatMap((term) =>
    variants(term).flatMap((variant) =>
      texts.filter(([, text]) => variant.test(text)).map(([path, text]) => `${term.what}: ${path}: ${text}`),
    ),
  );

describe("the words of the interface", () => {
  it("are read from the table", () => {
    expect(TERMS.length).toBeGreaterThan(15);
    expect(PAPERS.length).toBeGreaterThan(5);
  });

  it("are the glossary's in English", () => {
    const refusals = Object.entries(VALIDATION_MESSAGES).map(([key, { en }]) => [key, en] as [string, string]);
    expect(wrong([...messagesOf("en"), ...refusals], ({ notEnglish }) => notEnglish)).toEqual([]);
  });

  it("are the glossary's in Chinese, in papers too", () => {
    expect(wrong([...messagesOf("zh-Hant"), ...PAPERS], ({ notChinese }) => notChinese)).toEqual([]);
  });

  it("are no words for programs in what forms say of a field", () => {
    const texts = Object.entries(VALIDATION_MESSAGES)
      .filter(([key]) => !FOR_PROGRAMS.includes(key))
      .flatMap(([key, words]) => Object.values(words).map((text) => [key, text.replace(/\{\w+\}/g, "")] as const));
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter(([, text]) => /[a-z]_[a-z]|\bISO \d|\b(GET|POST|PATCH|PUT|DELETE) \//.test(text))).toEqual([]);
  });

  it("name an unconfirmed order alike everywhere", () => {
    const [english, chinese] = ["en", "zh-Hant"].map((language) => new Map(messagesOf(language)));
    for (const path of ["status.PENDING_CONFIRM", "orderList.tabs.toConfirm", "home.confirm"]) {
      expect(english?.get(path), path).toBe("To confirm");
      expect(chinese?.get(path), path).toBe("未確認付運");
    }
  });
});
