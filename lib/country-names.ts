import { countryCodes, countryName } from "@/lib/country";
import { HTML_LANG } from "@/lib/i18n/language";
import type { Language } from "@/lib/i18n/validation";

// As Hong Kong's merchants call them; Intl adds "SAR China" to two, and versions of it differ.
const OWN_NAMES: Record<string, Record<Language, string>> = {
  HK: { en: "Hong Kong", "zh-Hant": "香港" },
  MO: { en: "Macau", "zh-Hant": "澳門" },
  TW: { en: "Taiwan", "zh-Hant": "台灣" },
  CN: { en: "China", "zh-Hant": "中國" },
};

export type CountryChoice = { value: string; label: string; keywords: string[] };

const made = new Map<Language, CountryChoice[]>();

/** Every country by its name in a language, in that language's order; the code and the English name find it too. */
export function countryChoices(language: Language): CountryChoice[] {
  const known = made.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames([HTML_LANG[language]], { type: "region", fallback: "code" });
  const label = (code: string) => OWN_NAMES[code]?.[language] ?? names.of(code) ?? code;
  const { compare } = new Intl.Collator(HTML_LANG[language]);
  const choices = countryCodes()
    .map((code) => ({ value: code, label: label(code), keywords: [countryName(code)] }))
    .sort((a, b) => compare(a.label, b.label));
  made.set(language, choices);
  return choices;
}

/** Every country's name by its code. To be made on the server: browsers differ in the names they know. */
export function countryNames(language: Language): Record<string, string> {
  return Object.fromEntries(countryChoices(language).map(({ value, label }) => [value, label]));
}

/** A country's name that server and browser agree on: ours, else the English one. */
export function stableCountryName(code: string, language: Language): string {
  return OWN_NAMES[code]?.[language] ?? countryName(code);
}
