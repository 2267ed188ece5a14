import { countryCodes, countryName, writtenNames } from "@/lib/addresses/country";
import { HTML_LANG } from "@/lib/i18n/language";
import type { Language } from "@/lib/i18n/validation";

// The names that merchants in Hong Kong use; Intl adds "SAR China" to two, and its versions differ.
const OWN_NAMES: Record<string, Record<Language, string>> = {
  HK: { en: "Hong Kong", "zh-Hant": "香港" },
  MO: { en: "Macau", "zh-Hant": "澳門" },
  TW: { en: "Taiwan", "zh-Hant": "台灣" },
  CN: { en: "China", "zh-Hant": "中國" },
};

export type CountryChoice = { value: string; label: string; keywords: string[] };

/** In whose names a country is found, whatever the page's language; Hong Kong and Taiwan differ in many. */
const KNOWN_IN = ["en", "zh-Hant-HK", "zh-Hant-TW", "zh-Hans"];

const namesIn = new Map<string, Intl.DisplayNames>();
function nameIn(tag: string, code: string): string {
  const names = namesIn.get(tag) ?? new Intl.DisplayNames([tag], { type: "region", fallback: "code" });
  namesIn.set(tag, names);
  return names.of(code) ?? code;
}

const made = new Map<Language, CountryChoice[]>();

/**
 * Every country by its name in a language, sorted as that language sorts; its code, its names in the other languages
 * and what else people call it find it too.
 */
export function countryChoices(language: Language): CountryChoice[] {
  const known = made.get(language);
  if (known) return known;
  const label = (code: string) => OWN_NAMES[code]?.[language] ?? nameIn(HTML_LANG[language], code);
  const { compare } = new Intl.Collator(HTML_LANG[language]);
  const choices = countryCodes()
    .map((code) => ({
      value: code,
      label: label(code),
      keywords: [...new Set([countryName(code), ...KNOWN_IN.map((tag) => nameIn(tag, code)), ...writtenNames(code)])],
    }))
    .sort((a, b) => compare(a.label, b.label));
  made.set(language, choices);
  return choices;
}

/**
 * Countries' names by their codes, all of them or some. Make it on the server: browsers differ in the names they know.
 */
export function countryNames(language: Language, codes?: readonly string[]): Record<string, string> {
  const choices = countryChoices(language).filter(({ value }) => codes?.includes(value) ?? true);
  return Object.fromEntries(choices.map(({ value, label }) => [value, label]));
}

/** A country's name that is the same on server and browser: ours, else the English one. */
export function stableCountryName(code: string, language: Language): string {
  return OWN_NAMES[code]?.[language] ?? countryName(code);
}
