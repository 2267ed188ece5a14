import countries from "i18n-iso-countries";
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };

countries.registerLocale(english);

// Names in daily use that the data package does not know.
const ALIASES = new Map(
  Object.entries({
    macau: "MO",
    "macau sar": "MO",
    taiwan: "TW",
    "hong kong sar": "HK",
    "hong kong": "HK",
    uk: "GB",
    "great britain": "GB",
    usa: "US",
    korea: "KR",
    vietnam: "VN",
    "the netherlands": "NL",
  }),
);

/** The alpha-2 code of a code in any case or an English country name; null when there is none (decisions §3.9). */
export function countryCode(value: string): string | null {
  const text = value.trim();
  if (/^[A-Za-z]{2}$/.test(text)) {
    const upper = text.toUpperCase();
    if (countries.isValid(upper)) return upper;
  }
  return ALIASES.get(text.toLowerCase()) ?? countries.getAlpha2Code(text, "en") ?? null;
}

/** The English name of an alpha-2 code; the code itself when unknown. */
export function countryName(alpha2: string): string {
  if (alpha2 === "TW") return "Taiwan";
  if (alpha2 === "MO") return "Macau";
  // The data package's short name is that of both Congos.
  if (alpha2 === "CD") return "Democratic Republic of the Congo";
  return countries.getName(alpha2, "en", { select: "alias" }) ?? countries.getName(alpha2, "en") ?? alpha2;
}

/** Every alpha-2 code. */
export function countryCodes(): string[] {
  return Object.keys(countries.getAlpha2Codes());
}

/** The country that prices and rules see: the United States with state PR is Puerto Rico (decisions §3.9). */
export function destinationCountry(alpha2: string, state: string | null | undefined): string {
  return alpha2 === "US" && state?.trim().toUpperCase() === "PR" ? "PR" : alpha2;
}
