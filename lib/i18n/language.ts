import { LANGUAGES, type Language } from "./languages";

/** The value of `<html lang>`. */
export const HTML_LANG: Record<Language, string> = { en: "en", "zh-Hant": "zh-Hant-HK" };

/** The languages by their own names. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", "zh-Hant": "繁體中文" };

/** Whether the text names a language of the product. */
export function isLanguage(value: string | undefined): value is Language {
  return (LANGUAGES as readonly (string | undefined)[]).includes(value);
}

/** The language that a browser asks for. Any Chinese becomes zh-Hant, which is closer for its reader than English. */
export function preferredLanguage(acceptLanguage: string | null): Language {
  const wishes = (acceptLanguage ?? "")
    .split(",")
    .map((part, index) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.map((each) => /^\s*q=([\d.]+)/.exec(each)?.[1]).find((each) => each !== undefined);
      return { tag, quality: quality === undefined ? 1 : Number(quality), index };
    })
    .filter(({ tag, quality }) => tag !== "" && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index);
  for (const { tag } of wishes) {
    if (/^(zh|yue)\b/.test(tag)) return "zh-Hant";
    if (/^en\b/.test(tag)) return "en";
  }
  return "en";
}
